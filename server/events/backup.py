"""Writes all that a store holds into one file, and back into an empty store.

A backup of a running site holds each table as it was at one moment: its log and what the indexes
said of it. Different tables are read at different moments, which no table can tell.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from server.events import keys
from server.events.archive import (
    FORMAT,
    ArchiveWriter,
    End,
    Hash,
    Head,
    Page,
    Record,
    Table,
    records_of,
    verified,
)
from server.events.promise import RESTORING
from server.events.redis_store import client_of
from server.events.scripts import script_from, unfailed

PAGE_ENTRIES = 500
SCAN_KEYS = 1000
SOCKET_SECONDS = 60.0  # for one reply; a slow disk may take its time

_PAGE = script_from("backup.lua")
_LOG_KEY = re.compile(r"ol:\{b[0-9a-f]{2}\}:t:(.+)", re.DOTALL)
_INDEX_KEY = re.compile(r"ol:\{b[0-9a-f]{2}\}:(due|open)")


class BackupFailed(Exception):
    """The store holds what does not belong there, or is not empty; the text says what."""


async def backup(url: str, path: Path) -> End:
    """Raises: BackupFailed; FileExistsError; OSError; redis-py's errors. Then there is no file."""
    archive = ArchiveWriter(path)
    try:
        async with client_of(url, connections_max=1, socket_seconds=SOCKET_SECONDS) as client:
            seconds, micros = await client.time()
            archive.put(Head(FORMAT, keys.LAYOUT, seconds * 1000 + micros // 1000))
            for key in sorted(await _all_keys(client)):
                await _put(client, archive, key)
        return archive.finish()
    finally:
        archive.drop()


async def restore(url: str, path: Path) -> End:
    """Raises: BackupFailed if the store is not empty; ArchiveBroken; OSError; redis-py's errors.

    Nothing is written unless the whole file is sound. A restore that is broken off leaves a mark,
    by which servers refuse to run on what is there.
    """
    end = verified(path)
    async with client_of(url, connections_max=1, socket_seconds=SOCKET_SECONDS) as client:
        found = await _all_keys(client) - {keys.META}
        if found:
            raise BackupFailed(f"the store is not empty, it has {len(found)} keys: {min(found)}")
        await client.hset(keys.META, RESTORING, "1")
        for record in records_of(path):
            await _restore(client, record)
        await client.hdel(keys.META, RESTORING)
    return end


async def _all_keys(client: Redis) -> set[str]:
    found = client.scan_iter(match="ol:*", count=SCAN_KEYS)
    return {key.decode() async for key in found}


async def _put(client: Redis, archive: ArchiveWriter, key: str) -> None:
    log = _LOG_KEY.fullmatch(key)
    if log:
        async for record in _table(client, log[1]):
            archive.put(record)
    elif key != keys.META and not _INDEX_KEY.fullmatch(key):
        archive.put(Hash(key, await _items(client, key)))


async def _table(client: Redis, table: str) -> AsyncIterator[Page | Table]:
    bucket = keys.bucket_of(table)
    where = (keys.log_of(table), keys.deadlines_of(bucket), keys.open_of(bucket))
    last, entries = b"0-0", 0
    while True:
        (reply,) = await _ask(
            client, [("EVAL", _PAGE.source, len(where), *where, table, last, PAGE_ENTRIES)]
        )
        page = tuple((id_, tuple(fields)) for id_, fields in reply[0])
        if page:
            last, entries = page[-1][0], entries + len(page)
            yield Page(table, page)
        if len(reply) > 1:
            due, listed = (int(score) if score else None for score in reply[1:])
            yield Table(table, entries, due, listed)
            return


async def _items(client: Redis, key: str) -> tuple[bytes, ...]:
    (kind,) = await _ask(client, [("TYPE", key)])
    if kind not in (b"hash", b"none"):
        raise BackupFailed(f"{key} is a {kind.decode()}, expected a hash")
    (found,) = await _ask(client, [("HGETALL", key)])
    return tuple(part for item in found.items() for part in item)


async def _restore(client: Redis, record: Record) -> None:
    match record:
        case Page(table=table, entries=entries):
            await _ask(client, [("XADD", keys.log_of(table), id_, *f) for id_, f in entries])
        case Table():
            await _ask(client, _index_commands(record))
            written = await client.xlen(keys.log_of(record.table))
            assert written == record.entries, f"{record} has {written} entries in the store"
        case Hash(key=key, items=items):
            await _ask(client, [("HSET", key, *items)] if items else [])
        case Head(layout=layout):
            if layout != keys.LAYOUT:
                raise BackupFailed(f"the backup has layout {layout}, expected {keys.LAYOUT}")
        case End():
            return


def _index_commands(record: Table) -> list[tuple[Any, ...]]:
    bucket = keys.bucket_of(record.table)
    indexes = ((keys.deadlines_of(bucket), record.due), (keys.open_of(bucket), record.open_))
    return [("ZADD", key, at, record.table) for key, at in indexes if at is not None]


async def _ask(client: Redis, commands: list[tuple[Any, ...]]) -> list[Any]:
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    return unfailed(await pipeline.execute(raise_on_error=False))
