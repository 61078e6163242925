"""The store's time, as last heard and counted on from there."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Commands are judged by the store's time, never by this machine's."""

    __slots__ = ("_heard_ms", "_monotonic", "_when_s")

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._heard_ms = 0
        self._when_s = monotonic()

    def heard(self, store_ms: int) -> None:
        """The store has just told the time."""
        self._heard_ms = store_ms
        self._when_s = self._monotonic()

    def now_ms(self) -> int:
        return self._heard_ms + int((self._monotonic() - self._when_s) * 1000)

    def seconds(self) -> float:
        """Seconds on a clock that only ever runs forward, for ages and delays."""
        return self._monotonic()
