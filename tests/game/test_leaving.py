"""Between rounds and out of a match: next round, abandoning, absence, expiry (RULES.md §10)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import (
    CardsDrawn,
    ClosedForAbsence,
    Left,
    MatchEnded,
    PlayerAbandoned,
    RoundClosed,
    RoundDealt,
    SeatFreed,
    TableExpired,
)
from server.game.commands import (
    Abandon,
    CloseForAbsence,
    Draw,
    Expire,
    Leave,
    NextRound,
    OfferRematch,
    Play,
    Start,
)
from server.game.deadlines import due_ms, is_open
from server.projections.own import own_view
from server.protocol.reasons import Reason
from tests.spec import (
    DAY_MS,
    HOUR_MS,
    NOON,
    A,
    B,
    C,
    D,
    Given,
    dealt,
    given,
    like,
    match_ended,
    scored,
    seed,
    table,
    turn_of,
)

# Next round


def test_the_next_round_is_dealt_by_the_next_seat_whoever_won() -> None:
    """Dealers go round, and whoever is next to the dealer plays first."""
    now = given(table("especiales"), scored(10, 0, 0, winner=B))
    now.when(NextRound(C, 1, 1, seed(9))).has(
        like(RoundDealt, round=2, dealer=A, first=B, direction=1)
    )


def test_dealers_go_round_and_every_round_starts_in_its_first_direction() -> None:
    """J1 J2 J3 J1 deal; a reversal does not outlive its round (D3)."""
    now = given(table("especiales"), dealt("AH", "2C", "2D", top="7H", dealer=A, first=A))
    dealers = []
    for number in range(1, 5):
        now = now.also(
            turn_of(A, direction=-1),
            RoundClosed("out", number, seed(number), A, 1, totals=(number, 0, 0)),
        )
        command = NextRound(A, 1, number, seed(number + 5))
        now = now.when(command).has(like(RoundDealt, round=number + 1, direction=1))
        round_ = now.table.round
        assert round_ is not None
        dealers.append((round_.dealer, round_.seat))
    assert dealers == [(B, C), (C, A), (A, B), (B, C)]


def test_with_play_to_the_right_the_next_dealer_sits_to_the_right() -> None:
    now = given(table(direction="right", seats=4), scored(1, 0, 0, 0))
    now.when(NextRound(A, 1, 1, seed(9))).has(like(RoundDealt, dealer=C, first=B, direction=-1))


def test_anyone_seated_may_ask_for_the_next_round_once() -> None:
    """The command names the round that it closes, so a late one is harmless."""
    now = given(table(), scored(1, 0, 0)).when(NextRound(C, 1, 1, seed(9))).accepted()
    now.when(NextRound(A, 1, 1, seed(8))).refused(Reason.STALE)


def test_while_a_round_runs_no_other_is_dealt() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(NextRound(A, 1, 1, seed(9))).refused(
        Reason.ROUND_RUNNING
    )


def test_a_round_of_another_match_is_not_asked_for() -> None:
    given(table(), scored(1, 0, 0)).when(NextRound(A, 2, 1, seed(9))).refused(Reason.STALE)


@pytest.mark.parametrize("seat", [-1, B, 7])
def test_who_is_not_a_seated_person_cannot_ask_for_the_next_round(seat: int) -> None:
    given(table(robots=(B,)), scored(1, 0, 0)).when(NextRound(seat, 1, 1, seed(9))).refused(
        Reason.NOT_SEATED
    )


def test_before_the_start_there_is_no_round_to_ask_for() -> None:
    given(table()).when(NextRound(A, 0, 0, seed(9))).refused(Reason.NOT_STARTED)


# Abandoning


def test_who_abandons_loses_and_the_leader_among_the_others_wins() -> None:
    """60, 0 and 20 points; J1 leaves, J3 wins, and no hand is counted."""
    now = given(table(), scored(60, 0, 20), dealt("3C", "2C", "2D", top="7H"))
    after = now.when(Abandon(A, 1)).then(
        PlayerAbandoned(A),
        RoundClosed("stopped", round=2, seed=seed(2), totals=(60, 0, 20)),
        MatchEnded("abandoned", winner=C, loser=A, places=(3, 2, 1)),
    )
    assert [seat.wins for seat in after.table.seats] == [0, 0, 1]


def test_one_may_abandon_in_anothers_turn() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(Abandon(B, 1)).has(PlayerAbandoned(B))


def test_with_equal_points_whoever_has_fewest_cards_wins() -> None:
    given(table(), dealt("3C", "2C 4C", "2D", top="7H")).when(Abandon(A, 1)).has(
        like(MatchEnded, winner=C)
    )


def test_with_equal_points_and_cards_the_first_after_whoever_left_wins() -> None:
    given(table(seats=4), dealt("3C", "2C", "2D", "2S", top="7H")).when(Abandon(B, 1)).has(
        like(MatchEnded, winner=C, places=(2, 4, 1, 2))
    )


def test_first_after_is_meant_in_the_current_direction() -> None:
    given(
        table("especiales", seats=4),
        dealt("3C", "2C", "2D", "2S", top="7H"),
        turn_of(B, direction=-1),
    ).when(Abandon(B, 1)).has(like(MatchEnded, winner=A))


def test_who_leaves_between_rounds_ends_the_match() -> None:
    """There is no round to close, and none can be asked for."""
    now = (
        given(table(), scored(60, 0, 20))
        .when(Abandon(B, 1))
        .then(PlayerAbandoned(B), MatchEnded("abandoned", winner=A, loser=B, places=(1, 3, 2)))
    )
    now.when(NextRound(A, 1, 1, seed(9))).refused(Reason.MATCH_OVER)


def test_between_rounds_the_cards_left_at_the_close_decide() -> None:
    closed = RoundClosed(
        "out",
        1,
        seed(1),
        winner=A,
        left=(Left(B, ("AC", "AD"), 2, 2), Left(C, ("2C",), 2, 2)),
        totals=(4, 0, 0),
    )
    given(table(), dealt("5H", "AC AD", "2C", top="7H"), closed).when(Abandon(A, 1)).has(
        like(MatchEnded, winner=C)
    )


def test_after_the_match_nobody_abandons_it() -> None:
    """The result stands, leaving changes nothing."""
    now = given(table(seats=2), scored(120, 20), match_ended(A, 1, 2))
    now.when(Abandon(B, 1)).refused(Reason.MATCH_OVER)
    now.when(Leave(B)).then(SeatFreed(B))


@pytest.mark.parametrize("seat", [-1, B])
def test_who_does_not_play_cannot_abandon(seat: int) -> None:
    """Neither those who watch nor a robot."""
    given(table(robots=(B,)), dealt("3C", "2C", "2D", top="7H")).when(Abandon(seat, 1)).refused(
        Reason.NOT_SEATED
    )


def test_a_late_abandoning_of_another_match_is_refused() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(Abandon(A, 2)).refused(Reason.STALE)


def test_before_the_start_there_is_nothing_to_abandon() -> None:
    given(table()).when(Abandon(A, 0)).refused(Reason.NOT_STARTED)


def test_when_the_only_person_abandons_a_robot_wins() -> None:
    """The leader among the robots; nothing is left to play."""
    now = (
        given(
            table(seats=4, robots=(B, C, D)),
            scored(0, 5, 9, 2),
            dealt("3C", "2C", "2D", "2S", top="7H"),
        )
        .when(Abandon(A, 1))
        .has(like(MatchEnded, winner=C, loser=A, places=(4, 2, 1, 3)))
    )
    now.when(Play(B, "2C")).refused(Reason.MATCH_OVER)


def test_who_has_abandoned_is_not_at_the_table_any_more() -> None:
    now = given(table(), dealt("3C", "2C", "2D", top="7H")).when(Abandon(A, 1)).accepted()
    now.when(Leave(A)).refused(Reason.NOT_SEATED)
    now.when(OfferRematch(A, 1, seed(9))).refused(Reason.NOT_SEATED)


# Absence

LATE = NOON + 48 * HOUR_MS


def playing(**switches: Any) -> Given:
    return given(table(**switches), dealt("3C 4C", "2C", "2D", top="7H", stock="9S 9C"), turn_of(B))


@pytest.mark.parametrize("at_ms", [LATE - 1_000, LATE])
def test_up_to_48_hours_nobody_is_absent(at_ms: int) -> None:
    playing().when(CloseForAbsence(A, 0, at_ms)).refused(Reason.NOT_ABSENT_YET, at_ms=LATE + 1)


def test_after_more_than_48_hours_any_other_player_may_close_for_absence() -> None:
    """Whoever was absent loses, nobody's hand is counted."""
    playing().when(CloseForAbsence(A, 0, LATE + 1)).then(
        ClosedForAbsence(A, absent=B),
        RoundClosed("stopped", round=1, seed=seed(1), totals=(0, 0, 0)),
        MatchEnded("absence", winner=C, loser=B, places=(2, 3, 1)),
    )


