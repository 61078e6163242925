"""Games under harm, by fixed seeds: whatever is killed, cut, stopped or lost, the laws hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.checker.check import check
from tests.chaos.history import Heard, History, save
from tests.chaos.run import Plan, run

HARM_SECONDS = 10.0
CLUSTER_SECONDS = 20.0


@pytest.mark.parametrize("seed", range(1, 6))
async def test_no_law_is_broken_under_harm(seed: int, tmp_path: Path) -> None:
    """Odd seeds: a store behind links. Even ones: the store that one of the servers keeps."""
    plan = Plan(seed=seed, seconds=HARM_SECONDS, store="links" if seed % 2 else "embedded")
    history = await without_violations(plan, tmp_path)
    assert sum(history.faults().values()) >= 10


async def test_no_law_is_broken_on_a_cluster_under_harm(tmp_path: Path) -> None:
    """Primaries are killed, stopped, replaced by their replicas, and slots move between them."""
    plan = Plan(seed=12, seconds=CLUSTER_SECONDS, store="cluster", pause_max_s=3.0)
    history = await without_violations(plan, tmp_path)
    assert {"kill_store", "pause_store", "fail_over", "reshard"} & set(history.faults())


async def without_violations(plan: Plan, tmp_path: Path) -> History:
    history, final = await run(plan, tmp_path)
    violations = [str(violation) for violation in check(history, final)]
    if violations:
        save(tmp_path / "history.gz", history, final)
    assert not violations, "\n".join(violations)
    assert sum(isinstance(record, Heard) for record in history.records) >= 200
    return history
