"""A server for the tests of its live parts."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.live.site import Site, site_on


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A server on a store in memory, whose clock the test turns."""
    async with site_on() as running:
        yield running
