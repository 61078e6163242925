"""Robots at a live table: they act in their turn, once, whoever is there to see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from server.events.redis_store import RedisStore
from server.live.hub import Hub
from server.live.room import Room
from server.protocol.reasons import Reason
from tests.live.site import Made, Player, Site, site_on
from tests.live.tables import table_of
from tests.store.rig import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def slow_site() -> AsyncIterator[Site]:
    """Where robots take as long as people."""
    async with site_on(robot_pace=100) as running:
        yield running


async def room_of(site: Site, made: Made) -> Room:
    room = await site.hub.room(made.table)
    assert room is not None
    return room


def has_timer(room: Room) -> bool:
    return room._timer is not None


async def until_robot(host: Player) -> None:
    """The host acts until it is a robot's turn."""
    await host.until(lambda self: self.view["phase"] == "round")
    while host.in_turn:
        answer = await host.act()
        await host.until_version(answer["version"])


async def test_a_robot_that_thinks_does_nothing_once_the_match_is_over(slow_site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana,) = await table_of(slow_site, stack, 1, robots=2)
        await ana.do("start", match=1)
        await until_robot(ana)
        room = await room_of(slow_site, made)
        assert has_timer(room)
        version = await ana.do("abandon", match=1)

        assert not has_timer(room)
        room._due(version - 1)  # had it fired at the same moment
        assert await ana.refused("chat", text="adiós") == "not_seated"
        assert room.table.version == version
        assert ana.view["end"]["how"] == "abandoned"
        assert ana.view["end"]["winner"] in (1, 2)


async def test_one_timer_is_pending_and_it_is_of_the_newest_version(slow_site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana,) = await table_of(slow_site, stack, 1, robots=3)
        await ana.do("start", match=1)
        room = await room_of(slow_site, made)
        for _ in range(3):
            await until_robot(ana)
            first = room._timer
            room._schedule()
            assert first is not None
            assert first.cancelled()
            assert room._timer is not None
            await ana.until_version(room.table.version + 1)


async def test_robots_play_on_up_to_the_person_who_has_gone(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana,) = await table_of(site, stack, 1, robots=3)
        await ana.do("start", match=1)
        await ana.until(lambda self: self.in_turn or self.view["phase"] != "round")
        await ana.post("draw", turn=ana.turn)
        ana.connection.transport.abort()
        await ana.until_closed()
        room = await room_of(site, made)

        def is_anas() -> bool:
            return room.table.round is None or room.table.round.seat == 0

        await until(is_anas)


async def test_a_table_without_people_before_the_start_is_closed(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana,) = await table_of(site, stack, 1, robots=2)
        await ana.do("leave")
        assert ana.view["phase"] == "closed"
        room = await room_of(site, made)
        assert not has_timer(room)
        assert await ana.refused("start", match=1) == Reason.NOT_SEATED


async def test_a_robots_turn_survives_the_process_that_had_its_timer(
    redis_store: RedisStore,
) -> None:
    async with AsyncExitStack() as stack:
        async with site_on(redis_store, robot_pace=100) as first:
            made, (ana,) = await table_of(first, stack, 1, robots=1)
            await ana.do("start", match=1)
            await until_robot(ana)
            version = ana.version
        redis_store.clock_offset_ms += 10_000
        async with site_on(redis_store) as second:
            await second.hub.sweep()
            await until(lambda: _version_at(second.hub, made) > version)
        redis_store.clock_offset_ms = 0


def _version_at(hub: Hub, made: Made) -> int:
    rooms = [room for room in hub.rooms() if room.table.id == made.table]
    return rooms[0].table.version if rooms else 0


async def test_two_processes_with_timers_for_one_robot_make_it_act_once(
    redis_store: RedisStore,
) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two, AsyncExitStack() as stack:
        made, (ana,) = await table_of(one, stack, 1, robots=2, target=9999)
        await room_of(two, made)
        await ana.do("start", match=1)
        for _ in range(6):
            await ana.until(lambda self: self.in_turn or self.view["phase"] != "round")
            if ana.view["phase"] != "round":
                break
            answer = await ana.act()
            await ana.until_version(answer["version"])
        log = await redis_store.read(made.table)
        ids = [entry.command_id for entry in log if entry.command_id.startswith("bot-")]
        assert ids
        assert len(ids) == len(set(ids))
        assert all(
            entry.command_id == f"bot-{entry.version - 1}"
            for entry in log
            if entry.command_id.startswith("bot-")
        )
