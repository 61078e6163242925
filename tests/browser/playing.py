"""Plays on without any plan, by clicks on a page and by lines through a terminal's pipe."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from playwright.async_api import Locator

from tests.browser.guest import Guest
from tests.clients.program import Program
from tests.clients.test_match import answer

CLICKS_MAX = 400  # of one match
DRAW = re.compile("^Robar")
PLAY = re.compile("^Jugar")


def next_of(guest: Guest) -> Locator:
    """Whatever shows that something is to be done on this page."""
    todo = guest.playable.or_(guest.able(DRAW)).or_(guest.able("Pasar")).or_(guest.result)
    return todo.first


async def click_on(guest: Guest) -> bool:
    """Waits until something is to be done, and does it by clicks; False if the round is over."""
    await next_of(guest).wait_for()
    if await guest.result.is_visible():
        return False
    version = guest.version
    if await guest.playable.count():
        await guest.playable.first.click(position=guest.CORNER)
        await guest.button(PLAY).click()
        if await guest.chooser.is_visible():
            await guest.chooser.get_by_role("button", name=re.compile("Corazones")).click()
    elif await guest.able(DRAW).count():
        await guest.unhurried()
        await guest.able(DRAW).last.click()
    else:
        await guest.able("Pasar").click()
    await guest.told_more(version)
    return True


async def click_to_the_end(guest: Guest) -> None:
    """Clicks until the round is over."""
    for _ in range(CLICKS_MAX):
        if not await click_on(guest):
            return
    raise AssertionError("the round does not end")


@asynccontextmanager
async def playing_along(program: Program) -> AsyncIterator[None]:
    """The terminal answers each of its turns, and accepts another match; nothing else."""
    task = asyncio.create_task(_play_along(program))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _play_along(program: Program) -> None:
    seen = 0
    while True:
        lines = await program.until(partial(_has_call, seen))
        index = next(i for i in range(seen, len(lines)) if _is_call(lines[i]))
        seen = index + 1
        program.type("aceptar" if "revancha" in lines[index] else answer(lines[:seen]))


def _has_call(seen: int, lines: list[str]) -> bool:
    return any(map(_is_call, lines[seen:]))


def _is_call(line: str) -> bool:
    return line.startswith(("Puedes ", "¿Juegas la revancha?"))
