"""Whole server processes for the tests: started, killed, asked to end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

READY_SECONDS = 60.0
END_SECONDS = 30.0
GENEROUS = {
    f"OCHOS_LIMIT_{name}": "1000000"
    for name in (
        "CONNECTIONS", "CONNECTS_PER_SECOND", "CONNECTS_BURST", "TABLES_PER_HOUR",
        "REQUESTS_PER_SECOND", "REQUESTS_BURST", "COMMANDS_PER_SECOND", "COMMANDS_BURST",
    )
}  # fmt: skip


class Place(Protocol):
    """Where a site is found: its link, and what follows `ws://`, or stands with a scheme."""

    link: str
    host: str


class Running:
    """One server process; `link` is what it printed."""

    def __init__(self, process: Process, link: str, told: list[str]) -> None:
        self.process = process
        self.link = link
        self.told = told  # its standard error, so far
        self.host = link.removeprefix("http://").rstrip("/")

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Asks for the end and gives the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await asyncio.wait_for(self.process.wait(), END_SECONDS)


async def begun(data: Path, *words: str, module: str = "server", **environment: str) -> Running:
    """A server process that is ready."""
    env = {
        **os.environ,
        **GENEROUS,
        "OCHOS_DATA": str(data),
        "OCHOS_ROBOT_PACE": "0",
        **environment,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *(words or ("serve", "--port", "0")),
        stdout=PIPE, stderr=PIPE, env=env,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    told: list[str] = []
    try:
        async with asyncio.timeout(READY_SECONDS):
            link = (await process.stdout.readline()).decode().strip()
    except TimeoutError:
        process.kill()
        raise
    if not link:
        raise AssertionError((await process.stderr.read()).decode())
    return Running(process, link, told)


@asynccontextmanager
async def server_in(
    data: Path, *words: str, module: str = "server", **environment: str
) -> AsyncIterator[Running]:
    running = await begun(data, *words, module=module, **environment)
    try:
        yield running
    finally:
        if running.process.returncode is None:
            await running.end()
