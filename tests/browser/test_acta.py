"""An acta is checked in the browser: over plain http, with the network off, by keys alone."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.actas import first_bad_lines, golden
from tests.browser.conftest import HOUSE_NAME
from tests.browser.guest import Guest, Guests
from tests.live.site import Site, site_on
from tests.live.tables import play_on, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

PICK = "Elige el acta, o suéltala aquí"
KEEP = "(receipts) => localStorage.setItem('ochos.receipts', receipts)"
CUT_OFF = "async () => { try { await fetch('/health'); return false } catch { return true } }"


def at_home(site: Site) -> str:
    """The server's address as another device of the house writes it."""
    return site.url.replace("127.0.0.1", HOUSE_NAME)


async def choose(guest: Guest, name: str, body: bytes) -> None:
    file = {"name": name, "mimeType": "application/x-ndjson", "buffer": body}
    await guest.page.get_by_label(PICK).set_input_files(file)  # type: ignore[arg-type]


async def test_a_saved_match_is_checked_with_the_network_off(
    guests: Guests, tmp_path: Path
) -> None:
    async with site_on(public_origins=(f"http://{HOUSE_NAME}",)) as site, AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, robots=1, target=1)
        await players[0].do("start", match=1)
        ana = await guests.come(f"{at_home(site)}/t/{made.table}", secret=made.secret)
        await play_on(players)
        await ana.page.goto(f"{at_home(site)}/t/{made.table}/replay")
        async with ana.page.expect_download() as coming:
            await ana.page.get_by_role("link", name="Guardar el acta").click()
        path = tmp_path / "acta.jsonl"
        await (await coming.value).save_as(path)
        await ana.page.goto(f"{at_home(site)}/#verify")
        await expect(ana.page.get_by_role("heading", level=1)).to_have_text("Comprobar un acta")
        ana.may_lose_server = True
        await ana.page.context.set_offline(True)
        assert await ana.page.evaluate(CUT_OFF)
        await choose(ana, "acta.jsonl", path.read_bytes())
        await expect(ana.page.get_by_text("✓ Todo cuadra.")).to_be_visible()
        await expect(ana.page.get_by_text("✓ La semilla es la del sello").first).to_be_visible()
        await expect(ana.page.get_by_text("coincide").first).to_contain_text("✓ Tu recibo")
        changed = path.read_bytes().replace(b'"seat":1', b'"seat":0', 1)
        await choose(ana, "acta.jsonl", changed)
        await expect(ana.page.get_by_role("alert")).to_contain_text("✗ No cuadra desde la línea")
        await ana.page.context.set_offline(False)


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