def test_the_absent_may_not_close_for_their_own_absence() -> None:
    playing().when(CloseForAbsence(B, 0, LATE + 1)).refused(Reason.OWN_ABSENCE)


@pytest.mark.parametrize("seat", [-1, C, 9])
def test_neither_those_who_watch_nor_a_robot_may_close_for_absence(seat: int) -> None:
    playing(robots=(C,)).when(CloseForAbsence(seat, 0, LATE + 1)).refused(Reason.NOT_SEATED)


def test_closing_is_offered_from_its_moment_to_all_but_the_absent() -> None:
    """Going offline never shows it, only the time does."""
    now = playing(robots=(C,)).table
    assert own_view(now, A).actions.close_from_ms == LATE + 1
    assert own_view(now, B).actions.close_from_ms == 0


def test_a_draw_restarts_the_clock() -> None:
    """A draw after 47 hours that did not end the turn."""
    drawn_at = NOON + 47 * HOUR_MS
    now = playing().when(Draw(B, at_ms=drawn_at)).has(like(CardsDrawn, seat=B))
    now.when(CloseForAbsence(A, 0, LATE + 1)).refused(Reason.NOT_ABSENT_YET)
    now.when(CloseForAbsence(A, 0, drawn_at + 48 * HOUR_MS + 1)).has(
        like(ClosedForAbsence, absent=B)
    )


