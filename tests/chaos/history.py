"""What happened in a run: one record after another, as JSON lines, and what was left at the end."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import msgspec

from server.events.store import Entry


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """`t`: milliseconds since the run began, on a clock that only runs forward."""

    t: int


class Opened(_Record, frozen=True, tag="open"):
    """A connection said hello, as whoever holds the token with this hash (empty: a watcher)."""

    conn: int
    client: str
    node: int
    table: str
    token_hash: str = ""
    version: int = 0  # last seen
    tag: str = ""


class Invoked(_Record, frozen=True, tag="invoke"):
    """A command was sent; the same id again is a repeat."""

    conn: int
    client: str
    table: str
    cmd: str
    frame: bytes
    version: int = 0  # what the client showed when it made the command
    tag: str = ""


class Heard(_Record, frozen=True, tag="heard"):
    """A frame of the server, as its bytes: `ack` is ok, `refused` is nack."""

    conn: int
    frame: bytes


class Unknown(_Record, frozen=True, tag="unknown"):
    """The client waited for an answer no longer."""

    conn: int
    cmd: str


class Closed(_Record, frozen=True, tag="close"):
    conn: int
    why: str = ""


class Fault(_Record, frozen=True, tag="fault"):
    """Harm that was done; over at `until`."""

    kind: str
    target: str = ""
    until: int = 0


class Converged(_Record, frozen=True, tag="converged"):
    """What a node showed of a table after all harm had ended, `after_ms` later."""

    node: int
    table: str
    version: int
    tag: str
    after_ms: int


class Answered(_Record, frozen=True, tag="answered"):
    """How long a node took for one command after all harm had ended; −1 = no answer."""

    node: int
    table: str
    ms: int


Record = Opened | Invoked | Heard | Unknown | Closed | Fault | Converged | Answered


class Left(msgspec.Struct, frozen=True, gc=False):
    """What a table left in the store."""

    ids: tuple[str, ...] = ()  # of the log's entries, as they stand there
    entries: tuple[Entry, ...] = ()
    names: dict[str, str] = {}
    chat: dict[str, bytes] = {}  # line number → body
    open_: bool = False
    due: int | None = None  # store's ms


class Final(msgspec.Struct, frozen=True, gc=False):
    """The end of a run."""

    tables: dict[str, Left]
    outputs: dict[str, str]  # where it was written → all that was written
    secrets: tuple[str, ...] = ()  # that no output may hold: tokens, links' secrets, names, chat
    robot_pace: int = 0
    may_reset: bool = False  # what was shown may be undone by a failover; then `reset` says so
    may_lose: bool = False  # also what was acknowledged
    quiet_from: int = 0  # t from which no harm was done
    began_ms: int = 0  # the store's time at t = 0
    ends: tuple[int, ...] = ()  # exit codes of the nodes, which were asked to end


class History:
    """The records of a run, in order."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.records: list[Record] = list(records)

    def add(self, record: Record) -> None:
        self.records.append(record)

    def faults(self) -> dict[str, int]:
        """How often each kind of harm was done."""
        found: dict[str, int] = {}
        for record in self.records:
            if isinstance(record, Fault):
                found[record.kind] = found.get(record.kind, 0) + 1
        return dict(sorted(found.items()))


_decode_record = msgspec.json.Decoder(Record).decode
_decode_final = msgspec.json.Decoder(Final).decode


def save(path: Path, history: History, final: Final) -> None:
    """A gzip file of JSON lines; the last is the end."""
    with gzip.open(path, "wb", compresslevel=3) as file:
        for record in history.records:
            file.write(msgspec.json.encode(record) + b"\n")
        file.write(msgspec.json.encode(final) + b"\n")


def load(path: Path) -> tuple[History, Final]:
    with gzip.open(path, "rb") as file:
        *lines, last = file.read().splitlines()
    return History(_decode_record(line) for line in lines), _decode_final(last)
