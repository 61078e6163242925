"""A process that has not heard yet what another has written: it looks before it says no."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from server.events.store import MemoryStore
from tests.live.site import HandClock, Made, Player, Site, joined, player_at, site_on
from tests.live.tables import all_at, table_of, who_is_in_turn


@asynccontextmanager
async def one_behind() -> AsyncIterator[tuple[Made, list[Player], Site]]:
    """A match of two at one process, and another that holds the table but hears no nudges."""
    async with AsyncExitStack() as stack:
        store = MemoryStore(HandClock())
        site = await stack.enter_async_context(site_on(store))
        behind = await stack.enter_async_context(site_on(store))
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        await stack.enter_async_context(player_at(behind.host, made.table))
        yield made, players, behind


async def test_who_has_seen_more_than_a_process_is_not_told_to_forget_it() -> None:
    async with one_behind() as (made, players, behind):
        answer = await who_is_in_turn(players).act()
        await all_at(players, answer["version"])
        host = players[0]
        again = await joined(behind.host, made.table, secret=made.secret, seen=host)
        assert not again.of("reset")
        assert not again.of("snapshot")
        assert (again.version, again.tag, again.view) == (host.version, host.tag, host.view)
        await again.close()


async def test_what_is_right_now_is_not_refused_by_a_process_that_is_behind() -> None:
    async with one_behind() as (made, players, behind):
        there = await joined(behind.host, made.table, secret=made.secret)
        answer = await who_is_in_turn(players).ask("draw", turn=players[0].turn)
        await all_at(players, answer["version"])
        host, other = players
        while not host.in_turn:
            await all_at(players, (await other.act())["version"])
        assert (await there.ask("draw", turn=host.turn))["t"] == "ack"
        await there.close()


async def test_a_repeat_is_answered_as_the_first_was_by_a_process_that_is_behind() -> None:
    async with one_behind() as (made, players, behind):
        there = await joined(behind.host, made.table, secret=made.secret)
        host = players[0]
        if not host.in_turn:
            await all_at(players, (await players[1].act())["version"])
        turn = host.turn
        first = await host.ask("draw", id="mine", turn=turn)
        while host.in_turn:
            last = await host.act()
            await all_at(players, last["version"])
        repeated = await there.ask("draw", id="mine", turn=turn)
        assert repeated == first
        await there.close()


async def test_who_sat_down_elsewhere_is_not_taken_for_a_watcher() -> None:
    async with AsyncExitStack() as stack:
        store = MemoryStore(HandClock())
        site = await stack.enter_async_context(site_on(store))
        behind = await stack.enter_async_context(site_on(store))
        made, players = await table_of(site, stack, 1)
        await stack.enter_async_context(player_at(behind.host, made.table))
        guest_secret = "ab" * 32
        guest = await stack.enter_async_context(
            player_at(site.host, made.table, secret=guest_secret, invite=made.invite)
        )
        there = await joined(behind.host, made.table, secret=guest_secret)
        await guest.do("sit", invite=made.invite, name="Luz")
        assert (await there.ask("chat", text="hola"))["t"] == "ack"
        await there.close()
        assert players


async def test_a_log_that_grew_again_on_other_ground_is_not_taken_for_more_of_the_same() -> None:
    """The store went back, and then others wrote more than was lost, all unheard here."""
    async with AsyncExitStack() as stack:
        store = MemoryStore(HandClock())
        site = await stack.enter_async_context(site_on(store))
        behind = await stack.enter_async_context(site_on(store))
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        before = players[0].version
        await all_at(players, (await who_is_in_turn(players).act())["version"])
        watcher = await stack.enter_async_context(player_at(behind.host, made.table))
        await watcher.until_version(before + 1)

        del store._logs[made.table][before:]
        await site.hub.poll()
        await site.hub.poll()
        await asyncio.gather(*(player.until(lambda self: self.of("reset")) for player in players))
        await asyncio.gather(*(player.until_version(before) for player in players))
        while players[0].version < before + 4:
            acted = await who_is_in_turn(players).act()
            await all_at(players, acted["version"])
        await behind.hub.poll()
        await watcher.until(lambda self: self.of("reset"))
        await watcher.until(lambda self: self.tag == players[0].tag)
        assert watcher.view["seats"] == players[0].view["seats"]
