"""Before the start: sitting down, robots, the host, and starting (RULES.md §10)."""

from __future__ import annotations

import pytest

from server.events.catalog import (
    HostChanged,
    MatchStarted,
    RobotSeated,
    RoundDealt,
    SeatFreed,
    SeatsSwapped,
    SeatTaken,
    TableExpired,
    TableMade,
)
from server.game import commands as c
from server.game.shuffle import commitment
from server.game.table import seat_of_token
from server.protocol.reasons import Reason
from server.rules.door import rules_for
from tests.spec import (
    DAY_MS,
    HOUR_MS,
    INVITE,
    NOON,
    TABLE,
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
    token,
)

MAKE = c.MakeTable(TABLE, 4, rules_for("clasico"), token(A), INVITE, seed(1))


def sit(number: int, seat: int | None = None, invite: str = INVITE) -> c.Sit:
    """Whoever has the browser of this number wants to sit."""
    return c.Sit(token(number), invite, seat)


def lobby(people: int = 3, seats: int = 4, robots: tuple[int, ...] = ()) -> Given:
    return given(table(seats=seats, people=people, robots=robots))


# Making a table and sitting down


def test_who_makes_a_table_holds_its_first_seat_and_is_the_host() -> None:
    after = (
        given()
        .when(MAKE)
        .then(like(TableMade, seats=4, commitment=commitment(seed(1)), token_hash=token(A)))
    )
    assert (after.table.host, seat_of_token(after.table, token(A))) == (A, A)
    assert (after.table.seats[A].person, after.table.seats[A].epoch) == (1, 1)


def test_the_first_deal_is_committed_to_when_the_table_is_made() -> None:
    given().when(MAKE).has(like(TableMade, commitment=commitment(seed(1)), seed=seed(1)))


def test_a_table_is_made_once() -> None:
    lobby().when(MAKE).refused(Reason.ALREADY_STARTED)


def test_a_guest_gets_the_first_free_seat() -> None:
    lobby(people=2).when(sit(7)).then(SeatTaken(C, 3, token(7)))


def test_a_guest_may_choose_a_free_seat() -> None:
    lobby(people=2).when(sit(7, seat=D)).then(SeatTaken(D, 3, token(7)))


def test_a_seat_that_is_taken_is_not_given_again() -> None:
    lobby(people=2).when(sit(7, seat=B)).refused(Reason.SEAT_TAKEN)


@pytest.mark.parametrize("seat", [-1, 4, 49])
def test_a_seat_that_is_not_there_is_not_given(seat: int) -> None:
    lobby(people=2).when(sit(7, seat=seat)).refused(Reason.NO_SUCH_SEAT)


def test_without_the_links_secret_nobody_sits() -> None:
    """The same answer as at a table that is not there."""
    lobby(people=2).when(sit(7, invite="2e" * 32)).refused(Reason.NO_SUCH_TABLE)
    given().when(sit(7)).refused(Reason.NO_SUCH_TABLE)


def test_of_twenty_guests_one_gets_the_last_seat() -> None:
    now = lobby(people=3).when(sit(10)).has(like(SeatTaken, seat=D))
    for number in range(11, 30):
        now.when(sit(number)).refused(Reason.TABLE_FULL)


def test_nobody_sits_twice() -> None:
    now = lobby(people=2).when(sit(7)).accepted()
    now.when(sit(7)).refused(Reason.ALREADY_SEATED)
    now.when(sit(A)).refused(Reason.ALREADY_SEATED)


def test_persons_are_numbered_for_ever() -> None:
    """Who sits where somebody left is another person, with another name."""
    lobby(people=3).when(c.Leave(C), sit(7)).then(SeatTaken(C, 4, token(7)))


def test_once_the_match_has_begun_nobody_sits() -> None:
    given(table(seats=4, people=3), dealt("3C", "2C", "2D", top="7H")).when(sit(7)).refused(
        Reason.ALREADY_STARTED
    )


def test_after_the_match_nobody_takes_the_seat_of_who_left() -> None:
    now = given(table(seats=2), scored(120, 20), match_ended(A, 1, 2)).when(c.Leave(B)).accepted()
    now.when(sit(7)).refused(Reason.ALREADY_STARTED)
    now.when(sit(B)).refused(Reason.ALREADY_STARTED)


# Leaving


def test_who_leaves_frees_the_seat() -> None:
    now = lobby().when(c.Leave(B)).then(SeatFreed(B))
    now.when(sit(7)).then(SeatTaken(B, 4, token(7)))


