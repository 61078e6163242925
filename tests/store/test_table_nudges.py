"""A process hears of the tables that it holds, and of no others."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import pytest

from server.events.interest import Interest
from server.events.keys import bucket_of
from server.events.profiles import FAILOVER
from server.events.redis_store import RedisStore
from server.events.store import MISSED, Nudge
from tests.store.cluster import Cluster
from tests.store.rig import Proxy, Server, a_table, appended, store_on, until


@pytest.fixture(scope="module")
def harmed() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


@contextlib.asynccontextmanager
async def hearing(store: RedisStore, interest: Interest) -> AsyncIterator[list[Nudge]]:
    heard: list[Nudge] = []

    async def listen() -> None:
        async for nudge in store.listen(interest):
            heard.append(nudge)  # noqa: PERF401

    task = asyncio.create_task(listen())
    try:
        yield heard
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_only_what_is_held_is_told_and_each_begins_with_a_look(server: Server) -> None:
    async with store_on(server.url) as store, store_on(server.url) as other:
        interest, held, foreign = Interest(), a_table(), a_table()
        async with hearing(store, interest) as heard:
            interest.add(held)
            await until(lambda: heard == [Nudge(held, MISSED)])
            await appended(other, foreign, 3)
            await appended(other, held, 2)
            await other.set_name(held, "1", "Ana")
            await other.add_chat(held, b"hola")
            told = [Nudge(held, MISSED), *(Nudge(held, version) for version in (1, 2, 0, 0))]
            await until(lambda: heard == told)


async def test_a_table_that_is_let_go_is_not_told_any_more(server: Server) -> None:
    async with store_on(server.url) as store, store_on(server.url) as other:
        interest, gone, kept = Interest(), a_table(), a_table()
        interest.add(gone)
        async with hearing(store, interest) as heard:
            await until(lambda: Nudge(gone, MISSED) in heard)
            interest.drop(gone)
            interest.add(kept)
            await until(lambda: Nudge(kept, MISSED) in heard)
            await appended(other, gone, 1)
            await appended(other, kept, 1)
            await until(lambda: heard[-1] == Nudge(kept, 1))
            assert Nudge(gone, 1) not in heard
            interest.add(gone)
            await until(lambda: heard.count(Nudge(gone, MISSED)) == 2)


async def test_after_a_cut_each_table_is_to_be_looked_at(server: Server) -> None:
    async with Proxy(server) as proxy, store_on(proxy.url) as store:
        interest, tables = Interest(), [a_table() for _ in range(20)]
        async with hearing(store, interest) as heard:
            for table in tables:
                interest.add(table)
            await until(lambda: len(heard) == 20)
            proxy.cut()
            await until(lambda: len(heard) == 40)
            assert set(heard) == {Nudge(table, MISSED) for table in tables}


async def test_who_tells_late_tells_each_table_too(harmed: Cluster) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as store,
        store_on(harmed.url, profile=FAILOVER) as other,
    ):
        interest, tables = Interest(), [a_table() for _ in range(30)]
        for table in tables:
            interest.add(table)
        async with hearing(store, interest) as heard:
            await until(lambda: len(heard) == 30)
            for table in tables:
                await appended(other, table, 2)
            await until(lambda: {Nudge(t, v) for t in tables for v in (1, 2)} <= set(heard))


async def test_tables_are_heard_at_whichever_primary_has_them_by_now(harmed: Cluster) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as store,
        store_on(harmed.url, profile=FAILOVER) as other,
    ):
        interest, tables = Interest(), [a_table() for _ in range(30)]
        for table in tables:
            interest.add(table)
        async with hearing(store, interest) as heard:
            await until(lambda: len(heard) == 30)
            source, to = harmed.primaries()[:2]
            moved = {bucket_of(t) for t in tables if harmed.primary_of(bucket_of(t)) is source}
            heard.clear()
            await harmed.reshard(sorted(moved), to)
            expected = {Nudge(t, MISSED) for t in tables if bucket_of(t) in moved}
            await until(lambda: expected <= set(heard))
            heard.clear()
            harmed.fail_over(to)
            await until(lambda: expected <= set(heard))
            await harmed.until_whole()
            for table in tables:
                await appended(other, table, 1)
            await until(lambda: {Nudge(table, 1) for table in tables} <= set(heard))
