"""A visit to a table through pipes: what is said, what is sent, how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.protocol import frames as f
from server.protocol import news as n
from tests.clients.program import ochos
from tests.clients.scripted import INVITE, Line, in_lobby, in_round, scripted, snapshot, step
from tests.clients.visiting import stay, visit

HAND = "Tu mano: 1:9♥*, 2:9♣, 3:8♠*, 4:7♦*"


async def test_the_turn_is_told_whole_and_end_of_input_is_a_goodbye(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        hello = await line.greet(in_round())
        assert (hello.version, hello.invite, len(hello.token)) == (0, INVITE, 64)
        await line.hear_a(f.Bye)
        await stay(line)

    program = await visit(tmp_path, table)
    assert program.lines[-3:] == [
        "Te toca. Arriba está el 7 de corazones. Sirven corazones, un 7 o un 8.",
        HAND,
        "Puedes jugar una de las marcadas con * o robar.",
    ]


async def test_a_number_plays_that_card_and_the_next_line_waits_for_the_answer(
    tmp_path: Path,
) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        play = await line.hear_a(f.Play)
        assert (play.turn, play.card, play.suit) == (4, "9H", "")
        await line.say(
            step(6, {"turn": {"seat": 1, "number": 5}, "own": {"hand": ["9C"]}},
                 n.Played(0, "9H", 1), n.Turn(1)),
            f.Ack(play.id, 6),
        )  # fmt: skip
        draw = await line.hear_a(f.Draw)
        assert draw.turn == 5, "it was read only after the table had moved on"
        await line.say(f.Refused("not_your_turn", draw.id, {"seat": 1}))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "1", "robar")
    assert program.lines[-3:] == [
        "Juegas el 9 de corazones. Te queda una.",
        "Juega Beto.",
        "Todavía no te toca: juega Beto. Espera tu turno.",
    ]


async def test_a_doubtful_card_is_echoed_in_words_and_sent_only_after_a_yes(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        play = await line.hear_a(f.Play)
        assert play.card == "9H"
        await line.say(f.Ack(play.id, 5))
        chat = await line.hear_a(f.Chat)
        assert chat.text == "nada se jugó entre medias"
        await line.say(f.Ack(chat.id, 5))
        await line.hear_a(f.Bye)

    typed = ("9c", "no", "9c", "9c", "", "charla nada se jugó entre medias")
    program = await visit(tmp_path, table, *typed)
    echo = "Jugar el 9 de corazones. Enter o «sí» para hacerlo; otra cosa lo deja."
    assert program.lines[-5:] == [echo, "No se envió nada.", echo, "No se envió nada.", echo]


async def test_in_english_the_same_letter_is_the_other_suit(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        play = await line.hear_a(f.Play)
        assert play.card == "9C"
        await line.say(
            f.Refused(
                "does_not_match", play.id,
                {"card": "9C", "top": "7H", "suit": "H", "ranks": ["7", "8"]},
            )
        )  # fmt: skip
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "9c", "yes", words=("--lang", "en"))
    assert program.lines[-2:] == [
        'Play the 9 of clubs. Enter or "yes" to do it; anything else drops it.',
        "You can't put the 9 of clubs on the 7 of hearts. What fits now: hearts, any 7 or any 8.",
    ]


async def test_an_eight_without_its_suit_asks_for_one(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        play = await line.hear_a(f.Play)
        assert (play.card, play.suit) == ("8S", "C")
        await line.say(f.Ack(play.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "8p", "t")
    question = "¿Qué palo pides con el 8 de picas? Escribe corazones, diamantes, tréboles o picas."
    assert program.lines[-1] == question


async def test_leaving_the_match_needs_a_yes_and_an_empty_line_is_none(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        abandon = await line.hear_a(f.Abandon)
        assert abandon.match == 1
        await line.say(f.Ack(abandon.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "abandonar", "", "abandonar", "sí")
    assert program.lines.count("No se envió nada.") == 1


async def test_the_host_seats_a_robot_and_begins(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_lobby())
        for kind in (f.AddRobot, f.RemoveRobot, f.SwapSeats, f.Start):
            command = await line.hear()
            assert isinstance(command, kind)
            await line.say(f.Ack(command.id, 6))
            if isinstance(command, f.AddRobot):
                assert command.robot == "olga"
                robot = {"holder": "robot", "robot": "olga"}
                await line.say(step(6, {"seats": {"1": robot}}, n.Sat(1, "olga")))
            if isinstance(command, f.SwapSeats):
                assert (command.seat, command.other) == (0, 2)
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "robot Olg", "quitar 2", "cambiar 1 3", "empezar")
    assert "Se sienta Olga, un robot." in program.lines


async def test_whoever_has_the_link_sits_down_under_their_name(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_lobby(seated=False), may_sit=True)
        sit = await line.hear_a(f.Sit)
        assert (sit.name, sit.invite, sit.seat) == ("Ñico", INVITE, None)
        await line.say(
            f.Ack(sit.id, 6), f.People(names={"1": "Ñico"}, title="Cena"), snapshot(in_lobby(), 6)
        )
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, words=("--name", "Ñico"))
    assert "1. Ñico (tú, lleva la mesa)" in program.lines


async def test_a_full_table_says_so_and_lets_one_watch(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_lobby(seated=False), may_sit=True)
        sit = await line.hear_a(f.Sit)
        await line.say(f.Refused("table_full", sit.id))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table)
    assert "La mesa está completa. Puedes mirar." in program.lines
    assert "Estás mirando. Las manos no se ven." in program.lines


async def test_watching_sends_neither_token_nor_secret(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        hello = await line.greet(in_lobby(seated=False))
        assert (hello.token, hello.invite) == ("", "")
        await line.hear_a(f.Bye)

    async with scripted(table) as server, ochos("watch", server.link, home=tmp_path) as program:
        program.close_input()
        assert await program.exit() == 0


@pytest.mark.parametrize("arguments", [(), ("play",), ("play", "foo"), ("new", "--seats", "99")])
async def test_wrong_use_is_said_without_a_traceback(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    async with ochos(*arguments, home=tmp_path) as program:
        assert await program.exit() == 2
    assert program.lines
    assert b"Traceback" not in program.raw


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("verify", "acta", "--receipt", "uno"), "«uno» no se entiende. Se escribe la versión"),
        (("replay", "mesa", "--seat", "uno"), "«uno» no es un número"),
        (("replay", "mesa", "--seat", "0"), "«0» no es un número"),
    ],
)
async def test_what_is_typed_wrong_is_said_in_the_person_s_language(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    async with ochos(*arguments, home=tmp_path) as program:
        assert await program.exit() == 2
    assert said in " ".join(program.lines)
    assert "invalid" not in " ".join(program.lines)


HOSTILE_NAME = "\x1b[2JBe\x07to\x9b31m\u202e"


async def hostile_table(line: Line) -> None:
    people = {"1": "Ñandú", "2": HOSTILE_NAME}
    await line.greet(in_round(turn=1), people=people)
    chat = f.ChatLines((f.ChatLine(1, 2, 5, "\x1b]0;título\x07 hola 🎉\r\nTe toca."),))
    await line.say(chat, step(6, {}, n.Played(1, "2H", 4)), f.Refused("\x1b[2J", ""))
    await line.say(f.Beat(now_ms=1, version=6))
    await line.hear_a(f.Bye)


@pytest.mark.parametrize(
    ("environment", "encoding"),
    [
        ({"TERM": "xterm-256color"}, "utf-8"),
        ({"TERM": "dumb"}, "utf-8"),
        ({"NO_COLOR": "1", "TERM": "xterm"}, "utf-8"),
        ({"LANG": "C"}, "ascii"),
        ({"LC_ALL": "C"}, "ascii"),
        ({"PYTHONIOENCODING": "ascii"}, "ascii"),
        ({"PYTHONIOENCODING": "latin-1"}, "latin-1"),
    ],
)
async def test_no_terminal_is_commanded_and_every_encoding_is_kept(
    tmp_path: Path, environment: dict[str, str], encoding: str
) -> None:
    async with (
        scripted(hostile_table) as server,
        ochos("play", server.link, home=tmp_path, **environment) as program,
    ):
        await program.until("hola")
        program.close_input()
        assert await program.exit() == 0
    text = program.raw.decode(encoding)
    assert set(text) & {chr(code) for code in (*range(32), *range(127, 160))} == {"\n"}
    assert "\u202e" not in text
    assert "Traceback" not in text
    assert not any(line == "Te toca." for line in text.splitlines()), "one line stays one line"


async def test_without_signs_the_suits_are_letters_of_the_language(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        await line.hear_a(f.Bye)

    for arguments, environment, hand in (
        ((), {"LANG": "C"}, "Tu mano: 1:9C*, 2:9T, 3:8P*, 4:7D*"),
        (("--ascii",), {}, "Tu mano: 1:9C*, 2:9T, 3:8P*, 4:7D*"),
        (("--ascii", "--lang", "en"), {}, "Your hand: 1:9H*, 2:9C, 3:8S*, 4:7D*"),
    ):
        program = await visit(tmp_path, table, words=arguments, **environment)
        assert hand in program.lines


async def test_colour_on_request_still_says_each_suit(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round())
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, words=("--color", "always"))
    assert "1:\x1b[31m9♥\x1b[0m*" in program.raw.decode()


async def test_somebody_who_sits_down_is_named_even_if_the_name_comes_later(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_lobby(), people={"1": "Ana"})
        await line.say(step(6, {"seats": {"1": {"holder": "person", "person": 2}}}, n.Sat(1)))
        await line.say(f.Presence(online={"0": True, "1": True}))
        await line.say(f.People(names={"1": "Ana", "2": "Beto"}, title="Cena"))
        await line.say(f.Presence(online={"0": True}))
        await line.say(f.Presence(online={"0": True, "1": True}))
        await line.say(f.People(names={"1": "Ana", "2": "Bea"}, title="Cena"))
        await line.hear_a(f.Bye)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        await program.until("Bea")
        program.close_input()
        assert await program.exit() == 0
    assert program.lines[-4:] == [
        "Se sienta Beto.", "No está Beto.", "Está Beto.", "Beto ahora se llama Bea.",
    ]  # fmt: skip
