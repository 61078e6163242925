"""The keyboard alone: the focus stays where it was, and a whole round needs nothing else."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, lay
from tests.live.site import Player
from tests.spec import dealt, scored, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

# Keeps what the page has read out, each sentence once it is whole.
LISTEN = """
() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[data-announcer]"))
    new MutationObserver(() => {
      const text = region.textContent.replace("\\u00a0", "").trim();
      if (text) window.heard.push(`${region.dataset.announcer}: ${text}`);
    }).observe(region, { childList: true, characterData: true, subtree: true });
}
"""


async def heard(guest: Guest) -> list[str]:
    found: list[str] = await guest.page.evaluate("() => window.heard.splice(0)")
    return found


async def press(guest: Guest, *keys: str) -> None:
    for key in keys:
        await guest.page.keyboard.press(key)


async def test_the_focus_stays_while_others_play_and_moves_to_the_neighbour(
    house: House, guests: Guests
) -> None:
    laid = await lay(
        house,
        table("clasico", seats=2),
        dealt("2H 5H 9H JH QC", "KH 3D 4S", top="7H", stock="TS 6D", dealer=0),
    )
    ana = await guests.come(**laid.as_seat(0))
    await expect(ana.strip).to_contain_text("Juega Beto")
    await ana.page.evaluate(LISTEN)
    third = ana.hand.nth(2)
    card = await third.get_attribute("data-card")
    await ana.page.get_by_role("link", name="Ir a mi mano").focus()
    await press(ana, "Enter", "ArrowRight", "ArrowRight", "ArrowRight")
    await expect(third).to_be_focused()
    async with laid.player(1) as beto:
        await beto.do("draw", turn=beto.turn)
        await beto.do("play", turn=beto.turn, card="KH")
        await ana.in_turn()
        await expect(third).to_be_focused()
        said = await heard(ana)
        assert [line for line in said if "juega el rey de corazones" in line]
        assert len(said) == 2, said  # one sentence for each of the two events
        await press(ana, "Enter")
        await expect(third).to_have_attribute("aria-selected", "true")
        await press(ana, "Enter")
        await expect(ana.hand).to_have_count(4)
        assert f'"card": "{card}"' in str(ana.sent).replace("'", '"')
        await expect(ana.hand.nth(2)).to_be_focused()
        await expect(ana.strip).to_contain_text("Juega Beto")
        assert len(await heard(ana)) == 1


async def test_a_whole_round_is_played_by_keyboard(house: House, guests: Guests) -> None:
    laid = await lay(
        house,
        table("especiales", seats=2, target=300),
        scored(40, 20),
        dealt("8S 9H QD 3D", "9S 6D 3S KC", top="7H", stock="TS 6S KD 5H"),
    )
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.page.evaluate(LISTEN)
    async with laid.player(1) as beto:
        await press(ana, "t")
        assert (await heard(ana))[-1].startswith("polite: Te toca. Sirven corazones")
        await press(ana, "j")
        assert "9 de corazones" in (await heard(ana))[-1]
        await press(ana, "r")  # draws
        await expect(ana.hand).to_have_count(5)
        await play_by_key(ana, "9H")
        await ana.in_turn(await played(beto, "9S"))
        await focus_on(ana, "8S")
        await press(ana, " ", " ")
        await expect(ana.chooser).to_be_visible()
        await press(ana, "Escape")
        await expect(ana.chooser).to_be_hidden()
        await expect(ana.card("8S")).to_be_focused()
        await press(ana, "Enter", "d")
        await expect(ana.page.locator(".demand")).to_contain_text("pide diamantes")
        await ana.in_turn(await played(beto, "6D"))
        await play_by_key(ana, "QD")  # of two, who plays it goes on
        await ana.in_turn()
        await play_by_key(ana, "3D")
        await ana.in_turn(await played(beto, "3S"))
        await play_by_key(ana, "TS")
    await expect(ana.page.get_by_role("heading", name="Te quedaste sin cartas")).to_be_focused()
    for _ in range(6):
        await press(ana, "Tab")
        if await ana.button("Otra ronda").evaluate("(it) => it === document.activeElement"):
            break
    await press(ana, "Enter")
    await expect(ana.page.get_by_text(re.compile(r"ronda 3\b.*hasta"))).to_be_visible()
    await expect(ana.hand).to_have_count(7)
    acts = [act for act in await laid.acts() if act.startswith(("play", "draw"))]
    assert acts == [
        "draw", "play 9H", "play 9S", "play 8S suit D", "play 6D", "play QD", "play 3D", "play 3S",
        "play TS",
    ]  # fmt: skip


async def play_by_key(guest: Guest, card: str) -> None:
    await focus_on(guest, card)
    await press(guest, "Enter", "Enter")
    await expect(guest.card(card)).to_have_count(0)


async def focus_on(guest: Guest, card: str) -> None:
    """Walks along the hand to a card."""
    await press(guest, "Home")
    for _ in range(await guest.hand.count()):
        if await guest.card(card).evaluate("(card) => card === document.activeElement"):
            return
        await press(guest, "ArrowRight")
    raise AssertionError(f"{card} cannot be reached")


async def played(player: Player, card: str) -> int:
    """Somebody else plays; gives the version that shows it."""
    await player.until(lambda self: self.in_turn)
    return await player.do("play", turn=player.turn, card=card)


async def test_a_key_that_is_held_down_draws_once(house: House, guests: Guests) -> None:
    laid = await lay(
        house, table("clasico", seats=2), dealt("2S 3S", "KH 3D", top="7H", stock="TS 6S 9S KS")
    )
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    for _ in range(6):  # a key that is down comes again and again
        await ana.page.keyboard.down("r")
        await ana.until(lambda self: len(self.frames("ack")) == len(self.sent) - 1)
        await ana.page.wait_for_function("() => true")
    await ana.page.keyboard.up("r")
    await expect(ana.hand).to_have_count(3)
    await ana.unhurried()
    await press(ana, "r")
    await expect(ana.hand).to_have_count(4)
    assert (await laid.acts())[2:] == ["draw", "draw"]
