"""One Chromium and one server for all tests of a module; each test has profiles of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from server.api.pages import PAGE
from tests.browser.guest import Guests
from tests.browser.laid import House, house_on
from tests.conftest import CHROMIUM_FLAGS

HOUSE_NAME = "mesa.casa"  # what a home network calls the machine of the server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chrome(chromium: str) -> AsyncIterator[Browser]:
    """Chromium, for which the name of the house leads to this machine."""
    assert (PAGE / "index.html").is_file(), "the page is not built: run `make page`"
    flags = [*CHROMIUM_FLAGS, f"--host-resolver-rules=MAP {HOUSE_NAME} 127.0.0.1"]
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=flags)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="module")
async def guests(chrome: Browser) -> AsyncIterator[Guests]:
    """Those who come; a test in which something went wrong on their pages fails."""
    everybody = Guests(chrome)
    yield everybody
    await everybody.leave()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house() -> AsyncIterator[House]:
    async with house_on() as running:
        yield running
