"""Cards that only go round between two seats (RULES.md §6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from server.events.catalog import CardPlayed, RoundClosed, StockRebuilt, TurnMoved
from server.game.commands import Draw, Pass, Play
from server.game.turns import CIRCLING_MAX, goes_in_circles
from server.protocol.reasons import Reason
from server.rules.door import rules_for
from tests.spec import A, B, C, Given, dealt, given, like, table


def bouncing(plays: int, preset: str = "montanita", **switches: Any) -> Given:
    """All other cards are in hands, and jacks turn the way round between A and C: each in turn
    holds nothing that matches, draws the jack of the other, and must play it."""
    now = given(
        table(preset, seats=3, **switches),
        dealt("4H 5H", "6C 7C", "4D 5D", top="JS", stock="JC"),
    )
    for number in range(plays):
        seat, card = (A, "JC") if number % 2 == 0 else (C, "JS")
        now = now.when(Draw(seat)).accepted().when(Play(seat, card)).has(like(TurnMoved))
    return now


def test_the_fortieth_play_in_a_row_after_drawing_blocks_the_table() -> None:
    now = bouncing(CIRCLING_MAX - 1).when(Draw(C)).has(like(StockRebuilt))
    last = Play(C, "JS")
    now.when(last).has(like(CardPlayed, seat=C), like(RoundClosed, how="blocked"))
    now.when(last).has_no(TurnMoved)


def test_a_card_from_the_hand_begins_the_count_anew() -> None:
    now = given(table("montanita", seats=3), dealt("4H 5H", "6C 7C", "4D 5C", top="JS", stock="JC"))
    now = now.when(Draw(A)).accepted().when(Play(A, "JC")).accepted()
    assert now.table.round is not None
    assert now.table.round.circling == 1
    now = now.when(Play(C, "5C")).accepted()
    assert now.table.round is not None
    assert now.table.round.circling == 0


def test_where_the_stock_is_not_rebuilt_nothing_is_counted() -> None:
    """There each draw leaves fewer cards, so nothing can go round for ever."""
    stock = " ".join(f"{rank}{suit}" for rank in "3456" for suit in "CDHS")
    now = given(table("clasico", seats=2), dealt("KC", "KD", top="2C", stock=f"{stock} 9C TC JC"))
    assert now.table.round is not None
    round_ = now.table.round
    close = replace(round_, drawn=("KC",), circling=CIRCLING_MAX)
    stuck = replace(now.table, round=close, rules=rules_for("clasico"))
    assert not goes_in_circles(stuck, close, A)
    assert goes_in_circles(replace(stuck, rules=rules_for("familiar")), close, A)


@pytest.mark.parametrize("act", [Pass(A), Draw(B), Play(B, "6C")])
def test_nobody_else_can_break_the_circle(act: Any) -> None:
    bouncing(1).when(act).refused(Reason.NOT_YOUR_TURN)
