"""At the table: what is pressed counts once, the title tells whose turn it is, and ways out."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guests
from tests.browser.laid import House, Laid, lay
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

DRAW = re.compile("^Robar")


async def two_at(house: House, *hands: str, stock: str = "TS 6S 9S KS", dealer: int = 1) -> Laid:
    deal = dealt(*hands, top="7H", stock=stock, dealer=dealer)
    return await lay(house, table("clasico", seats=2), deal)


async def test_a_double_click_draws_one_card(house: House, guests: Guests) -> None:
    laid = await two_at(house, "2S 3S", "KH 3D")
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    for cards, button in ((3, ana.button(DRAW).last), (4, ana.page.locator("button.stock"))):
        await ana.unhurried()
        await button.dblclick(delay=40)
        await expect(ana.hand).to_have_count(cards)
    await ana.unhurried()
    await ana.button(DRAW).last.click()
    await expect(ana.hand).to_have_count(5)
    assert (await laid.acts())[2:] == ["draw"] * 3


async def test_the_title_says_whose_turn_it_is(house: House, guests: Guests) -> None:
    laid = await two_at(house, "2H 3H", "KH 3D", dealer=0)
    ana = await guests.come(**laid.as_seat(0))
    beto = await guests.come(**laid.as_seat(1))
    mine, others = "● Te toca · Los viernes", "Los viernes · Ochos Locos"
    icon = "() => document.querySelector('link[rel=icon]').getAttribute('href')"
    await expect(ana.page).to_have_title(others)
    await expect(beto.page).to_have_title(mine)
    plain, called = await ana.page.evaluate(icon), await beto.page.evaluate(icon)
    assert plain != called
    await beto.play("KH")
    await expect(ana.page).to_have_title(mine)
    await expect(beto.page).to_have_title(others)
    assert (await ana.page.evaluate(icon), await beto.page.evaluate(icon)) == (called, plain)
    await ana.play("2H")
    await expect(ana.page).to_have_title(others)


async def test_passing_is_done_for_those_who_wish_it(house: House, guests: Guests) -> None:
    laid = await two_at(house, "2S 3S", "KH 3D 3C", stock="")
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await expect(ana.able("Pasar")).to_be_visible()
    await ana.button("Menú").click()
    await ana.page.get_by_label("Pasar solo").check()
    await ana.button("Cerrar").click()
    await expect(ana.strip).to_contain_text("Juega Beto")
    assert (await laid.acts())[2:] == ["pass"]
    await ana.page.reload()
    async with laid.player(1) as beto:
        await beto.do("play", turn=beto.turn, card="KH")
        await beto.until(lambda self: self.in_turn)
    assert (await laid.acts())[2:] == ["pass", "play KH", "pass"]


async def test_nobody_passes_by_themselves_unless_they_wish_it(
    house: House, guests: Guests
) -> None:
    laid = await two_at(house, "2S 3S", "KH 3D", stock="")
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.page.clock.install()
    await ana.page.reload()
    await ana.in_turn()
    await ana.page.clock.run_for(10_000)
    await ana.able("Pasar").click()
    await expect(ana.strip).to_contain_text("Juega Beto")
    assert (await laid.acts())[2:] == ["pass"]


async def test_abandoning_is_asked_back_and_ends_the_match(house: House, guests: Guests) -> None:
    laid = await two_at(house, "2S 3S", "KH 3D")
    ana = await guests.phone(**laid.as_seat(0))
    beto = await guests.come(**laid.as_seat(1))
    await ana.in_turn()
    await ana.button("Menú").tap()
    await ana.button("Abandonar la partida").tap()
    await expect(ana.page.get_by_role("alert")).to_contain_text("pierdes")
    await ana.button("Me quedo").tap()
    await ana.button("Cerrar").tap()
    await ana.in_turn()
    assert len(await laid.acts()) == 2
    await ana.button("Menú").tap()
    await ana.button("Abandonar la partida").tap()
    await ana.button("Sí, me voy").tap()
    await expect(ana.result).to_contain_text("Beto gana la partida")
    await expect(beto.result).to_contain_text("¡Ganas la partida!")
    await expect(ana.result).to_contain_text("Dejaste la partida.")
    await expect(beto.result).to_contain_text("Ana dejó la partida.")
    for guest in (ana, beto):
        await expect(guest.button("Otra partida")).to_have_count(0)
        await expect(guest.page.get_by_role("link", name="Verla otra vez")).to_be_visible()
    assert (await laid.acts())[2:] == ["abandon"]


async def test_a_rematch_waits_for_who_was_away(house: House, guests: Guests) -> None:
    laid = await lay(
        house,
        table("clasico", seats=3, target=1, robots=(2,)),
        dealt("2H", "KH 3D", "5S", top="7H", stock="TS"),
    )
    ana = await guests.come(**laid.as_seat(0))
    await ana.in_turn()
    await ana.play("2H")
    await ana.button("Otra partida").click()
    await expect(ana.result).to_contain_text("Falta que responda Beto.")
    beto = await guests.phone(**laid.as_seat(1))
    await expect(beto.result).to_contain_text("Ana propone otra partida.")
    await beto.button("Sí, otra").tap()
    for guest in (ana, beto):
        await expect(guest.result).to_have_count(0)
        await expect(guest.hand).to_have_count(5)
    assert ana.sockets == 1


async def test_a_refused_rematch_reaches_all(house: House, guests: Guests) -> None:
    laid = await lay(
        house, table("clasico", seats=2, target=1), dealt("2H", "KH 3D", top="7H", stock="TS")
    )
    ana = await guests.come(**laid.as_seat(0))
    beto = await guests.come(**laid.as_seat(1))
    await ana.in_turn()
    await ana.play("2H")
    await ana.button("Otra partida").click()
    await beto.button("No, gracias").click()
    await expect(ana.result).to_contain_text("Beto prefiere no jugar otra.")
    await expect(beto.result).to_contain_text("Dijiste que hoy no.")
