"""Views and news: what they hold, and that they hold nothing else (law L2)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from server.cards import deck_of
from server.events.catalog import CardPlayed, CardTakenBack, Commit, RoundClosed
from server.game.commands import Abandon, Draw, Leave, Play, Start
from server.game.evolve import fold
from server.game.table import Table, deck_in_play, new_table
from server.projections.frames import project, snapshot, steps, tree_of
from server.projections.news import WATCHER, news_of
from server.projections.own import own_view
from server.projections.view import public_view, view, view_tree
from server.protocol import news as n
from server.protocol import views as v
from tests.matches import HONOUR, evening, tables
from tests.spec import (
    NOON,
    A,
    B,
    C,
    Given,
    dealt,
    given,
    match_ended,
    owes,
    scored,
    seed,
    table,
    turn_of,
)

ALLOWED = Path(__file__).parent.parent / "golden" / "allowed.json"
VIEWERS = (WATCHER, 0, 1, 2)
PRESETS = ("clasico", "especiales", "familiar", "montanita", "jiujitsu", HONOUR)
DECK = set(deck_of("french52", 1).cards)


# Only what is on the list


def fields_of(kinds: list[type]) -> dict[str, list[str]]:
    return {
        kind.__name__: sorted(field.name for field in msgspec.structs.fields(kind))
        for kind in kinds
    }


def test_views_and_news_hold_the_fields_of_the_list_and_no_other() -> None:
    """Whoever adds a field says here why every viewer may see it."""
    views = [
        kind
        for kind in vars(v).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == v.__name__
    ]
    found = {"views": fields_of(views), "news": fields_of(list(get_args(n.AnyNews)))}
    assert found == json.loads(ALLOWED.read_text())


def test_only_the_own_part_of_a_view_differs_between_viewers() -> None:
    for state in tables(evening("especiales", 3)):
        projection = project(state)
        for viewer in VIEWERS:
            tree = tree_of(projection, viewer)
            assert {key: value for key, value in tree.items() if key != "own"} == projection.public


def test_own_is_there_for_the_seats_of_people_and_for_nobody_else() -> None:
    for state in tables(evening("especiales", 4)):
        projection = project(state)
        people = {s for s, seat in enumerate(state.seats) if seat.holder == "person"}
        assert projection.own.keys() == people
        assert "own" not in tree_of(projection, WATCHER)
        assert "own" not in projection.public


# Trees


def every(tree: object) -> Iterator[object]:
    """All values in a tree, keys as well."""
    yield tree
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield key
            yield from every(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from every(value)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_tree_has_no_null_and_leaves_defaults_out(preset: str) -> None:
    for state in tables(evening(preset, 3, matches=2)):
        for viewer in VIEWERS:
            tree = tree_of(project(state), viewer)
            for value in every(tree):
                assert value is not None
                assert isinstance(value, dict | list | tuple | str | int)
            assert "" not in tree.values()
            assert 0 not in [tree.get("stock", 1), tree.get("pending", 1), tree.get("round", 1)]


def test_a_tree_reads_back_as_the_view_it_was() -> None:
    for state in tables(evening("especiales", 3)):
        for seat in (None, A, B):
            seen = view(state, seat)
            assert msgspec.convert(view_tree(seen), v.View, strict=True) == seen
            assert msgspec.json.decode(msgspec.json.encode(seen), type=v.View) == seen


def test_looking_changes_nothing() -> None:
    for state in tables(evening("clasico", 3)):
        before = msgspec.msgpack.encode(state)
        project(state)
        assert msgspec.msgpack.encode(state) == before


# Nothing hidden, under any name


def told(log: tuple[Commit, ...], viewer: int) -> Iterator[tuple[Table, str]]:
    """All frames that a viewer gets, as text, with the table as it is then."""
    state = new_table("")
    shown = None
    for commit in log:
        state = fold(state, commit)
        now = project(state)
        frames: list[msgspec.Struct] = [snapshot(now, viewer)]
        if shown is not None:
            sent = steps(shown, now, commit)
            frames.append(sent.get(viewer, sent[WATCHER]))
        yield state, "".join(msgspec.json.encode(frame).decode() for frame in frames)
        shown = now


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_frame_names_a_card_that_its_viewer_may_not_see(preset: str, viewer: int) -> None:
    """At the end of a round all hands are shown, the stock never; a cut and a card taken back are
    seen by all."""
    log = evening(preset, 3, people=3, matches=2)
    for commit, (state, text) in zip(log, told(log, viewer), strict=True):
        round_ = state.round
        if round_ is None:
            continue
        named = set(re.findall(r'"([^"]+)"', text)) & set(deck_in_play(state).cards)
        own = set(round_.hands[viewer]) if viewer >= 0 else set()
        back = {event.card for event in commit.events if isinstance(event, CardTakenBack)}
        cut = {card for _, card in state.cut if state.round_number == 1}
        assert named <= own | set(round_.pile) | back | cut


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_frame_holds_a_seed_that_is_not_revealed_or_a_token(viewer: int) -> None:
    for state, text in told(evening("especiales", 3, people=3, matches=2), viewer):
        assert state.seed not in text
        assert state.round is None or state.round.seed not in text
        for seat in state.seats:
            assert not seat.token_hash or seat.token_hash not in text
        assert state.invite_hash not in text


def test_when_a_round_is_over_its_seed_is_revealed_and_its_commitment_stays() -> None:
    for state in tables(evening("clasico", 3)):
        seal = public_view(state).seal
        if state.round is not None:
            assert isinstance(seal, v.SealView)
            assert (seal.deal, seal.seed) == (state.round.deal, "")
        elif state.result is not None:
            assert isinstance(seal, v.SealView)
            assert (seal.seed, seal.commitment) == (state.result.seed, state.result.commitment)


def test_after_a_broken_off_match_no_hand_is_shown() -> None:
    over = given(table(), dealt("3C", "2C", "2D", top="7H")).when(Abandon(B, 1)).accepted()
    result = public_view(over.table).result
    assert isinstance(result, v.ResultView)
    assert (result.how, result.hands) == ("stopped", {})


# News


def news(now: Given, viewer: int) -> list[dict[str, Any]]:
    before = tables(now.commits[:-1])[-1]
    told = news_of(before, now.commits[-1], viewer)
    return [json.loads(msgspec.json.encode(one)) for one in told]


def test_a_drawn_card_is_told_to_the_seat_that_drew_it_and_to_nobody_else() -> None:
    """One card drawn at will."""
    now = given(table(), dealt("KC", "2C", "2D", top="7H", stock="TC 9C")).when(Draw(A)).accepted()
    assert news(now, A) == [{"t": "drew", "seat": A, "cards": 1, "own": ["TC"]}]
    for viewer in (B, C, WATCHER):
        assert news(now, viewer) == [{"t": "drew", "seat": A, "cards": 1}]


def test_a_penalty_is_told_by_its_number() -> None:
    """Four cards at once."""
    now = (
        given(
            table("especiales"), dealt("KC", "KS", "2D", top="2H", stock="TC 9C 9D 9S"), owes(B, 4)
        )
        .when(Draw(B))
        .accepted()
    )
    drew = {"t": "drew", "seat": B, "cards": 4, "penalty": 4}
    assert news(now, B)[0] == {**drew, "own": ["TC", "9C", "9D", "9S"]}
    assert news(now, C)[0] == news(now, WATCHER)[0] == drew


def test_a_draw_from_a_rebuilt_stock_tells_numbers_only() -> None:
    """After a reshuffle."""
    now = (
        given(
            table(rebuild_stock=True),
            dealt("7C KC", "KS", "2D", top="7H"),
            CardPlayed(A, "7C", active="C"),
            turn_of(B),
        )
        .when(Draw(B))
        .accepted()
    )
    assert news(now, C) == [{"t": "rebuilt", "cards": 1}, {"t": "drew", "seat": B, "cards": 1}]
    assert news(now, B)[1]["own"] == ["7H"]


def test_a_deal_tells_each_seat_its_own_hand() -> None:
    now = given(table()).when(Start(A, 1, seed(2))).accepted()
    assert now.table.round is not None
    for viewer in (A, B, C):
        assert news(now, viewer)[1]["cards"] == list(now.table.round.hands[viewer])
    assert "cards" not in news(now, WATCHER)[1]


def test_a_play_is_told_with_the_cards_that_are_left_and_the_suit_named() -> None:
    now = given(table(), dealt("8C 4H", "2C", "2D", top="7H")).when(Play(A, "8C", "S")).accepted()
    assert news(now, B) == [
        {"t": "played", "seat": A, "card": "8C", "left": 1, "suit": "S"},
        {"t": "turn", "seat": B},
    ]


def test_every_event_of_an_evening_is_told_in_order() -> None:
    state = new_table("")
    for commit in evening("especiales", 4, matches=2):
        told_now = news_of(state, commit, WATCHER)
        assert len(told_now) == len(commit.events)
        closes = any(isinstance(event, RoundClosed) for event in commit.events)
        assert closes == any(isinstance(one, n.RoundOver) for one in told_now)
        state = fold(state, commit)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_brings_each_viewer_the_news_that_are_for_it(preset: str) -> None:
    log = evening(preset, 3, people=3)
    for before, after, commit in zip(tables(log), tables(log)[1:], log[1:], strict=False):
        for viewer, step in steps(project(before), project(after), commit).items():
            assert step.news == news_of(before, commit, viewer)
            assert (step.version, step.tag, step.at_ms) == (
                commit.version,
                commit.tag,
                commit.at_ms,
            )


# What a seat is told of its own


def test_who_comes_back_finds_everything_as_it_was() -> None:
    """Three cards, forty points, direction turned, two owed, diamonds named."""
    now = given(
        table("especiales"),
        scored(40, 0, 0),
        dealt("2C KS 3D", "2S", "2D", top="8H", stock="9C 9S 9D"),
        turn_of(A, pending=2, direction=-1),
    )
    seen = view(now.table, A)
    assert isinstance(seen.own, v.Own)
    assert isinstance(seen.turn, v.TurnView)
    assert seen.own.hand == ("2C", "KS", "3D")
    assert (seen.seats["0"].points, seen.direction, seen.pending) == (40, "right", 2)
    assert (seen.turn.seat, seen.turn.since_ms) == (A, NOON)
    assert (seen.own.actions.play, seen.own.actions.draw) == (("2C",), 2)
    assert (seen.own.why.play, seen.own.why.pending) == ("must_answer", 2)


def test_the_named_suit_shows_to_all_until_the_next_card() -> None:
    """The eight keeps its own face."""
    now = (
        given(table(), dealt("8H 4C", "5D 6D", "2D", top="7H")).when(Play(A, "8H", "D")).accepted()
    )
    pile = public_view(now.table).pile
    assert isinstance(pile, v.PileView)
    assert (pile.top, pile.suit, pile.named, pile.under) == ("8H", "D", True, ("7H",))
    pile = public_view(now.when(Play(B, "5D")).accepted().table).pile
    assert isinstance(pile, v.PileView)
    assert (pile.top, pile.suit, pile.named, pile.under) == ("5D", "D", False, ("8H", "7H"))


def test_the_draw_says_how_many_cards_it_takes_and_no_more_than_there_are() -> None:
    now = given(
        table("especiales"), dealt("KC", "KS", "2D", top="2H", stock="TC 9C 9D"), owes(B, 4)
    )
    assert own_view(now.table, B).actions.draw == 3


def test_who_is_not_in_turn_is_offered_nothing_to_play() -> None:
    now = given(table(), dealt("KC", "7C", "2D", top="7H", stock="TC"))
    actions = own_view(now.table, B).actions
    assert actions == v.Actions(abandon=True, close_from_ms=NOON + 48 * 3_600_000 + 1, deposit=True)
    assert own_view(now.table, B).why.draw == "not_your_turn"


def test_how_many_packs_are_in_use_shows() -> None:
    assert public_view(given(table(seats=6)).table).rules.packs == 2
    assert public_view(given(table(seats=5)).table).rules.packs == 1
    assert public_view(given(table(seats=5, two_packs_from=5)).table).rules.packs == 2


def test_the_places_of_a_match_that_is_over_show_by_seat() -> None:
    now = given(table(seats=3, people=3), scored(10, 160, 20), match_ended(B, 3, 1, 2))
    end = public_view(now.table).end
    assert isinstance(end, v.EndView)
    assert (end.winner, end.places) == (B, {"0": 3, "1": 1, "2": 2})


def test_how_the_match_ended_still_shows_when_somebody_has_left() -> None:
    now = given(table(), scored(10, 160, 20), match_ended(B, 3, 1, 2)).when(Leave(A)).accepted()
    end = public_view(now.table).end
    assert isinstance(end, v.EndView)
    assert (end.winner, end.rematch, end.offered_by) == (B, False, -1)
    assert public_view(now.table).seats["0"].gone


def test_the_host_of_a_lobby_is_offered_what_a_host_may_do() -> None:
    now = given(table(seats=4, people=3, robots=(B,)))
    assert own_view(now.table, A).actions == v.Actions(
        start=True, seats_to_fill=(3,), removable=(B, C), swap=True, leave=True, deposit=True
    )
    assert own_view(now.table, C).actions == v.Actions(leave=True, deposit=True, cut=52)


def test_alone_the_host_is_not_offered_to_start() -> None:
    assert not own_view(given(table(people=1)).table, A).actions.start
