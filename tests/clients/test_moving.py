"""A seat comes to the terminal by a code, and leaves it by another."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.clients.program import ochos
from tests.live.site import Site, fresh_secret, made_on, player_at, site_on

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def code_on(site: Site, table: str, secret: str) -> str:
    async with httpx.AsyncClient(base_url=site.url) as http:
        headers = {"authorization": f"Bearer {secret}"}
        answer = await http.post(f"/api/tables/{table}/code", headers=headers)
        return str(answer.json()["code"])


async def test_a_seat_comes_and_goes_by_codes(tmp_path: Path) -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        words = (await code_on(site, made.table, made.secret)).upper().split("-")
        async with ochos("join", *words, "--server", site.url, home=tmp_path) as ana:
            await ana.until("Ana")
            async with ochos("code", f"{site.url}/t/{made.table}", home=tmp_path) as asking:
                assert await asking.exit() == 0
                code, *about = asking.lines
            assert f"{site.url}/#code={code}" in " ".join(about)
            phone = fresh_secret()
            async with httpx.AsyncClient(base_url=site.url) as http:
                headers = {"authorization": f"Bearer {phone}"}
                await http.post("/api/move", json={"code": code}, headers=headers)
            assert await ana.exit() != 0
            assert "otro dispositivo" in ana.lines[-1] or "another device" in ana.lines[-1]
        async with player_at(site.host, made.table, secret=phone) as moved:
            assert moved.seat == 0


async def test_a_code_that_does_not_serve_is_said(tmp_path: Path) -> None:
    async with (
        site_on() as site,
        ochos("join", "lobo-nube-100", "--server", site.url, "--lang", "es", home=tmp_path) as ana,
    ):
        assert await ana.exit() != 0
        assert "Ese código no sirve" in ana.lines[-1]
