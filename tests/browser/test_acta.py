"""An acta is checked in the browser: over plain http, with the network off, by keys alone."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.actas import first_bad_lines, golden
from tests.browser.conftest import HOUSE_NAME
from tests.browser.guest import Guest, Guests
from tests.live.site import Made, Player, Site, fresh_secret, made_on, player_at, site_on
from tests.live.tables import all_at, play_on, table_of, who_is_in_turn
from tests.live.test_receipts import forked_from

pytestmark = pytest.mark.asyncio(loop_scope="module")

PICK = "Elige el acta, o suéltala aquí"
FINE = "✓ Todo cuadra."
KEEP = "(receipts) => localStorage.setItem('ochos.receipts', receipts)"
CUT_OFF = "async () => { try { await fetch('/health'); return false } catch { return true } }"


def at_home(site: Site) -> str:
    """The server's address as another device of the house writes it."""
    return site.url.replace("127.0.0.1", HOUSE_NAME)


async def choose(guest: Guest, name: str, body: bytes) -> None:
    file = {"name": name, "mimeType": "application/x-ndjson", "buffer": body}
    await guest.page.get_by_label(PICK).set_input_files(file)  # type: ignore[arg-type]


def verdict(guest: Guest) -> Locator:
    """What is read out when an acta was checked and is right."""
    return guest.page.locator("section.found").get_by_role("status")


async def saved(guest: Guest, path: Path) -> bytes:
    """The acta as the browser keeps it."""
    async with guest.page.expect_download() as coming:
        await guest.page.get_by_role("link", name="Guardar el acta").click()
    await (await coming.value).save_as(path)
    return await asyncio.to_thread(path.read_bytes)


