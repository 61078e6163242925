"""A log that can be read, and says what cannot have been: its table is refused, others go on."""

from __future__ import annotations

import httpx
import pytest

from server.events.catalog import AnyEvent, CardPlayed, CardsDrawn
from server.events.codec import pack
from server.events.store import Draft, MemoryStore
from server.protocol.frames import CLOSE_NO_SUCH_TABLE
from tests.live.site import HandClock, joined, made_on, player_at, site_on

IMPOSSIBLE = (
    CardPlayed(seat=0, card="8C", active="C"),
    CardPlayed(seat=99, card="?", active=""),
    CardsDrawn(seat=-7, count=3, cards=("8C",)),
)


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=str)
async def test_an_impossible_log_is_no_table_and_harms_no_other(event: AnyEvent) -> None:
    store = MemoryStore(HandClock())
    async with site_on(store) as site:
        fine, harmed = await made_on(site.url), await made_on(site.url)
        (first,) = await store.read(harmed.table)
        public, secret = pack((event,))
        draft = Draft("x-1", b"8 bytes.", 0, "play 8C", public, secret)
        assert (await store.append(harmed.table, 1, first.tag, draft)).outcome == "ok"
        async with httpx.AsyncClient(base_url=site.url) as http:
            for rest in ("", "/export", "/rules"):
                answer = await http.get(f"/api/tables/{harmed.table}{rest}")
                assert answer.status_code == 404
                assert answer.json()["code"] == "no_such_table"
        player = await joined(site.host, harmed.table)
        assert await player.until_closed() == CLOSE_NO_SUCH_TABLE
        async with player_at(site.host, fine.table, secret=fine.secret) as ana:
            assert (await ana.ask("add_robot"))["t"] == "ack"
