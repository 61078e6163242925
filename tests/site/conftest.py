"""A real store of its own for each test, and matches to put into it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from benchmarks.evening import Log, logs_of, plans
from server.events.raw_logs import Reach, reaching
from server.events.redis_store import RedisStore
from tests.store.rig import Server, programs, store_on


@pytest.fixture(scope="session")
def logs() -> tuple[Log, ...]:
    """A few finished matches of the shortest game."""
    return tuple(logs_of(plans(6)))


@pytest.fixture
def running() -> Iterator[Server]:
    """An empty Valkey, on which a server would run."""
    server = Server(programs()["valkey"]).start()
    yield server
    server.stop()


@pytest.fixture
async def store(running: Server) -> AsyncIterator[RedisStore]:
    """A store on it that bears the mark of our layout."""
    async with store_on(running.url) as opened:
        await opened.client.hset("ol:{cfg}:meta", mapping={"layout": "1", "buckets": "256"})
        yield opened


@pytest.fixture
async def reach(running: Server) -> AsyncIterator[Reach]:
    async with reaching(running.url) as reached:
        yield reached
