"""Nothing is cut off, covered or too small to read, on the smallest phone as on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.guest import DESK, PHONE, Guest, Guests
from tests.browser.laid import House, Laid, lay
from tests.spec import dealt, scored, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

SMALLEST = {"width": 320, "height": 568}
SIZES = {"320": SMALLEST, "390": PHONE, "1440": DESK}
LETTERS_MIN = 14  # px
HAND = "8H 2C 3C 4C 5C 6C 9C TC JC QC KC AC 9H 2D 3D 4D 5D 6D 9D TD"  # 20 cards

# Texts that are seen and smaller than that, with their sizes.
SMALL_PRINT = """
(least) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || holder.closest(".sr, svg, noscript, script, option")) continue;
    if (!holder.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size < least) found.push(`${text}: ${size}`);
  }
  return found;
}
"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"
# What the bar shows of game, round and goal: its parts, and whether each is whole.
BAR_LINE = """
() => {
  const line = document.querySelector(".bar small");
  const box = line.getBoundingClientRect();
  const seen = [...line.querySelectorAll(".game, .tail span")].filter((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top >= box.top - 1 && bottom <= box.bottom + 1;
  });
  const whole = (part) => part.scrollWidth <= part.clientWidth
    && part.getBoundingClientRect().right <= box.right + 1;
  return [seen.map((part) => part.textContent).join(""), seen.every(whole)];
}
"""
# Cards of the hand of which no point can be touched.
COVERED = """
() => [...document.querySelectorAll("[data-card]")].filter((card) => {
  const box = card.getBoundingClientRect();
  const on = (x, y) => card.contains(document.elementFromPoint(x, y));
  return ![8, 16].some((x) => [8, 20, 32].some((y) => on(box.left + x, box.top + y)));
}).map((card) => card.dataset.card)
"""


def held(size: str) -> dict[str, Any]:
    phone = size != "1440"
    return {"viewport": SIZES[size], "has_touch": phone, "is_mobile": phone}


async def in_play(house: House) -> Laid:
    return await lay(
        house,
        table("especiales", seats=4, robots=(3,)),
        scored(40, 20, 15, 5),
        dealt(HAND, "2S 3S 5S", "TS", "JS QS", top="7H", stock="KS AS 7S"),
    )


async def round_over(house: House) -> Laid:
    """One hand that is left is small, one just too large for the paper, one far too large."""
    return await lay(
        house,
        table("clasico", seats=4),
        dealt("9H", "KH 3D", "9C QC JD TD", HAND.replace("9H ", ""), top="7H"),
    )


async def expect_whole(guest: Guest) -> None:
    await guest.still()
    assert await guest.page.evaluate(WIDER) <= 0
    assert await guest.page.evaluate(SMALL_PRINT, LETTERS_MIN) == []


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_is_whole(house: House, guests: Guests, size: str) -> None:
    laid = await in_play(house)
    ana = await guests.come(**laid.as_seat(0), **held(size))
    await ana.in_turn()
    await expect_whole(ana)
    await expect(ana.page.locator(".weave")).to_be_in_viewport(ratio=1)  # down to its hem
    assert await ana.page.evaluate(COVERED) == []
    await ana.play("8H")
    await expect(ana.chooser.get_by_role("button")).to_have_count(5)
    await ana.still()
    room = "(it) => it.scrollHeight - it.clientHeight"
    assert await ana.chooser.evaluate(room) <= 0, "a part of the choice is cut off"
    for button in await ana.chooser.get_by_role("button").all():
        await expect(button).to_be_in_viewport(ratio=1)
    assert await ana.page.evaluate(COVERED) == [], "the choice lies over the hand"
    watcher = await guests.come(laid.link, **held(size))
    await expect(watcher.strip).to_contain_text("Juega Ana")
    await expect_whole(watcher)


BAR_PARTS = {
    "es-ES": ("Con especiales con 2 barajas", "ronda 1", "hasta 500"),
    "en-GB": ("With specials with 2 packs", "round 1", "to 500"),
}


