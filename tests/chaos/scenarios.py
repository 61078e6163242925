"""Harm of a certain kind at a certain time, where chance would take too long to find it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.chaos.client import Player
from tests.chaos.history import Fault, Final, History
from tests.chaos.pair import PairStore
from tests.chaos.run import Plan, Rig, rig_of
from tests.chaos.stores import OwnStore

SEAT_SECONDS = 20.0  # a mutant may never be ready
PLAY_SECONDS = 1.5
GROW_SECONDS = 20.0

Scenario = Callable[[Rig], Awaitable[None]]


async def act_out(plan: Plan, directory: Path, scenario: Scenario) -> tuple[History, Final]:
    """A run with this harm in place of that by chance."""
    async with rig_of(plan, directory) as rig:
        if plan.module == Plan().module:
            await rig.seat_all()
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SEAT_SECONDS):
                    await rig.seat_all()
        rig.world.playing = True
        await scenario(rig)
        return rig.history, await rig.settle()


async def by_chance(rig: Rig) -> None:
    """What the plan says."""
    await rig.harm(rig.plan.seconds)


async def rolled_back(rig: Rig) -> None:
    """The store comes back with an older state than it had shown; those who only watch are away
    meanwhile, and come back when the log has grown beyond what they knew."""
    store = rig.store
    assert isinstance(store, OwnStore)
    rig.may_lose = True
    watchers = [player for player in rig.players if not player.token]
    await _grown(rig, dict.fromkeys(rig.tables, 0), by=8)
    store.keep()
    kept = await _heads(rig)
    await _grown(rig, kept, by=3)
    await _seen_by(watchers, kept)
    away = [rig.link(player.client, node.number) for player in watchers for node in rig.nodes]
    for link in away:
        link.stall()
        link.reset()
    _told(rig, "roll_back")
    await store.roll_back()
    await _grown(rig, {watcher.table: watcher.version for watcher in watchers}, by=2)
    for link in away:
        link.heal()
        link.reset()
    await asyncio.sleep(PLAY_SECONDS)


async def _heads(rig: Rig) -> dict[str, int]:
    """Each table's newest version, as the store has it."""
    reader = rig.store.reader()
    try:
        heads = await reader.heads(tuple(rig.tables))
    finally:
        await reader.close()
    return {table: version for table, (version, _) in heads.items()}


async def _seen_by(watchers: list[Player], kept: dict[str, int]) -> None:
    """Waits until all who watch have seen what will be undone."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GROW_SECONDS):
            while any(each.version <= kept.get(each.table, 0) for each in watchers):  # noqa: ASYNC110
                await asyncio.sleep(0.02)


async def _grown(rig: Rig, known: dict[str, int], *, by: int) -> None:
    """Waits until each table has so many versions more than these; a mutant may never get there."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GROW_SECONDS):
            while True:
                heads = await _heads(rig)
                if all(heads.get(table, 0) >= version + by for table, version in known.items()):
                    return
                await asyncio.sleep(0.05)


async def parted(rig: Rig) -> None:
    """The replica hears nothing for a while, and then has to take the primary's place."""
    store = rig.store
    assert isinstance(store, PairStore)
    await asyncio.sleep(PLAY_SECONDS)
    _told(rig, "part", PLAY_SECONDS)
    store.between.stall()
    await asyncio.sleep(PLAY_SECONDS)
    _told(rig, "fail_over")
    await store.fail_over()
    await asyncio.sleep(PLAY_SECONDS)


def _told(rig: Rig, kind: str, seconds: float = 0.0) -> None:
    now = rig.world.now()
    rig.history.add(Fault(now, kind, "", now + int(seconds * 1000)))
