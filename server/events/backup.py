"""Writes all that a store holds into one file, and back into an empty store.

A backup of a running site holds each table as it was at one moment: its log and what the indexes
said of it. Different tables are read at different moments, which no table can tell.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from redis.exceptions import RedisError

from server.events import keys
from server.events.archive import (
    FORMAT,
    ArchiveBroken,
    ArchiveWriter,
    End,
    Filed,
    Hash,
    Head,
    Page,
    Record,
    Table,
    records_of,
    verified,
)
from server.events.archive_directory import ArchiveDirectory
from server.events.finding import NotFound
from server.events.promise import RESTORING
from server.events.raw_logs import Reach, all_keys, ask, hash_at, log_pages, reaching, table_of
from server.events.seal import Unsealed, checked_seal
from server.events.store import StoreUnavailable
from server.events.wellformed import Malformed, check_content, id_of, is_index, place_for


class BackupFailed(Exception):
    """The store holds what does not belong there, or is not empty; the text says what."""


class Kept(msgspec.Struct, frozen=True):
    """What a backup holds, or a restore has brought back."""

    tables: int
    entries: int
    archived: int  # tables whose file lay in the archive
    damaged: tuple[str, ...]  # a line for each log that is not as it was written


class _Seals:
    """Looks, page by page, for the first entry of each log that is not as it was written."""

    def __init__(self) -> None:
        self.damaged: list[str] = []
        self._table = ""
        self._seal = b""
        self._version = 0
        self._is_sound = True

    def see(self, record: Record) -> None:
        if isinstance(record, Page):
            self._look(record)
        if isinstance(record, Table) and record.newest > record.entries:
            told = f"entries {record.entries + 1} to {record.newest} are missing"
            self.damaged.append(f"table {record.table}: {told}")

    def _look(self, page: Page) -> None:
        if page.table != self._table:
            self._table, self._seal, self._version, self._is_sound = page.table, b"", 0, True
        for entry in page.entries if self._is_sound else ():
            self._version += 1
            try:
                self._seal = checked_seal(self._seal, entry, self._version)
            except Unsealed as error:
                self.damaged.append(f"table {page.table}: entry {self._version}: {error}")
                self._is_sound = False
                return


async def backup(url: str, path: Path, archive: ArchiveDirectory | None = None) -> Kept:
    """Writes the store, and the files of an archive, to `path`, and reads it again.

    Raises: BackupFailed; FileExistsError; OSError; ArchiveBroken; redis-py's errors. Then there is
    no file, unless it was found broken.
    """
    writer, seals, filed = ArchiveWriter(path), _Seals(), 0
    try:
        async with reaching(url) as reach:
            writer.put(Head(FORMAT, keys.LAYOUT, await reach.now_ms()))
            for key in sorted(await all_keys(reach)):
                async for record in _records(reach, key):
                    seals.see(record)
                    writer.put(record)
        # After the store: a table that is archived meanwhile is twice in the backup, not lost.
        if archive is not None:
            for table in archive.tables():
                writer.put(Filed(table, archive.file_of(table).read_bytes()))
                filed += 1
        writer.finish()
    finally:
        writer.drop()
    end = verified(path)
    return Kept(end.tables, end.entries, filed, tuple(seals.damaged))


async def restore(url: str, path: Path, archive: ArchiveDirectory | None = None) -> Kept:
    """Brings back what `path` holds, into an empty store and archive.

    Nothing is written unless the whole file is sound and all that it holds can be written. A
    restore that is broken off leaves a mark, by which servers refuse to run on what is there; run
    again with the same file, it goes on.

    Raises: BackupFailed if the store is not empty, or it was broken off; ArchiveBroken; OSError;
    redis-py's errors.
    """
    end = verified(path)
    async with reaching(url) as reach:
        try:
            check_content(records_of(path), archive)
        except Malformed as error:
            raise BackupFailed(f"{path}: {error}. Nothing was restored.") from error
        await _begin(reach, end)
        try:
            return await _restored(reach, path, end, archive)
        except (Malformed, ArchiveBroken, NotFound, RedisError, StoreUnavailable, OSError) as error:
            raise BackupFailed(
                f"it was broken off in the middle: {error}. The store is marked as half filled, "
                "and no server starts on it: run restore again with the same file, and it goes on; "
                "or empty the store"
            ) from error


async def _restored(reach: Reach, path: Path, end: End, archive: ArchiveDirectory | None) -> Kept:
    seals, filed = _Seals(), 0
    for record in records_of(path):
        seals.see(record)
        if isinstance(record, Filed):
            _file_away(archive, record)
            filed += 1
        await _restore(reach, record)
    await reach.client_of(keys.META).hdel(keys.META, RESTORING)
    return Kept(end.tables, end.entries, filed, tuple(seals.damaged))


async def _begin(reach: Reach, end: End) -> None:
    """Marks the store as one that is being filled from this file.

    Raises: BackupFailed.
    """
    meta, mark = reach.client_of(keys.META), end.sha256.hex()
    (begun,) = await ask(meta, [("HGET", keys.META, RESTORING)])
    if begun is None:
        found = await all_keys(reach) - {keys.META}
        if found:
            logs = sum(bool(table_of(key)) for key in found)
            tables = "1 table" if logs == 1 else f"{logs} tables"
            raise BackupFailed(
                f"the store is not empty, it holds {tables}: a backup is restored into an empty "
                "one only. Stop the server, move its data directory aside (or empty the store), "
                "and restore again"
            )
        await meta.hset(keys.META, RESTORING, mark)
    elif begun.decode() != mark:
        raise BackupFailed(
            "the store is half filled from another backup: restore that one again, or move the "
            "data directory aside (or empty the store) and restore this one"
        )


async def _records(reach: Reach, key: str) -> AsyncIterator[Page | Table | Hash]:
    table = table_of(key)
    if table and key == keys.log_of(table):
        async for record in log_pages(reach, table):
            # None at all: archived since its key was found.
            if isinstance(record, Page) or record.entries:
                yield record
    elif not table and key != keys.META and not is_index(key):
        (kind,) = await reach.ask(key, [("TYPE", key)])
        if kind not in (b"hash", b"none"):
            raise BackupFailed(f"{key} is a {kind.decode()}, expected a hash")
        yield Hash(key, await hash_at(reach, key))


async def _restore(reach: Reach, record: Record) -> None:
    match record:
        case Page(table=table):
            await _append(reach, table, record)
        case Table():
            client = reach.client_of(keys.log_of(record.table))
            await ask(client, _index_commands(record))
            written = await client.xlen(keys.log_of(record.table))
            if written != record.entries:
                raise Malformed(
                    f"table {record.table} has {written} entries, expected {record.entries}"
                )
        case Hash(key=key, items=items):
            await ask(reach.client_of(key), [("HSET", key, *items)] if items else [])
        case Head() | Filed() | End():
            return


async def _append(reach: Reach, table: str, page: Page) -> None:
    """The entries that are not there yet from an earlier attempt."""
    key = keys.log_of(table)
    client = reach.client_of(key)
    (last,) = await ask(client, [("XREVRANGE", key, "+", "-", "COUNT", 1)])
    newest = id_of(last[0][0]) if last else (0, 0)
    missing = [(id_, f) for id_, f in page.entries if id_of(id_) > newest]
    await ask(client, [("XADD", key, id_, *fields) for id_, fields in missing])


def _file_away(archive: ArchiveDirectory | None, filed: Filed) -> None:
    place = place_for(filed, archive)
    if not place.file_of(filed.table).exists():
        place.put(filed.table, filed.body)


def _index_commands(record: Table) -> list[tuple[Any, ...]]:
    bucket = keys.bucket_of(record.table)
    indexes = ((keys.deadlines_of(bucket), record.due), (keys.open_of(bucket), record.open_))
    return [("ZADD", key, at, record.table) for key, at in indexes if at is not None]
