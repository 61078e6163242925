"""A server for the tests of its live parts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from server.events.redis_store import RedisStore
from tests.live.site import Site, site_on
from tests.store.rig import Server, programs


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[Site]:
    """One server on a store in memory for all tests of a module, each with tables of its own."""
    async with site_on() as running:
        yield running


@pytest.fixture(scope="session")
def valkey() -> Iterator[Server]:
    """A real store for many tests, each with tables of its own."""
    server = Server(programs()["valkey"]).start()
    yield server
    server.stop()


@pytest_asyncio.fixture(loop_scope="module")
async def redis_store(valkey: Server) -> AsyncIterator[RedisStore]:
    store = RedisStore(valkey.url)
    yield store
    await store.close()
