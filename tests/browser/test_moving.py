"""A seat goes from one browser to another, people's words are erased, and no page asks others."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guests
from tests.browser.laid import House, lay
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

MENU = "Menú"
CODE = re.compile(r"^[a-z]+-[a-z]+-[0-9]{3}$")


async def test_a_seat_is_taken_along_to_a_phone(house: House, guests: Guests) -> None:
    laid = await lay(house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H"))
    desk = await guests.come(**laid.as_seat(0))
    await expect(desk.hand).to_have_count(2)
    await desk.page.get_by_role("button", name=re.compile("menú", re.I)).first.click()
    await desk.button("Pasar a otro dispositivo").click()
    code = await desk.page.get_by_text(CODE).inner_text()

    phone = await guests.phone(f"{laid.link.split('/t/')[0]}/#code={code}")
    assert await phone.page.get_by_role("textbox").input_value() == code
    await phone.button("Traer mi sitio").click()
    await expect(phone.hand).to_have_count(2)
    await expect(
        desk.page.get_by_role("heading", name="Este sitio se abrió en otro lugar")
    ).to_be_visible()


async def test_a_seat_that_is_renewed_stays_here_and_another_tab_comes_back(
    house: House, guests: Guests
) -> None:
    laid = await lay(house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H"))
    here = await guests.come(**laid.as_seat(0))
    stolen = await guests.come(**laid.as_seat(0))
    await expect(stolen.hand).to_have_count(2)
    await here.page.get_by_role("button", name=re.compile("menú", re.I)).first.click()
    await here.button("Cerrar en los demás dispositivos").click()
    await here.button("Cerrar en los demás").click()
    await expect(
        stolen.page.get_by_role("heading", name="Este sitio se abrió en otro lugar")
    ).to_be_visible()
    await here.page.reload()
    await expect(here.hand).to_have_count(2)


async def test_no_page_asks_anything_of_anybody_else(house: House, guests: Guests) -> None:
    laid = await lay(house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H"))
    origin = laid.link.split("/t/")[0]
    guest = await guests.come(**laid.as_seat(0))
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/#new", "/#rules", "/#credits", "/#replay", "/#verify", "/#code"):
        await guest.page.goto(origin + path)
        await guest.page.reload()
        await expect(guest.page.get_by_role("main").first).to_be_visible()
    await guest.page.goto(laid.link)
    await expect(guest.hand).to_have_count(2)
    assert len(asked) > 10
    assert not [url for url in asked if not url.startswith((origin + "/", "data:", "blob:"))]


async def test_nothing_shows_above_the_heading_of_a_sheet_and_a_code_tells_where_it_opens(
    house: House, guests: Guests
) -> None:
    laid = await lay(house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H"))
    host = await guests.come(**laid.as_seat(0))
    await host.page.get_by_role("button", name=re.compile("menú", re.I)).first.click()
    await host.button("Pasar a otro dispositivo").click()
    await expect(host.page.get_by_text("solo abre en este equipo")).to_be_visible()
    await expect(host.page.get_by_role("img", name="QR")).to_be_in_viewport(ratio=0.99)
    sheet = host.page.get_by_role("dialog")
    gap = await sheet.evaluate("""sheet => {
        sheet.querySelector('.inner').scrollTop = 300;
        const heading = sheet.querySelector('header').getBoundingClientRect();
        return heading.top - sheet.getBoundingClientRect().top;
    }""")
    assert gap <= 0.5


async def test_the_host_erases_a_persons_words_and_then_the_table(
    house: House, guests: Guests
) -> None:
    laid = await lay(house, table("clasico", seats=2), dealt("2H 3H", "KH 3D", top="7H"))
    host = await guests.come(**laid.as_seat(0))
    async with laid.player(1) as beto:
        await beto.ask("chat", text="una palabra fea")
        await host.page.get_by_role("button", name=re.compile("menú", re.I)).first.click()
        await host.button("Borrar el nombre y la charla de Beto").click()
        await expect(host.page.get_by_role("alert").filter(has_text="de Beto")).to_be_visible()
        await host.button("Borrar").click()
        await expect(host.page.get_by_text("su nombre y sus líneas ya no están")).to_be_visible()
        await expect(host.page.get_by_text("una palabra fea")).to_have_count(0)
        await expect(host.page.get_by_text("Beto")).to_have_count(0)
        await host.button("Cerrar y borrar la mesa").click()
        await host.button("Cerrar y borrar").click()
        await host.page.keyboard.press("Escape")
        heading = host.page.get_by_role("heading", name="La mesa está cerrada")
        await expect(heading).to_be_visible()
        await expect(host.page.get_by_text("Nadie jugó en mucho tiempo")).to_have_count(0)
        await expect(host.page.get_by_text("Nadie ha jugado en mucho tiempo")).to_have_count(0)
