"""Cards out of turn (RULES.md §9)."""

from __future__ import annotations

from server.events.catalog import (
    CallsOwed,
    CardPlayed,
    CardTakenBack,
    FaultCalled,
    SuitDemanded,
)
from server.game.commands import CallFault, Draw, Pass, Play
from server.protocol.reasons import Reason
from tests.game.honour import STOCK, fine, honour
from tests.spec import A, B, C, D, dealt, given, moved, owes, table

# A card out of turn


def test_a_card_out_of_turn_moves_the_turn_to_the_seat_after_it() -> None:
    """D18."""
    given(
        table("montanita", seats=4, enforcement="honour"),
        dealt("4C KC 5D", "5C 4D", "6C 3S QD", "2H 2S", top="7C", stock=STOCK),
    ).when(Play(C, "6C")).then(CardPlayed(C, "6C", active="C", faults="out_of_turn"), moved(D))


def test_called_the_turn_is_where_it_was_with_all_that_had_been_done_in_it() -> None:
    """A had drawn a card and called its last one."""
    now = honour("montanita", "4H KH 5D", "5C 4D 4S", "6C 3S QD").when(
        Draw(A), Play(C, "6C"), CallFault(B, C)
    )
    after = now.accepted().table.round
    assert after is not None
    assert (after.seat, after.drawn) == (A, ("9D",))


def test_out_of_turn_comes_before_wrong_card() -> None:
    """One card, one fine."""
    honour("montanita", "4C KC 5D", "5C 4D 4S", "6H 3S QD").when(Play(C, "6H")).has(
        CardPlayed(C, "6H", active="H", faults="out_of_turn wrong_card")
    ).when(CallFault(B, C)).has(FaultCalled(B, C, "out_of_turn")).when(CallFault(A, C)).has(
        FaultCalled(A, C, "")
    )


def test_wrong_card_comes_before_an_unnamed_suit() -> None:
    """A wild on another, where that is not allowed, and without a suit."""
    honour("montanita", "8H KC 5D", "5C 4D 4S", "6H 3S QD", top="8C", eight_on_eight=False).when(
        Play(A, "8H"), CallFault(B, A)
    ).has(FaultCalled(B, A, "wrong_card"), CardTakenBack(A, "8H", turn=3))


def test_an_unnamed_suit_comes_before_a_forgotten_call() -> None:
    honour("montanita", "8H KC", "5C 4D 4S", "6H 3S QD").when(Play(A, "8H"), CallFault(B, A)).then(
        FaultCalled(B, A, "unnamed"),
        fine(A, "unnamed", "9D", "9H", "TD"),
        SuitDemanded(A),
        CallsOwed(),
    )


def test_with_one_card_nobody_plays_out_of_turn() -> None:
    honour("montanita", "4C KC 5D", "5C 4D 4S", "6C").when(Play(C, "6C")).refused(
        Reason.NOT_YOUR_TURN
    )


def test_while_a_penalty_is_owed_nobody_plays_out_of_turn() -> None:
    given(
        table("montanita", enforcement="honour"),
        dealt("4C KC 5D", "5C 4D", "6C 3S QD", top="3C", stock=STOCK),
        owes(B, 3),
    ).when(Play(C, "6C")).refused(Reason.NOT_YOUR_TURN)


def test_while_a_suit_is_owed_nobody_plays_at_all() -> None:
    now = honour("montanita", "8H KC 5D", "5C 4D 4S", "6C 3S QD").when(
        Play(A, "8H"), CallFault(B, A)
    )
    after = now.accepted()
    after.when(Play(C, "6C")).refused(Reason.NOT_YOUR_TURN)
    after.when(Play(B, "5C")).refused(Reason.MUST_NAME)
    after.when(Draw(B)).refused(Reason.MUST_NAME)
    after.when(Pass(B)).refused(Reason.MUST_NAME)


def test_in_a_strict_game_nobody_plays_out_of_turn_whatever_its_fine() -> None:
    honour("montanita", "4C KC 5D", "5C 4D 4S", "6C 3S QD", enforcement="strict").when(
        Play(C, "6C")
    ).refused(Reason.NOT_YOUR_TURN)
