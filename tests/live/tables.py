"""Tables with people and robots, and playing on at them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from tests.live.site import Made, Player, Site, fresh_secret, made_on, player_at


async def table_of(
    site: Site, stack: AsyncExitStack, people: int, *, robots: int = 0, **chosen: Any
) -> tuple[Made, list[Player]]:
    """A table with so many people and robots, seated; the last person speaks msgpack."""
    made = await made_on(site.url, seats=max(2, people + robots), **chosen)
    players = []
    for number in range(people):
        secret = fresh_secret() if number else made.secret
        player = await stack.enter_async_context(
            player_at(
                site.host,
                made.table,
                secret=secret,
                invite=made.invite,
                packed=number == people - 1 and number > 0,
            )
        )
        if number:
            await player.do("sit", invite=made.invite, name=f"P{number}")
        players.append(player)
    for _ in range(robots):
        await players[0].do("add_robot")
    return made, players


# Somebody else may have been called, or its time may have run out, before the act arrived.
OVERTAKEN = ("stale", "not_your_turn", "round_over", "match_over")


MATCH_SECONDS = 300.0  # whoever is out waits for all the others


async def play_on(players: list[Player], *, until: str = "over") -> None:
    """Everybody plays what comes first, until the phase is reached."""

    async def one(player: Player) -> None:
        while True:
            await player.until(
                lambda self: self.in_turn or self.view["phase"] in ("between", until),
                MATCH_SECONDS,
            )
            phase = player.view["phase"]
            if phase == until:
                return
            if phase == "between":
                fields = {"match": player.view["match"], "round": player.view["round"]}
                await player.ask("next_round", **fields)
                await player.until(lambda self: self.view["phase"] != "between")
            else:
                version = player.version
                answer = await player.act()
                if answer["t"] == "ack":
                    await player.until_version(answer["version"])
                else:
                    assert answer["code"] in OVERTAKEN, answer
                    await player.until_version(version + 1)

    async with asyncio.timeout(MATCH_SECONDS):
        await asyncio.gather(*(one(player) for player in players))


async def all_at(players: list[Player], version: int) -> None:
    """Waits until everybody shows a version."""
    await asyncio.gather(*(player.until_version(version) for player in players))


def who_is_in_turn(players: list[Player]) -> Player:
    return next(player for player in players if player.in_turn)