def test_a_leaving_host_hands_over_to_the_next_person() -> None:
    lobby().when(c.Leave(A)).then(SeatFreed(A), HostChanged(B))


def test_a_robot_does_not_become_the_host() -> None:
    lobby(robots=(B,)).when(c.Leave(A)).then(SeatFreed(A), HostChanged(C))


def test_a_guest_who_leaves_changes_nothing_else() -> None:
    """Only the lobby is left, the table stays."""
    lobby().when(c.Leave(C)).then(SeatFreed(C))


def test_a_lobby_without_people_is_closed() -> None:
    """Robots do not keep a table, and nobody can start it."""
    now = lobby(people=4, robots=(B, C, D)).when(c.Leave(A)).then(SeatFreed(A), TableExpired())
    now.when(sit(7)).refused(Reason.TABLE_CLOSED)
    now.when(c.Start(A, 1, seed(2))).refused(Reason.TABLE_CLOSED)


def test_in_the_middle_of_a_match_nobody_just_leaves() -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(c.Leave(B)).refused(Reason.MATCH_RUNNING)


@pytest.mark.parametrize("seat", [-1, B, D, 9])
def test_who_does_not_sit_cannot_leave(seat: int) -> None:
    lobby(robots=(B,)).when(c.Leave(seat)).refused(Reason.NOT_SEATED)


# What only the host may do


def test_the_host_may_remove_a_person() -> None:
    now = lobby().when(c.RemovePerson(A, C)).then(SeatFreed(C, removed=True))
    now.when(sit(C)).then(SeatTaken(C, 4, token(C)))


@pytest.mark.parametrize("target", [A, C, D])
def test_the_host_removes_people_but_neither_itself_nor_robots_nor_nobody(target: int) -> None:
    lobby(robots=(C,)).when(c.RemovePerson(A, target)).refused(Reason.SEAT_EMPTY)


def test_the_host_may_swap_two_seats() -> None:
    after = lobby().when(c.SwapSeats(A, B, C)).then(SeatsSwapped(B, C))
    assert [seat.person for seat in after.table.seats] == [1, 3, 2, 0]


def test_a_swapped_host_stays_the_host_and_deals_first() -> None:
    after = lobby().when(c.SwapSeats(A, A, D)).then(SeatsSwapped(A, D))
    after.when(c.Start(D, 1, seed(2))).has(like(MatchStarted, host=D, dealer=D))


def test_two_empty_seats_or_a_seat_with_itself_are_not_swapped() -> None:
    lobby(people=2).when(c.SwapSeats(A, C, D)).refused(Reason.SEAT_EMPTY)
    lobby().when(c.SwapSeats(A, B, B)).refused(Reason.SEAT_EMPTY)
    lobby().when(c.SwapSeats(A, B, 4)).refused(Reason.NO_SUCH_SEAT)


def test_robots_come_in_their_order() -> None:
    lobby(people=1).when(c.AddRobot(A)).then(RobotSeated(B, "carmen"))
    lobby(people=1).when(c.AddRobot(A), c.AddRobot(A)).then(RobotSeated(C, "tito"))
    lobby(people=1).when(*(c.AddRobot(A),) * 3).then(RobotSeated(D, "luna"))


def test_the_host_may_choose_the_robot_and_its_seat() -> None:
    lobby(people=1).when(c.AddRobot(A, D, "pepe")).then(RobotSeated(D, "pepe"))


@pytest.mark.parametrize("robot", ["carmen", "hal", "Tito"])
def test_a_robot_sits_once_and_must_exist(robot: str) -> None:
    lobby(people=2, robots=(B,)).when(c.AddRobot(A, C, robot)).refused(Reason.NO_SUCH_ROBOT)


def test_a_robot_needs_a_free_seat() -> None:
    lobby(people=2).when(c.AddRobot(A, B)).refused(Reason.SEAT_TAKEN)
    lobby(people=4).when(c.AddRobot(A)).refused(Reason.TABLE_FULL)


def test_ten_seats_can_be_filled_with_nine_robots() -> None:
    given(table(seats=10, people=1)).when(*(c.AddRobot(A),) * 9).has(RobotSeated(9, "hugo"))


def test_the_host_may_remove_a_robot() -> None:
    now = lobby(robots=(B,)).when(c.RemoveRobot(A, B)).then(SeatFreed(B, removed=True))
    now.when(c.AddRobot(A)).then(RobotSeated(B, "carmen"))


