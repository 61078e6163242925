"""Games under harm, by fixed seeds: whatever is killed, cut, stopped or lost, the laws hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.checker.check import check
from tests.chaos.history import Heard, save
from tests.chaos.run import Plan, run

HARM_SECONDS = 10.0


@pytest.mark.parametrize("seed", range(1, 6))
async def test_no_law_is_broken_under_harm(seed: int, tmp_path: Path) -> None:
    """Odd seeds: a store behind links. Even ones: the store that one of the servers keeps."""
    plan = Plan(seed=seed, seconds=HARM_SECONDS, embedded=seed % 2 == 0)
    history, final = await run(plan, tmp_path)
    violations = [str(violation) for violation in check(history, final)]
    if violations:
        save(tmp_path / "history.gz", history, final)
    assert not violations, "\n".join(violations)
    assert sum(history.faults().values()) >= 10
    assert sum(isinstance(record, Heard) for record in history.records) >= 500
