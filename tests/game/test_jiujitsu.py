"""The jiu-jitsu pack in play: what matches, colours, the table of answers (RULES.md §4)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import CardPlayed, CardsDrawn, TurnPassed
from server.game.commands import Draw, Pass, Play
from server.protocol.reasons import Reason
from tests.spec import A, B, C, Given, dealt, given, moved, owes, table, turn_of

PLAIN = ("p9#0 k1#0", "k2#0 k3#0", "k4#0 k5#0")  # hands in which nothing fits on blue


def at(hand: str, top: str, pending: int = 0, **switches: Any) -> Given:
    """B is in turn with this hand, and may owe cards."""
    now = given(
        table("jiujitsu", last_card_call="off", **switches),
        dealt("k2#0 k3#0", f"{hand} k1#0", "k4#0 k5#0", top=top, stock="n1#0 n2#0 n3#0 n4#0 n5#0"),
    )
    return now.also(owes(B, pending) if pending else turn_of(B))


def after_five(colour: str, hand: str, **switches: Any) -> Given:
    """A has played a Robar +5 and named a colour; B owes five."""
    return (
        given(
            table("jiujitsu", last_card_call="off", **switches),
            dealt("+5#0 k3#0", f"{hand} k1#0", "k4#0 k5#0", top="b1#0", stock="n1#0 n2#0"),
        )
        .when(Play(A, "+5#0", colour))
        .then(CardPlayed(A, "+5#0", active=colour, named=colour), moved(B, pending=5))
    )


# What matches


@pytest.mark.parametrize("card", ["b9#0", "p7#0", "b!#0"])
def test_a_card_matches_by_its_colour_or_its_number(card: str) -> None:
    at(card, "b7#0").when(Play(B, card)).accepted()


@pytest.mark.parametrize(
    ("card", "top"), [("p+#0", "b+#0"), ("p~#0", "b~#0"), ("p!#0", "b!#0"), ("b7#1", "b7#0")]
)
def test_a_card_matches_by_its_symbol_and_both_copies_match(card: str, top: str) -> None:
    at(card, top).when(Play(B, card)).accepted()


def test_an_eight_of_this_pack_is_a_number_like_any_other() -> None:
    at("p8#0", "b7#0").when(Play(B, "p8#0")).refused(
        Reason.DOES_NOT_MATCH, suit="b", ranks=("7", "+5", "EL")
    )


def test_choose_goes_on_anything_and_names_a_colour() -> None:
    at("EL#0", "b7#0").when(Play(B, "EL#0", "n")).then(
        CardPlayed(B, "EL#0", active="n", named="n"), moved(C)
    )


@pytest.mark.parametrize("suit", ["", "H", "red", "B"])
def test_a_red_without_a_colour_of_the_pack_is_refused(suit: str) -> None:
    at("EL#0", "b7#0").when(Play(B, "EL#0", suit)).refused(Reason.SUIT_NEEDED)


def test_after_a_named_colour_only_that_colour_or_a_red_follows() -> None:
    now = at("EL#0", "b7#0").when(Play(B, "EL#0", "k")).accepted()
    assert now.may(C) == {"play k4#0", "play k5#0", "abandon"}


# The table of answers


@pytest.mark.parametrize("card", ["p+#0", "b+#1"])
def test_on_a_draw_two_any_draw_two_answers_with_two_more(card: str) -> None:
    at(card, "b+#0", 2).when(Play(B, card)).then(
        CardPlayed(B, card, active=card[0]), moved(C, pending=4)
    )


def test_on_a_draw_two_a_draw_five_answers_with_five_more_and_names_a_colour() -> None:
    at("+5#0", "b+#0", 2).when(Play(B, "+5#0", "n")).then(
        CardPlayed(B, "+5#0", active="n", named="n"), moved(C, pending=7)
    )


def test_on_a_draw_two_choose_wipes_the_penalty_out_and_names_a_colour() -> None:
    """What is an escape elsewhere is an answer here."""
    at("EL#0", "b+#0", 4).when(Play(B, "EL#0", "n")).then(
        CardPlayed(B, "EL#0", active="n", named="n"), moved(C, pending=0)
    )


@pytest.mark.parametrize("card", ["b9#0", "b!#0", "b~#0"])
def test_nothing_else_answers_a_draw_two(card: str) -> None:
    at(card, "b+#0", 2).when(Play(B, card)).refused(
        Reason.MUST_ANSWER, pending=2, ranks=("+", "+5", "EL")
    )


def test_on_a_draw_five_another_one_answers_with_five_more() -> None:
    after_five("b", "+5#1").when(Play(B, "+5#1", "p")).then(
        CardPlayed(B, "+5#1", active="p", named="p"), moved(C, pending=10)
    )


def test_on_a_draw_five_a_draw_two_of_the_named_colour_answers_with_two_more() -> None:
    after_five("p", "p+#0").when(Play(B, "p+#0")).then(
        CardPlayed(B, "p+#0", active="p"), moved(C, pending=7)
    )


def test_on_a_draw_five_a_draw_two_of_another_colour_does_not_answer() -> None:
    after_five("p", "b+#0").when(Play(B, "b+#0")).refused(Reason.MUST_ANSWER, pending=5)


def test_on_a_draw_five_choose_wipes_the_penalty_out() -> None:
    after_five("p", "EL#0").when(Play(B, "EL#0", "n")).then(
        CardPlayed(B, "EL#0", active="n", named="n"), moved(C, pending=0)
    )


def test_a_draw_two_on_a_draw_five_is_itself_answered_by_any_draw_two() -> None:
    now = given(
        table("jiujitsu", last_card_call="off"),
        dealt("+5#0 k3#0", "p+#0 k1#0", "n+#0 k5#0", top="b1#0"),
    )
    now.when(Play(A, "+5#0", "p"), Play(B, "p+#0"), Play(C, "n+#0")).has(moved(A, pending=9))


def test_where_any_draw_card_answers_the_colour_does_not_matter_and_choose_is_no_answer() -> None:
    """The switch `answers` at its other value."""
    now = after_five("p", "b+#0 EL#0", answers="any_draw")
    assert {act for act in now.may(B) if act.startswith("play")} == {"play b+#0"}


# Penalties


def test_without_stacking_only_the_last_cards_number_is_owed() -> None:
    at("+5#0", "b+#0", 4, stacking=False).when(Play(B, "+5#0", "n")).has(moved(C, pending=5))


def test_a_penalty_is_drawn_whole_and_the_turn_is_over() -> None:
    at("p9#0", "b+#0", 4).when(Draw(B)).then(
        CardsDrawn(B, 4, penalty=4, cards=("n1#0", "n2#0", "n3#0", "n4#0")), moved(C)
    )


# Drawing: one card, which has to be played if it matches


def test_the_drawn_card_must_be_played_if_it_matches() -> None:
    now = at("p9#0", "n7#0").when(Draw(B)).accepted()
    now.when(Pass(B)).refused(Reason.MUST_PLAY_DRAWN)
    now.when(Play(B, "n1#0")).accepted()


def test_a_drawn_card_that_does_not_match_ends_in_a_pass() -> None:
    at("p9#0", "b7#0").when(Draw(B), Pass(B)).then(TurnPassed(B), moved(C))


def test_while_a_card_matches_nothing_may_be_drawn() -> None:
    at("b9#0", "b7#0").when(Draw(B)).refused(Reason.CAN_PLAY)


# The other symbols


def test_skip_takes_the_next_seats_turn() -> None:
    at("b!#0", "b7#0").when(Play(B, "b!#0")).has(moved(A, skipped=(C,)))


def test_change_turns_the_direction() -> None:
    at("b~#0", "b7#0").when(Play(B, "b~#0")).has(moved(A, reversed=True, direction=-1))


def test_with_two_change_does_nothing() -> None:
    given(
        table("jiujitsu", seats=2, last_card_call="off"), dealt("b~#0 k1#0", "k2#0", top="b7#0")
    ).when(Play(A, "b~#0")).then(CardPlayed(A, "b~#0", active="b"), moved(B, direction=1))


def test_as_last_card_a_red_names_nothing_and_does_nothing() -> None:
    """D12 and D27: the effect of the last card is ignored."""
    given(table("jiujitsu", last_card_call="off"), dealt("+5#0", "k1#0", "k2#0", top="b7#0")).when(
        Play(A, "+5#0")
    ).has(CardPlayed(A, "+5#0", active="b"))
