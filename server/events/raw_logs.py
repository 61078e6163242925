"""Reads logs as they are stored, field by field, and finds all that a site has stored."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from redis.asyncio import Redis

from server.events import keys
from server.events.archive import Page, Table
from server.events.scripts import script_from, unfailed
from server.events.topology import Topology

PAGE_ENTRIES = 500
CONNECTIONS_MAX = 8  # to each server
SCAN_KEYS = 1000
SOCKET_SECONDS = 60.0  # for one reply; a slow disk may take its time

_PAGE = script_from("backup.lua")
_LOG_KEY = re.compile(r"ol:\{b[0-9a-f]{2}\}:t:(.+)", re.DOTALL)

Command = tuple[str | bytes | int, ...]


class Reach(msgspec.Struct, frozen=True):
    """Where the keys of a site lie: on one server, or on several primaries of a cluster."""

    everywhere: tuple[Redis, ...]  # a client of each primary
    client_of: Callable[[str], Redis]  # a client for a key


@asynccontextmanager
async def reaching(url: str) -> AsyncIterator[Reach]:
    """All of the site at `url`, for as long as the context lasts."""
    topology = Topology(url, connections_max=CONNECTIONS_MAX, socket_seconds=SOCKET_SECONDS)
    try:
        await topology.learn()
        yield reach_of(topology)
    finally:
        await topology.close()


def reach_of(topology: Topology) -> Reach:
    """Where the primaries are as far as is known.

    Raises: NotFound before the first answer.
    """
    clients = tuple(node.client for node in topology.nodes())
    return Reach(clients, lambda key: topology.node_of_key(key).client)


async def all_keys(reach: Reach) -> set[str]:
    """Every key of ours. Keys that come or go meanwhile may be missing."""
    found: set[str] = set()
    for client in reach.everywhere:
        async for key in client.scan_iter(match="ol:*", count=SCAN_KEYS):
            found.add(key.decode(errors="backslashreplace"))
    return found


def table_of(key: str) -> str:
    """The table whose log lies at `key`; empty if it is no log's."""
    log = _LOG_KEY.fullmatch(key)
    return log[1] if log else ""


async def log_pages(reach: Reach, table: str) -> AsyncIterator[Page | Table]:
    """The log of a table, page by page, then what the indexes say of it: the last page and that
    are of one moment."""
    bucket = keys.bucket_of(table)
    where = (keys.log_of(table), keys.deadlines_of(bucket), keys.open_of(bucket))
    client, last, entries = reach.client_of(where[0]), b"0-0", 0
    while True:
        (reply,) = await ask(
            client, [("EVAL", _PAGE.source, len(where), *where, table, last, PAGE_ENTRIES)]
        )
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
    (found,) = await ask(reach.client_of(key), [("HGETALL", key)])
    return tuple(part for item in found.items() for part in item)


async def ask(client: Redis, commands: Sequence[Command]) -> list[Any]:
    """The replies, in one round trip.

    Raises: the first error among them.
    """
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    return unfailed(await pipeline.execute(raise_on_error=False))
