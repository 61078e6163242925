"""The state of a table: what its log comes to. Only `evolve` makes new ones."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from server.cards import Card, Deck, Rank, Suit, deck_of
from server.rules.matching import Ask
from server.rules.presets import CLASICO, packs_for
from server.rules.ruleset import RuleSet

Seat = int
Phase = Literal["new", "lobby", "round", "between", "over", "closed"]
LEFT = 1  # clockwise from above: seat + 1
RIGHT = -1
SEEN_A_SEAT = 64  # command ids that are remembered for each seat


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """A place at the table and who holds it."""

    holder: Literal["", "person", "robot"] = ""
    person: int = 0
    robot: str = ""
    token_hash: str = ""
    epoch: int = 0
    points: int = 0  # in this match
    wins: int = 0  # matches won at this table
    accepted: bool = False  # accepts the rematch
    gone: bool = False  # left after the match, or abandoned it


FREE = SeatState()


class Round(msgspec.Struct, frozen=True, gc=False):
    """A round in play. Hands by seat, in the order received; the stock's first card is its top."""

    number: int
    deal: int
    dealer: Seat
    seed: str
    contributions: tuple[tuple[int, str], ...]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]  # the last is the top
    active: Suit
    direction: int
    seat: Seat  # whose turn it is
    turn: int
    named: bool = False  # a wild named the active suit, and nothing has been played since
    naming: bool = False  # a suit is owed
    pending: int = 0
    drawn: tuple[Card, ...] = ()  # in this turn
    passes: int = 0  # passes in a row that count for a blocked table
    rebuilds: int = 0


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the last round ended."""

    how: Literal["out", "blocked", "stopped"]
    round: int
    deal: int
    seed: str
    commitment: str
    direction: int
    winner: int
    gained: int
    left: tuple[tuple[Seat, tuple[Card, ...], int, int], ...]  # seat, cards, points, gained


class End(msgspec.Struct, frozen=True, gc=False):
    """How the match ended."""

    how: Literal["target", "abandoned", "absence", "expired"]
    winner: int
    loser: int
    places: tuple[int, ...]  # by `players`
    rematch: bool


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything that the log says of a table."""

    id: str
    version: int = 0
    tag: str = ""
    at_ms: int = 0  # of the last commit
    moved_ms: int = 0  # of the last act that restarts the clocks
    match_version: int = 0
    phase: Phase = "new"
    rules: RuleSet = CLASICO
    host: Seat = 0
    seats: tuple[SeatState, ...] = ()
    persons: int = 0
    invite_hash: str = ""
    absence_ms: int = 0
    expiry_ms: int = 0
    match: int = 0
    players: tuple[Seat, ...] = ()
    target: int = 0
    deal: int = 1  # number of the next deal
    commitment: str = ""  # to the next deal
    seed: str = ""  # of the next deal
    round_commitment: str = ""  # to the deal in play
    turn: int = 0  # number of the last turn
    round_number: int = 0  # of the last round dealt
    dealer: Seat = 0  # of the last round dealt
    round: Round | None = None
    result: Result | None = None
    end: End | None = None
    offered_by: int = -1
    refused_by: int = -1
    seen: tuple[tuple[str, int], ...] = ()


def new_table(table_id: str) -> Table:
    """A table without a history, on which only `MakeTable` can be decided."""
    return Table(id=table_id)


def deck_in_play(table: Table) -> Deck:
    return _deck(table.rules.pack, packs_for(table.rules, len(table.players)))


@cache
def _deck(pack: str, copies: int) -> Deck:
    return deck_of(pack, copies)


def ask_of(round_: Round, deck: Deck) -> Ask:
    """What the pile asks of the seat in turn."""
    return Ask(round_.active, top_rank(round_, deck), round_.pending)


def top_rank(round_: Round, deck: Deck) -> Rank:
    return deck.rank[round_.pile[-1]]


def direction_number(rules: RuleSet) -> int:
    return LEFT if rules.direction == "left" else RIGHT


def seat_after(players: tuple[Seat, ...], seat: Seat, direction: int, steps: int = 1) -> Seat:
    """The playing seat that is `steps` on from a playing seat."""
    return players[(players.index(seat) + direction * steps) % len(players)]


def order_from(players: tuple[Seat, ...], seat: Seat, direction: int) -> tuple[Seat, ...]:
    """All playing seats in order of play, beginning with `seat`."""
    return tuple(seat_after(players, seat, direction, step) for step in range(len(players)))


def people_of(table: Table) -> tuple[Seat, ...]:
    """Seats held by a person who has not left."""
    return tuple(
        seat
        for seat, state in enumerate(table.seats)
        if state.holder == "person" and not state.gone
    )


def seat_of_token(table: Table, token_hash: str) -> Seat | None:
    """The seat that this token's hash holds, if any."""
    for seat, state in enumerate(table.seats):
        if token_hash and state.token_hash == token_hash and not state.gone:
            return seat
    return None


def seen_version(table: Table, command_id: str) -> int | None:
    """The version at which a command was accepted, if it is among those remembered."""
    for known, version in reversed(table.seen):
        if known == command_id:
            return version
    return None


def drawable(table: Table, round_: Round) -> int:
    """Cards that can still be drawn: the stock, and the discards if the stock is rebuilt."""
    spare = len(round_.pile) - 1 if table.rules.rebuild_stock else 0
    return len(round_.stock) + spare
