"""`python -m benchmarks.fanout`: what several servers on a cluster cost each other and the store.

Three servers play, a fourth holds no table and only hears what it does not need; the store is three
primaries without replicas. First each table's people are all at one server, as the proxy has it;
then at three.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from statistics import mean

import msgspec
import uvloop
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from benchmarks.counting import Used, used
from benchmarks.evening import logs_of, plans, write_all
from benchmarks.load import Seating, leave, seat_at, set_going
from benchmarks.players import Tally
from benchmarks.process import Server, running
from server.api.app import opened_store
from server.events.finding import SLOT_OF
from server.events.keys import BUCKETS, channel_of
from server.events.keys import log_of as log_key
from server.events.redis_store import RedisStore
from server.settings import Settings
from tests.store.cluster import Cluster, slots_of
from tests.store.rack import Member

SEATS, PLAYING = 4, 3  # seats of a table; servers that have tables
SIGNS_SECONDS = 15.0
WARM_UP_SECONDS = 3.0
NUDGES_A_SECOND, NUDGES_AT_ONCE = 2_000, 20
MATCHES = 60
SETTLE_SECONDS = 4.0  # after seating, before servers are taken to be at rest
RAISED = {
    f"OCHOS_LIMIT_{name}": "1000000"
    for name in (
        "CONNECTIONS", "CONNECTS_PER_SECOND", "CONNECTS_BURST", "TABLES_PER_HOUR",
        "REQUESTS_PER_SECOND", "REQUESTS_BURST", "COMMANDS_PER_SECOND", "COMMANDS_BURST",
    )
}  # fmt: skip


class Part(msgspec.Struct, frozen=True):
    """One load, and what it used."""

    name: str
    tables: int
    moves: int
    client_bytes: int
    nudges: int  # of tables that nobody has
    used: Used

    @property
    def playing_cpu_seconds(self) -> float:
        return sum(self.used.server_cpu_seconds[:PLAYING])


class Kept(msgspec.Struct, frozen=True):
    """What logs take in the store."""

    entries: int
    stream_bytes: int  # of the streams alone
    memory_bytes: int  # with keys, indexes, names and a line of chat
    aof_bytes: int


class Costs(msgspec.Struct, frozen=True):
    """What follows from the parts, in the units of the capacity page."""

    rest_server_us_per_s: float  # of a server without a table or a nudge: sweep, time, topology
    rest_store_us_per_server_s: float
    table_us_per_s: float  # of a server for each table at rest with its people: poll, beats
    table_store_us_per_s: float
    nudge_us: float  # of a server for a nudge that it does not need
    nudge_store_us: float  # of the store for each server that it tells
    commit_us: float  # of the server whose people are all there, without any nudge
    commit_store_us: float  # without the nudges
    follow_us: float  # of a server for each commit that it follows from another
    commit_aof_bytes: float
    commit_client_bytes: float  # in frames, to all people of a table


class Site:
    """Servers on a cluster, and people at tables who give signs of life."""

    def __init__(self, servers: tuple[Server, ...], primaries: Sequence[Member]) -> None:
        self.servers = servers
        self.primaries = primaries
        self.tally = Tally()
        self.seatings: list[Seating] = []

    async def seat(self, tables: int, *, apart: bool) -> None:
        """Each table's people at one server, or one after the other at all that play."""
        playing = self.servers[:PLAYING]
        self.seatings = await seat_at(
            [
                tuple(playing[(table + seat * apart) % PLAYING] for seat in range(SEATS))
                for table in range(tables)
            ],
            self.tally,
        )

    async def measured(self, name: str, seconds: float, *, nudged: bool = False) -> Part:
        self.tally.clear()
        before = used(self.servers, self.primaries)
        nudges = await self.nudge(seconds) if nudged else await asyncio.sleep(seconds, 0)
        after = used(self.servers, self.primaries)
        tally = self.tally
        spent = after.since(before)
        return Part(name, len(self.seatings), tally.moves, tally.bytes, nudges, spent)

    async def nudge(self, seconds: float) -> int:
        """Tells all servers, at an even pace, of tables that none of them has; says how often."""
        async with contextlib.AsyncExitStack() as stack:
            told_by: dict[str, Pipeline] = {}
            for primary in self.primaries:
                client = await stack.enter_async_context(Redis(port=primary.port))
                pipeline = client.pipeline(transaction=False)
                slots = slots_of(primary)
                told_by |= {bucket: pipeline for bucket in BUCKETS if SLOT_OF[bucket] in slots}
            loop = asyncio.get_running_loop()
            began, told = loop.time(), 0
            while told < NUDGES_A_SECOND * seconds:
                for _ in range(NUDGES_AT_ONCE):
                    bucket, table = random.choice(BUCKETS), random.randbytes(13).hex()
                    told_by[bucket].execute_command("SPUBLISH", channel_of(bucket), f"{table} 7")
                for pipeline in set(told_by.values()):
                    await pipeline.execute()
                told += NUDGES_AT_ONCE
                await asyncio.sleep(began + told / NUDGES_A_SECOND - loop.time())
            return told

    async def give_signs(self) -> None:
        while True:
            await asyncio.sleep(SIGNS_SECONDS)
            for seating in self.seatings:
                for client in seating.clients:
                    client.say_version()

    def empty(self) -> None:
        leave(self.seatings)
        self.seatings = []


@contextlib.asynccontextmanager
async def site(playing: int = PLAYING) -> AsyncIterator[Site]:
    """So many servers and one bystander, on three primaries."""
    with contextlib.ExitStack() as stack:
        cluster = stack.enter_context(Cluster(replicas=0, min_replicas_to_write="0"))
        settings = RAISED | {"OCHOS_REDIS_URL": cluster.url, "OCHOS_ARCHIVE_DAYS": "0"}
        servers = tuple(
            stack.enter_context(running(("server", "serve"), settings)) for _ in range(playing + 1)
        )
        there = Site(servers, cluster.members)
        signs = asyncio.create_task(there.give_signs())
        try:
            yield there
        finally:
            there.empty()
            signs.cancel()


