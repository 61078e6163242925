"""What a rule is like: played by robots often enough to be told in numbers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from server.robots.pace import PERSON_MS
from server.robots.selfplay import Plan, Played, play_match
from server.rules.door import check_seats, rules_for
from server.rules.presets import PRESETS, SEATS_DEFAULT, VARIANTS
from server.rules.ruleset import RuleSet

ROUNDS = 2_000  # of each row
SEED = "facts"
MS_A_MINUTE = 60_000
_PLACES = 2  # decimals of a number


class Facts(msgspec.Struct, frozen=True):
    """One row: a preset, or one of its variants. Numbers are averages."""

    preset: str
    seats: int
    rounds: int  # that were played for it
    rounds_a_match: float
    turns_a_round: float
    drawn_a_round: float  # cards
    blocked: float  # share of rounds, 0 to 1
    minutes: float  # of a match, at the stated pace
    variant: str = ""


class FactsFile(msgspec.Struct, frozen=True):
    """All rows, with the pace at which minutes are counted: what `ochos-server simulate --facts`
    writes."""

    pace_ms: dict[str, int]
    rows: tuple[Facts, ...]

    def text(self) -> str:
        """As JSON, one row a line, so that changes can be read."""
        lines = ",\n".join(msgspec.json.encode(row).decode() for row in self.rows)
        pace = msgspec.json.encode(self.pace_ms).decode()
        return f'{{"pace_ms":{pace},"rows":[\n{lines}\n]}}\n'


def rows() -> tuple[tuple[str, str], ...]:
    """Each preset, and each variant of each preset that it is made for."""
    plain = tuple((preset, "") for preset in PRESETS)
    return plain + tuple((preset, row.key) for row in VARIANTS for preset in row.presets)


def pace_ms() -> dict[str, int]:
    """Milliseconds of each kind of act, by its name."""
    return {kind.__name__: ms for kind, ms in PERSON_MS.items()}


def row_of(row: tuple[str, str]) -> Facts:
    """The facts of a preset and a variant of it, as they stand in the file."""
    return facts_of(*row)


def facts_of(preset: str, variant: str, *, rounds: int = ROUNDS, seed: str = SEED) -> Facts:
    """What so many rounds are like, or a few more: matches are played to their end."""
    rules, seats = _rules_of(preset, variant)
    played: list[Played] = []
    while sum(match.rounds for match in played) < rounds:
        number = len(played) + 1
        played.append(play_match(Plan(rules, seats, seed, number, checks=False)))
    return _told(preset, variant, seats, played)


def _rules_of(preset: str, variant: str) -> tuple[RuleSet, int]:
    """The rules of a row and its seats: as many as usual, or so many that it makes a difference."""
    chosen = {row.key: row.switches for row in VARIANTS}.get(variant, {})
    rules = rules_for(preset, chosen)
    differs = rules.two_packs_from if "two_packs_from" in chosen else None
    seats = differs or SEATS_DEFAULT
    check_seats(rules, seats)
    return rules, seats


def _told(preset: str, variant: str, seats: int, played: Sequence[Played]) -> Facts:
    rounds = sum(match.rounds for match in played)

    def average(total: float, by: int) -> float:
        return round(total / by, _PLACES)

    return Facts(
        preset=preset,
        variant=variant,
        seats=seats,
        rounds=rounds,
        rounds_a_match=average(rounds, len(played)),
        turns_a_round=average(sum(match.turns for match in played), rounds),
        drawn_a_round=average(sum(match.drawn for match in played), rounds),
        blocked=round(sum(match.blocked for match in played) / rounds, 4),
        minutes=average(sum(match.ms for match in played) / MS_A_MINUTE, len(played)),
    )
