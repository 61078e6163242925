"""Honour: any card may be played, and every fault has its fine (RULES.md §9)."""

from __future__ import annotations

import pytest

from server.events.catalog import (
    CallsOwed,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    FaultCalled,
    SuitDemanded,
)
from server.game.commands import CallFault, Draw, Pass, Play
from server.protocol.reasons import Reason
from tests.game.honour import STOCK, fine, honour, jiujitsu, wrong
from tests.spec import A, B, C, moved

# What is accepted


def test_strict_tables_refuse_what_does_not_match() -> None:
    honour("montanita", "4H KC 5D", "5C", "3H", enforcement="strict").when(Play(A, "4H")).refused(
        Reason.DOES_NOT_MATCH
    )


def test_on_its_turn_a_seat_may_play_any_card_of_its_hand() -> None:
    now = honour("montanita", "4H KC 5D", "5C", "3H")
    plays = {act.split()[1] for act in now.may(A) if act.startswith("play")}
    assert plays == {"4H", "KC", "5D"}


def test_a_wrong_card_stands_and_the_turn_moves_on_as_if_it_were_right() -> None:
    honour("montanita", "4H KC 5D", "5C", "3H").when(Play(A, "4H")).then(
        CardPlayed(A, "4H", active="H", faults="wrong_card"), moved(B)
    )


def test_a_card_that_is_not_held_is_refused_as_ever() -> None:
    honour("montanita", "4H KC 5D", "5C", "3H").when(Play(A, "6H")).refused(Reason.NOT_IN_HAND)


def test_the_card_that_would_empty_a_hand_must_match() -> None:
    """D35."""
    honour("montanita", "4H", "5C", "3H").when(Play(A, "4H")).refused(Reason.DOES_NOT_MATCH)


@pytest.mark.parametrize("act", [Draw(A), Pass(A)])
def test_draws_and_passes_are_judged_as_in_a_strict_game(act: Draw | Pass) -> None:
    """D35: holding a match nobody draws, and with cards to draw nobody passes."""
    reason = Reason.CAN_PLAY if isinstance(act, Draw) else Reason.CANNOT_PASS
    honour("montanita", "4C KC 5D", "5C", "3H").when(act).refused(reason)


# The table of faults, row by row


@pytest.mark.parametrize(
    ("preset", "cards"),
    [("clasico", 1), ("especiales", 1), ("familiar", 1), ("montanita", 3)],
)
def test_a_called_wrong_card_goes_back_and_costs_its_fine(preset: str, cards: int) -> None:
    now = honour(preset, "4H KC 5D", "5C 4D 4S", "3H 3S QD").when(Play(A, "4H"), CallFault(B, A))
    now.then(
        FaultCalled(B, A, "wrong_card"),
        CardTakenBack(A, "4H", turn=3),
        fine(A, "wrong_card", *STOCK.split()[:cards]),
        moved(B),
    )


def test_in_the_jiu_jitsu_game_a_called_wrong_card_costs_one() -> None:
    now = jiujitsu("p4#0 b1#0 n1#0", "n2#0 n3#0", "n4#0 n5#0").when(
        Play(A, "p4#0"), CallFault(C, A)
    )
    now.then(
        FaultCalled(C, A, "wrong_card"),
        CardTakenBack(A, "p4#0", turn=3),
        fine(A, "wrong_card", "k1#0"),
        moved(B),
    )


def test_in_montanita_a_card_out_of_turn_goes_back_and_costs_three() -> None:
    now = honour("montanita", "4C KC 5D", "5C 4D 4S", "6C 3S QD").when(Play(C, "6C")).accepted()
    now.when(CallFault(B, C)).then(
        FaultCalled(B, C, "out_of_turn"),
        CardTakenBack(C, "6C", turn=3),
        fine(C, "out_of_turn", "9D", "9H", "TD"),
    )


def test_in_the_jiu_jitsu_game_a_card_out_of_turn_costs_one() -> None:
    now = jiujitsu("p4#0 b1#0", "n2#0 b3#0 n1#0", "n4#0 n5#0").when(
        Play(B, "b3#0"), CallFault(C, B)
    )
    now.has(CardTakenBack(B, "b3#0", turn=3), fine(B, "out_of_turn", "k1#0"))


