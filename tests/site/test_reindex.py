"""The indexes are made anew from the logs, also while tables are played at."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.evening import ROBOT_PACE, Log, write, write_all
from server.events import keys
from server.events.questions import Command
from server.events.raw_logs import Reach, ask
from server.events.redis_store import RedisStore
from server.site.check import check
from server.site.reindex import reindex
from tests.site.commands import command, killed_on_the_way
from tests.store.rig import Proxy, Server

GHOST = "ghost"


async def spoil(reach: Reach) -> None:
    """Empties every index, and lists tables that are not there."""
    spoilt: list[Command] = []
    for bucket in keys.BUCKETS:
        for key in (keys.deadlines_of(bucket), keys.open_of(bucket)):
            spoilt += [("DEL", key), ("ZADD", key, 7, f"ghost-{bucket}"), ("ZADD", key, 7, GHOST)]
    await ask(reach.client_of(""), spoilt)


async def half_played(store: RedisStore, logs: tuple[Log, ...]) -> None:
    for name, commits in logs[1:]:
        await write(store, (name, commits[: len(commits) // 2]))
    await write(store, logs[0])


async def indexes(reach: Reach) -> dict[str, list[bytes]]:
    where = [f(b) for b in keys.BUCKETS for f in (keys.deadlines_of, keys.open_of)]
    asked: list[Command] = [("ZRANGE", key, 0, -1, "WITHSCORES") for key in where]
    found = await ask(reach.client_of(""), asked)
    return {key: members for key, members in zip(where, found, strict=True) if members}


async def test_the_indexes_say_again_what_the_logs_say(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    await half_played(store, logs)
    before = await indexes(reach)
    await spoil(reach)
    assert len((await check(reach, ROBOT_PACE)).findings) == 2 * (len(logs) - 1) + 2 * 512
    done = await reindex(reach, ROBOT_PACE)
    assert (done.tables, len(done.changed), done.left) == (len(logs), len(logs) + 4 * 256 - 2, ())
    assert (await check(reach, ROBOT_PACE)).findings == ()
    after = await indexes(reach)
    assert after.keys() == before.keys()
    assert [at[::2] for at in after.values()] == [at[::2] for at in before.values()]


async def test_right_indexes_stay_as_they_are(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    await half_played(store, logs)
    before = await indexes(reach)
    assert (await reindex(reach, ROBOT_PACE)).changed == ()
    assert await indexes(reach) == before


async def test_whoever_plays_meanwhile_is_not_undone(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(write_all(store, logs))
        while not playing.done():
            await reindex(reach, ROBOT_PACE)
    assert (await check(reach, ROBOT_PACE)).findings == ()
    assert await indexes(reach) == {}


async def test_a_damaged_log_is_left_alone_and_told(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    await half_played(store, logs)
    table = logs[1][0]
    await ask(store.client, [("XDEL", keys.log_of(table), "3-0")])
    before = await indexes(reach)
    done = await reindex(reach, ROBOT_PACE)
    assert done.left == (f"table {table}: entry 3: its id is 4-0, expected 3-0",)
    assert await indexes(reach) == before


async def test_one_that_is_killed_is_run_again(
    tmp_path: Path, running: Server, store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    await half_played(store, logs)
    await spoil(reach)
    async with Proxy(running) as between:
        for requests in (40, 540, 550):
            assert await killed_on_the_way(tmp_path, between, requests, "reindex")
    code, out, err = await command(tmp_path, running.url, "reindex")
    assert (code, err) == (0, "")
    assert out.endswith("put right, 0 left as they are.\n")
    code, out, err = await command(tmp_path, running.url, "check")
    assert (code, err) == (0, ""), out
    assert out.startswith(f"No fault in {len(logs)} tables with 6 matches, ")
