"""Whole server processes: killed, stopped, two on one table; nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from websockets.exceptions import ConnectionClosed

from server.events.redis_store import RedisStore
from server.events.store import Entry
from tests.api.processes import Place, Running, begun, server_in
from tests.live.site import Gone, Made, Player, fresh_secret, joined, made_on
from tests.store.rig import Server

PLAYERS = 3


async def entries_of(url: str, table: str) -> tuple[Entry, ...]:
    store = RedisStore(url)
    try:
        return await store.read(table)
    finally:
        await store.close()


class Keeper(Protocol):
    """Whoever remembers the versions of what was acknowledged, by command id."""

    acknowledged: dict[str, int]

    def note(self) -> None: ...


class Gambler:
    """Plays by one secret at whichever server is there; remembers what was acknowledged."""

    def __init__(self, made: Made, secret: str) -> None:
        self.made = made
        self.secret = secret
        self.acknowledged: dict[str, int] = {}
        self.player: Player | None = None

    async def at(self, running: Place) -> Player:
        """The player, connected anew if need be, with the view of before."""
        if self.player is None or self.player.closed is not None:
            self.player = await joined(
                running.host,
                self.made.table,
                secret=self.secret,
                invite=self.made.invite,
                seen=self.player if self.player and self.player.version else None,
            )
        return self.player

    def note(self) -> None:
        if self.player is not None:
            for command_id, answer in self.player.answers.items():
                if answer["t"] == "ack":
                    self.acknowledged[command_id] = answer["version"]


async def gamblers_at(running: Place, **chosen: object) -> list[Gambler]:
    made = await made_on(running.link, seats=PLAYERS, target=9999)
    gamblers = [Gambler(made, made.secret)]
    gamblers += [Gambler(made, fresh_secret()) for _ in range(PLAYERS - 1)]
    for number, gambler in enumerate(gamblers):
        player = await gambler.at(running)
        if number:
            await player.do("sit", invite=made.invite, name=f"P{number}")
    await (await gamblers[0].at(running)).do("start", match=1)
    return gamblers


async def robots_at(running: Running) -> Made:
    """A table where a robot is in turn."""
    made = await made_on(running.link, seats=PLAYERS)
    host = await joined(running.host, made.table, secret=made.secret)
    for _ in range(PLAYERS - 1):
        await host.do("add_robot")
    await host.do("start", match=1)
    assert not host.in_turn
    await host.close()
    return made


async def play(gamblers: list[Gambler], running: Place, acts: int) -> None:
    """So many acts, by whoever is in turn; the connection may break at any of them."""
    for _ in range(acts):
        players = [await gambler.at(running) for gambler in gamblers]
        newest = max(player.version for player in players)
        for player in players:
            await _caught_up(player, newest)
        if any(player.closed is not None for player in players):
            return
        if players[0].view["phase"] == "between":
            view = players[0].view
            answer = await players[0].ask("next_round", match=view["match"], round=view["round"])
        else:
            answer = await next(player for player in players if player.in_turn).act()
        assert answer["t"] == "ack", answer


async def _caught_up(player: Player, version: int) -> None:
    await player.until(lambda self: self.version >= version or self.closed is not None)


def check(log: tuple[Entry, ...], gamblers: Sequence[Keeper]) -> None:
    """Every acknowledged command stands in the log once, at its version."""
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    ids = [entry.command_id for entry in log]
    assert len(ids) == len(set(ids))
    for gambler in gamblers:
        gambler.note()
        for command_id, version in gambler.acknowledged.items():
            assert log[version - 1].command_id.endswith(f"-{command_id}")


async def test_a_killed_server_loses_nothing_and_play_goes_on_from_the_same_card(
    tmp_path: Path, own_server: Server
) -> None:
    running = await begun(tmp_path, OCHOS_REDIS_URL=own_server.url)
    gamblers = await gamblers_at(running)
    for _ in range(3):
        playing = asyncio.create_task(play(gamblers, running, 10_000))
        player = await gamblers[0].at(running)
        await player.until_version(player.version + 10)
        await running.kill()
        with suppress(Gone, ConnectionClosed):
            await playing
        for gambler in gamblers:
            gambler.note()
        running = await begun(tmp_path, OCHOS_REDIS_URL=own_server.url)
        await play(gamblers, running, 6)
    log = await entries_of(own_server.url, gamblers[0].made.table)
    check(log, gamblers)
    views = {str(gambler.player.view["turn"]) for gambler in gamblers if gambler.player}
    assert len(views) == 1
    assert await running.end() == 0


async def test_a_killed_store_is_waited_for_and_loses_nothing(
    tmp_path: Path, own_server: Server
) -> None:
    async with server_in(tmp_path, OCHOS_REDIS_URL=own_server.url) as running:
        gamblers = await gamblers_at(running)
        for _ in range(2):
            await play(gamblers, running, 6)
            playing = asyncio.create_task(play(gamblers, running, 12))
            own_server.kill()
            own_server.start()
            await asyncio.wait_for(playing, 60)
        log = await entries_of(own_server.url, gamblers[0].made.table)
        check(log, gamblers)
        assert all(g.player is not None and g.player.closed is None for g in gamblers)


async def test_the_private_store_is_there_again_after_the_server_was_killed(
    tmp_path: Path,
) -> None:
    first = await begun(tmp_path)
    gamblers = await gamblers_at(first)
    await play(gamblers, first, 8)
    for gambler in gamblers:
        gambler.note()
    version = max(v for g in gamblers for v in g.acknowledged.values())
    await first.kill()
    async with server_in(tmp_path) as second:
        players = [await gambler.at(second) for gambler in gamblers]
        assert [player.version for player in players] == [version] * PLAYERS
        await play(gamblers, second, 4)


async def test_two_processes_play_one_table(tmp_path: Path, own_server: Server) -> None:
    async with (
        server_in(tmp_path / "a", OCHOS_REDIS_URL=own_server.url) as one,
        server_in(tmp_path / "b", OCHOS_REDIS_URL=own_server.url) as two,
    ):
        gamblers = await gamblers_at(one)
        far = gamblers[1]
        assert far.player is not None
        await far.player.close()
        await far.at(two)
        await play(gamblers, one, 40)
        players = [gambler.player for gambler in gamblers if gambler.player]
        newest = max(player.version for player in players)
        await asyncio.gather(*(player.until_version(newest) for player in players))
        assert len({player.tag for player in players}) == 1
        assert len({str(player.view.get("pile")) for player in players}) == 1
        log = await entries_of(own_server.url, far.made.table)
        check(log, gamblers)


async def test_a_stop_tells_everybody_and_finishes_what_is_in_hand(tmp_path: Path) -> None:
    running = await begun(tmp_path, OCHOS_ROBOT_PACE="100")
    gamblers = await gamblers_at(running)
    made = gamblers[0].made
    watchers = [await joined(running.host, made.table) for _ in range(50)]
    player = next(g.player for g in gamblers if g.player and g.player.in_turn)
    thinking = await robots_at(running)
    command_id = await player.post("draw", turn=player.turn)
    began = time.monotonic()
    running.process.send_signal(signal.SIGTERM)
    codes = await asyncio.gather(*(w.until_closed() for w in (*watchers, player)))
    assert await running.end() == 0
    assert time.monotonic() - began < 10
    assert set(codes) == {1012}
    assert all(w.of("notice") == [{"t": "notice", "kind": "restart"}] for w in watchers)

    async with server_in(tmp_path) as again:
        back = await joined(again.host, made.table, secret=made.secret, invite=made.invite)
        answer = player.answers.get(command_id)
        if answer is not None and answer["t"] == "ack":
            assert back.version == answer["version"]
        else:
            assert back.version == player.version
        await back.close()
        onwards = await joined(again.host, thinking.table, secret=thinking.secret)
        await onwards.until(lambda self: self.in_turn or self.view["phase"] != "round")
        await onwards.close()


async def test_a_clock_turned_by_its_setting_ends_an_old_table(tmp_path: Path) -> None:
    async with server_in(tmp_path) as today:
        gamblers = await gamblers_at(today)
        made = gamblers[0].made
    days = 8 * 24 * 3_600_000
    async with server_in(tmp_path, OCHOS_CLOCK_OFFSET_MS=str(days)) as next_week:
        back = await joined(next_week.host, made.table, secret=made.secret)
        await back.until(lambda self: self.view["phase"] == "closed")
        assert back.view["end"]["how"] == "expired"
        await back.close()