@pytest.mark.parametrize("preset", ["clasico", "especiales", "familiar"])
def test_elsewhere_a_card_out_of_turn_is_refused(preset: str) -> None:
    honour(preset, "4C KC 5D", "5C 4D 4S", "6C 3S QD").when(Play(C, "6C")).refused(
        Reason.NOT_YOUR_TURN, seat=A
    )


def test_in_montanita_a_wild_without_a_suit_stays_and_costs_three() -> None:
    now = (
        honour("montanita", "8H KC 5D", "5C 4D 4S", "6C 3S QD")
        .when(Play(A, "8H"))
        .then(CardPlayed(A, "8H", active="H", unnamed=True, faults="unnamed"), moved(B))
    )
    now.when(CallFault(B, A)).then(
        FaultCalled(B, A, "unnamed"), fine(A, "unnamed", "9D", "9H", "TD"), SuitDemanded(A)
    )


def test_in_the_jiu_jitsu_game_a_red_without_a_colour_costs_one() -> None:
    jiujitsu("EL#0 b1#0 k9#0", "n2#0 b3#0", "n4#0 n5#0").when(
        Play(A, "EL#0"), CallFault(B, A)
    ).then(FaultCalled(B, A, "unnamed"), fine(A, "unnamed", "k1#0"), SuitDemanded(A))


@pytest.mark.parametrize("preset", ["clasico", "especiales", "familiar"])
def test_elsewhere_a_wild_without_a_suit_is_refused(preset: str) -> None:
    honour(preset, "8H KC 5D", "5C 4D 4S", "6C 3S QD").when(Play(A, "8H")).refused(
        Reason.SUIT_NEEDED
    )


@pytest.mark.parametrize(("preset", "cards"), [("familiar", 2), ("montanita", 3)])
def test_a_forgotten_call_may_be_called_before_the_table_fines_it(preset: str, cards: int) -> None:
    """Also where the fine is automatic: at once, and only once."""
    now = (
        honour(preset, "6C KC", "5C 4D 4S", "6D 3S QD")
        .when(Play(A, "6C"), CallFault(C, A))
        .then(
            FaultCalled(C, A, "call_forgotten"),
            fine(A, "call_forgotten", *STOCK.split()[:cards]),
            CallsOwed(),
        )
    )
    now.when(Play(B, "5C")).has_no(CardsDrawn)


@pytest.mark.parametrize(
    ("preset", "hands"),
    [
        ("familiar", ("6C KC 4C", "5C 4D 4S", "6D 3S QD")),
        ("jiujitsu", ("b6#0 k9#0 k8#0", "b5#0 b4#0", "n3#0 n3#1")),
    ],
)
def test_a_wrong_call_costs_nothing_in_the_family_and_in_jiu_jitsu(
    preset: str, hands: tuple[str, ...]
) -> None:
    now = jiujitsu(*hands) if preset == "jiujitsu" else honour(preset, *hands)
    first = hands[0].split()[0]
    now.when(Play(A, first), CallFault(C, A)).then(FaultCalled(C, A, ""))


def test_in_montanita_a_wrong_call_costs_the_caller_three() -> None:
    honour("montanita", "6C KC 4C", "5C 4D 4S", "6D 3S QD").when(
        Play(A, "6C"), CallFault(C, A)
    ).then(FaultCalled(C, A, ""), fine(C, "wrong_call", "9D", "9H", "TD"))


def test_every_fine_is_a_switch() -> None:
    fines = {"wrong_card": 2, "wrong_call": 1}
    now = wrong(fines=fines)
    now.when(CallFault(B, A)).has(fine(A, "wrong_card", "9D", "9H"))
    now.when(CallFault(B, C)).then(FaultCalled(B, C, ""), fine(B, "wrong_call", "9D"))


def test_a_fault_without_a_fine_is_put_right_all_the_same() -> None:
    wrong(fines={}).when(CallFault(B, A)).then(
        FaultCalled(B, A, "wrong_card"), CardTakenBack(A, "4H", turn=3), moved(B)
    )
