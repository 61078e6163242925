"""A cluster keeps its promise while servers die, hand over, stand still and pass on their slots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import pytest

from server.events.finding import SLOT_OF
from server.events.keys import BUCKETS, bucket_of
from server.events.profiles import ALWAYS, FAILOVER, Profile
from server.events.redis_store import RedisStore
from server.events.store import StoreUnavailable
from tests.store.cluster import Cluster, slots_of
from tests.store.load import Load
from tests.store.rack import Member
from tests.store.rig import PATIENT_SECONDS, a_draft, a_table, appended, programs, store_on

TABLES = 24
MORE = 10  # answers that show that a table is served


@pytest.fixture(scope="module")
def harmed() -> Iterator[Cluster]:
    """A cluster that every test leaves whole."""
    # A primary takes what its replica does not get for so long that WAIT alone has to notice.
    with Cluster(min_replicas_max_lag="10") as running:
        yield running


@contextlib.asynccontextmanager
async def loaded(cluster: Cluster, profile: Profile) -> AsyncIterator[Load]:
    """Two stores that write to the same tables as fast as they can; judged in the end."""
    async with (
        store_on(cluster.url, profile=profile, deadline_seconds=PATIENT_SECONDS) as one,
        store_on(cluster.url, profile=profile, deadline_seconds=PATIENT_SECONDS) as other,
    ):
        load = Load((one, other), TABLES)
        async with load.running():
            await load.more(MORE)
            yield load
            await load.more(MORE)
        await cluster.until_whole()
        await load.judge(one, may_lose=not profile.copies)


def tables_of(load: Load, member: Member) -> list[str]:
    slots = slots_of(member)
    return [table for table in load.tables if SLOT_OF[bucket_of(table)] in slots]


async def replaced(cluster: Cluster, gone: Member, bucket: str) -> None:
    """Waits until another server holds the bucket."""

    def holds() -> bool:
        with contextlib.suppress(AssertionError):
            return cluster.primary_of(bucket) is not gone
        return False

    await cluster.until(holds, "nobody takes over")


@pytest.mark.parametrize("profile", [FAILOVER, ALWAYS], ids=lambda each: each.name)
async def test_a_primary_that_is_killed_is_replaced(harmed: Cluster, profile: Profile) -> None:
    async with loaded(harmed, profile) as load:
        primary = harmed.primary_of(bucket_of(load.tables[0]))
        hurt = tables_of(load, primary)
        primary.kill()
        await replaced(harmed, primary, bucket_of(hurt[0]))
        primary.start()
        await harmed.until_whole()
        await load.more(MORE, hurt)
    assert not load.unsure


@pytest.mark.parametrize("profile", [FAILOVER, ALWAYS], ids=lambda each: each.name)
async def test_a_planned_failover_is_hardly_felt(harmed: Cluster, profile: Profile) -> None:
    async with loaded(harmed, profile) as load:
        bucket = bucket_of(load.tables[0])
        primary = harmed.primary_of(bucket)
        hurt = tables_of(load, primary)
        harmed.fail_over(primary)
        await replaced(harmed, primary, bucket)
        await load.more(MORE, hurt)
    assert not load.unsure


async def test_a_primary_that_stands_still_is_replaced_and_steps_back(harmed: Cluster) -> None:
    async with loaded(harmed, FAILOVER) as load:
        primary = harmed.primary_of(bucket_of(load.tables[0]))
        hurt = tables_of(load, primary)
        with primary.paused():
            await load.more(1, [table for table in load.tables if table not in hurt])
            await replaced(harmed, primary, bucket_of(hurt[0]))
        await load.more(MORE, hurt)
    assert not load.unsure


@pytest.mark.parametrize("profile", [FAILOVER, ALWAYS], ids=lambda each: each.name)
async def test_slots_move_while_they_are_used(harmed: Cluster, profile: Profile) -> None:
    async with loaded(harmed, profile) as load:
        source = harmed.primary_of(bucket_of(load.tables[0]))
        to = next(each for each in harmed.primaries() if each is not source)
        moved = [each for each in BUCKETS if SLOT_OF[each] in slots_of(source)]
        await harmed.reshard(moved[:20], to)
        await load.more(1)
        await harmed.move_at_once(moved[20:], to)
        await load.more(MORE)
    assert not load.unsure


async def test_a_table_waits_while_its_slot_is_on_its_way_and_is_still_read(
    harmed: Cluster,
) -> None:
    async with store_on(harmed.url, profile=FAILOVER) as store:
        table = a_table()
        bucket = bucket_of(table)
        source = harmed.primary_of(bucket)
        to = next(each for each in harmed.primaries() if each is not source)
        harmed.begin_move(bucket, to)
        # One key is made at the other place; a script that needs several waits for all of them.
        await store.set_name(table, "1", "Ana")
        appending = asyncio.create_task(store.append(table, 0, b"", a_draft()))
        assert await store.names(table) == {"1": "Ana"}
        assert await store.heads((table,)) == {}
        assert not appending.done()
        await harmed.reshard([bucket], to)
        assert (await appending).outcome == "ok"
        assert [each.version for each in await store.read(table)] == [1]


@pytest.mark.parametrize("what", ["append", "chat", "settle"])
async def test_what_no_replica_has_is_acknowledged_to_nobody(harmed: Cluster, what: str) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as writing,
        store_on(harmed.url, profile=FAILOVER, deadline_seconds=0.7) as other,
    ):
        table, mark = a_table(), b"8 bytes."
        version, tag = await appended(writing, table, 1)
        draft = a_draft("unsure")

        async def same(store: RedisStore) -> int:
            if what == "append":
                return (await store.append(table, version, tag, draft)).version
            if what == "chat":
                return await store.add_chat(table, b"hola", mark)
            await store.settle(table, version, tag)
            return 0

        replica = harmed.replica_of(harmed.primary_of(bucket_of(table)))
        with replica.paused():
            first = asyncio.create_task(same(writing))
            await written(other, table, what)
            # It finds the work done, so its connection has written nothing that can be waited for.
            with pytest.raises(StoreUnavailable):
                await same(other)
            assert not first.done()
        assert await first == await same(other)
    await harmed.until_whole()


async def test_only_without_copies_may_a_failover_undo_what_was_acknowledged(
    harmed: Cluster,
) -> None:
    async with (
        store_on(harmed.url, profile=ALWAYS) as careless,
        store_on(harmed.url, profile=FAILOVER, deadline_seconds=1.0) as careful,
    ):
        one, other = a_table_beside(), a_table_beside()
        primary = harmed.primary_of(bucket_of(one))
        replica = harmed.replica_of(primary)
        known = await appended(careless, one, 1)
        told = await appended(careful, other, 1)
        with replica.paused():
            # What was on its way to the replica would still be read there.
            primary.ask("CLIENT", "KILL", "TYPE", "replica")
            primary.ask("CONFIG", "SET", "min-replicas-to-write", 0)
            lost = await careless.append(one, *known, a_draft("c2"))
            assert lost.outcome == "ok"
            with pytest.raises(StoreUnavailable):
                await careful.append(other, *told, a_draft("c2"))
            primary.kill()
        await replaced(harmed, primary, bucket_of(one))
        primary.start()
        await harmed.until_whole()
        forked = await careless.append(one, 2, lost.tag, a_draft("c3"))
        assert (forked.outcome, forked.version) == ("fork", 1)
        assert (await careful.append(other, *told, a_draft("c2"))).outcome == "ok"


def a_table_beside() -> str:
    """A table of one certain bucket."""
    return next(table for table in iter(a_table, "") if bucket_of(table) == "b07")


async def written(store: RedisStore, table: str, what: str) -> None:
    """Waits until it stands at the primary."""
    while True:
        last = await store.last(table)
        lines = await store.chat(table)
        if what == "settle" or (lines if what == "chat" else last and last.version == 2):
            return
        await asyncio.sleep(0.005)


async def test_other_makers_clusters_keep_the_promise_too() -> None:
    for program in (program for name, program in programs().items() if name != "valkey"):
        with Cluster(program=program) as cluster:
            async with loaded(cluster, FAILOVER) as load:
                bucket = bucket_of(load.tables[0])
                primary = cluster.primary_of(bucket)
                primary.kill()
                await replaced(cluster, primary, bucket)
                primary.start()
                await cluster.until_whole()
                to = next(each for each in cluster.primaries() if each.port != primary.port)
                await cluster.reshard(BUCKETS[:40], to)
            assert not load.unsure
