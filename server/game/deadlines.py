"""When something happens to a table by itself, for the indexes of the store."""

from __future__ import annotations

from server.game.commands import Expire, TimeOut
from server.game.faults import turn_ends_ms
from server.game.leaving import expires_at_ms
from server.game.table import Table, actor_of


def due_at_ms(table: Table) -> int:
    """When the time of the seat to act is over, or the table's own; 0 if neither ever is."""
    ends, expires = turn_ends_ms(table), expires_at_ms(table)
    return min(ends, expires) if ends and expires else ends or expires


def due_ms(table: Table) -> int | None:
    """Milliseconds after the table's last commit until then; None if nothing is ever due."""
    at_ms = due_at_ms(table)
    return max(0, at_ms - table.at_ms) if at_ms else None


def due_command(table: Table, at_ms: int) -> Expire | TimeOut:
    """What is due first; its judge says whether the time has come."""
    expires = expires_at_ms(table)
    if table.round is None or not turn_ends_ms(table) or (expires and expires <= at_ms):
        return Expire(at_ms)
    return TimeOut(actor_of(table.round), table.round.turn, at_ms)


def is_open(table: Table) -> bool:
    """Whether the table still takes part in anything: not finished, not expired."""
    return table.phase in ("lobby", "round", "between")
