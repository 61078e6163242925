"""Robots decide from what their seat sees, by the rules of the table, and sensibly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from server.cards import deck_of
from server.events.catalog import CardPlayed, RoundClosed
from server.game.commands import Draw, Name, Pass, Play
from server.game.decide import decide
from server.game.evolve import fold
from server.game.shuffle import Dice
from server.game.table import Lock, Round, SeatState, Table
from server.protocol.news import Dealt, Drew, Played
from server.protocol.robots import ROBOTS
from server.protocol.views import View
from server.robots.policies import POLICY_OF_ROBOT, Act, choose
from server.robots.seen import seen_from
from server.robots.selfplay import commit_of
from server.rules.door import rules_for
from server.rules.presets import PRESETS

NAMES = [key for key, _ in ROBOTS]


def table_of(
    *hands: str,
    top: str,
    stock: str = "",
    pending: int = 0,
    preset: str = "especiales",
    **rules: Any,
) -> Table:
    """A table in the middle of a round, seat 0 in turn, robots in every seat."""
    held = tuple(tuple(hand.split()) for hand in hands)
    seats = range(len(held))
    round_ = Round(
        number=1,
        deal=1,
        dealer=len(held) - 1,
        seed="",
        lock=Lock(),
        hands=held,
        stock=tuple(stock.split()),
        pile=(top,),
        active=suit_of(PRESETS[preset].pack, top),
        direction=1,
        seat=0,
        turn=5,
        seats=tuple(seats),
        pending=pending,
    )
    return Table(
        id="a" * 26,
        phase="round",
        rules=rules_for(preset, rules),
        seats=tuple(SeatState(holder="robot", robot=NAMES[seat]) for seat in seats),
        match=1,
        players=tuple(seats),
        target=200,
        round=round_,
    )


def suit_of(pack: str, card: str) -> str:
    """The suit of a card of one pack, or of two."""
    return (deck_of(pack, 1).suit | deck_of(pack, 2).suit)[card]


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
    seen = replace(seen, view=OwnPartOnly(seen.view))
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
    named = act(robot, replace(table, round=replace(table.round, naming=True, namer=0)))
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


# Other packs and rules


def with_round(table: Table, **changes: Any) -> Table:
    assert table.round is not None
    return replace(table, round=replace(table.round, **changes))


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_names_the_colour_it_holds_most_of(robot: str) -> None:
    table = table_of("EL#0 n2#0 n7#1 p3#0", "b1#0 b2#0 b3#0", top="k4#0", preset="jiujitsu")
    assert act(robot, table) == Play(0, "EL#0", suit="n", turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_wipes_a_penalty_out_with_a_red(robot: str) -> None:
    table = table_of(
        "EL#0 n2#0 n7#1", "b1#0 b2#0 b3#0", top="k+#0", pending=2, stock="k1#0", preset="jiujitsu"
    )
    assert act(robot, table) == Play(0, "EL#0", suit="n", turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_takes_the_first_card_of_a_penalty_and_plays_it_if_it_answers(robot: str) -> None:
    table = table_of("4C 5C", "3H 4H 5H", top="3D", pending=3, stock="3S 6H 7H", preset="montanita")
    assert act(robot, table) == Draw(0, turn=5)
    hands = (("4C", "5C", "3S"), ("3H", "4H", "5H"))
    halfway = with_round(table, hands=hands, drawn=("3S",), paid=1, stock=("6H", "7H"))
    assert act(robot, halfway) == Play(0, "3S", turn=5)
    held_one_before = with_round(halfway, answered=True)
    assert act(robot, held_one_before) == Draw(0, turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_plays_again_if_it_can_and_passes_if_it_cannot(robot: str) -> None:
    table = with_round(table_of("6H 9D", "3H 4H 5H", top="AH", preset="montanita"), again=True)
    assert act(robot, table) == Play(0, "6H", turn=5, announce=True)
    assert act(robot, with_round(table, active="S")) == Pass(0, turn=5)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_plays_a_joker_on_what_there_is(robot: str) -> None:
    table = table_of("JK#0 9D 4C", "3H 4H 5H", top="6H", preset="montanita")
    assert act(robot, table) == Play(0, "JK#0", turn=5)


@pytest.mark.parametrize("robot", NAMES)
@pytest.mark.parametrize("enforcement", ["strict", "honour"])
def test_a_robot_follows_the_pile_though_honour_lets_anything_lie(
    robot: str, enforcement: str
) -> None:
    table = table_of("9H KD 4C", "2C 3D 5S", top="9D", preset="familiar", enforcement=enforcement)
    played = act(robot, table)
    assert isinstance(played, Play)
    assert played.card in ("9H", "KD")


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_says_with_the_play_that_one_card_is_left(robot: str) -> None:
    table = table_of("9D 4C", "2C 3D 5S", top="7D", preset="familiar")
    assert act(robot, table) == Play(0, "9D", turn=5, announce=True)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_that_passes_with_one_card_says_so_where_that_counts(robot: str) -> None:
    table = table_of("9H", "2C 3D 5S", top="7D", preset="montanita", rebuild_stock=False)
    assert act(robot, table) == Pass(0, turn=5, announce=True)


def test_luna_forgets_one_call_in_ten_and_only_where_others_must_notice() -> None:
    def said(robot: str, table: Table) -> int:
        seen = seen_from(table, 0)
        acts = [choose(robot, seen, dice(number)) for number in range(1_000)]
        return sum(isinstance(act, Play) and act.announce for act in acts)

    hands, top = ("b6#0 n9#0", "k1#0 k2#0 k3#0"), "b2#0"
    called = table_of(*hands, top=top, preset="jiujitsu")
    watched = table_of(*hands, top=top, preset="jiujitsu", last_card_call="automatic")
    assert 860 < said("luna", called) < 940
    assert said("luna", watched) == said("carmen", called) == said("tito", called) == 1_000


@pytest.mark.parametrize("robot", NAMES)
def test_robots_do_not_go_round_in_circles_for_ever(robot: str) -> None:
    """The first cards of a penalty may all be answers: sooner or later somebody pays, and names
    another suit than the best."""
    table = table_of("3C 4C", "5H 6H 7H", top="3D", pending=60, stock="3S", preset="montanita")
    wild = table_of("8C KH 5H 3S", "3C 4C 5C", top="4D", preset="montanita")

    def acts(table: Table, news: int) -> set[Act]:
        seen = seen_from(table, 0, (Drew(1, 1),) * news)
        return {choose(robot, seen, dice(number)) for number in range(200)}

    assert acts(table, 10) == {Play(0, "3C", turn=5, announce=True)}
    assert acts(table, 500) == {Play(0, "3C", turn=5, announce=True), Draw(0, turn=5)}
    assert acts(wild, 10) == {Play(0, "8C", suit="H", turn=5)}
    assert acts(wild, 500) == {Play(0, "8C", suit=suit, turn=5) for suit in "CDHS"}


@pytest.mark.parametrize("robot", NAMES)
def test_while_nearly_all_cards_are_held_a_robot_makes_nobody_draw(robot: str) -> None:
    """What is played then is what is drawn next."""
    table = table_of("3D 9D 4C", "5H 6H 7H", top="6D", stock="9S", preset="montanita")
    assert act(robot, table) == Play(0, "9D", turn=5)
