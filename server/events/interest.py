"""The tables of which a process wants to hear, which come and go while it listens."""

from __future__ import annotations

from collections.abc import Callable


class Interest:
    """Kept by whoever holds the tables, read by whoever listens for them."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.stirred: Callable[[], None] = lambda: None  # called after each change
        self._changed: set[str] = set()

    def add(self, table: str) -> None:
        self.tables.add(table)
        self._changed.add(table)
        self.stirred()

    def drop(self, table: str) -> None:
        self.tables.discard(table)
        self._changed.add(table)
        self.stirred()

    def take_changes(self) -> set[str]:
        """Tables that were added or dropped since this was last asked."""
        changed, self._changed = self._changed, set()
        return changed
