"""Shows a match again: straight through, one moment, or step by step at a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from clients.cli.exits import Exit, Stop
from clients.cli.messages import Messages
from clients.cli.output import Output
from clients.cli.picture import Line
from clients.cli.tape import OPEN, Tape

ESCAPE_SECONDS = 0.1
_NAMES = {
    Keys.Enter: "on",
    Keys.ControlM: "on",
    Keys.ControlJ: "on",
    Keys.Right: "on",
    " ": "on",
    Keys.Down: "on",
    "n": "on",
    Keys.Left: "back",
    Keys.Up: "back",
    "a": "back",
    "b": "back",
    Keys.Backspace: "back",
    "]": "next_round",
    "[": "round_before",
    Keys.Home: "first",
    Keys.End: "last",
    "q": "quit",
    "Q": "quit",
    Keys.ControlC: "quit",
    Keys.ControlD: "quit",
    Keys.Escape: "quit",
    "s": "quit",
    "?": "help",
}


class Way(msgspec.Struct, frozen=True, gc=False):
    """How a match is to be shown."""

    seat: int = OPEN
    step: int = 0  # from 1; 0 = none asked for
    keys: bool = False  # somebody sits at the keyboard of a terminal


def show_match(tape: Tape, way: Way, output: Output, messages: Messages) -> Exit:
    """Shows the match as asked.

    Raises: Stop (wrong use) if it has no such seat or step.
    """
    if way.seat != OPEN and way.seat not in tape.head.players:
        raise Stop(Exit.WRONG_USE, "cli-replay-no-seat", number=way.seat + 1)
    if way.step > len(tape):
        raise Stop(Exit.WRONG_USE, "cli-replay-no-step", steps=len(tape))
    player = Player(tape, way.seat, output, messages)
    if way.keys:
        asyncio.run(player.by_keys(way.step))
    elif way.step:
        player.picture(way.step - 1)
    else:
        player.straight()
    return Exit.DONE


class Player:
    """Where one is in a match, and whose hand shows."""

    def __init__(self, tape: Tape, seat: int, output: Output, messages: Messages) -> None:
        self._tape = tape
        self._seat = seat
        self._output = output
        self._say = messages
        self._index = 0

    def straight(self) -> None:
        """The whole match, line by line."""
        self._intro()
        for index in range(len(self._tape)):
            self._lines(self._tape.told(index, self._seat))

    def picture(self, index: int) -> None:
        """The table at one moment."""
        self._index = index
        self._lines(self._tape.picture(index, self._seat))

    async def by_keys(self, step: int) -> None:
        """Steps through as keys are pressed, until one asks to go."""
        async for key in _keys():
            if key == "quit":
                return
            if key == "start":
                self._intro()
                self._output.line(self._say("cli-replay-keys"))
                self.picture(step - 1 if step else 0)
            else:
                self._press(key)

    def _intro(self) -> None:
        for line in self._tape.intro():
            self._output.line(line)

    def _press(self, key: str) -> None:
        if key == "on":
            self._step_on()
        elif key == "help":
            self._output.line(self._say("cli-replay-keys"))
        elif key.isdecimal():
            self._look_from(int(key) - 1)
        else:
            self.picture(self._target(key))

    def _step_on(self) -> None:
        if self._index + 1 >= len(self._tape):
            self._output.line(self._say("cli-replay-end"))
            return
        self._index += 1
        self._lines(self._tape.told(self._index, self._seat))

    def _target(self, key: str) -> int:
        starts = self._tape.round_starts()
        match key:
            case "back":
                return max(self._index - 1, 0)
            case "first":
                return 0
            case "last":
                return len(self._tape) - 1
            case "next_round":
                later = [index for index in starts if index > self._index]
                return later[0] if later else len(self._tape) - 1
            case _:
                earlier = [index for index in starts if index < self._index]
                return earlier[-1] if earlier else 0

    def _look_from(self, seat: int) -> None:
        """Shows one seat's hand from now on, or all of them (`seat` −1, the key 0)."""
        if seat != OPEN and seat not in self._tape.head.players:
            self._output.line(self._say("cli-replay-no-seat", number=seat + 1))
            return
        self._seat = seat
        scene = self._tape.moments[self._index].after
        self._output.line(
            self._say("cli-replay-view-open")
            if seat == OPEN
            else self._say("cli-replay-view-seat", who=scene.name(seat, self._say))
        )
        self.picture(self._index)

    def _lines(self, lines: tuple[Line, ...]) -> None:
        for line in lines:
            self._output.line(*line)


async def _keys() -> AsyncIterator[str]:
    """«start» once keys are taken, then keys by what they mean; others are passed over."""
    pressed: asyncio.Queue[str] = asyncio.Queue(maxsize=64)
    terminal = create_input()
    loop = asyncio.get_running_loop()

    def ready() -> None:
        take(terminal.read_keys())
        # A lone Escape is known only by nothing following it.
        loop.call_later(ESCAPE_SECONDS, lambda: take(terminal.flush_keys()))

    def take(presses: list[KeyPress]) -> None:
        for press in presses:
            name = _NAMES.get(press.key, press.key if press.key in set("0123456789") else "")
            if name and not pressed.full():
                pressed.put_nowait(str(name))
        if terminal.closed and not pressed.full():
            pressed.put_nowait("quit")

    with terminal.raw_mode(), terminal.attach(ready):
        yield "start"
        while True:
            yield await pressed.get()
