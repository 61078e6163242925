"""What servers write by themselves when people play is sound to the last byte."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from benchmarks.evening import ROBOT_PACE
from server.events.archive_directory import ArchiveDirectory
from server.events.raw_logs import Reach
from server.events.redis_store import RedisStore
from server.site.archiving import archive, bring_back
from server.site.check import check
from tests.live.site import site_on
from tests.live.tables import play_on, table_of


@pytest.mark.parametrize(
    ("preset", "chosen"),
    [
        ("clasico", {"target": 1}),
        ("familiar", {"target": 5}),
        ("montanita", {"enforcement": "honour"}),
        ("jiujitsu", {"max_rounds": 1}),
    ],
)
async def test_an_evening_of_people_and_robots_is_sound_and_is_archived(
    tmp_path: Path, store: RedisStore, reach: Reach, preset: str, chosen: dict[str, object]
) -> None:
    directory = ArchiveDirectory(tmp_path / "archive")
    async with site_on(store, data=tmp_path) as site, AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, robots=1, preset=preset, **chosen)
        await players[0].do("start", match=1)
        await players[1].do("chat", text="¡Suerte, Ñandú!")
        await players[1].do("rename", name="Otra")
        assert (await check(reach, ROBOT_PACE)).findings == ()
        await play_on(players)
        assert (await check(reach, ROBOT_PACE)).findings == ()
        await players[0].do("offer_rematch", match=1)
        await players[1].until(lambda self: self.actions.get("answer_rematch"))
        await players[1].do("accept_rematch", match=1)
        await players[0].until(lambda self: self.view["match"] == 2)
        report = await check(reach, ROBOT_PACE)
        assert (report.findings, report.counts.matches) == ((), 2)
        await players[1].do("abandon", match=2)
    assert (await check(reach, ROBOT_PACE)).findings == ()
    done = await archive(reach, directory, days=0)
    assert (done.tables, done.left) == ((made.table,), ())
    assert await bring_back(reach, directory, made.table)
    assert (await check(reach, ROBOT_PACE)).findings == ()
