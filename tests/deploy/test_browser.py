"""A page and a terminal behind the proxy, over HTTPS: their server is killed, and they play on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.guest import Guests
from tests.browser.playing import click_on, playing_along
from tests.browser.test_restart import BETO, make_table, plays_of
from tests.clients.program import ochos
from tests.deploy.nodes import site_of
from tests.store.rig import Server


async def test_after_a_kill_a_page_plays_on_at_the_same_version_without_being_loaded_anew(
    browser: Browser, tmp_path: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = Guests(browser)
    async with site_of(tmp_path, own_server, monkeypatch) as site:
        ana = await guests.come(site.link, ignore_https_errors=True)
        await make_table(ana)
        await ana.page.evaluate("() => { window.neverLoadedAnew = true; }")
        trust = {"SSL_CERT_FILE": str(site.nginx.certificate)}
        async with ochos("play", ana.page.url, "--name", "Beto", home=tmp_path, **trust) as beto:
            await expect(ana.page.get_by_role("list", name="Asientos")).to_contain_text(
                "Beto", timeout=60_000
            )
            await ana.button("Repartir").click()
            async with playing_along(beto):
                for _ in range(2):
                    await click_on(ana)
                await ana.in_turn()
                version, told = ana.version, len(ana.frames("welcome"))
                ana.may_lose_server = True
                node = await site.serving()
                await node.kill()
                await ana.until(lambda self: len(self.frames("welcome")) > told)
                await beto.until("De vuelta en la mesa.")
                assert ana.version == version
                assert not ana.frames("reset")
                while not plays_of(ana, BETO, after=version):
                    assert await click_on(ana)
                assert await site.serving() is not node
            assert "Traceback" not in "\n".join(beto.lines)
        assert await ana.page.evaluate("() => window.neverLoadedAnew") is True
        await guests.leave()
