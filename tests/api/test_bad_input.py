"""Hostile and broken input: a clear refusal for its sender, and nobody else notices."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, suppress
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from server.api import socket
from server.protocol.frames import (
    CLOSE_ABUSE,
    CLOSE_BAD_FRAME,
    CLOSE_NO_SUCH_TABLE,
    CLOSE_SIZE,
    FRAME_BYTES_MAX,
)
from server.settings import Limits
from tests.live.site import Player, Site, fresh_secret, joined, made_on, opened, player_at, site_on
from tests.live.tables import all_at, table_of, who_is_in_turn

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def no_traceback(caplog: pytest.LogCaptureFixture) -> Any:
    """Whatever comes in, nothing of ours fails over it."""
    yield
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []


BROKEN = [
    ("null", "malformed"),
    ("5", "malformed"),
    ("[]", "malformed"),
    ('"x"', "malformed"),
    ("{}", "malformed"),
    ("", "malformed"),
    ("NaN", "malformed"),
    ('{"t":42}', "malformed"),
    ('{"t":{"a":1}}', "malformed"),
    ('{"t":null}', "malformed"),
    ('{"t":"steal","id":"a"}', "unknown_frame"),
    ('{"t":"snapshot"}', "unknown_frame"),
    ('{"t":"play","id":"a","turn":1}', "malformed"),
    ('{"t":"play","id":"a","turn":1,"card":{"rank":"8"}}', "malformed"),
    ('{"t":"play","id":"a","turn":"1","card":"8C"}', "malformed"),
    ('{"t":"play","id":"a","turn":1.5,"card":"8C"}', "malformed"),
    ('{"t":"play","id":"a","turn":1e400,"card":"8C"}', "malformed"),
    ('{"t":"play","id":"a","turn":-1,"card":"8C"}', "malformed"),
    ('{"t":"play","id":"a","turn":%s,"card":"8C"}' % ("9" * 10_000), "malformed"),
    ('{"t":"play","id":"a","turn":1,"card":"8C","seat":1}', "malformed"),
    ('{"t":"play","id":"a","turn":1,"card":"8C","suit":null}', "suit_needed"),
    ('{"t":"play","id":"a","turn":1,"card":"8C","suit":3}', "suit_needed"),
    ('{"t":"play","id":"a","turn":1,"card":"8C","suit":["C"]}', "suit_needed"),
    ('{"t":"name","id":"a","turn":1}', "suit_needed"),
    ('{"t":"draw","id":"","turn":1}', "malformed"),
    ('{"t":"draw","id":"a b","turn":1}', "malformed"),
    ('{"t":"draw","id":"%s","turn":1}' % ("a" * 65), "malformed"),
    ('{"t":"draw","id":"a","turn":1}garbage', "malformed"),
    ('{"t":"chat","id":"a","text":"%s"}' % ("x" * 5_000), "malformed"),
    ('{"t":"hello","table":"%s"}' % ("a" * 26), "malformed"),
    ("[" * 16_000, "malformed"),
    ('{"t":' * 3_000, "malformed"),
]


async def refused(player: Player, message: str | bytes) -> dict[str, Any]:
    """The one refusal that a message gets."""
    before = len(player.of("refused"))
    await player.send_raw(message)
    await player.until(lambda self: len(self.of("refused")) > before)
    return player.last("refused")


async def test_every_broken_frame_is_refused_by_code_and_the_socket_lives(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        quiet = len(bruno.frames)
        for start in range(0, len(BROKEN), 25):  # below what closes a connection
            async with player_at(site.host, made.table, secret=made.secret) as tab:
                for message, code in BROKEN[start : start + 25]:
                    answer = await refused(tab, message)
                    assert answer["code"] == code, message
                assert (await tab.ask("chat", text="sigo aquí"))["t"] == "ack"
        assert [f for f in bruno.frames[quiet:] if f["t"] != "chat"] == []
        assert ana.closed is None


async def test_a_refusal_names_the_command_where_it_can(site: Site) -> None:
    made = await made_on(site.url)
    async with player_at(site.host, made.table) as watcher:
        named = await refused(watcher, '{"t":"draw","id":"mine","turn":"x"}')
        assert named["id"] == "mine"
        assert "detail" in named["facts"]
        unnamed = await refused(watcher, '{"t":"draw","id":5,"turn":1}')
        assert "id" not in unnamed


async def test_text_and_binary_are_not_mixed(site: Site) -> None:
    made = await made_on(site.url)
    draw = {"t": "draw", "id": "a", "turn": 1}
    async with player_at(site.host, made.table) as texts:
        assert (await refused(texts, msgspec.json.encode(draw)))["code"] == "malformed"
        assert (await refused(texts, b""))["code"] == "malformed"
    async with player_at(site.host, made.table, packed=True) as packs:
        assert (await refused(packs, msgspec.json.encode(draw).decode()))["code"] == "malformed"


PACKED = [
    msgspec.msgpack.encode(None),
    b"",
    b"\xc1",
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\x91" * 5_000,
    msgspec.msgpack.encode({"t": "draw", "id": "a", "turn": 1}) + b"\x00",
    msgspec.msgpack.encode({"t": "draw", "id": "a", "turn": msgspec.msgpack.Ext(5, b"x")}),
    msgspec.msgpack.encode({"t": "draw", "id": "a", "turn": 2**63}),
    msgspec.msgpack.encode({"t": "draw", "id": "a", "turn": float("nan")}),
    msgspec.msgpack.encode({1: 2}),
    msgspec.msgpack.encode({"t": "chat", "id": "a", "text": b"x"}),
    b"\x82\xa1t\xa4chat\xa4text\xa2\xff\xfe",
]


async def test_broken_msgpack_is_refused_by_code(site: Site) -> None:
    made = await made_on(site.url)
    async with player_at(site.host, made.table, packed=True) as player:
        for message in PACKED:
            assert (await refused(player, message))["code"] == "malformed", message
        assert await player.refused("draw", turn=1) == "not_seated"


async def test_thirty_refusals_a_minute_close_the_connection(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (_, bruno) = await table_of(site, stack, 2)
        rude = await joined(site.host, made.table)
        for _ in range(40):
            if rude.closed is not None:
                break
            await rude.send_raw("null")
        assert await rude.until_closed() == CLOSE_ABUSE
        assert len(rude.of("refused")) == 31
        assert bruno.closed is None


async def test_text_that_is_not_utf8_closes_with_1007(site: Site) -> None:
    made = await made_on(site.url)
    player = await joined(site.host, made.table)
    connection = player.connection
    connection.protocol.send_frame(Frame(Opcode.TEXT, b'{"t":"chat","text":"\xff\xfe"}'))
    connection.send_data()
    assert await player.until_closed() == 1007


async def test_a_frame_in_fragments_is_one_frame(site: Site) -> None:
    made = await made_on(site.url)
    async with player_at(site.host, made.table) as player:
        await player.connection.send(iter(['{"t":"draw",', '"id":"part",', '"turn":1}']))
        assert (await player.answer("part"))["code"] == "not_seated"


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_huge_message_is_refused_before_it_is_read(site: Site, *, is_known: bool) -> None:
    async with AsyncExitStack() as stack:
        made, (_, bruno) = await table_of(site, stack, 2)
        bomber = await joined(site.host, made.table) if is_known else await opened(site.host)
        for size in (FRAME_BYTES_MAX + 1, 1_000_000, 5_000_000):
            with suppress(ConnectionClosed):  # also while it is being sent
                await bomber.send_raw("x" * size)
            assert await bomber.until_closed() == CLOSE_SIZE
            bomber = await opened(site.host)
        with suppress(ConnectionClosed):
            await bomber.connection.send(iter(["x" * 4_000] * 10))
        assert await bomber.until_closed() == CLOSE_SIZE
        before = len(bruno.of("ack"))
        await bruno.ask("chat", text="ni me enteré")
        assert len(bruno.of("ack")) == before + 1


async def test_a_flood_of_commands_is_slowed_down() -> None:
    async with site_on(limits=Limits(refusals_per_minute=1_000)) as site, AsyncExitStack() as stack:
        _, (ana, bruno) = await table_of(site, stack, 2)
        ids = [await ana.post("draw", turn=1) for _ in range(30)]
        codes = [(await ana.answer(one)).get("code") for one in ids]
        assert "too_fast" in codes
        assert codes[0] == "not_started"
        said = [await bruno.ask("chat", text=str(n)) for n in range(6)]
        assert [answer["t"] for answer in said] == ["ack"] * 5 + ["refused"]
        assert said[-1]["code"] == "too_fast"


# Before a table


async def first_frame(site: Site, message: str) -> tuple[list[dict[str, Any]], int | None]:
    player = await opened(site.host)
    await player.send_raw(message)
    code = await player.until_closed()
    return player.frames, code


@pytest.mark.parametrize(
    "message",
    [
        "null",
        '{"t":"draw","id":"a","turn":1}',
        '{"t":"hello"}',
        '{"t":"hello","table":"short"}',
        '{"t":"hello","table":"../../../../etc/passwd////"}',
        '{"t":"hello","table":"%s"}' % ("A" * 26),
        '{"t":"hello","table":"aaaaaaaaaaaaaaaaaaaaaaaaaa","token":"%s"}' % ("f" * 65),
        '{"t":"hello","table":"%s","version":-1}' % ("a" * 26),
    ],
)
async def test_a_first_frame_that_is_no_hello_ends_the_connection(site: Site, message: str) -> None:
    frames, code = await first_frame(site, message)
    assert [frame["code"] for frame in frames] == ["malformed"]
    assert code == CLOSE_BAD_FRAME


async def test_an_unknown_table_and_a_wrong_invitation_get_the_same_answer(site: Site) -> None:
    made = await made_on(site.url)
    frames, code = await first_frame(site, '{"t":"hello","table":"%s"}' % ("a" * 26))
    assert frames == [{"t": "refused", "code": "no_such_table"}]
    assert code == CLOSE_NO_SUCH_TABLE
    async with player_at(site.host, made.table, secret=fresh_secret(), invite="nope") as player:
        assert await player.refused("sit", invite="nope", name="X") == "no_such_table"


async def test_a_wrong_token_only_watches(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await all_at(players, players[0].version)
        turn = who_is_in_turn(players).turn
        async with player_at(site.host, made.table, token="f" * 64) as thief:
            assert thief.seat == -1
            assert "own" not in thief.view
            assert await thief.refused("draw", turn=turn) == "not_seated"
            assert players[0].last("presence")["watchers"] == 1


async def test_nobody_waits_for_a_silent_connection(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HELLO_SECONDS", 0.05)
    silent = await opened(site.host)
    assert await silent.until_closed() == CLOSE_BAD_FRAME


async def test_a_client_that_speaks_nothing_we_know_is_not_let_in(site: Site) -> None:
    for subprotocols in (["ochos.9.json"], None):
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{site.host}/ws", subprotocols=subprotocols)  # type: ignore[arg-type]
    with pytest.raises(InvalidStatus):
        await connect(f"ws://{site.host}/other", subprotocols=["ochos.1.json"])  # type: ignore[list-item]


async def test_refused_connections_leave_nothing_behind() -> None:
    async with site_on() as site:
        await _refuse_many(site)
        assert site.hub.connections() == 0
        assert site.hub.rooms() == ()
        made = await made_on(site.url)
        async with player_at(site.host, made.table) as good:
            assert good.view["phase"] == "lobby"


async def _refuse_many(site: Site) -> None:
    async def vanish() -> None:
        reader, writer = await asyncio.open_connection(*site.host.split(":"))
        writer.write(b"GET /ws HTTP/1.1\r\nHost: " + site.host.encode() + b"\r\nUpgr")
        writer.transport.abort()
        del reader

    async def unknown() -> None:
        await first_frame(site, '{"t":"hello","table":"%s"}' % ("b" * 26))

    async def foreign() -> None:
        with pytest.raises(InvalidStatus):
            await connect(
                f"ws://{site.host}/ws",
                origin="http://evil.example",  # type: ignore[arg-type]
                subprotocols=["ochos.1.json"],  # type: ignore[list-item]
            )

    for _ in range(10):
        await asyncio.gather(*(one() for one in (vanish, unknown, foreign) for _ in range(10)))
