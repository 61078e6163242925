"""What servers and primaries have used so far, so that two looks tell what lay between them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from benchmarks.process import Server, busy_cpu_seconds
from tests.store.rack import Member

COMMANDS = ("evalsha", "spublish", "zrange", "xrevrange", "xrange", "time")


class Used(msgspec.Struct, frozen=True):
    """Since the start of each process; a difference of two is what one load has used."""

    seconds: float
    machine_cpu_seconds: float
    server_cpu_seconds: tuple[float, ...]
    store_cpu_seconds: float  # of all primaries, as all that follows
    calls: dict[str, int]  # of each of `COMMANDS`, also out of scripts
    aof_bytes: int
    memory_bytes: int
    out_bytes: int  # to servers
    cycles: int  # of the event loop: each ends in one sync at most

    def since(self, before: Used) -> Used:
        return Used(
            seconds=self.seconds - before.seconds,
            machine_cpu_seconds=self.machine_cpu_seconds - before.machine_cpu_seconds,
            server_cpu_seconds=tuple(
                now - was
                for now, was in zip(self.server_cpu_seconds, before.server_cpu_seconds, strict=True)
            ),
            store_cpu_seconds=self.store_cpu_seconds - before.store_cpu_seconds,
            calls={name: self.calls[name] - before.calls[name] for name in COMMANDS},
            aof_bytes=self.aof_bytes - before.aof_bytes,
            memory_bytes=self.memory_bytes - before.memory_bytes,
            out_bytes=self.out_bytes - before.out_bytes,
            cycles=self.cycles - before.cycles,
        )


def used(servers: Sequence[Server], primaries: Sequence[Member]) -> Used:
    """So far."""
    told = [_told(primary) for primary in primaries]
    calls: Counter[str] = Counter()
    for each in told:
        calls.update({name: each.get(f"cmdstat_{name}", {}).get("calls", 0) for name in COMMANDS})
    return Used(
        seconds=time.perf_counter(),
        machine_cpu_seconds=busy_cpu_seconds(),
        server_cpu_seconds=tuple(server.cpu_seconds() for server in servers),
        store_cpu_seconds=sum(each["used_cpu_user"] + each["used_cpu_sys"] for each in told),
        calls=dict(calls),
        aof_bytes=sum(each["aof_current_size"] for each in told),
        memory_bytes=sum(each["used_memory"] for each in told),
        out_bytes=sum(each["total_net_output_bytes"] for each in told),
        cycles=sum(each["eventloop_cycles"] for each in told),
    )


def _told(primary: Member) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for section in ("stats", "cpu", "memory", "persistence", "commandstats"):
        told |= primary.ask("INFO", section)
    return told
