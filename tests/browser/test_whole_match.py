"""An evening by clicks only: a table is made, shared, played with a terminal and a robot."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.async_api import expect

from tests.api.processes import server_in
from tests.browser.conftest import HOUSE_NAME
from tests.browser.guest import Guest, Guests
from tests.browser.playing import click_on, click_to_the_end, playing_along
from tests.clients.program import ochos

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Evening(NamedTuple):
    target: int
    rounds: int  # that one of its matches must have
    short: bool  # by rules of the house that keep hands small


SHORT = Evening(60, rounds=2, short=True)
PLAIN = Evening(30, rounds=1, short=False)
MATCHES_MAX = 8  # by then one of them had a second round


async def make_table(guest: Guest, evening: Evening) -> str:
    """Makes a table for three with a robot; gives the link as it was copied."""
    page = guest.page
    await page.get_by_role("link", name="Poner una mesa").click()
    await page.get_by_role("radio", name=re.compile("Con especiales")).check(force=True)
    await page.get_by_role("radiogroup", name="¿Cuántos se sientan?").get_by_text("3").click()
    await page.get_by_label("Tu nombre").fill("Ana")
    await page.get_by_label("Nombre de la mesa").fill("Los viernes")
    await page.get_by_text("Cambiar algo").click()
    await page.get_by_text("Puntos y final").click()
    await page.get_by_label("Puntos que acaban la partida").fill(str(evening.target))
    if evening.short:
        await page.get_by_text("La baraja y el reparto").click()
        await page.get_by_text("Robar y pasar").click()
        await page.get_by_label("Cartas para cada uno").fill("3")
        await page.get_by_role("radiogroup", name="Al robar").get_by_text("una").click()
    await guest.button("Poner la mesa").click()
    await guest.button("Copiar").click()
    await expect(page.get_by_text("Enlace copiado.")).to_be_visible()
    await guest.button("Sentar un robot").click()
    await expect(page.get_by_role("list", name="Asientos")).to_contain_text("Carmen")
    return await pasted(guest)


async def pasted(guest: Guest) -> str:
    """What the clipboard holds, as it comes out in a field."""
    await guest.button(re.compile("^Charla")).click()
    field = guest.page.get_by_label("Di algo…")
    await field.press("Control+V")
    link = await field.input_value()
    await field.fill("")
    await guest.button("Cerrar").click()
    return link


async def play_a_match(guest: Guest) -> int:
    """Clicks through all rounds of a match; gives how many there were."""
    for number in range(1, 50):
        await click_to_the_end(guest)
        again = guest.button("Otra ronda")
        await expect(again.or_(guest.button("Otra partida")).first).to_be_visible()
        await expect(guest.result.get_by_role("list").first).to_be_visible()
        if not await again.is_visible():
            return number
        await expect(guest.result).to_contain_text("Así vamos")
        await again.click()
        await expect(guest.result).to_be_hidden()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("name", "evening"), [("127.0.0.1", SHORT), (HOUSE_NAME, PLAIN)])
async def test_two_matches_and_a_rematch_by_clicks(
    guests: Guests, tmp_path: Path, name: str, evening: Evening
) -> None:
    async with server_in(tmp_path, OCHOS_PUBLIC_ORIGIN=f"http://{HOUSE_NAME}") as server:
        address = f"http://{name}:{server.host.rpartition(':')[2]}"
        ana = await guests.come(address)
        await ana.page.evaluate("() => { window.neverLoadedAnew = true; }")
        link = await make_table(ana, evening)
        assert link.startswith(f"{address}/t/")
        assert link == ana.page.url
        near = link.replace(name, "127.0.0.1")  # the terminal knows no other name
        async with ochos("play", near, "--name", "Beto", home=tmp_path) as beto:
            async with playing_along(beto):
                await expect(ana.page.get_by_role("list", name="Asientos")).to_contain_text("Beto")
                await ana.button("Repartir").click()
                await play_matches(ana, evening.rounds)
                assert await click_on(ana)
            assert "Traceback" not in "\n".join(beto.lines)
            assert any(line.startswith("Empieza la partida 2.") for line in beto.lines)
        assert await ana.page.evaluate("() => window.neverLoadedAnew") is True
        assert ana.sockets == 1
        ana.may_lose_server = True


def has_begun(match: int, guest: Guest) -> bool:
    return any(step["patch"].get("match") == match for step in guest.frames("step"))


async def play_matches(guest: Guest, wanted: int) -> None:
    """Matches until one of them had so many rounds; then all accept another, which begins."""
    for match in range(1, MATCHES_MAX):
        rounds = await play_a_match(guest)
        await guest.button("Otra partida").click()
        await guest.until(partial(has_begun, match + 1))
        if rounds >= wanted:
            return
    raise AssertionError(f"no match had {wanted} rounds")
