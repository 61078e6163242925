"""uvicorn's WebSocket protocol with a short way in and out, and firm endings.

Messages are made once for all who look from one seat and written as they are; what comes in is
given to a function. The ASGI way would build each message anew for every connection, and wake a
task for each that comes in. An application finds this in its scope's `extensions`, `ochos.wire`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from server.protocol.frames import CLOSE_ABUSE

EXTENSION = "ochos.wire"
CLOSE_SECONDS = 5.0  # for the other side to answer a goodbye; then the connection is cut
THROWN_OUT_SECONDS = 1.0  # for whoever is thrown out to read why; nobody listens meanwhile
CLOSE_BAD_TEXT = 1007  # RFC 6455 §7.4.1: text that is not UTF-8
IDLE_FRAMES_MAX = 100  # pings, pongs and empty pieces that a connection may send …
IDLE_SECONDS = 10.0  # … in this time
NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
SLICE_BYTES = 4_096  # looked at in one go, so that what follows an abuse is not looked at at all


class WireProtocol(WebSocketsSansIOProtocol):
    """One WebSocket connection; gives `server.live.outbox.Wire` to the application."""

    full = False
    said = 0  # the close code, if the goodbye was ours
    on_drained: Callable[[], None] | None = None
    on_message: Callable[[str | bytes], None] | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = _Messages(self.loop)  # type: ignore[assignment]
        self._idle_frames = 0
        self._idle_since_s = 0.0

    @property
    def heard(self) -> int:
        """The code with which the other side, or nobody, said goodbye; 0 while none has."""
        return self.queue.code  # type: ignore[attr-defined, no-any-return]

    # Wire

    def write(self, frames: bytes) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)

    def close(self, code: int) -> None:
        # A goodbye and the close behind it may come in together: then there is nothing left to say.
        if self.close_sent or self.transport.is_closing() or self.conn.state is not State.OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.said = code
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if code == CLOSE_ABUSE:
            self.transport.pause_reading()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        patience_s = THROWN_OUT_SECONDS if code == CLOSE_ABUSE else CLOSE_SECONDS
        self.close_timer = self.loop.call_later(patience_s, self._cut)

    def _cut(self) -> None:
        # A peer that reads nothing would hold a transport open that still has bytes to send.
        self.transport.abort()

    # uvicorn's callbacks

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE_BYTES):
            if self.said == CLOSE_ABUSE:
                return
            super().data_received(data[start : start + SLICE_BYTES])
        if not self.handshake_initiated and not self.transport.is_closing():
            # The head comes in one piece; one that cannot be read would hold the connection open.
            self.transport.write(NO_HANDSHAKE)
            self.transport.close()

    def handle_ping(self) -> None:
        answer = b"".join(self.conn.data_to_send())
        # Whoever does not read what is there gets no answers on top of it.
        if not self._says_too_little() and not self.full:
            self.transport.write(answer)

    def handle_pong(self, event: Frame) -> None:
        if not self._says_too_little():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if not event.data and not event.fin and self._says_too_little():
            return  # pieces without weight would pile up below every limit of size
        super().handle_cont(event)

    def _says_too_little(self) -> bool:
        """Counts a frame that says nothing; whoever sends too many of them has to go."""
        now_s = self.loop.time()
        if now_s - self._idle_since_s > IDLE_SECONDS:
            self._idle_since_s, self._idle_frames = now_s, 0
        self._idle_frames += 1
        if self._idle_frames > IDLE_FRAMES_MAX:
            self.close(CLOSE_ABUSE)
        return self.close_sent

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self
            event.headers.clear()  # the scope has them

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.handshake_complete:
            # Thousands of connections rest for hours: none keeps what only its opening needed.
            self.response.headers.clear()
            self.scope["headers"] = ()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        if self.on_drained is not None:
            self.on_drained()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if not self.disconnected:
            self.loop.call_later(CLOSE_SECONDS, self._cut)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_drained = self.on_message = None

    def send_receive_event_to_app(self) -> None:
        """A message has come in: straight to whoever listens, else into uvicorn's queue.

        Who listens bounds what comes in by its own limits, so reading need not pause meanwhile.
        """
        message = self._message()
        if message is None:
            self.close(CLOSE_BAD_TEXT)
        elif self.on_message is None:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            self.frames = []
            self.on_message(message)

    def _message(self) -> str | bytes | None:
        """The whole message; None if it is text that cannot be read."""
        body = b"".join(self.frames)
        if self.curr_msg_data_type != "text":
            return body
        try:
            return body.decode()
        except UnicodeDecodeError:
            self.frames = []
            return None


class _Messages:
    """uvicorn's queue to the application, with one reader and without a Queue's four deques."""

    __slots__ = ("_loop", "_messages", "_reader", "code")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[dict[str, Any]] = []  # uvicorn stops reading while one waits
        self._reader: asyncio.Future[None] | None = None
        self.code = 0  # the close code, once there is one

    def put_nowait(self, message: dict[str, Any]) -> None:
        self._messages.append(message)
        if message["type"] == "websocket.disconnect":
            self.code = message["code"]
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> dict[str, Any]:
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages
