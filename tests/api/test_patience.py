"""Visitors who take their time: the server waits a while, and not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from server.api import patience
from server.api.patience import PatientProtocol
from server.live import hub
from tests.live.site import Site, joined, made_on, site_on

LIMIT_SECONDS = 60.0
WHOLE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"
# What somebody sends at once, and then drop by drop.
SLOW = {
    "nothing at all": (b"", b""),
    "nothing but blank lines": (b"", b"\r\n"),
    "half a line": (b"GET /hea", b""),
    "a head without an end": (b"GET /health HTTP/1.1\r\nX: ", b"x"),
    "headers without an end": (b"GET /health HTTP/1.1\r\n", b"X: y\r\n"),
    "a body that does not come": (POST, b""),
    "a body drop by drop": (POST + b"{", b" "),
    "chunks without an end": (
        POST.replace(b"Content-Length: 100", b"Transfer-Encoding: chunked"), b"1\r\n \r\n",
    ),
    "blank lines after an answer": (WHOLE, b"\r\n"),
    "half a request after a whole one": (WHOLE + b"GET /hea", b""),
    "a second head without an end": (WHOLE + b"GET /health HTTP/1.1\r\nX: ", b"x"),
    "half a handshake": (b"GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n", b""),
}  # fmt: skip


@asynccontextmanager
async def impatient(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(patience, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(patience, "READING_SECONDS", 0.3)
    async with site_on() as site:
        yield site


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncIterator[int]:
    """An application behind the protocol alone; gives its port."""
    loop = asyncio.get_running_loop()
    config = uvicorn.Config(app, http=PatientProtocol, ws="none", lifespan="off", log_config=None)
    config.load()
    state = uvicorn.server.ServerState()
    listening = await loop.create_server(
        lambda: PatientProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with listening:
        yield listening.sockets[0].getsockname()[1]


async def drip(writer: asyncio.StreamWriter, drop: bytes) -> None:
    with suppress(OSError):
        while drop:
            writer.write(drop)
            await writer.drain()
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("how", SLOW)
async def test_who_never_asks_to_the_end_is_let_go(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, drop = SLOW[how]
    async with impatient(monkeypatch) as site:
        reader, writer = await asyncio.open_connection(*site.host.split(":"))
        writer.write(first)
        dripping = asyncio.create_task(drip(writer, drop))
        with suppress(ConnectionResetError):
            await asyncio.wait_for(reader.read(), LIMIT_SECONDS)
        dripping.cancel()
        writer.close()


ENDLESS = {
    "a header": (b"GET /health HTTP/1.1\r\nX: ", b"x" * 65_536),
    "headers": (b"GET /health HTTP/1.1\r\n", b"X: y\r\n" * 8_192),
    "a path": (b"GET /", b"x" * 65_536),
    "a body that is not asked for": (
        b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999999\r\n\r\n",
        b"x" * 65_536,
    ),
    "chunks": (
        b"POST /health HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        (b"1000\r\n" + b"x" * 4_096 + b"\r\n") * 16,
    ),
    "trailers": (
        b"POST /health HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ",
        b"x" * 65_536,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ENDLESS)
async def test_a_request_without_end_is_broken_off_before_it_weighs(what: str) -> None:
    first, more = ENDLESS[what]
    async with site_on() as site:
        _, writer = await asyncio.open_connection(*site.host.split(":"))
        writer.write(first)
        sent = 0
        with suppress(OSError):
            while sent < 64 * 2**20:
                writer.write(more)
                await writer.drain()
                sent += len(more)
        assert sent < 64 * 2**20, "all of it was taken"
        writer.close()


async def test_requests_sent_in_a_heap_are_not_all_taken_in() -> None:
    async with site_on() as site:
        reader, writer = await asyncio.open_connection(*site.host.split(":"))
        writer.write(WHOLE * 4)
        for _ in range(4):
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            await reader.readexactly(length)
        writer.write(WHOLE * 1_000)
        answers = b""
        with suppress(ConnectionResetError):
            answers = await asyncio.wait_for(reader.read(), LIMIT_SECONDS)
        assert answers.count(b"HTTP/1.1 200") <= patience.WAITING_MAX + 1
        writer.close()


async def test_who_reads_no_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "READING_SECONDS", 0.3)
    gone = asyncio.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        over = asyncio.ensure_future(receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not over.done():
            await send({"type": "http.response.body", "body": bytes(2**20), "more_body": True})
            await asyncio.sleep(0)
        assert (await over)["type"] == "http.disconnect"
        gone.set()

    async with served(endless) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(WHOLE)
        await asyncio.wait_for(gone.wait(), LIMIT_SECONDS)
        writer.close()


async def test_a_slow_request_that_comes_whole_in_time_is_answered() -> None:
    async with site_on() as site:
        reader, writer = await asyncio.open_connection(*site.host.split(":"))
        for place in range(len(WHOLE)):
            writer.write(WHOLE[place : place + 1])
            await writer.drain()
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_a_conversation_has_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "TICK_SECONDS", 0.05)  # a beat every 0.6 s
    async with impatient(monkeypatch) as site:
        made = await made_on(site.url)
        player = await joined(site.host, made.table, secret=made.secret)
        beats = len(player.of("beat"))
        await player.until(lambda self: len(self.of("beat")) > beats + 1, LIMIT_SECONDS)
        await player.do("add_robot")
        await player.close()
