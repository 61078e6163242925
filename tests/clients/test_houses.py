"""Whole matches by every house's rules at a real server, through pipes."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from tests.clients.program import Program, ochos
from tests.clients.sense import answer, wrong
from tests.live.site import site_on

TURNS_MAX = 400
CALLED, WAS_CALLED = "Reclamas: la carta de Beto no iba.", "Ana reclama: tu carta no iba."
CALLS = ("Puedes ", "Escribe «otra»", "Escribe «revancha»")


async def called_upon(program: Program, seen: int) -> int:
    """The index behind the next line after which something has to be typed."""
    lines = await program.until(partial(has_call, seen))
    return next(i for i in range(seen, len(lines)) if lines[i].startswith(CALLS)) + 1


def has_call(seen: int, lines: list[str]) -> bool:
    return any(line.startswith(CALLS) for line in lines[seen:])


async def play_on(program: Program, seen: int = 0) -> None:
    """Types what is asked for until the match is over."""
    for _ in range(TURNS_MAX):
        seen = await called_upon(program, seen)
        lines = program.lines[:seen]
        if lines[-1].startswith("Escribe «revancha»"):
            return
        program.type("otra" if "«otra»" in lines[-1] else answer(lines))
    raise AssertionError("the match does not end")


async def play_alone(home: Path, *rules: str, seats: int = 3) -> Program:
    """A match against robots, from the making of the table to the goodbye."""
    async with site_on() as site:
        robots = str(seats - 1)
        words = ("--server", site.url, "--name", "Ana", "--seats", str(seats), "--robots", robots)
        async with ochos("new", *rules, *words, home=home) as program:
            await program.until(partial(has_robots, seats - 1))
            program.type("empezar")
            await play_on(program)
            program.type("puntos", "salir")
            assert await program.exit() == 0
    assert b"Traceback" not in program.raw
    return program


def has_robots(count: int, lines: list[str]) -> bool:
    return sum(line.endswith("un robot.") for line in lines) == count


def some(program: Program, text: str) -> bool:
    return any(text in line for line in program.lines)


async def test_the_family_game_with_its_calls(tmp_path: Path) -> None:
    program = await play_alone(
        tmp_path, "--preset", "familiar", "--set", "target=1", "--variant", "two_draws"
    )
    assert some(program, "Corte para repartir: Ana, ")
    assert some(program, "¡una!") or some(program, "no avis")
    assert some(program, "Así quedamos: 1.º ")


async def test_the_jiujitsu_pack_to_an_elimination(tmp_path: Path) -> None:
    program = await play_alone(
        tmp_path, "--preset", "jiujitsu", "--set", "limit=1", "max_rounds=3", seats=4
    )
    assert some(program, "Quedas fuera de la partida") or some(program, "de la partida ")
    assert some(program, "(fuera)")
    assert some(program, "resta 100.") or some(program, "Restas 100.")


async def test_a_countdown_to_the_last_deal(tmp_path: Path) -> None:
    program = await play_alone(
        tmp_path, "--variant", "countdown", "--set", "hand_size=2", "hand_size_two=2", seats=2
    )
    assert some(program, "Próximo reparto: ")
    assert some(program, "Así quedamos: 1.º ")
    assert not some(program, "puntos")


async def test_honour_with_a_called_fault_and_play_on_to_the_places(tmp_path: Path) -> None:
    async with site_on() as site:
        words = ("--preset", "montanita", "--set", "enforcement=honour", "--server", site.url)
        people = ("--name", "Ana", "--seats", "3")
        async with ochos("new", *words, *people, home=tmp_path / "ana") as ana:
            link = (await ana.until("/t/"))[1]
            async with ochos("play", link, "--name", "Beto", home=tmp_path / "beto") as beto:
                await ana.until("Se sienta Beto.")
                ana.type("empezar")
                await one_fault(ana, beto)
                await to_the_end(ana, beto)
                for program in (ana, beto):
                    await program.until("Así quedamos: 1.º ")
    for program in (ana, beto):
        assert some(program, "en el puesto 1.")
        assert b"Traceback" not in program.raw


async def one_fault(ana: Program, beto: Program) -> None:
    """Beto, who begins, plays a card that does not go, and Ana calls it."""
    seen = await called_upon(beto, 0)
    beto.type(wrong(beto.lines[:seen]))
    await ana.until("Beto juega ")
    ana.type("acusar bet", "")
    await ana.until(CALLED)
    lines = await beto.until("Robas de multa 3 cartas")
    at = lines.index(WAS_CALLED)
    assert lines[at + 1].startswith("Recoges ")


async def to_the_end(*programs: Program) -> None:
    """All play by what they read since the call, until the match is over."""
    seen = {}
    for program in programs:
        lines = program.lines
        seen[program] = 1 + lines.index(CALLED if CALLED in lines else WAS_CALLED)
    for _ in range(TURNS_MAX):
        program = await called_first(seen)
        seen[program] = await called_upon(program, seen[program])
        lines = program.lines[: seen[program]]
        if lines[-1].startswith("Escribe «revancha»"):
            return
        program.type(answer(lines))
    raise AssertionError("the match does not end")


async def called_first(seen: dict[Program, int]) -> Program:
    """Whoever has to type next."""
    waiting = {
        asyncio.create_task(program.until(partial(has_call, lines))): program
        for program, lines in seen.items()
    }
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return waiting[done.pop()]
