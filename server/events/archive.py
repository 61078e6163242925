"""The file of a backup, or of one archived table: gzip over records, each its length (4 bytes,
big-endian) and msgpack.

The last record, `End`, holds the SHA-256 of all bytes before it, unpacked.
"""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import msgpack

FORMAT = "ochos-backup-1"
RECORD_BYTES_MAX = 256 * 2**20
COMPRESSION = 6


class ArchiveBroken(Exception):
    """The file is not a whole backup of ours; the text says why."""


class _Damaged(Exception):
    """What is wrong with a file, without its name."""


class Head(msgspec.Struct, frozen=True, tag="head", array_like=True):
    """The first record."""

    format: str
    layout: int
    at_ms: int  # store's time when it was begun


class Page(msgspec.Struct, frozen=True, tag="page", array_like=True):
    """Entries of one log, each its id and its fields and values in turn, as they are stored."""

    table: str
    entries: tuple[tuple[bytes, tuple[bytes, ...]], ...]


class Table(msgspec.Struct, frozen=True, tag="table", array_like=True):
    """Closes a table's pages."""

    table: str
    entries: int
    due: int | None  # deadline in ms
    open_: int | None  # when it was first listed, in ms
    newest: int = 0  # number of the last entry that there ever was, as far as the store knows


class Hash(msgspec.Struct, frozen=True, tag="hash", array_like=True):
    """Names, chat and whatever else lies in a hash: fields and values in turn."""

    key: str
    items: tuple[bytes, ...]


class Filed(msgspec.Struct, frozen=True, tag="filed", array_like=True):
    """A table that lies in the archive of the site: its file as it is."""

    table: str
    body: bytes


class End(msgspec.Struct, frozen=True, tag="end", array_like=True):
    """The last record."""

    tables: int
    entries: int
    sha256: bytes


Record = Head | Page | Table | Hash | Filed | End

_encode = msgpack.Encoder().encode
_decode = msgpack.Decoder(Record).decode


class ArchiveWriter:
    """Writes beside `path` and puts it there only when it is whole; what is there stays, unless it
    may be replaced.

    Raises: FileExistsError.
    """

    def __init__(self, path: Path, *, replace: bool = False) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._replace = replace
        self._refuse_to_replace()
        self._raw = _opened(self._part)
        self._file = gzip.GzipFile(fileobj=self._raw, mode="wb", compresslevel=COMPRESSION)
        self._sum = hashlib.sha256()
        self._tables = self._entries = 0

    def put(self, record: Head | Page | Table | Hash | Filed) -> None:
        if isinstance(record, Table):
            self._tables += 1
            self._entries += record.entries
        self._write(record)

    def finish(self) -> End:
        """The file is whole, in its place, and on the disk."""
        end = End(self._tables, self._entries, self._sum.digest())
        self._write(end)
        self._file.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._refuse_to_replace()
        self._part.rename(self._path)
        self._raw.close()
        sync_directory(self._path.parent)
        return end

    def drop(self) -> None:
        """Leaves nothing behind; after `finish` it does nothing."""
        if self._raw.closed:
            return
        with contextlib.suppress(OSError, ValueError):
            self._file.close()
        self._part.unlink(missing_ok=True)
        self._raw.close()

    def _refuse_to_replace(self) -> None:
        if self._path.exists() and not self._replace:
            raise FileExistsError(
                f"{self._path} is there already, and nothing is ever overwritten: choose another "
                "name, or move it aside"
            )

    def _write(self, record: Record) -> None:
        body = _encode(record)
        framed = len(body).to_bytes(4, "big") + body
        self._sum.update(framed)
        self._file.write(framed)


def _opened(part: Path) -> BinaryIO:
    """The file to write, ours alone; what somebody left there who was killed is gone.

    Raises: FileExistsError.
    """
    # It holds every hand and token.
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    file = os.fdopen(descriptor, "wb")
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Whoever held the lock until now may have put the file in its place.
        is_ours = os.fstat(descriptor).st_ino == part.stat().st_ino
    except OSError:
        is_ours = False
    if not is_ours:
        file.close()
        raise FileExistsError(f"{part} is being written by another process: wait until it has done")
    os.fchmod(descriptor, 0o600)
    os.ftruncate(descriptor, 0)
    return file


def sync_directory(directory: Path) -> None:
    """What was renamed there stays renamed, whatever happens to the machine."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def records_of(path: Path) -> Iterator[Record]:
    """All records in order, `End` the last.

    Raises: ArchiveBroken, at the latest where the file turns out not to be whole.
    """
    try:
        with gzip.open(path, "rb") as file:
            yield from _checked(file)
    # RecursionError: of what is nested deeper than any record.
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.MsgspecError, _Damaged,
            RecursionError) as error:  # fmt: skip
        raise ArchiveBroken(f"{path} is no backup of ours, or a damaged one: {error}") from error


def verified(path: Path) -> End:
    """Reads the whole file once.

    Raises: ArchiveBroken.
    """
    tables = entries = 0
    for record in records_of(path):
        if isinstance(record, Table):
            tables, entries = tables + 1, entries + record.entries
    assert isinstance(record, End)
    if (tables, entries) != (record.tables, record.entries):
        raise ArchiveBroken(f"{path}: {tables} tables with {entries} entries, expected {record}")
    return record


def _checked(file: BinaryIO | gzip.GzipFile) -> Iterator[Record]:
    sum_ = hashlib.sha256()
    is_first = True
    while True:
        framed = _framed(file)
        record = _decode(framed[4:])
        if is_first and not (isinstance(record, Head) and record.format == FORMAT):
            raise _Damaged(f"not a backup of the format {FORMAT}")
        is_first = False
        if isinstance(record, End):
            if record.sha256 != sum_.digest() or file.read(1):
                raise _Damaged("its sum is not right")
            yield record
            return
        sum_.update(framed)
        yield record


def _framed(file: BinaryIO | gzip.GzipFile) -> bytes:
    head = file.read(4)
    size = int.from_bytes(head, "big")
    body = file.read(size) if size <= RECORD_BYTES_MAX else b""
    if len(head) < 4 or len(body) < size:
        raise _Damaged("it breaks off")
    return head + body
