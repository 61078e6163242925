"""`ochos-server` commands on a store, run to their end or killed on the way."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.store.rig import Proxy, until

COMMAND_SECONDS = 120.0


async def started(data: Path, url: str, *words: str) -> Process:
    env = {**os.environ, "OCHOS_DATA": str(data), "OCHOS_REDIS_URL": url}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *words, stdout=PIPE, stderr=PIPE, env=env
    )


async def ended(process: Process) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    out, err = await asyncio.wait_for(process.communicate(), COMMAND_SECONDS)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def command(data: Path, url: str, *words: str) -> tuple[int, str, str]:
    return await ended(await started(data, url, *words))


async def killed_on_the_way(data: Path, between: Proxy, requests: int, *words: str) -> bool:
    """Starts a command through a proxy and kills it after so many requests; whether it was still
    running then."""
    before = between.requests
    process = await started(data, between.url, *words)
    await until(
        lambda: between.requests - before >= requests or process.returncode is not None,
        COMMAND_SECONDS,
    )
    was_running = process.returncode is None
    if was_running:
        process.kill()
    await process.wait()
    return was_running
