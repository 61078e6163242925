"""Every field of every event counts: one that is changed is noticed, but for those listed here."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.chaos.gamelogs import HONOUR, Log, copied, played, retold, with_people
from tests.chaos.referee import LoggedEntry, Referee, shape
from tests.chaos.referee.lobby import ROBOTS
from tests.chaos.tablelives import farewell, life
from tests.spec import TABLE

TRIES_OF_A_FIELD = 3  # of each kind of change, in a log
SUITS = {"active", "named", "suit"}
CARDS = {"card", "starter"}

# What an empty list gets.
FIRST = {
    "contributions": [0, "00" * 16],
    "cards": "AC",
    "hands": ["AC"],
    "stock": "AC",
    "left": {"seat": 0, "cards": [], "points": 0},
    "seen": ["id-1", 1],
    "changed": "skip",
}

# What was chosen freely, or by somebody who is not told: the rest of the log fits another choice.
UNNOTICED = {
    "ClosedForAbsence.seat": "another player may close as well",
    "DeckCut.place": "a cut of somebody who is not to cut counts for nothing",
    "DeckCut.seat": "so does another's",
    "EntropyDeposited.given": "whoever gave may leave before the deal",
    "EntropyDeposited.seat": "and so may another",
    "FaultCalled.accused": "another seat may be called as wrongly",
    "FaultCalled.seat": "another seat may call as well, and wrong calls may be free",
    "MatchStarted.log_digest": "it covers the packed log; tests of the digest chain judge it",
    "MatchStarted.seen": "which ids are carried along is left open",
    "RematchAccepted.seat": "all accept in another order as well",
    "RematchOffered.seat": "another person may offer it as well",
    "RematchRefused.seat": "another person may refuse it as well",
    "RobotSeated.robot": "another robot may sit down and leave again",
    "SeatFreed.removed": "a guest may leave where one was sent away",
    "SeatFreed.seat": "another person may leave after the match as well",
    "SeatTaken.token_hash": "a guest who leaves before the start might be anybody",
    "InviteRenewed.invite_hash": "which secret the link gets is left to the host",
    "SeatMoved.token_hash": "which device comes is left open",
    "TableMade.invite_hash": "and so is the first, once it was renewed",
    "SuitNamed.suit": "a wild may follow on any suit",
}
NOTICED_LEAST = 0.975  # of all changes


def logs() -> list[tuple[str, tuple[LoggedEntry, ...]]]:
    honour = tuple(HONOUR.items())
    return [
        with_people("especiales", 3, people=3),
        played("familiar", 3, mischief=15),
        played("montanita", 3, seed="5", mischief=10, switches=honour),
        played("jiujitsu", 3, mischief=15, switches=(*honour, ("limit", 40))),
        (TABLE, tuple(farewell())),
        *((TABLE, tuple(life(chance))) for chance in (17, 103, 11, 47)),
    ]


def changes(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Other values of the same form, each with what was done."""
    if isinstance(value, bool):
        yield "turned", not value
    elif isinstance(value, int):
        yield from (("more", value + 1), ("less", value - 1))
    elif isinstance(value, str):
        yield from _other_texts(name, value)
    elif isinstance(value, list):
        yield "longer", [*value, value[-1] if value else FIRST.get(name, 0)]
        if value:
            yield from (("shorter", value[:-1]), ("shorter in front", value[1:]))
        if len(value) > 1 and value[0] != value[1]:
            yield "swapped", [value[1], value[0], *value[2:]]
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from ((key, {**value, key: other}) for _, other in changes(key, part))
    elif value is None:
        yield "set", 1


def _other_texts(name: str, value: str) -> Iterator[tuple[str, str]]:
    if name in SUITS:
        yield from (("suit", suit) for suit in "CDHSbpnk" if suit != value)
    elif name in CARDS:
        yield from (("card", card) for card in ("8H", "AC", "7D", "b1#0", "EL#1") if card != value)
    elif name == "robot":
        yield from (("robot", robot) for robot in ROBOTS if robot != value)
    yield "empty" if value else "filled", "" if value else "x"
    if value:
        yield "last letter", value[:-1] + ("1" if value[-1] == "0" else "0")


def notices(referee: Referee, log: Log, at: int, changed: LoggedEntry) -> bool:
    """The referee, who has judged all before, finds the change here or later on."""
    later = copy.deepcopy(referee)
    told = [changed]
    retold(told, 0)
    return bool(later.judge(told[0])) or any(later.judge(entry) for entry in log[at + 1 :])


def tried(table: str, entries: tuple[LoggedEntry, ...]) -> Iterator[tuple[str, bool]]:
    """Each change that was tried: the field, and whether it was noticed."""
    log, referee = copied(entries), Referee(table)
    done: Counter[tuple[str, str]] = Counter()
    for at, entry in enumerate(log):
        for place, event in enumerate(entry.events):
            for name, value in shape.whole(event).items():
                if name == "t":
                    continue
                field = f"{event['t']}.{name}"
                for kind, other in changes(name, value):
                    done[field, kind] += 1
                    if done[field, kind] > TRIES_OF_A_FIELD:
                        continue
                    events = [*entry.events]
                    events[place] = {**event, name: other}
                    changed = replace(entry, events=events)
                    yield f"{field}", notices(referee, log, at, changed)
        assert referee.judge(entry) == []


@pytest.mark.parametrize("number", range(9))
def test_a_changed_field_is_noticed(number: int) -> None:
    found = list(tried(*logs()[number]))
    missed = Counter(field for field, noticed in found if not noticed)
    share = 1 - missed.total() / len(found)
    print(f"{len(found)} changes, {share:.2%} noticed, missed: {dict(missed)}")
    assert missed.keys() <= UNNOTICED.keys()
    assert share >= NOTICED_LEAST


def test_all_events_are_tried() -> None:
    there = {event["t"] for _, log in logs() for entry in log for event in entry.events}
    assert there == set(shape.FIELDS)
