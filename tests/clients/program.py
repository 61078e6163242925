"""Runs `ochos` as people do, in a process of its own with pipes, and waits for its lines."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

ANSWER_SECONDS = 60.0
ROOT = Path(__file__).parents[2]


class Program:
    """A running `ochos`: what it has written, and what it is told."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._written = bytearray()
        self._changed = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @property
    def raw(self) -> bytes:
        return bytes(self._written)

    @property
    def lines(self) -> list[str]:
        return self.raw.decode("utf-8", "replace").splitlines()

    async def until(self, holds: Callable[[list[str]], bool] | str) -> list[str]:
        """Waits for a line that has this text in it, or for a condition on all lines."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._changed:
                await self._changed.wait_for(lambda: self._holds(holds))
        except TimeoutError:
            raise AssertionError("\n".join(("waited in vain", str(holds), *self.lines))) from None
        return self.lines

    def _holds(self, holds: Callable[[list[str]], bool] | str) -> bool:
        if isinstance(holds, str):
            return any(holds in line for line in self.lines)
        return holds(self.lines)

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def close_input(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def exit(self) -> int:
        """Its exit code, once it has ended by itself."""
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._reading
            return await self._process.wait()

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while chunk := await self._process.stdout.read(65_536):
            async with self._changed:
                self._written += chunk
                self._changed.notify_all()

    async def end(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._reading


@asynccontextmanager
async def ochos(*arguments: str, home: Path, **environment: str) -> AsyncIterator[Program]:
    """The program, at home in `home`; standard error comes with standard output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clients.cli", *arguments, cwd=ROOT,
        env=surroundings(home, environment), stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    program = Program(process)
    try:
        yield program
    finally:
        await program.end()


def surroundings(home: Path, other: dict[str, str]) -> dict[str, str]:
    """An environment that owes nothing to whoever runs the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    base = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "LANG": "C.UTF-8", "USER": "ana"}
    return {**kept, **base, "PYTHONPATH": str(ROOT), **other}
