"""What each person chooses for themselves: language, motion; kept over a reload."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, Laid, lay
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Keeps each movement that the page starts.
WATCH = """
() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const travels = frames.some((frame) => /translate\\((?!0px, 0px)/.test(frame.transform ?? ""));
    window.moved.push({ travels, ms: options.duration ?? options });
    return animate.call(this, frames, options);
  };
}
"""


async def two_at(house: House) -> Laid:
    return await lay(
        house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H", stock="9S 6S KS")
    )


@pytest.mark.parametrize(
    ("locale", "turn", "draw"),
    [("es-MX", "Te toca", "Robar"), ("en-GB", "Your turn", "Draw"), ("fr-FR", "Te toca", "Robar")],
)
async def test_the_page_speaks_the_browsers_language_else_spanish(
    house: House, guests: Guests, locale: str, turn: str, draw: str
) -> None:
    laid = await two_at(house)
    ana = await guests.come(**laid.as_seat(0), locale=locale)
    await expect(ana.strip).to_contain_text(turn)
    await expect(ana.button(draw)).to_be_visible()
    assert await ana.page.locator("html").get_attribute("lang") == locale[:2].replace("fr", "es")


async def test_the_language_changes_at_once_and_is_remembered(house: House, guests: Guests) -> None:
    laid = await two_at(house)
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.button("Menú").click()
    await ana.page.get_by_role("combobox", name="Idioma").select_option("English")
    await ana.button("Close").click()
    for _ in range(2):
        await expect(ana.strip).to_contain_text("Your turn")
        await expect(ana.page).to_have_title("● Your turn · Los viernes")
        label = "2 of hearts, can be played, 1 of 2"
        await expect(ana.card("2H")).to_have_attribute("aria-label", label)
        assert await ana.page.locator("html").get_attribute("lang") == "en"
        await ana.page.reload()


async def movements(guest: Guest) -> list[dict[str, Any]]:
    """What moves when a card is drawn and one is played."""
    await guest.in_turn()
    await guest.page.evaluate(WATCH)
    await guest.button("Robar").click()
    await expect(guest.hand).to_have_count(3)
    await guest.play("2H")
    await expect(guest.strip).to_contain_text("Juega Beto")
    moved: list[dict[str, Any]] = await guest.page.evaluate("() => window.moved")
    return moved


async def test_cards_travel(house: House, guests: Guests) -> None:
    laid = await two_at(house)
    moved = await movements(await guests.come(**laid.as_seat(0)))
    assert any(one["travels"] and one["ms"] > 100 for one in moved)


@pytest.mark.parametrize("how", ["system", "setting"])
async def test_nothing_travels_where_motion_is_not_wanted(
    house: House, guests: Guests, how: str
) -> None:
    laid = await two_at(house)
    wish = {"reduced_motion": "reduce"} if how == "system" else {}
    ana = await guests.come(**laid.as_seat(0), **wish)
    await ana.in_turn()
    if how == "setting":
        await ana.button("Menú").click()
        await ana.page.get_by_role("combobox", name="Movimiento").select_option("Ninguno")
        await ana.button("Cerrar").click()
    moved = await movements(ana)
    assert not [one for one in moved if one["travels"] or one["ms"] > 100]
