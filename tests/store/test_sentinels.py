"""A primary under sentinels dies under load, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

import pytest
from redis.exceptions import RedisError

from server.events.nudges import EVERYTHING
from server.events.places import Address
from server.events.profiles import FAILOVER, STRICT
from server.events.redis_store import RedisStore
from server.events.store import Appended, Draft, Nudge, StoreUnavailable
from tests.store.load import Load
from tests.store.rack import Member
from tests.store.rig import (
    PATIENT_SECONDS,
    a_draft,
    a_table,
    appended,
    listening,
    programs,
    store_on,
    until,
)
from tests.store.sentinels import SERVICE, Sentinels

TABLES = 12
MORE = 10  # answers that show that play goes on


@pytest.fixture(params=programs())
def watched(request: pytest.FixtureRequest) -> Iterator[Sentinels]:
    with Sentinels(program=programs()[request.param]) as running:
        yield running


async def replaced(watched: Sentinels, gone: Member) -> None:
    def is_replaced() -> bool:
        with contextlib.suppress(AssertionError):
            return watched.primary() is not gone
        return False

    await watched.until(is_replaced, "nobody takes over")


async def test_a_primary_that_is_killed_is_replaced_and_nothing_is_lost(
    watched: Sentinels,
) -> None:
    async with (
        store_on(watched.url, profile=FAILOVER, deadline_seconds=PATIENT_SECONDS) as store,
        store_on(watched.url, profile=FAILOVER) as other,
        listening(other) as heard,
    ):
        assert "a primary and 2 replicas watched by sentinels" in (await store.promise()).lines[0]
        load = Load((store,), TABLES)
        async with load.running():
            await load.more(MORE)
            primary = watched.primary()
            primary.kill()
            await replaced(watched, primary)
            await load.more(MORE)
        await load.judge(other)
        assert not load.unsure
        await until(lambda: heard.count(EVERYTHING) > 1)
        table = a_table()
        await appended(store, table, 1)
        await until(lambda: Nudge(table, 1) in heard)


async def test_with_two_copies_asked_for_play_waits_for_both_and_others_hear_of_it_late() -> None:
    with Sentinels() as watched:
        async with (
            store_on(watched.url, profile=STRICT, deadline_seconds=1.0) as store,
            store_on(watched.url, profile=STRICT) as other,
            listening(other) as heard,
        ):
            assert (await store.promise()).lines[1:] == STRICT.promise
            table = a_table()
            version, tag = await appended(store, table, 1)
            await until(lambda: Nudge(table, 1) in heard)
            draft = a_draft("c2")
            replica = next(each for each in watched.servers if each is not watched.primary())
            with replica.paused():
                for late in (
                    store.append(table, version, tag, draft),
                    store.set_name(table, "1", "Ana"),
                ):
                    with pytest.raises(StoreUnavailable):
                        await late
                await until(lambda: Nudge(table, 0) in heard)  # names are told at once
                assert Nudge(table, 2) not in heard
            done = await insisted(store, table, version, tag, draft)
            assert (done.outcome, done.version) == ("dup", 2)
            await until(lambda: Nudge(table, 2) in heard)


async def insisted(
    store: RedisStore, table: str, version: int, tag: bytes, draft: Draft
) -> Appended:
    """The same again until it is answered."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(StoreUnavailable):
                return await store.append(table, version, tag, draft)


async def test_a_replica_is_never_asked_what_a_table_is() -> None:
    with Sentinels(replicas=1, sentinels=1) as watched:
        async with store_on(watched.url) as store:
            await appended(store, a_table(), 1)
            replica = next(each for each in watched.servers if each is not watched.primary())
            node = store.topology.node_at(Address("127.0.0.1", replica.port))
            for connection in (node.connection(), node.listening_connection()):
                with pytest.raises(RedisError, match="expected the primary"):
                    await connection.connect()
            with pytest.raises(RedisError, match="expected the primary"):
                await node.client.dbsize()


async def test_a_service_that_no_sentinel_knows_is_said(watched: Sentinels) -> None:
    url = watched.url.removesuffix(SERVICE) + "other"
    async with store_on(url, deadline_seconds=0.5) as store:
        with pytest.raises(StoreUnavailable, match="knows no service other"):
            await store.promise()
