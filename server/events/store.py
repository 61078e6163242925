"""What a store of logs must do, and one that keeps them in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry of a log as it is stored, its bodies still packed."""

    version: int
    tag: bytes  # `h`, 8 bytes by chance
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
    tag: bytes  # 8 random bytes; the store makes the entry's own of them, where it may try twice
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
    tag: bytes = b""  # of the entry, if it is there


MISSED = -1  # in place of a version


class Nudge(msgspec.Struct, frozen=True, gc=False):
    """Word from another process that a table has changed; it may be late, doubled or lost.

    No table: anything may have happened meanwhile, so look at every table held, or at those of
    `buckets` if there are any. Version 0: its names or its chat have changed, not its log;
    `MISSED`: anything may have happened to this table.
    """

    table: str = ""
    version: int = 0
    buckets: frozenset[str] = frozenset()


class KeptCode(msgspec.Struct, frozen=True, gc=False):
    """For whom a code is, and from when it is too old, by the store's clock."""

    until_ms: int
    whose: str


class StoreUnavailable(Exception):
    """The store gave no answer until the deadline: the append may or may not be in the log."""


class LogCorrupt(Exception):
    """A log holds what we never write: a gap, a strange id, a body that cannot be read."""


class EventStore(Protocol):
    """Logs, deadlines, names and chat. All calls raise StoreUnavailable after their deadline."""

    async def append(self, table: str, version: int, tag: bytes, draft: Draft) -> Appended:
        """Appends `draft` after `version` (whose tag is `tag`), exactly once whatever is lost."""
        ...

    async def settle(self, table: str, version: int, tag: bytes) -> bool:
        """Whether the entry with this version and tag stands in the log, and then is, with all
        before it, as safe as an append is when it is answered: to be asked before what was only
        read is acknowledged, as a failover may have undone it since."""
        ...

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """All entries with a version above `after`, in order."""
        ...

    async def last(self, table: str) -> Entry | None:
        """The newest entry, or None if there is no such table."""
        ...

    async def heads(self, tables: tuple[str, ...]) -> dict[str, tuple[int, bytes]]:
        """Newest (version, tag) of each table that has a log, in one round trip.

        Of several tables, those that cannot be asked just now are left out."""
        ...

    async def due(self, limit: int = 16) -> tuple[str, ...]:
        """Tables whose deadline is over by the store's clock, at most `limit` a bucket."""
        ...

    async def now_ms(self) -> int:
        """The store's time."""
        ...

    async def set_name(self, table: str, field: str, name: str) -> None: ...

    async def names(self, table: str) -> dict[str, str]: ...

    async def add_chat(self, table: str, line: bytes, mark: bytes = b"") -> int:
        """Keeps a line and gives its number (from 1); at most 200 lines are kept.

        `mark` (8 bytes) names its sending: a line that is kept under it is not kept twice.
        """
        ...

    async def chat(self, table: str) -> dict[int, bytes]: ...

    async def erase(self, table: str, fields: tuple[str, ...], lines: tuple[int, ...]) -> None:
        """Erases fields of the names and lines of the chat; their numbers are not given again."""
        ...

    async def keep_code(self, digest: str, whose: str, lives_ms: int) -> int:
        """Keeps for whom a code is; gives when it is too old, or 0 if it is somebody else's."""
        ...

    async def code(self, digest: str) -> KeptCode | None:
        """For whom a code is, also if it is too old."""
        ...

    async def close(self) -> None: ...


TAIL_ENTRIES_MAX = 256  # entries that an append gives back at most
CHAT_LINES_MAX = 200
DUE_TABLES_MAX = 16  # of one look at the deadlines, for each bucket


