"""What all tests share: Hypothesis profiles, a clean environment, the browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, async_playwright

CHROMIUM_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = (
    "Install the package chromium-headless-shell: no browser was found. (CHROMIUM may name "
    "one elsewhere; `make test BROWSER=no` leaves the browser tests out.)"
)
# Tests in tests/deploy that drive programs which only servers have; left out where those lack.
NEEDED_BY = {
    "test_prometheus.py": ("promtool",),
    "test_browser.py": ("nginx", "openssl"),
    "test_nginx.py": ("nginx", "openssl"),
    "test_cluster.py": ("redis-cli",),
    "test_systemd.py": ("systemd-analyze",),
    "test_rolling_restart.py": ("nginx", "openssl"),
}
LONG = os.environ.get("OCHOS_TESTS") == "long"
SLOW_MACHINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=SLOW_MACHINE)
settings.register_profile(
    "long", deadline=None, max_examples=1_000, suppress_health_check=SLOW_MACHINE
)
settings.load_profile("long" if LONG else "ci")

# The settings of whoever runs the tests are not the tests' own.
for _name in [name for name in os.environ if name.startswith("OCHOS_") and name != "OCHOS_TESTS"]:
    del os.environ[_name]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever asks for the browser is a browser test, whether marked so or not."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says once more what is missing, where it is not cut to the width of the terminal."""
    errors = terminalreporter.stats.get("error", [])
    if any(NO_CHROMIUM in report.longreprtext for report in errors):
        terminalreporter.write_line(NO_CHROMIUM)
    for name, programs in NEEDED_BY.items():
        lacking = [program for program in programs if not shutil.which(program)]
        if lacking:
            terminalreporter.write_line(f"Left out, without {' and '.join(lacking)}: {name}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium; without one the test fails and says what to install."""
    for program in (os.environ.get("CHROMIUM", ""), *CHROMIUM_PROGRAMS):
        found = shutil.which(program) if program else None
        if found:
            return found
    pytest.fail(NO_CHROMIUM, pytrace=False)


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """A fresh Chromium, closed with the test."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield launched
        await launched.close()