@pytest.mark.parametrize("locale", BAR_PARTS)
@pytest.mark.parametrize("size", SIZES)
async def test_the_bar_shows_whole_words_and_drops_the_game_first(
    house: House, guests: Guests, size: str, locale: str
) -> None:
    hands = ("2S#0 3S#0", "4S#0 5S#0", "6S#0 7S#0", "9S#0 TS#0", "JS#0 QS#0", "KS#0 AS#0")
    long = table("especiales", seats=6, target=500)
    laid = await lay(house, long, dealt(*hands, top="7H#0"))
    ana = await guests.come(**laid.as_seat(0), **held(size), locale=locale)
    await expect(ana.hand).to_have_count(2)
    game, *rest = BAR_PARTS[locale]
    shown, whole = await ana.page.evaluate(BAR_LINE)
    assert whole, shown
    allowed = [rest[0], " · ".join(rest), " · ".join((game, *rest))]
    assert shown in (allowed[2:] if size == "1440" else allowed), shown
    await expect(ana.page.locator(".bar small")).to_have_text(allowed[2])  # read out whole


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_left_does_not_cover_what_it_cost(
    house: House, guests: Guests, size: str
) -> None:
    laid = await round_over(house)
    ana = await guests.come(**laid.as_seat(0), **held(size))
    await ana.in_turn()
    await ana.play("9H")
    rows = ana.result.get_by_role("list", name="Lo que quedó en las manos").get_by_role("listitem")
    await expect(rows).to_have_count(3)
    await expect_whole(ana)
    for row in await rows.all():
        last = await row.locator(".mini").last.locator("svg").bounding_box()
        cost = await row.locator(".sum").bounding_box()
        assert last is not None
        assert cost is not None
        assert last["x"] + last["width"] <= cost["x"] + 1
    await expect(ana.button("Otra partida")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
async def test_the_other_pages_are_whole(house: House, guests: Guests, size: str) -> None:
    lobby = await lay(house, table("especiales", seats=4, people=3, robots=(2,)))
    ana = await guests.come(**lobby.as_seat(0), **held(size))
    await expect(ana.page.get_by_role("list", name="Asientos")).to_contain_text("Beto")
    await expect_whole(ana)
    await ana.page.goto(house.site.url)
    await expect(ana.page.get_by_role("main")).to_contain_text("Los viernes")
    await expect_whole(ana)
    await ana.page.goto(f"{house.site.url}/#new")
    await ana.page.get_by_text("Cambiar algo").click()
    await ana.page.get_by_text("La baraja y el reparto").click()
    await expect(ana.page.get_by_label("Cartas para cada uno")).to_be_visible()
    await expect_whole(ana)
    over = await round_over(house)
    async with over.player(0) as player:
        await player.do("play", turn=player.turn, card="9H")
    await ana.page.goto(f"{over.link.split('#')[0]}/replay")
    await expect(ana.page.get_by_role("slider")).to_be_visible()
    await ana.page.keyboard.press("ArrowRight")
    await expect_whole(ana)
    await ana.page.goto(f"{house.site.url}/#verify={over.table}.1")
    await expect(ana.page.get_by_label("Lo que se encontró")).to_be_focused()
    await expect_whole(ana)


@pytest.mark.parametrize("size", SIZES)
async def test_the_seal_is_whole(house: House, guests: Guests, size: str) -> None:
    over = await round_over(house)
    ana = await guests.come(**over.as_seat(0), **held(size))
    await ana.in_turn()
    await ana.play("9H")
    await expect(ana.result.get_by_role("link", name="Comprobar esta partida")).to_be_visible()
    await ana.button("Menú").click()
    await ana.page.get_by_role("dialog").get_by_role("button", name="Ver el sello").click()
    sheet = ana.page.get_by_role("dialog", name="El sello de esta mesa")
    await expect(sheet).to_contain_text("Letras para comparar")
    await expect_whole(ana)
    room = "(it) => it.querySelector('.inner').scrollWidth - it.querySelector('.inner').clientWidth"
    assert await sheet.evaluate(room) <= 0
