"""A phone: one tap does what a click does, and the largest hand stays in reach."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, Laid, lay
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

SMALL = {"width": 375, "height": 667}
SMALLEST = {"width": 320, "height": 568}
MANY = "4H 2C 3C 4C 5C 6C 9C TC JC QC KC AC 9H 2D 3D 4D 5D 6D 9D TD JD QD KD AD 6H"  # 25
PASSES = ("pass",) * 3
FINGER = 24  # px that must be free, both ways

# How wide and high a card can be touched, and where: what lies on top at each point decides.
UNCOVERED = """
(card) => {
  card.scrollIntoView({ block: "nearest" });
  const box = card.getBoundingClientRect();
  const free = [];
  for (let y = box.top + 1; y < box.bottom; y += 4)
    for (let x = box.left + 1; x < box.right; x += 4)
      if (card.contains(document.elementFromPoint(x, y))) free.push([x, y]);
  const xs = free.map(([x]) => x), ys = free.map(([, y]) => y);
  return {
    width: Math.max(...xs) - Math.min(...xs) + 4,
    height: Math.max(...ys) - Math.min(...ys) + 4,
    x: Math.min(...xs) + 8,
    y: Math.min(...ys) + 12,
  };
}
"""


async def with_hand(house: House, cards: str, *, stock: str = "KS AS 7S") -> Laid:
    """Ana's hand; the others could only pass, once the stock is empty."""
    return await lay(
        house,
        table("clasico", seats=4),
        dealt(cards, "2S 3S 5S", "TS", "JS QS", top="7H", stock=stock),
    )


async def test_one_tap_chooses_and_one_plays(house: House, guests: Guests) -> None:
    laid = await with_hand(house, "4H 9C QH")
    ana = await guests.phone(**laid.as_seat(0), viewport=SMALL)
    await ana.in_turn()
    await ana.card("QH").tap(position=ana.CORNER)
    await expect(ana.card("QH")).to_have_attribute("aria-selected", "true")
    await ana.button(re.compile("^Jugar")).tap()
    await expect(ana.hand).to_have_count(2)
    await expect(ana.strip).to_contain_text("Juega Beto")
    assert (await laid.acts())[-1] == "play QH"


async def test_one_tap_plays_where_that_is_wanted(house: House, guests: Guests) -> None:
    laid = await with_hand(house, "4H 9C QH")
    ana = await guests.phone(**laid.as_seat(0), viewport=SMALL)
    await ana.in_turn()
    await ana.button("Menú").tap()
    await ana.page.get_by_label("Jugar con un toque").tap()
    await ana.button("Cerrar").tap()
    await ana.card("4H").tap(position=ana.CORNER)
    await expect(ana.strip).to_contain_text("Juega")
    assert (await laid.acts())[-1] == "play 4H"


async def test_a_tap_in_the_chat_does_not_zoom(house: House, guests: Guests) -> None:
    laid = await with_hand(house, "4H 9C QH")
    ana = await guests.phone(**laid.as_seat(0), viewport=SMALL)
    await ana.in_turn()
    await ana.button(re.compile("^Charla")).tap()
    field = ana.page.get_by_label("Di algo…")
    await field.tap()
    await expect(field).to_be_focused()
    size = await field.evaluate("(field) => parseFloat(getComputedStyle(field).fontSize)")
    assert size >= 16, "phones zoom into a field of smaller letters"
    assert await ana.page.evaluate("() => visualViewport.scale") == 1
    await ana.page.keyboard.type("hola")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.get_by_role("log", name="Charla")).to_contain_text("hola")
    assert await ana.page.evaluate("() => document.documentElement.scrollWidth") == SMALL["width"]


@pytest.mark.parametrize(
    ("viewport", "cards"), [(SMALL, 25), (SMALLEST, 20)], ids=["375-25", "320-20"]
)
async def test_every_card_of_a_large_hand_is_in_reach(
    house: House, guests: Guests, viewport: Any, cards: int
) -> None:
    laid = await with_hand(house, " ".join(MANY.split()[:cards]))
    ana = await guests.phone(**laid.as_seat(0), viewport=viewport)
    await ana.in_turn()
    await expect(ana.hand).to_have_count(cards)
    for card in MANY.split()[:cards]:
        room = await ana.card(card).evaluate(UNCOVERED)
        assert room["width"] >= FINGER, (card, room)
        assert room["height"] >= FINGER, (card, room)
        await ana.page.touchscreen.tap(room["x"], room["y"])
        await expect(ana.card(card)).to_have_attribute("aria-selected", "true")
    for name in (re.compile("^Robar"), "Pasar", re.compile("^(Elige|Jugar)")):
        assert await in_view(ana, name), name
    await expect(ana.strip).to_be_in_viewport(ratio=1)


async def test_the_first_a_middle_and_the_last_of_25_cards_are_played(
    house: House, guests: Guests
) -> None:
    laid = await with_hand(house, MANY, stock="")
    ana = await guests.phone(**laid.as_seat(0), viewport=SMALL)
    await ana.in_turn()
    await ana.button("Menú").tap()
    await ana.page.get_by_role("combobox", name="Orden de la mano").select_option("Como llegan")
    await ana.button("Cerrar").tap()
    async with laid.player(1) as beto, laid.player(2) as dora, laid.player(3) as elsa:
        version = 0
        for left, card in ((24, "4H"), (23, "9H"), (22, "6H")):
            await ana.in_turn(version)
            await ana.still()
            room = await ana.card(card).evaluate(UNCOVERED)
            await ana.page.touchscreen.tap(room["x"], room["y"])
            await ana.button(re.compile("^Jugar")).tap()
            await expect(ana.hand).to_have_count(left)
            for player in (beto, dora, elsa):
                await player.until(lambda self: self.in_turn)
                version = await player.do("pass", turn=player.turn)
    acts = await laid.acts()
    assert acts[2:] == [act for card in ("4H", "9H", "6H") for act in (f"play {card}", *PASSES)]


async def in_view(guest: Guest, name: Any) -> bool:
    box = await guest.button(name).last.bounding_box()
    size = guest.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and box["height"] >= 44
