"""Tells what happens at the table, line by line, and once for each turn what one needs to know."""

from __future__ import annotations

import math

import msgspec

from clients.cli.clock import TableClock
from clients.cli.messages import Messages, flag
from clients.cli.output import Line, Output
from clients.cli.picture import Picture
from clients.cli.scene import Scene
from clients.cli.telling import Teller
from clients.cli.urging import may_cut, urgent
from server.protocol import frames as f
from server.protocol import news as n

HURRY_SECONDS = 10  # left of a turn when it is said once more
_HINTS_AFTER = frozenset({n.RoundOver, n.MatchOver, n.RematchOffered, n.HostIs})


class _Turn(msgspec.Struct, frozen=True, gc=False):
    """What was told of the viewer's turn; anything else is told again."""

    number: int
    pending: int
    naming: bool
    drawn: int
    paid: int
    hand: tuple[str, ...]
    marked: tuple[str, ...]  # cards that were said to go
    chooses: bool  # unmarked cards of which one has to be found now

    def goes_on_from(self, told: _Turn | None) -> bool:
        """True if only something of the turn has changed since."""
        if told is None or self.naming or told.naming or self.paid != told.paid:
            return False
        return (told.number, told.pending) == (self.number, self.pending)


class Narrator:
    """Writes lines; remembers which turn has been told, and how the hand was numbered."""

    def __init__(self, output: Output, messages: Messages) -> None:
        self._output = output
        self._say = messages
        self._told_turn: _Turn | None = None
        self._last = ""
        self._hurried_ms = 0  # the end of the turn of which the last seconds were told
        self.clock = TableClock()
        self.shown: tuple[str, ...] = ()  # the hand as numbered on the screen

    def line(self, text: str) -> None:
        self._output.line(text)
        self._last = text

    def last_line(self, text: str) -> None:
        """A line to end with, unless it was just said: a refusal may come before its close."""
        if text != self._last:
            self.line(text)

    def lines(self, lines: tuple[Line, ...]) -> None:
        for line in lines:
            if line:
                self._output.line(*line)

    def picture(self, scene: Scene) -> None:
        """The whole table, and the turn if it is the viewer's."""
        self.lines(Picture(self._say, scene).table())
        self.turn_again(scene)

    def step(self, step: f.Step, before: Scene, after: Scene) -> None:
        """What one step tells."""
        teller = Teller(self._say, before, after)
        lead = ""
        for item in step.news:
            *told, last = teller.lines((item,))
            if isinstance(item, n.Turn) and item.seat == after.me:
                lead = last
            elif not _goes_without_saying(item, after):
                told.append(last)
            for text in told:
                self.line(text)
            self.lines(Picture(self._say, after).after(item))
        if any(type(item) in _HINTS_AFTER for item in step.news):
            self.lines(Picture(self._say, after).hints())
        if _waits_again(before, after, step.news):
            who = after.name(after.actor, self._say)
            self.line(self._say("turn-of", you="no", who=who) + ".")
        self._urge(before, after)
        self.turn(after, lead)

    def turn_again(self, scene: Scene) -> None:
        """How it stands: the own turn anew, or what else can be done."""
        self._told_turn = None
        self.turn(scene)
        self.lines(Picture(self._say, scene).hints())
        if may_cut(scene):
            self.line(self._say("cli-cut-now"))

    def turn(self, scene: Scene, lead: str = "") -> None:
        """Says what the holder of the turn must know, once for each state of the turn."""
        own, turn = scene.own, scene.turn
        if own is None or turn is None or scene.actor != own.seat or scene.pile is None:
            self._told_turn = None
            return
        picture = Picture(self._say, scene)
        now = _Turn(
            turn.number,
            scene.view.pending,
            turn.naming,
            turn.drawn,
            turn.paid,
            own.hand,
            picture.marked,
            scene.view.rules.honour and not own.actions.draw,
        )
        if now == self._told_turn:
            return
        told, self._told_turn = self._told_turn, now
        self.shown = own.hand
        if not now.goes_on_from(told):
            self.lines(picture.own_turn(lead or self._lead(scene), *self._time(scene)))
        elif told is not None and (told.marked, told.chooses) == (now.marked, now.chooses):
            # Only cards just drawn are new, at the end of the hand, and they were told.
            self.lines((picture.options(),))
        else:
            self.lines(picture.choice())

    def _lead(self, scene: Scene) -> str:
        """That it is one's turn; nothing where another's turn waits for a suit of one's own."""
        turn = scene.turn
        if turn is None or turn.seat != scene.me:
            return ""
        again = turn.again
        pending = scene.view.pending
        return self._say(
            "news-turn", you="yes", who="", reversed="no", pending=pending, again=flag(again)
        )

    def _urge(self, before: Scene, after: Scene) -> None:
        """What may be said now and not much later, as soon as it may."""
        self.lines(tuple((text,) for text in urgent(before, after, self._say)))

    # The clock of a turn

    def _time(self, scene: Scene) -> tuple[str, ...]:
        """How long the turn lasts, where it has an end."""
        turn = scene.turn
        if turn is None or not turn.ends_at_ms:
            return ()
        left = self._seconds_left(scene)
        if left <= HURRY_SECONDS:
            self._hurried_ms = turn.ends_at_ms
        return (self._say("cli-clock", seconds=left),)

    def hurry_in(self, scene: Scene) -> float | None:
        """Seconds until the last ones of the own turn are to be told; None if they are not."""
        turn = scene.turn
        if turn is None or not turn.ends_at_ms or scene.me < 0 or scene.actor != scene.me:
            return None
        if turn.ends_at_ms == self._hurried_ms:
            return None
        return max(0.0, self.clock.left_seconds(turn.ends_at_ms) - HURRY_SECONDS)

    def hurry(self, scene: Scene) -> None:
        """Tells the last seconds, once."""
        turn = scene.turn
        if turn is None or self.hurry_in(scene) is None:
            return
        self._hurried_ms = turn.ends_at_ms
        if left := self._seconds_left(scene):
            self.line(self._say("cli-hurry", seconds=left))

    def _seconds_left(self, scene: Scene) -> int:
        assert scene.turn is not None
        left = math.ceil(self.clock.left_seconds(scene.turn.ends_at_ms))
        return min(max(0, left), scene.view.rules.turn_seconds)

    def hand(self, scene: Scene) -> None:
        self.shown = scene.own.hand if scene.own is not None else ()
        self.lines(Picture(self._say, scene).hand_in_words())


def _waits_again(before: Scene, after: Scene, news: tuple[n.AnyNews, ...]) -> bool:
    """True if somebody else is waited for of whom no news tells: a card was taken back, or a suit
    that held up the turn is named."""
    told = any(isinstance(item, n.Turn | n.Dealt | n.SuitDemanded) for item in news)
    if told or after.actor in (before.actor, after.me) or after.actor < 0:
        return False
    return after.seat(after.actor).holder == "person"


def _goes_without_saying(item: n.AnyNews, after: Scene) -> bool:
    """True for the plain turn of a robot: its play is the next line anyhow."""
    if not isinstance(item, n.Turn) or item.pending or item.reversed or item.again:
        return False
    return after.seat(item.seat).holder == "robot"
