"""Who has left a table knows no more of it than anybody who watches."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.live.site import Site, fresh_secret, made_on, player_at
from tests.live.tables import all_at

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_who_left_is_not_told_the_hand_that_a_robot_plays_on_with(site: Site) -> None:
    made = await made_on(site.url, seats=3, on_abandon="robot_plays")
    secrets = [made.secret, fresh_secret(), fresh_secret()]
    async with AsyncExitStack() as stack:
        players = []
        for number, secret in enumerate(secrets):
            player = await stack.enter_async_context(
                player_at(site.host, made.table, secret=secret, invite=made.invite)
            )
            if number:
                await player.do("sit", invite=made.invite, name=f"P{number}")
            players.append(player)
        await all_at(players, await players[0].do("start", match=1))
        leaver = next(player for player in players if not player.in_turn)
        seat, hand = leaver.seat, leaver.hand
        await leaver.do("abandon", match=1)
        headers = {"authorization": f"Bearer {secrets[seat]}"}
        async with httpx.AsyncClient(base_url=site.url) as http:
            path = f"/api/tables/{made.table}/export"
            lines = (await http.get(path, headers=headers)).text.splitlines()
    frames = "".join(line for line in lines if '"k":"frame"' in line)
    assert json.loads(lines[0])["viewer"] == -1
    assert not [card for card in hand if f'"{card}"' in frames]
