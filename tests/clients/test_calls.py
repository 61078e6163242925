"""Tables that call, time and trust: what is typed there, what is sent, and what is said of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from server.protocol import frames as f
from server.protocol import news as n
from server.protocol import views as v
from tests.clients.program import ANSWER_SECONDS, ochos
from tests.clients.scripted import Line, in_round, scripted, step
from tests.clients.visiting import visit

ACT = 41  # version of the latest act, which a call must cite
NOW_MS = 1_000_000


def house(view: v.View, **rules: object) -> v.View:
    """The table with other rules."""
    changed = msgspec.convert({**msgspec.to_builtins(view.rules), **rules}, v.RulesView)
    turn = view.turn
    assert isinstance(turn, v.TurnView)
    return msgspec.structs.replace(view, rules=changed, turn=msgspec.structs.replace(turn, act=ACT))


def acting(view: v.View, **actions: object) -> v.View:
    """The same table where Ana may do this as well."""
    own = view.own
    assert isinstance(own, v.Own)
    whole = {**msgspec.to_builtins(own.actions), **actions}
    changed = msgspec.convert(whole, v.Actions)
    return msgspec.structs.replace(view, own=msgspec.structs.replace(own, actions=changed))


async def test_the_last_card_is_called_with_the_play(tmp_path: Path) -> None:
    view = acting(
        house(in_round("9H 7D"), calls="automatic"), announce=True, announce_with=["9H", "7D"]
    )

    async def table(line: Line) -> None:
        await line.greet(view)
        play = await line.hear_a(f.Play)
        assert (play.card, play.announce) == ("9H", True)
        played = n.Played(0, "9H", 1, announced=True)
        await line.say(step(6, {"turn": {"seat": 1, "number": 5}}, played), f.Ack(play.id, 6))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "9co una")
    hint = "Al jugar te queda una: escribe «una» detrás de la carta."
    assert any(line.endswith(hint) for line in program.lines)
    assert "Juegas el 9 de corazones. Dices «¡una!»." in program.lines


async def test_a_call_that_was_forgotten_is_urged_and_can_still_be_said(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round("9H 7D"), calls="automatic"))
        play = await line.hear_a(f.Play)
        await line.say(
            step(
                6,
                {"turn": {"seat": 1, "number": 5}, "own": {"actions": {"announce": True}}},
                n.Played(0, "9H", 1),
                n.Turn(1),
            ),
            f.Ack(play.id, 6),
        )
        call = await line.hear_a(f.Announce)
        assert call.turn == 5
        await line.say(step(7, {}, n.Announced(0)), f.Ack(call.id, 7))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "9co", "una")
    assert program.lines[-4:] == [
        "Juegas el 9 de corazones. Te queda una.",
        "Juega Beto.",
        "Te queda una y no avisaste: escribe «una» antes de que juegue otro.",
        "Dices «¡una!».",
    ]


async def test_a_pass_may_call_as_well(tmp_path: Path) -> None:
    view = acting(in_round("9C"), passing=True, announce_pass=True, draw=0)

    async def table(line: Line) -> None:
        await line.greet(house(view, preset="montanita", calls="automatic"))
        passed = await line.hear_a(f.Pass)
        assert passed.announce
        await line.say(f.Ack(passed.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "paso una")
    assert program.lines[-1] == "Puedes pasar. Te queda una: escribe «paso una»."


async def test_where_only_forgotten_calls_are_faults_a_call_is_sent_at_once(
    tmp_path: Path,
) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round(turn=1), calls="called"))
        await line.say(step(6, {"own": {"actions": {"call_fault": [2]}}}, n.Played(2, "2H", 1)))
        call = await line.hear_a(f.CallFault)
        assert (call.accused, call.act) == (2, ACT)
        await line.say(f.Refused("no_calling", call.id))
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        ochos("play", server.link, home=tmp_path) as program,
    ):
        urged = (
            "Carmen no avisó que le queda una: escribe «reclamar Carmen» antes de que juegue otro."
        )
        await program.until(urged)
        program.type("reclamar car")
        program.close_input()
        assert await program.exit() == 0
    assert program.lines[-1].startswith("Ahora no se puede reclamar")


async def test_in_honour_mode_a_call_is_asked_for_twice(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round(turn=2), honour=True))
        call = await line.hear_a(f.CallFault)
        assert (call.accused, call.act) == (1, ACT)
        found = (
            n.FaultCalled(0, 1, "wrong_card"),
            n.TakenBack(1, "2S"),
            n.Drew(1, 1, fine="wrong_card"),
        )
        await line.say(step(6, {"turn": {"act": ACT + 1}}, *found), f.Ack(call.id, 6))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "acusar 2", "no", "acusar Nadie", "acusar beto", "")
    question = (
        "Acusar a Beto: se mira su última jugada, y si estaba bien puede costarte cartas. "
        "Enter o «sí» para hacerlo; otra cosa lo deja."
    )
    assert program.lines[-7:] == [
        question,
        "No se envió nada.",
        "Escribe también a quién: su nombre o el número de su asiento, como en «mesa».",
        question,
        "Reclamas: la carta de Beto no iba.",
        "Beto recoge el 2 de picas.",
        "Beto roba una de multa.",
    ]


async def test_a_call_of_an_act_that_is_past_is_not_sent(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round(turn=2), honour=True))
        await asyncio.wait_for(asked.wait(), ANSWER_SECONDS)
        await line.say(step(6, {"turn": {"act": ACT + 1}}, n.PassedTurn(1)))
        await line.hear_a(f.Bye)

    asked = asyncio.Event()

    async with (
        scripted(table) as server,
        ochos("play", server.link, home=tmp_path) as program,
    ):
        program.type("acusar beto")
        await program.until("Acusar a Beto")
        asked.set()
        await program.until("La mesa avanzó y no se envió nada.")
        program.type("sí")
        program.close_input()
        assert await program.exit() == 0
    assert program.lines[-1] == "No hay nada que confirmar."


async def test_a_play_out_of_turn_needs_a_yes_and_an_empty_line_is_none(tmp_path: Path) -> None:
    view = acting(house(in_round(turn=1), honour=True), play=["9H", "9C"], out_of_turn=True)

    async def table(line: Line) -> None:
        await line.greet(view)
        play = await line.hear_a(f.Play)
        assert (play.card, play.turn) == ("9C", 4)
        await line.say(f.Ack(play.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "9cl", "", "mano", "9cl", "sí")
    asked = (
        "Todavía no te toca: si alguien reclama, la carta vuelve y robas de multa. "
        "Jugar el 9 de tréboles. Escribe «sí» para hacerlo igual."
    )
    assert program.lines.count(asked) == 2
    assert not any("se puede jugar" in line for line in program.lines), "nothing tells what goes"


async def test_in_honour_mode_no_card_is_marked(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round(), honour=True))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table)
    assert program.lines[-2:] == [
        "Tu mano: 1:9♥, 2:9♣, 3:8♠, 4:7♦",
        "Puedes jugar una carta o robar.",
    ]


async def test_a_suit_may_be_left_out_where_that_is_only_a_fault(tmp_path: Path) -> None:
    view = acting(house(in_round(), honour=True), suit_free=True)

    async def table(line: Line) -> None:
        await line.greet(view)
        for _ in range(2):
            play = await line.hear_a(f.Play)
            assert (play.card, play.suit) == ("8S", "")
            await line.say(f.Ack(play.id, 5))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "8p sin pedir", "3", "sin pedir")
    assert program.lines[-1] == (
        "¿Qué palo pides con el 8 de picas? "
        "Escribe corazones, diamantes, tréboles o picas, o «sin pedir»."
    )


async def test_a_suit_that_was_left_out_can_be_named_later(tmp_path: Path) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round(), honour=True))
        play = await line.hear_a(f.Play)
        suits = ["C", "D", "H", "S"]
        patch = {
            "turn": {"seat": 1, "number": 5},
            "own": {"actions": {"name": True, "suits": suits, "play": None, "draw": None}},
        }
        await line.say(step(6, patch, n.Played(0, "8S", 3, unnamed=True)), f.Ack(play.id, 6))
        passed = await line.hear_a(f.Pass)  # «p» is no suit here: none is waited for
        await line.say(f.Refused("not_your_turn", passed.id, {"seat": 1}))
        name = await line.hear_a(f.Name)
        assert (name.turn, name.suit) == (5, "H")
        await line.say(f.Ack(name.id, 6))
        await line.hear_a(f.Bye)

    program = await visit(tmp_path, table, "8p sin pedir", "p", "pide co")
    assert "No pediste palo. Todavía puedes: «pide» y el palo." in program.lines


async def test_a_suit_that_is_demanded_is_asked_for_though_another_is_in_turn(
    tmp_path: Path,
) -> None:
    async def table(line: Line) -> None:
        await line.greet(house(in_round(turn=1), honour=True))
        actions = {"name": True, "suits": ["C", "D", "H", "S"], "call_fault": [1]}
        demanded = {"turn": {"naming": True, "namer": 0}, "own": {"actions": actions}}
        told = (n.FaultCalled(1, 0, "unnamed"), n.SuitDemanded(0))
        await line.say(step(6, demanded, *told))
        name = await line.hear_a(f.Name)
        assert name.suit == "S"
        free = {"turn": {"naming": None, "namer": None}, "own": {"actions": {"name": None}}}
        await line.say(step(7, free, n.Named(0, "S")), f.Ack(name.id, 7))
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        ochos("play", server.link, home=tmp_path) as program,
    ):
        await program.until("Puedes pedir un palo")
        program.type("p")
        program.close_input()
        assert await program.exit() == 0
    assert program.lines[-7:] == [
        "Beto reclama: no pediste palo.",
        "Ahora tienes que pedir palo.",
        "¿Qué palo pides?",
        "Tu mano: 1:9♥, 2:9♣, 3:8♠, 4:7♦",
        "Puedes pedir un palo: corazones, diamantes, tréboles o picas.",
        "Pides picas.",
        "Juega Beto.",
    ]


async def test_a_penalty_may_be_drawn_one_card_first_and_then_the_rest(tmp_path: Path) -> None:
    owed = {"why": {"ranks": ["3", "JK"], "pending": 6}}
    rest = {"why": {"ranks": ["3", "JK"], "pending": 5}}

    async def table(line: Line) -> None:
        view = acting(in_round("9C 7D"), play=[], suit_with=[], draw=1)
        await line.greet(house(view, preset="montanita"))
        await line.say(step(6, {"pending": 6, "own": owed}))
        for version, draws in ((7, 5), (8, 0)):
            draw = await line.hear_a(f.Draw)
            own = {"hand": ["9C", "7D", "QS"], "actions": {"draw": draws or None}, **rest}
            turn = {"paid": 1} if draws else {"seat": 1, "number": 5, "paid": None}
            news = (n.Drew(0, 1, 6, own=("QS",)),) if draws else (n.Drew(0, 5, 5), n.Turn(1))
            patch = {"turn": turn, "own": own, "pending": 6 if draws else None}
            await line.say(step(version, patch, *news), f.Ack(draw.id, version))
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        ochos("play", server.link, home=tmp_path) as program,
    ):
        await program.until("Puedes robar la primera.")
        program.type("robar", "robar")
        program.close_input()
        assert await program.exit() == 0
    lines = program.lines
    owes = "Te toca, y te caen 6. Responde con un 3 o un comodín o roba la primera."
    assert owes in lines
    assert lines[lines.index("Robas la reina de picas.") :] == [
        "Robas la reina de picas.",
        "Te toca, y te caen 6. Ya robaste la primera; faltan 5.",
        "Tu mano: 1:9♣, 2:7♦, 3:Q♠",
        "Puedes robar las 5 que faltan.",
        "Robas 5 cartas.",
        "Juega Beto.",
    ]


async def test_a_clock_is_said_with_the_turn_and_once_more_near_its_end(tmp_path: Path) -> None:
    view = house(in_round(), turn_seconds=60)
    turn = v.TurnView(0, 4, 0, ends_at_ms=NOW_MS + 10_600)
    view = msgspec.structs.replace(view, turn=turn)

    async def table(line: Line) -> None:
        hello = await line.hear_a(f.Hello)
        await line.say(
            f.Welcome(table=hello.table, server="0", seat=0, now_ms=NOW_MS),
            f.Snapshot(5, "5" * 16, 1, msgspec.to_builtins(view)),
            f.People(names={"1": "Ana", "2": "Beto"}),
            f.Presence(online={"0": True, "1": True}),
        )
        await line.hear_a(f.Bye)

    async with (
        scripted(table) as server,
        ochos("play", server.link, home=tmp_path) as program,
    ):
        await program.until("Te quedan 10 segundos.")
        program.close_input()
        assert await program.exit() == 0
    assert "60 segundos por turno." in program.raw.decode()
    assert any(line.startswith("Te toca. Tienes 11 segundos.") for line in program.lines)
    assert program.lines.count("Te quedan 10 segundos.") == 1


async def test_a_colour_of_the_belts_is_played_and_asked_for(tmp_path: Path) -> None:
    cards = ["b7#0", "k!#1", "EL#2"]
    view = house(in_round(), preset="jiujitsu", pack="jiujitsu", wild=["+5", "EL"])
    pile = v.PileView("b3#0", "b", 4, ranks=("3", "+5", "EL"))
    own = {"play": ["b7#0", "EL#2"], "suit_with": ["EL#2"], "suits": ["b", "p", "n", "k"]}
    actions = msgspec.convert({**own, "draw": 1}, v.Actions)
    view = msgspec.structs.replace(view, pile=pile, own=v.Own(0, tuple(cards), actions=actions))

    async def table(line: Line) -> None:
        await line.greet(view)
        for card, suit in (("EL#2", "n"), ("EL#2", "p"), ("b7#0", ""), ("p4#0", ""), ("k!#1", "")):
            play = await line.hear_a(f.Play)
            assert (play.card, play.suit) == (card, suit)
            await line.say(f.Ack(play.id, 5))
        await line.hear_a(f.Bye)

    typed = ("elegir marrón", "3", "m", "sí", "az7", "mo4", "saltar", "cambiar")
    program = await visit(tmp_path, table, *typed)
    at = program.lines.index("Te toca. Arriba está el 3 azul. Sirven azul, un 3 o una roja.")
    assert program.lines[at + 1 :] == [
        "Tu mano: 1:az7*, 2:ne-Saltar, 3:Elegir*",
        "Puedes jugar una de las marcadas con * o robar.",
        "¿Qué color pides con el Elegir? Escribe azul, morado, marrón o negro.",
        "Jugar el Elegir y pedir morado. Enter o «sí» para hacerlo; otra cosa lo deja.",
        "No tienes ninguna así. Escribe el número de una de tus cartas.",
    ]
