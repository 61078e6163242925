"""Montañita's own: the joker, the ace's other play, penalties in two goes (RULES.md §3–4)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import CardPlayed, CardsDrawn, StockRebuilt, TurnPassed
from server.game.commands import Draw, Pass, Play
from server.protocol.reasons import Reason
from tests.spec import A, B, C, Given, dealt, given, like, moved, owes, table

STOCK = "9D 9H TD TH JD JH"


def at(*hands: str, top: str = "7C", stock: str = STOCK, **switches: Any) -> Given:
    off: dict[str, Any] = {"last_card_call": "off", "call_on_pass": False}
    return given(table("montanita", **{**off, **switches}), dealt(*hands, top=top, stock=stock))


def owing(cards: int, hand: str, stock: str = STOCK, top: str = "3C", **switches: Any) -> Given:
    """B is in turn and owes cards."""
    return at("KH QH", hand, "6S 9S", top=top, stock=stock, **switches).also(owes(B, cards))


# The joker


@pytest.mark.parametrize("top", ["7C", "8C", "KH", "3D", "JK#1"])
def test_a_joker_goes_on_anything(top: str) -> None:
    """D9."""
    at("JK#0 4H", "5C 4D", "6S", top=top).when(Play(A, "JK#0")).accepted()


def test_a_joker_leaves_the_suit_as_it_was_and_makes_draw_three() -> None:
    at("JK#0 4H", "5C 4D", "6S").when(Play(A, "JK#0")).then(
        CardPlayed(A, "JK#0", active="C"), moved(B, pending=3)
    )


def test_a_joker_names_nothing() -> None:
    at("JK#0 4H", "5C 4D", "6S").when(Play(A, "JK#0", "H")).refused(Reason.SUIT_NOT_ASKED)


def test_after_a_joker_the_named_suit_holds_on() -> None:
    now = at("8H 4H KD", "JK#0 4D", "6S 5S", top="7H").when(Play(A, "8H", "S"), Play(B, "JK#0"))
    now.has(CardPlayed(B, "JK#0", active="S"))
    after = now.accepted().when(Draw(C), Draw(C)).accepted()
    assert {act for act in after.may(A) if act.startswith("play")} == set()


def test_a_three_goes_on_a_joker_and_a_joker_on_a_joker() -> None:
    """D9: a joker is a three without a suit. No penalty is owed any more."""
    now = at("3H 4H", "5D 4D", "6S", top="JK#0")
    assert now.may(A) == {"play 3H", "abandon"}
    at("JK#1 4H", "5D 4D", "6S", top="JK#0").when(Play(A, "JK#1")).accepted()


@pytest.mark.parametrize("card", ["3H", "JK#0"])
def test_threes_and_jokers_answer_one_another(card: str) -> None:
    owing(3, f"{card} 4H").when(Play(B, card)).has(moved(C, pending=6))


@pytest.mark.parametrize("card", ["8C", "6C", "AC", "2C"])
def test_nothing_else_answers(card: str) -> None:
    owing(3, f"{card} 4H").when(Play(B, card)).refused(
        Reason.MUST_ANSWER, pending=3, ranks=("3", "JK")
    )


# Another play


def test_after_an_ace_the_same_seat_plays_once_more() -> None:
    now = (
        at("AC 5C 4H", "5D 4D", "6S")
        .when(Play(A, "AC"))
        .then(CardPlayed(A, "AC", active="C"), moved(A, again=True))
    )
    now.when(Play(A, "5C")).then(CardPlayed(A, "5C", active="C"), moved(B))


def test_another_ace_may_follow_and_gives_another_play_again() -> None:
    """D8, With two packs the same card is not played twice."""
    now = given(
        table("montanita", two_packs_from=2, last_card_call="off", call_on_pass=False),
        dealt("AC#0 AC#1 9C#0", "5D#0", "6S#0", top="KC#0"),
    ).when(Play(A, "AC#0"))
    again = now.has(moved(A, again=True))
    again.when(Play(A, "AC#0")).refused(Reason.NOT_IN_HAND)
    after = again.when(Play(A, "AC#1")).has(moved(A, again=True)).table
    assert after.round is not None
    assert after.round.hands[A] == ("9C#0",)


def test_the_other_play_may_be_given_up_by_a_pass() -> None:
    """D8."""
    at("AC 5C 4H", "5D 4D", "6S").when(Play(A, "AC"), Pass(A)).then(
        TurnPassed(A, gave_up=True), moved(B)
    )


def test_instead_of_the_other_play_nothing_may_be_drawn() -> None:
    """D8."""
    at("AC 5D 4H", "5S 4D", "6S").when(Play(A, "AC"), Draw(A)).refused(Reason.PLAY_OR_PASS)


def test_the_other_card_must_match() -> None:
    at("AC 5D 4H", "5S 4D", "6S").when(Play(A, "AC"), Play(A, "5D")).refused(Reason.DOES_NOT_MATCH)


def test_the_other_card_has_its_effect() -> None:
    at("AC 3C 4H", "5S 4D", "6S").when(Play(A, "AC"), Play(A, "3C")).has(moved(B, pending=3))


def test_giving_up_for_want_of_any_card_counts_for_a_blocked_table() -> None:
    """Nothing matches and nothing can be drawn: that is all that is asked of a pass."""
    now = at("AC 5D 4H", "5S 4S", "6S 9S", stock="", rebuild_stock=False).when(
        Play(A, "AC"), Pass(A)
    )
    after = now.then(TurnPassed(A, blocks=True, gave_up=True), moved(B))
    after.when(Pass(B), Pass(C)).has(like(TurnPassed, blocks=True)).when(Draw(A)).refused(
        Reason.MATCH_OVER
    )


def test_giving_up_with_a_match_in_hand_does_not_count() -> None:
    now = at("AC 5C 4H", "5S 4S", "6S 9S", stock="", rebuild_stock=False)
    now.when(Play(A, "AC"), Pass(A)).has(TurnPassed(A, blocks=False, gave_up=True))


@pytest.mark.parametrize("card", ["JC", "KC"])
def test_with_two_a_reversal_gives_another_play(card: str) -> None:
    now = given(
        table("montanita", seats=2, last_card_call="off", call_on_pass=False),
        dealt(f"{card} 9C 3S", "2S", top="5C"),
    )
    now.when(Play(A, card)).then(CardPlayed(A, card, active="C"), moved(A, again=True)).when(
        Play(A, "9C")
    ).has(moved(B))


def test_with_two_of_three_left_a_reversal_gives_another_play_too() -> None:
    """Seats that hold cards count, counted with the one that plays."""
    now = given(
        table("montanita", last_card_call="off", call_on_pass=False),
        dealt("KC 9C 3S", "2S 5S", "", top="5C"),
    )
    now.when(Play(A, "KC")).has(moved(A, again=True, direction=1))


def test_where_it_does_nothing_the_turn_moves_on() -> None:
    """`reverse_two` at its other value."""
    given(
        table("montanita", seats=2, reverse_two="nothing"), dealt("KC 9C 3S", "2S 5S", top="5C")
    ).when(Play(A, "KC")).has(moved(B))


# Penalties in two goes


def test_a_penalty_is_taken_as_one_card_and_then_the_rest() -> None:
    now = owing(3, "KC 4H").when(Draw(B)).then(CardsDrawn(B, 1, penalty=3, cards=("9D",)))
    now.when(Draw(B)).then(CardsDrawn(B, 2, penalty=2, cards=("9H", "TD")), moved(C))


def test_so_does_whoever_holds_an_answer() -> None:
    """D30: taking it in two goes tells nothing."""
    owing(3, "3H 4H").when(Draw(B)).then(
        CardsDrawn(B, 1, penalty=3, had_answer=True, cards=("9D",))
    )


def test_elsewhere_a_penalty_is_taken_in_one() -> None:
    """`penalty_first_card` at its other value."""
    owing(3, "KC 4H", penalty_first_card=False).when(Draw(B)).then(
        CardsDrawn(B, 3, penalty=3, cards=("9D", "9H", "TD")), moved(C)
    )


def test_the_first_card_may_be_played_if_it_answers() -> None:
    """The whole penalty and the card's own number go on."""
    owing(3, "KC 4H", stock="3D 9H TD TH").when(Draw(B), Play(B, "3D")).then(
        CardPlayed(B, "3D", active="D"), moved(C, pending=6)
    )


