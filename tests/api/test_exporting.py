"""Many ask for files of long matches at once: whoever plays goes on between any two lines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from server.api.exporting import Turns

FILES, LINES = 20, 50


async def test_files_are_made_one_line_at_a_time_however_many_are_asked_for() -> None:
    turns, made = Turns(), list[int]()

    def lines(file: int) -> Iterator[bytes]:
        for _ in range(LINES):
            made.append(file)
            yield b"line"

    async def read(file: int) -> int:
        return len([line async for line in turns.of(lines(file))])

    reading = [asyncio.create_task(read(file)) for file in range(FILES)]
    most, before = 0, 0
    while not all(task.done() for task in reading):
        await asyncio.sleep(0)
        most, before = max(most, len(made) - before), len(made)
    assert [task.result() for task in reading] == [LINES] * FILES
    assert most == 1
    assert set(made[:FILES]) == set(range(FILES)), "each has its turn"
