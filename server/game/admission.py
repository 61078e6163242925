"""By what a seat and the link are held: moving a seat to another device, renewing the link; and the
host's last word, which closes a table and erases what people wrote."""

from __future__ import annotations

from server.events.catalog import (
    AnyEvent,
    InviteRenewed,
    SeatMoved,
    TableErased,
    TableExpired,
)
from server.game.closing import stop_match
from server.game.commands import EraseTable, MoveSeat, RenewInvite
from server.game.table import Seat, Table, people_of, seat_of_token
from server.protocol.reasons import Reason, Rejected


def decide_move(table: Table, command: MoveSeat) -> tuple[AnyEvent, ...]:
    """The same person by another token. Whoever comes with an epoch of before is too late: so a
    code serves once."""
    seat = seat_of_person(table, command.person)
    if seat is None or table.seats[seat].epoch != command.epoch:
        raise Rejected(Reason.BAD_CODE)
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if not command.token_hash or seat_of_token(table, command.token_hash) is not None:
        raise Rejected(Reason.ALREADY_SEATED)
    return (SeatMoved(seat, command.epoch + 1, command.token_hash),)


def decide_renew_invite(table: Table, command: RenewInvite) -> tuple[AnyEvent, ...]:
    _host(table, command.seat)
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    return (InviteRenewed(command.seat, command.invite_hash),)


def decide_erase(table: Table, command: EraseTable) -> tuple[AnyEvent, ...]:
    """A match that runs is stopped and its deal opened, as when a table expires."""
    _host(table, command.seat)
    if table.erased:
        raise Rejected(Reason.TABLE_CLOSED)
    erased = TableErased(command.seat)
    match table.phase:
        case "closed":
            return (erased,)
        case "round" | "between":
            return (erased, *stop_match(table, "expired"), TableExpired())
        case _:
            return (erased, TableExpired())


def seat_of_person(table: Table, person: int) -> Seat | None:
    """Where a person sits who has not left."""
    return next((seat for seat in people_of(table) if table.seats[seat].person == person), None)


def _host(table: Table, seat: Seat) -> None:
    if seat not in people_of(table):
        raise Rejected(Reason.NOT_SEATED)
    if seat != table.host:
        raise Rejected(Reason.NOT_HOST)