def test_not_if_an_answer_was_held_before() -> None:
    owing(3, "3H 4H", stock="3D 9H TD TH").when(Draw(B), Play(B, "3D")).refused(
        Reason.MUST_TAKE_REST, pending=2
    )


def test_nor_a_card_held_before() -> None:
    owing(3, "3H 4H").when(Draw(B), Play(B, "3H")).refused(Reason.MUST_TAKE_REST, pending=2)


def test_nor_a_first_card_that_does_not_answer() -> None:
    now = owing(3, "KC 4H", stock="9C 9H TD TH").when(Draw(B))
    now.accepted().when(Play(B, "9C")).refused(Reason.MUST_TAKE_REST, pending=2)


def test_between_the_two_draws_nobody_passes_while_there_are_cards() -> None:
    owing(3, "KC 4H").when(Draw(B), Pass(B)).refused(Reason.MUST_ANSWER, pending=2)


def test_what_is_not_there_for_the_second_draw_is_forgiven() -> None:
    now = owing(3, "KC 4H", stock="9D", rebuild_stock=False).when(Draw(B)).accepted()
    now.when(Draw(B)).refused(Reason.STOCK_EMPTY)
    now.when(Pass(B)).then(TurnPassed(B, forgiven=2), moved(C))


def test_a_penalty_of_one_card_ends_in_a_pass_or_in_that_card() -> None:
    now = (
        owing(1, "KC 4H", stock="3D 9H")
        .when(Draw(B))
        .then(CardsDrawn(B, 1, penalty=1, cards=("3D",)))
    )
    now.when(Draw(B)).refused(Reason.DRAW_LIMIT)
    now.when(Pass(B)).then(TurnPassed(B), moved(C))
    now.when(Play(B, "3D")).has(moved(C, pending=4))


def test_the_stock_is_rebuilt_between_the_two_draws() -> None:
    now = owing(3, "KC 4H", stock="9D").also(CardPlayed(C, "6S", active="S"), owes(B, 3))
    after = now.when(Draw(B)).then(CardsDrawn(B, 1, penalty=3, cards=("9D",)))
    after.when(Draw(B)).has(StockRebuilt(1, 1, stock=("3C",)), like(CardsDrawn, cards=("3C",)))


# Eights and drawing


def test_an_eight_goes_on_an_eight() -> None:
    """D28."""
    at("8H 4H", "5D 4D", "6S", top="8C").when(Play(A, "8H", "S")).accepted()


def test_one_draws_until_one_can_play_and_then_has_to() -> None:
    now = at("KH QH", "5D 4D", "6S", stock="4D 9C 9H").when(Draw(A)).accepted()
    now.when(Pass(A)).refused(Reason.CANNOT_PASS)
    after = now.when(Draw(A)).accepted()
    after.when(Draw(A)).refused(Reason.CAN_PLAY)
    after.when(Pass(A)).refused(Reason.CANNOT_PASS)
    after.when(Play(A, "9C")).accepted()
