"""A finished match is watched again: from the server, and from its file without one."""

from __future__ import annotations

import base64
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.live.site import Made, Player, Site, site_on
from tests.live.tables import play_on, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

DROP = """
(text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], "partida.ndjson"));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })
    );
}
"""


async def played(site: Site, stack: AsyncExitStack) -> tuple[Made, list[Player]]:
    """A table of two people and a robot that has played a match."""
    made, players = await table_of(site, stack, 2, robots=1, preset="especiales", target=1)
    await players[0].do("start", match=1)
    await play_on(players)
    return made, players


def winner_at(players: list[Player]) -> str:
    return ("Ana", "P1", "Carmen")[players[0].view["end"]["winner"]]


async def once_more(players: list[Player]) -> None:
    """Another match, played to its end."""
    await players[0].do("offer_rematch", match=1)
    await players[1].do("accept_rematch", match=1)
    await players[0].until(lambda self: self.view["match"] == 2)
    await play_on(players)


async def shown(guest: Guest) -> list[str]:
    """What the cloth shows at this moment."""
    await guest.still()
    cloth = guest.page.get_by_role("main")
    return [await cloth.inner_text(), *await cloth.get_by_role("listitem").all_inner_texts()]


async def saved(guest: Guest, folder: Path) -> Path:
    """The file of the match that a page shows, as the browser keeps it."""
    async with guest.page.expect_download() as coming:
        await guest.page.get_by_role("link", name="Guardar la partida").click()
    download = await coming.value
    path = folder / download.suggested_filename
    await download.save_as(path)
    return path


async def test_a_match_is_watched_again_by_buttons_and_keys(guests: Guests) -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, players = await played(site, stack)
        ana = await guests.come(f"{site.url}/t/{made.table}", secret=made.secret)
        name = winner_at(players)
        await expect(ana.page.get_by_role("heading", level=1)).to_contain_text(
            "¡Ganas la partida!" if name == "Ana" else f"{name} gana la partida"
        )
        await ana.page.get_by_role("link", name="Verla otra vez").click()
        await expect(ana.page.get_by_role("banner")).to_contain_text(f"Ganó {name}")
        slider = ana.page.get_by_role("slider", name="Momento de la partida")
        last = int(await slider.get_attribute("max") or 0)
        assert last >= 3
        hands = ana.page.locator(".hands").get_by_role("listitem")
        await expect(hands).to_have_count(3)
        for key, at in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
            await ana.page.keyboard.press(key)
            await expect(slider).to_have_value(str(at))
        await expect(hands.nth(1)).not_to_contain_text("tapada")  # open hands
        first = await shown(ana)
        await ana.button("Adelante").click()
        await expect(slider).to_have_value("2")
        assert await shown(ana) != first
        await ana.button("Atrás").click()
        await expect(slider).to_have_value("1")
        assert await shown(ana) == first
        await (
            ana.page.get_by_role("radiogroup", name="De quién se ven las cartas")
            .get_by_text("P1")
            .click()
        )
        await expect(hands.nth(0)).to_contain_text("tapadas")
        await expect(hands.nth(1)).not_to_contain_text("tapada")
        await ana.page.keyboard.press("0")
        await expect(hands.nth(0)).not_to_contain_text("tapada")
        await ana.button("Al final").click()
        await expect(slider).to_have_value(str(last))


async def test_the_match_before_stays_open_after_a_rematch(guests: Guests) -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, players = await played(site, stack)
        winners = [winner_at(players)]
        await once_more(players)
        winners.append(winner_at(players))
        ana = await guests.come(f"{site.url}/t/{made.table}/replay", secret=made.secret)
        match = ana.page.get_by_role("combobox", name="Partidas de esta mesa")
        banner = ana.page.get_by_role("banner")
        await expect(match).to_have_value("2")
        await expect(banner).to_contain_text(f"Ganó {winners[1]}")
        await match.select_option("Partida 1")
        for _ in range(2):
            await expect(banner).to_contain_text(f"Ganó {winners[0]}")
            await expect(match).to_have_value("1")
            await ana.page.reload()
        await expect(ana.page).to_have_url(re.compile(r"match=1$"))


async def test_a_file_is_watched_without_the_server(guests: Guests, tmp_path: Path) -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, _ = await played(site, stack)
        ana = await guests.come(f"{site.url}/t/{made.table}/replay", secret=made.secret)
        path = await saved(ana, tmp_path)
        await ana.page.keyboard.press("End")
        known = await shown(ana)
        far = await guests.come(f"{site.url}/#replay")
        await expect(far.page.get_by_role("heading", level=2)).to_be_visible()
    far.may_lose_server = True
    await far.page.evaluate(DROP, base64.b64encode(path.read_bytes()).decode())
    await expect(far.page.get_by_role("banner")).to_contain_text("archivo comprobado")
    await far.page.keyboard.press("End")
    assert await shown(far) == known


@pytest.mark.parametrize("harm", ["cut", "changed"])
async def test_a_harmed_file_is_refused_in_words(guests: Guests, tmp_path: Path, harm: str) -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, _ = await played(site, stack)
        ana = await guests.come(f"{site.url}/t/{made.table}/replay", secret=made.secret)
        whole = (await saved(ana, tmp_path)).read_bytes()
        harmed = {
            "cut": whole[: whole.rindex(b'{"k":"sum"')],
            "changed": whole.replace(b'"Ana"', b'"Eva"'),
        }
        await ana.page.goto(f"{site.url}/#replay")
        await ana.page.set_input_files(
            "input[type=file]",
            {"name": "p.ndjson", "mimeType": "application/x-ndjson", "buffer": harmed[harm]},
        )
        told = {"cut": "está cortado", "changed": "su suma no cuadra"}[harm]
        await expect(ana.page.get_by_role("alert")).to_contain_text(told)
