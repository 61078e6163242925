"""A WebSocket client with as little work a frame as can be, so that the load outruns the server.

It speaks only what it needs: binary messages that fit one frame, ping and close.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

SUBPROTOCOL = "ochos.1.msgpack"
HEAD_BYTES_MAX = 65_536
_BINARY, _CLOSE, _PING = 0x82, 0x88, 0x89
_PONG_EMPTY = bytes((0x8A, 0x80, 0, 0, 0, 0))
_NO_MASK = bytes(4)  # a mask of noughts leaves the payload as it is (RFC 6455, section 5.3)


class Wire(asyncio.Protocol):
    """One connection; `heard` gets the payload of every binary message, `lost` why it ended."""

    def __init__(
        self,
        request: bytes,
        heard: Callable[[bytes], None],
        lost: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = ""  # why, once it is closed
        self._request, self._heard, self._lost = request, heard, lost
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._shaken = False

    def send(self, payload: bytes) -> None:
        """Sends one message of at most 65,535 bytes."""
        assert self._transport is not None, "the connection is open"
        self._transport.write(frame_of(payload))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are none of asyncio's classes, only alike.
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = self.closed or f"lost: {exc}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self.closed))
            self.opened.exception()  # heard of here, as whoever waited may be gone
        self._lost(self.closed)

    def data_received(self, data: bytes) -> None:
        rest = self._rest + data if self._rest else data
        if not self._shaken:
            rest = self._shake_hands(rest)
        self._rest = self._take_frames(rest) if self._shaken else rest

    def _shake_hands(self, rest: bytes) -> bytes:
        head, found, after = rest.partition(b"\r\n\r\n")
        if not found:
            assert len(rest) <= HEAD_BYTES_MAX, "a response head has an end"
            return rest
        if not head.startswith(b"HTTP/1.1 101"):
            if not self.opened.done():
                self.opened.set_exception(ConnectionError(head[:80].decode("latin-1")))
            return b""
        self._shaken = True
        if not self.opened.done():  # whoever waited may be gone
            self.opened.set_result(None)
        return after

    def _take_frames(self, rest: bytes) -> bytes:
        at, end = 0, len(rest)
        while end - at >= 2:
            kind, size = rest[at], rest[at + 1]
            start = at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size = int.from_bytes(rest[start : start + width], "big")
                if end < start + width:
                    break
                start += width
            if end < start + size:
                break
            at = start + size
            self._take(kind, rest[start:at])
        return rest[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _BINARY:
            self._heard(payload)
        elif kind == _PING and self._transport is not None:
            self._transport.write(_PONG_EMPTY if not payload else _pong_of(payload))
        elif kind == _CLOSE:
            self.closed = f"closed by the server: {int.from_bytes(payload[:2], 'big')}"


def frame_of(payload: bytes) -> bytes:
    """The payload as a masked binary frame."""
    size = len(payload)
    if size < 126:
        return bytes((_BINARY, 0x80 | size)) + _NO_MASK + payload
    return bytes((_BINARY, 0xFE)) + size.to_bytes(2, "big") + _NO_MASK + payload


def _pong_of(payload: bytes) -> bytes:
    return bytes((0x8A, 0x80 | len(payload))) + _NO_MASK + payload


def _handshake(host: str, port: int, path: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
    ).encode()


async def connect(
    host: str,
    port: int,
    heard: Callable[[bytes], None],
    lost: Callable[[str], None] = lambda _: None,
    *,
    path: str = "/ws",
) -> Wire:
    """An open connection.

    Raises: ConnectionError if the server does not accept it.
    """
    loop = asyncio.get_running_loop()
    request = _handshake(host, port, path)
    _, wire = await loop.create_connection(lambda: Wire(request, heard, lost), host, port)
    try:
        await wire.opened
    except BaseException:
        wire.close()
        raise
    return wire
