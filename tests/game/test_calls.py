"""Calling the last card: when it is due, how it is said, what forgetting it costs (RULES.md §8)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import (
    Announced,
    CallsOwed,
    CardPlayed,
    CardsDrawn,
    FaultCalled,
    RoundClosed,
    TurnMoved,
    TurnPassed,
    WentOut,
)
from server.game.commands import Announce, CallFault, Draw, Pass, Play, TimeOut
from server.protocol.reasons import Reason
from tests.spec import NOON, A, B, C, Given, dealt, given, like, moved, scored, table, turn_of

FORGOTTEN = "call_forgotten"


def family(*hands: str, top: str = "2C", stock: str = "KD QD JD", **switches: Any) -> Given:
    return given(table("familiar", **switches), dealt(*hands, top=top, stock=stock))


def fine(seat: int, *cards: str) -> CardsDrawn:
    return CardsDrawn(seat, len(cards), fine=FORGOTTEN, cards=cards)


# Off


def test_where_the_last_card_is_not_called_nothing_is_owed() -> None:
    now = family("6C 9C", "5C 4D", "3H 3D", last_card_call="off")
    now.when(Play(A, "6C"), Play(B, "5C")).then(CardPlayed(B, "5C", active="C"), moved(C))


def test_where_the_last_card_is_not_called_there_is_nothing_to_call() -> None:
    now = family("6C 9C", "5C 4D", "3H 3D", last_card_call="off")
    now.when(Announce(A)).refused(Reason.NOTHING_TO_CALL)
    now.when(Play(A, "6C", announce=True)).refused(Reason.NOTHING_TO_CALL)


# Due, and fined by the table


def test_a_play_that_leaves_one_card_owes_a_call() -> None:
    family("6C 9C", "5C 4D", "3H 3D").when(Play(A, "6C")).then(
        CardPlayed(A, "6C", active="C"), moved(B), CallsOwed((A,))
    )


def test_a_play_that_leaves_two_cards_owes_none() -> None:
    family("6C 9C 9D", "5C 4D", "3H 3D").when(Play(A, "6C")).has_no(CallsOwed)


def test_a_forgotten_call_costs_its_fine_just_before_another_seat_plays() -> None:
    family("6C 9C", "5C 4D 4H", "3H 3D").when(Play(A, "6C"), Play(B, "5C")).then(
        fine(A, "KD", "QD"), CardPlayed(B, "5C", active="C"), moved(C), CallsOwed()
    )


def test_a_draw_of_another_seat_closes_the_window_too() -> None:
    family("6C 9C", "KH QH", "3H 3D").when(Play(A, "6C"), Draw(B)).then(
        fine(A, "KD", "QD"), CardsDrawn(B, 1, cards=("JD",)), CallsOwed()
    )


def test_a_pass_of_another_seat_closes_the_window_too() -> None:
    now = family("6C 9C", "KH QH", "3H 3D", stock="", rebuild_stock=False)
    now.when(Play(A, "6C"), Pass(B)).then(
        CardsDrawn(A, 0, fine=FORGOTTEN), TurnPassed(B, blocks=True), moved(C), CallsOwed()
    )


@pytest.mark.parametrize(("preset", "cards"), [("familiar", 2), ("montanita", 3)])
def test_the_fine_is_what_the_table_says(preset: str, cards: int) -> None:
    """The fault table: two cards in the family, three in Montañita."""
    now = given(table(preset), dealt("6C 9C", "5C 4D 4H", "3H 3D", top="7C", stock="KD QD JD TD"))
    now.when(Play(A, "6C"), Play(B, "5C")).has(like(CardsDrawn, seat=A, count=cards))


def test_the_fine_is_a_switch() -> None:
    family("6C 9C", "5C 4D 4H", "3H 3D", last_card_fine=1).when(Play(A, "6C"), Play(B, "5C")).has(
        fine(A, "KD")
    )


def test_a_fine_of_nothing_is_not_drawn() -> None:
    now = family("6C 9C", "5C 4D 4H", "3H 3D", last_card_fine=0)
    now.when(Play(A, "6C"), Play(B, "5C")).has_no(CardsDrawn)


# Saying it


def test_called_with_the_play_nothing_is_owed() -> None:
    family("6C 9C", "5C 4D 4H", "3H 3D").when(Play(A, "6C", announce=True)).then(
        CardPlayed(A, "6C", active="C", announced=True), moved(B)
    )


def test_called_before_the_play_nothing_is_owed() -> None:
    now = family("6C 9C", "5C 4D 4H", "3H 3D").when(Announce(A)).then(Announced(A))
    now.when(Play(A, "6C")).then(CardPlayed(A, "6C", active="C", announced=True), moved(B))


def test_called_after_the_play_and_before_the_next_act_nothing_is_owed() -> None:
    now = family("6C 9C", "5C 4D 4H", "3H 3D").when(Play(A, "6C"), Announce(A)).then(Announced(A))
    now.when(Play(B, "5C")).has_no(CardsDrawn)


def test_a_call_before_the_play_lapses_with_the_turn() -> None:
    """Who called and then drew calls again for its last card."""
    now = family("KH QH", "5C 4D", "3H 3D", stock="JD TD 9D 9H").when(Announce(A), Draw(A), Pass(A))
    now.accepted()
    again = family("6C 9C", "5C 5D 4D 4H", "3H 3D", stock="JD TD 9D 9H").when(
        Announce(A), Play(A, "6C"), Play(B, "5C")
    )
    again.has_no(CardsDrawn)


def test_a_call_with_two_cards_and_a_draw_is_no_call_of_what_is_left() -> None:
    """The card is played from three: two are left, and none of them was called."""
    now = family("KH QH", "5C 4D", "3H 3D", stock="6C TD").when(Announce(A), Draw(A)).accepted()
    now.when(Play(A, "6C")).has(CardPlayed(A, "6C", active="C", announced=False))


@pytest.mark.parametrize("hand", ["6C", "6C 9C 9D"])
def test_on_ones_own_turn_a_call_needs_exactly_two_cards(hand: str) -> None:
    family(hand, "5C 4D", "3H 3D").when(Announce(A)).refused(Reason.NOTHING_TO_CALL)


def test_out_of_turn_two_cards_call_nothing() -> None:
    family("6C 9C", "5C 4D", "3H 3D").when(Announce(B)).refused(Reason.NOTHING_TO_CALL)


def test_nobody_calls_twice_for_one_card() -> None:
    now = family("6C 9C", "5C 4D", "3H 3D").when(Announce(A)).accepted()
    now.when(Announce(A)).refused(Reason.NOTHING_TO_CALL)
    now.when(Play(A, "6C"), Announce(A)).refused(Reason.NOTHING_TO_CALL)


@pytest.mark.parametrize("hand", ["6C 9C 9D"])
def test_a_call_rides_only_on_a_play_that_leaves_one_card(hand: str) -> None:
    family(hand, "5C 4D", "3H 3D").when(Play(A, "6C", announce=True)).refused(
        Reason.NOTHING_TO_CALL
    )


def test_a_call_does_not_ride_on_the_card_that_empties_the_hand() -> None:
    family("6C", "5C 4D", "3H 3D").when(Play(A, "6C", announce=True)).refused(
        Reason.NOTHING_TO_CALL
    )


def test_once_another_has_acted_it_is_too_late_to_call() -> None:
    now = family("6C 9C", "5C 4D 4H", "3H 3D").when(Play(A, "6C"), Play(B, "5C")).accepted()
    now.when(Announce(A)).refused(Reason.NOTHING_TO_CALL)


def test_a_card_that_was_dealt_alone_owes_no_call() -> None:
    """Where it counts down."""
    now = given(table("clasico", scoring="countdown", last_card_call="automatic"),
                dealt("KH", "5C 4D", "3H 3D", top="2C", stock="QD JD TD"))  # fmt: skip
    now.when(Announce(A)).refused(Reason.NOTHING_TO_CALL)
    now.when(Draw(A)).has_no(CallsOwed)


# Windows


def test_several_windows_are_fined_in_the_order_in_which_they_opened() -> None:
    """Of two: A plays a two that skips C, so both hold one card uncalled when B acts next."""
    now = given(
        table("montanita"),
        dealt("2C 9C", "KH", "5C 4D 4H", top="7C", stock="9D 9H TD TH 8C 8D"),
    )
    after = now.when(Play(A, "2C")).has(moved(C, skipped=(B,)), CallsOwed((A, B)))
    after.when(Play(C, "5C")).then(
        CardsDrawn(A, 3, fine=FORGOTTEN, cards=("9D", "9H", "TD")),
        CardsDrawn(B, 3, fine=FORGOTTEN, cards=("TH", "8C", "8D")),
        CardPlayed(C, "5C", active="C"),
        moved(A),
        CallsOwed(),
    )


def test_a_window_is_void_once_the_seat_does_not_hold_one_card() -> None:
    """With two, a skip brings the same seat into turn again: it draws, and owes nothing."""
    now = given(
        table("familiar", seats=2, skip="Q"),
        dealt("QC 9H", "5C 4D", top="2C", stock="KD JD TD"),
    )
    after = now.when(Play(A, "QC"), Draw(A)).then(CardsDrawn(A, 1, cards=("KD",)), CallsOwed())
    after.when(Pass(A), Play(B, "5C")).has_no(CardsDrawn)


def test_ones_own_act_does_not_close_ones_window() -> None:
    """With two, after a skip: the pass is A's own, the fine comes when B acts."""
    now = given(
        table("familiar", seats=2, skip="Q", rebuild_stock=False),
        dealt("QC 9H", "5C 4D", top="2C"),
    )
    after = now.when(Play(A, "QC"), Pass(A)).accepted()
    assert "announce" in after.may(A)
    after.when(Play(B, "5C")).has(CardsDrawn(A, 0, fine=FORGOTTEN))


