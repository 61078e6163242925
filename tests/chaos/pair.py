"""A primary with one replica, which a rig can part: the store of failovers by hand."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from server.events.profiles import FAILOVER
from server.events.redis_store import RedisStore
from tests.chaos.links import Link
from tests.chaos.stores import end_with_the_rig
from tests.store.rack import SAFE, free_port

READY_SECONDS = 60.0


class _Server:
    """One of the two."""

    def __init__(self, program: Path, directory: Path) -> None:
        self.port = free_port()
        self._program = program
        self._directory = directory
        self._child: subprocess.Popen[bytes] | None = None

    async def start(self, primary: int = 0) -> None:
        """As a replica, if the port of a primary is given."""
        self._directory.mkdir(exist_ok=True)
        settings = SAFE | {"port": str(self.port), "dir": str(self._directory)}
        command = [str(self._program)]
        for name, value in settings.items():
            command += [f"--{name}", value]
        if primary:
            command += ["--replicaof", "127.0.0.1", str(primary)]
        self._child = subprocess.Popen(  # noqa: ASYNC220 done at once
            command, stdout=subprocess.DEVNULL, preexec_fn=end_with_the_rig
        )

    def kill(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()

    def signal(self, number: int) -> None:
        assert self._child is not None
        self._child.send_signal(number)

    async def ask(self, *command: str | int) -> Any:
        client: Any = Redis(port=self.port, socket_timeout=2)
        try:
            return await client.execute_command(*command)
        finally:
            await client.aclose()


class PairStore:
    """`between` is the way from the replica to the primary."""

    def __init__(self, program: Path, directory: Path) -> None:
        directory.mkdir(exist_ok=True)
        self.links: list[Link] = []
        self.extras: tuple[str, ...] = ()
        self._primary = _Server(program, directory / "a")
        self._replica = _Server(program, directory / "b")
        self.between = Link(("127.0.0.1", self._primary.port))

    async def start(self, nodes: int) -> None:
        await self.between.listen()
        await self._primary.start()
        await self._replica.start(int(self.between.address[1]))
        await self._until_copied()
        for _ in range(nodes):
            link = Link(("127.0.0.1", self._primary.port))
            await link.listen()
            self.links.append(link)

    def environment(self, node: int) -> dict[str, str]:
        return {
            "OCHOS_REDIS_URL": f"redis://127.0.0.1:{self.links[node].address[1]}",
            "OCHOS_STORE_PROFILE": FAILOVER.name,
        }

    async def fail_over(self) -> None:
        """The primary dies, the replica takes its place, and what was the primary copies it."""
        old, new = self._primary, self._replica
        old.kill()
        self.between.reset()
        await new.ask("REPLICAOF", "NO", "ONE")
        self._primary, self._replica = new, old
        self.between.target = ("127.0.0.1", new.port)
        self.between.heal()
        await old.start(int(self.between.address[1]))
        await self._until_copied()
        for link in self.links:
            link.target = ("127.0.0.1", new.port)
            link.reset()

    async def kill(self) -> None:
        self._primary.kill()
        await self._primary.start()
        await self._until_copied()

    def pause(self) -> Callable[[], None]:
        primary = self._primary
        primary.signal(signal.SIGSTOP)
        return lambda: primary.signal(signal.SIGCONT)

    async def admin(self, *command: str) -> None:
        with contextlib.suppress(Exception):
            await self._primary.ask(*command)

    async def disturb(self, kind: str) -> None:
        raise NotImplementedError

    def reader(self) -> RedisStore:
        return RedisStore(f"redis://127.0.0.1:{self._primary.port}")

    async def stop(self) -> None:
        for link in (*self.links, self.between):
            link.close()
        self._primary.kill()
        self._replica.kill()

    async def _until_copied(self) -> None:
        """Until both are there and the replica has all that the primary has."""
        async with asyncio.timeout(READY_SECONDS):
            while True:
                with contextlib.suppress(Exception):
                    role, *rest = await self._replica.ask("ROLE")
                    if role == b"slave" and rest[2] == b"connected":
                        return
                await asyncio.sleep(0.02)
