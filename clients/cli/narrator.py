"""Tells what happens at the table, line by line, and once for each turn what one needs to know."""

from __future__ import annotations

from clients.cli.messages import Messages
from clients.cli.output import Output
from clients.cli.picture import Line, Picture
from clients.cli.scene import WATCHER, Scene
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
        self.shown: tuple[str, ...] = ()  # the hand as numbered on the screen

    def line(self, text: str) -> None:
        self._output.line(text)

    def lines(self, lines: tuple[Line, ...]) -> None:
        for line in lines:
            if line:
                self._output.line(*line)

    def picture(self, scene: Scene) -> None:
        """The whole table, and the turn if it is the viewer's."""
        self.lines(Picture(self._say, scene).table())
        if scene.me == WATCHER:
            self.line(self._say("watching"))
        self.turn_again(scene)

    def step(self, step: f.Step, before: Scene, after: Scene) -> None:
        """What one step tells."""
        teller = Teller(self._say, before, after)
        lead = ""
        for item in step.news:
            *told, last = teller.lines((item,))
            if isinstance(item, n.Turn) and item.seat == after.me:
                lead = last
            else:
                told.append(last)
            for text in told:
                self.line(text)
        self._end(step.news, after)
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
        self.shown = own.hand
        picture = Picture(self._say, scene)
        goes_on = told is not None and (told[0], told[3]) == (now[0], now[3]) and not turn.naming
        lead = lead or self._say("turn-of", you="yes", who="") + "."
        self.lines(picture.choice() if goes_on else picture.own_turn(lead))

    def hand(self, scene: Scene) -> None:
        self.shown = scene.own.hand if scene.own is not None else ()
        self.lines(Picture(self._say, scene).hand_in_words())

    def _end(self, news: tuple[n.AnyNews, ...], after: Scene) -> None:
        """What the close of a round or a match shows, and how it goes on."""
        picture = Picture(self._say, after)
        kinds = {type(item) for item in news}
        if n.RoundOver in kinds:
            self.lines(picture.round_end())
        if n.MatchOver in kinds:
            self.lines(picture.match_end())
        if kinds & _HINTS_AFTER:
            self.lines(picture.hints())
