"""All that a store holds goes into one file and comes back the same."""

from __future__ import annotations

import asyncio
import gzip
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.events import keys, raw_logs
from server.events.archive import ArchiveBroken, Page, Table, records_of, verified
from server.events.backup import BackupFailed, backup, restore
from server.events.promise import StoreUnfit
from server.events.redis_store import RedisStore
from tests.store.rig import (
    Proxy,
    Server,
    a_draft,
    a_table,
    appended,
    ask,
    insist,
    programs,
    store_on,
    until,
)


@pytest.fixture
def two_servers() -> Iterator[tuple[Server, Server]]:
    """A Valkey that is full and a server that is empty, of another make if there is one."""
    every = programs()
    running = [Server(every["valkey"]).start(), Server(every.get("redis", every["valkey"])).start()]
    yield running[0], running[1]
    for each in running:
        each.stop()


async def fill(store: RedisStore) -> list[str]:
    await store.promise()
    tables = [a_table() for _ in range(30)]
    for number, table in enumerate(tables):
        draft = a_draft("c0", tag=b"\x00\xff" * 4, open_=True, due_ms=1000 * number, act="make 4")
        await store.append(table, 0, b"", draft)
        await appended(store, table, number, public=bytes(range(256)), secret=b"\xc1")
        await store.set_name(table, "1", f"Ñandú {number}")
        await store.add_chat(table, b"\xff\x00hola")
    return tables


async def everything(store: RedisStore) -> dict[bytes, Any]:
    found: dict[bytes, Any] = {}
    async for key in store.client.scan_iter(count=1000):
        kind = await store.client.type(key)
        if kind == b"stream":
            found[key] = await ask(store, "XRANGE", key, "-", "+")
        elif kind == b"zset":
            found[key] = await ask(store, "ZRANGE", key, 0, -1, "WITHSCORES")
        else:
            found[key] = await ask(store, "HGETALL", key)
    return found


async def test_what_was_backed_up_is_restored_to_the_byte(
    tmp_path: Path, two_servers: tuple[Server, Server]
) -> None:
    full, empty = two_servers
    path = tmp_path / "site.backup"
    async with store_on(full.url) as store, store_on(empty.url) as other:
        tables = await fill(store)
        await other.promise()
        written = await backup(full.url, path)
        assert (written.tables, written.entries) == (30, sum(range(30)) + 30)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert await restore(empty.url, path) == written
        assert await everything(other) == await everything(store)
        await other.promise()
        version, _ = await appended(other, tables[3], 1)
        assert version == 5
        assert await other.add_chat(tables[3], b"y") == 2


async def test_long_logs_go_page_by_page(
    tmp_path: Path, two_servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw_logs, "PAGE_ENTRIES", 7)
    full, empty = two_servers
    async with store_on(full.url) as store, store_on(empty.url) as other:
        for entries in (6, 7, 8, 21):
            await appended(store, a_table(), entries, due_ms=5)
        await backup(full.url, tmp_path / "b")
        pages = [each for each in records_of(tmp_path / "b") if isinstance(each, Page)]
        assert max(len(page.entries) for page in pages) == 7
        await restore(empty.url, tmp_path / "b")
        assert await everything(other) | {keys.META.encode(): 0} == await everything(store) | {
            keys.META.encode(): 0
        }


async def test_a_running_site_is_backed_up_table_by_table_whole(
    tmp_path: Path, own_server: Server
) -> None:
    async with store_on(own_server.url) as store:
        tables = [a_table() for _ in range(20)]
        is_over = False

        async def play(table: str) -> None:
            number = 0
            while not is_over:
                number += 1
                await insist(store, table, f"c{number}")

        async with asyncio.TaskGroup() as players:
            for table in tables:
                players.create_task(play(table))
            while len(await store.heads(tuple(tables))) < 20:  # noqa: ASYNC110
                await asyncio.sleep(0)
            await backup(own_server.url, tmp_path / "b")
            is_over = True
    versions: dict[str, list[int]] = {}
    for record in records_of(tmp_path / "b"):
        if isinstance(record, Page):
            ids = [int(id_.partition(b"-")[0]) for id_, _ in record.entries]
            versions.setdefault(record.table, []).extend(ids)
        elif isinstance(record, Table):
            assert versions[record.table] == list(range(1, record.entries + 1))
    assert set(versions) == set(tables)


async def test_a_store_with_something_in_it_is_left_alone(
    tmp_path: Path, own_server: Server
) -> None:
    async with store_on(own_server.url) as store:
        await fill(store)
        before = await everything(store)
        await backup(own_server.url, tmp_path / "b")
        with pytest.raises(BackupFailed, match="not empty"):
            await restore(own_server.url, tmp_path / "b")
        assert await everything(store) == before


async def test_a_file_that_is_there_is_never_overwritten(
    tmp_path: Path, own_server: Server
) -> None:
    (tmp_path / "b").write_text("precious")
    with pytest.raises(FileExistsError):
        await backup(own_server.url, tmp_path / "b")
    assert (tmp_path / "b").read_text() == "precious"


async def test_a_failed_backup_leaves_no_file(tmp_path: Path, own_server: Server) -> None:
    async with store_on(own_server.url) as store:
        await appended(store, "T", 1)
        await store.client.set("ol:{b00}:strange", "x")
        with pytest.raises(BackupFailed, match="strange is a string"):
            await backup(own_server.url, tmp_path / "b")
    assert os.listdir(tmp_path) == []


async def test_a_damaged_file_is_refused_before_anything_is_written(
    tmp_path: Path, two_servers: tuple[Server, Server]
) -> None:
    full, empty = two_servers
    path = tmp_path / "b"
    async with store_on(full.url) as store, store_on(empty.url) as other:
        await fill(store)
        await backup(full.url, path)
        packed, plain = path.read_bytes(), gzip.decompress(path.read_bytes())
        place = plain.index("Ñandú 7".encode())
        damaged = [
            b"",
            b"no archive",
            packed[: len(packed) // 2],
            packed[:-1],
            gzip.compress(plain[:place] + b"X" + plain[place + 1 :]),
            gzip.compress(plain[: len(plain) // 2]),
            gzip.compress(plain + b"\x00"),
            gzip.compress(b"\xff\xff\xff\xff" + plain[4:]),
            gzip.compress(plain.replace(b"ochos-backup-1", b"ochos-backup-9")),
        ]
        for body in damaged:
            path.write_bytes(body)
            with pytest.raises(ArchiveBroken):
                await restore(empty.url, path)
        assert await everything(other) == {}
        path.write_bytes(gzip.compress(plain))
        verified(path)


async def test_a_restore_that_is_broken_off_leaves_a_store_that_is_refused(
    tmp_path: Path, two_servers: tuple[Server, Server]
) -> None:
    full, empty = two_servers
    async with (
        store_on(full.url) as store,
        store_on(empty.url) as other,
        Proxy(empty, delay=0.005) as slow,
    ):
        await fill(store)
        await backup(full.url, tmp_path / "b")
        restoring = asyncio.create_task(restore(slow.url, tmp_path / "b"))
        seen: list[str] = []

        async def look() -> None:
            while not seen:
                seen.extend(await other.open_tables())

        looking = asyncio.create_task(look())
        await until(lambda: bool(seen))
        restoring.cancel()
        await asyncio.gather(looking, restoring, return_exceptions=True)
        assert 0 < len(await other.open_tables()) < 30
        with pytest.raises(StoreUnfit, match="broken off"):
            await other.promise()
