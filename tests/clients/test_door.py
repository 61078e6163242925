"""The door as a terminal speaks of it to a scripted table: what is sent, asked and told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from clients.cli.verbs import Verb, verbs_of
from server.protocol import frames as f
from server.protocol import news as n
from server.protocol import views as v
from tests.clients.program import Program, ochos
from tests.clients.scripted import Line, in_lobby, in_round, scripted, snapshot, step
from tests.clients.visiting import stay, visit


def led_by_beto(*, seated: bool = True) -> v.View:
    """A round in which Ana plays, or watches, and Beto is the host."""
    view = msgspec.structs.replace(in_round(turn=1), host=1)
    return view if seated else msgspec.structs.replace(view, own=msgspec.UNSET)


async def visit_of(home: Path, view: v.View, *typed: str, words: tuple[str, ...] = ()) -> Program:
    """A visit to a table that must not be sent anything."""

    async def table(line: Line) -> None:
        await line.greet(view)
        await line.hear_a(f.Bye)

    return await visit(home, table, *typed, words=words)


# Who may write, watch and come in


async def test_the_host_mutes_and_unmutes_by_name_and_by_seat(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        for muted in (True, False):
            mute = await line.hear_a(f.Mute)
            assert (mute.person, mute.muted) == (2, muted)
            gone = (2,) if muted else ()
            names = {"1": "Ana", "2": "Beto"}
            await line.say(f.People(names=names, muted=gone), f.Ack(mute.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "callar a Beto", "callar beto", "devolver 2")
    assert program.lines[-3:] == [
        "Beto ya no tiene la palabra en la charla.",
        "Beto ya no tiene la palabra en la charla.",  # said again, and not sent again
        "Beto vuelve a tener la palabra en la charla.",
    ]


async def test_robots_and_oneself_are_not_muted(tmp_path: Path) -> None:
    typed = ("callar", "callar Zoe", "callar 1", "callar 3", "callar Carmen")
    program = await visit_of(tmp_path, in_round(turn=1), *typed)
    told = [line for line in program.lines if "el número de su asiento" in line]
    assert len(told) == len(typed)
    assert told[0].startswith("Escribe también a quién")
    assert told[1].startswith("«Zoe» no es ninguna otra persona de esta mesa")


async def test_a_name_that_may_be_two_peoples_is_asked_for(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        view = in_round(turn=1)
        seats = {**view.seats, "2": v.SeatView("person", 3, playing=True, cards=3)}
        await line.greet(
            msgspec.structs.replace(view, seats=seats),
            people={"1": "Ana", "2": "Beto", "3": "Berta"},
        )
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "callar be")
    assert program.lines[-1] == "«be» puede ser Beto o Berta. Escribe un poco más."


async def test_watching_is_switched_off_and_on(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        for open_ in (False, True):
            watching = await line.hear_a(f.Watching)
            assert watching.open is open_
            names = {"1": "Ana", "2": "Beto"}
            people = f.People(names=names, watching_off=not open_)
            await line.say(people, f.Ack(watching.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "mirar", "mirar no", "mirar", "mirar sí")
    assert program.lines[-4:] == [
        "Ahora puede mirar quien tenga el enlace. Escribe «mirar no» para que nadie mire.",
        "Desde ahora nadie puede mirar esta mesa.",
        "Ahora nadie puede mirar esta mesa. Escribe «mirar sí» para permitirlo.",
        "Desde ahora puede mirar quien tenga el enlace.",
    ]


async def test_a_new_link_is_asked_for_twice_and_told_once_it_holds(tmp_path: Path) -> None:
    told: list[str] = []

    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        renew = await line.hear_a(f.RenewInvite)
        told.append(renew.invite)
        await line.say(step(6, {}, n.InviteRenewed(0)), f.Ack(renew.id, 6))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "enlace nuevo", "no", "enlace nuevo", "sí")
    assert program.lines.count("No se envió nada.") == 1
    renewed, said, link = program.lines[-3:]
    assert renewed == "Cambiaste el enlace: con el de antes ya no se sienta nadie."
    assert said == "Manda este enlace desde ahora:"
    assert link.endswith(f"#{told[0]}")


async def test_a_refused_link_is_not_told(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        renew = await line.hear_a(f.RenewInvite)
        await line.say(f.Refused("not_host", renew.id))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "enlace nuevo", "sí")
    assert program.lines[-1].startswith("Eso lo decide quien lleva la mesa.")


# What is erased


async def test_ones_own_words_are_erased_after_a_yes(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await line.say(f.ChatLines((f.ChatLine(1, 1, 5, "hola"), f.ChatLine(2, 1, 6, "¿eh?"))))
        erase = await line.hear_a(f.EraseWords)
        assert erase.person == 0
        await line.say(
            f.People(names={"2": "Beto"}), f.ChatLines((), gone=(1, 2)), f.Ack(erase.id, 5)
        )
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "borrarme", "", "borrar mi nombre", "sí")
    assert program.lines.count("No se envió nada.") == 1
    assert program.lines[-3:] == [
        "Se borró tu nombre.", "Se borraron 2 líneas de la charla.", "Hecho.",
    ]  # fmt: skip


async def test_ones_own_name_means_oneself(tmp_path: Path) -> None:
    program = await visit_of(tmp_path, led_by_beto(), "borrar Ana", "no", "borrar 1", "no")
    asked = [line for line in program.lines if line.startswith("Se borran tu nombre y tus")]
    assert len(asked) == 2


async def test_the_host_erases_what_somebody_wrote_who_has_left(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1), people={"1": "Ana", "2": "Beto", "3": "Zoe"})
        for person, left in ((2, {"1": "Ana", "3": "Zoe"}), (3, {"1": "Ana"})):
            erase = await line.hear_a(f.EraseWords)
            assert erase.person == person
            await line.say(f.People(names=left), f.Ack(erase.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "borrar Beto", "sí", "borrar zoe", "sí")
    assert [line for line in program.lines if line.startswith("Se borró")] == [
        "Se borró el nombre de quien ocupa el asiento 2.",
        "Se borró el nombre de alguien que ya no se sienta aquí.",
    ]


async def test_the_table_is_closed_and_erased_after_a_yes_and_told_once(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_lobby())
        await line.say(f.ChatLines((f.ChatLine(1, 1, 5, "hola"),)))
        erase = await line.hear_a(f.EraseTable)
        await line.say(
            step(6, {"phase": "closed", "erased": True}, n.Erased(0)),
            f.Ack(erase.id, 6), f.People(names={}), f.ChatLines((), gone=(1,)),
        )  # fmt: skip
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "borrar mesa", "no", "cerrar mesa", "sí", "borrar mesa")
    assert program.lines[-2:] == [
        "Cerraste la mesa y borraste sus nombres y su charla.",
        "Esta mesa ya se levantó. Puedes ver su historia o poner otra.",
    ]


async def test_who_comes_beside_an_erased_name_is_told_by_theirs(tmp_path: Path) -> None:
    """The name that is gone for good must not be waited for as one that is still to come."""

    async def table(line: Line) -> None:
        await line.greet(in_lobby(), people={"2": "Beto"})
        await line.say(step(6, {"seats": {"1": {"holder": "person", "person": 2}}}, n.Sat(1)))
        await line.say(step(7, {"seats": {"2": {"holder": "person", "person": 3}}}, n.Sat(2)))
        await line.say(f.People(names={"2": "Beto", "3": "Zoe"}))
        await line.hear_a(f.Bye)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        await program.until("Zoe")
        program.close_input()
        assert await program.exit() == 0
    assert program.lines[-2:] == ["Se sienta Beto.", "Se sienta Zoe."]


# Who is asked at all


async def test_only_the_host_is_asked_what_is_the_hosts(tmp_path: Path) -> None:
    typed = ("enlace nuevo", "borrar Beto", "borrar mesa", "cerrar la mesa", "cerrar")
    program = await visit_of(tmp_path, led_by_beto(), *typed)
    assert len([line for line in program.lines if line.startswith("Eso lo decide quien")]) == 4
    assert "borrar mesa" not in program.lines[-1]


async def test_who_watches_is_told_that_it_takes_a_seat(tmp_path: Path) -> None:
    typed = ("borrarme", "cerrar otros", "código", "enlace")
    program = await visit_of(tmp_path, led_by_beto(seated=False), *typed)
    told = [line for line in program.lines if "Para jugar hace falta un sitio" in line]
    assert len(told) == len(typed)


@pytest.mark.parametrize(
    ("view", "seat", "host", "watch"),
    [
        (in_round(turn=1), True, True, False),
        (led_by_beto(), True, False, False),
        (led_by_beto(seated=False), False, False, True),
        (msgspec.structs.replace(in_lobby(), phase="closed", erased=True), False, False, False),
    ],
)
async def test_help_offers_what_is_this_seats_to_say(
    tmp_path: Path, view: v.View, seat: bool, host: bool, watch: bool
) -> None:
    program = await visit_of(tmp_path, view, "ayuda")
    for words, offered in (("borrarme:", seat), ("callar NOMBRE", host), ("traer CÓDIGO", watch)):
        assert any(words in line for line in program.lines) is offered, words
    assert program.lines[-1].startswith("ayuda (?), salir.")


async def test_in_english_alike(tmp_path: Path) -> None:
    said = {
        "erase": '"erase me" erases your name and what you wrote; "erase NAME" what somebody',
        "close": '"close others" closes your seat on all other devices;',
        "link old": 'Type "link" to see it, or "link new" to change it.',
        "join lobo-nube-482": "You already have a seat at this table.",
        "close others": "This terminal keeps your seat.",
        "erase me": "Your name and your lines of chat are erased, for everybody.",
        "erase table": "The table is closed for good;",
    }
    program = await visit_of(tmp_path, in_round(turn=1), *said, words=("--lang", "en"))
    told = [line for line in program.lines if line.startswith(tuple(said.values()))]
    assert len(told) == len(said), program.lines


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("u", Verb.ANNOUNCE),
        ("un", Verb.ANNOUNCE),
        ("ca", None),  # cartas or cambiar, as before
        ("calla", Verb.MUTE),
        ("mi", Verb.WATCHING),
        ("borr", Verb.ERASE),
        ("unm", Verb.UNMUTE),
    ],
)
def test_what_is_wanted_in_a_hurry_keeps_its_beginnings(word: str, meant: Verb | None) -> None:
    found = verbs_of(word, alone=True)
    assert found == {meant} if meant else Verb.MUTE not in found


# From under it


@pytest.mark.parametrize("typed", ["levantarse", "mesa"])
async def test_a_seat_that_is_left_is_told_otherwise_than_one_that_was_taken(
    tmp_path: Path, typed: str
) -> None:
    left = msgspec.structs.replace(in_lobby(seated=False), host=1)

    async def table(line: Line) -> None:
        await line.greet(in_lobby())
        if typed == "levantarse":
            leave = await line.hear_a(f.Leave)
            await line.say(f.Ack(leave.id, 6))
        await line.say(snapshot(left, 6))
        await stay(line)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        program.type(typed)
        await program.until("Estás mirando.")
    said = "Dejas tu sitio." if typed == "levantarse" else "Te han quitado el sitio."
    told = [line for line in program.lines if "tu sitio" in line or "el sitio" in line]
    assert len(told) == 1
    assert told[0].startswith(said)


async def test_who_has_no_name_any_more_goes_by_the_seat(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1), people={"1": "Ana"})
        await line.say(f.ChatLines((f.ChatLine(1, 2, 5, "hola"),)), f.Presence(online={"0": True}))
        await line.hear_a(f.Bye)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        await program.until("No está")
        program.close_input()
        assert await program.exit() == 0
    assert program.lines[-2:] == ["Asiento 2: hola", "No está Asiento 2."]


async def test_a_seat_that_went_while_the_line_was_cut_is_told(tmp_path: Path) -> None:
    async def first(line: Line) -> None:
        await line.greet(in_round(turn=1))
        await line.socket.close(1011)

    async def then(line: Line) -> None:
        await line.hear_a(f.Hello)
        view = led_by_beto(seated=False)
        await line.say(
            f.Welcome(table=view.table, server="0", seat=-1), snapshot(view, 6),
            f.People(names={"1": "Ana", "2": "Beto"}), f.Presence(), f.ChatLines(lines=()),
        )  # fmt: skip
        await stay(line)

    async with (
        scripted(first, then) as server,
        ochos("play", server.link, home=tmp_path) as program,
    ):
        await program.until("Estás mirando.")
        program.close_input()
        assert await program.exit() == 0
    assert any(line.startswith("Esta terminal ya no tiene sitio") for line in program.lines)


async def test_watching_that_is_switched_off_is_told_once(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(led_by_beto(seated=False))
        await line.say(f.Notice(kind="watching_off"))
        await line.socket.close(f.CLOSE_WATCHING_OFF)

    async with scripted(table) as server, ochos("watch", server.link, home=tmp_path) as program:
        assert await program.exit() == 1
    told = [line for line in program.lines if "no se puede mirar" in line]
    assert told == [
        "En esta mesa ahora no se puede mirar. Quien la puso puede volver a permitirlo."
    ]


async def test_a_seat_of_which_the_server_says_nothing_is_not_given_up(tmp_path: Path) -> None:
    """The request for another token had no answer, and the old one is let go: which of the two
    holds the seat is asked again at the next visit."""

    async def table(line: Line) -> None:
        await line.greet(in_round(turn=1))
        chat = await line.hear_a(f.Chat)  # typed behind it, so the request has failed
        await line.say(f.Ack(chat.id, 5), f.Notice(kind="moved"))
        await line.socket.close(f.CLOSE_TOKEN_REPLACED)

    async with scripted(table) as server, ochos("play", server.link, home=tmp_path) as program:
        program.type("cerrar otros", "sí", "charla sigo")
        assert await program.exit() == 3
    assert any(line.startswith("No hay conexión con") for line in program.lines)
    assert program.lines[-1].startswith("Tu sitio se cerró en los demás dispositivos, pero")
    kept = tmp_path / "ochos-locos" / "seats"
    assert [path.suffix for path in kept.iterdir()] == [".next"]
