"""Rebuilds the indexes of open tables and of deadlines, which are caches of what the logs say."""

from __future__ import annotations

import msgspec

from server.events import keys
from server.events.archive import Table as Standing
from server.events.raw_logs import Reach, all_keys, table_of
from server.events.scripts import script_from
from server.site.check import (
    DUE_OFF_MS,
    due_at_ms,
    in_its_bucket,
    index_faults,
    index_members,
    read_whole,
)
from server.site.sound import SoundLog, Unsound

ATTEMPTS_MAX = 20  # at one table, each after somebody has played there meanwhile

_REINDEX = script_from("reindex.lua")


class Reindexed(msgspec.Struct, frozen=True):
    """What a rebuild has done."""

    tables: int = 0
    changed: tuple[str, ...] = ()  # a line for each table of which an index said something else
    left: tuple[str, ...] = ()  # a line for each table that was left as it is


async def reindex(reach: Reach, robot_pace: int) -> Reindexed:
    """Makes the indexes say what the logs say; servers may run meanwhile, and what was broken off
    can be done again. `robot_pace` is that of the servers.

    Raises: StoreUnavailable; redis-py's errors.
    """
    tables = {table_of(key) for key in await all_keys(reach)} - {""}
    changed: list[str] = []
    left: list[str] = []
    listed = set()
    for key, table in await index_members(reach):
        listed.add(table)
        if not in_its_bucket(key, table):
            await reach.ask(key, [("ZREM", key, table)])
            changed.append(f"table {table}: {key} named it")
    for table in sorted(tables | listed):
        try:
            told = await reindex_table(reach, table, robot_pace)
        except Unsound as error:
            left.append(f"table {table}: {error}")
        else:
            changed += [f"table {table}: {told}"] if told else []
    return Reindexed(len(tables), tuple(changed), tuple(left))


async def reindex_table(reach: Reach, table: str, robot_pace: int) -> str:
    """What the indexes had wrong of a table; empty if nothing.

    Raises: Unsound if its log is damaged, or changes faster than it can be read.
    """
    for _ in range(ATTEMPTS_MAX):
        log = SoundLog(table)
        await read_whole(reach, log)
        due = due_at_ms(log.table, robot_pace) if log.counts.entries else None
        is_there, said = await _written(reach, log, due)
        if is_there:
            return ", ".join(index_faults(log, said, robot_pace))
    raise Unsound(log.table.version, f"it was played at {ATTEMPTS_MAX} times while it was read")


async def _written(reach: Reach, log: SoundLog, due: int | None) -> tuple[bool, Standing]:
    """Whether the log still was as it was read, and what the indexes said before."""
    table, bucket = log.table, keys.bucket_of(log.table.id)
    where = (keys.log_of(table.id), keys.deadlines_of(bucket), keys.open_of(bucket))
    wanted = ("" if at is None else at for at in (due, log.listed_ms))
    arguments = (table.id, table.version, bytes.fromhex(table.tag), *wanted, DUE_OFF_MS)
    command = ("EVAL", _REINDEX.source, len(where), *where, *arguments)
    (reply,) = await reach.ask(where[0], [command])
    version, *scores = reply
    due_said, open_said = (int(score) if score else None for score in scores)
    return version == b"%d" % table.version, Standing(table.id, table.version, due_said, open_said)
