"""The checker has teeth: servers with one fault each are caught by it, and the product is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.chaos.checker.check import Violation, check
from tests.chaos.history import save
from tests.chaos.run import Plan, StoreKind
from tests.chaos.scenarios import Scenario, act_out, by_chance, parted, rolled_back

LOST_REPLIES = ("swallow_store", "reset_store")
SECONDS = 3.0
SEEDS = (5, 11, 17)  # of tables without robots, so that the log grows at the clients' pace


async def violations_of(
    directory: Path,
    scenario: Scenario,
    seed: int = SEEDS[0],
    *,
    fault: str = "",
    store: StoreKind = "links",
    only: tuple[str, ...] = (),
) -> list[Violation]:
    plan = Plan(
        seed=seed,
        seconds=SECONDS,
        tables=2,
        store=store,
        only=only,
        module=("tests.chaos.mutants", fault) if fault else ("server",),
        settle_s=2.0 if fault else 30.0,
    )
    history, final = await act_out(plan, directory, scenario)
    found = check(history, final)
    if found and not fault:
        save(directory / "history.gz", history, final)
    return found


async def caught(as_: tuple[str, ...], directory: Path, scenario: Scenario, **faulty: Any) -> None:
    """By chance a fault may do no harm for once, so it has more than one."""
    told: set[str] = set()
    for seed in SEEDS:
        place = directory / str(seed)
        place.mkdir()
        found = await violations_of(place, scenario, seed, **faulty)
        told |= {violation.assertion for violation in found}
        if told & set(as_):
            return
    raise AssertionError(f"{as_} was not broken, only {sorted(told)}")


@pytest.mark.parametrize(
    ("fault", "only", "caught_as"),
    [
        ("blind", LOST_REPLIES, "exactly once"),  # `XADD *`, tried again
        ("forgetful", LOST_REPLIES, "exactly once"),  # no look for the command's id
        ("hasty", ("kill_node", "kill_store", "stall_store"), "exactly once"),  # ack, then append
        ("skipping", ("kill_subscriptions",), "monotonic"),  # nudges taken for the truth
        ("halved", LOST_REPLIES, "exactly once"),  # two entries in one MULTI
    ],
)
async def test_a_faulty_server_is_caught(
    fault: str, only: tuple[str, ...], caught_as: str, tmp_path: Path
) -> None:
    await caught((caught_as,), tmp_path, by_chance, fault=fault, only=only)


async def test_a_rolled_back_store_is_survived_by_those_who_compare_tags(tmp_path: Path) -> None:
    found = await violations_of(tmp_path, rolled_back)
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("fault", "caught_as"),
    [
        ("untagged", ("contiguous",)),  # the script
        # The resumption: steps of another history, or a view that is older than what was shown.
        ("trusting", ("chain", "monotonic", "replay is live")),
    ],
)
async def test_a_rolled_back_store_betrays_those_who_do_not(
    fault: str, caught_as: tuple[str, ...], tmp_path: Path
) -> None:
    await caught(caught_as, tmp_path, rolled_back, fault=fault)


async def test_a_replica_that_was_cut_off_takes_over_and_nothing_is_lost(tmp_path: Path) -> None:
    found = await violations_of(tmp_path, parted, store="pair")
    assert not found, "\n".join(map(str, found))


async def test_copies_counted_on_another_connection_are_caught(tmp_path: Path) -> None:
    await caught(("exactly once",), tmp_path, parted, fault="elsewhere", store="pair")
