"""The clock of turns rests at a table where nobody acts any more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.game.commands import Draw, Pass, Play, TimeOut
from server.game.deadlines import due_at_ms
from server.game.faults import turn_ends_ms
from server.game.leaving import expires_at_ms
from server.protocol.reasons import Reason
from tests.spec import NOON, A, B, Given, dealt, given, table

DEAL = dealt("4H KC 5D", "5C 4D 4S", top="7C", stock="9D 9H TD TH JD JH")


def timed_out(now: Given, times: int) -> Given:
    """So many turns have gone by without anybody doing anything."""
    for _ in range(times):
        round_ = now.table.round
        assert round_ is not None
        at_ms = turn_ends_ms(now.table)
        now = now.when(TimeOut(round_.seat, round_.turn, at_ms=at_ms)).accepted()
    return now


def test_after_two_times_round_without_an_act_the_clock_rests() -> None:
    """A table that everybody has left would fill its log for a week."""
    now = timed_out(given(table("clasico", seats=2, turn_seconds=5), DEAL), 4)
    assert turn_ends_ms(now.table) == 0
    assert due_at_ms(now.table) == expires_at_ms(now.table)
    assert now.table.round is not None
    turn = now.table.round.turn
    now.when(TimeOut(A, turn, at_ms=NOON + 10**6)).refused(Reason.STALE)


@pytest.mark.parametrize("act", [Draw(A), Play(A, "KC")])
def test_an_act_sets_it_going_again(act: Draw | Play) -> None:
    now = timed_out(given(table("clasico", seats=2, turn_seconds=5), DEAL), 4)
    at_ms = now.table.at_ms + 60_000
    now = now.when(replace(act, at_ms=at_ms)).accepted()
    assert turn_ends_ms(now.table) == at_ms + 5_000
    now = timed_out(now, 3)
    assert turn_ends_ms(now.table) != 0
    assert turn_ends_ms(timed_out(now, 1).table) == 0


def test_so_does_a_pass() -> None:
    now = given(table("familiar", seats=2, turn_seconds=5, last_card_call="off"), DEAL)
    now = timed_out(now.when(Play(A, "KC"), Play(B, "5C")).accepted(), 3)
    at_ms = now.table.at_ms
    now = now.when(Draw(B, at_ms=at_ms), Pass(B, at_ms=at_ms)).accepted()
    assert turn_ends_ms(timed_out(now, 3).table) != 0


def test_one_who_does_not_act_among_others_who_do_is_timed_every_time() -> None:
    now = given(table("clasico", seats=2, turn_seconds=5), DEAL)
    for _ in range(4):
        now = timed_out(now.when(Draw(A, at_ms=now.table.at_ms)).accepted(), 2)
    assert turn_ends_ms(now.table) != 0


def test_a_fine_for_being_slow_is_no_act() -> None:
    now = given(table("clasico", seats=2, turn_seconds=5, fines={"slow": 1}), DEAL)
    assert turn_ends_ms(timed_out(now, 4).table) == 0
