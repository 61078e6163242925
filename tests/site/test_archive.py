"""Finished tables go to files and come back; they are never nowhere."""

from __future__ import annotations

import asyncio
import gzip
import os
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.evening import ROBOT_PACE, Log, write, write_all
from server.events import keys
from server.events.archive import Hash, records_of
from server.events.archive_directory import ArchiveBusy, ArchiveDirectory
from server.events.raw_logs import Reach, all_keys, ask
from server.events.redis_store import RedisStore
from server.events.store import LogCorrupt
from server.protocol.frames import Hello
from server.site import archiving
from server.site.archiving import archive, bring_back, file_fault
from server.site.check import check
from tests.live.site import joined, site_on
from tests.site.commands import command, killed_on_the_way
from tests.store.rig import Proxy, Server, a_draft, store_on

DAYS = 7
MONTH_MS = 30 * 86_400_000


@pytest.fixture
def directory(tmp_path: Path) -> ArchiveDirectory:
    return ArchiveDirectory(tmp_path / "archive")


@pytest.fixture
async def old_store(running: Server, store: RedisStore, logs: tuple[Log, ...]) -> RedisStore:
    """A month ago all matches but the last were finished."""
    async with store_on(running.url, clock_offset_ms=-MONTH_MS) as then:
        await write_all(then, logs[:-1])
        name, commits = logs[-1]
        await write(then, (name, commits[:-1]))
    return store


async def everything(reach: Reach) -> dict[str, Any]:
    """All keys but those that the indexes of empty buckets leave."""
    found: dict[str, Any] = {}
    for key in await all_keys(reach):
        client = reach.client_of(key)
        (kind,) = await ask(client, [("TYPE", key)])
        asked = {
            b"stream": ("XRANGE", key, "-", "+"),
            b"hash": ("HGETALL", key),
            b"zset": ("ZRANGE", key, 0, -1, "WITHSCORES"),
        }[kind]
        (found[key],) = await ask(client, [asked])
    return found


