"""`python -m benchmarks`: prints in one run what the server, its store and the simulator cost."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import TypeVar

import uvloop

from benchmarks.load import Load, bytes_a_connection, echo, play
from benchmarks.process import running
from benchmarks.site import looked_after
from server.robots.selfplay import Plan, play_match
from server.rules.door import rules_for

TABLES = (1, 50, 250)
PACED_TABLES, PACED_MOVES_A_SECOND = 250, 500.0
IDLE_CONNECTIONS = 2_000
SITE_TABLES = 1_000
MARK_MOVES_A_CPU_SECOND = 2_500
MARK_P99_MS = 20
MARK_KB = 30
QUIET_SHARE = 0.1  # of a CPU that others may take before times are to be doubted

# Limits are raised by settings, never by another way through the code.
RAISED = {
    f"OCHOS_LIMIT_{name}": "1000000"
    for name in (
        "CONNECTIONS", "CONNECTS_PER_SECOND", "CONNECTS_BURST", "TABLES_PER_HOUR",
        "REQUESTS_PER_SECOND", "REQUESTS_BURST", "COMMANDS_PER_SECOND", "COMMANDS_BURST",
    )
}  # fmt: skip
SERVE = ("server", "serve")
HEAD = (
    "  tables   moves/CPU s   moves/s    own p50   p99 ms   others p50   p99 ms"
    "   server  store  load  others' CPU   B/move/client"
)
T = TypeVar("T")
_bare_moves: dict[int, float] = {}  # tables → messages a CPU second, once measured


def main(argv: Sequence[str] | None = None) -> int:
    wish = _parser().parse_args(argv)
    if wish.ahead:
        # Without it the scheduler's waiting, not the server, is measured on a busy machine.
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    for name in wish.parts or PARTS:
        PARTS[name](wish.seconds)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", type=_part, help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=6.0, help="that each load is measured")
    parser.add_argument(
        "--ahead", action="store_true", help="run before all other processes (as root)"
    )
    return parser


def _part(name: str) -> str:
    if name not in PARTS:
        raise argparse.ArgumentTypeError(f"expected {', '.join(PARTS)}, found {name!r}")
    return name


def _bare(seconds: float) -> None:
    _title("The bare stack: messages to each of four, nothing judged and nothing kept", HEAD)
    for tables in TABLES:
        with running(("benchmarks.bare",), {}) as server:
            load = _run(echo(server, tables, seconds))
        _say_load(load)
        _bare_moves[tables] = load.moves_a_cpu_second


def _moves(seconds: float) -> None:
    _title("Moves as fast as four clients a table make them, each on disk before it is shown", HEAD)
    for tables in TABLES:
        with running(SERVE, RAISED) as server:
            load = _run(play(server, tables, seconds))
        _say_load(load)
        if tables in _bare_moves:
            share = load.moves_a_cpu_second / _bare_moves[tables]
            print(f"         {100 * share:.0f} % of what the bare stack passes on", flush=True)
    _say_mark(
        load.moves_a_cpu_second >= MARK_MOVES_A_CPU_SECOND,
        f"{MARK_MOVES_A_CPU_SECOND:,} moves a server CPU second at {tables} tables",
    )


def _pace(seconds: float) -> None:
    _title(f"{PACED_MOVES_A_SECOND:.0f} moves a second at {PACED_TABLES} tables", HEAD)
    with running(SERVE, RAISED) as server:
        load = _run(play(server, PACED_TABLES, seconds, PACED_MOVES_A_SECOND))
    _say_load(load)
    _say_mark(max(load.own_ms[1], load.other_ms[1]) < MARK_P99_MS, f"p99 under {MARK_P99_MS} ms")


def _memory(_: float) -> None:
    _title(f"Memory: growth over {IDLE_CONNECTIONS:,} seated connections at rest, all collected")
    with running(SERVE, RAISED) as server:
        grown = _run(bytes_a_connection(server, IDLE_CONNECTIONS)) / 1_000
        whole = server.memory_bytes() / 1_000_000
    print(f"  {grown:.1f} kB a connection with its share of the table; {whole:.0f} MB in all")
    _say_mark(grown <= MARK_KB, f"{MARK_KB} kB a connection")


def _robots(seconds: float) -> None:
    _title("Decisions of the simulator, one process")
    for checks, words in ((False, "only played"), (True, "with every law checked")):
        decisions, spent = _simulated(seconds / 2, checks=checks)
        print(f"  {decisions / spent:>9,.0f} a CPU second, {words}", flush=True)


def _site(_: float) -> None:
    _title(f"A site of {SITE_TABLES:,} finished tables is looked after; CPU without the store's")
    for step in _run(looked_after(SITE_TABLES)):
        print(
            f"  {step.name:<18} {step.entries:>8,} entries {step.seconds:>7.1f} s"
            f" {step.cpu_seconds:>7.1f} s of CPU",
            flush=True,
        )


PARTS: dict[str, Callable[[float], None]] = {
    "bare": _bare,
    "moves": _moves,
    "pace": _pace,
    "memory": _memory,
    "robots": _robots,
    "site": _site,
}


def _simulated(at_least_seconds: float, *, checks: bool) -> tuple[int, float]:
    """Decisions, and the CPU time that they took."""
    rules = rules_for("especiales")
    decisions, number, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < at_least_seconds:
        number += 1
        decisions += play_match(Plan(rules, 4, "bench", number, checks=checks)).commands
    return decisions, spent


def _run(work: Coroutine[None, None, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def _title(*lines: str) -> None:
    print("", *lines, sep="\n", flush=True)


def _say_load(load: Load) -> None:
    own, other = load.own_ms, load.other_ms
    print(
        f"  {load.tables:>6} {load.moves_a_cpu_second:>13,.0f} {load.moves_a_second:>9,.0f}"
        f" {own[0]:>10.1f} {own[1]:>8.1f} {other[0]:>12.1f} {other[1]:>8.1f}"
        f" {_share(load.server_cpu_seconds, load):>8} {_share(load.store_cpu_seconds, load):>6}"
        f" {_share(load.load_cpu_seconds, load):>5} {_share(load.other_cpu_seconds, load):>12}"
        f" {load.bytes / max(1, load.moves) / 4:>15.0f}",
        flush=True,
    )
    if load.other_cpu_seconds > QUIET_SHARE * load.seconds:
        print("         the machine was busy with other things: doubt the times", flush=True)


def _share(cpu_seconds: float, load: Load) -> str:
    return f"{100 * cpu_seconds / load.seconds:.0f} %"


def _say_mark(reached: bool, words: str) -> None:
    print(f"  {'reached' if reached else 'NOT reached'}: {words}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
