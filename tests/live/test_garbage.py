"""The garbage collector runs when we say so, and looks at everything only when memory has grown."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from server.live import garbage
from server.live.garbage import FULL_BYTES_LEAST, MIDDLE_EVERY, Collector


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The generations that were collected, in order."""
    asked: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: asked.append(generation))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    yield asked
    gc.enable()


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bytes that the process seems to have."""
    seems = [100 * 2**20]
    monkeypatch.setattr(garbage, "resident_bytes", lambda: seems[0])
    return seems


def test_young_objects_are_looked_at_often_and_older_ones_now_and_then(
    collected: list[int], memory: list[int]
) -> None:
    collector = Collector()
    collector.start()
    assert not gc.isenabled()
    collected.clear()
    for _ in range(2 * MIDDLE_EVERY):
        collector.collect()
    assert collected.count(1) == 2
    assert collected.count(0) == 2 * MIDDLE_EVERY - 2
    assert 2 not in collected


def test_everything_is_looked_at_once_memory_has_grown(
    collected: list[int], memory: list[int]
) -> None:
    collector = Collector()
    collector.start()
    collected.clear()
    memory[0] += FULL_BYTES_LEAST + 1
    collector.collect()
    assert collected == [2]
    collector.collect()
    assert collected == [2, 0]


async def test_when_the_server_ends_python_collects_by_itself_again(
    collected: list[int], memory: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "YOUNG_SECONDS", 0.0)
    collector = Collector()
    collector.start()
    running = asyncio.create_task(collector.run())
    async with asyncio.timeout(60):
        while len(collected) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert gc.isenabled()