def test_whoever_is_first_after_the_time_counts() -> None:
    """Nobody loses by itself; a play after 50 hours is valid if it comes first."""
    late = NOON + 50 * HOUR_MS
    now = playing().when(Play(B, "7C", at_ms=late))
    now.refused(Reason.NOT_IN_HAND)
    drawn = playing().when(Draw(B, at_ms=late)).accepted()
    drawn.when(CloseForAbsence(A, 0, late + 1)).refused(Reason.NOT_ABSENT_YET)


def test_a_robot_is_never_absent() -> None:
    playing(robots=(B,)).when(CloseForAbsence(A, 0, LATE + 1)).refused(Reason.NOT_ABSENT_YET)


def test_a_turn_that_has_passed_is_not_closed_for() -> None:
    playing().when(CloseForAbsence(A, 1, LATE + 1)).refused(Reason.STALE)


def test_between_rounds_nobody_is_absent() -> None:
    given(table(), scored(1, 0, 0)).when(CloseForAbsence(A, 0, LATE + 1)).refused(Reason.ROUND_OVER)


def test_before_the_start_nobody_is_absent() -> None:
    given(table()).when(CloseForAbsence(A, 0, LATE + 1)).refused(Reason.NOT_STARTED)


def test_after_the_match_nobody_is_absent() -> None:
    given(table(seats=2), scored(120, 20), match_ended(A, 1, 2)).when(
        CloseForAbsence(A, 0, LATE + 1)
    ).refused(Reason.MATCH_OVER)


# Expiry

SEVEN_DAYS = NOON + 7 * DAY_MS


def test_after_seven_days_without_a_play_the_table_expires_without_a_winner() -> None:
    """The deal is revealed all the same (D39)."""
    after = (
        given(table(), scored(60, 0, 20), dealt("3C", "2C", "2D", top="7H"))
        .when(Expire(SEVEN_DAYS))
        .then(
            RoundClosed("stopped", round=2, seed=seed(2), totals=(60, 0, 20)),
            MatchEnded("expired", places=(1, 3, 2)),
            TableExpired(),
        )
    )
    after.when(Play(A, "3C")).refused(Reason.TABLE_CLOSED)
    assert [seat.wins for seat in after.table.seats] == [0, 0, 0]


def test_a_moment_before_seven_days_the_table_is_still_there() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(Expire(SEVEN_DAYS - 1)).refused(
        Reason.NOT_EXPIRED_YET, at_ms=SEVEN_DAYS
    )


def test_between_rounds_the_seven_days_run_too() -> None:
    given(table(), scored(60, 0, 20)).when(Expire(SEVEN_DAYS)).then(
        MatchEnded("expired", places=(1, 3, 2)), TableExpired()
    )


def test_before_the_start_a_table_expires_without_a_match() -> None:
    given(table(people=1)).when(Expire(SEVEN_DAYS)).then(TableExpired())


def test_what_is_over_does_not_expire() -> None:
    given(table(seats=2), scored(120, 20), match_ended(A, 1, 2)).when(Expire(SEVEN_DAYS)).refused(
        Reason.TABLE_CLOSED
    )


def test_an_expired_table_takes_no_command() -> None:
    now = given(table(), dealt("3C", "2C", "2D", top="7H")).when(Expire(SEVEN_DAYS)).accepted()
    for command in (
        NextRound(A, 1, 1, seed(9)),
        Abandon(A, 1),
        OfferRematch(A, 1, seed(9)),
        CloseForAbsence(A, 0, LATE),
        Start(A, 2, seed(9)),
        Leave(A),
        Expire(SEVEN_DAYS),
    ):
        now.when(command).refused(Reason.TABLE_CLOSED)
    assert not now.may(A)


def test_the_store_is_told_when_a_table_expires_and_whether_it_is_open() -> None:
    now = given(table(), dealt("3C", "2C", "2D", top="7H"))
    assert (due_ms(now.table), is_open(now.table)) == (7 * DAY_MS, True)
    over = now.when(Abandon(A, 1)).accepted()
    assert (due_ms(over.table), is_open(over.table)) == (None, False)


def test_offering_a_rematch_and_what_is_refused_restart_no_clock() -> None:
    later = NOON + HOUR_MS
    now = given(table(seats=2), scored(120, 20), match_ended(A, 1, 2))
    after = now.when(OfferRematch(A, 1, seed(9), later)).accepted()
    assert (after.table.at_ms, after.table.moved_ms) == (later, NOON)
