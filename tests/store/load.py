"""Writers on many tables, through several stores at once, and a judge of what became of it all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from server.events.redis_store import RedisStore
from server.events.store import Appended, StoreUnavailable
from tests.store.rig import a_draft, a_table

MORE_SECONDS = 120.0


class Load:
    """Commands on their way; each table is written through every store, one command after another.

    `acknowledged` holds, for each table, command ids and the versions that were answered; `unsure`
    those of which nobody knows.
    """

    def __init__(self, stores: Sequence[RedisStore], tables: int) -> None:
        self.tables = [a_table() for _ in range(tables)]
        self.acknowledged: dict[str, dict[str, int]] = {table: {} for table in self.tables}
        self.unsure: set[str] = set()
        self.pauses_s: list[float] = []  # between asking and the answer
        self.is_over = False
        self._stores = stores

    def answers(self, tables: Sequence[str] = ()) -> int:
        return sum(len(self.acknowledged[table]) for table in tables or self.tables)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Writes as long as the context lasts; then everything is answered or given up."""
        async with asyncio.TaskGroup() as writers:
            for table in self.tables:
                for number, store in enumerate(self._stores):
                    writers.create_task(self._write(store, table, f"{number}"))
            yield
            self.is_over = True

    async def more(self, answers: int, tables: Sequence[str] = ()) -> None:
        """Waits for so many more answers at each of these tables, or at all."""
        wanted = tables or self.tables
        before = {table: len(self.acknowledged[table]) for table in wanted}
        async with asyncio.timeout(MORE_SECONDS):
            while any(len(self.acknowledged[t]) < before[t] + answers for t in wanted):  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    async def _write(self, store: RedisStore, table: str, writer: str) -> None:
        number, version, tag = 0, 0, b""
        loop = asyncio.get_running_loop()
        while not self.is_over:
            number += 1
            command_id, began = f"{writer}-{number}", loop.time()
            try:
                version, tag = await self._insist(store, table, command_id, version, tag)
            except StoreUnavailable:
                self.unsure.add(f"{table} {command_id}")
            self.pauses_s.append(loop.time() - began)

    async def _insist(
        self, store: RedisStore, table: str, command_id: str, version: int, tag: bytes
    ) -> tuple[int, bytes]:
        """Appends as a server does: judges again on what others have written, until it is in."""
        while True:
            draft = a_draft(command_id)
            done = await store.append(table, version, tag, draft)
            if done.outcome == "ok":
                self.acknowledged[table][command_id] = done.version
                return done.version, done.tag
            if done.outcome == "dup":
                self.acknowledged[table][command_id] = done.version
            version, tag = await _known(store, table, done)
            if done.outcome == "dup":
                return version, tag

    async def judge(self, store: RedisStore, *, may_lose: bool = False) -> None:
        """Nothing acknowledged is lost, nothing is there twice, and the logs are without gaps."""
        for table in self.tables:
            entries = await store.read(table)  # raises LogCorrupt where a version is missing
            found = {entry.command_id: entry.version for entry in entries}
            assert len(found) == len(entries), f"{table}: a command is there twice"
            asked = self.acknowledged[table]
            invented = found.keys() - asked.keys()
            assert not {each for each in invented if f"{table} {each}" not in self.unsure}
            if not may_lose:
                lost = {each: v for each, v in asked.items() if found.get(each) != v}
                assert not lost, f"{table}: {lost}"


async def _known(store: RedisStore, table: str, done: Appended) -> tuple[int, bytes]:
    """The end of the log as the answer tells it; after a fork, as it is there now."""
    if done.tail:
        return done.tail[-1].version, done.tail[-1].tag
    last = await store.last(table)
    return (last.version, last.tag) if last else (0, b"")
