"""Ways between two ends that pass everything on, until they are harmed."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from pathlib import Path

PIECE_BYTES = 65_536
_NO_GOODBYE = struct.pack("ii", 1, 0)  # linger for 0 s: closing sends RST in place of FIN

Target = tuple[str, int] | str  # host and port, or the path of a Unix socket


class Link:
    """One way: from whoever connects to `address` to whatever listens at `target`.

    `stall` holds everything back until `release`; `reset` cuts all connections without a goodbye;
    `swallow` delivers the next request and cuts in place of its reply; `slow` delays each piece
    and bounds the rate, until `heal` ends all of it.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.address: Target = ""
        self.resets = 0
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._delay_s = 0.0
        self._bytes_per_s = 0.0
        self._armed = False  # the next request's reply is to be lost
        self._losing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def listen(self, path: Path | None = None) -> None:
        """Listens at a Unix socket, or without `path` at a free port of the loopback."""
        if path is not None:
            self._listening = await asyncio.start_unix_server(self._serve, str(path))
            self.address = str(path)
            return
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = self._listening.sockets[0].getsockname()[:2]

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
        self.heal()
        self.reset()

    # Harm

    def stall(self) -> None:
        self._flowing.clear()

    def release(self) -> None:
        self._flowing.set()

    def swallow(self) -> None:
        self._armed = True

    def slow(self, delay_s: float, bytes_per_s: float) -> None:
        self._delay_s, self._bytes_per_s = delay_s, bytes_per_s

    def heal(self) -> None:
        self._armed = self._losing = False
        self.slow(0.0, 0.0)
        self.release()

    def reset(self) -> None:
        """Cuts all connections."""
        for writer in list(self._writers):
            self.resets += 1
            _cut(writer)

    # What passes

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, to_there = await self._reached()
        except OSError:
            _cut(writer)
            return
        ends = {writer, to_there}
        self._writers |= ends
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pump(reader, to_there, is_reply=False))
                both.create_task(self._pump(there, writer, is_reply=True))
        except* (OSError, RuntimeError):  # uvloop says so of a transport that is closed
            pass
        finally:
            self._writers -= ends
            for end in ends:
                _cut(end)

    async def _reached(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, str):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection(*self.target)

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_reply: bool
    ) -> None:
        while piece := await reader.read(PIECE_BYTES):
            await self._flowing.wait()
            seconds = self._delay_s + (len(piece) / self._bytes_per_s if self._bytes_per_s else 0)
            if seconds:
                await asyncio.sleep(seconds)
            if is_reply and self._losing:
                self._losing = False
                raise ConnectionResetError
            if not is_reply and self._armed:
                self._armed, self._losing = False, True
            writer.write(piece)
            await writer.drain()
        raise ConnectionResetError


def _cut(writer: asyncio.StreamWriter) -> None:
    end: socket.socket | None = writer.get_extra_info("socket")
    with contextlib.suppress(OSError, ValueError):  # it may be closed already
        if end is not None:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_GOODBYE)
    writer.transport.abort()
