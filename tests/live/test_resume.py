"""Going away and coming back: by version and tag, with what was missed or with the whole view."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from server.events.store import MemoryStore
from server.live.showing import STEPS_KEPT
from tests.live.site import Player, Site, fresh_secret, joined, player_at, site_on
from tests.live.tables import all_at, table_of, who_is_in_turn
from tests.store.rig import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def some_acts(players: list[Player], acts: int) -> None:
    """Draws, while there are cards; else whatever comes first."""
    for _ in range(acts):
        player = who_is_in_turn(players)
        answer = await player.ask("draw", turn=player.turn)
        if answer["t"] == "refused":
            answer = await player.act()
        await all_at(players, answer["version"])


def numbered(player: Player) -> list[str]:
    return [f["t"] for f in player.frames if f["t"] in ("step", "snapshot", "reset")]


def answers(player: Player, command: str) -> list[Any]:
    return [answer for kind in ("ack", "refused") for answer in player.of(kind)
            if answer["id"] == command]  # fmt: skip


async def started(site: Site, stack: AsyncExitStack, **chosen: Any) -> tuple[str, list[Player]]:
    """A match of two under way; the first player's secret is the host's."""
    made, players = await table_of(site, stack, 2, **chosen)
    await players[0].do("start", match=1)
    await all_at(players, players[0].version)
    return made.secret, players


async def test_who_comes_back_gets_the_missing_steps_once_and_in_order(site: Site) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        table = players[0].view["table"]
        gone = await joined(site.host, table, secret=secret)
        await gone.close()
        await some_acts(players, 5)
        async with player_at(site.host, table, secret=secret, seen=gone) as again:
            await again.until_version(players[0].version)
            assert numbered(again) == ["step"] * 5
            assert again.view == players[0].view
            assert again.raw == players[0].raw[-5:]
            await some_acts(players, 1)
            await again.until_version(players[0].version)
            assert again.view == players[0].view


async def test_who_missed_nothing_is_sent_nothing_of_it(site: Site) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        table = players[0].view["table"]
        async with player_at(site.host, table, secret=secret, seen=players[0]) as again:
            assert numbered(again) == []
            kinds = [frame["t"] for frame in again.frames]
        assert kinds == ["welcome", "people", "presence", "chat"]


async def test_who_was_away_too_long_gets_the_whole_view(site: Site) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack, hand_size_two=3)
        table = players[0].view["table"]
        gone = await joined(site.host, table, secret=secret)
        await gone.close()
        await some_acts(players, STEPS_KEPT + 1)
        async with player_at(site.host, table, secret=secret, seen=gone) as again:
            assert numbered(again) == ["snapshot"]
            assert again.view == players[0].view


@pytest.mark.parametrize("ahead", [False, True])
async def test_who_saw_another_history_is_told_to_forget_it(site: Site, ahead: bool) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        await some_acts(players, 2)
        table, version = players[0].view["table"], players[0].version
        shown = version + 3 if ahead else version - 1
        async with player_at(site.host, table, secret=secret, version=shown, tag="00" * 8) as again:
            assert numbered(again) == ["reset", "snapshot"]
            assert again.view == players[0].view


async def test_a_seat_that_was_swapped_meanwhile_gets_the_whole_view(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        gone = await joined(site.host, made.table, secret=made.secret)
        await gone.close()
        await ana.do("swap", seat=0, other=1)
        async with player_at(site.host, made.table, secret=made.secret, seen=gone) as again:
            assert numbered(again) == ["snapshot"]
            assert again.seat == 1


async def test_a_restarted_server_resumes_as_if_nothing_had_been(site: Site) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        table = players[0].view["table"]
        gone = await joined(site.host, table, secret=secret)
        await gone.close()
        await some_acts(players, 3)
        async with (
            site_on(site.hub.store) as other,
            player_at(other.host, table, secret=secret, seen=gone) as again,
        ):
            assert numbered(again) == ["step"] * 3
            assert again.view == players[0].view


async def test_the_old_sockets_end_does_not_remove_who_is_back(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        old = await joined(site.host, made.table, secret=made.secret)
        new = await stack.enter_async_context(player_at(site.host, made.table, secret=made.secret))
        told = len(players[1].of("presence"))
        old.connection.transport.abort()
        await old.until_closed()
        room = await site.hub.room(made.table)
        assert room is not None
        await until(lambda: len(room.showing.connections) == 3)
        await new.do("rename", name="Ana María")
        await players[1].until(lambda self: "Ana María" in str(self.last("people")))
        assert players[1].last("presence")["online"] == {"0": True, "1": True}
        assert len(players[1].of("presence")) == told


async def test_a_sleeping_phones_owner_gets_the_seat_back_and_a_stranger_does_not(
    site: Site,
) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        phone = players[0]
        phone.connection.transport.pause_reading()
        async with (
            player_at(site.host, made.table, secret=made.secret) as owner,
            player_at(site.host, made.table, secret=fresh_secret(), invite=made.invite) as stranger,
        ):
            assert owner.seat == 0
            refused = await stranger.refused("sit", invite=made.invite, name="Ana")
            assert refused == "table_full"
        phone.connection.transport.resume_reading()


async def test_a_cut_link_makes_nobody_wait_for_the_wrong_one(site: Site) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        table = players[0].view["table"]
        host = players[0]
        player = who_is_in_turn(players)
        host.connection.transport.abort()
        await host.until_closed()
        async with player_at(site.host, table, secret=secret, seen=host) as again:
            here = again if player is host else player
            answer = await here.act()
            await all_at([again, players[1]], answer["version"])
            assert again.view["turn"]["seat"] == players[1].view["turn"]["seat"]
            assert again.view["phase"] == "round"


async def test_many_windows_of_one_seat_live_side_by_side(site: Site) -> None:
    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        table = players[0].view["table"]
        windows = [
            await stack.enter_async_context(
                player_at(site.host, table, secret=secret, packed=number == 2)
            )
            for number in range(3)
        ]
        await some_acts(players, 4)
        await all_at(windows, players[0].version)
        assert all(window.view == players[0].view for window in windows)
        assert all(window.closed is None for window in windows)
        assert all(window.of("notice") == [] for window in windows)


async def test_a_log_that_was_rolled_back_is_taken_as_it_is_and_all_are_told(
    site: Site,
) -> None:
    store = site.hub.store
    assert isinstance(store, MemoryStore)
    async with AsyncExitStack() as stack:
        _, players = await started(site, stack)
        table = players[0].view["table"]
        before = len(await store.read(table))
        await some_acts(players, 3)
        del store._logs[table][before:]
        await site.hub.poll()
        await site.hub.poll()
        await asyncio.gather(*(p.until(lambda self: self.of("reset")) for p in players))
        await asyncio.gather(*(p.until(lambda self: self.version == before) for p in players))
        player = who_is_in_turn(players)
        answer = await player.act()
        assert answer["version"] == before + 1
        await all_at(players, before + 1)
        log = await store.read(table)
        assert [entry.tag.hex() for entry in log][-1] == players[0].tag
        assert msgspec.json.decode(players[0].raw[-1])["t"] == "step"


async def test_a_command_that_the_store_has_lost_is_not_acknowledged_from_memory(
    site: Site,
) -> None:
    """Whoever sends it again hears of it as the log has it now: it is done anew, or refused."""
    store = site.hub.store
    assert isinstance(store, MemoryStore)
    async with AsyncExitStack() as stack:
        _, players = await started(site, stack)
        table = players[0].view["table"]
        player = who_is_in_turn(players)
        kind, fields = player.choice()
        first = await player.ask(kind, **fields, id="once")
        await all_at(players, first["version"])
        del store._logs[table][first["version"] - 1 :]
        await player.post(kind, **fields, id="once")
        await player.until(lambda self: len(answers(self, "once")) == 2)
        await player.until(lambda self: self.of("reset"))
        stands = {entry.command_id: entry.version for entry in await store.read(table)}
        (known,) = [at for command, at in stands.items() if command.endswith("once")]
        assert answers(player, "once")[-1]["version"] == known


async def test_who_comes_while_a_rolled_back_log_is_taken_is_told_one_history(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A version and the digest of another would look as if the server told two histories."""
    store = site.hub.store
    assert isinstance(store, MemoryStore)
    reading, go_on = asyncio.Event(), asyncio.Event()
    names = store.names

    async def held(table: str) -> Any:
        reading.set()
        await go_on.wait()
        return await names(table)

    async with AsyncExitStack() as stack:
        secret, players = await started(site, stack)
        table = players[0].view["table"]
        before = len(await store.read(table))
        await some_acts(players, 3)
        del store._logs[table][before:]
        monkeypatch.setattr(store, "names", held)
        polled = asyncio.create_task(site.hub.poll())
        await reading.wait()
        came = await stack.enter_async_context(player_at(site.host, table, secret=secret))
        seen = (came.version, came.of("welcome")[-1]["digest"])
        go_on.set()
        await polled
        await players[1].until(lambda self: self.of("reset"))
        last = await stack.enter_async_context(player_at(site.host, table, secret=secret))
        assert seen == (last.version, last.of("welcome")[-1]["digest"])
