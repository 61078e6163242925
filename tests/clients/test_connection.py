"""A line that is cut, loses versions or closes for good."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.protocol import frames as f
from server.protocol import news as n
from tests.clients.program import ochos
from tests.clients.scripted import INVITE, Line, in_round, scripted, step
from tests.clients.visiting import stay, visit

HAND = "Tu mano: 1:9♥*, 2:9♣, 3:8♠*, 4:7♦*"


async def test_a_cut_line_is_resumed_and_the_unanswered_play_sent_again_under_its_id(
    tmp_path: Path,
) -> None:
    heard: list[f.Play] = []

    async def cut(line: Line) -> None:
        await line.greet(in_round())
        await line.say(step(6, {"stock": 20}))
        heard.append(await line.hear_a(f.Play))
        line.socket.transport.abort()

    async def back(line: Line) -> None:
        hello = await line.hear_a(f.Hello)
        assert (hello.version, hello.tag) == (6, f"{6:016x}")
        heard.append(await line.hear_a(f.Play))
        await line.say(
            f.Welcome(table=hello.table, server="0", seat=0),
            step(7, {"turn": {"seat": 1, "number": 5}}, n.Played(0, "9H", 3), n.Turn(1)),
            f.People(names={"1": "Ana", "2": "Beto"}, title="Cena"),
            f.Presence(online={"0": True}),
            f.ChatLines(lines=()),
            f.Ack(heard[-1].id, 7),
        )
        await line.hear_a(f.Bye)

    async with scripted(cut, back) as server, ochos("play", server.link, home=tmp_path) as program:
        program.type("1")
        program.close_input()
        assert await program.exit() == 0
        assert server.connections == 2
    assert heard[0] == heard[1]
    assert program.lines[-4:] == [
        "Sin conexión. Guardamos tu jugada y la enviaremos al volver.",
        "De vuelta en la mesa.",
        "Juegas el 9 de corazones.",
        "Juega Beto.",
    ]


async def test_a_cut_line_keeps_no_play_where_none_was_made(tmp_path: Path) -> None:
    async def cut(line: Line) -> None:
        await line.greet(in_round())
        line.socket.transport.abort()

    async def back(line: Line) -> None:
        await line.greet(in_round())
        await line.hear_a(f.Bye)

    async with scripted(cut, back) as server, ochos("play", server.link, home=tmp_path) as program:
        await program.until("De vuelta en la mesa.")
        program.close_input()
        assert await program.exit() == 0
    assert "Reconectando…" in program.lines
    assert not any("Guardamos tu jugada" in line for line in program.lines)


async def test_a_missing_version_makes_it_come_again_from_the_last_it_has(tmp_path: Path) -> None:
    async def lose_one(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await line.say(step(7, {"stock": 19}, n.Played(1, "2H", 4)))
        await stay(line)

    async def lose_the_last(line: Line) -> None:
        hello = await line.greet(in_round(turn=1), version=8)
        assert hello.version == 5
        await line.say(f.Beat(now_ms=1, version=9))
        await stay(line)

    async def whole(line: Line) -> None:
        hello = await line.greet(in_round(), version=9)
        assert hello.version == 8
        await line.hear_a(f.Bye)

    scripts = (lose_one, lose_the_last, whole)
    async with scripted(*scripts) as server, ochos("play", server.link, home=tmp_path) as program:
        await program.until(HAND)
        program.close_input()
        assert await program.exit() == 0
    assert not any("2 de corazones" in line for line in program.lines)


async def test_a_store_that_is_slow_is_asked_again_with_the_same_id(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        first = await line.hear_a(f.Draw)
        await line.say(f.Refused("retry", first.id))
        assert await line.hear() == first
        await line.say(f.Ack(first.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "robar")
    assert "La mesa tarda en responder. Tu jugada está guardada y se intenta otra vez." in (
        program.lines
    )


@pytest.mark.parametrize(
    ("code", "words", "exit_code"),
    [
        (f.CLOSE_NO_SUCH_TABLE, "No encontramos esa mesa.", 1),
        (f.CLOSE_TOKEN_REPLACED, "Tu sitio se abrió en otro dispositivo", 1),
        (f.CLOSE_BAD_FRAME, "Este programa y la mesa no se entienden.", 1),
    ],
)
async def test_a_final_close_is_said_and_not_tried_again(
    tmp_path: Path, code: int, words: str, exit_code: int
) -> None:
    async def table(line: Line) -> None:
        await line.hear_a(f.Hello)
        await line.socket.close(code)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        assert await program.exit() == exit_code
        assert server.connections == 1
    assert program.lines[-1].startswith(words)


async def test_a_table_that_cannot_be_read_ends_the_visit_with_a_sentence(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await line.say(step(6, {"phase": "siesta"}))
        await stay(line)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        assert await program.exit() == 3
    assert program.lines[-1].startswith("Este programa y la mesa no se entienden.")


async def test_a_play_that_is_never_answered_is_no_success(tmp_path: Path) -> None:
    """The input has ended and the table is gone: a script must not take that for done."""

    async def cut(line: Line) -> None:
        await line.greet(in_round())
        await line.hear_a(f.Draw)

    async def away(line: Line) -> None:
        await line.socket.close(f.CLOSE_RESTART)

    scripts = (cut, away)
    async with scripted(*scripts) as server, ochos("play", server.link, home=tmp_path) as program:
        program.type("robar")
        program.close_input()
        assert await program.exit() == 3


async def test_without_a_server_there_is_no_connection(tmp_path: Path) -> None:
    link = f"http://127.0.0.1:9/t/mesademuestraochoslocos234#{INVITE}"
    async with ochos("play", link, home=tmp_path) as program:
        assert await program.exit() == 3
    assert program.lines[-1].startswith("No hay conexión con http://127.0.0.1:9.")


async def test_chat_is_not_told_twice_after_coming_back(tmp_path: Path) -> None:
    said = f.ChatLines((f.ChatLine(1, 2, 5, "hola"), f.ChatLine(2, 2, 6, "¿estás?")))

    async def first(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await line.say(said)
        await asyncio.wait_for(seen.wait(), 10)
        line.socket.transport.abort()

    async def second(line: Line) -> None:
        await line.greet(in_round(turn=1), version=6)
        more = f.ChatLine(3, 2, 7, "ya")
        await line.say(f.ChatLines((*said.lines, more)))
        await line.hear_a(f.Bye)

    seen = asyncio.Event()
    scripts = (first, second)
    async with scripted(*scripts) as server, ochos("play", server.link, home=tmp_path) as program:
        await program.until("¿estás?")
        seen.set()
        await program.until("Beto: ya")
        program.close_input()
        assert await program.exit() == 0
    assert [line for line in program.lines if line.startswith("Beto:")] == [
        "Beto: hola", "Beto: ¿estás?", "Beto: ya",
    ]  # fmt: skip