async def test_a_match_is_checked_from_its_end_and_again_without_the_server(
    guests: Guests, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        async with site_on(public_origins=(f"http://{HOUSE_NAME}",)) as site:
            made, players = await table_of(site, stack, 2, robots=1, target=1)
            ana = await guests.come(f"{at_home(site)}/t/{made.table}", secret=made.secret)
            await players[0].do("start", match=1)
            await play_on(players)
            await ana.page.get_by_role("link", name="Comprobar esta partida").click()
            await expect(verdict(ana)).to_have_text(FINE)
            await expect(ana.page.get_by_label("Lo que se encontró")).to_be_focused()
            await expect(ana.page.get_by_text("✓ La semilla es la del sello").first).to_be_visible()
            limits = ana.page.get_by_text("Lo que ningún acta dice: si el servidor")
            await expect(limits).to_be_visible()
            told = ana.page.get_by_text(re.compile(r"^✓ Tus? .*recibos?\b.*coinciden?"))
            await expect(told).to_be_visible()
            body = await saved(ana, tmp_path / "acta.jsonl")
            assert not await ana.page.evaluate("() => 'subtle' in crypto"), "it needs none"
            ana.may_lose_server = True
            await ana.page.context.set_offline(True)
        # The server has ended.
        assert await ana.page.evaluate(CUT_OFF)
        await choose(ana, "acta.jsonl", body)
        await expect(verdict(ana)).to_have_text(FINE)
        await expect(told).to_be_visible()
        turned = bytearray(body)
        turned[body.index(b'"seat":1', body.index(b"\n"))] ^= 1
        line = body[: body.index(b'"seat":1', body.index(b"\n"))].count(b"\n") + 1
        await choose(ana, "acta.jsonl", bytes(turned))
        alert = ana.page.get_by_role("alert")
        await expect(alert).to_contain_text(f"✗ No cuadra desde la línea {line}:")
        await expect(verdict(ana)).to_be_empty()


async def test_an_acta_that_cannot_be_had_is_told(guests: Guests) -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        ana = await guests.come(f"{site.url}/#verify={made.table}.1")
        alert = ana.page.get_by_role("alert")
        await expect(alert).to_contain_text("todavía no se ha jugado ninguna partida")
        ana.faults.clear()  # the browser itself says that the answer was 404
        await choose(ana, "acta.jsonl", dict(golden("good"))["tiny"])
        await expect(verdict(ana)).to_have_text(FINE)
        await expect(alert).to_be_empty()


async def seated(site: Site, made: Made, secret: str, stack: AsyncExitStack) -> Player:
    return await stack.enter_async_context(
        player_at(site.host, made.table, secret=secret, invite=made.invite)
    )


async def letters(guest: Guest) -> str:
    """Version and letters of the end of round 1, in the opened seal."""
    await expect(guest.result).to_be_visible()
    await guest.button("Ver el sello").click()
    sheet = guest.page.get_by_role("dialog", name="El sello de esta mesa")
    text = await sheet.get_by_text(re.compile("^Letras al terminar:")).inner_text()
    await sheet.get_by_role("button", name="Cerrar").click()
    return text


async def stopped(seats: list[Player], leaver: int) -> None:
    """One card is drawn, and somebody leaves: the match is over."""
    mover = who_is_in_turn(seats)
    await all_at(seats, await mover.do("draw", turn=mover.turn))
    await seats[leaver].do("abandon", match=1)


async def test_a_server_that_shows_two_people_two_histories_is_found_out(
    guests: Guests, tmp_path: Path
) -> None:
    """It keeps two logs of one table, equal up to a point, and shows each person another."""
    async with site_on() as one, AsyncExitStack() as stack:
        made, secret = await made_on(one.url, seats=2), fresh_secret()
        here = [await seated(one, made, who, stack) for who in (made.secret, secret)]
        await here[1].do("sit", invite=made.invite, name="Beto")
        await here[0].do("start", match=1)
        async with site_on(await forked_from(one, made.table)) as other, AsyncExitStack() as more:
            there = [await seated(other, made, who, more) for who in (made.secret, secret)]
            ana = await guests.come(f"{one.url}/t/{made.table}", secret=made.secret)
            beto = await guests.phone(f"{other.url}/t/{made.table}", secret=secret)
            for guest in (ana, beto):
                # As many entries in both logs: each page gives to the coming deal once.
                await guest.until(lambda self: self.sent[1:] and self.answered)
            dora = await guests.come(f"{one.url}/t/{made.table}")  # watches what Ana is shown
            await expect(dora.strip).to_be_visible()
            await stopped(here, leaver=0)
            await stopped(there, leaver=1)
            told = [await letters(guest) for guest in (ana, dora, beto)]
            assert told[0] == told[1], "one history"
            assert told[0] != told[2], "two histories"
            assert told[0].split("versión")[1] == told[2].split("versión")[1], "of one version"
            await ana.page.goto(f"{one.url}/#verify={made.table}.1")
            await expect(verdict(ana)).to_have_text(FINE)
            body = await saved(ana, tmp_path / "ana.jsonl")
            await beto.page.goto(f"{other.url}/#verify={made.table}.1")
            await expect(verdict(beto)).to_have_text(FINE)  # each is right by itself
            await choose(beto, "ana.jsonl", body)
            alert = beto.page.get_by_role("alert")
            await expect(alert).to_contain_text("el servidor contó dos historias")
            await expect(verdict(beto)).to_be_empty()


async def test_a_receipt_of_another_history_is_told(guests: Guests) -> None:
    body = dict(golden("good"))["tiny"]
    head, last = json.loads(body.splitlines()[0]), json.loads(body.splitlines()[-1])
    kept = [{"version": 5, "digest": "0" * 64, "round": "1.1"}]
    assert last["last"] != "0" * 64
    async with site_on() as site:
        ana = await guests.come(f"{site.url}/#verify")
        await ana.page.evaluate(KEEP, json.dumps({head["table"]: kept}))
        await choose(ana, "acta.jsonl", body)
        alert = ana.page.get_by_role("alert")
        await expect(alert).to_contain_text("el servidor contó dos historias")
        await expect(ana.page.get_by_text("NO coincide")).to_be_visible()


async def test_a_lie_is_named_by_its_line_and_the_page_is_worked_by_keys(guests: Guests) -> None:
    line, _ = first_bad_lines()["hand"]
    async with site_on() as site:
        ana = await guests.come(f"{site.url}/#verify")
        await ana.page.keyboard.press("Tab")
        await ana.page.keyboard.press("Tab")
        await expect(ana.page.get_by_label(PICK)).to_be_focused()
        async with ana.page.expect_file_chooser() as asked:
            await ana.page.keyboard.press("Space")
        chooser = await asked.value
        path = Path(__file__).parents[1] / "golden" / "actas" / "bad" / "hand.jsonl"
        await chooser.set_files(path)
        alert = ana.page.get_by_role("alert")
        await expect(alert).to_contain_text(f"✗ No cuadra desde la línea {line}: esa carta no")
        await expect(ana.page.get_by_label("Lo que se encontró")).to_be_focused()
        await choose(ana, "carta.txt", b"Querida abuela:\n")
        await expect(alert).to_contain_text("no dice que sea un acta de Ochos Locos")
