"""A wrong card that is called goes back, and everything is as before it (RULES.md §9)."""

from __future__ import annotations

import pytest

from server.events.catalog import (
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    FaultCalled,
)
from server.game.commands import CallFault, Draw, Pass, Play
from tests.game.honour import STOCK, fine, honour, jiujitsu
from tests.spec import A, B, C, Given, dealt, given, moved, owes, table

# A wrong card that is called


def played_and_called(now: Given, play: Play, caller: int) -> Given:
    return now.when(play, CallFault(caller, play.seat)).accepted()


def test_everything_is_as_before_the_card_and_the_turn_is_over() -> None:
    """D17: direction, suit, penalty, and whose turn comes next, as if it had not been played."""
    before = honour("montanita", "JH KC 5D", "5C 4D 4S", "6C 3S QD").table.round
    after = played_and_called(
        honour("montanita", "JH KC 5D", "5C 4D 4S", "6C 3S QD"), Play(A, "JH"), C
    ).table.round
    assert before is not None
    assert after is not None
    assert (after.pile, after.active, after.direction) == (before.pile, "C", 1)
    assert (after.seat, after.pending, after.passes, after.latest) == (B, 0, 0, None)
    assert sorted(after.hands[A]) == sorted((*before.hands[A], "9D", "9H", "TD"))


def test_the_suit_that_was_named_holds_again() -> None:
    now = honour("montanita", "8C KC 5D", "4H 4D 4S", "6C 3S QD").when(
        Play(A, "8C", "D"), Play(B, "4H"), CallFault(C, B)
    )
    after = now.accepted().table.round
    assert after is not None
    assert (after.active, after.named, after.pile[-1]) == ("D", True, "8C")


def test_a_penalty_that_a_called_card_ignored_is_paid() -> None:
    """D17: after the fine."""
    now = given(
        table("montanita", enforcement="honour"),
        dealt("4C KC 5D", "5C 4D 4S", "6C 3S QD", top="3C", stock=STOCK),
        owes(B, 3),
    ).when(Play(B, "5C"))
    now.then(CardPlayed(B, "5C", active="C", faults="wrong_card"), moved(C, pending=0))
    now.accepted().when(CallFault(A, B)).then(
        FaultCalled(A, B, "wrong_card"),
        CardTakenBack(B, "5C", turn=4),
        fine(B, "wrong_card", "9D", "9H", "TD"),
        CardsDrawn(B, 3, penalty=3, cards=("TH", "8C", "8D")),
        moved(C),
    )


def test_of_a_penalty_half_drawn_the_rest_is_paid() -> None:
    now = given(
        table("montanita", enforcement="honour"),
        dealt("4C KC 5D", "5C 4D 4S", "6C 2S QD", top="3C", stock=STOCK),
        owes(B, 3),
    ).when(Draw(B), Play(B, "5C"), CallFault(A, B))
    now.has(
        fine(B, "wrong_card", "9H", "TD", "TH"),
        CardsDrawn(B, 2, penalty=2, cards=("8C", "8D")),
        moved(C),
    )


def test_uncalled_a_penalty_that_was_ignored_is_gone_and_the_card_has_its_effect() -> None:
    """D36: a two on a penalty skips the next seat, and nobody owes anything any more."""
    given(
        table("montanita", enforcement="honour"),
        dealt("4C KC 5D", "2C 4D 4S", "6C 3S QD", top="3C", stock=STOCK),
        owes(B, 3),
    ).when(Play(B, "2C")).then(
        CardPlayed(B, "2C", active="C", faults="wrong_card"), moved(A, skipped=(C,))
    )


def test_uncalled_a_draw_card_that_was_no_answer_counts_from_its_own_number() -> None:
    """D36: a purple +2 does not answer a +5 that asks for blue, so seven are not owed."""
    given(
        table("jiujitsu", enforcement="honour"),
        dealt("+5#0 b5#0 b6#0", "p+#0 k4#0 k5#0", "n3#0 n4#0", top="b1#0", stock="k1#0"),
    ).when(Play(A, "+5#0", "b"), Play(B, "p+#0")).then(
        CardPlayed(B, "p+#0", active="p", faults="wrong_card"), moved(C, pending=2)
    )


@pytest.mark.parametrize(
    ("held", "stock", "faults"),
    [
        ("5C 4D", "3D 9H TD TH", ""),  # the card just drawn
        ("3D 5C", "9H TD TH", "wrong_card"),  # one held before
        ("3S 5C", "3D 9H TD TH", "wrong_card"),  # the one just drawn, with an answer held before
    ],
)
def test_between_two_draws_a_card_that_looks_like_an_answer_adds_up(
    held: str, stock: str, faults: str
) -> None:
    """D36: that it was no answer shows in nothing but the log's hidden half."""
    given(
        table("montanita", enforcement="honour"),
        dealt("4C KC 5D", held, "6C 2S QD", top="3C", stock=stock),
        owes(B, 3),
    ).when(Draw(B), Play(B, "3D")).then(
        CardPlayed(B, "3D", active="D", faults=faults), moved(C, pending=6)
    )


def test_a_called_card_starts_the_count_of_passes_anew() -> None:
    now = given(
        table("montanita", enforcement="honour", rebuild_stock=False),
        dealt("4H KH", "KD 4D", "QD 5D", top="7C"),
    ).when(Pass(A), Play(B, "4D"), CallFault(C, B))
    after = now.accepted().table.round
    assert after is not None
    assert after.passes == 0


def test_windows_are_open_again_as_they_were() -> None:
    """C's wrong card had closed A's window; taken back, A may still say it."""
    now = jiujitsu("b6#0 k9#0", "p4#0 n1#0 n9#0", "n4#0 n5#0").when(
        Play(A, "b6#0"), Play(B, "p4#0")
    )
    closed = now.accepted()
    assert "announce" not in closed.may(A)
    assert "announce" in closed.when(CallFault(C, B)).accepted().may(A)
