"""Rude WebSocket clients against a server process: they are shown the door by the right code, the
server's memory stays where it was, and at another table a match is played to its end meanwhile."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from functools import cache
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from server.protocol.frames import CLOSE_ABUSE, CLOSE_BAD_FRAME, CLOSE_SIZE
from tests.api.abused import Abused, undisturbed
from tests.api.processes import server_in
from tests.api.rude import (
    BINARY,
    CLOSE,
    CONTINUATION,
    HEAD,
    PING,
    PONG,
    TEXT,
    Rude,
    framed,
    noise,
)
from tests.live.site import made_on

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROTOCOL_ERROR, BAD_TEXT = 1002, 1007
MANY_FRAMES = 10_000
COMMANDS = {"OCHOS_LIMIT_COMMANDS_PER_SECOND": "200", "OCHOS_LIMIT_COMMANDS_BURST": "300"}
DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate"

Attack = Callable[[str, str], Awaitable[int | None]]  # host and table → the code of the goodbye


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Abused]:
    data = tmp_path_factory.mktemp("abused")
    deflated_zeros()
    async with server_in(data, **COMMANDS) as running:
        abused = Abused(running, data)
        yield abused
    assert abused.faults() == []


# The three bombs, and what else is too much


async def forty_megabytes(host: str, table: str) -> int | None:
    pouring = await Rude.watching(host, table)
    await pouring.send(framed(TEXT, noise(60_000), size=40_000_000))
    await pouring.send(noise(1_000_000), times=40)
    pouring.go()  # it may be cut off before it reads why; who only announces it does
    rude = await Rude.watching(host, table)
    await rude.send(framed(TEXT, noise(1_000), size=40_000_000))
    return await rude.closed()


@cache
def deflated_zeros() -> bytes:
    """200 MB of them."""
    packer = zlib.compressobj(wbits=-15)
    return b"".join(packer.compress(bytes(2**20)) for _ in range(200)) + packer.flush()


async def deflate_bomb(host: str, table: str) -> int | None:
    """200 MB of zeros in 195 KB, although no compression was agreed on."""
    rude = await Rude.watching(host, table)
    packed = deflated_zeros()
    await rude.send(framed(TEXT, packed[:1_000], bits=4))
    code = await rude.closed()
    pouring = await Rude.watching(host, table)
    await pouring.send(framed(TEXT, packed, bits=4))
    pouring.go()
    return code


async def deflate_offered(host: str, table: str) -> int | None:
    """The same by one who has offered compression: the server does not take the offer."""
    rude = await Rude.shaken(host, DEFLATE)
    assert b"permessage-deflate" not in rude.head.lower()
    assert b"extensions" not in rude.head.lower()
    await rude.send(framed(TEXT, zlib.compress(bytes(2**20)), bits=4))
    return await rude.closed()


async def heavy_fragments(host: str, table: str) -> int | None:
    """26 MB in 400 pieces."""
    pouring = await Rude.watching(host, table)
    await pouring.send(framed(TEXT, bytes(65_000), fin=False))
    await pouring.send(framed(CONTINUATION, bytes(65_000), fin=False), times=399)
    pouring.go()
    rude = await Rude.watching(host, table)
    await rude.send(framed(TEXT, bytes(16_000), fin=False))
    await rude.send(framed(CONTINUATION, bytes(1_000), fin=False))
    return await rude.closed()


async def empty_fragments(host: str, table: str) -> int | None:
    """A message that weighs nothing and does not end."""
    rude = await Rude.watching(host, table)
    await rude.send(framed(TEXT, b"", fin=False))
    return await rude.thrown_out(framed(CONTINUATION, b"", fin=False) * 1_000, times=500)


async def ping_flood(host: str, table: str) -> int | None:
    rude = await Rude.watching(host, table)
    return await rude.thrown_out(framed(PING, b"x" * 125) * 100, times=1_000)


async def pong_flood(host: str, table: str) -> int | None:
    rude = await Rude.watching(host, table)
    return await rude.thrown_out(framed(PONG, b"x" * 125) * 100, times=1_000)


async def at_flood(host: str, table: str) -> int | None:
    """What a client reports now and then, as fast as can be."""
    rude = await Rude.watching(host, table)
    report = framed(TEXT, b'{"t":"at","version":1}')
    return await rude.thrown_out(report * 100, times=MANY_FRAMES // 100)


async def garbage_flood(host: str, table: str) -> int | None:
    rude = await Rude.watching(host, table)
    return await rude.thrown_out(*(framed(TEXT, b'{"t":"%d' % n) for n in range(MANY_FRAMES)))


async def nested_flood(host: str, table: str) -> int | None:
    rude = await Rude.watching(host, table)
    bodies = (b"[" * 16_000, b'{"a":' * 3_000, b'{"t":"draw","turn":' + b"9" * 16_000 + b"}")
    return await rude.thrown_out(*(framed(TEXT, body) for body in bodies), times=20)


# What breaks RFC 6455


def breaking(*frames: bytes) -> Attack:
    async def attack(host: str, table: str) -> int | None:
        rude = await Rude.watching(host, table)
        await rude.send(*frames)
        return await rude.closed()

    return attack


def unmasked(opcode: int, body: bytes) -> bytes:
    return bytes((0x80 | opcode, len(body))) + body


async def hello_is_garbage(host: str, table: str) -> int | None:
    rude = await Rude.shaken(host)
    await rude.send(framed(BINARY, noise(1_000)))
    return await rude.closed()


HELLO = b'{"t":"hello","table":"'
ATTACKS: dict[str, tuple[Attack, tuple[int | None, ...]]] = {
    "40 MB in one message": (forty_megabytes, (CLOSE_SIZE,)),
    "a deflate bomb": (deflate_bomb, (PROTOCOL_ERROR,)),
    "a deflate bomb after an offer": (deflate_offered, (PROTOCOL_ERROR,)),
    "26 MB in 400 fragments": (heavy_fragments, (CLOSE_SIZE,)),
    "500,000 empty fragments": (empty_fragments, (CLOSE_ABUSE,)),
    "100,000 pings": (ping_flood, (CLOSE_ABUSE,)),
    "100,000 pongs": (pong_flood, (CLOSE_ABUSE,)),
    "10,000 reports": (at_flood, (CLOSE_ABUSE,)),
    "10,000 garbage frames": (garbage_flood, (CLOSE_ABUSE,)),
    "deep nesting and long numbers": (nested_flood, (CLOSE_ABUSE,)),
    "text that is not UTF-8": (breaking(framed(TEXT, b"\xff\xfe")), (BAD_TEXT,)),
    "UTF-8 of half a pair": (breaking(framed(TEXT, b"\xed\xa0\x80")), (BAD_TEXT,)),
    "a reserved bit": (breaking(framed(TEXT, b"{}", bits=1)), (PROTOCOL_ERROR,)),
    "an unknown opcode": (breaking(framed(0x5, b"{}")), (PROTOCOL_ERROR,)),
    "an unknown control frame": (breaking(framed(0xB, b"")), (PROTOCOL_ERROR,)),
    "a frame without a mask": (breaking(unmasked(TEXT, b"{}")), (PROTOCOL_ERROR,)),
    "a long ping": (breaking(framed(PING, b"x" * 126)), (PROTOCOL_ERROR,)),
    "a ping in pieces": (breaking(framed(PING, b"x", fin=False)), (PROTOCOL_ERROR,)),
    "a piece of nothing": (breaking(framed(CONTINUATION, b"x")), (PROTOCOL_ERROR,)),
    "two messages at once": (breaking(framed(TEXT, b"{", fin=False) * 2), (PROTOCOL_ERROR,)),
    "half a close code": (breaking(framed(CLOSE, b"\x03")), (PROTOCOL_ERROR,)),
    "a forbidden close code": (breaking(framed(CLOSE, b"\x03\xed")), (PROTOCOL_ERROR,)),
    "a size of 2⁶³": (breaking(framed(TEXT, b"", size=2**63)), (PROTOCOL_ERROR, CLOSE_SIZE)),
    "no hello": (hello_is_garbage, (CLOSE_BAD_FRAME,)),
}  # fmt: skip


@pytest.mark.parametrize("names", [tuple(ATTACKS)[:10], tuple(ATTACKS)[10:]], ids=("much", "wrong"))
async def test_who_is_rude_is_shown_the_door_and_nobody_else_notices(
    server: Abused, names: tuple[str, ...]
) -> None:
    rude = await made_on(server.link)
    for name in names:
        attack, codes = ATTACKS[name]
        if names[0] == "40 MB in one message":
            async with undisturbed(server, name):
                assert await attack(server.host, rude.table) in codes, name
        else:
            assert await attack(server.host, rude.table) in codes, name
    async with undisturbed(server, "all of it at once") as quiet:
        found = await asyncio.gather(
            *(ATTACKS[name][0](server.host, quiet.table) for name in names), return_exceptions=True
        )
        assert [code for code in found if isinstance(code, BaseException)] == []
    assert server.faults() == []


async def test_a_message_in_400_pieces_is_one_message(server: Abused) -> None:
    made = await made_on(server.link)
    rude = await Rude.watching(server.host, made.table)
    body = b'{"t":"draw","id":"pieces","turn":1' + b" " * 364 + b"}"
    first, *pieces, last = (bytes((byte,)) for byte in body)
    await rude.send(framed(TEXT, first, fin=False))
    await rude.send(*(framed(CONTINUATION, piece, fin=False) for piece in pieces))
    await rude.send(framed(CONTINUATION, last))
    told = await asyncio.wait_for(rude.reader.readuntil(b'"id":"pieces"'), 30)
    assert b"not_seated" in told
    rude.go()


async def test_who_reads_nothing_costs_nothing(server: Abused) -> None:
    """Neither the answers to pings nor what happens at the table piles up."""
    pings = framed(PING, b"x" * 125) * 50_000
    async with undisturbed(server, "30 who never read") as quiet:
        deaf = [await Rude.watching(server.host, quiet.table) for _ in range(30)]
        for rude in deaf:
            rude.writer.write(pings)
            await asyncio.sleep(0)  # what the test itself copies is not the server's delay
        for _ in range(20):
            await asyncio.sleep(0)
            await quiet.players[0].ask("chat", text="x" * 280)
    for rude in deaf:
        rude.go()
    assert server.faults() == []


HALF = HEAD.format(path="/ws", host="127.0.0.1", more="")[:-4]


async def test_half_open_handshakes_hold_nobody_up(server: Abused) -> None:
    async with undisturbed(server, "200 half handshakes"):
        waiting = [await Rude.at(server.host) for _ in range(200)]
        for number, rude in enumerate(waiting):
            rude.writer.write(HALF[: number % len(HALF)].encode())
    for rude in waiting:
        rude.go()
    assert server.faults() == []


HANDSHAKES = {
    "no key": HEAD.replace("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""),
    "a wrong key": HEAD.replace("dGhlIHNhbXBsZSBub25jZQ==", "ñ"),
    "two keys": HEAD.replace("Upgrade: w", "Sec-WebSocket-Key: eA==\r\nUpgrade: w"),
    "an old version": HEAD.replace("Version: 13", "Version: 8"),
    "a version in words": HEAD.replace("Version: 13", "Version: x"),
    "a path that is not ASCII": HEAD.replace("{path}", "/ws\xff"),
    "a path with a zero": HEAD.replace("{path}", "/ws%00"),
    "a query of noise": HEAD.replace("{path}", "/ws?%ff%fe=" + "x" * 5_000),
    "a header that is not ASCII": HEAD.replace("{more}", "X-\xff: \xff\r\n"),
    "a value that is not ASCII": HEAD.replace("{more}", "X: \xff\xfe\r\n"),
    "a cookie of noise": HEAD.replace("{more}", "Cookie: \xff=\xfe; ;;==\x01\r\n"),
    "protocols of noise": HEAD.replace("ochos.1.json", ",,;\xff,"),
    "extensions of noise": HEAD.replace("{more}", "Sec-WebSocket-Extensions: ;;=\"\r\n"),
    "another method": HEAD.replace("GET", "POST"),
    "an old HTTP": HEAD.replace("HTTP/1.1", "HTTP/1.0"),
    "two hosts": HEAD.replace("{more}", "Host: evil.example\r\n"),
    "no host": HEAD.replace("Host: {host}\r\n", ""),
    "another upgrade": HEAD.replace("websocket\r\n", "h2c\r\n"),
    "a body": HEAD.replace("{more}", "Content-Length: 5\r\n") + "hello",
    "an endless head": HEAD.replace("{more}", "X: " + "x" * 200_000 + "\r\n"),
    "ten thousand headers": HEAD.replace("{more}", "X: y\r\n" * 10_000),
    "noise": "\x00\x01\x02\xff" * 100,
}  # fmt: skip


@pytest.mark.parametrize("name", HANDSHAKES)
async def test_a_handshake_that_is_none_leaves_no_trace(server: Abused, name: str) -> None:
    rude = await Rude.at(server.host)
    text = HANDSHAKES[name].replace("{path}", "/ws").replace("{host}", server.host)
    rude.writer.write(text.replace("{more}", "").encode("latin-1"))
    with suppress(ConnectionError):
        told = await asyncio.wait_for(rude.reader.read(2**16), 60)
        assert told == b"" or told.startswith(b"HTTP/1.1 ")
    rude.go()
    assert server.faults() == []
    assert server.process.returncode is None


async def asked_for_tables(host: str, times: int) -> list[tuple[int, str]]:
    """Status and code of each answer to a wish for a table, one after another."""
    wish = b'{"preset":"clasico","name":"Eva"}'
    head = f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    rude = await Rude.at(host)
    answers = []
    for _ in range(times):
        rude.writer.write(f"{head}Content-Length: {len(wish)}\r\n\r\n".encode() + wish)
        told = (await rude.reader.readuntil(b"\r\n\r\n")).lower()
        size = int(told.partition(b"content-length: ")[2].partition(b"\r")[0])
        answer = msgspec.json.decode(await rude.reader.readexactly(size))
        answers.append((int(told.split()[1]), answer.get("code", "")))
    rude.go()
    return answers


async def test_a_thousand_tables_of_one_address(tmp_path: Path) -> None:
    """It gets the 30 of an hour, and one sort of answer for all others."""
    limits = {
        "OCHOS_LIMIT_TABLES_PER_HOUR": "31",
        "OCHOS_LIMIT_REQUESTS_PER_SECOND": "1000",
        "OCHOS_LIMIT_REQUESTS_BURST": "2000",
    }
    async with server_in(tmp_path, **limits) as running, AsyncExitStack() as stack:
        abused = Abused(running, tmp_path)
        await stack.enter_async_context(undisturbed(abused, "1,000 tables"))
        found = await asyncio.gather(*(asked_for_tables(running.host, 250) for _ in range(4)))
        answers = [answer for four in found for answer in four]
        assert answers.count((201, "")) == 30
        assert answers.count((429, "too_many_tables")) == 970
        await stack.aclose()
        assert abused.faults() == []
