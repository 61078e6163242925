"""When something happens to a table by itself: its expiry, and the clock of a turn."""

from __future__ import annotations

from server.game.commands import Expire, TimeOut
from server.game.faults import turn_ends_ms
from server.game.leaving import expires_at_ms
from server.game.table import Table, actor_of


def due_at_ms(table: Table) -> int:
    """The moment at which something happens to the table by itself; 0 if nothing does."""
    moments = [at_ms for at_ms in (expires_at_ms(table), turn_ends_ms(table)) if at_ms]
    return min(moments, default=0)


def due_ms(table: Table) -> int | None:
    """The same as milliseconds after the table's last commit; None if nothing does."""
    at_ms = due_at_ms(table)
    return max(0, at_ms - table.at_ms) if at_ms else None


def due_command(table: Table, at_ms: int) -> Expire | TimeOut | None:
    """What is to be done at `at_ms` because a time is over; None if none is."""
    if expires_at_ms(table) and at_ms >= expires_at_ms(table):
        return Expire(at_ms=at_ms)
    if turn_ends_ms(table) and at_ms >= turn_ends_ms(table):
        assert table.round is not None
        return TimeOut(actor_of(table.round), table.round.turn, at_ms=at_ms)
    return None


def is_open(table: Table) -> bool:
    """Whether the table still takes part in anything: not finished, not expired."""
    return table.phase in ("lobby", "round", "between")