def test_who_goes_out_before_the_window_closes_owes_nothing() -> None:
    """D38: with two, a skip and the last card come one after the other."""
    now = given(
        table("familiar", seats=2, skip="Q"), dealt("QC 9C", "5C 4D", top="2C", stock="KD JD")
    )
    now.when(Play(A, "QC"), Play(A, "9C")).has(like(RoundClosed, winner=A)).when(
        Announce(A)
    ).refused(Reason.ROUND_OVER)


def test_a_fine_is_drawn_before_the_card_that_closes_the_round_and_counts() -> None:
    """D34."""
    now = family("6C 9C", "5C", "3H 3D", stock="KD QD JD").when(Play(A, "6C"), Play(B, "5C"))
    now.has(fine(A, "KD", "QD"), like(RoundClosed, winner=B, totals=(29, 0, 6)))


def test_what_may_be_done_is_judged_as_if_the_fine_were_drawn_already() -> None:
    """D34: the fine takes the last cards, so B passes and cannot draw."""
    now = family("6C 9C", "KH QH", "3H 3D", stock="KD QD", rebuild_stock=False)
    after = now.when(Play(A, "6C")).accepted()
    assert after.may(B) == {"announce", "pass", "abandon"}
    after.when(Draw(B)).refused(Reason.STOCK_EMPTY)
    after.when(Pass(B)).then(fine(A, "KD", "QD"), TurnPassed(B, blocks=True), moved(C), CallsOwed())


