"""Reads logs as they are stored, field by field, and finds all that a site has stored."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from server.events import keys
from server.events.archive import Page, Table
from server.events.questions import Command, Questions, asked
from server.events.scripts import script_from, unfailed
from server.events.store import StoreUnavailable
from server.events.topology import Topology

PAGE_ENTRIES = 500
CONNECTIONS_MAX = 8  # to each server
SCAN_KEYS = 1000
SOCKET_SECONDS = 60.0  # for one reply; a slow disk may take its time
PATIENCE_SECONDS = 90.0  # for one answer, whoever gives it; longer than for one reply

_PAGE = script_from("backup.lua")
_LOG_KEY = re.compile(r"ol:\{b[0-9a-f]{2}\}:t:(.+)", re.DOTALL)

T = TypeVar("T")


class Reach:
    """Where the keys of a site lie: on one server, or on several primaries of a cluster. Questions
    follow them when others become the primaries."""

    def __init__(self, topology: Topology, *, patience_seconds: float) -> None:
        self._topology = topology
        self._questions = Questions(topology, deadline_seconds=patience_seconds)

    def client_of(self, key: str) -> Redis:
        """A client of whoever holds a key now, as far as is known.

        Raises: NotFound.
        """
        return self._topology.node_of_key(key).client

    async def ask(self, key: str, commands: Sequence[Command]) -> list[Any]:
        """The replies of whoever holds `key`, in one round trip. All must be such that asking
        twice does no harm.

        Raises: StoreUnavailable; ResponseError if the question is wrong.
        """

        async def send() -> list[Any]:
            return await asked(self._topology, self._topology.node_of_key(key), commands)

        return await self._repeated(send)

    async def now_ms(self) -> int:
        """The store's time.

        Raises: StoreUnavailable.
        """
        ((seconds, micros),) = await self.ask(keys.META, [("TIME",)])
        return int(seconds) * 1000 + int(micros) // 1000

    async def all_keys(self) -> set[str]:
        """Every key of ours. Keys that come or go meanwhile may be missing.

        Raises: StoreUnavailable.
        """

        async def look() -> set[str]:
            found: set[str] = set()
            for node in self._topology.nodes():
                async for key in node.client.scan_iter(match="ol:*", count=SCAN_KEYS):
                    found.add(key.decode(errors="backslashreplace"))
            return found

        return await self._repeated(look)

    async def _repeated(self, call: Callable[[], Awaitable[T]]) -> T:
        try:
            return await self._questions.repeated(call)
        except StoreUnavailable as error:
            if type(error.__cause__) is ResponseError:
                raise error.__cause__ from None
            raise StoreUnavailable(
                f"the store does not answer any more ({error.__cause__ or error}). What is done is "
                "done, and nothing is lost: run it again when the store answers"
            ) from error


@asynccontextmanager
async def reaching(url: str) -> AsyncIterator[Reach]:
    """All of the site at `url`, for as long as the context lasts."""
    topology = Topology(url, connections_max=CONNECTIONS_MAX, socket_seconds=SOCKET_SECONDS)
    try:
        await topology.learn()
        yield Reach(topology, patience_seconds=PATIENCE_SECONDS)
    finally:
        await topology.close()


async def all_keys(reach: Reach) -> set[str]:
    """Every key of ours. Keys that come or go meanwhile may be missing."""
    return await reach.all_keys()


def table_of(key: str) -> str:
    """The table whose log lies at `key`; empty if it is no log's."""
    log = _LOG_KEY.fullmatch(key)
    return log[1] if log else ""


async def log_pages(reach: Reach, table: str) -> AsyncIterator[Page | Table]:
    """The log of a table, page by page, then what the indexes say of it: the last page and that
    are of one moment."""
    bucket = keys.bucket_of(table)
    where = (keys.log_of(table), keys.deadlines_of(bucket), keys.open_of(bucket))
    last, entries = b"0-0", 0
    while True:
        command = ("EVAL", _PAGE.source, len(where), *where, table, last, PAGE_ENTRIES)
        (reply,) = await reach.ask(where[0], [command])
        page = tuple((id_, tuple(fields)) for id_, fields in reply[0])
        if page:
            last, entries = page[-1][0], entries + len(page)
            yield Page(table, page)
        if len(reply) > 1:
            due, listed = (int(score) if score else None for score in reply[1:3])
            newest = int(reply[3].partition(b"-")[0] or 0)
            yield Table(table, entries, due, listed, newest)
            return


async def hash_at(reach: Reach, key: str) -> tuple[bytes, ...]:
    """Fields and values in turn; nothing if there is no such key."""
    (found,) = await reach.ask(key, [("HGETALL", key)])
    return tuple(part for item in found.items() for part in item)


async def ask(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """The replies, in one round trip that is never repeated.

    Raises: the first error among them.
    """
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    return unfailed(await pipeline.execute(raise_on_error=False))
