"""Whole matches at a real server, by what a person would read and type, through a pipe."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from tests.clients.program import Program, ochos
from tests.live.site import Made, made_on, site_on

TURNS_MAX = 400
_CARD = re.compile(r"(\d+):(\S+?)(\*?)(?:,|$)")


def at_home(home: Path, made: Made) -> Path:
    """Makes `home` that of the table's host."""
    kept = home / "ochos-locos" / "secret"
    kept.parent.mkdir(parents=True)
    kept.write_text(made.secret, encoding="ascii")
    return home


def answer(lines: list[str]) -> str:
    """What a person without any plan would type now: the first card that is marked, or draws."""
    options = lines[-1]
    hand = next(line for line in reversed(lines) if line.startswith("Tu mano:"))
    marked = [(number, card) for number, card, star in _CARD.findall(hand) if star]
    if "jugar" in options and marked:
        number, card = marked[0]
        last = len(_CARD.findall(hand)) == 1
        return f"{number} pide picas" if card.startswith("8") and not last else number
    return "robar" if "robar" in options else "pasar"


async def play_on(program: Program, seen: int) -> int:
    """Types what is asked for until the match is over; gives how many lines were read."""
    for _ in range(TURNS_MAX):
        lines = await program.until(partial(has_call, seen))
        index = next(i for i in range(seen, len(lines)) if is_call(lines[i]))
        seen = index + 1
        if lines[index].startswith("Escribe «revancha»"):
            return seen
        program.type("otra" if "«otra»" in lines[index] else answer(lines[:seen]))
    raise AssertionError("the match does not end")


def has_call(seen: int, lines: list[str]) -> bool:
    return any(map(is_call, lines[seen:]))


def is_call(line: str) -> bool:
    return line.startswith(("Puedes ", "Escribe «otra»", "Escribe «revancha»"))


async def test_two_matches_and_a_rematch_through_a_pipe(tmp_path: Path) -> None:
    async with site_on() as site:
        made = await made_on(site.url, seats=3, preset="especiales", target=1)
        home = at_home(tmp_path / "ana", made)
        link = f"{site.url}/t/{made.table}#{made.invite}"
        async with ochos("play", link, home=home) as program:
            program.type("robot", "robot", "empezar")
            seen = await play_on(program, 0)
            program.type("revancha")
            await play_on(program, seen)
            program.type("salir")
            assert await program.exit() == 0
        assert sum("Se acabó la partida." in line for line in program.lines) == 2
        assert "Empieza la partida 2. Juegan 3." in program.lines
        assert not any(line.startswith("La mesa avanzó") for line in program.lines)
        assert not any("Alguien" in line for line in program.lines)
        await kept_and_told_again(link, home, program)


async def kept_and_told_again(link: str, home: Path, played: Program) -> None:
    """Both matches are exported, checked and told again, as they were seen."""
    for match in ("1", "2"):
        path = home / f"{match}.jsonl"
        async with ochos("export", link, "--match", match, "-o", str(path), home=home) as export:
            assert await export.exit() == 0
        async with ochos("replay", str(path), home=home) as replay:
            assert await replay.exit() == 0
        end = next(line for line in replay.lines if line.startswith("Así quedamos"))
        assert end in played.lines
        assert "Mano de Carmen:" not in replay.raw.decode()
    async with ochos("export", link, "-o", str(home / "1.jsonl"), home=home) as again:
        assert await again.exit() == 2
    async with ochos("export", link, "-o", str(home / "no" / "1.jsonl"), home=home) as nowhere:
        assert await nowhere.exit() == 2
    assert nowhere.lines[-1].endswith("1.jsonl: no existe esa carpeta.")
    async with ochos("replay", link, "--step", "1", "--open", home=home) as first:
        assert await first.exit() == 0
    assert "Mano de Carmen:" in first.raw.decode()


async def test_two_terminals_and_a_robot_at_one_table(tmp_path: Path) -> None:
    async with site_on() as site:
        words = ("--server", site.url, "--name", "Ana", "--seats", "3", "--robots", "1")
        async with ochos("new", *words, home=tmp_path / "ana") as ana:
            link = (await ana.until("/t/"))[1]
            await ana.until("Se sienta Carmen, un robot.")
            async with ochos("play", link, "--name", "Beto", home=tmp_path / "beto") as beto:
                await beto.until("3. Beto (tú)")
                await ana.until("Se sienta Beto.")
                beto.type("empezar", "charla hola")
                await ana.until("Beto: hola")
                await beto.until("Eso lo decide quien lleva la mesa.")
                ana.type("empezar")
                await beto.until("Te toca.")
                await ana.until("Ronda 1. Repartes tú.")
                async with ochos("watch", link, home=tmp_path / "ana") as watcher:
                    await watcher.until("Estás mirando. Las manos no se ven.")
                    watcher.type("robar", "salir")
                    assert await watcher.exit() == 0
                assert "Para jugar hace falta un sitio en la mesa." in watcher.raw.decode()
                beto.type("abandonar", "sí")
                await beto.until("Beto deja la partida. Aquí termina.")
                await ana.until("Beto deja la partida. Aquí termina.")
                ana.close_input()
                assert await ana.exit() == 0


async def test_a_table_that_nobody_made_is_refused(tmp_path: Path) -> None:
    async with site_on() as site:
        link = f"{site.url}/t/{'a' * 26}#x"
        for words in (("play", link), ("watch", link), ("export", link), ("replay", link)):
            async with ochos(*words, home=tmp_path) as program:
                assert await program.exit() == 1
            assert program.raw.decode().count("No encontramos esa mesa.") == 1


async def test_rules_that_the_server_does_not_know_are_refused(tmp_path: Path) -> None:
    async with site_on() as site:
        words = ("--server", site.url, "--preset", "brisca")
        async with ochos("new", *words, home=tmp_path) as program:
            assert await program.exit() == 1
        assert program.lines[-1] == ("No hay un juego así. Con «ochos rules» se ven todos.")
