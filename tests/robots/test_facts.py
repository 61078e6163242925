"""What is told of each preset and variant is what robots find when they play it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from server.api.offer import OFFER, load_facts
from server.robots.facts import Facts, FactsFile, facts_of, pace_ms, rows
from server.robots.simulate import main
from server.rules.presets import PRESETS, VARIANTS

ROUNDS = 100
ROW_OF = {(row.preset, row.variant): row for row in load_facts().rows}
# Averages of so few rounds stray; a rule that plays otherwise strays further.
SHARE = 0.3
MINUTES_SHARE = 0.35
BLOCKED = 0.06


def redone(preset: str, variant: str) -> None:
    told = ROW_OF[preset, variant]
    found = facts_of(preset, variant, rounds=ROUNDS, seed="again")
    assert found.seats == told.seats
    assert found.rounds >= ROUNDS
    assert found.rounds_a_match == pytest.approx(told.rounds_a_match, rel=SHARE)
    assert found.turns_a_round == pytest.approx(told.turns_a_round, rel=SHARE)
    assert found.drawn_a_round == pytest.approx(told.drawn_a_round, rel=SHARE)
    assert found.blocked == pytest.approx(told.blocked, abs=BLOCKED)
    assert found.minutes == pytest.approx(told.minutes, rel=MINUTES_SHARE)


@pytest.mark.parametrize(
    ("preset", "variant"), [("clasico", ""), ("familiar", "two_packs_at_five"), ("jiujitsu", "")]
)
def test_a_hundred_rounds_are_like_those_that_are_told(preset: str, variant: str) -> None:
    redone(preset, variant)


@pytest.mark.long
@pytest.mark.parametrize(("preset", "variant"), rows())
def test_a_hundred_rounds_of_any_row_are_like_those_that_are_told(
    preset: str, variant: str
) -> None:
    redone(preset, variant)


def test_every_preset_and_every_variant_has_its_row() -> None:
    assert tuple(ROW_OF) == rows()
    assert {preset for preset, variant in rows() if not variant} == set(PRESETS)
    assert {variant for _, variant in rows() if variant} == {row.key for row in VARIANTS}


def test_every_row_was_played_often_enough() -> None:
    assert all(row.rounds >= 2_000 for row in ROW_OF.values())


def test_minutes_are_counted_at_the_pace_that_is_stated() -> None:
    assert load_facts().pace_ms == pace_ms()


def test_rules_that_differ_are_told_apart() -> None:
    plain, until = ROW_OF["familiar", ""], ROW_OF["familiar", "draw_until"]
    assert until.drawn_a_round > 2 * plain.drawn_a_round
    assert ROW_OF["clasico", ""].blocked > 0 == ROW_OF["clasico", "stock_rebuilt"].blocked
    assert ROW_OF["familiar", "target_200"].rounds_a_match > plain.rounds_a_match
    assert ROW_OF["jiujitsu", "one_hour"].minutes < ROW_OF["jiujitsu", ""].minutes


def test_the_offer_tells_the_facts_of_each_preset_and_variant() -> None:
    presets = {row.key: row.facts for row in OFFER.presets}
    assert presets == {preset: ROW_OF[preset, ""] for preset in PRESETS}
    for row in OFFER.variants:
        assert row.facts == {preset: ROW_OF[preset, row.key] for preset in row.presets}
    assert OFFER.pace_ms == pace_ms()


def test_the_file_is_written_by_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(row: tuple[str, str]) -> Facts:
        preset, variant = row
        return Facts(preset, 4, 2_000, 1.0, 2.0, 3.0, 0.5, 4.0, variant)

    monkeypatch.setattr("server.robots.facts.facts_of", lambda *row: quick(row))
    path = tmp_path / "facts.json"
    assert main(["--facts", str(path), "--jobs", "1"]) == 0
    written = json.loads(path.read_text(encoding="utf-8"))
    assert [(row["preset"], row["variant"]) for row in written["rows"]] == list(rows())
    assert written["pace_ms"] == pace_ms()
    assert path.read_text(encoding="utf-8").count("\n") == len(rows()) + 2


def test_the_text_of_the_file_is_read_back_as_it_was() -> None:
    told = load_facts()
    assert msgspec.json.decode(told.text(), type=FactsFile) == told
