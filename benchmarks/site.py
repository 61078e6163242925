"""How long it takes to look after a site of many finished tables."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import msgspec

from benchmarks.evening import ROBOT_PACE, logs_of, plans, write_all
from server.api.app import opened_store
from server.events.archive_directory import ArchiveDirectory
from server.events.backup import backup, restore
from server.events.embedded import archiver_url
from server.events.raw_logs import reaching
from server.settings import Settings
from server.site.archiving import archive
from server.site.check import check
from server.site.reindex import reindex


class Step(msgspec.Struct, frozen=True):
    """One thing done to the whole site."""

    name: str
    entries: int
    seconds: float
    cpu_seconds: float  # of this process; the store's are not in it


class _Steps:
    def __init__(self) -> None:
        self.done: list[Step] = []
        self._began = (time.perf_counter(), time.process_time())

    def end(self, name: str, entries: int) -> None:
        wall, cpu = self._began
        spent = time.perf_counter() - wall, time.process_time() - cpu
        self.done.append(Step(name, entries, *spent))
        self._began = (time.perf_counter(), time.process_time())


async def looked_after(tables: int) -> list[Step]:
    """Writes so many finished matches, then checks, rebuilds, backs up, restores, archives."""
    steps = _Steps()
    with tempfile.TemporaryDirectory(prefix="ochos-bench-") as directory:
        file = Path(directory) / "backup"
        one = Settings(data=Path(directory) / "one")
        logs = tuple(logs_of(plans(tables)))
        steps.end("played by robots", sum(len(commits) for _, commits in logs))
        async with opened_store(one) as (store, _, url), reaching(archiver_url(url)) as reach:
            steps.end("store started", 0)
            entries = await write_all(store, logs)
            steps.end("written", entries)
            report = await check(reach, ROBOT_PACE)
            assert report.findings == (), report.findings[0]
            steps.end("check", report.counts.entries)
            assert (await reindex(reach, ROBOT_PACE)).changed == ()
            steps.end("reindex", entries)
            steps.end("backup", (await backup(url, file)).entries)
            done = await archive(reach, ArchiveDirectory(Path(directory) / "archive"), days=0)
            assert len(done.tables) == tables
            steps.end("archive", entries)
        async with opened_store(Settings(data=Path(directory) / "two")) as (_, _, url):
            steps.end("restore", (await restore(url, file)).entries)
    return steps.done
