"""What a frame asks for, as a command of its seat."""

from __future__ import annotations

import pytest

from server.game import commands as c
from server.live.asking import GameFrame, command_of
from server.protocol import frames as f

AT_MS = 9


@pytest.mark.parametrize(
    ("frame", "command"),
    [
        (f.Play("id", 4, "TH"), c.Play(2, "TH", "", 4, AT_MS)),
        (f.Play("id", 4, "8H", "S"), c.Play(2, "8H", "S", 4, AT_MS)),
        (f.Play("id", 4, "TH", announce=True), c.Play(2, "TH", "", 4, AT_MS, announce=True)),
        (f.Pass("id", 4), c.Pass(2, 4, AT_MS)),
        (f.Pass("id", 4, announce=True), c.Pass(2, 4, AT_MS, announce=True)),
        (f.Announce("id", 4), c.Announce(2, 4, AT_MS)),
        (f.CallFault("id", accused=1, act=7), c.CallFault(2, 1, 7, AT_MS)),
    ],
)
def test_a_frame_is_asked_for_by_the_seat_that_sent_it(
    frame: GameFrame, command: c.Command
) -> None:
    assert command_of(frame, 2, "00", AT_MS) == command


def test_a_call_that_cites_no_act_is_too_late_for_any() -> None:
    """Without an act it would be judged on whatever was played last."""
    assert command_of(f.CallFault("id", 1, 0), 2, "00", AT_MS) == c.CallFault(2, 1, -1, AT_MS)
    assert command_of(f.Announce("id", 0), 2, "00", AT_MS) == c.Announce(2, -1, AT_MS)