async def test_finished_tables_go_to_files_and_come_back_to_the_byte(
    old_store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    before = await everything(reach)
    done = await archive(reach, directory, days=DAYS)
    finished = sorted(name for name, _ in logs[:-1])
    assert (list(done.tables), done.left) == (finished, ())
    assert directory.tables() == done.tables
    after = await everything(reach)
    assert {key: before[key] for key in after} == after
    assert not any(table in key for key in after for table in finished)
    assert (await check(reach, ROBOT_PACE)).findings == ()
    for table in finished:
        assert await bring_back(reach, directory, table)
        assert await bring_back(reach, directory, table), "once more does no harm"
    assert await everything(reach) == before


async def test_only_the_owner_reads_the_archive(
    old_store: RedisStore, reach: Reach, directory: ArchiveDirectory
) -> None:
    done = await archive(reach, directory, days=DAYS)
    assert stat.S_IMODE(directory.path.stat().st_mode) == 0o700
    files = [directory.file_of(table) for table in done.tables]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert done.size_bytes == sum(file.stat().st_size for file in files)


async def test_what_is_young_or_not_finished_stays(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    await write(store, logs[0])
    assert (await archive(reach, directory, days=1)).tables == ()
    assert (await archive(reach, directory, days=0)).tables == (logs[0][0],)


async def test_what_was_brought_back_stays_for_as_long_again(
    old_store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    await archive(reach, directory, days=DAYS)
    table = logs[0][0]
    file = directory.file_of(table)
    assert await bring_back(reach, directory, table)
    assert (await archive(reach, directory, days=DAYS)).tables == ()
    os.utime(file, (0, 0))
    assert (await archive(reach, directory, days=DAYS)).tables == (table,)


async def test_whoever_still_has_the_table_gets_a_fork(
    old_store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    table, commits = logs[0]
    last = await old_store.last(table)
    assert last is not None
    await archive(reach, directory, days=DAYS)
    done = await old_store.append(table, len(commits), last.tag, a_draft("late"))
    assert (done.outcome, done.version) == ("fork", 0)


@pytest.mark.parametrize("what", ["chat", "name", "log"])
async def test_a_word_that_is_said_meanwhile_is_not_lost(
    old_store: RedisStore,
    reach: Reach,
    logs: tuple[Log, ...],
    directory: ArchiveDirectory,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    table, commits = logs[0]
    last = await old_store.last(table)
    assert last is not None
    put_away = archiving._put_away

    async def late(reach: Reach, whole: archiving._Whole) -> bytes:
        if whole.log.table.id == table:
            match what:
                case "chat":
                    await old_store.add_chat(table, b"{}")
                case "name":
                    await old_store.set_name(table, "1", "Otra")
                case _:
                    await old_store.append(table, len(commits), last.tag, a_draft("late"))
        return await put_away(reach, whole)

    monkeypatch.setattr(archiving, "_put_away", late)
    done = await archive(reach, directory, days=DAYS)
    assert table not in done.tables
    assert not directory.holds(table)
    assert await old_store.last(table) is not None


async def test_a_damaged_log_stays_where_it_is(
    old_store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    table = logs[0][0]
    await ask(old_store.client, [("XDEL", keys.log_of(table), "3-0")])
    done = await archive(reach, directory, days=DAYS)
    assert done.left == (f"table {table}: entry 3: its id is 4-0, expected 3-0",)
    assert not directory.holds(table)


async def test_a_damaged_file_is_refused(
    old_store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    await archive(reach, directory, days=DAYS)
    table = logs[0][0]
    file = directory.file_of(table)
    packed, plain = file.read_bytes(), gzip.decompress(file.read_bytes())
    place = plain.index("Ñandú".encode())
    swapped = gzip.compress(plain[:place] + b"X" + plain[place + 1 :])
    for body in (b"", packed[:-9], swapped, directory.file_of(logs[1][0]).read_bytes()):
        file.write_bytes(body)
        with pytest.raises(LogCorrupt, match=f"table {table} in the archive: "):
            await bring_back(reach, directory, table)
        assert await old_store.last(table) is None
    file.write_bytes(packed)
    assert await bring_back(reach, directory, table)


@pytest.mark.parametrize("key", ["ol:{cfg}:meta", "names"])
async def test_a_file_with_more_in_it_than_its_table_is_refused(
    old_store: RedisStore,
    reach: Reach,
    logs: tuple[Log, ...],
    directory: ArchiveDirectory,
    key: str,
) -> None:
    await archive(reach, directory, days=DAYS)
    table = logs[0][0]
    *records, _ = records_of(directory.file_of(table))
    more = Hash(keys.names_of(table) if key == "names" else key, (b"1",))
    archiving._write(directory.file_of(table), (*records, more))  # type: ignore[arg-type]
    with pytest.raises(LogCorrupt, match="is not what lies beside its log"):
        await bring_back(reach, directory, table)
    assert "is not what lies beside its log" in file_fault(directory, table)


@pytest.mark.parametrize("table", ["", "../store", "none", "a/b", "x" * 65])
async def test_what_never_was_there_is_not_found(
    reach: Reach, directory: ArchiveDirectory, table: str
) -> None:
    assert not await bring_back(reach, directory, table)


async def test_a_file_of_another_history_is_never_replaced(
    old_store: RedisStore, reach: Reach, logs: tuple[Log, ...], directory: ArchiveDirectory
) -> None:
    table = logs[0][0]
    await archive(reach, directory, days=DAYS)
    other = directory.file_of(logs[1][0]).read_bytes()
    assert await bring_back(reach, directory, table)
    directory.file_of(table).write_bytes(other)
    os.utime(directory.file_of(table), (0, 0))
    done = await archive(reach, directory, days=DAYS)
    assert done.left[0].startswith(f"table {table}: its file in the archive is of another history")
    assert directory.file_of(table).read_bytes() == other


async def test_only_one_archives_at_a_time(
    old_store: RedisStore, reach: Reach, directory: ArchiveDirectory
) -> None:
    with directory.alone(), pytest.raises(ArchiveBusy, match="wait until it has done"):
        await archive(reach, directory, days=DAYS)


async def test_killed_at_any_moment_nothing_is_lost(
    tmp_path: Path, running: Server, old_store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    before, directory = await everything(reach), ArchiveDirectory(tmp_path / "archive")
    async with Proxy(running) as between:
        await command(tmp_path, between.url, "archive")
        whole = between.requests
        for eighths in (5, 6, 7):
            await back(reach, directory)
            assert await everything(reach) == before
            requests = whole * eighths // 8
            assert await killed_on_the_way(tmp_path, between, requests, "archive")
            assert (await check(reach, ROBOT_PACE)).findings == ()
    await back(reach, directory)
    code, out, err = await command(tmp_path, running.url, "archive")
    assert (code, err) == (0, "")
    assert out.startswith(f"{len(logs) - 1} tables moved to files, ")
    assert not list(directory.path.glob("*.part"))


async def back(reach: Reach, directory: ArchiveDirectory) -> None:
    """Brings every table back, and lets it be archived again at once."""
    for table in directory.tables():
        assert await bring_back(reach, directory, table)
        os.utime(directory.file_of(table), (0, 0))


async def test_the_link_of_an_archived_table_opens_it_as_it_was(
    tmp_path: Path, running: Server, old_store: RedisStore, logs: tuple[Log, ...]
) -> None:
    table, commits = logs[0]
    async with site_on(old_store, data=tmp_path) as site, httpx.AsyncClient() as http:
        before = await http.get(f"{site.url}/api/tables/{table}/export")
        assert before.status_code == 200
    code, out, err = await command(tmp_path, running.url, "archive")
    assert (code, err) == (0, ""), out
    assert await old_store.last(table) is None
    async with site_on(old_store, data=tmp_path) as site, httpx.AsyncClient() as http:
        after = await http.get(f"{site.url}/api/tables/{table}/export")
        assert after.content == before.content
        info = (await http.get(f"{site.url}/api/tables/{table}")).json()
        assert (info["phase"], info["match"]) == ("over", 1)
        unknown = await http.get(f"{site.url}/api/tables/{'a' * 26}")
        assert unknown.status_code == 404
        watcher = await joined(site.host, table)
        assert watcher.last("snapshot")["version"] == len(commits)
        await watcher.close()


async def test_whoever_looks_on_while_a_table_is_archived_notices_nothing(
    tmp_path: Path, running: Server, old_store: RedisStore, logs: tuple[Log, ...]
) -> None:
    table, _ = logs[0]
    async with site_on(old_store, data=tmp_path) as site:
        watcher = await joined(site.host, table)
        assert (await command(tmp_path, running.url, "archive"))[0] == 0
        assert await old_store.last(table) is None
        while await old_store.last(table) is None:
            await site.hub.poll()
            await asyncio.sleep(0)
        room = await site.hub.room(table)
        assert room is not None
        await room.settle(Hello(table=table, version=room.table.version + 1, tag="elsewhere"))
        assert (watcher.of("reset"), len(watcher.of("snapshot"))) == ([], 1)
        assert site.hub.tally.resets == 0
        await watcher.close()


async def test_a_table_that_is_held_gives_its_match_also_when_it_was_just_archived(
    tmp_path: Path, running: Server, old_store: RedisStore, logs: tuple[Log, ...]
) -> None:
    table, _ = logs[0]
    async with site_on(old_store, data=tmp_path) as site, httpx.AsyncClient() as http:
        before = await http.get(f"{site.url}/api/tables/{table}/export")
        assert (await command(tmp_path, running.url, "archive"))[0] == 0
        after = await http.get(f"{site.url}/api/tables/{table}/export")
        assert (after.status_code, after.content) == (200, before.content)


async def test_a_table_that_nobody_looks_at_stays_in_the_archive(
    tmp_path: Path, running: Server, old_store: RedisStore, logs: tuple[Log, ...]
) -> None:
    table, _ = logs[0]
    async with site_on(old_store, data=tmp_path) as site:
        assert await site.hub.room(table) is not None
        assert (await command(tmp_path, running.url, "archive"))[0] == 0
        while any(room.table.id == table for room in site.hub.rooms()):
            await site.hub.poll()
            await asyncio.sleep(0)
        assert await old_store.last(table) is None
