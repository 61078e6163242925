"""The seal of a table: added to by itself, cut by hand, opened, and found right at the end."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, lay
from tests.browser.playing import click_to_the_end
from tests.spec import table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def seal_of(guest: Guest, *says: str) -> None:
    """Opens the seal, reads it and closes it again."""
    await guest.button("Ver el sello").click()
    sheet = guest.page.get_by_role("dialog", name="El sello de esta mesa")
    for text in says:
        await expect(sheet).to_contain_text(text)
    await sheet.get_by_role("button", name="Cerrar").click()


async def test_a_round_is_sealed_cut_played_and_checked(house: House, guests: Guests) -> None:
    laid = await lay(house, table("clasico", seats=2, target=500))
    ana = await guests.come(**laid.as_seat(0))
    await ana.until(lambda self: "0" in digests(self))
    await seal_of(
        ana, "Huella del sello:", "Ya pusieron azar: Tú.", "Todavía falta el azar de Beto"
    )
    beto = await guests.phone(**laid.as_seat(1))
    for guest in (ana, beto):
        await expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
        await guest.until(lambda self: {"0", "1"} <= digests(self))
    await seal_of(ana, "Ya pusieron azar: Tú y Beto.")
    where = beto.page.get_by_role("slider", name="Dónde cortar")
    await expect(where).to_have_attribute("aria-valuetext", "Carta 26 de 52")
    await where.focus()
    await beto.page.keyboard.press("Home")
    for _ in range(4):
        await beto.page.keyboard.press("ArrowRight")
    await expect(where).to_have_attribute("aria-valuetext", "Carta 5 de 52")
    await beto.button("Cortar").click()
    await expect(where).to_have_count(0)
    await ana.button(re.compile("^Repartir")).click()
    await expect(ana.hand).not_to_have_count(0)
    await seal_of(ana, "Pusieron azar: Tú y Beto.", "Beto corta en la carta 5.")
    await asyncio.gather(click_to_the_end(ana), click_to_the_end(beto))
    for guest in (ana, beto):
        await seal_of(guest, "Comprobado: todas las cartas salieron como estaba sellado.")
    assert await letters_of_the_round(ana) == await letters_of_the_round(beto)
    await expect(ana.page.get_by_role("group", name="Te toca cortar")).to_be_visible()
    await expect(beto.page.get_by_role("group", name="Te toca cortar")).to_have_count(0)


async def letters_of_the_round(guest: Guest) -> str:
    """What two people compare aloud: version and letters at the end of round 1."""
    await guest.button("Ver el sello").click()
    told = guest.page.get_by_role("dialog").get_by_text(re.compile("^Letras al terminar:"))
    text = await told.inner_text()
    assert re.search("[A-Z]{4} [A-Z]{4}.*versión [0-9]+", text, re.DOTALL), text
    await guest.page.keyboard.press("Escape")
    await expect(told).to_have_count(0)
    return text


def digests(guest: Guest) -> set[str]:
    """Seats of which this page was told that they have given."""
    found: set[str] = set()
    for frame in (*guest.frames("snapshot"), *guest.frames("step")):
        tree = frame.get("view") or frame.get("patch") or {}
        found |= (tree.get("next_seal") or {}).get("digests", {}).keys()
    return found
