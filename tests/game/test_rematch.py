"""The rematch (RULES.md §10): same table, same seats, points from nought."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import (
    MatchEnded,
    MatchStarted,
    RematchAccepted,
    RematchOffered,
    RematchRefused,
    RoundDealt,
    SeatFreed,
)
from server.game.commands import (
    Abandon,
    AcceptRematch,
    CloseForAbsence,
    Expire,
    Leave,
    NextRound,
    OfferRematch,
    Play,
    RefuseRematch,
)
from server.game.shuffle import commitment
from server.projections.view import public_view
from server.protocol.reasons import Reason
from tests.spec import (
    DAY_MS,
    HOUR_MS,
    NOON,
    A,
    B,
    C,
    Given,
    dealt,
    given,
    like,
    match_ended,
    scored,
    seed,
    table,
)


def match_over(**settings: Any) -> Given:
    """Three at the table, J1 has won; C dealt the only round."""
    return given(
        table(seats=3, **settings),
        scored(160, 20, 35),
        match_ended(A, 1, 3, 2),
    )


def test_an_offer_starts_nothing_by_itself() -> None:
    """The others have to accept first."""
    match_over().when(OfferRematch(A, 1, seed(9))).then(RematchOffered(A))


def test_the_rematch_starts_when_every_person_has_accepted() -> None:
    """The same table, a new match number, points from nought, wins kept."""
    now = (
        match_over()
        .when(OfferRematch(A, 1), AcceptRematch(C, 1), AcceptRematch(B, 1, seed(9)))
        .then(
            RematchAccepted(B),
            like(MatchStarted, match=2, players=(A, B, C), deal=2, dealer=A, turn=1),
            like(RoundDealt, round=1, deal=2, dealer=A, first=B, hand_sizes=(5, 5, 5)),
        )
    )
    view = public_view(now.table)
    assert (view.match, view.round) == (2, 1)
    assert [view.seats[str(seat)].points for seat in range(3)] == [0, 0, 0]
    assert [view.seats[str(seat)].wins for seat in range(3)] == [1, 0, 0]


def test_the_seat_that_would_have_dealt_next_deals_the_rematch() -> None:
    """D20: C dealt the last round, to the right B is next."""
    match_over(direction="right").when(
        OfferRematch(A, 1), AcceptRematch(C, 1), AcceptRematch(B, 1, seed(9))
    ).has(like(MatchStarted, dealer=B), like(RoundDealt, dealer=B, first=A))


def test_robots_count_as_accepting() -> None:
    match_over(robots=(B,)).when(OfferRematch(A, 1), AcceptRematch(C, 1, seed(9))).has(
        like(MatchStarted, match=2)
    )


def test_with_robots_only_the_offer_starts_the_rematch() -> None:
    match_over(robots=(B, C)).when(OfferRematch(A, 1, seed(9))).then(
        RematchOffered(A), like(MatchStarted, match=2), like(RoundDealt, deal=2)
    )


def test_the_rematchs_deal_was_committed_to_before() -> None:
    now = match_over(robots=(B, C))
    committed = now.table.commitment
    now.when(OfferRematch(A, 1, seed(9))).has(
        like(MatchStarted, commitment=committed),
        like(RoundDealt, next_commitment=commitment(seed(9))),
    )


def test_who_has_accepted_shows_to_all() -> None:
    """Somebody who comes back later sees who has accepted."""
    now = match_over().when(OfferRematch(A, 1), AcceptRematch(C, 1)).accepted()
    view = public_view(now.table)
    assert [view.seats[str(seat)].accepted for seat in range(3)] == [True, False, True]


def test_each_is_offered_what_it_may_answer() -> None:
    """Who has accepted may still refuse; robots are not asked."""
    now = match_over(robots=(B,))
    assert now.may(A) == now.may(C) == {"offerrematch"}
    now = now.when(OfferRematch(A, 1)).accepted()
    assert (now.may(A), now.may(B)) == ({"refuserematch"}, set())
    assert now.may(C) == {"acceptrematch", "refuserematch"}


def test_a_refusal_withdraws_the_offer_and_all_see_who_refused() -> None:
    now = (
        match_over()
        .when(OfferRematch(A, 1), AcceptRematch(C, 1), RefuseRematch(B, 1))
        .then(RematchRefused(B))
    )
    end = public_view(now.table).end
    assert (end.offered_by, end.refused_by) == (-1, B)  # type: ignore[union-attr]
    now.when(AcceptRematch(C, 1)).refused(Reason.NOT_OFFERED)


def test_after_a_refusal_everybody_is_asked_anew() -> None:
    now = match_over().when(
        OfferRematch(A, 1), AcceptRematch(C, 1), RefuseRematch(B, 1), OfferRematch(B, 1)
    )
    now.then(RematchOffered(B)).when(AcceptRematch(A, 1)).then(RematchAccepted(A))


def test_who_has_accepted_does_not_accept_again() -> None:
    now = match_over().when(OfferRematch(A, 1)).accepted()
    now.when(AcceptRematch(A, 1)).refused(Reason.ALREADY_ACCEPTED)
    now.when(OfferRematch(B, 1)).refused(Reason.ALREADY_ACCEPTED)


@pytest.mark.parametrize("answer", [AcceptRematch(B, 1), RefuseRematch(B, 1)])
def test_what_was_not_offered_is_not_answered(answer: AcceptRematch | RefuseRematch) -> None:
    match_over().when(answer).refused(Reason.NOT_OFFERED)


@pytest.mark.parametrize("seat", [-1, B, 5])
def test_neither_those_who_watch_nor_robots_are_asked(seat: int) -> None:
    match_over(robots=(B,)).when(OfferRematch(seat, 1)).refused(Reason.NOT_SEATED)


def test_before_the_start_no_rematch_is_offered() -> None:
    given(table()).when(OfferRematch(A, 0)).refused(Reason.NOT_STARTED)


def test_while_the_match_runs_no_rematch_is_offered() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(OfferRematch(A, 1)).refused(
        Reason.MATCH_RUNNING
    )


def test_after_an_abandoned_match_no_rematch_is_offered() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(
        Abandon(B, 1), OfferRematch(A, 1)
    ).refused(Reason.NO_REMATCH)


def test_after_a_match_closed_for_absence_no_rematch_is_offered() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(
        CloseForAbsence(B, 0, NOON + 48 * HOUR_MS + 1), OfferRematch(B, 1)
    ).refused(Reason.NO_REMATCH)


def test_after_a_table_has_expired_no_rematch_is_offered() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(
        Expire(NOON + 7 * DAY_MS), OfferRematch(A, 1)
    ).refused(Reason.TABLE_CLOSED)


def test_once_somebody_has_left_no_rematch_is_offered_any_more() -> None:
    now = match_over().when(OfferRematch(A, 1), Leave(B)).then(SeatFreed(B))
    now.when(AcceptRematch(C, 1)).refused(Reason.NO_REMATCH)
    now.when(OfferRematch(C, 1)).refused(Reason.NO_REMATCH)
    assert now.may(C) == set()


def test_a_late_command_for_the_match_before_is_refused() -> None:
    """Nothing meant for match 1 touches match 2."""
    now = match_over(robots=(B, C)).when(OfferRematch(A, 1, seed(9))).accepted()
    now.when(Abandon(A, 1)).refused(Reason.STALE)
    now.when(NextRound(A, 1, 1, seed(8))).refused(Reason.STALE)
    now.when(OfferRematch(A, 1)).refused(Reason.STALE)
    now.when(Play(A, "7H", turn=1)).refused(Reason.STALE)


def test_the_target_and_the_hands_of_a_rematch_are_those_of_a_first_round() -> None:
    now = given(table(seats=2), scored(120, 20), match_ended(A, 1, 2))
    after = now.when(OfferRematch(A, 1), AcceptRematch(B, 1, seed(9))).has(
        like(RoundDealt, hand_sizes=(7, 7))
    )
    assert public_view(after.table).rules.target == 100


def test_a_rematch_can_be_abandoned_and_wins_add_up() -> None:
    now = match_over(robots=(B, C)).when(OfferRematch(A, 1, seed(9)), Abandon(A, 2))
    after = now.has(like(MatchEnded, how="abandoned", loser=A))
    assert sum(seat.wins for seat in after.table.seats) == 2
