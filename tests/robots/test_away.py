"""L5 where people are away: the robots that are left bring every round to its end."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from server.cards import deck_of
from server.events.catalog import Commit, RoundClosed, RoundDealt
from server.game.shuffle import Dice
from server.robots.selfplay import Plan, log_of, play_match
from server.robots.switching import changes_of, rules_by_chance
from server.rules.door import RulesConflict, check_seats, packs_for, rules_for
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet

TIMES_ROUND = 2  # without a card, after which a table is blocked
MISCHIEF = (0, 10, 30)


def bound(plan: Plan) -> int:
    """Entries of a round with people away: each card is drawn once and played once at most, as no
    stock is rebuilt; between two of them a table stands still for two times round at most. Each
    turn may have words besides."""
    cards = len(deck_of(plan.rules.pack, packs_for(plan.rules, plan.seats)).cards)
    return (2 * cards + 2) * (TIMES_ROUND * plan.seats + 1)


def rounds(log: tuple[Commit, ...], start: int) -> list[int]:
    """Entries of every round, from the place in the log on from which people are away."""
    marks = [start]
    for place, commit in enumerate(log[start:], start):
        if any(isinstance(event, RoundDealt | RoundClosed) for event in commit.events):
            marks.append(place)
    return [after - before for before, after in zip(marks, [*marks[1:], len(log)], strict=True)]


def timed(rules: RuleSet, *, rebuild: bool) -> RuleSet:
    """The same rules with a clock for turns.

    Raises: RulesConflict.
    """
    chosen = {key: getattr(rules, key) for key in rules.changed}
    return rules_for(rules.preset, {**chosen, "rebuild_stock": rebuild, "turn_seconds": 30})


def plan_of(rules: RuleSet, seats: int, dice: Dice) -> Plan:
    """Some seats, and never all, are away from some entry on; before that anybody does anything."""
    away = {dice.below(seats) for _ in range(1 + dice.below(seats - 1))}
    if len(away) == seats:
        away.pop()
    return Plan(
        rules, seats, dice.seed(), checks=False, mischief=MISCHIEF[dice.below(len(MISCHIEF))],
        away=tuple(sorted(away)), away_from=1 + seats + dice.below(80),
    )  # fmt: skip


def ends_in_time(plan: Plan) -> None:
    log = log_of(plan)
    longest = max(rounds(log, min(plan.away_from, len(log) - 1)))
    assert longest <= bound(plan), (plan.seats, plan.away, changes_of(plan.rules))


@pytest.mark.parametrize("chance", range(3))
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("preset", list(PRESETS))
def test_with_people_away_every_round_of_every_preset_ends(
    preset: str, seats: int, chance: int
) -> None:
    dice = Dice(f"{preset} {seats} {chance}".encode(), b"away")
    short = {"max_rounds": 3} if preset == "jiujitsu" else {}
    ends_in_time(plan_of(timed(rules_for(preset, short), rebuild=False), seats, dice))


@given(chance=st.binary(max_size=3))
@example(chance=b"\x00")
def test_with_people_away_every_round_ends_by_any_rules(chance: bytes) -> None:
    dice = Dice(b"away" + chance, b"rules")
    rules, seats = rules_by_chance(dice)
    try:
        rules = timed(rules, rebuild=False)
        check_seats(rules, seats)
    except RulesConflict:
        return
    ends_in_time(plan_of(rules, seats, dice))


@pytest.mark.parametrize("number", range(12))
def test_with_people_away_every_law_holds(number: int) -> None:
    """Where the stock is rebuilt as well."""
    preset = list(PRESETS)[number % len(PRESETS)]
    short = {"max_rounds": 2} if preset == "jiujitsu" else {}
    rules = timed(rules_for(preset, short), rebuild=number % 2 == 0)
    plan = plan_of(rules, 2 + number % 4, Dice(b"laws", bytes([number])))
    played = play_match(replace(plan, checks=True))
    assert played.violations == ()
    assert played.how
