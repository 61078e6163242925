"""Two servers are restarted one after the other while people play: nobody loses a play, and none
is refused for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.events.redis_store import RedisStore
from tests.api.test_processes import check
from tests.deploy.nodes import Site, site_of
from tests.deploy.steady import Steady
from tests.live.site import fresh_secret, made_on
from tests.store.rig import Server

SEATING_AT_ONCE = 16


async def seated_at(site: Site) -> list[Steady]:
    """A table of two, whose first round is dealt."""
    made = await made_on(site.link, seats=2, target=9999)
    people = [
        Steady(site, made, made.secret, deals=True),
        Steady(site, made, fresh_secret()),
    ]
    await people[1].sit("Beto")
    await people[0].ask("start", match=1)
    return people


async def all_seated(site: Site, tables: int) -> list[list[Steady]]:
    gate = asyncio.Semaphore(SEATING_AT_ONCE)

    async def one() -> list[Steady]:
        async with gate:
            return await seated_at(site)

    return list(await asyncio.gather(*(one() for _ in range(tables))))


async def restarted_in_play(
    folder: Path, store: Server, environment: pytest.MonkeyPatch, tables: int, pause_seconds: float
) -> None:
    async with site_of(folder, store, environment) as site:
        seated = await all_seated(site, tables)
        people = [person for table in seated for person in table]
        playing = [asyncio.create_task(person.play(pause_seconds)) for person in people]
        for node in site.nodes:
            await more_plays(people, len(people))
            await node.end()
            await more_plays(people, len(people))  # all by the other one
            await node.begin()
        await more_plays(people, len(people))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing)
        assert [reason for person in people for reason in person.refused] == []
        assert sum(person.returns for person in people) >= len(people)
        for table in seated:
            newest = max(max(person.acknowledged.values()) for person in table)
            shown = [await person.at_version(newest) for person in table]
            seen = {str((player.view["phase"], player.view.get("pile"))) for player in shown}
            assert len(seen) == 1  # a round that has ended has no pile
            assert all(view.of("reset") == [] for view in shown)
        await asyncio.gather(*(person.leave() for person in people))
    await all_is_in_the_logs(store, seated)


async def more_plays(people: list[Steady], plays: int) -> None:
    """Waits until so many more commands are acknowledged."""

    def done() -> int:
        return sum(len(person.acknowledged) for person in people)

    wanted = done() + plays
    async with asyncio.timeout(240):
        while done() < wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def all_is_in_the_logs(server: Server, seated: list[list[Steady]]) -> None:
    store = RedisStore(server.url)
    for table in seated:
        check(await store.read(table[0].made.table), table)
    await store.close()


async def test_servers_are_restarted_in_turn_without_a_lost_or_refused_play(
    tmp_path: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restarted_in_play(tmp_path, own_server, monkeypatch, tables=8, pause_seconds=0.05)


@pytest.mark.long
async def test_the_same_with_two_hundred_tables(
    tmp_path: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await restarted_in_play(tmp_path, own_server, monkeypatch, tables=200, pause_seconds=1.0)
