"""Logs of whole tables for the tests of the referee, made by the engine."""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import cache

from server.game.shuffle import Dice
from server.robots.selfplay import Plan, log_of
from server.robots.simulate import MISCHIEF
from server.robots.switching import changes_of, rules_by_chance
from server.rules.door import rules_for
from tests.chaos.referee import LoggedEntry, Referee, from_commits
from tests.chaos.referee.judge import words
from tests.chaos.referee.shape import whole
from tests.matches import evening
from tests.spec import TABLE

Log = list[LoggedEntry]

HONOUR: dict[str, object] = {"enforcement": "honour", "turn_seconds": 30}
# Ends that keep a match short.
SHORT: dict[str, dict[str, object]] = {
    "clasico": {"target": 40},
    "especiales": {"target": 40},
    "familiar": {"target": 30},
    "montanita": {},
    "jiujitsu": {"max_rounds": 2},
}


@cache
def played(
    preset: str, seats: int, *, seed: str = "referee", mischief: int = 0,
    switches: tuple[tuple[str, object], ...] = (),
) -> tuple[str, tuple[LoggedEntry, ...]]:  # fmt: skip
    """A match of robots: the table's id, and its log."""
    rules = rules_for(preset, {**SHORT[preset], **dict(switches)})
    commits = log_of(Plan(rules, seats, seed, 1, checks=False, mischief=mischief))
    return "selfplay-1", tuple(from_commits(commits))


@cache
def with_people(
    preset: str, seats: int, *, people: int = 2, chance: int = 1
) -> tuple[str, tuple[LoggedEntry, ...]]:
    """An evening of people and robots: a lobby, two matches, a rematch between them."""
    return TABLE, tuple(
        from_commits(evening(preset, seats, people=people, matches=2, chance=chance))
    )


def by_chance(seed: str, number: int) -> tuple[str, str, Log]:
    """A match by rules of chance: the rules in one line, the table's id, and its log."""
    rules, seats = rules_by_chance(Dice(f"{seed} {number}".encode(), b"rules"))
    mischief = MISCHIEF[number % len(MISCHIEF)]
    plan = Plan(rules, seats, seed, number, checks=False, mischief=mischief)
    said = f"{seats} seats, {mischief} % mischief, {changes_of(rules)}"
    return said, f"selfplay-{number}", from_commits(log_of(plan))


def copied(entries: tuple[LoggedEntry, ...]) -> Log:
    """A log that may be changed."""
    return [replace(entry, events=copy.deepcopy(entry.events)) for entry in entries]


def retold(log: Log, at: int) -> None:
    """The entry's act is told as its events now are, so that not the telling gives it away."""
    events = [whole(event) for event in log[at].events]
    log[at] = replace(log[at], act=words(events))


def before(table: str, log: Log, at: int) -> Referee:
    """A referee who has judged all entries before the one at this place."""
    referee = Referee(table)
    for entry in log[:at]:
        assert not referee.judge(entry), entry
    return referee


def renumbered(log: Log) -> Log:
    """Versions without gaps again, after an entry was put in or taken out."""
    moved: dict[int, int] = {}
    for place, entry in enumerate(log, 1):
        moved.setdefault(entry.version, place)
    return [
        replace(
            entry,
            version=place,
            match_version=moved.get(entry.match_version, 0),
            tag=f"{place:016x}",
            command_id=entry.command_id
            if place == entry.version
            else f"{entry.command_id}-{place}",
        )
        for place, entry in enumerate(log, 1)
    ]


@cache
def left_alone(
    preset: str, seats: int, away: tuple[int, ...], *, seed: str = "away",
    switches: tuple[tuple[str, object], ...] = (),
) -> tuple[str, tuple[LoggedEntry, ...]]:  # fmt: skip
    """A match in which some are away from the start: their turns run out of time."""
    chosen = {**SHORT[preset], "turn_seconds": 30, "rebuild_stock": False, **dict(switches)}
    plan = Plan(rules_for(preset, chosen), seats, seed, 1, checks=False, away=away)
    return "selfplay-1", tuple(from_commits(log_of(plan)))
