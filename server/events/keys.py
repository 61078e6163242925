"""Where things lie in Redis: the keys of a table and the buckets that hold them together."""

from __future__ import annotations

import hashlib
from functools import lru_cache

LAYOUT = 1  # of the keys and of the data directory
BUCKETS = tuple(f"b{number:02x}" for number in range(256))  # 256 for ever
META = "ol:{cfg}:meta"  # hash: layout, buckets; restoring, while a restore runs


@lru_cache(maxsize=8192)
def bucket_of(table: str) -> str:
    """The first byte of SHA-256 of the table's id."""
    return BUCKETS[hashlib.sha256(table.encode()).digest()[0]]


def log_of(table: str) -> str:
    """A stream, the table's log: entry `<version>-0` for each command."""
    return f"ol:{{{bucket_of(table)}}}:t:{table}"


def names_of(table: str) -> str:
    """A hash: person's number, `title`, `invite`, `muted` or `watching` → text."""
    return f"ol:{{{bucket_of(table)}}}:p:{table}"


def chat_of(table: str) -> str:
    """A hash: line's number → 8 bytes that mark the sending, then the line; `n` → last number."""
    return f"ol:{{{bucket_of(table)}}}:c:{table}"


def codes_of(bucket: str) -> str:
    """A hash: digest of a code that moves a seat → when it is too old, and for whom it is."""
    return f"ol:{{{bucket}}}:k"


def deadlines_of(bucket: str) -> str:
    """A sorted set: table → deadline in ms."""
    return f"ol:{{{bucket}}}:due"


def open_of(bucket: str) -> str:
    """A sorted set: open table → when it was first listed, in ms."""
    return f"ol:{{{bucket}}}:open"


def mark_of(bucket: str) -> str:
    """A hash whose only field means nothing: it is written so that WAIT has a write to wait for."""
    return f"ol:{{{bucket}}}:w"


def channel_of(bucket: str) -> str:
    """A shard channel: `<table> <version>` for a new entry, `<table> 0` for names and chat.

    The same is told on each table's own channel.
    """
    return f"ol:{{{bucket}}}:n"


def channel_of_table(table: str) -> str:
    """The shard channel of one table."""
    return f"{channel_of(bucket_of(table))}:{table}"
