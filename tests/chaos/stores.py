"""The stores of a rig: one of its own behind a link for each node, or the one that nodes keep."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Protocol

from redis.asyncio import Redis

from server.events.embedded import PR_SET_PDEATHSIG, RIGHTS
from server.events.redis_store import RedisStore
from tests.chaos.links import Link

READY_SECONDS = 60.0
_LIBC = ctypes.CDLL(None)
_ADMIN = "admin on nopass ~* &* +@all"
_MORE_RIGHTS = "+multi +exec"  # for a mutant
_LOG = "appendonlydir"


class Kept(Protocol):
    """What a rig needs of its store."""

    links: list[Link]  # from each node to the store, where there are such
    extras: tuple[str, ...]  # what else can be done to it, by `disturb`

    async def start(self, nodes: int) -> None: ...

    def environment(self, node: int) -> dict[str, str]:
        """Settings with which a node finds the store."""
        ...

    async def kill(self) -> None:
        """Kills it without warning and sees to it that it comes again."""
        ...

    def pause(self) -> Callable[[], None]:
        """Stops its process; gives what lets it go on."""
        ...

    async def admin(self, *command: str) -> None:
        """A command of its keeper, where it has one; faults are no concern."""
        ...

    async def disturb(self, kind: str) -> None:
        """Does one of `extras`, and waits until that is over."""
        ...

    def reader(self) -> RedisStore:
        """A way to read it without links."""
        ...

    async def stop(self) -> None: ...


class OwnStore:
    """A server with the settings of the embedded store, behind links."""

    def __init__(
        self,
        program: Path,
        *,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.links: list[Link] = []
        self.extras: tuple[str, ...] = ()
        self.directory = Path(mkdtemp(prefix="ol-"))  # short, as paths of sockets have to be
        self._socket = self.directory / "s"
        self._program = program
        self._environment = environment or {}
        self._child: subprocess.Popen[bytes] | None = None

    async def start(self, nodes: int) -> None:
        await self.launch()
        for number in range(nodes):
            link = Link(str(self._socket))
            await link.listen(self.directory / f"n{number}")
            self.links.append(link)

    def environment(self, node: int) -> dict[str, str]:
        return {"OCHOS_REDIS_URL": f"unix://{self.links[node].address}"}

    async def launch(self) -> None:
        """Starts it on what lies in its directory, and waits until it answers."""
        command = [str(self._program), "--port", "0", "--unixsocket", str(self._socket)]
        command += ["--dir", str(self.directory), "--loglevel", "warning", "--save", ""]
        command += ["--logfile", str(self.directory / "log")]
        command += ["--appendonly", "yes", "--appendfsync", "always"]
        command += ["--aof-load-truncated", "yes", "--maxmemory-policy", "noeviction"]
        command += [
            "--user",
            "default",
            *RIGHTS.split(),
            *_MORE_RIGHTS.split(),
            "--user",
            *_ADMIN.split(),
        ]
        self._child = subprocess.Popen(  # noqa: ASYNC220 done at once
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **self._environment},
            preexec_fn=end_with_the_rig,
        )
        await answers(self._socket)

    def end(self) -> None:
        """Kills it without warning."""
        assert self._child is not None
        self._child.kill()
        self._child.wait()

    async def kill(self) -> None:
        self.end()
        await self.launch()

    def keep(self) -> None:
        """Keeps a copy of all that it has written so far."""
        shutil.copytree(self.directory / _LOG, self.directory / "kept")

    async def roll_back(self) -> None:
        """Kills it, and starts it on the copy."""
        self.end()
        shutil.rmtree(self.directory / _LOG)
        (self.directory / "kept").rename(self.directory / _LOG)
        await self.launch()

    def pause(self) -> Callable[[], None]:
        child = self._child
        assert child is not None
        child.send_signal(signal.SIGSTOP)
        return lambda: child.send_signal(signal.SIGCONT)

    async def admin(self, *command: str) -> None:
        client: Any = Redis.from_url(f"unix://admin:x@{self._socket}", socket_timeout=2)
        with contextlib.suppress(Exception):
            await client.execute_command(*command)
        with contextlib.suppress(Exception):
            await client.aclose()

    async def disturb(self, kind: str) -> None:
        raise NotImplementedError

    def reader(self) -> RedisStore:
        return RedisStore(f"unix://{self._socket}")

    async def stop(self) -> None:
        for link in self.links:
            link.close()
        if self._child is not None:
            self._child.send_signal(signal.SIGCONT)
            self.end()
        shutil.rmtree(self.directory)


class NodesStore:
    """The embedded store of a data directory that all nodes share: one of them keeps it."""

    def __init__(self, data: Path) -> None:
        self.links: list[Link] = []
        self.extras: tuple[str, ...] = ()
        self._data = data

    async def start(self, nodes: int) -> None:
        self._data.mkdir(exist_ok=True)

    def environment(self, node: int) -> dict[str, str]:
        return {"OCHOS_DATA": str(self._data)}

    def _pid(self) -> int:
        return int((self._data / "store.writer").read_text())

    async def kill(self) -> None:
        self._signal(self._pid(), signal.SIGKILL)

    def pause(self) -> Callable[[], None]:
        pid = self._pid()
        self._signal(pid, signal.SIGSTOP)
        return lambda: self._signal(pid, signal.SIGCONT)

    @staticmethod
    def _signal(pid: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):  # between two of its lives
            os.kill(pid, number)

    async def admin(self, *command: str) -> None:
        return

    async def disturb(self, kind: str) -> None:
        raise NotImplementedError

    def reader(self) -> RedisStore:
        return RedisStore(f"unix://{(self._data / 'store.socket').read_text()}")

    async def stop(self) -> None:
        return


async def answers(path: Path) -> None:
    """Waits until a server at a socket takes commands."""
    deadline = time.monotonic() + READY_SECONDS
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_unix_connection(str(path))
            try:
                writer.write(b"PING\r\n")
                if await asyncio.wait_for(reader.readline(), 1) == b"+PONG\r\n":
                    return
            finally:
                writer.close()
        assert time.monotonic() < deadline, "the store does not answer"
        await asyncio.sleep(0.01)


def end_with_the_rig() -> None:
    """In a child: the end of whoever started it is its own."""
    prctl = getattr(_LIBC, "prctl", None)
    if prctl is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def program_named(name: str) -> Path:
    """`valkey` of the wheel, or another by its name on PATH."""
    from server.events.program import program_of_wheel

    found = program_of_wheel() if name == "valkey" else shutil.which(name)
    assert found is not None, f"there is no {name}"
    return Path(found)
