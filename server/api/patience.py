"""uvicorn's HTTP protocol, which waits neither for a request nor for a reader without end.

By itself it would: whoever sends one byte a minute, or reads no answer, would hold a connection
for as long as they like. And it would keep all that is sent meanwhile, headers and trailers of any
length, and thousands of requests in one heap.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_SECONDS = 10.0  # from the first moment, or the first byte, to the whole of a request
READING_SECONDS = 30.0  # for a reader to take in something of an answer
REQUEST_BYTES_MAX = 128 * 1024  # of a request, whole; our longest body has 16 KiB
WAITING_MAX = 8  # requests that wait behind one that is being answered; browsers send none


class TooMany(Exception):
    """Requests came in a heap; the parser makes a 400 of it."""


class PatientProtocol(HttpToolsProtocol):
    """One HTTP connection; one that becomes a WebSocket goes on by other rules."""

    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _taken = 0  # bytes of a request that is not whole

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        self._wait_for_request()
        self._taken += len(data)
        super().data_received(data)
        if self._taken > REQUEST_BYTES_MAX:
            self._cut()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= WAITING_MAX:
            raise TooMany
        super().on_message_begin()
        self._wait_for_request()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._taken = 0
        self._stop_waiting()

    def handle_websocket_upgrade(self) -> None:
        self._taken = 0
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(READING_SECONDS, self._cut)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)
        self.resume_writing()

    def _wait_for_request(self) -> None:
        if self._asking is None:
            self._asking = self.loop.call_later(REQUEST_SECONDS, self._cut)

    def _stop_waiting(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _cut(self) -> None:
        self.transport.abort()
