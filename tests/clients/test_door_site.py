"""The door through terminals at a real server: words, the link, the seat on other devices."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from clients.cli.holding import Holding
from clients.cli.identity import secret_of
from clients.cli.links import Link, parse_link
from clients.cli.web import Declined
from tests.clients.program import Program, ochos
from tests.clients.test_match import at_home
from tests.live.site import Made, Site, made_on, player_at, site_on


class Party(msgspec.Struct):
    """Ana, who leads a table, and Beto, each at a terminal."""

    site: Site
    made: Made
    link: str
    ana: Program
    beto: Program
    homes: Path

    @property
    def home(self) -> Path:
        return self.homes / "ana"


@asynccontextmanager
async def party(homes: Path) -> AsyncIterator[Party]:
    async with site_on() as site, AsyncExitStack() as stack:
        made = await made_on(site.url, seats=3)
        link = f"{site.url}/t/{made.table}#{made.invite}"
        home = at_home(homes / "ana", made)
        ana = await stack.enter_async_context(ochos("play", link, home=home))
        await ana.until("1. Ana (tú, lleva la mesa)")
        words = ("--name", "Beto")
        beto = await stack.enter_async_context(ochos("play", link, *words, home=homes / "beto"))
        await ana.until("Se sienta Beto.")
        await beto.until("2. Beto (tú)")
        yield Party(site, made, link, ana, beto, homes)


def environ_of(home: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(home)}


async def test_the_host_mutes_somebody_whose_line_is_then_refused(tmp_path: Path) -> None:
    async with party(tmp_path) as at:
        at.ana.type("callar Beto")
        await at.beto.until("Ya no tienes la palabra en la charla.")
        at.beto.type("charla ¡injusto!")
        await at.beto.until("Quien puso la mesa te quitó la palabra")
        at.ana.type("devolver Beto")
        await at.beto.until("Vuelves a tener la palabra en la charla.")
        at.beto.type("charla gracias", "callar Ana")
        await at.ana.until("Beto: gracias")
        await at.beto.until("Eso lo decide quien lleva la mesa.")
        assert not any("¡injusto!" in line for line in at.ana.lines)


async def test_with_the_new_link_one_sits_and_with_the_old_one_not(tmp_path: Path) -> None:
    async with party(tmp_path) as at:
        at.ana.type("enlace nuevo", "sí")
        await at.beto.until("Ana cambió el enlace")
        told = await at.ana.until(lambda lines: "/t/" in lines[-1])
        assert told[-2] == "Manda este enlace desde ahora:"
        new = told[-1]
        assert parse_link(new).invite not in ("", at.made.invite)
        async with ochos("play", at.link, "--name", "Zoe", home=tmp_path / "zoe") as zoe:
            await zoe.until("Estás mirando.")
            zoe.type("sentarse", "salir")
            assert await zoe.exit() == 0
            assert any("No encontramos esa mesa" in line for line in zoe.lines)
        async with ochos("play", new, "--name", "Zoe", home=tmp_path / "zoe") as zoe:
            await zoe.until("3. Zoe (tú)")
        # Beto asks for the link as it is now; so can whoever came without one.
        at.beto.type("enlace")
        assert (await at.beto.until(new))[-2] == "El enlace de la mesa:"


async def test_nobody_watches_where_the_host_lets_nobody(tmp_path: Path) -> None:
    async with party(tmp_path) as at:
        async with ochos("watch", at.link, home=tmp_path / "zoe") as watcher:
            await watcher.until("Estás mirando.")
            at.ana.type("mirar no")
            assert await watcher.exit() == 1
            assert watcher.lines[-1].startswith("En esta mesa ahora no se puede mirar.")
        async with ochos("watch", at.link, home=tmp_path / "zoe") as late:
            assert await late.exit() == 1
            assert sum("no se puede mirar" in line for line in late.lines) == 1, late.lines


async def test_words_are_erased_by_whose_they_are_and_by_the_host(tmp_path: Path) -> None:
    async with party(tmp_path) as at:
        at.beto.type("charla uno", "charla dos")
        await at.ana.until("Beto: dos")
        at.ana.type("borrar Beto", "sí")
        await at.beto.until("Se borró tu nombre.")
        await at.beto.until("Se borraron 2 líneas de la charla.")
        await at.ana.until("Se borró el nombre de quien ocupa el asiento 2.")
        at.beto.type("nombre Bea", "charla tres")
        await at.ana.until("Bea: tres")
        at.beto.type("borrarme", "sí")
        await at.ana.until("Se borró 1 línea de la charla.")
        await at.beto.until("Hecho.")
        async with ochos("play", at.link, home=at.home) as again:
            await again.until("2. Asiento 2")
            assert not any(word in again.raw.decode() for word in ("Beto", "Bea", "tres"))


async def test_a_table_that_is_erased_is_closed_for_all(tmp_path: Path) -> None:
    async with party(tmp_path) as at:
        at.ana.type("empezar")
        await at.beto.until("Empieza la partida.")
        at.ana.type("charla adiós", "borrar mesa")
        await at.ana.until("La mesa se cierra para siempre")
        at.ana.type("sí")
        await at.ana.until("Cerraste la mesa y borraste sus nombres y su charla.")
        await at.beto.until("cerró la mesa y borró sus nombres y su charla.")
        await at.beto.until("Esta mesa ya se levantó.")
        typed = ("charla hola", "robar", "borrarme", "código", "cerrar otros")
        at.beto.type(*typed, "enlace")
        told = await at.beto.until("El enlace de la mesa:")
        refused = "Esta mesa ya se levantó. Puedes ver su historia o poner otra."
        assert told.count(refused) == len(typed)
        untrue = ("Se borr", "Desde ahora", "Nadie ha jugado")
        assert not any(line.startswith(untrue) for line in told)
        at.beto.close_input()
        assert await at.beto.exit() == 0


async def test_whoever_loses_a_seat_is_told_so(tmp_path: Path) -> None:
    async with party(tmp_path) as at:
        at.ana.type("quitar 2")
        await at.beto.until("Te han quitado el sitio. Puedes seguir mirando.")
        at.beto.type("sentarse")
        await at.ana.until(lambda lines: lines.count("Se sienta Beto.") == 2)
        at.beto.type("levantarse")
        await at.beto.until("Dejas tu sitio.")


async def test_the_new_link_leads_where_others_reach_the_server(tmp_path: Path) -> None:
    async with site_on(public_origins=("https://ochos.example",)) as site:
        words = ("--server", site.url, "--name", "Ana")
        async with ochos("new", *words, home=tmp_path) as ana:
            await ana.until("1. Ana (tú, lleva la mesa)")
            ana.type("enlace", "enlace nuevo", "sí", "reglas")
            await ana.until("Código:")
            links = [line for line in ana.lines if "/t/" in line]
    assert len(links) == 3
    assert all(link.startswith("https://ochos.example/t/") for link in links)
    assert links[0] == links[1] != links[2]


# The seat on other devices


async def test_after_close_others_the_other_terminal_is_out_and_this_one_goes_on(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as at:
        shutil.copytree(at.home, tmp_path / "stolen")
        async with ochos("play", at.link, home=tmp_path / "stolen") as other:
            await other.until("1. Ana (tú, lleva la mesa)")
            at.ana.type("cerrar otros", "sí")
            assert await other.exit() == 1
            assert other.lines[-1].startswith("Tu sitio se abrió en otro dispositivo")
        await at.ana.until("Hecho: tu sitio solo está abierto en esta terminal.")
        at.ana.type("charla sigo aquí", "empezar")
        await at.beto.until("Ana: sigo aquí")
        await at.beto.until("Empieza la partida.")
        quiet = ("Reconectando", "Sin conexión", "De vuelta", "Tu sitio se abrió")
        assert not any(line.startswith(quiet) for line in at.ana.lines)
        assert sum("Asientos:" in line for line in at.ana.lines) == 1, "the table told once"
        at.ana.type("salir")
        assert await at.ana.exit() == 0
        kept = at.home / "ochos-locos" / "seats" / at.made.table
        assert kept.stat().st_mode & 0o777 == 0o600
        assert [path.name for path in kept.parent.iterdir()] == [at.made.table]
        async with ochos("play", at.link, home=at.home) as again:
            await again.until("1. Ana (tú, lleva la mesa")
        async with ochos("play", at.link, home=tmp_path / "stolen") as other:
            await other.until("Estás mirando.")


async def test_another_window_of_this_terminal_goes_on_too(tmp_path: Path) -> None:
    async with party(tmp_path) as at, ochos("play", at.link, home=at.home) as window:
        await window.until("1. Ana (tú, lleva la mesa)")
        at.ana.type("cerrar otros", "sí")
        await at.ana.until("Hecho: tu sitio solo está abierto en esta terminal.")
        window.type("charla desde la otra ventana")
        await at.beto.until("Ana: desde la otra ventana")


async def test_a_code_from_the_table_takes_the_seat_and_another_brings_it_back(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as at:
        at.ana.type("cerrar otros", "sí", "charla aquí estoy", "código")
        await at.beto.until("Ana: aquí estoy")
        code = (await at.ana.until("/#code="))[-2 - _behind(at.ana, "/#code=")]
        words = ("--server", at.site.url)
        async with ochos("traer", code, *words, home=tmp_path / "laptop") as laptop:
            await laptop.until("1. Ana (tú, lleva la mesa)")
            assert await at.ana.exit() == 1
            assert at.ana.lines[-1].startswith("Tu sitio se abrió en otro dispositivo")
            async with ochos("watch", at.link, home=at.home) as back:
                await back.until("Estás mirando.")
                laptop.type("código")
                code = (await laptop.until("/#code="))[-2 - _behind(laptop, "/#code=")]
                back.type("traer", "traer lobo-nube-100", f"traer {code}")
                await back.until("Escribe también el código")
                await back.until("Ese código no sirve")
                await back.until("1. Ana (tú, lleva la mesa)")
                assert await laptop.exit() == 1
                back.type("charla de vuelta")
                await at.beto.until("Ana: de vuelta")


def _behind(program: Program, words: str) -> int:
    """How many lines stand behind the one with these words."""
    lines = program.lines
    return len(lines) - 1 - next(i for i, line in enumerate(lines) if words in line)


# What is written down before the server hears of it


@asynccontextmanager
async def seat_of_ana(home: Path) -> AsyncIterator[tuple[Site, Made, Link]]:
    async with site_on() as site:
        made = await made_on(site.url, seats=3)
        at_home(home, made)
        yield site, made, parse_link(f"{site.url}/t/{made.table}")


async def post_token(site: Site, made: Made, old: str, new: str) -> int:
    async with httpx.AsyncClient(base_url=site.url) as http:
        headers = {"authorization": f"Bearer {old}", "content-type": "application/json"}
        body = json.dumps({"secret": new})
        path = f"/api/tables/{made.table}/token"
        return (await http.post(path, content=body, headers=headers)).status_code


@pytest.mark.parametrize("was_granted", [True, False])
async def test_a_renewal_without_an_answer_loses_no_seat(
    tmp_path: Path, *, was_granted: bool
) -> None:
    """The program ended between its request and the answer; the server may have heard it or not."""
    async with seat_of_ana(tmp_path) as (site, made, link):
        fresh = "ab" * 32
        asked = tmp_path / "ochos-locos" / "seats" / f"{made.table}.next"
        asked.parent.mkdir()
        asked.write_text(fresh)
        if was_granted:
            assert await post_token(site, made, made.secret, fresh) == 200
        async with ochos("play", f"{site.url}/t/{made.table}", home=tmp_path) as ana:
            await ana.until("1. Ana (tú, lleva la mesa)")
        assert Holding(environ_of(tmp_path), link).secret() == fresh
        async with player_at(site.host, made.table, secret=made.secret) as old:
            assert old.seat == -1


async def test_a_renewal_that_is_refused_leaves_the_old_secret(tmp_path: Path) -> None:
    async with seat_of_ana(tmp_path) as (site, made, link):
        assert await post_token(site, made, made.secret, "cd" * 32) == 200  # the seat is elsewhere
        holding = Holding(environ_of(tmp_path), link)
        async with ochos("play", f"{site.url}/t/{made.table}", home=tmp_path) as ana:
            await ana.until("Estás mirando.")
            ana.type("cerrar otros")
            await ana.until("Para jugar hace falta un sitio")
        with pytest.raises(Declined):
            await asyncio.to_thread(holding.renew)
        assert holding.secret() == secret_of(environ_of(tmp_path)) == made.secret
        assert not list((tmp_path / "ochos-locos" / "seats").iterdir())
