"""Processes hear of each other's writes soon, and know when they may have missed some."""

from __future__ import annotations

import pytest

from server.events import nudges
from server.events.nudges import EVERYTHING
from server.events.store import Nudge
from tests.store.rig import Proxy, Server, a_draft, a_table, appended, listening, store_on, until


async def test_each_entry_is_told_with_its_version(server: Server) -> None:
    async with (
        store_on(server.url) as ours,
        store_on(server.url) as other,
        listening(ours) as heard,
    ):
        tables = [a_table() for _ in range(30)]  # in many buckets
        for table in tables:
            await appended(other, table, 2)
        await until(lambda: len(heard) == 61)
        assert heard[1:] == [Nudge(table, version) for table in tables for version in (1, 2)]


async def test_names_and_chat_are_told_without_a_version(server: Server) -> None:
    async with store_on(server.url) as store, listening(store) as heard:
        table = a_table()
        await store.set_name(table, "1", "Ana")
        await store.add_chat(table, b"hola")
        await until(lambda: len(heard) == 3)
        assert heard[1:] == [Nudge(table, 0), Nudge(table, 0)]


async def test_what_was_not_written_is_not_told(server: Server) -> None:
    async with store_on(server.url) as store, listening(store) as heard:
        table, other = a_table(), a_table()
        await appended(store, table, 1)
        assert (await store.append(table, 0, b"", a_draft("late"))).outcome == "behind"
        assert (await store.append(table, 7, b"", a_draft("ahead"))).outcome == "fork"
        await appended(store, other, 1)
        await until(lambda: Nudge(other, 1) in heard)
        assert heard == [EVERYTHING, Nudge(table, 1), Nudge(other, 1)]


async def test_after_a_cut_everything_is_to_be_looked_at_and_nothing_is_missing(
    server: Server,
) -> None:
    async with (
        Proxy(server) as proxy,
        store_on(proxy.url) as ours,
        store_on(server.url) as other,
        listening(ours) as heard,
    ):
        table = a_table()
        await appended(other, table, 2)
        await until(lambda: Nudge(table, 2) in heard)
        proxy.mode = "refuse"
        proxy.cut()
        await appended(other, table, 3)
        proxy.mode = "pass"
        await until(lambda: heard.count(EVERYTHING) == 2)
        missing = await ours.read(table, after=2)
        assert [entry.version for entry in missing] == [3, 4, 5]
        await appended(other, table, 1)
        await until(lambda: heard[-1] == Nudge(table, 6))


async def test_a_quiet_listener_stays_connected(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nudges, "QUIET_SECONDS", 1.0)
    async with Proxy(server) as proxy, store_on(proxy.url) as store, listening(store) as heard:
        before, asked = proxy.connections, proxy.requests
        await until(lambda: proxy.requests >= asked + 2)  # quiet twice, and asked after it
        table = a_table()
        async with store_on(server.url) as other:
            await appended(other, table, 1)
        await until(lambda: heard[-1] == Nudge(table, 1))
        assert heard == [EVERYTHING, Nudge(table, 1)]
        assert proxy.connections == before


async def test_a_dead_connection_is_noticed_and_replaced(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nudges, "QUIET_SECONDS", 0.05)
    async with Proxy(server) as proxy, store_on(proxy.url) as store, listening(store) as heard:
        proxy.mode = "stall"
        before = proxy.connections
        await until(lambda: proxy.connections > before)
        proxy.mode = "pass"
        await until(lambda: heard.count(EVERYTHING) == 2)


async def test_a_server_that_was_killed_is_heard_again(own_server: Server) -> None:
    async with store_on(own_server.url) as store, listening(store) as heard:
        own_server.kill()
        own_server.start()
        await until(lambda: heard.count(EVERYTHING) == 2)
        table = a_table()
        await appended(store, table, 1)
        await until(lambda: heard[-1] == Nudge(table, 1))
