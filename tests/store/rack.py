"""Server processes on ports of their own, which a test starts, harms and ends together."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Self

import redis

from tests.store.rig import end_with_the_tests, programs

PORTS = range(10_500, 21_900)
READY_SECONDS = 60.0
STEP_SECONDS = 0.01
SAFE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "save": "",
    "maxmemory-policy": "noeviction",
    "min-replicas-to-write": "1",
    "min-replicas-max-lag": "3",
    "repl-diskless-sync-delay": "0",
    "repl-ping-replica-period": "1",
    "loglevel": "notice",
}
Failure = (OSError, redis.RedisError)


class Member:
    """One server process on a port and a directory, both kept over `kill` and `start`."""

    def __init__(self, program: Path, directory: Path, port: int) -> None:
        self.port = port
        self.bus = 0  # the cluster's own port
        self.id = ""  # in a cluster
        self.directory = directory / str(port)
        self.directory.mkdir()
        self.config = self.directory / "server.conf"
        self.options: tuple[str, ...] = ()
        self.is_paused = False
        self._program = program
        self._child: subprocess.Popen[bytes] | None = None
        self._client: redis.Redis = redis.Redis(
            port=port, socket_timeout=5, socket_connect_timeout=1, single_connection_client=False
        )

    def __repr__(self) -> str:
        return f"Member({self.port})"

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    @property
    def is_running(self) -> bool:
        """Whether it can answer."""
        return self._child is not None and self._child.poll() is None and not self.is_paused

    def start(self) -> None:
        """Also again, on what it had kept."""
        self._child = subprocess.Popen(
            [str(self._program), str(self.config), *self.options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.directory,
            preexec_fn=end_with_the_tests,
        )

    def kill(self) -> None:
        """At once, as by a power cut."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
        self.is_paused = False
        self._client.close()

    def pause(self) -> None:
        """It answers nobody until `resume`."""
        assert self._child is not None
        self._child.send_signal(signal.SIGSTOP)
        self.is_paused = True

    def resume(self) -> None:
        assert self._child is not None
        self._child.send_signal(signal.SIGCONT)
        self.is_paused = False

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """It stands still for as long as the context lasts."""
        self.pause()
        try:
            yield
        finally:
            self.resume()

    def ask(self, *command: str | bytes | int) -> Any:
        """Raises: redis-py's errors."""
        return self._client.execute_command(*command)  # type: ignore[no-untyped-call]

    def info(self, section: str) -> dict[str, str]:
        """Raises: redis-py's errors."""
        told = self._client.execute_command("INFO", section)  # type: ignore[no-untyped-call]
        return {str(name): str(value) for name, value in told.items()}

    def answers(self) -> bool:
        with contextlib.suppress(*Failure):
            return int(self.info("server")["process_id"]) == self.pid
        return False

    def is_primary(self) -> bool:
        with contextlib.suppress(*Failure):
            return self.is_running and self.info("replication")["role"] == "master"
        return False

    def log(self) -> str:
        path = self.directory / "log"
        return path.read_text() if path.exists() else ""


class Rack:
    """Members, started together and ended together."""

    def __init__(self, program: Path | None) -> None:
        self.program = program or programs()["valkey"]
        self.members: list[Member] = []
        self.directory = Path(mkdtemp(prefix="ol-"))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> Self:
        """Returns when everything is served and copied."""
        try:
            self.prepare()
            for member in self.members:
                member.start()
            self.wait_until(self.is_whole, "the servers do not come up")
        except BaseException:
            self.stop()
            raise
        return self

    def prepare(self) -> None:
        """Makes the members and what they read at their start."""
        raise NotImplementedError

    def is_whole(self) -> bool:
        """Whether all that run serve, and have all that they should have."""
        raise NotImplementedError

    async def until_whole(self) -> None:
        await self.until(self.is_whole, "it does not heal")

    def member(self) -> Member:
        member = Member(self.program, self.directory, free_port())
        self.members.append(member)
        return member

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not holds():
            assert time.monotonic() < deadline, f"{what}: {self.logs()}"
            for member in self.members:
                assert member.is_running, f"{member} ended: {member.log()[-500:]}"
            time.sleep(STEP_SECONDS)

    async def until(self, holds: Callable[[], bool], what: str = "the rig") -> None:
        """Waits for something that is asked of the servers."""
        deadline = time.monotonic() + READY_SECONDS
        while not holds():
            assert time.monotonic() < deadline, f"{what}: {self.logs()}"
            await asyncio.sleep(STEP_SECONDS)

    def logs(self) -> str:
        return "\n".join(f"{member}: {member.log()[-600:]}" for member in self.members)

    def stop(self) -> None:
        for member in self.members:
            member.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def write_config(self, member: Member, settings: dict[str, str]) -> None:
        lines = {
            "port": str(member.port),
            "bind": "127.0.0.1",
            "dir": str(member.directory),
            "logfile": str(member.directory / "log"),
            **settings,
        }
        text = "".join(f"{name} {value or _EMPTY}\n" for name, value in lines.items())
        member.config.write_text(text)


_EMPTY = '""'


_taken: set[int] = set()


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        if port in _taken:
            continue
        with socket.socket() as end, contextlib.suppress(OSError):
            end.bind(("127.0.0.1", port))
            _taken.add(port)
            return port
