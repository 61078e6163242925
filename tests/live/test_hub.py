"""The hub: loads once for many, forgets what is idle, and ends whatever happens."""

from __future__ import annotations

import asyncio

import pytest
import structlog

from server.events.store import Entry, MemoryStore, StoreUnavailable
from server.live import hub as at
from server.live.hub import Hub
from server.settings import Limits
from tests.live.site import HandClock, made_on, player_at, settings_for_tests, site_on
from tests.store.rig import until


class Stubborn(MemoryStore):
    """Swallows a cancellation, as libraries now and then do."""

    def __init__(self) -> None:
        super().__init__(HandClock())
        self.asked = asyncio.Event()

    async def due(self, limit: int = 16) -> tuple[str, ...]:
        self.asked.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0)
        return ()


async def test_a_swallowed_cancellation_does_not_keep_the_server_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(at, "SWEEP_SECONDS", 0.0)
    store = Stubborn()
    hub = Hub(store, settings_for_tests(), structlog.get_logger())
    await hub.start()
    await store.asked.wait()
    await asyncio.wait_for(hub.stop(), 20)


class Counting(MemoryStore):
    """Counts how often a log is read, and can be slow or away."""

    def __init__(self) -> None:
        super().__init__(HandClock())
        self.reads = 0
        self.away = False
        self.slow = asyncio.Event()

    async def last(self, table: str) -> Entry | None:
        self.reads += 1
        await self.slow.wait()
        if self.away:
            raise StoreUnavailable("away")
        return await super().last(table)


async def test_many_who_want_one_table_at_once_load_it_once() -> None:
    store = Counting()
    async with site_on(store) as site:
        made = await made_on(site.url)
        wanted = [asyncio.create_task(site.hub.room(made.table)) for _ in range(20)]
        await until(lambda: store.reads > 0)
        wanted[0].cancel()
        store.slow.set()
        rooms = await asyncio.gather(*wanted[1:])
        assert store.reads == 1
        assert len({id(room) for room in rooms}) == 1


async def test_a_store_that_is_away_at_the_hello_is_said_and_tried_again() -> None:
    store = Counting()
    store.slow.set()
    async with site_on(store) as site:
        made = await made_on(site.url)
        store.away = True
        async with player_at(site.host, made.table) as player:
            assert player.frames == [{"t": "refused", "code": "retry"}]
            assert await player.until_closed() == 1012
        store.away = False
        async with player_at(site.host, made.table) as player:
            assert player.view["phase"] == "lobby"


async def test_a_table_that_nobody_looks_at_is_forgotten_and_found_again() -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        async with player_at(site.host, made.table) as player:
            assert player.view["phase"] == "lobby"
            room = site.hub.rooms()[0]
            room.used_s -= at.IDLE_SECONDS + 1
            await site.hub.tick()
            assert site.hub.rooms() == (room,)
        await until(lambda: not room.showing.connections)
        room.used_s -= at.IDLE_SECONDS + 1
        await site.hub.tick()
        assert site.hub.rooms() == ()
        async with player_at(site.host, made.table) as player:
            assert player.view["phase"] == "lobby"


async def test_so_many_tables_are_in_play_and_no_more() -> None:
    async with site_on(limits=Limits(rooms=1, connects_burst=100)) as site:
        first, second = [await made_on(site.url) for _ in range(2)]
        async with player_at(site.host, first.table), player_at(site.host, second.table) as late:
            assert late.frames == [{"t": "refused", "code": "retry"}]


async def test_a_room_that_breaks_is_loaded_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        async with player_at(site.host, made.table, secret=made.secret) as player:
            room = site.hub.rooms()[0]

            def broken(*_: object) -> None:
                raise ZeroDivisionError

            with monkeypatch.context() as patch:
                patch.setattr(room.showing, "show", broken)
                await player.post("add_robot")
                assert await player.until_closed() == 1012
        async with player_at(site.host, made.table, secret=made.secret) as player:
            assert player.view["seats"]["1"]["holder"] == "robot"
            await player.do("add_robot")
