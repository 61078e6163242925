"""How much one address or connection may ask for: buckets that fill with time."""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Callable

import msgspec

from server.settings import Limits

HOUR_SECONDS = 3600.0
MINUTE_SECONDS = 60.0
QUARTER_SECONDS = 900.0
KEPT_MAX = 10_000  # addresses that are remembered; then the full buckets are forgotten


class Bucket:
    """Holds `burst` at most and fills by `per_second`."""

    __slots__ = ("_burst", "_left", "_per_second", "_when_s")

    def __init__(self, per_second: float, burst: float, now_s: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = float(burst)
        self._when_s = now_s

    def take(self, now_s: float) -> bool:
        """Takes one, if there is one."""
        self._fill(now_s)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now_s: float) -> bool:
        self._fill(now_s)
        return self._left >= self._burst

    def _fill(self, now_s: float) -> None:
        self._left = min(self._burst, self._left + (now_s - self._when_s) * self._per_second)
        self._when_s = now_s


class Rate(msgspec.Struct, frozen=True):
    """What each bucket of a kind holds."""

    per_second: float
    burst: float

    def bucket(self, now_s: float) -> Bucket:
        return Bucket(self.per_second, self.burst, now_s)


class Buckets:
    """One bucket for each address."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        now_s = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= KEPT_MAX:
                self._forget(now_s)
            bucket = self._buckets[address] = self._rate.bucket(now_s)
        return bucket.take(now_s)

    def _forget(self, now_s: float) -> None:
        self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full(now_s)}
        while len(self._buckets) >= KEPT_MAX:
            del self._buckets[next(iter(self._buckets))]


class Gatekeeper:
    """All limits by address, and the rates that each connection gets."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._open: defaultdict[str, int] = defaultdict(int)
        self.connects = Buckets(Rate(limits.connects_per_second, limits.connects_burst), clock)
        self.requests = Buckets(Rate(limits.requests_per_second, limits.requests_burst), clock)
        self.tables = Buckets(
            Rate(limits.tables_per_hour / HOUR_SECONDS, limits.tables_per_hour), clock
        )
        codes = Rate(limits.codes_per_quarter / QUARTER_SECONDS, limits.codes_per_quarter)
        self.codes_tried = Buckets(codes, clock)
        self.codes_asked = Buckets(codes, clock)
        self.commands = Rate(limits.commands_per_second, limits.commands_burst)
        self.chat = Rate(limits.chat_per_second, limits.chat_burst)
        refusals = limits.refusals_per_minute
        self.refusals = Rate(refusals / MINUTE_SECONDS, refusals)

    @property
    def addresses(self) -> int:
        """How many addresses have a connection open."""
        return len(self._open)

    def enter(self, address: str) -> bool:
        """Counts one more open connection, unless there are too many or they come too fast."""
        is_full = self._open.get(address, 0) >= self._limits.connections
        if is_full or not self.connects.take(address):
            return False
        self._open[address] += 1
        return True

    def exit(self, address: str) -> None:
        """One open connection less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 one."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
