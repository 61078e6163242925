"""Tells what happens at the table, line by line, and once for each turn what one needs to know."""

from __future__ import annotations

from clients.cli.messages import Messages
from clients.cli.output import Output
from clients.cli.picture import Line, Picture
from clients.cli.scene import Scene
from clients.cli.telling import Teller
from server.protocol import frames as f
from server.protocol import news as n

_HINTS_AFTER = frozenset({n.RoundOver, n.MatchOver, n.RematchOffered, n.HostIs})


class Narrator:
    """Writes lines; remembers which turn has been told, and how the hand was numbered."""

    def __init__(self, output: Output, messages: Messages) -> None:
        self._output = output
        self._say = messages
        self._told_turn: tuple[int, int, bool, int] | None = None
        self._last = ""
        self._could_play: tuple[str, ...] = ()
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
        self.turn(after, lead)

    def turn_again(self, scene: Scene) -> None:
        """How it stands: the own turn anew, or what else can be done."""
        self._told_turn = None
        self.turn(scene)
        self.lines(Picture(self._say, scene).hints())

    def turn(self, scene: Scene, lead: str = "") -> None:
        """Says what the holder of the turn must know, once for each state of the turn."""
        own, turn = scene.own, scene.turn
        if own is None or turn is None or turn.seat != own.seat or scene.pile is None:
            self._told_turn = None
            return
        now = (turn.number, turn.drawn, turn.naming, scene.view.pending)
        if now == self._told_turn:
            return
        told, self._told_turn = self._told_turn, now
        could_play, self._could_play = self._could_play, own.actions.play
        self.shown = own.hand
        picture = Picture(self._say, scene)
        goes_on = told is not None and (told[0], told[3]) == (now[0], now[3]) and not turn.naming
        if goes_on and could_play == own.actions.play:
            # Only the card just drawn is new, at the end of the hand, and it was told.
            self.lines((picture.options(own.actions),))
            return
        lead = lead or self._say(
            "news-turn", you="yes", who="", reversed="no", pending=scene.view.pending
        )
        self.lines(picture.choice() if goes_on else picture.own_turn(lead))

    def hand(self, scene: Scene) -> None:
        self.shown = scene.own.hand if scene.own is not None else ()
        self.lines(Picture(self._say, scene).hand_in_words())


def _goes_without_saying(item: n.AnyNews, after: Scene) -> bool:
    """True for the plain turn of a robot: its play is the next line anyhow."""
    if not isinstance(item, n.Turn) or item.pending or item.reversed:
        return False
    return after.seat(item.seat).holder == "robot"
