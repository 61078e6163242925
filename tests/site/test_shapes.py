"""All of it on a cluster, and on the embedded store with the rights that it gives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from redis.exceptions import NoPermissionError

from benchmarks.evening import ROBOT_PACE, Log, write, write_all
from server.api import keeping
from server.api.app import opened_store
from server.api.keeping import archive_daily
from server.events import keys
from server.events.archive_directory import ArchiveDirectory
from server.events.raw_logs import Reach, all_keys, ask, reaching
from server.settings import Settings
from server.site.archiving import archive, archive_of, bring_back
from server.site.check import check
from server.site.reindex import reindex
from tests.site.test_archive import DAYS, MONTH_MS, everything
from tests.store.cluster import Cluster
from tests.store.rig import store_on, until


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with Cluster(replicas=0, min_replicas_to_write="0") as running:
        yield running


async def test_a_site_on_a_cluster_is_looked_after_as_any(
    tmp_path: Path, cluster: Cluster, logs: tuple[Log, ...]
) -> None:
    directory = ArchiveDirectory(tmp_path)
    async with store_on(cluster.url, clock_offset_ms=-MONTH_MS) as store:
        await store.promise()
        await write_all(store, logs[:-1])
        await write(store, (logs[-1][0], logs[-1][1][:-1]))
    async with reaching(cluster.url) as reach:
        before = await everything(reach)
        assert len({reach.client_of(keys.log_of(name)) for name, _ in logs}) > 1
        assert (await check(reach, ROBOT_PACE)).findings == ()
        await unlisted(reach, logs[-1][0])
        assert len((await reindex(reach, ROBOT_PACE)).changed) == 1
        assert (await check(reach, ROBOT_PACE)).findings == ()
        done = await archive(reach, directory, days=DAYS)
        assert len(done.tables) == len(logs) - 1
        assert (await check(reach, ROBOT_PACE)).tables == 1
        for table in done.tables:
            assert await bring_back(reach, directory, table)
        assert (await everything(reach)).keys() == before.keys()
        assert (await check(reach, ROBOT_PACE)).findings == ()


async def unlisted(reach: Reach, table: str) -> None:
    bucket = keys.bucket_of(table)
    for key in (keys.open_of(bucket), keys.deadlines_of(bucket)):
        await ask(reach.client_of(key), [("DEL", key)])


async def test_a_server_with_a_store_of_its_own_archives_by_itself(
    tmp_path: Path, logs: tuple[Log, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "ARCHIVE_SECONDS", 0.01)
    settings = Settings(data=tmp_path, clock_offset_ms=-MONTH_MS)
    async with opened_store(settings) as (store, _, _):
        await write_all(store, logs[:2])
        await write(store, (logs[2][0], logs[2][1][:-1]))
    now = Settings(data=tmp_path)
    async with opened_store(now) as (store, _, url), reaching(url) as reach:
        log = keys.log_of(logs[0][0])
        with pytest.raises(NoPermissionError):
            await ask(reach.client_of(log), [("DEL", log)])
        archiving = asyncio.create_task(archive_daily(now, url, structlog.get_logger()))
        await until(lambda: len(archive_of(now).tables()) == 2, 60)
        while len([key for key in await all_keys(reach) if ":t:" in key]) > 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        archiving.cancel()
        await asyncio.gather(archiving, return_exceptions=True)
        assert archive_of(now).tables() == tuple(sorted(name for name, _ in logs[:2]))


async def test_a_server_that_is_to_keep_everything_archives_nothing(tmp_path: Path) -> None:
    for settings in (
        Settings(data=tmp_path, archive_days=0),
        Settings(data=tmp_path, redis_url="redis://elsewhere.invalid"),
    ):
        await archive_daily(settings, "unix:///nowhere", structlog.get_logger())
