"""Writes whole matches, played by robots, into a real store, as a server would have."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import multiprocessing
import os
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from server.events.catalog import Commit
from server.events.codec import commit_to_draft
from server.events.store import EventStore
from server.game.deadlines import is_open
from server.game.evolve import fold
from server.game.table import Table, new_table
from server.live.waiting import index_wait_ms
from server.robots.selfplay import Plan, log_of
from server.rules.door import rules_for

AT_ONCE = 100  # tables that are written together
ROBOT_PACE = 100

Log = tuple[str, tuple[Commit, ...]]  # table, its log


def plans(tables: int, *, seats: int = 3, seed: str = "evening") -> Iterator[Plan]:
    """So many matches of the shortest game."""
    rules = rules_for("clasico", {"target": 50})
    for number in range(1, tables + 1):
        yield Plan(rules, seats, seed, number, checks=False)


def logs_of(wanted: Iterable[Plan], jobs: int = 1) -> Iterator[Log]:
    """Each match's log, at a table of its own."""
    if jobs == 1:
        yield from map(_log_of, wanted)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap_unordered(_log_of, wanted, 8)


def _log_of(plan: Plan) -> Log:
    digest = hashlib.sha256(f"{plan.seed} {plan.number}".encode()).digest()
    table = base64.b32encode(digest).decode().lower()[:26]
    return table, log_of(plan, table)


async def write_all(store: EventStore, logs: Iterable[Log]) -> int:
    """Appends them to the store, many tables at a time; gives the number of entries."""
    entries, waiting = 0, iter(logs)
    while some := tuple(itertools.islice(waiting, AT_ONCE)):
        entries += sum(await asyncio.gather(*(write(store, log) for log in some)))
    return entries


async def write(store: EventStore, log: Log) -> int:
    """Appends one log, with names and a line of chat beside it."""
    table_id, commits = log
    table = new_table(table_id)
    for commit in commits:
        draft = commit_to_draft(replace(commit, tag=os.urandom(8).hex()))
        told = fold(table, replace(commit, tag=draft.tag.hex(), at_ms=await _now_ms(store, table)))
        draft = replace(draft, **_index(table, told))
        done = await store.append(table_id, table.version, bytes.fromhex(table.tag), draft)
        assert done.outcome in ("ok", "dup"), done  # a busy machine may answer too late
        table = replace(told, at_ms=done.at_ms, tag=done.tag.hex())
    await store.set_name(table_id, "1", "Ñandú")
    await store.add_chat(
        table_id, b'{"person":1,"at_ms":1,"text":"hola","id":"1-x"}', os.urandom(8)
    )
    return len(commits)


async def _now_ms(store: EventStore, table: Table) -> int:
    return table.at_ms or await store.now_ms()


def _index(before: Table, after: Table) -> dict[str, object]:
    wait = index_wait_ms(after, ROBOT_PACE)
    opened = is_open(after)
    return {
        "due_ms": -1 if wait is None else wait,
        "open_": None if opened == is_open(before) else opened,
    }
