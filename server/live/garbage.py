"""When the cyclic garbage collector runs: not by itself, but by our timer.

Automatic collections walk all that long-lived connections hold, again and again, and cost more than
half of the time at thousands of them. Little here forms cycles, so rare collections are enough.
"""

from __future__ import annotations

import asyncio
import gc
import resource
from pathlib import Path

YOUNG_SECONDS = 2.0  # between two collections of the youngest objects
MIDDLE_EVERY = 15  # young collections between two of the next generation
FULL_GROWTH = 1.25  # of memory since the last full collection, that asks for the next
FULL_BYTES_LEAST = 32 * 1024 * 1024  # growth below this is not worth one
_STATM = Path("/proc/self/statm")


class Collector:
    """Owns the garbage collector of this process."""

    def __init__(self) -> None:
        self._rounds = 0
        self._bytes = 0  # of memory after the last full collection

    def start(self) -> None:
        """To be called when everything is set up: what is there now is never looked at again."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._bytes = resident_bytes()

    async def run(self) -> None:
        """Collects in time, until cancelled."""
        try:
            while True:
                await asyncio.sleep(YOUNG_SECONDS)
                self.collect()
        finally:
            gc.enable()

    def collect(self) -> None:
        """One collection of the generation whose turn it is."""
        self._rounds += 1
        grown = resident_bytes() - self._bytes
        if grown > FULL_BYTES_LEAST and grown > self._bytes * (FULL_GROWTH - 1):
            self.collect_all()
        else:
            gc.collect(0 if self._rounds % MIDDLE_EVERY else 1)

    def collect_all(self) -> None:
        """A full collection now: for whoever measures what the server holds."""
        gc.collect(2)
        self._bytes = resident_bytes()


def resident_bytes() -> int:
    """Memory of this process now, or, where that is not told, at its highest."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
