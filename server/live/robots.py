"""Robots at a table in play: what each has heard of the round, what it says, and what it does."""

from __future__ import annotations

import secrets

from server.events.catalog import Commit, RoundDealt
from server.game.commands import Command
from server.game.shuffle import Dice
from server.game.table import Seat, Table, actor_of
from server.projections.news import news_of
from server.protocol.news import AnyNews
from server.robots.policies import choose
from server.robots.seen import NO_SUSPECT, Seen, seen_from, suspect_after
from server.robots.speaking import may_speak, speak

KEY_BYTES = 32


def robot_to_act(table: Table) -> Seat | None:
    """The seat of the robot that must act, if it is a robot that must."""
    if table.round is None:
        return None
    seat = actor_of(table.round)
    return seat if table.seats[seat].holder == "robot" else None


class Robots:
    """The news that each robot of a table was told since the deal."""

    __slots__ = ("_heard", "_silent", "_suspect")

    def __init__(self) -> None:
        self._heard: dict[Seat, list[AnyNews]] = {}
        self._suspect = NO_SUSPECT
        self._silent = 0  # version to which nobody has anything to say any more

    def hear(self, before: Table, after: Table, commit: Commit) -> None:
        """One more commit, told to each robot as to a person in its seat."""
        if any(isinstance(event, RoundDealt) for event in commit.events):
            self._heard.clear()
        self._suspect = suspect_after(self._suspect, before, commit)
        for seat, state in enumerate(after.seats):
            if state.holder == "robot":
                self._heard.setdefault(seat, []).extend(news_of(before, commit, seat))

    def may_speak(self, table: Table) -> bool:
        """Whether a robot may have something to say before anybody acts."""
        round_ = table.round
        if round_ is None or not (round_.owing or self._suspect.faults):
            return False
        return self._silent != table.version and bool(self._speakers(table))

    def word(self, table: Table) -> Command | None:
        """What one of the robots says to the last commit, if any of them does; they are asked
        once."""
        self._silent = table.version
        for seat in self._speakers(table):
            word = speak(table.seats[seat].robot, self._seen(table, seat), _dice())
            if word is not None:
                return word
        return None

    def act(self, table: Table, seat: Seat) -> Command:
        """What the robot in `seat`, which must act, does now."""
        return choose(table.seats[seat].robot, self._seen(table, seat), _dice())

    def _speakers(self, table: Table) -> list[Seat]:
        return [
            seat
            for seat, state in enumerate(table.seats)
            if state.holder == "robot" and may_speak(table, seat, self._suspect)
        ]

    def _seen(self, table: Table, seat: Seat) -> Seen:
        return seen_from(table, seat, tuple(self._heard.get(seat, ())), self._suspect)


def _dice() -> Dice:
    return Dice(secrets.token_bytes(KEY_BYTES), b"robot")
