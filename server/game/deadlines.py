"""When something happens to a table by itself, for the indexes of the store."""

from __future__ import annotations

from server.game.leaving import expires_at_ms
from server.game.table import Table


def due_ms(table: Table) -> int | None:
    """Milliseconds after the table's last commit when it expires; None if it does not."""
    at_ms = expires_at_ms(table)
    return max(0, at_ms - table.at_ms) if at_ms else None


def is_open(table: Table) -> bool:
    """Whether the table still takes part in anything: not finished, not expired."""
    return table.phase in ("lobby", "round", "between")
