"""Suits: what an eight asks for is seen by all, and no suit is told by its colour alone."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, Laid, lay
from tests.clients.program import ochos
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

DESIGNS = ("francesa-4", "francesa-2", "espanola")
# What a symbol draws, without any colour.
SHAPE = """
(id) => {
  const kinds = ["d", "points", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height"];
  const drawn = (part) => part.localName === "use"
    ? drawn(document.querySelector(part.getAttribute("href")))
    : part.localName + kinds.map((kind) => part.getAttribute(kind) ?? "").join("|")
      + [...part.children].map(drawn).join("\\n");
  return drawn(document.getElementById(id));
}
"""
SHOWN = "(root) => root.querySelector('use').href.baseVal"


async def two_at(house: House, *hands: str, top: str = "7H") -> Laid:
    return await lay(house, table("clasico", seats=2), dealt(*hands, top=top, stock="KS AS 7S 6S"))


async def expect_asked(guest: Guest) -> None:
    """The page says by word and by shape that diamonds are asked for, on the eight as it is."""
    await expect(guest.strip).to_contain_text("diamantes")
    await expect(guest.page.locator(".demand")).to_have_text(re.compile("pide diamantes"))
    for disc in (guest.strip.locator(".disc"), guest.page.locator(".demand .disc")):
        assert await disc.evaluate(SHOWN) == "#f4-suit-D"
    assert await guest.page.locator(".pile .top").evaluate(SHOWN) == "#f4-8C"


async def test_the_suit_that_is_asked_for_is_seen_by_who_comes_late(
    house: House, guests: Guests, tmp_path: Path
) -> None:
    laid = await two_at(house, "8C 3S 9C", "KD 3D 5S")
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.play("8C")
    await ana.chooser.get_by_role("button", name=re.compile("Diamantes")).click()
    await expect_asked(ana)
    beto = await guests.phone(**laid.as_seat(1))
    await expect_asked(beto)
    await beto.page.reload()
    await expect_asked(beto)
    await expect_asked(await guests.come(laid.link))
    async with ochos("watch", laid.link, home=tmp_path) as terminal:
        await terminal.until("Arriba está el 8 de tréboles, y se pide diamantes.")
        await beto.play("KD")
        await expect(ana.page.locator(".demand")).to_have_text("diamantes")
        await terminal.until("Beto juega el rey de diamantes.")


async def test_an_eight_as_last_card_asks_for_no_suit(house: House, guests: Guests) -> None:
    laid = await two_at(house, "8D", "KD 3D")
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.play("8D")
    await expect(ana.result).to_contain_text("Te quedaste sin cartas")
    await expect(ana.chooser).to_have_count(0)
    sent = [frame for frame in ana.sent if frame["t"] == "play"]
    assert [("suit" in frame, frame["card"]) for frame in sent] == [(False, "8D")]
    assert (await laid.acts())[-1] == "play 8D"


async def test_suits_have_shapes_of_their_own(house: House, guests: Guests) -> None:
    laid = await two_at(house, "8C 3S 9C", "KD 3D")
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.button("Menú").click()  # its samples bring all designs into the page
    for prefix, design in zip(("f4", "f2", "es"), DESIGNS, strict=True):
        await ana.page.locator(f"#{prefix}-suit-C").wait_for(state="attached")
        for kind in ("suit-{}", "7{}", "A{}"):
            shapes = [
                await ana.page.evaluate(SHAPE, f"{prefix}-{kind.format(suit)}") for suit in "CDHS"
            ]
            assert all(shapes)
            for one, other in itertools.combinations(shapes, 2):
                assert one != other, (design, kind)


async def test_what_can_be_played_and_whose_turn_it_is_shows_without_colour(
    house: House, guests: Guests
) -> None:
    laid = await two_at(house, "9H 3S 9C", "KH 3D", top="7H")
    ana = await guests.come(**laid.as_seat(0), forced_colors="active")
    await ana.in_turn()
    dot = "(card) => getComputedStyle(card, '::before').content !== 'none'"
    top = "(card) => card.getBoundingClientRect().top"
    await ana.still()
    marked = {card: await ana.card(card).evaluate(dot) for card in ("9H", "3S", "9C")}
    assert marked == {"9H": True, "3S": False, "9C": False}
    assert await ana.card("9H").evaluate(top) < await ana.card("3S").evaluate(top) - 5
    beto = ana.plate("Beto")
    await expect(beto.locator(".rising svg")).to_have_count(0)
    await ana.play("9H")
    await expect(beto.locator(".rising svg")).to_be_visible()
    await expect(beto).to_have_attribute("aria-current", "true")
    await expect(ana.strip).to_contain_text("Juega Beto")
    await expect(ana.playable).to_have_count(0)
