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
from server.events.archive import (
    FORMAT,
    ArchiveBroken,
    ArchiveWriter,
    Head,
    Page,
    Table,
    records_of,
    verified,
)
from server.events.archive_directory import ArchiveDirectory
from server.events.backup import BackupFailed, backup, restore
from server.events.promise import StoreUnfit
from server.events.redis_store import RedisStore
from tests.store.cluster import Cluster
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
        with pytest.raises(BackupFailed, match="not empty, it holds 30 tables") as refused:
            await restore(own_server.url, tmp_path / "b")
        assert "ol:" not in str(refused.value)
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


async def test_a_restore_that_is_broken_off_is_refused_until_it_is_run_again(
    tmp_path: Path, two_servers: tuple[Server, Server]
) -> None:
    full, empty = two_servers
    async with (
        store_on(full.url) as store,
        store_on(empty.url) as other,
        Proxy(empty, delay=0.005) as slow,
    ):
        await fill(store)
        kept = await backup(full.url, tmp_path / "b")
        await appended(store, a_table(), 1)
        await backup(full.url, tmp_path / "later")
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
        with pytest.raises(StoreUnfit, match="broken off here: run it again"):
            await other.promise()
        with pytest.raises(BackupFailed, match="half filled from another backup"):
            await restore(empty.url, tmp_path / "later")
        assert await restore(empty.url, tmp_path / "b") == kept
        assert (await other.promise()).server
        assert (await store.promise()).server
        tables = await everything(store)
        for key, value in (await everything(other)).items():
            assert tables[key] == value


async def test_a_site_moves_from_one_server_to_a_cluster_and_back(
    tmp_path: Path, two_servers: tuple[Server, Server], own_cluster: Cluster
) -> None:
    full, empty = two_servers
    async with (
        store_on(full.url) as store,
        store_on(own_cluster.url) as spread,
        store_on(empty.url) as other,
    ):
        tables = await fill(store)
        there = await backup(full.url, tmp_path / "there")
        assert await restore(own_cluster.url, tmp_path / "there") == there
        assert (await spread.promise()).server
        for number, table in enumerate(tables):
            assert await spread.read(table) == await store.read(table)
            assert await spread.names(table) == {"1": f"Ñandú {number}"}
        assert await spread.open_tables() == await store.open_tables()
        back = await backup(own_cluster.url, tmp_path / "back")
        assert await restore(empty.url, tmp_path / "back") == back == there
        assert (await other.promise()).server
        assert await everything(other) == await everything(store)


async def test_a_damaged_log_is_kept_as_it_is_and_told(
    tmp_path: Path, two_servers: tuple[Server, Server]
) -> None:
    full, empty = two_servers
    async with store_on(full.url) as store:
        tables = await fill(store)
        (entry,) = await ask(store, "XRANGE", keys.log_of(tables[3]), "4-0", "4-0")
        changed = [b"draw" if part == b"play 8S suit H" else part for part in entry[1]]
        await ask(store, "XADD", keys.log_of(tables[4]), "6-0", *changed)
        await ask(store, "XDEL", keys.log_of(tables[9]), "9-0", "10-0")
        kept = await backup(full.url, tmp_path / "b")
        told = "it is not as it was written: its seal does not fit"
        assert set(kept.damaged) == {
            f"table {tables[4]}: entry 6: {told}",
            f"table {tables[9]}: entries 9 to 10 are missing",
        }
        assert await restore(empty.url, tmp_path / "b") == kept


async def test_archived_tables_are_in_the_backup_too(
    tmp_path: Path, two_servers: tuple[Server, Server]
) -> None:
    full, empty = two_servers
    here, there = ArchiveDirectory(tmp_path / "here"), ArchiveDirectory(tmp_path / "there")
    here.put("one", b"its file")
    here.put("two", bytes(range(256)))
    async with store_on(full.url) as store:
        await fill(store)
        kept = await backup(full.url, tmp_path / "b", here)
        assert kept.archived == 2
        with pytest.raises(BackupFailed, match="no place for the archived table 'one'"):
            await restore(empty.url, tmp_path / "b")
        there.put("two", b"another one")
        with pytest.raises(BackupFailed, match="is there already and says something else"):
            await restore(empty.url, tmp_path / "b", there)
        there.file_of("two").unlink()
        assert await restore(empty.url, tmp_path / "b", there) == kept
    assert there.tables() == ("one", "two")
    assert there.file_of("two").read_bytes() == bytes(range(256))
    assert stat.S_IMODE(there.file_of("one").stat().st_mode) == 0o600


async def test_two_backups_into_one_file_do_not_mix(tmp_path: Path) -> None:
    first = ArchiveWriter(tmp_path / "b")
    with pytest.raises(FileExistsError, match="being written by another process"):
        ArchiveWriter(tmp_path / "b")
    first.put(Head(FORMAT, keys.LAYOUT, 1))
    first.finish()
    with pytest.raises(FileExistsError, match="nothing is ever overwritten"):
        ArchiveWriter(tmp_path / "b")
    assert verified(tmp_path / "b").entries == 0
    assert os.listdir(tmp_path) == ["b"]


async def test_what_a_killed_backup_has_left_is_no_hindrance(
    tmp_path: Path, own_server: Server
) -> None:
    (tmp_path / "b.part").write_bytes(b"x" * 100_000)
    async with store_on(own_server.url) as store:
        await fill(store)
        await backup(own_server.url, tmp_path / "b")
    assert os.listdir(tmp_path) == ["b"]
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    with Cluster(replicas=0, min_replicas_to_write="0") as running:
        yield running
