"""The life of a table before its match: who sits where, and the start."""

from __future__ import annotations

from server.events.catalog import (
    AnyEvent,
    Chair,
    HostChanged,
    MatchStarted,
    RobotSeated,
    SeatFreed,
    SeatsSwapped,
    SeatTaken,
    TableExpired,
    TableMade,
)
from server.game.commands import (
    AddRobot,
    Leave,
    MakeTable,
    RemovePerson,
    RemoveRobot,
    Sit,
    Start,
    SwapSeats,
)
from server.game.dealing import cut_for_deal, deal_round
from server.game.evolve import evolve
from server.game.sealing import lock_of
from server.game.shuffle import commitment
from server.game.table import Seat, Table, order_from, people_of, seat_of_token
from server.protocol.reasons import Reason, Rejected
from server.protocol.robots import ROBOTS

PLAYERS_LEAST = 2


def decide_make(table: Table, command: MakeTable) -> tuple[AnyEvent, ...]:
    if table.phase != "new":
        raise Rejected(Reason.ALREADY_STARTED)
    return (
        TableMade(
            table=command.table,
            seats=command.seats,
            rules=command.rules,
            token_hash=command.token_hash,
            invite_hash=command.invite_hash,
            commitment=commitment(command.seed),
            absence_ms=command.absence_ms,
            expiry_ms=command.expiry_ms,
            seed=command.seed,
        ),
    )


def decide_sit(table: Table, command: Sit) -> tuple[AnyEvent, ...]:
    if table.phase == "new" or command.invite_hash != table.invite_hash:
        raise Rejected(Reason.NO_SUCH_TABLE)
    if seat_of_token(table, command.token_hash) is not None:
        raise Rejected(Reason.ALREADY_SEATED)
    _in_lobby(table)
    free = free_seats(table)
    if not free:
        raise Rejected(Reason.TABLE_FULL)
    seat = free[0] if command.seat is None else _existing(table, command.seat)
    if seat not in free:
        raise Rejected(Reason.SEAT_TAKEN)
    return (SeatTaken(seat, table.persons + 1, command.token_hash),)


def decide_leave(table: Table, command: Leave) -> tuple[AnyEvent, ...]:
    """Frees the seat; before the start the next person becomes the host, and a table without
    people is closed."""
    _seated_person(table, command.seat)
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if table.phase in ("round", "between"):
        raise Rejected(Reason.MATCH_RUNNING)
    freed = SeatFreed(command.seat)
    if table.phase != "lobby":
        return (freed,)
    order = order_from(tuple(range(len(table.seats))), command.seat, 1)[1:]
    people = people_of(table)
    heirs = [seat for seat in order if seat in people]
    if not heirs:
        return (freed, TableExpired())
    if table.host == command.seat:
        return (freed, HostChanged(heirs[0]))
    return (freed,)


def decide_remove(table: Table, command: RemovePerson) -> tuple[AnyEvent, ...]:
    _host_in_lobby(table, command.seat)
    target = _existing(table, command.target)
    if target == command.seat or table.seats[target].holder != "person":
        raise Rejected(Reason.SEAT_EMPTY)
    return (SeatFreed(target, removed=True),)


def decide_swap(table: Table, command: SwapSeats) -> tuple[AnyEvent, ...]:
    _host_in_lobby(table, command.seat)
    one, other = _existing(table, command.one), _existing(table, command.other)
    if one == other or not (table.seats[one].holder or table.seats[other].holder):
        raise Rejected(Reason.SEAT_EMPTY)
    return (SeatsSwapped(one, other),)


def decide_add_robot(table: Table, command: AddRobot) -> tuple[AnyEvent, ...]:
    _host_in_lobby(table, command.seat)
    free = free_seats(table)
    if not free:
        raise Rejected(Reason.TABLE_FULL)
    target = free[0] if command.target is None else _existing(table, command.target)
    if target not in free:
        raise Rejected(Reason.SEAT_TAKEN)
    seated = {seat.robot for seat in table.seats}
    spare = [key for key, _ in ROBOTS if key not in seated]
    if command.robot and command.robot not in spare:
        raise Rejected(Reason.NO_SUCH_ROBOT)
    return (RobotSeated(target, command.robot or spare[0]),)


def decide_remove_robot(table: Table, command: RemoveRobot) -> tuple[AnyEvent, ...]:
    _host_in_lobby(table, command.seat)
    target = _existing(table, command.target)
    if table.seats[target].holder != "robot":
        raise Rejected(Reason.SEAT_EMPTY)
    return (SeatFreed(target, removed=True),)


def decide_start(table: Table, command: Start) -> tuple[AnyEvent, ...]:
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if command.match <= table.match:
        raise Rejected(Reason.ALREADY_STARTED)
    _host_in_lobby(table, command.seat)
    if command.match != table.match + 1:
        raise Rejected(Reason.STALE)
    players = tuple(seat for seat, state in enumerate(table.seats) if state.holder)
    if len(players) < PLAYERS_LEAST:
        raise Rejected(Reason.TOO_FEW_PLAYERS)
    return start_match(table, players, table.host, command.seed, cut=True)


def start_match(
    table: Table, players: tuple[Seat, ...], dealer: Seat, next_seed: str, *, cut: bool
) -> tuple[AnyEvent, ...]:
    """A match begins and its first round is dealt, after a `cut` for the dealer if the rules
    have one."""
    started = MatchStarted(
        table=table.id,
        match=table.match + 1,
        seats=len(table.seats),
        host=table.host,
        rules=table.rules,
        chairs=tuple(
            Chair(seat, state.person, state.robot, state.token_hash, state.epoch, state.wins)
            for seat, state in enumerate(table.seats)
            if state.holder
        ),
        players=players,
        dealer=dealer,
        deal=table.deal,
        turn=table.turn,
        persons=table.persons,
        commitment=table.commitment,
        absence_ms=table.absence_ms,
        expiry_ms=table.expiry_ms,
        seen=table.seen,
        invite_hash=table.invite_hash,
        seed=table.seed,
    )
    begun, lock = evolve(table, started), lock_of(table, players)
    dealers = cut_for_deal(begun, lock) if cut else None
    if dealers is None:
        return (started, deal_round(begun, 1, dealer, players, next_seed, lock))
    return (started, dealers, deal_round(begun, 1, dealers.dealer, players, next_seed, lock))


def free_seats(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat, state in enumerate(table.seats) if not state.holder)


def _in_lobby(table: Table) -> None:
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if table.phase != "lobby":
        raise Rejected(Reason.ALREADY_STARTED)


def _host_in_lobby(table: Table, seat: Seat) -> None:
    _seated_person(table, seat)
    if seat != table.host:
        raise Rejected(Reason.NOT_HOST)
    _in_lobby(table)


def _seated_person(table: Table, seat: Seat) -> None:
    if not 0 <= seat < len(table.seats):
        raise Rejected(Reason.NOT_SEATED)
    if table.seats[seat].holder != "person" or table.seats[seat].gone:
        raise Rejected(Reason.NOT_SEATED)


def _existing(table: Table, seat: Seat) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Rejected(Reason.NO_SUCH_SEAT)
    return seat
