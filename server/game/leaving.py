"""Between rounds, after a match, and ways out of one: next round, rematch, leaving, absence."""

from __future__ import annotations

from server.events.catalog import (
    AnyEvent,
    ClosedForAbsence,
    HostChanged,
    PlayerAbandoned,
    RematchAccepted,
    RematchOffered,
    RematchRefused,
    SeatFreed,
    SeatTakenOver,
    TableExpired,
)
from server.game.closing import stop_match
from server.game.commands import (
    Abandon,
    AcceptRematch,
    CloseForAbsence,
    Expire,
    NextRound,
    OfferRematch,
    RefuseRematch,
)
from server.game.dealing import deal_round, next_dealer
from server.game.lobby import start_match
from server.game.sealing import lock_of
from server.game.table import (
    LEFT,
    Seat,
    Table,
    actor_of,
    dealt_in,
    holding,
    order_from,
    people_of,
)
from server.protocol.reasons import Reason, Rejected
from server.protocol.robots import ROBOTS


def decide_next_round(table: Table, command: NextRound) -> tuple[AnyEvent, ...]:
    """Any seated person asks, once: the command names the round that it closes."""
    _person(table, command.seat)
    _not_closed(table)
    if table.phase == "lobby":
        raise Rejected(Reason.NOT_STARTED)
    if (command.match, command.round) != (table.match, table.round_number):
        raise Rejected(Reason.STALE)
    if table.phase == "round":
        raise Rejected(Reason.ROUND_RUNNING)
    if table.phase == "over":
        raise Rejected(Reason.MATCH_OVER)
    seats = dealt_in(table)
    dealer = next_dealer(table, seats)
    number, lock = table.round_number + 1, lock_of(table, seats)
    return (deal_round(table, number, dealer, seats, command.seed, lock),)


# Rematch


def waiting_for(table: Table) -> tuple[Seat, ...]:
    """Seated people who have not accepted the rematch yet; robots always accept."""
    return tuple(seat for seat in people_of(table) if not table.seats[seat].accepted)


def _rematch_open(table: Table, seat: Seat, match: int) -> None:
    _person(table, seat)
    _not_closed(table)
    if match != table.match:
        raise Rejected(Reason.STALE)
    if table.phase == "lobby":
        raise Rejected(Reason.NOT_STARTED)
    if table.phase != "over":
        raise Rejected(Reason.MATCH_RUNNING)
    if table.end is None or not table.end.rematch:
        raise Rejected(Reason.NO_REMATCH)


def decide_offer(table: Table, command: OfferRematch) -> tuple[AnyEvent, ...]:
    _rematch_open(table, command.seat, command.match)
    if table.offered_by >= 0:
        raise Rejected(Reason.ALREADY_ACCEPTED)
    offered = RematchOffered(command.seat)
    return (offered, *_rematch_if_all(table, command.seat, command.seed))


def decide_accept(table: Table, command: AcceptRematch) -> tuple[AnyEvent, ...]:
    _rematch_open(table, command.seat, command.match)
    if table.offered_by < 0:
        raise Rejected(Reason.NOT_OFFERED)
    if table.seats[command.seat].accepted:
        raise Rejected(Reason.ALREADY_ACCEPTED)
    accepted = RematchAccepted(command.seat)
    return (accepted, *_rematch_if_all(table, command.seat, command.seed))


def decide_refuse(table: Table, command: RefuseRematch) -> tuple[AnyEvent, ...]:
    _rematch_open(table, command.seat, command.match)
    if table.offered_by < 0:
        raise Rejected(Reason.NOT_OFFERED)
    return (RematchRefused(command.seat),)


def _rematch_if_all(table: Table, seat: Seat, seed: str) -> tuple[AnyEvent, ...]:
    """Same table, same seats, points from nought; the next dealer deals, without a new cut."""
    if set(waiting_for(table)) - {seat}:
        return ()
    dealer = next_dealer(table, dealt_in(table))
    return start_match(table, table.players, dealer, seed, cut=False)


# Ways out


