"""A server that tells two people two histories, or one person one after another, is found out by
the receipts that their clients keep; one that says that it went back is no liar."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from clients.cli.verify.receipts import short
from tests.api.processes import begun, server_in
from tests.browser.guest import Guest, Guests
from tests.browser.playing import click_on, playing_along
from tests.browser.test_acta import choose
from tests.clients.program import ochos
from tests.fair.cheated import PAGE, TERMINAL, Pair, cheated_by, pair_at

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWO = "El servidor contó dos historias de esta mesa"
MEANS = "no les cuenta lo mismo a todos"
FINE = "✓ Todo cuadra."
OTHERS = "✗ Por sí sola cuadra, pero no es la historia que se contó aquí."
BACK = "El servidor dice que la mesa volvió a un estado anterior"
DO = "No sigas jugando en este servidor hasta que se aclare."


def told_to(ana: Guest) -> dict[int, str]:
    """Version → digest, as the page was told."""
    frames = (*ana.frames("welcome"), *ana.frames("beat"))
    return {frame["version"]: frame["digest"] for frame in frames}


def kept_by(pair: Pair) -> dict[int, str]:
    """Version → digest, as the terminal keeps it."""
    path = pair.beto_home / "ochos-locos" / "receipts.json"
    kept = json.loads(path.read_text())[pair.made.table]
    return dict(kept.values())


def differ(one: Mapping[int, str], other: Mapping[int, str]) -> bool:
    return any(one[version] != other[version] for version in one.keys() & other.keys())


async def play_until_two_histories(pair: Pair) -> None:
    """Until the page and the terminal have been told two digests of one version."""
    await pair.ana.button(re.compile("^Repartir")).click()
    async with playing_along(pair.beto):
        while not differ(told_to(pair.ana), kept_by(pair)):
            assert await click_on(pair.ana), "the round was over before there was a lie"
        await pair.ana.in_turn()  # nobody acts before Ana does


async def acta_of(pair: Pair) -> bytes:
    async with httpx.AsyncClient(base_url=pair.url) as http:
        answer = await http.get(f"/api/tables/{pair.made.table}/export?format=acta")
    assert answer.status_code == 200
    return answer.content


async def checked_by_page(pair: Pair, acta: bytes, *, refuted: bool) -> None:
    """What Ana's page says of an acta."""
    await pair.ana.page.goto(f"{pair.url}/#verify")
    await choose(pair.ana, "acta.jsonl", acta)
    await expect(pair.ana.page.get_by_text(OTHERS if refuted else FINE)).to_be_visible()
    contradicting = pair.ana.page.get_by_text("NO coincide")
    if refuted:
        await expect(contradicting.first).to_be_visible()
    else:
        await expect(contradicting).to_have_count(0)


async def verified(pair: Pair, acta: bytes) -> tuple[int, list[str]]:
    """What Beto's terminal says of an acta: the exit code and its lines."""
    path = pair.beto_home / "acta.jsonl"
    path.write_bytes(acta)
    async with ochos("verify", str(path), home=pair.beto_home) as program:
        return await program.exit(), program.lines


@pytest.mark.parametrize("deceived", [PAGE, TERMINAL])
async def test_the_acta_contradicts_the_receipts_of_who_was_told_another_history(
    guests: Guests, tmp_path: Path, deceived: int
) -> None:
    async with cheated_by("two_faced", deceived, guests, tmp_path) as pair:
        await play_until_two_histories(pair)
        await letters_differ(pair)
        acta = await acta_of(pair)
        code, lines = await verified(pair, acta)
        assert (code, any("NO coincide" in line for line in lines)) == (
            (1, True) if deceived == TERMINAL else (0, False)
        )
        await checked_by_page(pair, acta, refuted=deceived == PAGE)


async def letters_differ(pair: Pair) -> None:
    """What both would read aloud to each other, at the same version."""
    ana, beto = pair.ana, pair.beto
    version = ana.version
    beto.type("sello")
    await beto.until(f"en la versión {version}: ")
    line = next(line for line in reversed(beto.lines) if "Letras para comparar" in line)
    await ana.button("Ver el sello").click()
    now = ana.page.get_by_role("dialog").locator("p.now")
    await expect(now).to_contain_text(f"versión {version}")
    mine, theirs = letters_in(await now.inner_text()), letters_in(line)
    assert mine != theirs
    assert (mine, theirs) == (short(told_to(ana)[version]), short(kept_by(pair)[version]))
    await ana.button("Cerrar").click()


