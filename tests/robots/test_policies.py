"""Robots decide from what their seat sees, by the rules of the table, and sensibly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

import pytest
from msgspec.structs import replace

from server.cards import deck_of
from server.events.catalog import CardPlayed, RoundClosed
from server.game.commands import Draw, Name, Pass, Play
from server.game.decide import decide
from server.game.evolve import fold
from server.game.shuffle import Dice
from server.game.table import Round, SeatState, Table
from server.protocol.news import Dealt, Drew, Played
from server.protocol.robots import ROBOTS
from server.protocol.views import View
from server.robots.policies import POLICY_OF_ROBOT, choose
from server.robots.seen import Seen, seen_from
from server.robots.selfplay import commit_of
from server.rules.door import rules_for

NAMES = [key for key, _ in ROBOTS]


def table_of(*hands: str, top: str, stock: str = "", pending: int = 0, **rules: object) -> Table:
    """A table of `especiales` in the middle of a round, seat 0 in turn, robots in every seat."""
    held = tuple(tuple(hand.split()) for hand in hands)
    seats = range(len(held))
    round_ = Round(
        number=1,
        deal=1,
        dealer=len(held) - 1,
        seed="",
        contributions=(),
        hands=held,
        stock=tuple(stock.split()),
        pile=(top,),
        active=top[1],
        direction=1,
        seat=0,
        turn=5,
        pending=pending,
    )
    return Table(
        id="a" * 26,
        phase="round",
        rules=rules_for("especiales", rules),
        seats=tuple(SeatState(holder="robot", robot=NAMES[seat]) for seat in seats),
        match=1,
        players=tuple(seats),
        target=200,
        round=round_,
    )


def dice(number: int = 1) -> Dice:
    return Dice(b"test", str(number).encode())


def act(robot: str, table: Table) -> Play | Draw | Pass | Name:
    return choose(robot, seen_from(table, 0), dice())


class Sealed(tuple[str, ...]):
    """Cards that may be counted, and not looked at."""

    __slots__ = ()

    def _touched(self, *_: object) -> NoReturn:
        raise AssertionError("a hidden card was looked at")

    __iter__ = __getitem__ = __contains__ = __eq__ = __hash__ = __add__ = index = _touched


class OwnPartOnly:
    """A view of which only the parts that a player looks at can be read."""

    OPEN = frozenset(("own", "rules", "seats", "turn", "pile", "pending", "direction", "stock"))

    def __init__(self, view: View) -> None:
        self._view = view

    def __getattr__(self, name: str) -> object:
        assert name in self.OPEN, f"a robot looked at {name}"
        return getattr(self._view, name)


def test_every_robot_that_can_be_seated_has_a_policy() -> None:
    assert list(POLICY_OF_ROBOT) == NAMES
    assert len(set(POLICY_OF_ROBOT.values())) == 3


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_decides_without_touching_what_its_seat_cannot_see(robot: str) -> None:
    table = table_of("9H 4C 8S KD", "2C 3D", "QH", top="9D", stock="AS TS JH")
    assert table.round is not None
    own, *others = table.round.hands
    hidden = replace(
        table.round, hands=(own, *map(Sealed, others)), stock=Sealed(table.round.stock), seed="no"
    )
    seen = seen_from(replace(table, round=hidden), 0)
    seen = Seen(OwnPartOnly(seen.view), seen.news)  # type: ignore[arg-type]
    assert seen.own.hand == own
    assert choose(robot, seen, dice()) == act(robot, table)


@pytest.mark.parametrize("robot", NAMES)
def test_two_tables_that_look_alike_from_a_seat_get_the_same_act(robot: str) -> None:
    one = table_of("9H 4C 8S KD", "2C 3D", "QH 5S", top="9D", stock="AS TS JH")
    other = table_of("9H 4C 8S KD", "JH AS", "3D 2C", top="9D", stock="QH 5S TS")
    assert act(robot, one) == act(robot, other)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_answers_a_penalty_with_a_two_when_it_has_one(robot: str) -> None:
    answer = act(robot, table_of("8C 2D KC", "3C", top="2C", stock="4H 5H 6H", pending=2))
    assert answer == Play(0, "2D", turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_without_a_two_takes_the_penalty(robot: str) -> None:
    table = table_of("8C 9C KC", "3C", top="2C", stock="4H 5H 6H", pending=2)
    assert act(robot, table) == Draw(0, turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_with_nothing_that_serves_draws_and_then_passes(robot: str) -> None:
    assert act(robot, table_of("9C KC", "3C", top="4D", stock="4H")) == Draw(0, turn=5)
    assert act(robot, table_of("9C KC", "3C", top="4D", stock="")) == Pass(0, turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_names_the_suit_it_holds_most_of(robot: str) -> None:
    played = act(robot, table_of("8C KH 5H 3S", "3C 4C", top="4D"))
    assert played == Play(0, "8C", suit="H", turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_that_dealt_an_eight_names_its_suit_first(robot: str) -> None:
    table = table_of("KS 5H 3S", "3C 4C", top="8D", starter_eight="dealer_names")
    assert table.round is not None
    named = act(robot, replace(table, round=replace(table.round, naming=True)))
    assert named == Name(0, "S", turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_the_last_card_of_a_robot_names_no_suit(robot: str) -> None:
    assert act(robot, table_of("8C", "3C 4C 5C", top="4D")) == Play(0, "8C", turn=5)


def test_carmen_gets_rid_of_what_would_cost_most() -> None:
    assert act("carmen", table_of("3D 8S KD 9D", "3C 4C 5C", top="4D")) == Play(0, "KD", turn=5)


def test_carmen_lets_an_eight_go_when_somebody_is_about_to_go_out() -> None:
    played = act("carmen", table_of("3D 8S KD 9D", "3C 4C", top="4D"))
    assert played == Play(0, "8S", suit="D", turn=5)


def test_tito_saves_a_two_until_somebody_is_about_to_go_out() -> None:
    calm = act("tito", table_of("2D 3D 9C", "3C 4C 5C", top="4D"))
    urgent = act("tito", table_of("2D 3D 9C", "3C 4C", top="4D"))
    assert (calm, urgent) == (Play(0, "3D", turn=5), Play(0, "2D", turn=5))


def test_tito_draws_once_rather_than_spend_an_eight_early() -> None:
    table = table_of("8S KC 9C", "3C 4C 5C", top="4D", stock="3H TH")
    assert act("tito", table) == Draw(0, turn=5)
    assert table.round is not None
    hands = (("8S", "KC", "9C", "3H"), *table.round.hands[1:])
    drawn = replace(table.round, hands=hands, drawn=("3H",), stock=("TH",))
    assert act("tito", replace(table, round=drawn)) == Play(0, "8S", suit="C", turn=5)


def test_among_equals_a_robot_names_the_suit_at_which_another_had_to_draw() -> None:
    table = table_of("8C KH 5S", "3C 4C 6C", top="4D")
    told = (
        Dealt(1, dealer=1, first=0, direction="left", top="4S"),
        Played(0, "6S", left=3),
        Drew(1, 1),
        Played(1, "6D", left=4),
    )
    played = choose("carmen", seen_from(table, 0, told), dice())
    assert played == Play(0, "8C", suit="S", turn=5)


def test_luna_plays_every_card_that_serves_now_and_then() -> None:
    table = table_of("3D 8S KD 9D 2C", "3C 4C 5C", top="4D")
    seen = seen_from(table, 0)
    acts = {choose("luna", seen, dice(number)) for number in range(100)}
    assert {a.card for a in acts if isinstance(a, Play)} == {"3D", "8S", "KD", "9D"}


def test_robots_that_can_do_nothing_pass_and_block_the_table() -> None:
    table = table_of("9C KC", "3C 5C", "6C 7C", "TC JC", top="4D")
    acts: list[Play | Draw | Pass | Name] = []
    while table.round is not None:
        seat = table.round.seat
        acts.append(choose(NAMES[seat], seen_from(table, seat), dice()))
        table = fold(table, commit_of(table, decide(table, acts[-1])))
    assert [type(one) for one in acts] == [Pass] * 4
    assert table.result is not None
    assert (table.result.how, table.result.winner) == ("blocked", 1)


@pytest.mark.parametrize("robot", NAMES)
def test_the_round_is_over_when_a_robot_lays_its_last_card(robot: str) -> None:
    table = table_of("QD", "3C 4C 5C", "6C", top="4D", stock="2H")
    played, *after = decide(table, act(robot, table))
    assert played == CardPlayed(0, "QD", "D")
    assert [type(event) for event in after] == [RoundClosed]


def faces() -> Iterator[str]:
    yield from deck_of("french52", 2).cards


def test_robots_know_the_cards_of_two_packs() -> None:
    hand = " ".join(card for card in faces() if card.startswith(("KD", "8S")))
    table = table_of(hand, "3C#0 4C#0 5C#0", top="4D#1", two_packs_from=2)
    assert act("carmen", table) == Play(0, "KD#0", turn=5)
