"""Nudges are heard on when primaries hand over, pass on slots or die, and gaps are said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.events.finding import SLOT_OF
from server.events.keys import BUCKETS, bucket_of
from server.events.nudges import EVERYTHING, WAITING_MAX, _Post
from server.events.profiles import FAILOVER
from server.events.redis_store import RedisStore
from server.events.store import Nudge
from tests.store.cluster import Cluster, slots_of
from tests.store.rack import Member
from tests.store.rig import a_table, appended, buckets_told, listening, store_on, until


@pytest.fixture(scope="module")
def harmed() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


def held_by(member: Member) -> set[str]:
    return {bucket for bucket in BUCKETS if SLOT_OF[bucket] in slots_of(member)}


async def all_heard(writing: RedisStore, heard: list[Nudge]) -> None:
    """Every entry of many tables is told."""
    tables = [a_table() for _ in range(30)]
    for table in tables:
        await appended(writing, table, 2)
    await until(lambda: {Nudge(t, v) for t in tables for v in (1, 2)} <= set(heard))


async def test_each_entry_is_told_whichever_primary_has_it(harmed: Cluster) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as writing,
        store_on(harmed.url, profile=FAILOVER) as store,
        listening(store) as heard,
    ):
        first = [nudge.buckets for nudge in heard]
        assert sum(len(buckets) for buckets in first) == len(BUCKETS)
        await all_heard(writing, heard)


async def test_after_a_planned_failover_the_new_primary_is_heard(harmed: Cluster) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as writing,
        store_on(harmed.url, profile=FAILOVER) as store,
        listening(store) as heard,
    ):
        primary = harmed.primaries()[0]
        held = held_by(primary)
        heard.clear()
        harmed.fail_over(primary)
        # Nobody says so to a listener: its connection lives on, at a server that is a replica now.
        await until(lambda: buckets_told(heard) == held)
        await harmed.until_whole()
        await all_heard(writing, heard)


async def test_buckets_that_move_are_heard_at_their_new_place_and_only_they_are_looked_at(
    harmed: Cluster,
) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as writing,
        store_on(harmed.url, profile=FAILOVER) as store,
        listening(store) as heard,
    ):
        source, to = harmed.primaries()[:2]
        moved = sorted(held_by(source))[:5]
        heard.clear()
        await harmed.reshard(moved, to)
        await until(lambda: buckets_told(heard) == set(moved))
        await all_heard(writing, heard)
        assert buckets_told(heard) == set(moved)


async def test_after_a_death_all_buckets_of_the_dead_are_to_be_looked_at(harmed: Cluster) -> None:
    async with (
        store_on(harmed.url, profile=FAILOVER) as writing,
        store_on(harmed.url, profile=FAILOVER) as store,
        listening(store) as heard,
    ):
        table = a_table()
        primary = harmed.primary_of(bucket_of(table))
        held = held_by(primary)
        heard.clear()
        primary.kill()
        await until(lambda: buckets_told(heard) >= held, 30)
        primary.start()
        await harmed.until_whole()
        await all_heard(writing, heard)


async def test_who_is_too_slow_for_nudges_is_told_to_look_at_everything() -> None:
    post = _Post()
    for version in range(WAITING_MAX + 1):
        post.put(Nudge("t", version + 1))
    assert await post.next() == EVERYTHING
    post.put(Nudge("t", 1))
    assert await post.next() == Nudge("t", 1)
