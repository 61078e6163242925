"""Whole visits to a scripted table."""

from __future__ import annotations

from pathlib import Path

from tests.clients.program import Program, ochos
from tests.clients.scripted import Line, Script, scripted


async def stay(line: Line) -> None:
    """Waits until the client has gone."""
    await line.socket.wait_closed()


async def visit(
    home: Path, script: Script, *typed: str, words: tuple[str, ...] = (), **environment: str
) -> Program:
    """A whole visit: what is typed, the end of input, and a polite goodbye."""
    async with (
        scripted(script) as server,
        ochos("play", server.link, *words, home=home, **environment) as program,
    ):
        program.type(*typed)
        program.close_input()
        assert await program.exit() == 0
    return program
