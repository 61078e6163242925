"""Harm for as long as one likes: `python -m tests.chaos --minutes 20`, by `make chaos`.

Runs one round after another, each with tables of its own, its own seed and a store of another kind.
Ends by itself: after the time, or with the first round in which a law was broken, whose history it
keeps. The seed of each round is printed, and makes the same clients do the same harm again.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from tests.chaos.checker.check import check
from tests.chaos.counts import Counts, counts_of
from tests.chaos.history import save
from tests.chaos.run import Plan, StoreKind, run

ROUND_SECONDS = 60.0
STORES: tuple[StoreKind, ...] = ("links", "links", "embedded", "cluster")


def main() -> int:
    arguments = _parser().parse_args()
    seed = arguments.seed or secrets.randbelow(10**6) + 1
    print(f"seed {seed}, {arguments.minutes} minutes", flush=True)
    until = time.monotonic() + arguments.minutes * 60
    total = Counts()
    number = 0
    while time.monotonic() < until:
        number += 1
        plan = _plan(seed, number, min(ROUND_SECONDS, until - time.monotonic()), arguments)
        with tempfile.TemporaryDirectory(prefix="ol-chaos-") as folder:
            counts = _round(plan, Path(folder), number)
        total = total.plus(counts)
        if counts.violations:
            break
    print(f"{number} rounds from seed {seed}\n{total.told()}", flush=True)
    return 1 if total.violations else 0


def _plan(seed: int, number: int, seconds: float, arguments: argparse.Namespace) -> Plan:
    stores: tuple[StoreKind, ...] = (arguments.store,) if arguments.store else STORES
    return Plan(
        seed=seed + number - 1,
        seconds=max(5.0, seconds),
        nodes=3,
        tables=6,
        store=stores[number % len(stores)],
        shimmed=True,
        pause_max_s=3.0,
    )


def _round(plan: Plan, folder: Path, number: int) -> Counts:
    with asyncio.Runner() as runner:
        history, final = runner.run(run(plan, folder))
    violations = check(history, final)
    counts = msgspec.structs.replace(counts_of(history, final), violations=len(violations))
    print(f"round {number}, seed {plan.seed}, store {plan.store}: {counts.line()}", flush=True)
    if violations:
        kept = Path(tempfile.gettempdir()) / f"ol-chaos-{plan.seed}.gz"
        save(kept, history, final)
        print("\n".join(map(str, violations)), f"\nkept: {kept}", flush=True)
    return counts


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="chaos", description="Harm to a whole house.")
    parser.add_argument("--seed", type=int, default=0, help="0: by chance")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--store", choices=sorted(set(STORES)), help="of this kind only")
    return parser


if __name__ == "__main__":
    sys.exit(main())