def test_what_stock_and_discards_cannot_give_is_forgiven() -> None:
    now = family("6C 9C", "5C 4D 4H", "3H 3D", stock="KD", rebuild_stock=False)
    now.when(Play(A, "6C"), Play(B, "5C")).has(fine(A, "KD"))


def test_a_time_out_closes_no_window() -> None:
    """It is neither a play nor a draw nor a pass."""
    now = family("6C 9C", "5C 4D 4H", "3C 3D", turn_seconds=60).when(Play(A, "6C")).accepted()
    after = now.when(TimeOut(B, 2, at_ms=NOON + 60_000)).accepted()
    assert "announce" in after.may(A)
    after.when(Play(C, "3C")).has(fine(A, "KD", "QD"))


# Also called when passing or losing the turn


def test_a_seat_with_one_card_that_is_skipped_owes_a_call() -> None:
    now = given(table("montanita"), dealt("2C 9C 9D", "KH", "5C 4D", top="7C", stock="JD"))
    after = now.when(Play(A, "2C")).has(moved(C, skipped=(B,)), CallsOwed((B,)))
    after.when(Announce(B), Play(C, "5C")).has_no(CardsDrawn)


def test_without_that_rule_a_skipped_seat_owes_none() -> None:
    now = given(
        table("montanita", call_on_pass=False),
        dealt("2C 9C 9D", "KH", "5C 4D", top="7C", stock="JD"),
    )
    now.when(Play(A, "2C")).has_no(CallsOwed)


def passing(**switches: Any) -> Given:
    """B holds one card, which does not match, and there is nothing to draw."""
    return given(
        table("montanita", rebuild_stock=False, **switches),
        dealt("6C 9C 9D", "KH", "5C 4D 4H", top="7C"),
        turn_of(B),
    )


def test_passing_with_one_card_owes_a_call() -> None:
    passing().when(Pass(B)).then(TurnPassed(B, blocks=True), moved(C), CallsOwed((B,)))


def test_the_call_may_ride_on_the_pass() -> None:
    passing().when(Pass(B, announce=True)).then(
        TurnPassed(B, blocks=True, announced=True), moved(C)
    )


def test_a_pass_is_offered_with_the_call_and_without_it() -> None:
    assert {"pass", "pass announced"} < passing().may(B)
    assert "pass announced" not in passing(call_on_pass=False).may(B)


def test_without_that_rule_a_pass_owes_none_and_bears_none() -> None:
    now = passing(call_on_pass=False)
    now.when(Pass(B)).has_no(CallsOwed)
    now.when(Pass(B, announce=True)).refused(Reason.NOTHING_TO_CALL)


