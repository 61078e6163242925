"""Where the tables lie that were archived: one file each, as a backup of that table alone."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.events.archive import sync_directory

SUFFIX = ".table"
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")  # nothing that leads out of the directory


class ArchiveBusy(Exception):
    """Another process archives into this directory."""


class ArchiveDirectory:
    """A directory that only its owner reads, for every file holds hands, names and chat."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self) -> None:
        """Makes it if it is missing."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path.chmod(0o700)

    def file_of(self, table: str) -> Path:
        """Where the file of a table lies, if there is one."""
        assert _TABLE.fullmatch(table), f"{table!r} is no table's id"
        return self.path / f"{table}{SUFFIX}"

    def holds(self, table: str) -> bool:
        return _TABLE.fullmatch(table) is not None and self.file_of(table).exists()

    def may_hold(self, table: str) -> bool:
        """Whether this is an id under which a file can lie."""
        return _TABLE.fullmatch(table) is not None

    def tables(self) -> tuple[str, ...]:
        """All tables that have a file here."""
        files = self.path.glob(f"*{SUFFIX}")
        return tuple(sorted(file.name.removesuffix(SUFFIX) for file in files))

    def put(self, table: str, body: bytes) -> None:
        """The file of a table as another archive had it, whole or not at all."""
        self.prepare()
        part = self.path / f"{table}{SUFFIX}.part"
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        part.rename(self.file_of(table))
        sync_directory(self.path)

    def forget(self, table: str) -> None:
        """Takes away the file of a table that is in the store again: words were erased there."""
        if self.holds(table):
            self.file_of(table).unlink(missing_ok=True)
            sync_directory(self.path)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The only one who archives here.

        Raises: ArchiveBusy.
        """
        self.prepare()
        descriptor = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            self._lock(descriptor)
            for left in self.path.glob("*.part"):  # of one who was killed
                left.unlink()
            yield
        finally:
            os.close(descriptor)

    def _lock(self, descriptor: int) -> None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ArchiveBusy(
                f"another process archives into {self.path}: wait until it has done"
            ) from error
