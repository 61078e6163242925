"""What this process has done since it started, in plain numbers.

Law L2 holds for them too: only sums over all tables of what everybody may know. Nothing by table,
seat, person or card; no sizes of frames, as one's own cards are in them; no reasons of refusals.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

APPEND_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 8.0)
LAG_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
# RFC 6455 §7.4.1; 1006 is the end of a connection on which nobody said goodbye.
CLOSES = (
    1000,
    1001,
    1002,
    1003,
    1005,
    1006,
    1007,
    1008,
    1009,
    1011,
    1012,
    1013,
    *range(4000, 4005),
)
OTHER_CLOSE = 0
OUTCOMES = ("ok", "dup", "behind", "fork", "corrupt", "unknown")


class Histogram:
    """How many values fell below each bound, and their sum."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)  # the last is for what is above all of them
        self.sum = 0.0

    def note(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Tally:
    """Counts that only grow; whoever does something counts it here."""

    def __init__(self) -> None:
        self.commits: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
        self.append_seconds = Histogram(APPEND_SECONDS)
        self.lag_seconds = Histogram(LAG_SECONDS)
        self.closes: Counter[tuple[int, str]] = Counter()  # by code and who said goodbye
        self.connects = 0
        self.handshakes_refused = 0
        self.refused = 0  # frames that changed nothing by their sender's fault
        self.overruns = 0
        self.resets = 0

    def closed(self, code: int, by: str) -> None:
        """A conversation has ended; other programs may choose any code, so those count as one."""
        self.closes[(code if code in CLOSES else OTHER_CLOSE, by)] += 1

    def overrun(self) -> None:
        """A connection was too slow: what waited for it was thrown away."""
        self.overruns += 1
