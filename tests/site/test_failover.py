"""A primary dies while a site is looked through, and the work goes on at the next one."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from benchmarks.evening import ROBOT_PACE, Log, write_all
from server.events import raw_logs
from server.events.archive_directory import ArchiveDirectory
from server.events.backup import backup
from server.events.profiles import STRICT
from server.events.raw_logs import Reach, all_keys, reaching
from server.events.store import StoreUnavailable
from server.site import archiving, check
from server.site import reindex as reindexing
from tests.site.commands import command
from tests.site.test_archive import MONTH_MS
from tests.store.rig import store_on
from tests.store.sentinels import Sentinels

DAYS = 7


@pytest.fixture
def watched() -> Iterator[Sentinels]:
    with Sentinels() as running:
        yield running


@pytest.fixture
async def reach(watched: Sentinels, logs: tuple[Log, ...]) -> AsyncIterator[Reach]:
    """A site whose matches were finished a month ago, and every replica has all of it."""
    async with store_on(watched.url, profile=STRICT, clock_offset_ms=-MONTH_MS) as then:
        await then.promise()
        await write_all(then, logs)
    async with reaching(watched.url) as reached:
        yield reached


class Dying:
    """Kills the primary at the second table, once, after or before something is done there."""

    def __init__(self, watched: Sentinels) -> None:
        self._watched = watched
        self.seen = 0

    def see(self) -> None:
        self.seen += 1
        if self.seen == 2:
            self._watched.primary().kill()


async def test_a_check_goes_on_at_the_next_primary(
    watched: Sentinels, reach: Reach, logs: tuple[Log, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    dying, check_table = Dying(watched), check.check_table

    async def killing(reach: Reach, table: str, robot_pace: int) -> check.Checked:
        dying.see()
        return await check_table(reach, table, robot_pace)

    monkeypatch.setattr(check, "check_table", killing)
    report = await check.check(reach, ROBOT_PACE)
    assert dying.seen == len(logs)
    assert (report.findings, report.tables) == ((), len(logs))


@pytest.mark.parametrize("when", ["before", "after"])
async def test_an_archiver_goes_on_at_the_next_primary(
    watched: Sentinels,
    reach: Reach,
    logs: tuple[Log, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    when: str,
) -> None:
    dying, put_away = Dying(watched), archiving._put_away
    directory = ArchiveDirectory(tmp_path / "archive")

    async def killing(reach: Reach, whole: archiving._Whole) -> bytes:
        if when == "before":
            dying.see()
            return await put_away(reach, whole)
        answer = await put_away(reach, whole)
        dying.see()
        # As if the answer had been lost.
        return await put_away(reach, whole) if dying.seen == 2 else answer

    monkeypatch.setattr(archiving, "_put_away", killing)
    done = await archiving.archive(reach, directory, days=DAYS)
    every = tuple(sorted(name for name, _ in logs))
    assert (done.tables, done.left) == (every, ())
    assert directory.tables() == every
    for table in every:
        assert archiving.file_fault(directory, table) == ""
    # What a replica had not been told yet is there again, and is put away at the next time.
    left = {raw_logs.table_of(key) for key in await all_keys(reach)} - {""}
    assert left <= set(every)
    for table in left:
        os.utime(directory.file_of(table), (0, 0))
    assert (await archiving.archive(reach, directory, days=DAYS)).left == ()
    assert not {raw_logs.table_of(key) for key in await all_keys(reach)} - {""}


async def test_a_reindexer_and_a_backup_go_on_at_the_next_primary(
    watched: Sentinels,
    reach: Reach,
    logs: tuple[Log, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    dying, reindex_table = Dying(watched), reindexing.reindex_table

    async def killing(reach: Reach, table: str, robot_pace: int) -> str:
        dying.see()
        return await reindex_table(reach, table, robot_pace)

    monkeypatch.setattr(reindexing, "reindex_table", killing)
    done = await reindexing.reindex(reach, ROBOT_PACE)
    assert (done.tables, done.changed, done.left) == (len(logs), (), ())
    kept = await backup(watched.url, tmp_path / "b")
    assert (kept.tables, kept.damaged) == (len(logs), ())


async def test_where_nobody_takes_over_it_is_said_what_to_do_and_can_be_run_again(
    watched: Sentinels,
    reach: Reach,
    logs: tuple[Log, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    directory, put_away = ArchiveDirectory(tmp_path / "archive"), archiving._put_away

    async def killing(reach: Reach, whole: archiving._Whole) -> bytes:
        for member in watched.servers:
            member.kill()
        return await put_away(reach, whole)

    monkeypatch.setattr(archiving, "_put_away", killing)
    monkeypatch.setattr(raw_logs, "PATIENCE_SECONDS", 0.5)
    async with reaching(watched.url) as impatient:
        with pytest.raises(StoreUnavailable, match="nothing is lost: run it again when"):
            await archiving.archive(impatient, directory, days=DAYS)
        with pytest.raises(StoreUnavailable, match="nothing is lost: run it again when"):
            await check.check(impatient, ROBOT_PACE)
    for member in watched.servers:
        member.start()
    await watched.until(watched.is_whole, "it does not come back")
    # The first table's file is young, so it is due again only in some days.
    code, out, err = await command(tmp_path, watched.url, "archive", "--days", "0")
    assert (code, err) == (0, "")
    assert out.startswith(f"{len(logs)} tables moved to files")
