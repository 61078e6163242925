"""Who watches sees counts and what lies on the table, and no card that is hidden."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, Laid, lay
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

HANDS = ("QH 3S 8D 4H", "2C 9C 9H", "KD 5C", "AS 6D TC JC 7C")
STOCK = "KC 4S AC TH"
ALL_TAKEN = table("especiales", seats=4, robots=(3,))


async def a_full_table(house: House) -> Laid:
    return await lay(house, ALL_TAKEN, dealt(*HANDS, top="7H", stock=STOCK))


async def shown_by(guest: Guest) -> str:
    """All that the page is made of, but the faces of all cards, which every page holds."""
    text: str = await guest.page.evaluate("() => document.getElementById('app').innerHTML")
    return text


async def test_a_spectator_sees_counts_only(house: House, guests: Guests) -> None:
    laid = await a_full_table(house)
    watcher = await guests.come(laid.link)
    await expect(watcher.strip).to_contain_text("Juega Ana")
    for name, cards in (("Ana", "4 cartas"), ("Beto", "3 cartas"), ("Dora", "2 cartas")):
        await expect(watcher.plate(name)).to_contain_text(f"{name}: {cards}")
    await expect(watcher.page.get_by_text("Estás mirando")).to_be_visible()
    await expect(watcher.hand).to_have_count(0)
    await expect(watcher.page.get_by_role("listbox")).to_have_count(0)
    for name in ("Pasar", "Robar", "Elige una carta", "Sentarme"):
        await expect(watcher.button(name)).to_have_count(0)
    await expect(watcher.page.get_by_text("puede leer, pero no escribir")).to_be_visible()
    await expect(watcher.page.get_by_role("textbox")).to_have_count(0)
    await expect(watcher.page).not_to_have_title(re.compile("Te toca"))


async def test_nothing_that_a_spectator_gets_tells_a_hidden_card(
    house: House, guests: Guests
) -> None:
    laid = await a_full_table(house)
    watcher = await guests.come(laid.link)
    await expect(watcher.strip).to_contain_text("Juega Ana")
    async with laid.player(0) as ana, laid.player(1) as beto:
        await ana.do("draw", turn=ana.turn)
        await ana.do("play", turn=ana.turn, card="4H")
        await beto.until(lambda self: self.in_turn)
        await beto.do("play", turn=beto.turn, card="9H")
        await expect(watcher.strip).to_contain_text("Juega Dora")
        hidden = {*" ".join((*HANDS, STOCK)).split()} - {"4H", "9H"}
        frames = "\n".join(watcher.received)
        assert "played" in frames
        assert "own" not in frames
        assert [card for card in sorted(hidden) if f'"{card}"' in frames] == []
        page = await shown_by(watcher)
        assert "-9H" in page
        assert [card for card in sorted(hidden) if f"-{card}" in page] == []
        # The same look at a page that may know some of them does find them.
        owner = await guests.come(**laid.as_seat(0))
        await expect(owner.hand).to_have_count(4)
        told = "\n".join(owner.received)
        assert {card for card in hidden if f'"{card}"' in told} == {"QH", "3S", "8D", "KC"}
        page = await shown_by(owner)
        assert {card for card in hidden if f"-{card}" in page} == {"QH", "3S", "8D", "KC"}


async def test_what_a_spectator_tries_by_hand_is_refused(house: House, guests: Guests) -> None:
    laid = await a_full_table(house)
    watcher = await guests.come(laid.link)
    await expect(watcher.strip).to_contain_text("Juega Ana")
    for key in ("r", "p", "1", "Enter", "/"):
        await watcher.page.keyboard.press(key)
    await expect(watcher.strip).to_contain_text("Juega Ana")
    assert [frame["t"] for frame in watcher.sent] == ["hello"]
    assert await laid.acts() == ["make 4", "start deal 1"]
