"""What a store of logs must do, and one that keeps them in memory."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry of a log as it is stored, its bodies still packed."""

    version: int
    tag: bytes  # `h`, 8 random bytes
    command_id: str  # `c`
    at_ms: int  # `t`, store's time
    match_version: int  # `m`
    act: str  # `a`
    public: bytes  # `p`
    secret: bytes  # `s`


class Draft(msgspec.Struct, frozen=True, gc=False):
    """An entry that is to be appended, with what the indexes shall say of its table.

    `due_ms`: None keeps the table's deadline, −1 clears it, N ≥ 0 sets it N ms from now.
    `open_`: None keeps, False drops the table from the open ones, True lists it.
    """

    command_id: str
    tag: bytes
    match_version: int
    act: str
    public: bytes
    secret: bytes
    due_ms: int | None = None
    open_: bool | None = None


class Appended(msgspec.Struct, frozen=True, gc=False):
    """`ok`: in the log at `version`. `dup`: it was there already, at `version`; `tail` is what came
    after the expected version. `behind`: others were first, nothing written; `tail` likewise (at
    most 256 entries). `fork`: the log is not the history we know. `corrupt`: an id that we never
    write."""

    outcome: Literal["ok", "dup", "behind", "fork", "corrupt"]
    version: int
    at_ms: int = 0
    tail: tuple[Entry, ...] = ()


class StoreUnavailable(Exception):
    """The store gave no answer until the deadline: the append may or may not be in the log."""


class LogCorrupt(Exception):
    """A log holds what we never write: a gap, a strange id, a body that cannot be read."""


class EventStore(Protocol):
    """Logs, deadlines, names and chat. All calls raise StoreUnavailable after their deadline."""

    async def append(self, table: str, version: int, tag: bytes, draft: Draft) -> Appended:
        """Appends `draft` after `version` (whose tag is `tag`), exactly once whatever is lost."""
        ...

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """All entries with a version above `after`, in order."""
        ...

    async def last(self, table: str) -> Entry | None:
        """The newest entry, or None if there is no such table."""
        ...

    async def heads(self, tables: tuple[str, ...]) -> dict[str, tuple[int, bytes]]:
        """Newest (version, tag) of each table that has a log, in one round trip."""
        ...

    async def due(self, limit: int = 16) -> tuple[str, ...]:
        """Tables whose deadline is over by the store's clock, at most `limit` a bucket."""
        ...

    async def now_ms(self) -> int:
        """The store's time."""
        ...

    async def set_name(self, table: str, field: str, name: str) -> None: ...

    async def names(self, table: str) -> dict[str, str]: ...

    async def add_chat(self, table: str, line: bytes) -> int:
        """Keeps a line and gives its number (from 1); at most 200 lines are kept."""
        ...

    async def chat(self, table: str) -> dict[int, bytes]: ...

    async def close(self) -> None: ...
