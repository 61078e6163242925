"""When something happens to a table by itself: a robot's word or turn, or the end of a time."""

from __future__ import annotations

from server.game.deadlines import due_ms
from server.game.table import Table
from server.live.robots import robot_to_act
from server.projections.view import calls_faults
from server.robots.pace import ACTS_LATER_MS, ACTS_MS, SPEAKS_MS, delay_ms

ROBOT_GRACE_MS = 5_000  # after this the sweeper of any process looks after a robot's turn


def wait_ms(table: Table, pace: int, *, speaking: bool) -> int | None:
    """Milliseconds after the table's last commit until then; None if nothing will happen.

    `speaking` says whether robots may have something to say to that commit before anybody acts.
    """
    return _sooner(speaks_ms(table, pace) if speaking else acts_ms(table, pace), due_ms(table))


def index_wait_ms(table: Table, pace: int) -> int | None:
    """The same for the index of deadlines, the net below every process's own timers. What robots
    say may get lost with a process; what they owe may not."""
    acts = acts_ms(table, pace)
    return _sooner(None if acts is None else acts + ROBOT_GRACE_MS, due_ms(table))


def _sooner(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def speaks_ms(table: Table, pace: int) -> int:
    """When robots say what they have to say. Where faults can be called they leave people time to
    make good what they forgot."""
    return delay_ms(table.id, table.version, pace, SPEAKS_MS if calls_faults(table) else ACTS_MS)


def acts_ms(table: Table, pace: int) -> int | None:
    """When the robot acts whose turn it is, if it is a robot's: late enough for others to call
    faults where they can be called, whatever it is that it does."""
    if robot_to_act(table) is None:
        return None
    span = ACTS_LATER_MS if calls_faults(table) else ACTS_MS
    return delay_ms(table.id, table.version, pace, span)
