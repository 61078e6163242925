"""A server that cheats at the deal is found out by the page and by the terminal; one that does
not, never."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.guest import Guest, Guests
from tests.browser.playing import click_to_the_end, playing_along
from tests.clients.program import Program
from tests.fair.cheated import PAGE, TERMINAL, Pair, cheated_by

pytestmark = pytest.mark.asyncio(loop_scope="module")

MINE = "El servidor dejó fuera el azar que puso tu dispositivo."
ANOTHERS = "El servidor cambió o dejó fuera el azar de otra persona."
CHANGED = "El servidor cambió el sello después de mostrarlo."
SEED = "Lo que se abrió al final no es lo que estaba sellado."
CARDS = "Las cartas que viste no son las que estaban selladas."
ALARM = "El reparto 1 no cuadra."
RIGHT = "Comprobado: todas las cartas salieron como estaba sellado."
LOSE = "No te fíes de lo que salga de esta partida"
DO = "No sigas jugando en este servidor."
SHORT = {"hand_size_two": 1, "draw_limit": 1, "target": 1}  # one round, of a few turns


async def deal(pair: Pair) -> None:
    await pair.ana.button(re.compile("^Repartir")).click()
    await pair.beto.until("Ronda 1.")


async def break_off(pair: Pair) -> None:
    """Beto gives up, so that the deal is opened."""
    pair.beto.type("abandonar", "sí")
    await pair.beto.until("Así quedamos")
    await expect(pair.ana.result).to_be_visible()


async def play_it_out(pair: Pair) -> None:
    async with playing_along(pair.beto):
        await click_to_the_end(pair.ana)
        await pair.beto.until("Así quedamos")


async def alarmed_page(ana: Guest, fault: str) -> None:
    """The page says it aloud, what it means, and what to do."""
    alert = ana.page.get_by_role("alert").filter(has_text=ALARM)
    await expect(alert).to_contain_text(fault)
    await alert.get_by_role("button", name="Ver el sello").click()
    sheet = ana.page.get_by_role("dialog", name="El sello de esta mesa")
    for text in (ALARM, fault, LOSE, DO):
        await expect(sheet.get_by_role("alert")).to_contain_text(text)
    await sheet.get_by_role("button", name="Cerrar").click()


async def alarmed_terminal(beto: Program, fault: str, pair: Pair) -> None:
    for text in (ALARM, fault, LOSE, DO, f"ochos export --acta {pair.link}"):
        await beto.until(text)


async def found_right(pair: Pair) -> None:
    """Both have looked, and neither has said anything."""
    await pair.ana.button("Ver el sello").click()
    sheet = pair.ana.page.get_by_role("dialog", name="El sello de esta mesa")
    await expect(sheet).to_contain_text(RIGHT)
    await sheet.get_by_role("button", name="Cerrar").click()
    await expect(pair.ana.page.get_by_role("alert").filter(has_text="no cuadra")).to_have_count(0)
    pair.beto.type("sello")
    await pair.beto.until(RIGHT)
    assert not any("no cuadra" in line for line in pair.beto.lines)


@pytest.mark.parametrize(
    ("cheat", "seat", "page", "terminal"),
    [
        ("dropping", TERMINAL, ANOTHERS, MINE),
        ("dropping", PAGE, MINE, ANOTHERS),
        ("resealing", TERMINAL, CHANGED, CHANGED),
    ],
)
async def test_who_cheats_at_the_lock_is_found_out_as_the_cards_are_dealt(
    guests: Guests, tmp_path: Path, cheat: str, seat: int, page: str, terminal: str
) -> None:
    async with cheated_by(cheat, seat, guests, tmp_path) as pair:
        await deal(pair)
        await alarmed_page(pair.ana, page)
        await alarmed_terminal(pair.beto, terminal, pair)


@pytest.mark.parametrize(("cheat", "fault"), [("deaf", CARDS), ("rerolling", SEED)])
async def test_who_cheats_at_the_shuffle_is_found_out_when_the_deal_is_opened(
    guests: Guests, tmp_path: Path, cheat: str, fault: str
) -> None:
    async with cheated_by(cheat, TERMINAL, guests, tmp_path) as pair:
        await deal(pair)
        await break_off(pair)
        await alarmed_page(pair.ana, fault)
        await alarmed_terminal(pair.beto, fault, pair)


@pytest.mark.parametrize("cheat", ["swapping", "palming", "revealing"])
async def test_other_cards_than_were_dealt_are_found_out_at_the_end_of_the_round(
    guests: Guests, tmp_path: Path, cheat: str
) -> None:
    async with cheated_by(cheat, TERMINAL, guests, tmp_path, **SHORT) as pair:
        await deal(pair)
        pair.beto.type("robar")  # so that a card of the stock is seen
        await play_it_out(pair)
        await asyncio.gather(
            alarmed_page(pair.ana, CARDS), alarmed_terminal(pair.beto, CARDS, pair)
        )


async def test_who_does_not_cheat_is_found_right(guests: Guests, tmp_path: Path) -> None:
    async with cheated_by("none", TERMINAL, guests, tmp_path, **SHORT) as pair:
        await deal(pair)
        pair.beto.type("robar")
        await play_it_out(pair)
        await found_right(pair)
