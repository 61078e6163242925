"""By what a seat and the link are held, and the host's last word."""

from __future__ import annotations

import pytest

from server.events.catalog import (
    InviteRenewed,
    MatchEnded,
    MatchStarted,
    RoundClosed,
    SeatMoved,
    TableErased,
    TableExpired,
)
from server.game import commands as c
from server.game.table import seat_of_token
from server.protocol.reasons import Reason
from tests.spec import (
    INVITE,
    A,
    B,
    C,
    D,
    Given,
    dealt,
    given,
    like,
    match_ended,
    seed,
    table,
    token,
)

NEW = token(90)
LINK = "ab" * 32


def playing() -> Given:
    """A round of three people, where A is the host."""
    return given(table(), dealt("7H 2C", "3C", "4C", top="7D"))


def lobby(people: int = 3) -> Given:
    return given(table(seats=4, people=people))


@pytest.mark.parametrize("before", [lobby(), playing()], ids=["lobby", "round"])
def test_a_person_takes_the_seat_along_to_another_device(before: Given) -> None:
    after = before.when(c.MoveSeat(2, 1, NEW)).then(SeatMoved(B, 2, NEW))
    assert seat_of_token(after.table, NEW) == B
    assert seat_of_token(after.table, token(B)) is None, "the old token still holds the seat"
    assert after.table.seats[B].person == 2


def test_a_code_serves_once() -> None:
    moved = lobby().when(c.MoveSeat(2, 1, NEW)).accepted()
    moved.when(c.MoveSeat(2, 1, token(91))).refused(Reason.BAD_CODE)
    moved.when(c.MoveSeat(2, 2, token(91))).then(SeatMoved(B, 3, token(91)))


def test_a_code_of_somebody_who_has_left_gives_nothing() -> None:
    left = lobby().when(c.Leave(B)).accepted()
    left.when(c.MoveSeat(2, 1, NEW)).refused(Reason.BAD_CODE)
    sat = left.when(c.Sit(token(50), INVITE, B)).accepted()
    sat.when(c.MoveSeat(2, 1, NEW)).refused(Reason.BAD_CODE)


def test_a_seat_goes_with_its_person_when_seats_are_swapped() -> None:
    swapped = lobby().when(c.SwapSeats(A, B, D)).accepted()
    swapped.when(c.MoveSeat(2, 1, NEW)).then(SeatMoved(D, 2, NEW))


def test_whoever_sits_here_gets_no_second_seat_by_a_code() -> None:
    lobby().when(c.MoveSeat(2, 1, token(C))).refused(Reason.ALREADY_SEATED)
    lobby().when(c.MoveSeat(2, 1, "")).refused(Reason.ALREADY_SEATED)


def test_a_rematch_begins_with_the_token_and_epoch_of_now() -> None:
    moved = playing().when(c.MoveSeat(2, 1, NEW)).accepted()
    over = moved.when(c.Abandon(C, 1)).accepted()
    assert over.table.seats[B].token_hash == NEW
    started = lobby(2).when(c.MoveSeat(2, 1, NEW), c.Start(A, 1, seed(2))).accepted()
    chairs = next(
        event.chairs for event in started.commits[-1].events if isinstance(event, MatchStarted)
    )
    assert [(chair.token_hash, chair.epoch) for chair in chairs] == [(token(A), 1), (NEW, 2)]


def test_after_the_link_was_renewed_the_old_one_lets_nobody_sit() -> None:
    renewed = lobby().when(c.RenewInvite(A, LINK)).then(InviteRenewed(A, LINK))
    renewed.when(c.Sit(token(50), INVITE)).refused(Reason.NO_SUCH_TABLE)
    renewed.when(c.Sit(token(50), LINK)).accepted()
    assert renewed.table.seats == lobby().table.seats, "somebody lost a seat"


@pytest.mark.parametrize(
    "command", [c.RenewInvite(B, LINK), c.EraseTable(B)], ids=["link", "erase"]
)
def test_what_is_the_hosts_a_guest_may_not_do(command: c.Command) -> None:
    lobby().when(command).refused(Reason.NOT_HOST)


@pytest.mark.parametrize(
    "command", [c.RenewInvite(-1, LINK), c.EraseTable(D)], ids=["link", "erase"]
)
def test_who_does_not_sit_may_not_either(command: c.Command) -> None:
    lobby().when(command).refused(Reason.NOT_SEATED)


def test_the_host_erases_a_table_before_the_start() -> None:
    after = lobby().when(c.EraseTable(A)).then(TableErased(A), TableExpired())
    assert (after.table.phase, after.table.erased) == ("closed", True)
    after.when(c.EraseTable(A)).refused(Reason.TABLE_CLOSED)
    after.when(c.RenewInvite(A, LINK)).refused(Reason.TABLE_CLOSED)
    after.when(c.MoveSeat(1, 1, NEW)).refused(Reason.TABLE_CLOSED)


def test_erasing_in_the_middle_of_a_match_stops_it_and_opens_its_deal() -> None:
    before = playing()
    after = before.when(c.EraseTable(A)).then(
        TableErased(A),
        like(
            RoundClosed, how="stopped", seed=before.table.round.seed if before.table.round else ""
        ),
        like(MatchEnded, how="expired", winner=-1),
        TableExpired(),
    )
    assert (after.table.phase, after.table.round) == ("closed", None)


def test_a_table_that_is_over_keeps_its_result_when_it_is_erased() -> None:
    over = playing().also(match_ended(B, 2, 1, 3))
    after = over.when(c.EraseTable(A)).then(TableErased(A), TableExpired())
    assert after.table.end == over.table.end
