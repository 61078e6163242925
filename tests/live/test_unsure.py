"""When the store's answer is late or lost, or the server stops: nothing twice, nothing unsaid."""

from __future__ import annotations

import asyncio

from server.events.store import Appended, Draft, MemoryStore, StoreUnavailable
from tests.live.site import HandClock, made_on, player_at, site_on
from tests.store.rig import until


class Unsure(MemoryStore):
    """Holds appends back, does not do them, or does them and loses the answer."""

    def __init__(self) -> None:
        super().__init__(HandClock())
        self.free = asyncio.Event()
        self.free.set()
        self.held = 0
        self.refuses = False
        self.loses = False

    async def append(self, table: str, version: int, tag: bytes, draft: Draft) -> Appended:
        self.held += 1
        await self.free.wait()
        self.held -= 1
        if self.refuses:
            raise StoreUnavailable("nobody there")
        appended = await super().append(table, version, tag, draft)
        if self.loses:
            raise StoreUnavailable("no answer")
        return appended


async def test_a_store_that_is_away_asks_for_the_same_command_again() -> None:
    store = Unsure()
    async with site_on(store) as site:
        made = await made_on(site.url)
        async with player_at(site.host, made.table, secret=made.secret) as ana:
            store.refuses = True
            assert await ana.refused("add_robot", id="once") == "retry"
            store.refuses = False
            del ana.answers["once"]
            assert await ana.do("add_robot", id="once") == 2
            assert await ana.do("add_robot") == 3


async def test_a_lost_answer_does_not_double_what_was_done() -> None:
    store = Unsure()
    async with site_on(store) as site:
        made = await made_on(site.url)
        async with (
            player_at(site.host, made.table, secret=made.secret) as ana,
            player_at(site.host, made.table) as watcher,
        ):
            store.loses = True
            assert await ana.refused("add_robot", id="once") == "retry"
            store.loses = False
            del ana.answers["once"]
            assert await ana.do("add_robot", id="once") == 2
            await watcher.until_version(2)
            assert len(await store.read(made.table)) == 2
            assert [f["version"] for f in watcher.of("step")] == [2]


async def test_a_lost_answer_is_found_out_also_if_nobody_asks_again() -> None:
    store = Unsure()
    async with site_on(store) as site:
        made = await made_on(site.url)
        async with player_at(site.host, made.table, secret=made.secret) as ana:
            store.loses = True
            assert await ana.refused("add_robot") == "retry"
            store.loses = False
            await site.hub.poll()
            await site.hub.poll()
            await ana.until_version(2)


async def test_nothing_is_shown_before_it_is_kept() -> None:
    store = Unsure()
    async with site_on(store) as site:
        made = await made_on(site.url)
        async with (
            player_at(site.host, made.table, secret=made.secret) as ana,
            player_at(site.host, made.table) as watcher,
        ):
            store.free.clear()
            command = await ana.post("add_robot")
            await until(lambda: store.held == 1)
            async with player_at(site.host, made.table) as late:
                assert late.version == 1
            assert (ana.version, watcher.version) == (1, 1)
            store.free.set()
            assert (await ana.answer(command))["version"] == 2


async def test_a_player_who_goes_does_not_take_the_command_along() -> None:
    store = Unsure()
    async with site_on(store) as site:
        made = await made_on(site.url)
        async with player_at(site.host, made.table) as watcher:
            async with player_at(site.host, made.table, secret=made.secret) as ana:
                store.free.clear()
                await ana.post("add_robot")
                await until(lambda: store.held == 1)
            await watcher.until(lambda self: "online" not in self.last("presence"))
            store.free.set()
            await watcher.until_version(2)
            assert watcher.view["seats"]["1"]["holder"] == "robot"


async def test_who_asks_while_the_server_stops_is_told_to_come_back() -> None:
    store = Unsure()
    async with site_on(store) as site:
        made = await made_on(site.url)
        async with player_at(site.host, made.table, secret=made.secret) as ana:
            store.free.clear()
            in_hand = await ana.post("add_robot")
            await until(lambda: store.held == 1)
            waiting = await ana.post("add_robot")
            stopping = asyncio.create_task(site.hub.stop())
            assert (await ana.answer(waiting))["code"] == "restarting"
            late = await ana.post("add_robot")
            assert (await ana.answer(late))["code"] == "restarting"
            store.free.set()
            assert (await ana.answer(in_hand))["t"] == "ack"
            await stopping
            assert await ana.until_closed() == 1012
        assert len(await store.read(made.table)) == 2
