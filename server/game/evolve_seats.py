"""What sitting down, leaving and changing places do to a table. Total, and knows no rule."""

from __future__ import annotations

from msgspec.structs import replace

from server.events.catalog import SeatMoved, SeatsSwapped, SeatTakenOver, TableMade
from server.game.table import FREE, NOBODY, Seat, SeatState, Table


def made(table: Table, event: TableMade) -> Table:
    host = SeatState(holder="person", person=1, token_hash=event.token_hash, epoch=1)
    return replace(
        table,
        id=event.table,
        phase="lobby",
        rules=event.rules,
        seats=(host, *(FREE for _ in range(event.seats - 1))),
        persons=1,
        invite_hash=event.invite_hash,
        absence_ms=event.absence_ms,
        expiry_ms=event.expiry_ms,
        commitment=event.commitment,
        seed=event.seed,
    )


def seated(table: Table, seat: Seat, state: SeatState) -> Table:
    return replace(table, seats=(*table.seats[:seat], state, *table.seats[seat + 1 :]))


def changed(table: Table, seat: Seat, *, accepted: bool = False, gone: bool = False) -> Table:
    state = table.seats[seat]
    return seated(
        table,
        seat,
        replace(state, accepted=state.accepted or accepted, gone=state.gone or gone),
    )


def freed(table: Table, seat: Seat) -> Table:
    """Before the start the seat is free again; after a match its holder has left for good."""
    table = without_given(table, seat)
    if table.phase == "lobby":
        return seated(table, seat, FREE)
    left = changed(table, seat, gone=True)
    end = left.end
    return replace(left, end=None if end is None else replace(end, rematch=False), offered_by=-1)


def swapped(table: Table, event: SeatsSwapped) -> Table:
    seats = list(table.seats)
    seats[event.seat], seats[event.other] = seats[event.other], seats[event.seat]
    host = {event.seat: event.other, event.other: event.seat}.get(table.host, table.host)
    kept = without_given(table, event.seat, event.other)
    return replace(kept, seats=tuple(seats), host=host)


def moved(table: Table, event: SeatMoved) -> Table:
    """The same person, by another token; what they gave to the coming deal stays."""
    state = table.seats[event.seat]
    return seated(table, event.seat, replace(state, token_hash=event.token_hash, epoch=event.epoch))


def taken_over(table: Table, event: SeatTakenOver) -> Table:
    state = replace(table.seats[event.seat], holder="robot", robot=event.robot)
    kept = without_given(table, event.seat)
    return seated(kept, event.seat, replace(state, token_hash="", gone=False))


def without_given(table: Table, *seats: Seat) -> Table:
    """What these seats have given to the coming deal is dropped: their holders are others now."""
    deposits = tuple(deposit for deposit in table.deposits if deposit.seat not in seats)
    cut_by, cut_at = (NOBODY, 0) if table.cut_by in seats else (table.cut_by, table.cut_at)
    return replace(table, deposits=deposits, cut_by=cut_by, cut_at=cut_at)