def letters_in(text: str) -> str:
    found = re.search(r"\b[A-Z]{4} [A-Z]{4}\b", text)
    assert found, text
    return found[0]


async def test_a_page_that_comes_back_to_another_history_says_so(
    guests: Guests, tmp_path: Path
) -> None:
    async with cheated_by("careless", PAGE, guests, tmp_path) as pair:
        await play_until_two_histories(pair)
        alert = pair.ana.page.get_by_role("alert").filter(has_text=TWO)
        await expect(alert).to_have_count(0)
        await pair.ana.page.reload()
        for text in (TWO, MEANS, DO):
            await expect(alert).to_contain_text(text)
        async with pair.ana.page.expect_download() as coming:
            await alert.get_by_role("link", name="Guardar el acta").click()
        await (await coming.value).save_as(tmp_path / "acta.jsonl")
        acta = (tmp_path / "acta.jsonl").read_bytes()
        await checked_by_page(pair, acta, refuted=True)
        assert not any(TWO in line for line in pair.beto.lines)


async def test_a_terminal_that_comes_back_to_another_history_says_so(
    guests: Guests, tmp_path: Path
) -> None:
    async with cheated_by("careless", TERMINAL, guests, tmp_path) as pair:
        await play_until_two_histories(pair)
        assert not any(TWO in line for line in pair.beto.lines)
        pair.beto.type("salir")
        assert await pair.beto.exit() == 0
        for _ in range(2):  # once it has been noticed, it stays so
            async with ochos("play", pair.link, home=pair.beto_home) as again:
                for text in (TWO, MEANS, DO, f"ochos export --acta {pair.link}"):
                    await again.until(text)
        code, lines = await verified(pair, await acta_of(pair))
        assert code == 1
        assert any("NO coincide" in line for line in lines)
        await expect(pair.ana.page.get_by_role("alert").filter(has_text=TWO)).to_have_count(0)


async def test_who_comes_back_to_the_same_history_hears_nothing(
    guests: Guests, tmp_path: Path
) -> None:
    async with cheated_by("none", TERMINAL, guests, tmp_path) as pair:
        await pair.ana.button(re.compile("^Repartir")).click()
        await pair.beto.until("Te toca.")
        pair.beto.type("salir")
        assert await pair.beto.exit() == 0
        await pair.ana.page.reload()
        await expect(pair.ana.hand).not_to_have_count(0)
        async with ochos("play", pair.link, home=pair.beto_home) as again:
            again.type("sello")
            await again.until("Letras para comparar")
            assert not any("historia" in line for line in again.lines)
        acta = await acta_of(pair)
        assert (await verified(pair, acta))[0] == 0
        await expect(pair.ana.page.get_by_role("alert")).to_have_count(0)
        await checked_by_page(pair, acta, refuted=False)


async def test_an_older_state_that_was_restored_is_told_and_no_alarm(
    guests: Guests, tmp_path: Path
) -> None:
    data, older = tmp_path / "data", tmp_path / "older"
    running = await begun(data)
    same = ("serve", "--port", running.host.rpartition(":")[2])
    async with pair_at(running, guests, tmp_path) as pair:
        ana, beto = pair.ana, pair.beto
        ana.may_lose_server = True
        await running.end()
        shutil.copytree(data, older)
        async with server_in(data, *same):
            await ana.until(lambda self: len(self.frames("welcome")) > 1)
            await ana.button(re.compile("^Repartir")).click()
            await beto.until("Te toca.")
        shutil.rmtree(data)
        shutil.copytree(older, data)
        async with server_in(data, *same):
            await beto.until(BACK)
            await expect(ana.page.get_by_role("status").filter(has_text=BACK)).to_be_visible()
            await ana.button("Cerrar").click()
            await expect(ana.page.get_by_text(BACK)).to_have_count(0)
            beto.type("sello")
            await beto.until("Letras para comparar")
            assert not any(TWO in line or "no cuadra" in line for line in beto.lines)
            await expect(ana.page.get_by_text(TWO)).to_have_count(0)
            await expect(ana.page.get_by_text("no cuadra")).to_have_count(0)
