"""Whatever a file holds whose sum is right: it is restored, or refused in words and nothing of it
is written."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.events import keys
from server.events.archive import (
    FORMAT,
    ArchiveBroken,
    End,
    Filed,
    Hash,
    Head,
    Page,
    Record,
    Table,
    records_of,
)
from server.events.archive_directory import ArchiveDirectory
from server.events.backup import BackupFailed, backup, restore
from tests.conftest import LONG
from tests.store.rig import Server, a_draft, appended, ask, programs, store_on

HEAD = Head(FORMAT, keys.LAYOUT, 1)
FIELDS = (b"h", b"x", b"c", b"y")
EXAMPLES = 3_000 if LONG else 100
FORGED = settings(
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def target() -> Iterator[Server]:
    """Where it is restored to; emptied before each try."""
    server = Server(programs()["valkey"], appendfsync="no").start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory, target: Server) -> bytes:
    """The records of a true backup, but for the last, as they stand in the file."""
    path = tmp_path_factory.mktemp("genuine") / "b"

    async def write() -> None:
        emptied(target)
        archive = ArchiveDirectory(path.parent / "archive")
        archive.put("filed", b"its file")
        async with store_on(target.url) as store:
            await appended(store, "T", 3, due_ms=5)
            await store.append("U", 0, b"", a_draft("c0", open_=True))
            await store.set_name("T", "1", "Ana")
            await store.add_chat("T", b"hola")
        await backup(target.url, path, archive)

    asyncio.run(write())
    return framed(list(records_of(path))[:-1])


def emptied(target: Server) -> Any:
    client: Any = redis.Redis(unix_socket_path=str(target.socket))
    client.flushall()
    return client


def framed(records: list[Record]) -> bytes:
    bodies = [msgspec.msgpack.encode(record) for record in records]
    return b"".join(len(body).to_bytes(4, "big") + body for body in bodies)


def sealed(plain: bytes, tables: int, entries: int) -> bytes:
    """A file whose sum is right."""
    end = End(tables, entries, hashlib.sha256(plain).digest())
    return gzip.compress(plain + framed([end]), compresslevel=1)


async def judged(target: Server, directory: Path, file: bytes) -> str:
    """Why it was refused; empty if it was restored."""
    client: Any = emptied(target)
    path, archive = directory / "forged", ArchiveDirectory(directory / "archive")
    path.write_bytes(file)
    for table in archive.tables():
        archive.file_of(table).unlink()
    try:
        await restore(target.url, path, archive)
    except (BackupFailed, ArchiveBroken) as error:
        why = str(error)
    else:
        why = ""
    if why:
        assert (client.dbsize(), archive.tables()) == (0, ()), why
    assert client.hget(keys.META, "restoring") is None
    return why


def counts(records: list[Record]) -> tuple[int, int]:
    closed = [record for record in records if isinstance(record, Table)]
    return len(closed), min(abs(sum(record.entries for record in closed)), 2**63)


async def told_of(target: Server, directory: Path, *records: Record) -> str:
    every: list[Record] = [HEAD, *records]
    return await judged(target, directory, sealed(framed(every), *counts(every)))


PAGE = Page("T", ((b"1-0", FIELDS), (b"2-0", FIELDS)))
CLOSED = Table("T", 2, None, None, 2)


@pytest.mark.parametrize(
    ("records", "why"),
    [
        ((Page("T", ((b"one", FIELDS),)), Table("T", 1, None, None)), "is no id of an entry"),
        ((Page("T", ((b"0-0", FIELDS),)), Table("T", 1, None, None)), "is no id of an entry"),
        ((Page("T", ((b"2-0", FIELDS), (b"1-0", FIELDS))), CLOSED), "is not in order"),
        ((Page("T", ((b"1-0", FIELDS), (b"2-0", FIELDS[1:]))), CLOSED), "has half a field"),
        ((Page("T", ((b"1-0", ()), (b"2-0", FIELDS))), CLOSED), "has half a field"),
        ((Page("", PAGE.entries), Table("", 2, None, None)), "is out of place"),
        ((Page("T", ()), Table("T", 0, None, None)), "is out of place"),
        ((PAGE, Page("U", PAGE.entries), CLOSED), "is out of place"),
        ((PAGE, Table("T", 3, None, None)), "has 2 entries, expected 3"),
        ((Table("T", 0, 7, 7),), "has 0 entries, expected 0"),
        ((PAGE, Table("T", 2, 2**60, None)), "has a time that is none"),
        ((PAGE, CLOSED, PAGE, CLOSED), "is in it twice"),
        ((PAGE,), "is not closed"),
        ((PAGE, HEAD, CLOSED), "is not closed"),
        ((PAGE, CLOSED, HEAD), "begins more than once"),
        ((PAGE, CLOSED, Hash(keys.names_of("T"), (b"1",))), "has half a field"),
        ((PAGE, CLOSED, Hash(keys.META, (b"layout", b"7"))), "is no key of names"),
        ((PAGE, CLOSED, Hash(keys.log_of("T"), (b"1", b"2"))), "is no key of names"),
        ((PAGE, CLOSED, Hash(keys.open_of("b00"), (b"1", b"2"))), "is no key of names"),
        ((PAGE, CLOSED, Hash("other", (b"1", b"2"))), "is no key of names"),
        ((PAGE, CLOSED, Filed("../x", b"")), "no place for the archived table '../x'"),
        ((PAGE, CLOSED, Filed("x", b"1"), Filed("x", b"2")), "is in it twice"),
    ],
)
async def test_what_no_backup_holds_is_refused_by_name(
    target: Server, tmp_path: Path, records: tuple[Record, ...], why: str
) -> None:
    told = await told_of(target, tmp_path, *records)
    assert why in told
    assert told.endswith("Nothing was restored.")


async def test_a_backup_of_another_layout_is_refused_before_anything_is_marked(
    target: Server, tmp_path: Path
) -> None:
    file = sealed(framed([Head(FORMAT, 9, 1), PAGE, CLOSED]), 1, 2)
    assert "has layout 9, expected 1" in await judged(target, tmp_path, file)


async def test_a_log_with_strange_ids_is_restored_as_it_was(target: Server, tmp_path: Path) -> None:
    """A damaged log is kept as it is, so that it can be looked at."""
    strange = Page("T", ((b"1-0", FIELDS), (b"1-1", FIELDS), (b"7-0", FIELDS)))
    more = Page("T", ((b"7-3", FIELDS),))
    assert not await told_of(target, tmp_path, strange, more, Table("T", 4, 5, None, 7))
    async with store_on(target.url) as store:
        found = await ask(store, "XRANGE", keys.log_of("T"), "-", "+")
    assert [id_ for id_, _ in found] == [b"1-0", b"1-1", b"7-0", b"7-3"]


@FORGED
@given(st.data())
async def test_any_bytes_may_be_others(
    target: Server, genuine: bytes, tmp_path: Path, data: st.DataObject
) -> None:
    place = st.integers(0, len(genuine) - 1)
    plain = bytearray(genuine)
    for at, value in data.draw(st.lists(st.tuples(place, st.integers(0, 255)), max_size=4)):
        plain[at] = value
    cut = data.draw(st.one_of(st.none(), place))
    forged = bytes(plain if cut is None else plain[:cut])
    await judged(target, tmp_path, sealed(forged, 2, 4))


ids = st.one_of(
    st.binary(max_size=6),
    st.tuples(st.integers(0, 3), st.integers(0, 2)).map(lambda pair: b"%d-%d" % pair),
    st.sampled_from([b"18446744073709551616-0", b"18446744073709551615-0", b"01-0", b"+1-0"]),
)
names = st.one_of(st.sampled_from(["T", "U", ""]), st.text(max_size=4))
parts = st.lists(st.binary(max_size=3), max_size=6).map(tuple)
numbers = st.one_of(st.integers(0, 4), st.integers(-(2**63), 2**64 - 1))
hash_keys = st.one_of(
    st.sampled_from([keys.names_of("T"), keys.chat_of("U"), keys.META, "ol:{b00}:due", "ol:x"]),
    st.text(max_size=8),
    st.text(max_size=5).map(lambda rest: f"ol:{{b00}}:{rest}"),
)
made = st.one_of(
    st.builds(Page, names, st.lists(st.tuples(ids, parts), max_size=3).map(tuple)),
    st.just(PAGE),
    st.builds(Table, names, numbers, st.none() | numbers, st.none() | numbers, numbers),
    st.just(CLOSED),
    st.builds(Hash, hash_keys, parts),
    st.builds(Filed, names, st.binary(max_size=3)),
    st.builds(Head, st.just(FORMAT), numbers, numbers),
)


@FORGED
@given(records=st.lists(made, max_size=6))
async def test_any_records_may_be_in_it(
    target: Server, tmp_path: Path, records: list[Record]
) -> None:
    await told_of(target, tmp_path, *records)


async def test_what_is_nested_without_end_is_refused(target: Server, tmp_path: Path) -> None:
    deep = b"\x94\xa4hash\xa1k\x90" + b"\x91" * 200_000 + b"\x90"
    plain = framed([HEAD]) + len(deep).to_bytes(4, "big") + deep
    assert "is no backup of ours" in await judged(target, tmp_path, sealed(plain, 0, 0))