async def parts(tables: int, moves_a_second: float, seconds: float) -> list[Part]:
    """Nothing; then tables at rest and in play, together and apart."""
    done: list[Part] = []
    for apart in (False, True):
        async with site() as there:
            how = "apart" if apart else "together"
            if not apart:
                await asyncio.sleep(SETTLE_SECONDS)
                done.append(await there.measured("no table", seconds))
                done.append(await there.measured("nudges for nobody", seconds, nudged=True))
            await there.seat(tables, apart=apart)
            await asyncio.sleep(SETTLE_SECONDS)
            done.append(await there.measured(f"{how}, at rest", seconds))
            set_going(there.seatings, moves_a_second)
            await asyncio.sleep(WARM_UP_SECONDS)
            done.append(await there.measured(f"{how}, in play", seconds))
    return done


async def log_of_a_match(matches: int) -> Kept:
    """Writes finished matches, three robots each, and looks at what the store keeps of them."""
    logs = tuple(logs_of(plans(matches)))
    with tempfile.TemporaryDirectory(prefix="ochos-bench-") as directory:
        async with opened_store(Settings(data=Path(directory))) as (store, _, _):
            assert isinstance(store, RedisStore)
            before = await store.client.info()
            entries = await write_all(store, logs)
            after = await store.client.info()
            sizes = [
                await store.client.memory_usage(log_key(table), samples=0) for table, _ in logs
            ]
    return Kept(
        entries=entries,
        stream_bytes=sum(size or 0 for size in sizes),
        memory_bytes=after["used_memory"] - before["used_memory"],
        aof_bytes=after["aof_current_size"] - before["aof_current_size"],
    )


def costs_of(done: Sequence[Part]) -> Costs:
    """The costs, each as the difference of two parts."""
    nothing, nudged, still, play, still_apart, apart = done
    rest = mean(nothing.used.server_cpu_seconds) / nothing.used.seconds
    nudge = (mean(nudged.used.server_cpu_seconds) - rest * nudged.used.seconds) / nudged.nudges
    table = (still.playing_cpu_seconds / still.used.seconds - PLAYING * rest) / still.tables
    commit = _moving(play, still) / play.moves - PLAYING * nudge
    commit_apart = _moving(apart, still_apart) / apart.moves - PLAYING * nudge
    store_rest = nothing.used.store_cpu_seconds / nothing.used.seconds
    told = nudged.used.store_cpu_seconds - store_rest * nudged.used.seconds
    store_still = still.used.store_cpu_seconds / still.used.seconds
    store_play = play.used.store_cpu_seconds - store_still * play.used.seconds
    micro = 1_000_000
    return Costs(
        rest_server_us_per_s=rest * micro,
        rest_store_us_per_server_s=store_rest / len(nothing.used.server_cpu_seconds) * micro,
        table_us_per_s=table * micro,
        table_store_us_per_s=(store_still - store_rest) / still.tables * micro,
        nudge_us=nudge * micro,
        nudge_store_us=told / nudged.nudges / len(nudged.used.server_cpu_seconds) * micro,
        commit_us=commit * micro,
        commit_store_us=(store_play - play.moves / nudged.nudges * told) / play.moves * micro,
        follow_us=(commit_apart - commit) / (PLAYING - 1) * micro,
        commit_aof_bytes=play.used.aof_bytes / play.moves,
        commit_client_bytes=play.client_bytes / play.moves,
    )


def _moving(play: Part, still: Part) -> float:
    """CPU seconds of the servers that play, without what they use at rest."""
    at_rest = still.playing_cpu_seconds / still.used.seconds
    return play.playing_cpu_seconds - at_rest * play.used.seconds


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fanout", description=__doc__)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--moves", type=float, default=300.0, help="a second, at all tables")
    parser.add_argument("--seconds", type=float, default=10.0, help="that each part is measured")
    parser.add_argument(
        "--ahead", action="store_true", help="run before all other processes (as root)"
    )
    wish = parser.parse_args(argv)
    if wish.ahead:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        kept = runner.run(log_of_a_match(MATCHES))
        done = runner.run(parts(wish.tables, wish.moves, wish.seconds))
    print(
        f"{MATCHES} matches of {kept.entries / MATCHES:.0f} entries; bytes an entry:"
        f" stream {kept.stream_bytes / kept.entries:.0f},"
        f" all {kept.memory_bytes / kept.entries:.0f},"
        f" append-only file {kept.aof_bytes / kept.entries:.0f}"
    )
    for part in done:
        _say_part(part)
    for name, value in msgspec.structs.asdict(costs_of(done)).items():
        print(f"  {name:<28} {value:>10,.1f}")
    return 0


def _say_part(part: Part) -> None:
    u, s = part.used, part.used.seconds
    shares = " ".join(f"{100 * each / s:.1f}" for each in u.server_cpu_seconds)
    calls = ", ".join(f"{name} {count / s:,.0f}" for name, count in u.calls.items())
    print(
        f"\n{part.name}: {part.moves / s:,.0f} moves/s at {part.tables} tables;"
        f" servers {shares} %, store {100 * u.store_cpu_seconds / s:.1f} %,"
        f" machine {100 * u.machine_cpu_seconds / s:.0f} %"
        f"\n  calls/s: {calls}; cycles/s {u.cycles / s:,.0f};"
        f" to servers {u.out_bytes / s:,.0f} B/s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
