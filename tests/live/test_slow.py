"""Clients that read slowly, or not at all, or go at any moment: nobody else notices."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from contextlib import AsyncExitStack

import pytest

from server.api import app, wire
from server.live.codecs import JSON
from server.live.connection import Connection
from server.live.outbox import BYTES_MAX, FRAMES_MAX
from server.live.room import Room
from server.live.showing import Now
from server.live.watch import GONE_SECONDS, SILENT_SECONDS, SLOTS, heard_at, keep_alive
from server.protocol.frames import CLOSE_SLOW, Hello
from tests.live.site import Player, Site, joined, player_at, site_on
from tests.live.tables import table_of
from tests.live.wires import FakeWire
from tests.store.rig import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

KERNEL_BYTES = 8_000_000  # more than the system's buffers hide


async def watching(site: Site) -> tuple[Room, Connection, FakeWire, AsyncExitStack]:
    """A connection at a table, over a wire of the test's."""
    stack = AsyncExitStack()
    made, _ = await table_of(site, stack, 2)
    room = await site.hub.room(made.table)
    assert room is not None
    way = FakeWire()
    connection = Connection(JSON, way, "", invited=False, now_s=0.0)
    room.showing.join(connection, Hello(table=made.table), room.talk, Now(0))
    way.written.clear()
    return room, connection, way, stack


async def test_every_connection_gets_a_beat_in_every_turn_of_the_slots(site: Site) -> None:
    room, _, way, stack = await watching(site)
    async with stack:
        for slot in range(SLOTS):
            keep_alive(room, slot, 1.0, 1_000)
        version = room.table.version
        assert [frame[2:] for frame in way.written] == [
            b'{"t":"beat","now_ms":1000,"version":%d,"digest":"%s"}'
            % (version, room.digest.encode())
        ]
    assert SLOTS <= 15


async def test_who_says_nothing_gets_a_snapshot_and_then_a_goodbye(site: Site) -> None:
    room, connection, way, stack = await watching(site)
    async with stack:
        slot = connection.beat_slot % SLOTS
        keep_alive(room, slot, SILENT_SECONDS - 1, 0)
        assert not any(b'"snapshot"' in frame for frame in way.written)
        keep_alive(room, slot, SILENT_SECONDS + 1, 0)
        keep_alive(room, slot, SILENT_SECONDS + 2, 0)
        assert sum(b'"snapshot"' in frame for frame in way.written) == 1
        heard_at(room, connection, room.table.version, SILENT_SECONDS + 3)
        keep_alive(room, slot, GONE_SECONDS + 1, 0)
        assert way.code is None
        keep_alive(room, slot, SILENT_SECONDS + 3 + GONE_SECONDS + 1, 0)
        assert way.code == CLOSE_SLOW


async def test_who_lags_far_behind_gets_a_snapshot_and_then_a_goodbye(site: Site) -> None:
    room, connection, way, stack = await watching(site)
    async with stack:
        heard_at(room, connection, room.table.version - 65, 1.0)
        assert sum(b'"snapshot"' in frame for frame in way.written) == 1
        heard_at(room, connection, room.table.version - 65, 2.0)
        assert way.code == CLOSE_SLOW


async def _chatter(player: Player, lines: int) -> None:
    for _ in range(lines):
        await player.ask("chat", text="x" * 280)


async def test_a_viewer_that_never_reads_is_dropped_and_others_do_not_wait(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "CLOSE_SECONDS", 0.2)
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        sleeper = await joined(site.host, made.table)
        room = await site.hub.room(made.table)
        assert room is not None
        slow = next(c for c in room.showing.connections if c.seat < 0)
        sleeper.connection.transport.pause_reading()
        frame = JSON.pack(room.talk.people())
        slow.outbox.put(frame * (KERNEL_BYTES // len(frame)))
        longest_s = 0.0
        for _ in range(20):
            for _ in range(500):
                room.showing.tell(room.talk.people())
            longest_s = max(longest_s, await _seconds_of(ana.ask("chat", text="x")))
        assert longest_s < 5.0
        assert slow.outbox._bytes <= BYTES_MAX
        assert len(slow.outbox._frames) <= FRAMES_MAX
        assert slow in room.showing.connections

        slow.heard_s -= GONE_SECONDS + 1
        for _ in range(SLOTS):
            await site.hub.tick()
        await until(lambda: slow not in room.showing.connections)
        await bruno.until(lambda self: len(self.of("people")) >= 10_000)
        assert bruno.closed is None
        sleeper.connection.transport.resume_reading()
        await sleeper.until_closed()


async def _seconds_of(asked: Awaitable[object]) -> float:
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asked
    return loop.time() - began


async def test_clients_may_go_at_any_moment(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        room = await site.hub.room(made.table)
        assert room is not None
        dice = random.Random(7)
        for _ in range(10):
            guests = await asyncio.gather(*(joined(site.host, made.table) for _ in range(10)))
            talk = asyncio.create_task(_chatter(ana, 5))
            for guest in guests:
                if dice.random() < 0.5:
                    guest.connection.transport.abort()
                else:
                    await guest.connection.close()
            await asyncio.gather(*(guest.until_closed() for guest in guests))
            await talk
        await until(lambda: len(room.showing.connections) == 2)
        assert ana.closed is None
        async with player_at(site.host, made.table) as good:
            assert good.view["phase"] == "lobby"


async def test_a_half_open_link_is_noticed_and_its_place_freed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(app, "PING_SECONDS", 0.1)
    monkeypatch.setattr(wire, "CLOSE_SECONDS", 0.1)
    async with site_on() as site, AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        gone = await joined(site.host, made.table, secret=made.secret)
        room = await site.hub.room(made.table)
        assert room is not None
        gone.connection.transport.pause_reading()
        await until(lambda: len(room.showing.connections) == 2)
        assert ana.closed is None
        assert room.table.seats[0].holder == "person"
        gone.connection.transport.resume_reading()
        await gone.until_closed()
    assert 2 * app.PING_SECONDS + wire.CLOSE_SECONDS < 60
