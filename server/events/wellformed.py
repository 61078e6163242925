"""Judges what a backup holds before anything of it is written: a file whose sum is right may still
have been made by somebody else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from server.events import keys
from server.events.archive import Filed, Hash, Head, Page, Record, Table
from server.events.archive_directory import ArchiveDirectory
from server.events.raw_logs import table_of

NUMBER_MAX = 2**64 - 1  # of both parts of an entry's id
SCORE_MAX = 2**53  # of an index; beyond, a double is no whole number
_ID = re.compile(rb"(0|[1-9][0-9]{0,19})-(0|[1-9][0-9]{0,19})")
_INDEX_KEY = re.compile(r"ol:\{b[0-9a-f]{2}\}:(due|open)")


class Malformed(Exception):
    """No backup of ours holds this; the text says what."""


def id_of(id_: bytes) -> tuple[int, int]:
    """Both numbers of an entry's id.

    Raises: Malformed.
    """
    found = _ID.fullmatch(id_)
    numbers = (int(found[1]), int(found[2])) if found else (0, 0)
    if not numbers > (0, 0) or max(numbers) > NUMBER_MAX:
        raise Malformed(f"{id_!r} is no id of an entry")
    return numbers


def is_index(key: str) -> bool:
    """Whether a key is that of open tables or of deadlines, which come with their tables."""
    return _INDEX_KEY.fullmatch(key) is not None


def check_content(records: Iterable[Record], archive: ArchiveDirectory | None) -> None:
    """That everything can be written as it stands, into an empty store and beside what lies in the
    archive.

    Raises: Malformed; OSError.
    """
    logs, filed, is_first = _Logs(), set[str](), True
    for record in records:
        logs.see(record)
        match record:
            case Head(layout=layout):
                _demand(is_first, "it begins more than once")
                _demand(
                    layout == keys.LAYOUT,
                    f"the backup has layout {layout}, expected {keys.LAYOUT}",
                )
            case Hash():
                _check_hash(record)
            case Filed(table=table):
                _demand(table not in filed, f"the archived table {table!r} is in it twice")
                filed.add(table)
                place_for(record, archive)
            case _:
                pass
        is_first = False


class _Logs:
    """Every log comes in one piece: its pages, then what closes them."""

    def __init__(self) -> None:
        self._closed: set[str] = set()
        self._table = ""  # whose pages come just now
        self._entries = 0
        self._last = (0, 0)

    def see(self, record: Record) -> None:
        match record:
            case Page():
                self._page(record)
            case Table():
                self._close(record)
            case _:
                _demand(not self._table, f"the log of table {self._table!r} is not closed")

    def _page(self, page: Page) -> None:
        if not self._table:
            _demand(page.table not in self._closed, f"table {page.table!r} is in it twice")
            self._table, self._entries, self._last = page.table, 0, (0, 0)
        is_its_own = page.table == self._table != "" and page.entries != ()
        _demand(is_its_own, f"a page of table {page.table!r} is out of place")
        for id_, flat in page.entries:
            now = id_of(id_)
            _demand(now > self._last, f"table {page.table!r}: entry {id_!r} is not in order")
            _demand(len(flat) > 0 and len(flat) % 2 == 0, f"table {page.table!r}: has half a field")
            self._last = now
        self._entries += len(page.entries)

    def _close(self, table: Table) -> None:
        _demand(
            table.table == self._table and table.entries == self._entries,
            f"table {table.table!r} has {self._entries} entries, expected {table.entries}",
        )
        scores = (score for score in (table.due, table.open_) if score is not None)
        _demand(
            all(-SCORE_MAX <= score <= SCORE_MAX for score in scores),
            f"table {table.table!r} has a time that is none",
        )
        self._closed.add(self._table)
        self._table = ""


def _check_hash(record: Hash) -> None:
    key = record.key
    is_ours = key.startswith("ol:{") and not (key == keys.META or table_of(key) or is_index(key))
    _demand(is_ours, f"{key!r} is no key of names, chat or the like")
    _demand(len(record.items) % 2 == 0, f"{key!r} has half a field")


def place_for(record: Filed, archive: ArchiveDirectory | None) -> ArchiveDirectory:
    """Where an archived table belongs, and may be put, or lies already.

    Raises: Malformed; OSError.
    """
    if archive is None or not archive.may_hold(record.table):
        raise Malformed(f"there is no place for the archived table {record.table!r}")
    file = archive.file_of(record.table)
    if file.exists() and file.read_bytes() != record.body:
        raise Malformed(
            f"{file} is there already and says something else: move {archive.path} aside, and "
            "restore again"
        )
    return archive


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Malformed(otherwise)
