"""Whole matches over real sockets: lobby, rounds, rematch, watchers, both codecs."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import msgspec
import pytest

from server.events.codec import entry_to_commit
from server.projections.history import replay
from tests.live.site import Site, player_at, site_on
from tests.live.tables import play_on, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("preset", ["clasico", "especiales"])
async def test_a_match_with_a_robot_and_both_codecs_is_played_to_its_end(
    site: Site, preset: str
) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 3, robots=1, preset=preset, target=60)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        await players[0].do("start", match=1)
        await play_on(players)
        last = max(player.version for player in players)
        await asyncio.gather(*(one.until_version(last) for one in (*players, watcher)))

        ends = [player.view["end"] for player in (*players, watcher)]
        assert all(end == ends[0] for end in ends)
        assert ends[0]["how"] == "target"
        assert "own" not in watcher.view
        assert [player.seat for player in players] == [0, 1, 2]


async def test_what_was_sent_is_what_a_replay_of_the_log_gives_byte_for_byte(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, robots=1, preset="especiales", target=40)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        joined_at = watcher.version
        await players[0].do("start", match=1)
        await play_on(players)
        last = max(player.version for player in players)
        await asyncio.gather(*(one.until_version(last) for one in (*players, watcher)))

        log = await site.hub.store.read(made.table)
        commits = [entry_to_commit(entry) for entry in log]
        for player, seat in ((watcher, -1), (players[0], 0)):
            frames = list(replay(made.table, commits, seat))
            shown = [msgspec.json.encode(f) for f in frames if f.version > joined_at]
            assert [raw for raw in player.raw if raw in shown] == shown, seat


async def test_a_rematch_is_played_at_the_same_table_and_watchers_keep_watching(
    site: Site,
) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2, robots=1, target=1)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        await ana.do("start", match=1)
        await play_on([ana, bruno])
        await ana.do("offer_rematch", match=1)
        await bruno.until(lambda self: self.actions.get("answer_rematch"))
        await bruno.do("accept_rematch", match=1)
        await watcher.until(lambda self: self.view["match"] == 2)

        assert watcher.view["phase"] == "round"
        assert await ana.refused("offer_rematch", match=1) == "stale"
        await play_on([ana, bruno])
        assert sum(seat.get("wins", 0) for seat in ana.view["seats"].values()) == 2


async def test_a_table_is_loaded_from_its_log_as_it_was(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2, preset="especiales")
        await ana.do("start", match=1)
        for _ in range(4):
            in_turn = ana if ana.in_turn else bruno
            answer = await in_turn.act()
            await asyncio.gather(*(p.until_version(answer["version"]) for p in (ana, bruno)))

        async with (
            site_on(site.hub.store) as other,
            player_at(other.host, made.table, secret=made.secret) as again,
        ):
            assert again.view == ana.view
            assert (again.version, again.tag) == (ana.version, ana.tag)
            assert again.last("people")["names"] == {"1": "Ana", "2": "P1"}
