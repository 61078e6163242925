"""`ochos … | head`: whoever read our lines goes away in the middle of a visit."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from server.protocol import frames as f
from tests.clients.program import ANSWER_SECONDS, ROOT, surroundings
from tests.clients.scripted import Line, in_round, scripted
from tests.clients.visiting import stay


async def test_it_ends_without_a_word_when_nobody_reads_any_more(tmp_path: Path) -> None:
    ours, theirs = os.pipe()

    async def table(line: Line) -> None:
        await line.greet(in_round())
        os.close(ours)  # the reader goes; the next line has nowhere to go
        said = f.ChatLine(n=1, person=2, at_ms=1, text="¿hay alguien?")
        await line.say(f.ChatLines(lines=(said,)))
        await stay(line)

    async with scripted(table) as server:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "clients.cli", "play", server.link, cwd=ROOT,
            env=surroundings(tmp_path, {}), stdin=asyncio.subprocess.PIPE,
            stdout=theirs, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        os.close(theirs)
        async with asyncio.timeout(ANSWER_SECONDS):
            assert process.stderr is not None
            complaints = await process.stderr.read()  # input stays open, so only this ends it
            assert (await process.wait(), complaints) == (0, b"")
