"""How long a turn still lasts, by the table's clock: this machine's may go wrong."""

from __future__ import annotations

import time
from collections.abc import Callable


class TableClock:
    """The table's time, reckoned from the last frame that told it."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._ahead_ms = 0.0

    def set(self, now_ms: int) -> None:
        """The table says what time it is."""
        self._ahead_ms = now_ms - 1_000 * self._seconds()

    def left_seconds(self, at_ms: int) -> float:
        """Seconds until then; below nought if it has passed."""
        return (at_ms - self._ahead_ms) / 1_000 - self._seconds()
