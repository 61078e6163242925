"""Every house's rules at a live table: calls, faults, clocks, and robots that know them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from server.protocol.frames import Tree
from tests.live.site import Player, Site, player_at, site_on
from tests.live.tables import all_at, play_on, table_of, who_is_in_turn
from tests.store.rig import until

HOURS_A_SECOND = 1 / 3600
SHORT: dict[str, dict[str, Any]] = {
    "familiar": {"target": 10},
    "montanita": {},
    "jiujitsu": {"limit": 60, "max_rounds": 2},
}


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A server of the test's own, whose clock it turns."""
    async with site_on() as running:
        yield running


def news_of(player: Player, kind: str) -> list[Tree]:
    return [
        item for step in player.of("step") for item in step.get("news", ()) if item["t"] == kind
    ]


@pytest.mark.parametrize("enforcement", ["strict", "honour"])
@pytest.mark.parametrize("preset", list(SHORT))
async def test_people_and_robots_play_to_the_end(site: Site, preset: str, enforcement: str) -> None:
    async with AsyncExitStack() as stack:
        chosen = {"preset": preset, "enforcement": enforcement, **SHORT[preset]}
        _, players = await table_of(site, stack, 2, robots=2, **chosen)
        await players[0].do("start", match=1)
        await play_on(players)
        assert players[0].view["end"]["places"]
        await all_at(players, players[0].version)
        assert players[0].view["end"] == players[1].view["end"]


async def test_robots_call_a_card_that_does_not_match(site: Site) -> None:
    async with AsyncExitStack() as stack:
        chosen: dict[str, Any] = {"preset": "montanita", "enforcement": "honour", "hand_size": 9}
        _, (ana,) = await table_of(site, stack, 1, robots=3, **chosen)
        await ana.do("start", match=1)
        for _ in range(40):
            await ana.until(lambda self: self.in_turn or self.view["phase"] != "round")
            if news_of(ana, "taken_back") or ana.view["phase"] != "round":
                break
            version = ana.version
            await ana.act()  # the first card of the hand, whatever it is
            await ana.until_version(version + 1)
        called = [item for item in news_of(ana, "fault_called") if item["accused"] == 0]
        assert called
        assert all(item.get("fault") for item in called)
        assert news_of(ana, "taken_back")[0]["seat"] == 0
        fines = [item for item in news_of(ana, "drew") if item.get("fine") == "wrong_card"]
        assert fines[0]["cards"] == 3


async def test_a_turn_ends_when_its_time_is_over_and_not_before(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, preset="familiar", turn_seconds=60)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        slow = who_is_in_turn(players)
        other = players[1 - players.index(slow)]
        version, ends_at_ms = slow.version, slow.view["turn"]["ends_at_ms"]
        assert ends_at_ms == site.clock.now_ms + 60_000

        await site.turn(59 * HOURS_A_SECOND)
        await site.hub.sweep()
        assert await other.refused("draw", turn=other.turn) == "not_your_turn"
        assert other.version == version

        await site.turn(1 * HOURS_A_SECOND)
        await site.hub.sweep()
        await other.until(lambda self: self.in_turn)
        assert news_of(other, "timed_out") == [{"t": "timed_out", "seat": slow.seat}]
        assert other.view["turn"]["ends_at_ms"] == site.clock.now_ms + 60_000
        entry = (await site.hub.store.read(made.table))[-1]
        assert (entry.version, entry.command_id) == (version + 1, f"to-{version}")


async def test_a_timer_ends_a_turn_without_the_sweeper(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, preset="familiar", turn_seconds=60)
        version = await players[0].do("start", match=1)
        room = await site.hub.room(made.table)
        assert room is not None
        assert room._timer is not None
        await site.turn(60 * HOURS_A_SECOND)
        room._due(version)
        await players[0].until_version(version + 1)
        assert news_of(players[0], "timed_out")


async def test_a_turn_ends_though_no_process_holds_the_table(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2, preset="familiar", turn_seconds=60)
        version = await ana.do("start", match=1)
        async with site_on(site.hub.store) as other:
            site.clock.now_ms += 61_000
            await other.hub.ask_time()
            await other.hub.sweep()
            await until(lambda: bool(other.hub.rooms()))
            await until(lambda: other.hub.rooms()[0].table.version > version)
        entry = (await site.hub.store.read(made.table))[version]
        assert entry.command_id == f"to-{version}"


async def test_an_act_in_time_starts_the_next_ones_clock(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, preset="familiar", turn_seconds=60)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        await site.turn(50 * HOURS_A_SECOND)
        while not news_of(players[0], "turn"):
            await who_is_in_turn(players).act()
            await all_at(players, (await site.hub.store.read(made.table))[-1].version)
        assert players[0].view["turn"]["ends_at_ms"] == site.clock.now_ms + 60_000
        await site.turn(50 * HOURS_A_SECOND)
        await site.hub.sweep()
        version = players[0].version
        assert await players[0].refused("start", match=1) == "already_started"
        assert players[0].version == version
        assert not news_of(players[0], "timed_out")


async def test_calls_cite_the_act_that_they_mean(site: Site) -> None:
    async with AsyncExitStack() as stack:
        chosen: dict[str, Any] = {"preset": "montanita", "enforcement": "honour"}
        made, players = await table_of(site, stack, 2, **chosen)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        first = who_is_in_turn(players)
        other = players[1 - players.index(first)]
        card = first.actions["play"][0]
        suit = {"suit": "H"} if card in first.actions.get("suit_with", ()) else {}
        version = await first.do("play", turn=first.turn, card=card, **suit)
        await other.until_version(version)
        assert other.view["turn"]["act"] == version
        assert other.actions["call_fault"] == [first.seat]
        assert await other.refused("call_fault", accused=first.seat, act=version - 1) == "stale"
        assert await other.refused("call_fault", accused=first.seat, act=0) == "stale"
        wish = {"accused": first.seat, "act": version}
        assert await watcher.refused("call_fault", **wish) == "not_seated"
        await other.do("call_fault", **wish)
        called = news_of(other, "fault_called")[0]
        assert (called["seat"], called["accused"]) == (other.seat, first.seat)
