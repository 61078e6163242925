"""Which of these tests can run: some drive programs that only servers have."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.conftest import NEEDED_BY
from tests.store.rig import Server, programs

collect_ignore = [
    name for name, programs in NEEDED_BY.items() if not all(map(shutil.which, programs))
]


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A Valkey of the test's own."""
    running = Server(programs()["valkey"]).start()
    yield running
    running.stop()
