"""A cluster of six as the store of a rig, harmed as clusters are: one thing at a time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random

from server.events.keys import BUCKETS
from server.events.profiles import FAILOVER
from server.events.redis_store import RedisStore
from tests.chaos.links import Link
from tests.store.cluster import Cluster
from tests.store.rack import Failure, Member

MOVED_SLOTS = 12  # of one live resharding


class ClusterStore:
    """Three primaries with a replica each, which must have an entry before it counts."""

    def __init__(self, program: Path, dice: Random) -> None:
        self.links: list[Link] = []
        self.extras: tuple[str, ...] = ("fail_over", "reshard")
        self._cluster = Cluster(program=program)
        self._dice = dice

    async def start(self, nodes: int) -> None:
        await asyncio.to_thread(self._cluster.start)

    def environment(self, node: int) -> dict[str, str]:
        return {"OCHOS_REDIS_URL": self._cluster.url, "OCHOS_STORE_PROFILE": FAILOVER.name}

    async def kill(self) -> None:
        """A primary, which comes again once it has been replaced."""
        primary = self._a_primary()
        if primary is None:
            return
        await asyncio.to_thread(primary.kill)
        await self._cluster.until_whole()
        primary.start()
        await self._cluster.until_whole()

    def pause(self) -> Callable[[], None]:
        primary = self._a_primary()
        if primary is None:
            return lambda: None
        primary.pause()
        return primary.resume

    async def admin(self, *command: str) -> None:
        for member in self._cluster.running():
            with contextlib.suppress(*Failure):
                await asyncio.to_thread(member.ask, *command)

    async def disturb(self, kind: str) -> None:
        """Raises nothing: a cluster that is not whole is left alone."""
        primary = self._a_primary()
        if primary is None:
            return
        with contextlib.suppress(*Failure, AssertionError):
            if kind == "fail_over":
                self._cluster.fail_over(primary)
            else:
                buckets = self._dice.sample(BUCKETS, MOVED_SLOTS)
                await self._cluster.reshard(buckets, primary)
        await self._cluster.until_whole()

    def reader(self) -> RedisStore:
        return RedisStore(self._cluster.url, profile=FAILOVER)

    async def stop(self) -> None:
        self._cluster.stop()

    def _a_primary(self) -> Member | None:
        """One of a cluster that is whole."""
        if not self._cluster.is_whole():
            return None
        return self._dice.choice(self._cluster.primaries())