class MemoryStore:
    """Keeps everything in this process, for tests and simulations; `clock` gives the time in ms."""

    def __init__(self, clock: Callable[[], int] = lambda: 0) -> None:
        self._clock = clock
        self._logs: dict[str, list[Entry]] = {}
        self._due: dict[str, int] = {}
        self._open: dict[str, int] = {}
        self._names: dict[str, dict[str, str]] = {}
        self._chats: dict[str, dict[int, bytes]] = {}
        self._lines: dict[str, int] = {}
        self._marks: dict[str, dict[bytes, int]] = {}
        self._codes: dict[str, KeptCode] = {}

    async def append(self, table: str, version: int, tag: bytes, draft: Draft) -> Appended:
        log = self._logs.get(table, [])
        newest = len(log)
        if version > newest or (version > 0 and log[version - 1].tag != tag):
            return Appended("fork", newest)
        if version < newest:
            return _overtaken(log, version, draft.command_id)
        entry = _entry(newest + 1, self._clock(), draft)
        self._logs.setdefault(table, log).append(entry)
        self._index(table, entry.at_ms, draft)
        return Appended("ok", entry.version, entry.at_ms, tag=entry.tag)

    def _index(self, table: str, at_ms: int, draft: Draft) -> None:
        if draft.due_ms is not None:
            self._due.pop(table, None)
            if draft.due_ms >= 0:
                self._due[table] = at_ms + draft.due_ms
        if draft.open_ is False:
            self._open.pop(table, None)
        elif draft.open_ is True:
            self._open.setdefault(table, at_ms)

    async def settle(self, table: str, version: int, tag: bytes) -> bool:
        log = self._logs.get(table, [])
        return 0 < version <= len(log) and log[version - 1].tag == tag

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self._logs.get(table, ())[after:])

    async def last(self, table: str) -> Entry | None:
        log = self._logs.get(table)
        return log[-1] if log else None

    async def heads(self, tables: tuple[str, ...]) -> dict[str, tuple[int, bytes]]:
        logs = {table: self._logs[table] for table in tables if table in self._logs}
        return {table: (log[-1].version, log[-1].tag) for table, log in logs.items()}

    async def due(self, limit: int = DUE_TABLES_MAX) -> tuple[str, ...]:
        now = self._clock()
        over = sorted((at, table) for table, at in self._due.items() if at <= now)
        return tuple(table for _, table in over[:limit])

    async def deadline(self, table: str) -> int | None:
        return self._due.get(table)

    async def open_tables(self) -> dict[str, int]:
        return dict(self._open)

    async def now_ms(self) -> int:
        return self._clock()

    async def set_name(self, table: str, field: str, name: str) -> None:
        self._names.setdefault(table, {})[field] = name

    async def names(self, table: str) -> dict[str, str]:
        return dict(self._names.get(table, {}))

    async def add_chat(self, table: str, line: bytes, mark: bytes = b"") -> int:
        marks = self._marks.setdefault(table, {})
        if mark and mark in marks:
            return marks[mark]
        number = self._lines[table] = self._lines.get(table, 0) + 1
        lines = self._chats.setdefault(table, {})
        lines[number] = line
        if mark:
            marks[mark] = number
        while len(lines) > CHAT_LINES_MAX:
            del lines[min(lines)]
        self._marks[table] = {known: n for known, n in marks.items() if n in lines}
        return number

    async def chat(self, table: str) -> dict[int, bytes]:
        return dict(self._chats.get(table, {}))

    async def erase(self, table: str, fields: tuple[str, ...], lines: tuple[int, ...]) -> None:
        for field in fields:
            self._names.get(table, {}).pop(field, None)
        for number in lines:
            self._chats.get(table, {}).pop(number, None)

    async def keep_code(self, digest: str, whose: str, lives_ms: int) -> int:
        now = self._clock()
        self._codes = {d: kept for d, kept in self._codes.items() if kept.until_ms > now}
        if digest in self._codes and self._codes[digest].whose != whose:
            return 0
        self._codes[digest] = KeptCode(now + lives_ms, whose)
        return now + lives_ms

    async def code(self, digest: str) -> KeptCode | None:
        return self._codes.get(digest)

    async def close(self) -> None:
        return


def _overtaken(log: list[Entry], version: int, command_id: str) -> Appended:
    """What to answer when others were first, or our own append of which we never heard."""
    tail = tuple(log[version : version + TAIL_ENTRIES_MAX])
    for entry in log[version:]:
        if entry.command_id == command_id:
            return Appended("dup", entry.version, entry.at_ms, tail, entry.tag)
    return Appended("behind", len(log), tail=tail)


def _entry(version: int, at_ms: int, draft: Draft) -> Entry:
    return Entry(
        version=version,
        tag=draft.tag,
        command_id=draft.command_id,
        at_ms=at_ms,
        match_version=draft.match_version,
        act=draft.act,
        public=draft.public,
        secret=draft.secret,
    )
