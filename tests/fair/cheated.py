"""Two people at a server that may cheat: Ana's page (seat 0) and Beto's terminal (seat 1)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.api.processes import Running, server_in
from tests.browser.guest import Guest, Guests
from tests.browser.test_seal import digests
from tests.clients.program import Program, ochos
from tests.clients.test_match import at_home
from tests.live.site import Made, fresh_secret, made_on, player_at

PAGE, TERMINAL = 0, 1  # seats


class Pair(msgspec.Struct):
    """Who plays, and where."""

    url: str
    made: Made
    ana: Guest
    beto: Program
    beto_home: Path

    @property
    def link(self) -> str:
        return f"{self.url}/t/{self.made.table}"


@asynccontextmanager
async def cheated_by(
    cheat: str, seat: int, guests: Guests, tmp_path: Path, **chosen: Any
) -> AsyncIterator[Pair]:
    """Both sit, and what their clients give to the first deal is in."""
    words = (cheat, str(seat), "serve", "--port", "0")
    async with (
        server_in(tmp_path / "data", *words, module="tests.fair.cheats") as running,
        pair_at(running, guests, tmp_path, **chosen) as pair,
    ):
        yield pair


@asynccontextmanager
async def pair_at(
    running: Running, guests: Guests, tmp_path: Path, **chosen: Any
) -> AsyncIterator[Pair]:
    """The same at any server."""
    url = running.link.rstrip("/")
    made = await made_on(url, seats=2, **chosen)
    theirs = msgspec.structs.replace(made, secret=fresh_secret())
    async with player_at(running.host, made.table, secret=theirs.secret) as player:
        await player.do("sit", invite=made.invite, name="Beto")
    home = at_home(tmp_path / "beto", theirs)
    link = f"{url}/t/{made.table}"
    ana = await guests.come(link, secret=made.secret)
    async with ochos("play", link, home=home) as beto:
        await ana.until(lambda self: {"0", "1"} <= digests(self))
        yield Pair(url, made, ana, beto, home)
        ana.may_lose_server = True
