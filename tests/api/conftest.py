"""A server, a real store, and whole server processes for the tests of the API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.live.site import Site, site_on
from tests.store.rig import Server, programs


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[Site]:
    """One server for all tests of a module, each with tables of its own."""
    async with site_on() as running:
        yield running


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A Valkey that the test may kill."""
    running = Server(programs()["valkey"]).start()
    yield running
    running.stop()
