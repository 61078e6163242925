"""The server processes of a rig."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

from tests.api.processes import GENEROUS
from tests.chaos.stores import end_with_the_rig
from tests.store.rack import free_port

READY_SECONDS = 60.0
END_SECONDS = 30.0
START_TRIES = 5
LIMITS = GENEROUS | {
    f"OCHOS_LIMIT_{name}": "1000000"
    for name in ("REFUSALS_PER_MINUTE", "CHAT_PER_SECOND", "CHAT_BURST", "WATCHERS")
}


class Node:
    """One server process, which comes again as itself after it was killed.

    `module` is what runs: the server, or a mutant of it with its name before the server's words.
    """

    def __init__(
        self, number: int, directory: Path, environment: dict[str, str], module: tuple[str, ...]
    ) -> None:
        self.number = number
        self.port = 0
        self.metrics_port = free_port()
        self.directory = directory
        self._environment = environment
        self._module = module
        self._process: Process | None = None

    @property
    def output(self) -> Path:
        """All that it said on its standard error, life after life."""
        return self.directory / f"node{self.number}.err"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Starts it; again, as whoever looks after it would, if the store was not there."""
        for _ in range(START_TRIES):
            if await self._started():
                return
        raise AssertionError(f"node {self.number} did not start:\n{self._last_words()}")

    async def _started(self) -> bool:
        own = {
            "OCHOS_DATA": str(self.directory / f"data{self.number}"),
            "OCHOS_ROBOT_PACE": "0",
            "OCHOS_METRICS_PORT": str(self.metrics_port),
        }
        with self.output.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", *self._module, "serve", "--port", str(self.port),
                stdin=DEVNULL, stdout=PIPE, stderr=errors,
                env={**os.environ, **LIMITS, **own, **self._environment},
                preexec_fn=end_with_the_rig,
            )  # fmt: skip
        assert self._process.stdout is not None
        async with asyncio.timeout(READY_SECONDS):
            link = (await self._process.stdout.readline()).decode().strip()
        if not link:
            return False
        self.port = int(link.rstrip("/").rpartition(":")[2])
        return True

    def _last_words(self) -> str:
        return self.output.read_text(errors="replace")[-2000:]

    async def kill(self) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    async def end(self) -> int:
        """Asks for the end, as an operator does; gives the exit code."""
        assert self._process is not None
        self.go_on()
        self._signal(signal.SIGTERM)
        try:
            return await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except TimeoutError:
            await self.kill()
            return -1

    def _signal(self, number: int) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)
