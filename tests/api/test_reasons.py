"""Every reason that the server gives around the game is provoked by a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.protocol.reasons import Reason
from tests.game.test_reasons import ELSEWHERE

PLACES = (Path(__file__).parent, Path(__file__).parent.parent / "live")


@pytest.mark.parametrize("reason", sorted(ELSEWHERE))
def test_a_test_expects_it(reason: Reason) -> None:
    tests = [path for place in PLACES for path in place.glob("test_*.py")]
    assert any(f'"{reason.value}"' in path.read_text() for path in tests)
