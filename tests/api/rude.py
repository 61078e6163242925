"""WebSocket clients without manners: handshakes and frames by hand, byte for byte."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
ANSWER_SECONDS = 60.0
HEAD = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: ochos.1.json\r\n{more}\r\n"
)


def framed(
    opcode: int, body: bytes = b"", *, fin: bool = True, bits: int = 0, size: int | None = None
) -> bytes:
    """One masked frame, which may claim another size than it has; `bits` are the reserved ones."""
    told = len(body) if size is None else size
    first = (0x80 if fin else 0) | bits << 4 | opcode
    if told < 126:
        head = bytes((first, 0x80 | told))
    elif told < 65_536:
        head = bytes((first, 0xFE)) + told.to_bytes(2)
    else:
        head = bytes((first, 0xFF)) + told.to_bytes(8)
    return head + bytes(4) + body  # a mask of zeros leaves the body as it is


class Rude:
    """A connection that sends what it likes and reads only what it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.head = b""

    @classmethod
    async def at(cls, host: str) -> Rude:
        return cls(*await asyncio.open_connection(*host.split(":"), limit=2**16))

    @classmethod
    async def shaken(cls, host: str, *more: str) -> Rude:
        """After the handshake; `more` are further headers."""
        rude = await cls.at(host)
        headers = "".join(f"{line}\r\n" for line in more)
        rude.writer.write(HEAD.format(path="/ws", host=host, more=headers).encode())
        rude.head = await asyncio.wait_for(rude.reader.readuntil(b"\r\n\r\n"), ANSWER_SECONDS)
        assert rude.head.startswith(b"HTTP/1.1 101"), rude.head
        return rude

    @classmethod
    async def watching(cls, host: str, table: str) -> Rude:
        """One that has said hello properly, and has not read the answer."""
        rude = await cls.shaken(host)
        rude.writer.write(framed(TEXT, b'{"t":"hello","table":"%s"}' % table.encode()))
        return rude

    async def send(self, *pieces: bytes, times: int = 1) -> None:
        """As much of it as the server takes."""
        with suppress(OSError):
            for _ in range(times):
                for piece in pieces:
                    self.writer.write(piece)
                    await self.writer.drain()
                await asyncio.sleep(0)

    async def thrown_out(self, *pieces: bytes, times: int = 1) -> int | None:
        """Sends all that until it is told to go; the code of the goodbye."""
        sending = asyncio.create_task(self.send(*pieces, times=times))
        code = await self.closed()
        sending.cancel()
        return code

    async def closed(self) -> int | None:
        """The code of the server's goodbye; None if it only hung up."""
        with suppress(OSError, asyncio.IncompleteReadError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while True:
                    first, second = await self.reader.readexactly(2)
                    size = second & 0x7F
                    if size > 125:
                        size = int.from_bytes(await self.reader.readexactly(2 if size < 127 else 8))
                    body = await self.reader.readexactly(size)
                    if first & 0xF == CLOSE:
                        return int.from_bytes(body[:2])
        return None

    def go(self) -> None:
        self.writer.transport.abort()


def noise(size: int) -> bytes:
    return os.urandom(size)