def test_a_person_is_not_removed_as_a_robot() -> None:
    lobby().when(c.RemoveRobot(A, B)).refused(Reason.SEAT_EMPTY)


HOSTS_ONLY = [
    c.RemovePerson(B, C),
    c.SwapSeats(B, A, C),
    c.AddRobot(B),
    c.RemoveRobot(B, C),
    c.Start(B, 1, seed(2)),
]


@pytest.mark.parametrize("command", HOSTS_ONLY, ids=lambda command: type(command).__name__)
def test_a_guest_may_not_do_what_is_the_hosts(command: c.Command) -> None:
    lobby().when(command).refused(Reason.NOT_HOST)


@pytest.mark.parametrize(
    "command",
    [c.RemovePerson(A, B), c.SwapSeats(A, A, C), c.AddRobot(A), c.RemoveRobot(A, C)],
    ids=lambda command: type(command).__name__,
)
def test_once_the_match_has_begun_the_seats_stay_as_they_are(command: c.Command) -> None:
    given(table(), dealt("3C", "2C", "2D", top="7H")).when(command).refused(Reason.ALREADY_STARTED)


# Starting


def test_the_host_starts_a_match_and_the_first_round_is_dealt() -> None:
    lobby().when(c.Start(A, 1, seed(2))).then(
        like(MatchStarted, match=1, players=(A, B, C), dealer=A, deal=1),
        like(RoundDealt, round=1, deal=1, dealer=A, first=B, hand_sizes=(5, 5, 5)),
    )


def test_one_seat_alone_does_not_start() -> None:
    lobby(people=1).when(c.Start(A, 1, seed(2))).refused(Reason.TOO_FEW_PLAYERS)


def test_a_person_and_a_robot_are_enough() -> None:
    lobby(people=1).when(c.AddRobot(A), c.Start(A, 1, seed(2))).has(
        like(MatchStarted, players=(A, B)), like(RoundDealt, hand_sizes=(7, 7))
    )


def test_a_second_start_deals_nothing() -> None:
    """One of the two is told that it has begun."""
    now = lobby().when(c.Start(A, 1, seed(2))).accepted()
    now.when(c.Start(A, 1, seed(3))).refused(Reason.ALREADY_STARTED)


def test_a_start_of_a_match_that_is_not_the_next_is_refused() -> None:
    lobby().when(c.Start(A, 2, seed(2))).refused(Reason.STALE)


def test_after_the_match_only_a_rematch_starts_another() -> None:
    given(table(seats=2), scored(120, 20), match_ended(A, 1, 2)).when(
        c.Start(A, 2, seed(9))
    ).refused(Reason.ALREADY_STARTED)


def test_an_empty_seat_between_players_is_passed_over() -> None:
    """Four seats, one leaves before the start: 5 cards each, a target of 150."""
    now = lobby(people=4).when(c.Leave(B), c.Start(A, 1, seed(2)))
    after = now.has(
        like(MatchStarted, players=(A, C, D)),
        like(RoundDealt, first=C, hand_sizes=(5, 5, 5), missing=(A, C, D)),
    )
    assert after.table.target == 150


def test_robots_contribute_nothing_to_a_deal() -> None:
    lobby(robots=(B,)).when(c.Start(A, 1, seed(2))).has(like(RoundDealt, missing=(A, C)))


# The clock of a lobby


def test_sitting_down_and_leaving_restart_a_lobbys_seven_days() -> None:
    sat_at = NOON + 6 * DAY_MS
    now = lobby(people=2).when(c.Sit(token(7), INVITE, at_ms=sat_at)).accepted()
    now.when(c.Expire(NOON + 7 * DAY_MS)).refused(Reason.NOT_EXPIRED_YET, at_ms=sat_at + 7 * DAY_MS)
    left = now.when(c.Leave(B, at_ms=sat_at + HOUR_MS)).accepted()
    left.when(c.Expire(sat_at + 7 * DAY_MS)).refused(Reason.NOT_EXPIRED_YET)


def test_swapping_seats_and_seating_a_robot_restart_no_clock() -> None:
    """Seven days without anybody sitting down or leaving."""
    later = NOON + DAY_MS
    now = lobby(people=2).when(c.SwapSeats(A, A, B, later), c.AddRobot(B, at_ms=later)).accepted()
    now.when(c.Expire(NOON + 7 * DAY_MS)).then(TableExpired())
