"""Leaving a match: it ends, or a robot takes the hand (`on_abandon`, RULES.md §10)."""

from __future__ import annotations

from typing import Any

from server.events.catalog import (
    HostChanged,
    MatchEnded,
    PlayerAbandoned,
    RoundClosed,
    SeatFreed,
    SeatTakenOver,
    TableExpired,
)
from server.game.commands import (
    Abandon,
    CloseForAbsence,
    Draw,
    NextRound,
    OfferRematch,
    Play,
)
from server.protocol.reasons import Reason
from tests.spec import (
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
    moved,
    scored,
    seed,
    table,
)


def running(**more: Any) -> Given:
    chosen = {"on_abandon": "robot_plays", **more}
    return given(
        table("clasico", **chosen), dealt("5H 6S 9D", "7H 2C", "3H KC", top="4H", stock="9S")
    )


def test_usually_the_match_ends_and_who_left_loses() -> None:
    running(on_abandon="ends").when(Abandon(B, 1)).has(
        PlayerAbandoned(B), like(MatchEnded, how="abandoned", loser=B)
    )


def test_where_a_robot_plays_on_it_takes_the_hand_and_the_match_goes_on() -> None:
    now = running().when(Abandon(B, 1)).then(SeatTakenOver(B, "carmen"))
    assert now.table.round is not None
    assert now.table.round.hands[B] == ("7H", "2C")
    now.when(Play(A, "5H"), Play(B, "7H")).has(moved(C))


def test_it_is_a_robot_that_does_not_sit_here_yet() -> None:
    running(robots=(C,)).when(Abandon(B, 1)).then(SeatTakenOver(B, "tito"))


def test_who_has_left_holds_the_seat_no_more() -> None:
    now = running().when(Abandon(B, 1)).accepted()
    now.when(Abandon(B, 1)).refused(Reason.NOT_SEATED)
    assert now.table.seats[B].token_hash == ""


def test_a_host_who_leaves_hands_over_to_the_next_person() -> None:
    running().when(Abandon(A, 1)).then(SeatTakenOver(A, "carmen"), HostChanged(B))
    running(robots=(B,)).when(Abandon(A, 1)).then(SeatTakenOver(A, "tito"), HostChanged(C))


def test_when_the_last_person_leaves_the_table_expires_without_a_winner() -> None:
    now = running(robots=(B, C)).when(Abandon(A, 1))
    now.has(
        PlayerAbandoned(A),
        like(RoundClosed, how="stopped"),
        like(MatchEnded, how="expired", winner=-1),
        TableExpired(),
    )
    assert now.accepted().table.phase == "closed"


def test_so_it_does_when_the_last_person_leaves_who_takes_no_part_any_more() -> None:
    """Eliminated, with only robots left in the match: nobody would ask for the next round."""
    now = given(
        table("jiujitsu", robots=(B, C), on_abandon="robot_plays", last_card_call="off"),
        scored(900, 0, 0, eliminated=(A,)),
    )
    now.when(Abandon(A, 1)).has(like(MatchEnded, how="expired"), TableExpired())


def test_with_somebody_left_a_seat_that_takes_no_part_just_leaves() -> None:
    now = given(
        table("jiujitsu", on_abandon="robot_plays", last_card_call="off"),
        scored(900, 0, 0, eliminated=(A,)),
    )
    now.when(Abandon(A, 1)).has(SeatFreed(A)).when(NextRound(B, 1, 1, seed(3))).accepted()


def test_between_rounds_too_a_robot_takes_the_seat() -> None:
    now = given(table("clasico", on_abandon="robot_plays"), scored(1, 2, 3))
    after = now.when(Abandon(B, 1)).then(SeatTakenOver(B, "carmen"))
    after.when(NextRound(A, 1, 1, seed(3))).accepted()


def test_a_robot_that_plays_on_is_never_absent() -> None:
    now = running().when(Abandon(A, 1)).accepted()
    now.when(CloseForAbsence(B, 0, at_ms=NOON + 100 * HOUR_MS)).refused(Reason.NOT_ABSENT_YET)


def test_it_accepts_a_rematch_as_all_robots_do() -> None:
    now = given(table("clasico", on_abandon="robot_plays"), scored(1, 2, 3))
    over = now.when(Abandon(B, 1)).accepted().also(match_ended(A, 1, 2, 3))
    after = over.when(OfferRematch(A, 1, seed(9))).accepted()
    assert {"acceptrematch", "refuserematch"} <= after.may(C)
    assert after.may(B) == set()


def test_while_it_plays_the_others_wait_for_it_as_for_anybody() -> None:
    now = running().when(Abandon(A, 1)).accepted()
    now.when(Draw(B)).refused(Reason.NOT_YOUR_TURN, seat=A)
