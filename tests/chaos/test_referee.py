"""The referee accepts what the engine plays, and shares nothing with it but the log's form."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from server.cards import deck_of
from server.events.catalog import AnyEvent, Chair, Left
from server.events.codec import commit_to_draft
from server.events.store import Entry
from server.rules.presets import PRESETS, VARIANTS
from server.rules.ruleset import RuleSet
from tests.chaos import referee as package
from tests.chaos.gamelogs import HONOUR, by_chance, left_alone, played, with_people
from tests.chaos.referee import chance, check_log, from_store, packs, shape
from tests.chaos.tablelives import life
from tests.matches import evening
from tests.spec import TABLE

CODE = Path(package.__file__).parent
VECTORS = Path(__file__).parent.parent / "golden" / "shuffle.json"
MAY_IMPORT = {"server.events.catalog", "server.events.codec", "server.events.store"}
FEW_CARDS = (("hand_size", 2), ("target", 20))  # so that some tie for the lowest
SHORTEST_LOG = 10  # entries; a log without a match would show nothing


def accepted(table: str, log: tuple[Any, ...]) -> None:
    assert len(log) >= SHORTEST_LOG
    assert check_log(table, log) == []


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_matches_of_robots_are_played_by_the_rules(preset: str, seats: int) -> None:
    accepted(*played(preset, seats))


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("mischief", [0, 20])
def test_so_are_matches_on_honour_whatever_people_do(
    preset: str, seats: int, mischief: int
) -> None:
    switches = tuple(HONOUR.items())
    accepted(*played(preset, seats, mischief=mischief, switches=switches))


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize(("seats", "away"), [(3, (1,)), (4, (0, 2)), (3, (0, 1))])
def test_so_are_matches_at_which_some_are_away(
    preset: str, seats: int, away: tuple[int, ...]
) -> None:
    accepted(*left_alone(preset, seats, away))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_so_are_evenings_of_people_with_a_rematch(preset: str) -> None:
    accepted(*with_people(preset, 4))


@pytest.mark.parametrize("chance", range(1, 25))
def test_so_are_tables_where_people_come_and_go(chance: int) -> None:
    assert check_log(TABLE, life(chance)) == []


@pytest.mark.long
@pytest.mark.parametrize("chance", range(25, 525))
def test_so_are_hundreds_of_such_tables(chance: int) -> None:
    assert check_log(TABLE, life(chance)) == []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_so_are_matches_of_every_named_variant(variant: Any) -> None:
    preset = variant.presets[-1]
    switches = variant.switches | ({"draw": "2:2"} if "draw" in variant.switches else {})
    if variant.key == "countdown":
        switches["hand_size"] = 3
    accepted(*played(preset, 3, mischief=5, switches=tuple(switches.items())))


@pytest.mark.parametrize("number", range(1, 31))
def test_so_are_matches_by_other_switches(number: int) -> None:
    rules, table, log = by_chance("referee", number)
    assert check_log(table, log) == [], rules


@pytest.mark.long
@pytest.mark.parametrize("number", range(31, 531))
def test_so_are_hundreds_of_matches_by_other_switches(number: int) -> None:
    rules, table, log = by_chance("referee", number)
    assert check_log(table, log) == [], rules


def test_a_log_is_read_as_a_store_keeps_it() -> None:
    commits = evening("familiar", 3)
    drafts = [commit_to_draft(commit) for commit in commits]
    entries = [
        Entry(commit.version, draft.tag, draft.command_id, commit.at_ms, draft.match_version,
              draft.act, draft.public, draft.secret)
        for commit, draft in zip(commits, drafts, strict=True)
    ]  # fmt: skip
    assert check_log(TABLE, from_store(entries)) == []


def test_it_tells_where_every_card_is() -> None:
    table, log = played("familiar", 3)
    seen: list[tuple[int, dict[str, list[str]]]] = []
    assert check_log(table, log, lambda version, cards: seen.append((version, cards))) == []
    assert [version for version, _ in seen] == list(range(1, len(log) + 1))
    for _, cards in seen:
        held = sorted(card for place in cards.values() for card in place)
        assert held in ([], sorted(packs.deck("french52", 1)))
    assert seen[-1][1] == {}


@pytest.mark.parametrize("seed", ["e22", "e38", "e286"])
def test_extra_rounds_are_played_by_the_rules(seed: str) -> None:
    table, log = played("familiar", 4, seed=seed, switches=FEW_CARDS)
    assert [event for entry in log for event in entry.events if event.get("extra")]
    accepted(table, log)


# What the referee stands on


def test_the_referee_imports_nothing_that_knows_the_game() -> None:
    for file in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            ours = {name for name in names if name and name.split(".")[0] in ("server", "clients")}
            assert ours <= MAY_IMPORT, file.name
            tests = {name for name in names if name and name.startswith("tests")}
            assert all(name.startswith("tests.chaos.referee") for name in tests), file.name


def test_it_knows_every_field_of_every_event() -> None:
    for event in get_args(AnyEvent):
        assert shape.FIELDS[event.__name__] == fields_of(event), event.__name__
    assert fields_of(Chair) == shape.CHAIR
    assert fields_of(Left) == shape.LEFT
    assert set(shape.FIELDS) == {event.__name__ for event in get_args(AnyEvent)}


def fields_of(event: type[msgspec.Struct]) -> dict[str, object]:
    return {
        field.name: shape.NEEDED if field.required else shape.plain(field.default)
        for field in msgspec.structs.fields(event)
    }


def test_it_knows_what_a_missing_switch_means() -> None:
    known = {
        field.name: shape.plain(field.default if field.default_factory is msgspec.NODEFAULT else {})
        for field in msgspec.structs.fields(RuleSet)
        if not field.required
    }
    assert known == shape.RULES


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text(encoding="utf-8")))
def test_it_shuffles_as_the_published_vectors_say(vector: dict[str, Any]) -> None:
    given = [(one["seat"], one["bytes"]) for one in vector["contributions"]]
    deck = vector["deck"].split()
    key = chance.deal_key(vector["seed"], vector["table"], vector["deal"], deck, given)
    assert chance.commitment(vector["seed"]) == vector["commitment"]
    order = chance.shuffle(key, vector["label"], vector["cards"].split())
    assert order == vector["order"].split()


@pytest.mark.parametrize("pack", ["french52", "french54", "jiujitsu"])
def test_its_decks_are_those_of_the_packs(pack: str) -> None:
    for copies in (1,) if pack == "jiujitsu" else (1, 2):
        deck = deck_of(pack, copies)
        assert tuple(packs.deck(pack, copies)) == deck.cards
        for card in deck.cards:
            assert (packs.suit(card), packs.rank(card)) == (deck.suit[card], deck.rank[card])