def decide_abandon(table: Table, command: Abandon) -> tuple[AnyEvent, ...]:
    """In the middle of a match who leaves loses, and the leader among the others wins; or a robot
    plays on, and without a person left the table expires."""
    _player(table, command.seat)
    _not_closed(table)
    if command.match != table.match:
        raise Rejected(Reason.STALE)
    if table.phase == "lobby":
        raise Rejected(Reason.NOT_STARTED)
    if table.phase == "over":
        raise Rejected(Reason.MATCH_OVER)
    robot_plays = table.rules.on_abandon == "robot_plays"
    if robot_plays and set(people_of(table)) == {command.seat}:
        return (PlayerAbandoned(command.seat), *stop_match(table, "expired"), TableExpired())
    if not _takes_part(table, command.seat):
        return (SeatFreed(command.seat),)
    if robot_plays:
        return _robot_plays(table, command.seat)
    return (PlayerAbandoned(command.seat), *stop_match(table, "abandoned", command.seat))


def _takes_part(table: Table, seat: Seat) -> bool:
    """Whether the match needs this seat: it is not out, not over the limit, not sitting out."""
    if table.round is not None:
        return seat in holding(table.round)
    return seat in dealt_in(table)


def _robot_plays(table: Table, seat: Seat) -> tuple[AnyEvent, ...]:
    """A robot takes the hand and the match goes on."""
    seated = {state.robot for state in table.seats}
    robot = next(key for key, _ in ROBOTS if key not in seated)
    host = () if table.host != seat else (HostChanged(_heir(table, seat)),)
    return (SeatTakenOver(seat, robot), *host)


def _heir(table: Table, seat: Seat) -> Seat:
    order = order_from(tuple(range(len(table.seats))), seat, LEFT)[1:]
    return next(other for other in order if other in people_of(table))


def absence_from_ms(table: Table) -> int:
    """The first moment at which the seat to act may be closed for absence; 0 if never.

    More than the table's absence time must have gone by since the last act.
    """
    round_ = table.round
    if round_ is None or table.seats[actor_of(round_)].holder != "person":
        return 0
    return table.moved_ms + table.absence_ms + 1


def decide_close_for_absence(table: Table, command: CloseForAbsence) -> tuple[AnyEvent, ...]:
    _player(table, command.seat)
    _not_closed(table)
    round_ = table.round
    if table.phase == "lobby":
        raise Rejected(Reason.NOT_STARTED)
    if table.phase == "over":
        raise Rejected(Reason.MATCH_OVER)
    if round_ is None:
        raise Rejected(Reason.ROUND_OVER)
    if command.turn and command.turn != round_.turn:
        raise Rejected(Reason.STALE)
    absent = actor_of(round_)
    if absent == command.seat:
        raise Rejected(Reason.OWN_ABSENCE)
    from_ms = absence_from_ms(table)
    if not from_ms or command.at_ms < from_ms:
        raise Rejected(Reason.NOT_ABSENT_YET, at_ms=from_ms)
    closed = ClosedForAbsence(command.seat, absent)
    return (closed, *stop_match(table, "absence", absent))


def expires_at_ms(table: Table) -> int:
    """When the table expires if nothing happens; 0 if it does not."""
    if table.phase not in ("lobby", "round", "between"):
        return 0
    return table.moved_ms + table.expiry_ms


def decide_expire(table: Table, command: Expire) -> tuple[AnyEvent, ...]:
    at_ms = expires_at_ms(table)
    if not at_ms:
        raise Rejected(Reason.TABLE_CLOSED)
    if command.at_ms < at_ms:
        raise Rejected(Reason.NOT_EXPIRED_YET, at_ms=at_ms)
    if table.phase == "lobby":
        return (TableExpired(),)
    return (*stop_match(table, "expired"), TableExpired())


def _not_closed(table: Table) -> None:
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)


def _person(table: Table, seat: Seat) -> None:
    if seat not in people_of(table):
        raise Rejected(Reason.NOT_SEATED)


def _player(table: Table, seat: Seat) -> None:
    _person(table, seat)
    if table.phase in ("round", "between") and seat not in table.players:
        raise Rejected(Reason.NOT_SEATED)
