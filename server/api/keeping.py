"""`ochos-server backup`, `restore`, `check` and the like: each works on a site as a whole."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

import structlog
from redis.exceptions import RedisError
from structlog.typing import FilteringBoundLogger

from server.api.app import opened_store
from server.events.archive_directory import ArchiveBusy
from server.events.backup import Kept, backup, restore
from server.events.embedded import archiver_url
from server.events.finding import NotFound
from server.events.raw_logs import reaching
from server.events.store import StoreUnavailable
from server.settings import Settings
from server.site.archiving import archive, archive_of, file_fault
from server.site.check import Report, check
from server.site.reindex import reindex

FINDINGS_SHOWN = 100
ARCHIVE_SECONDS = 6 * 3_600.0  # between two looks for tables to archive
ADVICE = (
    "Nothing was changed. Other tables than those named are not harmed. To have what was lost, "
    "restore the last backup in which all was sound (README, Looking after it)."
)
ADVICE_REINDEX = "What the indexes have wrong `ochos-server reindex` puts right."


def be_quiet() -> None:
    """What servers log is not for whoever runs a command; what went wrong is said in one line."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


async def keep_backup(settings: Settings, path: Path) -> int:
    async with opened_store(settings) as (_, _, url):
        return _told(path, await backup(url, path, archive_of(settings)))


async def keep_restored(settings: Settings, path: Path) -> int:
    async with opened_store(settings, restoring=True) as (_, _, url):
        return _told(path, await restore(url, path, archive_of(settings)))


async def keep_check(settings: Settings) -> int:
    async with opened_store(settings) as (_, _, url), reaching(url) as reach:
        report = await check(reach, settings.robot_pace)
    archived, damaged = archive_of(settings), []
    for table in archived.tables():
        fault = file_fault(archived, table)
        damaged += [f"archived table {table}: {fault}"] if fault else []
    for line in (*damaged, *report_lines(report)):
        print(line)
    if archived.tables():
        print(
            f"{_counted(len(damaged), 'fault')} in "
            f"{_counted(len(archived.tables()), 'archived table')}."
        )
    return 1 if report.findings or damaged else 0


async def keep_reindexed(settings: Settings) -> int:
    async with opened_store(settings) as (_, _, url), reaching(url) as reach:
        done = await reindex(reach, settings.robot_pace)
    for line in done.changed:
        print(f"put right: {line}")
    for line in done.left:
        print(f"left as it is: {line}", file=sys.stderr)
    print(
        f"{_counted(done.tables, 'table')}, {len(done.changed)} put right, {len(done.left)} left "
        "as they are."
    )
    return 1 if done.left else 0


async def keep_archived(settings: Settings, days: int) -> int:
    async with opened_store(settings) as (_, _, url), reaching(_archiver(settings, url)) as reach:
        done = await archive(
            reach, archive_of(settings), days=days, clock_offset_ms=settings.clock_offset_ms
        )
    for line in done.left:
        print(f"left in the store: {line}", file=sys.stderr)
    print(f"{_counted(len(done.tables), 'table')} moved to files, {_size(done.size_bytes)}.")
    return 1 if done.left else 0


async def archive_daily(settings: Settings, url: str, log: FilteringBoundLogger) -> None:
    """Archives now and then for as long as the server runs, where the store is its own."""
    if settings.redis_url or not settings.archive_days:
        return
    while True:
        await asyncio.sleep(ARCHIVE_SECONDS)
        try:
            async with reaching(_archiver(settings, url)) as reach:
                done = await archive(
                    reach,
                    archive_of(settings),
                    days=settings.archive_days,
                    clock_offset_ms=settings.clock_offset_ms,
                )
        except ArchiveBusy:
            continue  # another process on the same data directory does it
        except (OSError, RedisError, NotFound, StoreUnavailable) as error:
            log.warning("archive_failed", error=str(error))
        else:
            log.info("archived", tables=len(done.tables), left=done.left)


def _archiver(settings: Settings, url: str) -> str:
    """Of another store than ours the address names who may archive."""
    return url if settings.redis_url else archiver_url(url)


def _told(path: Path, kept: Kept) -> int:
    """Says what is in the file; 1 if a log in it is damaged."""
    counts = [_counted(kept.tables, "table"), _counted(kept.entries, "entry", "entries")]
    if kept.archived:
        counts.append(_counted(kept.archived, "archived table"))
    print(f"{path}: {', '.join(counts)}.")
    for line in kept.damaged:
        print(f"not as it was written: {line}", file=sys.stderr)
    return 1 if kept.damaged else 0


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one}" if number == 1 else f"{number} {many or f'{one}s'}"


def _size(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.1f} MB" if size_bytes >= 100_000 else f"{size_bytes / 1e3:.1f} kB"


def report_lines(report: Report) -> list[str]:
    """What a check has seen, for people."""
    shown = [str(finding) for finding in report.findings[:FINDINGS_SHOWN]]
    if len(report.findings) > FINDINGS_SHOWN:
        shown.append(f"… and {len(report.findings) - FINDINGS_SHOWN} more")
    if any(not finding.cured_by_reindex for finding in report.findings):
        shown.append(ADVICE)
    if any(finding.cured_by_reindex for finding in report.findings):
        shown.append(ADVICE_REINDEX)
    counts = report.counts
    if counts.unsealed:
        shown.append(
            f"{counts.unsealed} entries are of a release before seals: only what they say was "
            "looked at."
        )
    if counts.clock_set_back:
        shown.append(f"The store's clock was set back {counts.clock_set_back} times.")
    faults = _counted(len(report.findings), "fault") if report.findings else "No fault"
    shown.append(
        f"{faults} in {_counted(report.tables, 'table')} with "
        f"{_counted(counts.matches, 'match', 'matches')}, "
        f"{_counted(counts.entries, 'entry', 'entries')}, {_size(counts.size_bytes)}; "
        f"{report.seconds:.1f} s."
    )
    return shown
