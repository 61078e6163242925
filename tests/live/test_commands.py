"""What a connection asks, asked twice, too late, by the wrong one, or by many at once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from server.events.redis_store import RedisStore
from server.live.room import Room
from tests.live.site import (
    Player,
    Site,
    fresh_secret,
    joined,
    made_on,
    opened,
    player_at,
    site_on,
    token_of,
)
from tests.live.tables import all_at, play_on, table_of, who_is_in_turn
from tests.store.rig import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_draw_sent_twice_takes_one_card_and_is_answered_twice_alike(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        player = who_is_in_turn(players)
        before = len(player.hand)

        draw = {"id": "one", "turn": player.turn}
        await player.send("draw", **draw)
        await player.send("draw", **draw)
        await player.until(lambda self: len(self.of("ack")) >= 2)
        first, second = player.of("ack")[-2:]
        assert first == second
        await player.until_version(first["version"])
        assert len(player.hand) == before + 1

        await player.do("draw", turn=player.turn)
        assert len(player.hand) == before + 2


async def test_the_same_command_on_a_new_connection_is_answered_as_the_first(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        version = await players[0].do("start", id="begin", match=1)
        async with player_at(site.host, made.table, secret=made.secret) as again:
            answer = await again.ask("start", id="begin", match=1)
        assert answer == {"t": "ack", "id": "begin", "version": version}


async def test_an_id_that_another_used_is_still_ones_own(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        first = who_is_in_turn(players)
        second = players[1 - players.index(first)]
        used_at = await first.do("draw", id="x", turn=first.turn)
        while first.in_turn:
            await all_at(players, (await first.act())["version"])
        version = await second.do("draw", id="x", turn=second.turn)
        assert version > used_at


async def test_commands_of_a_connection_keep_their_order_without_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = asyncio.Event()
    serve = Room._serve

    async def hesitating(self: Room, item: object) -> None:
        await slow.wait()
        await serve(self, item)  # type: ignore[arg-type]

    async with AsyncExitStack() as stack:
        _, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        player = who_is_in_turn(players)
        monkeypatch.setattr(Room, "_serve", hesitating)
        ids = [
            await player.post("draw", turn=player.turn),
            await player.post("draw", turn=player.turn),
            await player.post("chat", text="dos robadas"),
            await player.post("draw", turn=player.turn),
        ]
        slow.set()
        answers = [await player.answer(one) for one in ids]
        kinds = [f["t"] for f in player.frames if f["t"] in ("ack", "chat")][-5:]

    versions = [answer["version"] for answer in answers]
    assert versions == sorted(versions)
    assert kinds == ["ack", "ack", "chat", "ack", "ack"]


async def test_what_comes_right_behind_the_hello_is_heard_in_order(site: Site) -> None:
    made = await made_on(site.url)
    player = await opened(site.host)
    await player.send("hello", table=made.table, token=token_of(made.secret, made.table))
    ids = [
        await player.post("add_robot"),
        await player.post("add_robot"),
        await player.post("start", match=1),
    ]
    answers = [await player.answer(one) for one in ids]
    assert [answer["version"] for answer in answers] == [2, 3, 4]
    await player.close()


async def test_a_goodbye_is_answered_by_a_close(site: Site) -> None:
    made = await made_on(site.url)
    player = await joined(site.host, made.table)
    await player.send("bye")
    assert await player.until_closed() == 1000
    room = await site.hub.room(made.table)
    assert room is not None
    await until(lambda: not room.showing.connections)


async def test_who_goes_right_behind_the_hello_leaves_nothing_behind(site: Site) -> None:
    made = await made_on(site.url)
    room = await site.hub.room(made.table)
    assert room is not None
    for packed in (False, True):
        player = await opened(site.host, packed=packed)
        await player.send("hello", table=made.table)
        await player.close()
    await until(lambda: not room.showing.connections)


async def test_of_two_acts_decided_on_the_same_version_one_counts(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        player = who_is_in_turn(players)
        while not player.actions.get("play"):
            await player.do("draw", turn=player.turn)
        tab = (
            player
            if player is not players[0]
            else await stack.enter_async_context(
                player_at(site.host, made.table, secret=made.secret)
            )
        )
        await tab.until_version(player.version)
        turn, version = player.turn, player.version
        first = await player.act()
        second = await tab.ask("draw", turn=turn)
        assert first["t"] == "ack"
        assert (second["t"], second.get("code")) == ("refused", "stale")
        entries = await site.hub.store.read(made.table, version)
        assert [entry.version for entry in entries] == [version + 1]


async def test_a_round_is_followed_by_one_round_however_many_ask_for_it(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, players = await table_of(site, stack, 3, target=9999)
        await players[0].do("start", match=1)
        await play_on(players, until="between")
        await all_at(players, max(player.version for player in players))
        asked = {"match": 1, "round": 1}
        answers = await asyncio.gather(*(p.ask("next_round", **asked) for p in players[:2]))
        assert sorted(answer["t"] for answer in answers) == ["ack", "refused"]
        assert await players[2].refused("next_round", **asked) == "stale"
        await players[2].until(lambda self: self.view["phase"] == "round")
        assert players[2].view["round"] == 2


async def test_only_the_host_changes_the_lobby_and_nobody_closes_it_for_others(
    site: Site,
) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        for kind, fields in (
            ("start", {"match": 1}),
            ("remove", {"seat": 0}),
            ("swap", {"seat": 0, "other": 1}),
            ("add_robot", {}),
        ):
            assert await bruno.refused(kind, **fields) == "not_host"
            assert await watcher.refused(kind, **fields) == "not_seated"
        assert await watcher.refused("abandon", match=1) == "not_seated"
        assert await watcher.refused("leave") == "not_seated"
        await bruno.do("leave")
        await ana.until(lambda self: self.view["seats"]["1"] == {})
        assert ana.view["phase"] == "lobby"


async def test_swapped_seats_take_their_people_along(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, (ana, bruno) = await table_of(site, stack, 2)
        await ana.do("swap", seat=0, other=1)
        await ana.until(lambda self: self.seat == 1)
        await bruno.until(lambda self: self.seat == 0)
        assert ana.view["host"] == 1
        await bruno.until(lambda self: self.of("presence"))
        await ana.do("remove", seat=0)
        await bruno.until(lambda self: self.seat == -1)
        await ana.until(lambda self: self.last("presence") == _presence({"1"}, watchers=1))


def _presence(online: set[str], *, watchers: int) -> dict[str, object]:
    shown: dict[str, object] = {"t": "presence", "online": dict.fromkeys(online, True)}
    return shown | ({"watchers": watchers} if watchers else {})


async def test_twenty_guests_for_one_seat(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, _ = await table_of(site, stack, 3)  # of three seats none is free
        made = await made_on(site.url, seats=2)
        guests = [
            await joined(site.host, made.table, secret=fresh_secret(), invite=made.invite)
            for _ in range(20)
        ]
        for guest in guests:
            assert guest.last("welcome")["may_sit"] is True
        answers = await asyncio.gather(
            *(guest.ask("sit", invite=made.invite, name="G") for guest in guests)
        )
        assert sum(answer["t"] == "ack" for answer in answers) == 1
        assert {a["code"] for a in answers if a["t"] == "refused"} == {"table_full"}
        await all_at(guests, 2)
        assert sum(guest.seat >= 0 for guest in guests) == 1
        assert all("own" not in guest.view for guest in guests if guest.seat < 0)
        await asyncio.gather(*(guest.close() for guest in guests))


async def test_sitting_needs_the_links_secret_and_a_token(site: Site) -> None:
    made = await made_on(site.url)
    async with player_at(site.host, made.table, secret=fresh_secret()) as stranger:
        assert "may_sit" not in stranger.last("welcome")
        assert await stranger.refused("sit", invite="wrong", name="X") == "no_such_table"
    async with player_at(site.host, made.table, invite=made.invite) as nameless:
        refused = await nameless.refused("sit", invite=made.invite, name="X")
        assert refused == "no_such_table"


async def test_each_refusal_of_a_turn_has_its_own_reason(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, hand_size_two=10)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        assert await players[0].refused("draw", turn=1) == "not_started"
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        player = who_is_in_turn(players)
        other = players[1 - players.index(player)]
        turn = player.turn
        mine = next(c for c in other.hand if c[0] != "8")

        assert await other.refused("play", turn=turn, card=mine) == "not_your_turn"
        assert await watcher.refused("play", turn=turn, card=mine) == "not_seated"
        assert await player.refused("play", turn=turn, card="11C") == "unknown_card"
        assert await player.refused("play", turn=turn, card=mine) == "not_in_hand"
        assert await player.refused("play", turn=turn + 1, card=player.hand[0]) == "stale"
        assert await player.refused("play", turn=0, card=player.hand[0]) == "stale"
        assert await player.refused("pass", turn=turn) == "cannot_pass"
        assert await player.refused("name", turn=turn, suit="H") == "nothing_to_name"
        await player.do("abandon", match=1)
        assert await other.refused("draw", turn=turn) == "match_over"


async def test_a_foreign_card_is_refused_alike_whoever_holds_it(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        player = who_is_in_turn(players)
        other = players[1 - players.index(player)]
        held = set(player.hand) | set(other.hand) | {player.view["pile"]["top"]}
        in_stock = next(r + s for r in "A2345679" for s in "CDHS" if r + s not in held)
        answers = [
            await player.ask("play", turn=player.turn, card=card)
            for card in (other.hand[0], in_stock)
        ]
        assert {answer["code"] for answer in answers} == {"not_in_hand"}
        assert [set(answer["facts"]) for answer in answers] == [{"card"}, {"card"}]


async def test_a_seat_cannot_be_claimed_in_the_message(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        for player in (ana, watcher):
            for field in ("player", "sender", "seat", "role", "person"):
                answer = await player.ask("chat", text="hola", **{field: 1})
                assert (answer["t"], answer["code"]) == ("refused", "malformed")
        assert ana.of("chat") == [{"t": "chat", "lines": []}]


async def _start(player: Player) -> dict[str, object]:
    return await player.ask("start", match=1)


async def test_two_starts_at_two_processes_deal_once(redis_store: RedisStore) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two, AsyncExitStack() as stack:
        made, (ana, _) = await table_of(one, stack, 2, robots=1)
        elsewhere = await stack.enter_async_context(
            player_at(two.host, made.table, secret=made.secret)
        )
        answers = await asyncio.gather(_start(ana), _start(elsewhere))
        codes = sorted(str(answer.get("code", "ack")) for answer in answers)
        assert codes == ["ack", "already_started"]
        log = await redis_store.read(made.table)
        assert [entry.act for entry in log].count("start deal 1") == 1


async def test_guests_of_two_processes_for_one_seat(redis_store: RedisStore) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two:
        made = await made_on(one.url, seats=2)
        guests = [
            await joined(at.host, made.table, secret=fresh_secret(), invite=made.invite)
            for at in (one, two)
            for _ in range(8)
        ]
        answers = await asyncio.gather(
            *(guest.ask("sit", invite=made.invite, name="G") for guest in guests)
        )
        assert sum(answer["t"] == "ack" for answer in answers) == 1
        assert {a["code"] for a in answers if a["t"] == "refused"} == {"table_full"}
        await all_at(guests, 2)
        assert all(len(guest.view["seats"]) == 2 for guest in guests)
        assert sum(guest.seat >= 0 for guest in guests) == 1
        await asyncio.gather(*(guest.close() for guest in guests))
