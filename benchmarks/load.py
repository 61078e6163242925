"""The loads: many tables in play, and many connections at rest."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from functools import partial

import httpx
import msgspec

from benchmarks.players import Client, Pace, Tally
from benchmarks.process import Server, busy_cpu_seconds
from benchmarks.wire import Wire, connect
from server.protocol.frames import Sit, Start

SETUP_SECONDS = 120.0
SETUP_AT_ONCE = 16
WARM_UP_SECONDS = 2.0
WARM_UP_TABLES = 8
ECHO_BODY = bytes(300)  # about what a step takes


class Load(msgspec.Struct, frozen=True):
    """What a load has shown."""

    tables: int
    seconds: float
    moves: int
    server_cpu_seconds: float
    store_cpu_seconds: float
    load_cpu_seconds: float
    other_cpu_seconds: float  # of everything else on this machine
    frames: int
    bytes: int
    own_ms: tuple[float, float]  # p50, p99
    other_ms: tuple[float, float]

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds

    @property
    def moves_a_cpu_second(self) -> float:
        return self.moves / self.server_cpu_seconds


class Seating(msgspec.Struct, frozen=True):
    """A table and its clients."""

    clients: tuple[Client, ...]
    pace: Pace


async def seat_tables(server: Server, tables: int, seats: int, tally: Tally) -> list[Seating]:
    """Makes tables, each with all its seats taken and its first round dealt."""
    return await seat_at([(server,) * seats] * tables, tally)


async def seat_at(tables: Sequence[tuple[Server, ...]], tally: Tally) -> list[Seating]:
    """The same, where each table is given as the server that each of its seats is connected to."""
    gate = asyncio.Semaphore(SETUP_AT_ONCE)
    limits = httpx.Limits(max_connections=SETUP_AT_ONCE)
    async with httpx.AsyncClient(limits=limits, timeout=SETUP_SECONDS) as http:

        async def one(servers: tuple[Server, ...]) -> Seating:
            async with gate:
                return await _seat_table(servers, http, tally)

        async with asyncio.timeout(SETUP_SECONDS):
            return list(await asyncio.gather(*map(one, tables)))


async def _seat_table(
    servers: tuple[Server, ...], http: httpx.AsyncClient, tally: Tally
) -> Seating:
    pace = Pace()
    seats = len(servers)
    clients = tuple(Client(seat, pace, tally) for seat in range(seats))
    answer = await http.post(
        f"{servers[0].origin}/api/tables",
        json={"preset": "clasico", "seats": seats, "name": "Ana", "title": "", "set": {}},
        headers={"Authorization": f"Bearer {clients[0].secret}"},
    )
    answer.raise_for_status()
    made = answer.json()
    await clients[0].open(servers[0], made["table"])
    for client, server in zip(clients[1:], servers[1:], strict=True):
        await client.open(server, made["table"], made["invite"])
        await client.ask(Sit(id=client.next_id(), invite=made["invite"], name="Luz"))
    await clients[0].ask(Start(id=clients[0].next_id(), match=1))
    return Seating(clients, pace)


async def play(
    server: Server,
    tables: int,
    seconds: float,
    moves_a_second: float = 0.0,
    *,
    warm_up_seconds: float = WARM_UP_SECONDS,
) -> Load:
    """Four clients at each table play for a while; 0 moves a second = as fast as they can."""
    tally = Tally()
    seatings = await seat_tables(server, tables, 4, tally)
    set_going(seatings, moves_a_second)
    await asyncio.sleep(warm_up_seconds)
    load = await _measure(server, tables, tally, seconds)
    leave(seatings)
    return load


def set_going(seatings: Sequence[Seating], moves_a_second: float = 0.0) -> None:
    """From now on all play, at so many moves a second in all; 0 = as fast as they can."""
    interval = len(seatings) / moves_a_second if moves_a_second else 0.0
    start = asyncio.get_running_loop().time()
    for number, seating in enumerate(seatings):
        seating.pace.interval_seconds = interval
        seating.pace.due = start + interval * number / len(seatings)
        seating.pace.running = True
        for client in seating.clients:
            client.act()


def leave(seatings: Sequence[Seating]) -> None:
    for seating in seatings:
        seating.pace.running = False
        for client in seating.clients:
            client.close()


async def echo(
    server: Server, groups: int, seconds: float, *, warm_up_seconds: float = WARM_UP_SECONDS
) -> Load:
    """Groups of four connections that pass one message of a step's size round."""
    tally = Tally()
    circles = [await _circle(server, tally) for _ in range(groups)]
    for circle in circles:
        circle.say(0)
    await asyncio.sleep(warm_up_seconds)
    load = await _measure(server, groups, tally, seconds)
    for circle in circles:
        circle.close()
    return load


