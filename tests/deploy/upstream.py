"""Stand-ins behind a proxy, for what real servers would not do when a test wants it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

NOT_FOUND = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
FOUND = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nfound"
SILENCE = b""  # takes the request and ends the connection


class Upstream:
    """Answers each request with the same bytes and keeps what it was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[str] = []  # request lines
        self.headers: list[list[tuple[str, str]]] = []


@asynccontextmanager
async def upstream(answer: bytes) -> AsyncIterator[Upstream]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *headers = head.strip().split("\r\n")
        kept.asked.append(line)
        kept.headers.append([_parted(header) for header in headers])
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    kept = Upstream(server.sockets[0].getsockname()[1])
    async with server:
        yield kept


def _parted(header: str) -> tuple[str, str]:
    name, _, value = header.partition(":")
    return name.lower(), value.strip()
