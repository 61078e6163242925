"""The times of a table, by a clock that the test turns: absence and expiry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from server.settings import Times
from tests.live.site import Site, fresh_secret, player_at, site_on
from tests.live.tables import all_at, table_of, who_is_in_turn
from tests.store.rig import until


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A server of the test's own, whose clock it turns."""
    async with site_on() as running:
        yield running


HOURS = 1.0
SECOND = HOURS / 3600


async def test_the_one_in_turn_may_be_closed_after_more_than_48_hours(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, robots=1)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        await players[0].do("start", match=1)
        await players[0].until(lambda self: self.view["turn"]["seat"] in (0, 1))
        await all_at(players, players[0].version)
        absent = who_is_in_turn(players)
        other = players[1 - players.index(absent)]
        turn = absent.turn

        await site.turn(48 * HOURS - 60 * SECOND)
        assert await other.refused("close_for_absence", turn=turn) == "not_absent_yet"
        await absent.do("draw", turn=turn)
        await site.turn(48 * HOURS - 60 * SECOND)
        assert await other.refused("close_for_absence", turn=turn) == "not_absent_yet"
        await site.turn(61 * SECOND)
        assert await absent.refused("close_for_absence", turn=turn) == "own_absence"
        assert await watcher.refused("close_for_absence", turn=turn) == "not_seated"
        await other.do("close_for_absence", turn=turn)
        assert other.view["end"]["how"] == "absence"
        assert other.view["end"]["loser"] == players.index(absent)


async def test_nobody_loses_by_itself_while_the_server_is_away(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        absent = who_is_in_turn(players)
        secret = made.secret if absent is players[0] else ""
        site.clock.now_ms += 50 * 3_600_000
        async with site_on(site.hub.store) as restarted:
            async with player_at(restarted.host, made.table, secret=secret) as back:
                assert back.view["phase"] == "round"
            await absent.do("draw", turn=absent.turn)
            assert absent.view["phase"] == "round"


async def test_a_table_expires_after_seven_days_without_a_play(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await site.turn(3 * 24 * HOURS)
        await players[0].do("chat", text="¿jugamos?")
        await site.turn(4 * 24 * HOURS - 60 * SECOND)
        await site.hub.sweep()
        assert await players[1].refused("start", match=1) == "already_started"
        assert players[1].view["phase"] == "round"

        await site.turn(61 * SECOND)
        await site.hub.sweep()
        await players[1].until(lambda self: self.view["phase"] == "closed")
        assert players[1].view["end"]["how"] == "expired"
        assert "winner" not in players[1].view["end"]
        async with player_at(site.host, made.table, secret=fresh_secret()) as late:
            assert late.view["phase"] == "closed"
            assert late.view["end"]["how"] == "expired"


async def test_a_table_that_no_process_holds_expires_all_the_same(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        await ana.do("start", match=1)
        async with site_on(site.hub.store) as other:
            site.clock.now_ms += 8 * 24 * 3_600_000
            assert other.hub.rooms() == ()
            await other.hub.ask_time()
            await other.hub.sweep()
            await until(lambda: bool(other.hub.rooms()))
            await until(lambda: other.hub.rooms()[0].table.phase == "closed")
        log = await site.hub.store.read(made.table)
        assert log[-1].act == "expire"
        assert log[-1].command_id == f"to-{log[-2].version}"


async def test_a_lobby_where_nobody_comes_or_goes_expires_too(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, (ana,) = await table_of(site, stack, 1)
        await site.turn(7 * 24 * HOURS + SECOND)
        await site.hub.sweep()
        await ana.until(lambda self: self.view["phase"] == "closed")
        assert await ana.refused("start", match=1) == "table_closed"


async def test_times_are_settings_that_a_table_keeps() -> None:
    async with (
        site_on(times=Times(absence_ms=1_000, expiry_ms=5_000)) as site,
        AsyncExitStack() as stack,
    ):
        _, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        absent = who_is_in_turn(players)
        other = players[1 - players.index(absent)]
        await site.turn(2 * SECOND)
        await other.do("close_for_absence", turn=absent.turn)
