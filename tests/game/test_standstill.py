"""A table at which those who are there can do nothing, and somebody is away (RULES.md §6, D41)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from server.events.catalog import CardsDrawn, MatchEnded, RoundClosed, TurnMoved, TurnTimedOut
from server.game.commands import CallFault, Draw, Name, Pass, Play, TimeOut
from server.game.faults import turn_ends_ms
from tests.spec import A, B, C, Given, dealt, given, like, moved, table, turn_of

STUCK = ("KH KS", "9D", "6S 3S")  # nothing goes on the seven of clubs
PLAYS = ("KH KS", "9D", "6S 3C")  # but C's three


def still(*hands: str, preset: str = "clasico", stock: str = "", **switches: Any) -> Given:
    chosen = {"turn_seconds": 60, **switches}
    return given(table(preset, **chosen), dealt(*hands, top="7C", stock=stock), turn_of(A))


def time_out(now: Given) -> TimeOut:
    round_ = now.table.round
    assert round_ is not None
    return TimeOut(round_.seat, round_.turn, at_ms=turn_ends_ms(now.table))


def gone(now: Given, *acts: str) -> Given:
    """Turns that were passed (`-`) or ran out of time (`…`), one after another."""
    for act in acts:
        now = now.when(last(now, act)).has(like(TurnMoved))
    return now


def last(now: Given, act: str) -> Pass | TimeOut:
    assert now.table.round is not None
    at_ms = now.table.at_ms
    return Pass(now.table.round.seat, at_ms=at_ms) if act == "-" else time_out(now)


@pytest.mark.parametrize("hands", [STUCK, PLAYS], ids=["could do nothing", "could have played"])
def test_with_one_away_the_table_is_blocked_after_two_times_round(hands: tuple[str, ...]) -> None:
    """D41: whatever the one who is away holds, so that nothing tells of its hand."""
    now = gone(still(*hands), "-", "-", "…", "-", "-")
    now.when(last(now, "…")).has(TurnTimedOut(C), like(RoundClosed, how="blocked"))


def test_it_is_the_last_of_those_turns_that_blocks_it_passed_or_not() -> None:
    """A is away: the last of the two times round is a pass."""
    now = gone(still(*PLAYS[::-1]), "…", "-", "-", "…", "-")
    now.when(last(now, "-")).has(like(RoundClosed, how="blocked"))


def test_who_is_slow_once_and_comes_back_still_plays() -> None:
    now = gone(still(*PLAYS), "-", "-", "…", "-", "-")
    after = now.when(Play(C, "3C")).has(moved(A))
    assert after.table.round is not None
    assert after.table.round.still == 0


def test_a_card_that_is_drawn_begins_the_count_anew() -> None:
    now = gone(still(*STUCK, draw_limit=1, stock="9H"), "…", "…", "…")
    after = now.when(Draw(A, at_ms=now.table.at_ms)).accepted()
    assert after.table.round is not None
    assert after.table.round.still == 0


def test_a_fine_begins_it_anew_too_if_a_card_was_there_for_it() -> None:
    fined = still(*STUCK, stock="9H", fines={"slow": 1})
    now = fined.when(time_out(fined)).has(CardsDrawn(A, 1, fine="slow", cards=("9H",)))
    assert now.table.round is not None
    assert now.table.round.still == 0
    now = now.when(last(now, "…")).has(CardsDrawn(B, 0, fine="slow"))
    assert now.table.round is not None
    assert now.table.round.still == 1


def test_while_there_are_cards_to_draw_no_table_stands_still() -> None:
    now = gone(still(*STUCK, stock="9H"), *("…" * 6))
    assert now.table.round is not None
    assert turn_ends_ms(now.table) == 0, "the clock rests"
    now.when(Draw(A, at_ms=now.table.at_ms)).accepted()


def test_a_table_that_all_have_left_is_not_blocked_but_rests() -> None:
    """They may come back; and the first who can do nothing blocks it then."""
    now = gone(still(*STUCK), *("…" * 6))
    assert turn_ends_ms(now.table) == 0
    now.when(last(now, "-")).has(like(RoundClosed, how="blocked"))
    playing = gone(still(*PLAYS[::-1]), *("…" * 6))
    playing.when(Play(A, "3C", at_ms=playing.table.at_ms)).has(moved(B))


def test_where_the_stock_is_rebuilt_a_table_stands_still_with_all_cards_in_hands() -> None:
    """Somebody holds a match, and is away."""
    now = gone(still(*PLAYS, preset="familiar"), "-", "-", "…", "-", "-")
    now.when(last(now, "…")).has(like(RoundClosed, how="blocked"))


def test_a_suit_that_is_named_begins_the_count_anew() -> None:
    now = given(
        table("clasico", turn_seconds=60, starter_eight="dealer_names"),
        dealt("5S", "2C", "3C", top="8H", naming=True, dealer=C),
    )
    assert now.table.round is not None
    counted = replace(now.table.round, still=4)
    from_there = Given(replace(now.table, round=counted), now.commits)
    for act in (Name(C, "S"), TimeOut(C, 1, at_ms=turn_ends_ms(now.table))):
        events = from_there.when(act).events
        after = from_there.went_on(events, now.table.at_ms)
        assert after.table.round is not None
        assert after.table.round.still == 0


def test_a_card_that_goes_back_begins_the_count_anew() -> None:
    now = still("KH KS", "9D 4D", "6S 3S", enforcement="honour")
    now = now.when(Play(A, "KH"), CallFault(B, A)).accepted()
    assert now.table.round is not None
    assert now.table.round.still == 0


def test_calls_do_not_keep_a_table_going() -> None:
    now = gone(still(*STUCK, enforcement="honour"), "-", "-", "…", "-", "-")
    now = now.when(CallFault(A, B, at_ms=now.table.at_ms)).accepted()
    now.when(last(now, "…")).has(like(RoundClosed, how="blocked"))


def test_with_places_those_who_are_left_take_theirs_from_the_lowest_hand_up() -> None:
    quiet: dict[str, Any] = {"fines": {}, "last_card_call": "off", "call_on_pass": False}
    now = still(*STUCK, preset="montanita", rebuild_stock=False, **quiet)
    now = gone(now, "-", "-", "…", "-", "-")
    now.when(last(now, "…")).has(like(RoundClosed, how="blocked"), like(MatchEnded, how="places"))
