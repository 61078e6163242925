"""The server is killed and comes back while people play: everybody goes on, nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.protocol.frames import Tree
from tests.api.processes import Running, begun
from tests.browser.guest import Guest, Guests
from tests.browser.playing import click_on, playing_along
from tests.clients.program import Program, ochos

pytestmark = pytest.mark.asyncio(loop_scope="module")

BETO = 2  # his seat: the robot was there before
LOST = re.compile("Reconectando|La mesa se reinicia")


async def test_a_server_killed_between_two_plays_is_waited_for(
    guests: Guests, tmp_path: Path
) -> None:
    first = await begun(tmp_path)
    ana = await guests.come(first.link)
    await make_table(ana)
    await ana.page.evaluate("() => { window.neverLoadedAnew = true; }")
    async with ochos("play", ana.page.url, "--name", "Beto", home=tmp_path) as beto:
        await expect(ana.page.get_by_role("list", name="Asientos")).to_contain_text("Beto")
        await ana.button("Repartir").click()
        async with playing_along(beto):
            for _ in range(2):
                await click_on(ana)
            await ana.in_turn()
            second = await killed_and_begun(first, tmp_path, ana, beto)
            try:
                await nothing_is_lost(guests, ana)
                version = ana.version
                while not plays_of(ana, BETO, after=version):
                    assert await click_on(ana)
            finally:
                await second.end()
        assert "Traceback" not in "\n".join(beto.lines)
    assert await ana.page.evaluate("() => window.neverLoadedAnew") is True


async def make_table(ana: Guest) -> None:
    await ana.page.get_by_role("link", name="Poner una mesa").click()
    await ana.page.get_by_label("Tu nombre").fill("Ana")
    await ana.button("Poner la mesa").click()
    await ana.button("Sentar un robot").click()


async def killed_and_begun(first: Running, data: Path, ana: Guest, beto: Program) -> Running:
    """Kills the server and starts it again; both clients say so and come back by themselves."""
    ana.may_lose_server = True
    told = len(ana.frames("welcome"))
    await first.kill()
    await expect(ana.page.get_by_text(LOST)).to_be_visible()
    await beto.until("Reconectando…")
    second = await begun(data, "serve", "--port", first.host.rpartition(":")[2])
    await beto.until("De vuelta en la mesa.")
    await expect(ana.page.get_by_text(LOST)).to_be_hidden()
    await ana.until(lambda self: len(self.frames("welcome")) == told + 1)
    return second


async def nothing_is_lost(guests: Guests, ana: Guest) -> None:
    """A page that knows nothing yet is shown what the other has kept on showing."""
    tab = await guests.tab(ana.page.context, ana.page.url)
    await tab.in_turn()
    assert tab.version == ana.version
    assert await seen_by(tab) == await seen_by(ana)
    await tab.page.close()


async def seen_by(guest: Guest) -> dict[str, object]:
    """All that a page shows of the table, in words."""
    cards = "(cards) => cards.map((card) => card.dataset.card)"
    return {
        "asked": await guest.strip.inner_text(),
        "hand": await guest.hand.evaluate_all(cards),
        "others": await guest.page.locator(".around").inner_text(),
        "mine": await guest.page.locator(".lap .mine").inner_text(),
    }


def plays_of(guest: Guest, seat: int, *, after: int) -> int:
    """How often somebody has played, drawn or passed since a version."""
    steps: list[Tree] = [step for step in guest.frames("step") if step["version"] > after]
    news = [item for step in steps for item in step.get("news", ())]
    return sum(item["t"] in ("played", "drew", "passed") and item["seat"] == seat for item in news)
