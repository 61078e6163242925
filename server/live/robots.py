"""Robots at a table in play: what each has heard of the round, and what it does in its turn."""

from __future__ import annotations

import secrets

from server.events.catalog import Commit, RoundDealt
from server.game.commands import Command
from server.game.shuffle import Dice
from server.game.table import Table
from server.projections.news import news_of
from server.protocol.news import AnyNews
from server.robots.policies import choose
from server.robots.seen import seen_from

KEY_BYTES = 32


def robot_in_turn(table: Table) -> int | None:
    """The seat of the robot that must act, if it is a robot's turn."""
    if table.round is None:
        return None
    seat = table.round.seat
    return seat if table.seats[seat].holder == "robot" else None


class Robots:
    """The news that each robot of a table was told since the deal."""

    __slots__ = ("_heard",)

    def __init__(self) -> None:
        self._heard: dict[int, list[AnyNews]] = {}

    def hear(self, before: Table, after: Table, commit: Commit) -> None:
        """One more commit, told to each robot as to a person in its seat."""
        if any(isinstance(event, RoundDealt) for event in commit.events):
            self._heard.clear()
        for seat, state in enumerate(after.seats):
            if state.holder == "robot":
                self._heard.setdefault(seat, []).extend(news_of(before, commit, seat))

    def act(self, table: Table, seat: int) -> Command:
        """What the robot in `seat`, which is in turn, does now."""
        dice = Dice(secrets.token_bytes(KEY_BYTES), b"robot")
        seen = seen_from(table, seat, tuple(self._heard.get(seat, ())))
        return choose(table.seats[seat].robot, seen, dice)
