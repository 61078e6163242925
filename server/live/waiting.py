"""When something happens to a table by itself: a robot's turn, or the end of its time."""

from __future__ import annotations

from server.game.deadlines import due_ms
from server.game.table import Table
from server.live.robots import robot_in_turn
from server.robots.pace import delay_ms

ROBOT_GRACE_MS = 5_000  # after this the sweeper of any process looks after a robot's turn


def wait_ms(table: Table, pace: int) -> int | None:
    """Milliseconds after the table's last commit until then; None if nothing will."""
    if robot_in_turn(table) is None:
        return due_ms(table)
    return delay_ms(table.id, table.version, pace)


def index_wait_ms(table: Table, pace: int) -> int | None:
    """The same for the index of deadlines, the net below every process's own timers."""
    if robot_in_turn(table) is None:
        return due_ms(table)
    return delay_ms(table.id, table.version, pace) + ROBOT_GRACE_MS
