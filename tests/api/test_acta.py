"""The acta that a server gives of a match: whole, checked, and without a hidden card."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest

from clients.cli.verify.check import report_on
from tests.live.site import Site
from tests.live.tables import play_on, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
async def http(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url) as client:
        yield client


async def test_a_match_gives_an_acta_that_verifies(site: Site, http: httpx.AsyncClient) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, target=1)
        path = f"/api/tables/{made.table}/export"
        early = await http.get(path, params={"format": "acta"})
        assert early.json()["code"] == "not_started"
        await players[0].do("start", match=1)
        await play_on(players)
        answer = await http.get(path, params={"format": "acta"})
        assert answer.headers["content-disposition"].startswith('attachment; filename="acta-')
        report = report_on(answer.content)
        assert report.bad is None
        assert (report.table, report.match, report.finished) == (made.table, 1, True)
        assert report.names == {}
        named = await http.get(path, params={"format": "acta", "names": "yes", "match": "1"})
        assert set(report_on(named.content).names) == {0, 1}
        assert made.invite not in named.text
        wrong = await http.get(path, params={"format": "acta", "match": "2"})
        assert wrong.json()["code"] == "not_found"


async def test_an_acta_of_a_running_round_tells_what_anybody_knows(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await players[1].until_version(players[0].version)
        mine = {"authorization": f"Bearer {made.secret}"}
        path = f"/api/tables/{made.table}/export?format=acta"
        body = (await http.get(path, headers=mine)).content
        report = report_on(body)
        assert report.bad is None
        assert [one.seal for one in report.rounds] == [None]
        hidden = {*players[0].hand, *players[1].hand} - {players[0].view["pile"]["top"]}
        told = "".join(json.dumps(json.loads(line).get("e", "")) for line in body.splitlines())
        assert not [card for card in hidden if f'"{card}"' in told]
        assert (await http.get(path)).content == body
