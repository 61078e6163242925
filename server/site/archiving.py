"""Moves finished tables from the store into files, and back when somebody opens their link.

A table is never nowhere: its file is written, read again and compared before the store forgets it,
and stays when it is brought back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from redis.exceptions import RedisError

from server.events import keys
from server.events.archive import (
    FORMAT,
    ArchiveBroken,
    ArchiveWriter,
    Hash,
    Head,
    Page,
    Record,
    records_of,
)
from server.events.archive import Table as Standing
from server.events.archive_directory import ArchiveDirectory
from server.events.finding import NotFound
from server.events.questions import Command
from server.events.raw_logs import (
    Reach,
    all_keys,
    hash_at,
    log_pages,
    table_of,
)
from server.events.scripts import script_from
from server.events.store import LogCorrupt, StoreUnavailable
from server.game.deadlines import is_open
from server.settings import Settings
from server.site.sound import SoundLog, Unsound

DAY_SECONDS = 86_400

_PUT_AWAY = script_from("put_away.lua")
_BRING_BACK = script_from("bring_back.lua")


class Archived(msgspec.Struct, frozen=True):
    """What an archiver has done."""

    tables: tuple[str, ...]  # that were moved into the archive
    size_bytes: int  # of their files
    left: tuple[str, ...]  # a line for each table that is due, and was left in the store


class _Whole(msgspec.Struct, frozen=True):
    """All that is kept of a table, as it is stored."""

    log: SoundLog
    pages: tuple[Page, ...]
    names: Hash
    chat: Hash

    def records(self, now_ms: int) -> tuple[Head | Page | Standing | Hash, ...]:
        """What its file holds."""
        standing = Standing(self.log.table.id, self.log.counts.entries, None, None)
        head = Head(FORMAT, keys.LAYOUT, now_ms)
        return (head, *self.pages, standing, self.names, self.chat)


def archive_of(settings: Settings) -> ArchiveDirectory:
    """The archive of the site of this data directory."""
    return ArchiveDirectory(settings.data / "archive")


async def archive(
    reach: Reach, directory: ArchiveDirectory, *, days: int, clock_offset_ms: int = 0
) -> Archived:
    """Archives every table that was finished `days` ago or before; servers may run meanwhile, and
    what was broken off can be done again.

    Raises: ArchiveBusy; OSError; StoreUnavailable; redis-py's errors.
    """
    moved: list[str] = []
    left: list[str] = []
    size_bytes = 0
    with directory.alone():
        now_ms = await reach.now_ms() + clock_offset_ms
        for table in sorted({table_of(key) for key in await all_keys(reach)} - {""}):
            if not await _is_old(reach, directory, table, now_ms, days):
                continue
            try:
                if await _archive_table(reach, directory, table, now_ms):
                    moved.append(table)
                    size_bytes += directory.file_of(table).stat().st_size
            except (Unsound, ArchiveBroken) as error:
                left.append(f"table {table}: {error}")
    return Archived(tuple(moved), size_bytes, tuple(left))


async def _is_old(
    reach: Reach, directory: ArchiveDirectory, table: str, now_ms: int, days: int
) -> bool:
    """Whether nothing has happened at the table for so long, nor has anybody brought it back."""
    key = keys.log_of(table)
    (last,) = await reach.ask(key, [("XREVRANGE", key, "+", "-", "COUNT", 1)])
    if not last or not directory.may_hold(table):
        return False
    at = dict(zip(last[0][1][::2], last[0][1][1::2], strict=True)).get(b"t", b"0")
    if not at.isdigit() or now_ms - int(at) < days * DAY_SECONDS * 1000:
        return False
    file = directory.file_of(table)
    return not file.exists() or time.time() - file.stat().st_mtime >= days * DAY_SECONDS


async def _archive_table(
    reach: Reach, directory: ArchiveDirectory, table: str, now_ms: int
) -> bool:
    """Whether the table now lies in the archive and nowhere else.

    Raises: Unsound; ArchiveBroken.
    """
    whole = await _read(reach, table)
    if whole is None or is_open(whole.log.table):
        return False
    file, records = directory.file_of(table), whole.records(now_ms)
    is_new = not file.exists()
    if not is_new:
        _check_history(records_of(file), whole)
    await asyncio.to_thread(_write, file, records)
    answer = await _put_away(reach, whole)
    if answer == b"moved" and is_new:
        file.unlink()  # somebody was there meanwhile; another day
    # `gone`: it was put away before, and the answer was lost.
    return answer != b"moved"


async def _read(reach: Reach, table: str) -> _Whole | None:
    """All of a table, or None if it is gone.

    Raises: Unsound.
    """
    names = Hash(keys.names_of(table), await hash_at(reach, keys.names_of(table)))
    chat = Hash(keys.chat_of(table), await hash_at(reach, keys.chat_of(table)))
    log, pages = SoundLog(table), []
    async for record in log_pages(reach, table):
        if isinstance(record, Page):
            log.read(record)
            pages.append(record)
        elif pages:
            log.end(record)
    return _Whole(log, tuple(pages), names, chat) if pages else None


def _write(file: Path, records: tuple[Head | Page | Standing | Hash, ...]) -> None:
    """Writes the file of a table and reads it again.

    Raises: ArchiveBroken if it is not what was written.
    """
    writer = ArchiveWriter(file, replace=True)
    try:
        for record in records:
            writer.put(record)
        writer.finish()
    finally:
        writer.drop()
    *found, _ = records_of(file)
    if found != list(records):
        raise ArchiveBroken(f"{file} does not read as it was written")


def _check_history(old: Iterator[Record], whole: _Whole) -> None:
    """That a file which is to be replaced is the beginning of what replaces it.

    Raises: ArchiveBroken.
    """
    then = [entry for record in old if isinstance(record, Page) for entry in record.entries]
    now = [entry for page in whole.pages for entry in page.entries]
    if now[: len(then)] != then:
        raise ArchiveBroken("its file in the archive is of another history: move it aside")


async def _put_away(reach: Reach, whole: _Whole) -> bytes:
    table, bucket = whole.log.table, keys.bucket_of(whole.log.table.id)
    where = (
        keys.log_of(table.id),
        keys.deadlines_of(bucket),
        keys.open_of(bucket),
        whole.names.key,
        whole.chat.key,
    )
    names, chat = whole.names.items, whole.chat.items
    known: Command = (table.id, table.version, bytes.fromhex(table.tag))
    beside: Command = (len(names), len(chat), *names, *chat)
    command = ("EVAL", _PUT_AWAY.source, len(where), *where, *known, *beside)
    (answer,) = await reach.ask(where[0], [command])
    return bytes(answer)


async def bring_back(reach: Reach, directory: ArchiveDirectory, table: str) -> bool:
    """Whether the table is in the store again, out of the archive.

    Its file stays, and the time from which it is archived again begins anew.

    Raises: StoreUnavailable; LogCorrupt if the file is not what was written.
    """
    if not directory.holds(table):
        return False
    file = directory.file_of(table)
    try:
        records = await asyncio.to_thread(lambda: tuple(records_of(file)))
        command = _brought_back(table, records)
        await reach.ask(keys.log_of(table), [command])
    except (ArchiveBroken, Unsound) as error:
        raise LogCorrupt(f"table {table} in the archive: {error}") from error
    except (RedisError, NotFound, OSError) as error:
        raise StoreUnavailable(f"table {table} stays in the archive: {error}") from error
    file.touch()
    return True


def file_fault(directory: ArchiveDirectory, table: str) -> str:
    """Why the file of an archived table could not be brought back; empty if it could."""
    try:
        _brought_back(table, tuple(records_of(directory.file_of(table))))
    except (ArchiveBroken, Unsound, OSError) as error:
        return str(error)
    return ""


def _brought_back(table: str, records: tuple[Record, ...]) -> Command:
    """The call of the script that writes a table's file back.

    Raises: Unsound.
    """
    log = SoundLog(table)
    beside: dict[str, tuple[bytes, ...]] = {keys.names_of(table): (), keys.chat_of(table): ()}
    entries: list[bytes | int] = []
    for record in records:
        if isinstance(record, Page):
            log.read(record)
            for id_, flat in record.entries:
                entries += (id_, len(flat), *flat)
        if isinstance(record, Hash):
            if record.key not in beside or len(record.items) % 2:
                raise ArchiveBroken(f"{record.key!r} in it is not what lies beside its log")
            beside[record.key] = record.items
    if not entries:
        raise ArchiveBroken("it holds no log")
    names, chat = beside.values()
    where = (keys.log_of(table), *beside)
    arguments = (len(names), len(chat), *names, *chat, *entries)
    return ("EVAL", _BRING_BACK.source, len(where), *where, *arguments)