class _Circle:
    """Four connections; whoever is next answers each message that all have heard."""

    def __init__(self, tally: Tally) -> None:
        self.wires: list[Wire] = []
        self._tally = tally
        self._sent = 0.0

    def say(self, speaker: int) -> None:
        self._sent = time.perf_counter()
        self.wires[speaker].send(bytes((speaker,)) + ECHO_BODY)

    def heard(self, listener: int, payload: bytes) -> None:
        tally, speaker = self._tally, payload[0]
        seconds = time.perf_counter() - self._sent
        tally.bytes += len(payload)
        if listener == speaker:
            tally.moves += 1
            tally.own_seconds.append(seconds)
            return
        tally.other_seconds.append(seconds)
        if listener == (speaker + 1) % 4:
            self.say(listener)

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


async def _circle(server: Server, tally: Tally) -> _Circle:
    circle = _Circle(tally)
    for seat in range(4):
        circle.wires.append(await connect(server.host, server.port, partial(circle.heard, seat)))
    return circle


async def _measure(server: Server, tables: int, tally: Tally, seconds: float) -> Load:
    tally.clear()
    began = time.perf_counter()
    before = _cpu_seconds(server)
    await asyncio.sleep(seconds)
    spent = [after - was for after, was in zip(_cpu_seconds(server), before, strict=True)]
    return Load(
        tables=tables,
        seconds=time.perf_counter() - began,
        moves=tally.moves,
        server_cpu_seconds=spent[0],
        store_cpu_seconds=spent[1],
        load_cpu_seconds=spent[2],
        other_cpu_seconds=max(0.0, spent[3] - sum(spent[:3])),
        frames=tally.frames,
        bytes=tally.bytes,
        own_ms=_percentiles_ms(tally.own_seconds),
        other_ms=_percentiles_ms(tally.other_seconds),
    )


def _cpu_seconds(server: Server) -> tuple[float, float, float, float]:
    """So far: of the server, of its store, of this process, of the whole machine."""
    return (
        server.cpu_seconds(),
        server.store_cpu_seconds(),
        time.process_time(),
        busy_cpu_seconds(),
    )


def _percentiles_ms(seconds: list[float]) -> tuple[float, float]:
    if len(seconds) < 2:
        return (0.0, 0.0)
    cuts = statistics.quantiles(seconds, n=100)
    return (cuts[49] * 1_000, cuts[98] * 1_000)


async def bytes_a_connection(
    server: Server, connections: int, *, warm_up_tables: int = WARM_UP_TABLES
) -> float:
    """Growth of the server's memory for each seated client that does nothing."""
    seats = 4
    # What the first tables bring about, stays for all others.
    await seat_tables(server, warm_up_tables, seats, Tally())
    await asyncio.to_thread(server.collect_garbage)
    before = server.memory_bytes()
    kept = await seat_tables(server, connections // seats, seats, Tally())
    await asyncio.to_thread(server.collect_garbage)
    grown = server.memory_bytes() - before
    assert len(kept) * seats == connections
    return grown / connections
