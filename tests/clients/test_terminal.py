"""The client at a terminal: what is being typed stays whole, whatever arrives or changes."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from server.protocol import frames as f
from server.protocol import news as n
from tests.clients.program import ANSWER_SECONDS, ROOT, surroundings
from tests.clients.sample import match_file
from tests.clients.scripted import Line, in_round, scripted, step

SIZES = ((24, 80), (2, 10), (1, 1), (50, 120))


class Terminal:
    """The other end of a pseudo-terminal: the keyboard and what would be on the screen."""

    def __init__(self, descriptor: int, process: asyncio.subprocess.Process) -> None:
        self._descriptor = descriptor
        self._process = process
        self._shown = bytearray()
        self._changed = asyncio.Condition()
        self._telling: set[asyncio.Task[None]] = set()
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    @property
    def shown(self) -> str:
        return self._shown.decode("utf-8", "replace")

    async def until(self, holds: Callable[[str], bool] | str) -> str:
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._changed:
                await self._changed.wait_for(
                    lambda: holds in self.shown if isinstance(holds, str) else holds(self.shown)
                )
        except TimeoutError:
            raise AssertionError(f"waited in vain for {holds!r}: {self.shown[-3000:]!r}") from None
        return self.shown

    def press(self, keys: str) -> None:
        os.write(self._descriptor, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, size)
        self._process.send_signal(signal.SIGWINCH)

    async def exit(self) -> int:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self._process.wait()

    def _read(self) -> None:
        try:
            self._shown += os.read(self._descriptor, 65_536)
        except OSError:  # the program has gone
            asyncio.get_running_loop().remove_reader(self._descriptor)
        task = asyncio.create_task(self._tell())
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


def prompted(shown: str) -> bool:
    """The table is told and keys are taken: the prompt was drawn anew behind it."""
    return "?2004h" in shown.partition("En el mazo")[2]


@asynccontextmanager
async def at_terminal(*words: str, home: Path, **environment: str) -> AsyncIterator[Terminal]:
    """`ochos` with a terminal of 24 lines and 80 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clients.cli", *words, cwd=ROOT, stdin=theirs, stdout=theirs,
        stderr=theirs, env=surroundings(home, {"TERM": "xterm-256color", **environment}),
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    terminal = Terminal(ours, process)
    try:
        yield terminal
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)


async def test_lines_that_arrive_leave_what_is_being_typed_whole(tmp_path: Path) -> None:
    typed = asyncio.Event()

    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await asyncio.wait_for(typed.wait(), ANSWER_SECONDS)
        await line.say(
            step(6, {}, n.Played(1, "2H", 4)),
            f.ChatLines((f.ChatLine(1, 2, 5, "hola"),)),
            f.ChatLines((f.ChatLine(2, 2, 6, "¿estás?"),)),
        )
        chat = await line.hear_a(f.Chat)
        assert chat.text == "juega 9 de corazones"
        await line.say(f.Ack(chat.id, 6), f.ChatLines((f.ChatLine(3, 1, 7, chat.text),)))
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        at_terminal("play", server.link, "--name", "Ana", home=tmp_path) as terminal,
    ):
        await terminal.until(prompted)
        terminal.press("charla juega 9")
        await terminal.until("juega 9")
        typed.set()
        await terminal.until("¿estás?")
        await terminal.until(lambda shown: "juega 9" in shown[shown.rindex("¿estás?") :])
        terminal.press(" de corazones\r")
        await terminal.until("Ana: juega 9 de corazones")
        terminal.press("salir\r")
        assert await terminal.exit() == 0
    assert "Traceback" not in terminal.shown


async def test_a_window_of_any_size_keeps_line_and_connection(tmp_path: Path) -> None:
    resized: asyncio.Queue[int] = asyncio.Queue()

    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        for _ in SIZES:
            n = await asyncio.wait_for(resized.get(), ANSWER_SECONDS)
            await line.say(f.ChatLines((f.ChatLine(n, 2, n, f"vez {n}"),)))
        chat = await line.hear_a(f.Chat)
        assert chat.text == "una línea que sigue aquí"
        await line.say(f.Ack(chat.id, 5), f.ChatLines((f.ChatLine(9, 1, 9, chat.text),)))
        await line.hear_a(f.Bye)

    async with scripted(table) as server:
        async with at_terminal("play", server.link, "--name", "Ana", home=tmp_path) as terminal:
            await terminal.until(prompted)
            terminal.press("charla una línea")
            await terminal.until("una línea")
            for n, (rows, columns) in enumerate(SIZES, 1):
                terminal.resize(rows, columns)
                await resized.put(n)
                await terminal.until(f"Beto: vez {n}")
            terminal.press(" que sigue aquí\r")
            await terminal.until("Ana: una línea que sigue aquí")
            terminal.press("salir\r")
            assert await terminal.exit() == 0
        assert server.connections == 1
    assert "Traceback" not in terminal.shown


async def test_a_name_is_asked_for_only_where_somebody_can_answer(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        at_terminal("play", server.link, home=tmp_path) as terminal,
    ):
        await terminal.until(prompted)
        assert "¿Cómo te llamas?" not in terminal.shown, "she has a seat and a name already"
        terminal.press("\x03")
        assert await terminal.exit() == 0


async def test_a_dumb_terminal_gets_no_escape_and_no_prompt(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        at_terminal("play", server.link, home=tmp_path, TERM="dumb") as terminal,
    ):
        await terminal.until("Puedes jugar")
        terminal.press("salir\r")
        assert await terminal.exit() == 0
    assert "\x1b" not in terminal.shown


async def test_a_replay_follows_the_keys(tmp_path: Path) -> None:
    path = tmp_path / "partida.jsonl"
    await asyncio.to_thread(path.write_bytes, match_file())
    async with at_terminal("replay", str(path), home=tmp_path) as terminal:
        await terminal.until("Paso 1 de 37.")
        for key, shown in (
            ("\r", "Tito juega el 7 de tréboles."), (" ", "Carmen roba una carta."),
            ("\x1b[D", "Paso 2 de 37."), ("3", "Se ve la mano de Tito."),
            ("0", "Manos a la vista."), ("9", "En esta partida no juega el asiento 9."),
            ("\x1b[F", "Paso 37 de 37."), ("\r", "Aquí acaba."),
        ):  # fmt: skip
            terminal.press(key)
            await terminal.until(shown)
        terminal.press("q")
        assert await terminal.exit() == 0
