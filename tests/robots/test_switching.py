"""Rules by chance reach every switch and every value that it may take."""

from __future__ import annotations

from collections import defaultdict

import pytest

from server.game.shuffle import Dice
from server.robots.switching import (
    LIMIT_MOST,
    ROUNDS_MOST,
    TARGET_MOST,
    changes_of,
    rules_by_chance,
)
from server.rules.door import check_seats, rules_for
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet
from server.rules.switches import SWITCHES

CHANCES = 600


@pytest.fixture(scope="module")
def tried() -> list[tuple[RuleSet, int]]:
    dice = Dice(b"switching", b"test")
    return [rules_by_chance(dice) for _ in range(CHANCES)]


def test_every_preset_and_number_of_seats_is_met(tried: list[tuple[RuleSet, int]]) -> None:
    assert {rules.preset for rules, _ in tried} == set(PRESETS)
    assert {seats for _, seats in tried} == set(range(2, 11))


def test_every_switch_takes_all_its_values(tried: list[tuple[RuleSet, int]]) -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for rules, _ in tried:
        for row in SWITCHES:
            found[row.key].add(str(getattr(rules, row.key)))
    for row in SWITCHES:
        values = row.values or (("True", "False") if row.kind == "yes_no" else ())
        assert found[row.key] >= set(values), row.key
        assert len(found[row.key]) > 1, row.key


def test_what_is_met_can_be_played(tried: list[tuple[RuleSet, int]]) -> None:
    for rules, seats in tried:
        chosen = {key: getattr(rules, key) for key in rules.changed}
        assert rules_for(rules.preset, chosen) == rules
        check_seats(rules, seats)


def test_matches_are_kept_short(tried: list[tuple[RuleSet, int]]) -> None:
    for rules, _ in tried:
        assert (rules.target or 0) <= TARGET_MOST == 150
        assert (rules.limit or 0) <= LIMIT_MOST == 200
        assert (rules.max_rounds or 0) <= ROUNDS_MOST == 20


def test_rules_are_told_by_what_differs() -> None:
    rules = rules_for("jiujitsu", {"limit": 90, "stacking": False})
    assert changes_of(rules) == "jiujitsu stacking=False limit=90"
