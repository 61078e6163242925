"""Several pages of one seat, lost and half-open lines: everybody sees the same in the end."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, lay
from tests.spec import dealt, scored, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

LOST = "Reconectando…"


async def seen_by(guest: Guest) -> list[str]:
    """What the page shows of the table, in words."""
    parts = (guest.strip, guest.page.locator(".around"), guest.page.locator(".lap"))
    return [await part.inner_text() for part in parts]


async def test_two_pages_of_one_seat_are_both_live(house: House, guests: Guests) -> None:
    laid = await lay(
        house,
        table("clasico", seats=2),
        dealt("2H 3H 5S", "KH 3D TH", top="7H", stock="9H 6S 9S KS"),
    )
    one = await guests.come(**laid.as_seat(0))
    two = await guests.tab(one.page.context, laid.link)
    beto = await guests.come(**laid.as_seat(1))
    for tab in (one, two):
        await tab.in_turn()
    await one.button(re.compile("^Robar")).last.click()
    await expect(two.hand).to_have_count(4)
    await two.play("9H")
    for tab in (one, two):
        await expect(tab.hand).to_have_count(3)
        await expect(tab.strip).to_contain_text("Juega Beto")
    await beto.play("KH")
    await one.play("2H")
    await expect(two.hand).to_have_count(2)
    await beto.play("TH")
    await two.page.close()
    await one.play("3H")
    await expect(beto.strip).to_contain_text("Te toca")
    await expect(beto.plate("Ana")).not_to_contain_text("no está")
    assert (one.sockets, two.sockets) == (1, 1)
    assert await house.store.chat(laid.table) == {}


async def test_a_page_that_comes_back_shows_the_same(house: House, guests: Guests) -> None:
    laid = await lay(
        house,
        table("especiales", seats=3, target=200),
        scored(40, 20, 0),
        dealt("2H AH 5S", "2D 3D 6C", "8C 4C 9D", top="7H", stock="9H 6S 9S KS"),
    )
    async with laid.player(0) as host, laid.player(1) as beto, laid.player(2) as dora:
        await host.do("play", turn=host.turn, card="AH")  # turns the way round
        await dora.until(lambda self: self.in_turn)
        await dora.do("play", turn=dora.turn, card="8C", suit="D")
        await beto.until(lambda self: self.in_turn)
        await beto.do("play", turn=beto.turn, card="2D")
    ana = await guests.come(**laid.as_seat(0))
    await expect(ana.strip).to_contain_text("Te caen 2")
    await ana.still()
    before = await seen_by(ana)
    assert "2 cartas" in before[2]
    assert "40 puntos" in before[2]
    ana.may_lose_server = True
    await ana.page.context.set_offline(True)
    await expect(ana.page.get_by_text(LOST)).to_be_visible()
    await ana.page.context.set_offline(False)
    await expect(ana.page.get_by_text(LOST)).to_be_hidden()
    await ana.until(lambda self: len(self.frames("welcome")) == 2)
    assert await seen_by(ana) == before
    await ana.page.reload()
    await expect(ana.strip).to_contain_text("Te caen 2")
    await ana.still()
    assert await seen_by(ana) == before


async def test_what_was_missed_is_told_once_and_in_order(house: House, guests: Guests) -> None:
    laid = await lay(
        house,
        table("clasico", seats=3),
        dealt("2H 3H", "KH 3D TD", "TH 4C 5H", top="7H", stock="9S 6S", dealer=0),
    )
    ana = await guests.come(**laid.as_seat(0))
    await expect(ana.strip).to_contain_text("Juega Beto")
    ana.may_lose_server = True
    async with laid.player(1) as beto, laid.player(2) as dora:
        await ana.page.context.set_offline(True)
        await expect(ana.page.get_by_text(LOST)).to_be_visible()
        await beto.do("draw", turn=beto.turn)
        await beto.do("play", turn=beto.turn, card="KH")
        await dora.until(lambda self: self.in_turn)
        await dora.do("play", turn=dora.turn, card="5H")
        await ana.page.context.set_offline(False)
        await ana.in_turn()
    told = ana.page.get_by_role("log", name="Lo que va pasando")
    lines = [line for line in (await told.inner_text()).splitlines() if "juega" in line]
    assert [re.sub(r"^\W*[\d:]*\s*", "", line) for line in lines] == [
        "Beto roba una y juega el rey de corazones.",
        "Dora juega el 5 de corazones.",
    ]
    assert ana.frames("snapshot")[1:] == []  # steps alone, so nothing was dealt anew
    await expect(ana.hand).to_have_count(2)


async def test_a_play_made_without_a_connection_arrives_later(house: House, guests: Guests) -> None:
    laid = await lay(house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H"))
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    ana.may_lose_server = True
    await ana.page.context.set_offline(True)
    await ana.play("2H")
    await expect(ana.page.get_by_text("Guardamos tu jugada")).to_be_visible()
    assert len(await laid.acts()) == 2
    await ana.page.context.set_offline(False)
    await expect(ana.strip).to_contain_text("Juega Beto")
    assert (await laid.acts())[2:] == ["play 2H"]


class HalfOpen:
    """A line on which, once it is cut, nothing comes through and nobody says so."""

    def __init__(self) -> None:
        self.cut = False

    async def lay(self, guest: Guest) -> None:
        await guest.page.route_web_socket(re.compile("/ws[?]"), self._routed)

    def _routed(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: None if self.cut else server.send(text))
        server.on_message(lambda text: None if self.cut else line.send(text))


@pytest.mark.parametrize("seat", [0, 1], ids=["in turn", "not in turn"])
async def test_a_half_open_line_is_noticed(house: House, guests: Guests, seat: int) -> None:
    laid = await lay(
        house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H", stock="9S")
    )
    wire = HalfOpen()
    guest = await guests.come(house.site.url, secret=laid.secrets[seat])
    await wire.lay(guest)
    await guest.page.clock.install()
    await guest.page.goto(laid.link)
    await expect(guest.strip).to_contain_text("Te toca" if seat == 0 else "Juega Ana")
    wire.cut = True
    await guest.page.clock.fast_forward(25_000)
    await expect(guest.page.get_by_text(LOST)).to_have_count(0)
    await guest.page.clock.fast_forward(20_000)
    await expect(guest.page.get_by_text(LOST)).to_be_visible()
    wire.cut = False
    await guest.page.clock.fast_forward(30_000)
    await expect(guest.page.get_by_text(LOST)).to_have_count(0)
    assert len(await laid.acts()) == 2


async def test_a_reload_keeps_the_seat_and_a_stranger_does_not_get_it(
    house: House, guests: Guests
) -> None:
    laid = await lay(house, table("clasico", seats=3, people=2))
    ana = await guests.come(**laid.as_seat(0))
    seats = ana.page.get_by_role("list", name="Asientos")
    await expect(seats).to_contain_text("tú, y llevas la mesa")
    stranger = await guests.come(laid.link)
    await stranger.page.get_by_label("Siéntate a jugar").fill("Ana")
    await stranger.button("Sentarme").click()
    await expect(stranger.button("Repartir")).to_have_count(0)
    await ana.page.reload()
    await expect(seats).to_contain_text("tú, y llevas la mesa")
    theirs = stranger.page.get_by_role("list", name="Asientos").get_by_role("listitem")
    await expect(theirs.nth(2)).to_contain_text("tú")
