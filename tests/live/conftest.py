"""A server for the tests of its live parts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from server.events.redis_store import RedisStore
from tests.live.site import Site, site_on
from tests.store.rig import Server, programs


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A server on a store in memory, whose clock the test turns."""
    async with site_on() as running:
        yield running


@pytest.fixture(scope="session")
def valkey() -> Iterator[Server]:
    """A real store for many tests, each with tables of its own."""
    server = Server(programs()["valkey"]).start()
    yield server
    server.stop()


@pytest.fixture
async def redis_store(valkey: Server) -> AsyncIterator[RedisStore]:
    store = RedisStore(valkey.url)
    yield store
    await store.close()
