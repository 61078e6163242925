"""Looks whether all that a site has stored is what its servers have written, and fits together."""

from __future__ import annotations

import time
from asyncio import gather
from collections.abc import AsyncIterator, Iterator
from itertools import islice

import msgspec
from msgspec.structs import replace
from redis.exceptions import ResponseError

from server.events import keys
from server.events.archive import Page
from server.events.archive import Table as Standing
from server.events.promise import RESTORING
from server.events.raw_logs import Reach, all_keys, hash_at, log_pages, table_of
from server.game.deadlines import is_open
from server.game.table import Table
from server.live.waiting import index_wait_ms
from server.site.beside import chat_faults, names_faults
from server.site.sound import Counts, SoundLog, Unsound

TABLES_AT_ONCE = 16
DUE_OFF_MS = 60_000  # an index is written with the time as it was guessed before the append


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it must be."""

    where: str  # `table x`, or a key
    what: str
    cured_by_reindex: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Report(msgspec.Struct, frozen=True):
    """What a check has seen."""

    tables: int
    counts: Counts
    seconds: float
    findings: tuple[Finding, ...]


class Checked(msgspec.Struct, frozen=True):
    """One table as a check has seen it."""

    log: SoundLog  # as far as it is sound
    findings: tuple[Finding, ...] = ()


async def check(reach: Reach, robot_pace: int) -> Report:
    """Reads everything; servers may run meanwhile. `robot_pace` is that of the servers.

    Raises: StoreUnavailable; redis-py's errors.
    """
    began = time.monotonic()
    found = await all_keys(reach)
    known = {table_of(key) for key in found} - {""}
    findings = [finding async for finding in _mark(reach)]
    tables, counts = 0, Counts()
    waiting = iter(sorted(known))
    while some := tuple(islice(waiting, TABLES_AT_ONCE)):
        for checked in await gather(*(check_table(reach, each, robot_pace) for each in some)):
            findings += checked.findings
            tables += checked.log.counts.entries > 0
            counts += checked.log.counts
    findings += [finding async for finding in _foreign(reach, found, known)]
    return Report(tables, counts, time.monotonic() - began, tuple(findings))


async def _mark(reach: Reach) -> AsyncIterator[Finding]:
    """Whether the store bears the mark of our layout, and of no restore."""
    (found,) = await reach.ask(keys.META, [("HGETALL", keys.META)])
    ours = {b"layout": b"%d" % keys.LAYOUT, b"buckets": b"%d" % len(keys.BUCKETS)}
    if RESTORING.encode() in found:
        yield Finding("the store", "a restore was broken off here: run it again")
    elif any(found.get(field) != value for field, value in ours.items()):
        yield Finding("the store", f"it does not bear the mark of layout {keys.LAYOUT}")


async def check_table(reach: Reach, table: str, robot_pace: int) -> Checked:
    """One table: its log, what the indexes say of it, and what lies beside it.

    Raises: StoreUnavailable; redis-py's errors.
    """
    log, primary = SoundLog(table), reach.client_of(keys.log_of(table))
    try:
        found = await _faults(reach, log, robot_pace)
    except ResponseError as error:
        found = [Finding("", f"what lies at one of its keys is of another kind ({error})")]
    # Who has taken over meanwhile may know another history than was begun to be read.
    if found and reach.client_of(keys.log_of(table)) is not primary:
        return await check_table(reach, table, robot_pace)
    return Checked(log, tuple(replace(finding, where=f"table {table}") for finding in found))


async def _faults(reach: Reach, log: SoundLog, robot_pace: int) -> list[Finding]:
    # What lies beside the log first: who is named there sits at the table by then.
    names = await hash_at(reach, keys.names_of(log.table.id))
    chat = await hash_at(reach, keys.chat_of(log.table.id))
    try:
        standing = await read_whole(reach, log)
    except Unsound as error:
        return [Finding("", str(error))]
    if not standing.entries:
        return []  # archived since its key was found
    found = [Finding("", what, True) for what in index_faults(log, standing, robot_pace)]
    found += [Finding("", what) for what in names_faults(log.table, names)]
    return found + [Finding("", what) for what in chat_faults(log.table, chat)]


async def read_whole(reach: Reach, log: SoundLog) -> Standing:
    """Reads a log to its end; gives what the indexes said of it at that moment.

    Raises: Unsound.
    """
    async for record in log_pages(reach, log.table.id):
        if isinstance(record, Page):
            log.read(record)
        else:
            log.end(record)
            return record
    raise AssertionError("a log has a last page")


def index_faults(log: SoundLog, standing: Standing, robot_pace: int) -> Iterator[str]:
    """What the indexes of open tables and of deadlines say otherwise than the log."""
    if (standing.open_ is None) == is_open(log.table):
        said, is_ = ("not ", "") if standing.open_ is None else ("", "not ")
        yield f"the index says that it is {said}open, by its log it is {is_}open"
    due = due_at_ms(log.table, robot_pace)
    if (due is None) != (standing.due is None):
        said, is_ = ("no", "one") if standing.due is None else ("one", "none")
        yield f"the index has {said} deadline for it, by its log it has {is_}"
    elif due is not None and standing.due is not None and abs(due - standing.due) > DUE_OFF_MS:
        yield f"the index has its deadline {(standing.due - due) / 1000:+.0f} s off"


def due_at_ms(table: Table, robot_pace: int) -> int | None:
    """When something is due at the table, by the store's clock; None if nothing is."""
    wait = index_wait_ms(table, robot_pace)
    return None if wait is None else table.at_ms + wait


async def _foreign(reach: Reach, found: set[str], tables: set[str]) -> AsyncIterator[Finding]:
    """Keys and members of indexes that belong to no table."""
    ours = {keys.META}
    for bucket in keys.BUCKETS:
        ours |= {keys.deadlines_of(bucket), keys.open_of(bucket), keys.mark_of(bucket)}
        ours.add(keys.codes_of(bucket))
    for table in tables:
        ours |= {keys.log_of(table), keys.names_of(table), keys.chat_of(table)}
    for key in sorted(found - ours):
        # What was made since is no fault: its table has a log by now.
        table = key.rpartition(":")[2]
        if not await _has_log(reach, table) or key not in _keys_of(table):
            yield Finding(key, "it belongs to no table that has a log")
    for key, table in await index_members(reach):
        is_known = table in tables or await _has_log(reach, table)
        if not is_known or not in_its_bucket(key, table):
            told = f"the index {key} names it, but " + (
                "it has no log" if not is_known else "must not"
            )
            yield Finding(f"table {table}", told, cured_by_reindex=True)


async def index_members(reach: Reach) -> list[tuple[str, str]]:
    """Key of an index, and a table that it names."""
    where = [f(bucket) for bucket in keys.BUCKETS for f in (keys.deadlines_of, keys.open_of)]
    found = []
    for key in where:
        (members,) = await reach.ask(key, [("ZRANGE", key, 0, -1)])
        found += [(key, member.decode(errors="backslashreplace")) for member in members]
    return found


def in_its_bucket(key: str, table: str) -> bool:
    """Whether a table belongs into an index."""
    bucket = keys.bucket_of(table)
    return key in (keys.deadlines_of(bucket), keys.open_of(bucket))


def _keys_of(table: str) -> tuple[str, ...]:
    return (keys.log_of(table), keys.names_of(table), keys.chat_of(table))


async def _has_log(reach: Reach, table: str) -> bool:
    key = keys.log_of(table)
    (there,) = await reach.ask(key, [("EXISTS", key)])
    return bool(there)
