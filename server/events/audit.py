"""The digest chain over a log, so that anybody can check that none of it was changed.

d(0) = SHA-256("ol-log-1" ‖ T)
d(v) = SHA-256(d(v−1) ‖ v ‖ t ‖ len(a) ‖ a ‖ p)

T is the table's id; v and t are 8 bytes, len(a) 4 bytes, all big-endian; T and a are in UTF-8.
It covers what a spectator may know and so can be shown to anybody; what is hidden is bound by the
commitment to the deal.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from server.events.store import Entry

LABEL = b"ol-log-1"


def first_digest(table: str) -> bytes:
    """d(0), before the first entry."""
    return hashlib.sha256(LABEL + table.encode()).digest()


def next_digest(before: bytes, entry: Entry) -> bytes:
    """d(v) of `entry`, `before` being d(v−1)."""
    return digest_of(before, entry.version, entry.at_ms, entry.act, entry.public)


def digest_of(before: bytes, version: int, at_ms: int, act: str, public: bytes) -> bytes:
    """d(v) of the entry with these parts, `before` being d(v−1)."""
    told = act.encode()
    head = struct.pack(">QQI", version, at_ms, len(told))
    return hashlib.sha256(before + head + told + public).digest()


def digests(table: str, entries: Iterable[Entry]) -> tuple[bytes, ...]:
    """d(1), d(2) … of a log from its beginning."""
    found = [first_digest(table)]
    for entry in entries:
        assert entry.version == len(found), f"entry {entry.version}, expected {len(found)}"
        found.append(next_digest(found[-1], entry))
    return tuple(found[1:])
