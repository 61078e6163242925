"""Who may call whom, when, and what a call does not do (RULES.md §9)."""

from __future__ import annotations

from server.events.catalog import (
    CardsDrawn,
    CardTakenBack,
    FaultCalled,
    RoundClosed,
    StockRebuilt,
    TurnMoved,
)
from server.game.commands import Announce, CallFault, Pass, Play
from server.protocol.reasons import Reason
from tests.game.honour import honour, wrong
from tests.spec import A, B, C, dealt, given, like, table

FORGOTTEN = "call_forgotten"

# Who may call whom


def test_each_seat_with_cards_may_call_each_other_once_right_or_wrong() -> None:
    """The list tells nothing: it is the same whatever was played."""
    right = honour("montanita", "4C KC 5D", "5C 4D 4S", "6C 3S QD").when(Play(A, "4C")).accepted()
    for now in (right, wrong()):
        for seat, others in ((A, {B, C}), (B, {A, C}), (C, {A, B})):
            assert {a for a in now.may(seat) if a.startswith("call")} == {
                f"call {other}" for other in others
            }


def test_nobody_calls_the_same_seat_twice_between_two_acts() -> None:
    now = wrong().when(CallFault(B, C)).accepted()
    now.when(CallFault(B, C)).refused(Reason.CALLED_ALREADY)
    now.when(CallFault(B, A)).accepted()


def test_after_the_next_act_seats_may_be_called_anew() -> None:
    now = wrong().when(CallFault(B, C), Play(B, "4D")).accepted()
    assert "call 2" in now.may(B)


def test_what_was_not_called_before_the_next_act_stands() -> None:
    now = (
        wrong()
        .when(Play(B, "4S"), CallFault(C, A))
        .then(FaultCalled(C, A, ""), like(CardsDrawn, seat=C, fine="wrong_call"))
    )
    assert now.table.round is not None
    assert now.table.round.pile[-1] == "4S"


def test_only_the_accused_seats_own_card_is_judged() -> None:
    wrong().when(CallFault(B, C)).has(FaultCalled(B, C, ""))


def test_a_call_that_cites_an_act_that_is_over_is_stale() -> None:
    now = wrong()
    assert now.table.round is not None
    late = now.when(Play(B, "4S")).accepted()
    late.when(CallFault(C, A, now.table.round.acted)).refused(Reason.STALE)


def test_in_a_strict_game_there_is_no_fault_to_call() -> None:
    now = honour("montanita", "4C KC 5D", "5C 4D", "3H 3S", enforcement="strict")
    now.when(Play(A, "4C")).accepted().when(CallFault(B, A)).refused(Reason.NO_CALLING)


def test_a_seat_that_is_out_neither_calls_nor_is_called() -> None:
    now = honour("montanita", "4C", "5C 4D 4S", "6C 3S QD").when(Play(A, "4C")).accepted()
    now.when(CallFault(A, B)).refused(Reason.NO_CALLING)
    now.when(CallFault(B, A)).refused(Reason.NO_CALLING)


def test_a_call_is_no_act_and_moves_no_turn() -> None:
    now = wrong(fines={"wrong_card": 1}).when(CallFault(C, B)).then(FaultCalled(C, B, ""))
    assert now.table.round is not None
    assert (now.table.round.seat, now.table.turn_ms) == (B, wrong().table.turn_ms)


def test_while_a_card_can_be_taken_back_a_rebuilt_stock_leaves_the_one_under_it() -> None:
    """A wrong call empties the stock: the top and the card below it stay."""
    now = honour("montanita", "4H KC 5D", "5C 4D 4S", "6C 3S QD", stock="9D").when(Play(A, "4H"))
    after = now.accepted().when(CallFault(C, B)).accepted()
    assert after.table.round is not None
    assert after.table.round.pile == ("7C", "4H")
    after.when(CallFault(C, A)).has(CardTakenBack(A, "4H", turn=3))


def test_where_no_card_is_ever_taken_back_a_rebuilt_stock_leaves_the_top_alone() -> None:
    """In a strict game a forgotten call is all that can be called: the pile is rebuilt whole."""
    now = given(
        table("jiujitsu"),
        dealt("b6#0 k9#0", "b5#0 b4#0", "n3#0 n3#1", top="b2#0", stock="k1#0"),
    ).when(Play(A, "b6#0"), CallFault(C, A))
    now.has(
        StockRebuilt(1, times=1, stock=("b2#0",)), CardsDrawn(A, 1, fine=FORGOTTEN, cards=("b2#0",))
    )
    after = now.accepted().table.round
    assert after is not None
    assert after.pile == ("b6#0",)


# The round's end


def test_nothing_can_be_called_once_the_round_is_over() -> None:
    now = honour("familiar", "4C", "5C 4D", "6C 3S").when(Play(A, "4C"))
    now.has(like(RoundClosed, winner=A)).when(CallFault(B, A)).refused(Reason.ROUND_OVER)


def test_who_called_before_the_turn_moved_back_calls_again() -> None:
    """B had called its last card in its own turn, which never was."""
    now = honour("montanita", "4H KC 5D", "5C 4D", "6C 3S QD").when(
        Play(A, "4H"), Announce(B), CallFault(C, A)
    )
    after = now.has(TurnMoved(B, 4, 1))
    assert "announce" in after.may(B)


def test_a_pass_ends_what_can_be_called() -> None:
    now = given(
        table("montanita", enforcement="honour", rebuild_stock=False),
        dealt("KH 4H 5D", "KD 4D", "QD 5D", top="7C"),
    ).when(Play(A, "KH"), Pass(C), CallFault(B, A))
    now.has(FaultCalled(B, A, ""))