def test_giving_up_another_play_owes_no_call() -> None:
    """After its ace a seat with one card passes: the ace owed the call, the pass does not."""
    now = given(table("montanita"), dealt("AC KH", "5C 4D", "3H 3D", top="7C", stock="JD TD 9D"))
    after = now.when(Play(A, "AC", announce=True)).accepted()
    after.when(Pass(A)).then(TurnPassed(A, gave_up=True), moved(B))
    after.when(Pass(A, announce=True)).refused(Reason.NOTHING_TO_CALL)


# Fined only if somebody calls it


def jiujitsu(**switches: Any) -> Given:
    return given(
        table("jiujitsu", **switches),
        dealt("b6#0 k9#0", "b5#0 b4#0 k4#0", "n3#0 n3#1", top="b2#0", stock="k1#0 k2#0 k3#0"),
    )


def test_a_call_forgotten_and_not_noticed_costs_nothing() -> None:
    jiujitsu().when(Play(A, "b6#0"), Play(B, "b5#0")).has_no(CardsDrawn)


def test_another_seat_may_call_it_in_time() -> None:
    """The fault table: two cards in the jiu-jitsu game, if somebody calls it."""
    now = jiujitsu().when(Play(A, "b6#0")).accepted()
    assert "call 0" in now.may(C)
    now.when(CallFault(C, A)).then(
        FaultCalled(C, A, FORGOTTEN), fine(A, "k1#0", "k2#0"), CallsOwed()
    )


def test_it_is_called_once() -> None:
    now = jiujitsu().when(Play(A, "b6#0"), CallFault(C, A)).accepted()
    now.when(CallFault(B, A)).refused(Reason.NO_CALLING)


def test_a_right_call_closes_the_window_even_if_nothing_is_left_to_draw() -> None:
    now = given(
        table("jiujitsu", rebuild_stock=False),
        dealt("b6#0 k9#0", "b5#0 b4#0", "n3#0 n3#1", top="b2#0"),
    ).when(Play(A, "b6#0"), CallFault(C, A))
    after = now.then(FaultCalled(C, A, FORGOTTEN), CardsDrawn(A, 0, fine=FORGOTTEN), CallsOwed())
    after.when(CallFault(B, A)).refused(Reason.NO_CALLING)


def test_after_another_seat_has_acted_it_is_too_late_to_call_it() -> None:
    now = jiujitsu().when(Play(A, "b6#0"), Play(B, "b5#0")).accepted()
    now.when(CallFault(C, A)).refused(Reason.NO_CALLING)


def test_who_has_said_it_cannot_be_called() -> None:
    now = jiujitsu().when(Play(A, "b6#0", announce=True)).accepted()
    now.when(CallFault(C, A)).refused(Reason.NO_CALLING)


def test_where_the_table_fines_by_itself_nobody_calls_in_a_strict_game() -> None:
    now = jiujitsu(last_card_call="automatic").when(Play(A, "b6#0")).accepted()
    now.when(CallFault(C, A)).refused(Reason.NO_CALLING)


def test_nobody_calls_itself_and_those_who_watch_call_nobody() -> None:
    now = jiujitsu().when(Play(A, "b6#0")).accepted()
    now.when(CallFault(A, A)).refused(Reason.NO_CALLING)
    now.when(CallFault(5, A)).refused(Reason.NO_CALLING)


def test_two_who_call_the_same_moment_are_not_both_right_and_neither_is_fined() -> None:
    """The second cites an act that has been judged since: too late, not wrong."""
    now = (
        given(
            table("montanita", enforcement="honour"),
            scored(0, 0, 0),
            dealt("6C 9C", "5C 4D 4H", "3H 3D", top="7C", stock="9D 9H TD TH 8C 8D"),
        )
        .when(Play(A, "6C"))
        .accepted()
    )
    assert now.table.round is not None
    act = now.table.round.acted
    after = now.when(CallFault(B, A, act)).has(FaultCalled(B, A, FORGOTTEN))
    after.when(CallFault(C, A, act)).refused(Reason.STALE)


# Out


def test_who_is_out_is_not_fined() -> None:
    """B goes out with its last card: the card before it, uncalled, is nobody's any more."""
    now = given(
        table("montanita"),
        dealt("AC 6C", "5C 4D 4H", "3H 3D", top="7C", stock="9D 9H TD TH 8C 8D"),
    )
    after = now.when(Play(A, "AC")).has(CallsOwed((A,)))
    out = after.when(Play(A, "6C")).has(WentOut(A, 1), like(TurnMoved, next=B))
    out.when(Play(B, "5C")).has_no(CardsDrawn)
