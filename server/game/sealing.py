"""What people add to the coming deal: their bytes, and the cut. A deal waits for neither."""

from __future__ import annotations

import hashlib

from server.cards import deck_of
from server.events.catalog import DeckCut, EntropyDeposited
from server.game.commands import CutDeck, Deposit
from server.game.dealing import next_dealer
from server.game.table import (
    NOBODY,
    RIGHT,
    Lock,
    Seat,
    Table,
    dealt_in,
    order_from,
    people_of,
)
from server.protocol.reasons import Reason, Rejected
from server.rules.door import packs_for

GIVEN_BYTES = 16


def decide_deposit(table: Table, command: Deposit) -> tuple[EntropyDeposited, ...]:
    """Bytes for the coming deal, once for each deal and seat; hidden until the deal."""
    _before_a_deal(table, command.seat, command.deal)
    if _has_given(table, command.seat):
        raise Rejected(Reason.STALE)
    given = bytes.fromhex(command.given)
    assert len(given) == GIVEN_BYTES, f"{len(given)} bytes"
    sha256 = hashlib.sha256(given).hexdigest()
    return (EntropyDeposited(command.seat, command.deal, sha256, command.given),)


def decide_cut(table: Table, command: CutDeck) -> tuple[DeckCut, ...]:
    """The seat to the dealer's right cuts the deck of the coming deal, once."""
    _before_a_deal(table, command.seat, command.deal)
    if table.phase == "round":
        raise Rejected(Reason.ROUND_RUNNING)
    cutter = cutter_of(table)
    if cutter == NOBODY:
        raise Rejected(Reason.NOT_CUTTER)
    if cutter != command.seat:
        raise Rejected(Reason.NOT_CUTTER, seat=cutter)
    if table.cut_by == cutter:
        raise Rejected(Reason.STALE)
    most = coming_deck_size(table) - 1
    if not 1 <= command.place <= most:
        raise Rejected(Reason.NO_SUCH_PLACE, limit=most)
    return (DeckCut(command.seat, command.deal, command.place),)


def may_deposit(table: Table, seat: Seat) -> bool:
    return _may_come(table) and seat in people_of(table) and not _has_given(table, seat)


def may_cut(table: Table, seat: Seat) -> bool:
    return cutter_of(table) == seat and table.cut_by != seat and seat in people_of(table)


def cutter_of(table: Table) -> Seat:
    """The seat that may cut for the coming deal: the one to the dealer's right. NOBODY while a
    round runs, and where the first dealer is found only at the start."""
    if table.phase == "round" or not _may_come(table):
        return NOBODY
    seats = _coming_seats(table)
    if table.phase == "lobby":
        knows = table.rules.first_dealer == "host" and len(seats) > 1
        return _right_of(seats, table.host) if knows else NOBODY
    return _right_of(seats, next_dealer(table, dealt_in(table)))


def coming_deck_size(table: Table) -> int:
    """Cards of the coming deal, as far as is known who will play."""
    players = _coming_seats(table) if table.phase == "lobby" else table.players
    return len(deck_of(table.rules.pack, packs_for(table.rules, len(players))).cards)


def coming_cut(table: Table) -> tuple[Seat, int]:
    """Who has cut for the coming deal, and where, as things are now; NOBODY and 0 if nobody."""
    if table.cut_by == NOBODY or table.cut_by != cutter_of(table):
        return NOBODY, 0
    return (table.cut_by, table.cut_at) if table.cut_at < coming_deck_size(table) else (NOBODY, 0)


def lock_of(table: Table, seats: tuple[Seat, ...]) -> Lock:
    """What goes into the deal to `seats`: all that people have given until now, and the cut.

    Robots give nothing; a cut that nobody has made is at half the deck.
    """
    people = people_of(table)
    given = {deposit.seat: deposit.given for deposit in table.deposits if deposit.seat in people}
    by, place = coming_cut(table)
    return Lock(
        contributions=tuple(sorted(given.items())),
        missing=tuple(
            seat for seat in seats if table.seats[seat].holder == "person" and seat not in given
        ),
        cut=coming_deck_size(table) // 2 if by == NOBODY else place,
        cut_by=by,
    )


def _before_a_deal(table: Table, seat: Seat, deal: int) -> None:
    if seat not in people_of(table):
        raise Rejected(Reason.NOT_SEATED)
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if deal != table.deal:
        raise Rejected(Reason.STALE)
    if not _may_come(table):
        raise Rejected(Reason.NO_REMATCH)


def _may_come(table: Table) -> bool:
    """Whether there may be another deal at this table."""
    if table.phase == "over":
        return table.end is not None and table.end.rematch
    return table.phase in ("lobby", "round", "between")


def _has_given(table: Table, seat: Seat) -> bool:
    return any(deposit.seat == seat for deposit in table.deposits)


def _coming_seats(table: Table) -> tuple[Seat, ...]:
    if table.phase == "lobby":
        return tuple(seat for seat, state in enumerate(table.seats) if state.holder)
    return table.players if table.phase == "over" else dealt_in(table)


def _right_of(seats: tuple[Seat, ...], dealer: Seat) -> Seat:
    return order_from(seats, dealer, RIGHT)[1]
