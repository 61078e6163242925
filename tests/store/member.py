"""A process that shares a data directory: `python -m tests.store.member DATA`, ends with its input.

Says `keeps PID` whenever it has become the keeper of the store, `uses` if another is.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import structlog

from server.events.embedded import EmbeddedStore
from server.events.program import find_program


async def main(data: Path) -> None:
    store = EmbeddedStore(data, find_program())
    await store.start()
    ended = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    told = ""
    while not ended.done():
        found = f"keeps {store.pid}" if store.keeps and store.pid else "uses"
        if found != told:
            told = found
            sys.stdout.write(f"{told}\n")
            sys.stdout.flush()
        await asyncio.sleep(0.01)
    await store.stop()


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(main(Path(sys.argv[1])))
