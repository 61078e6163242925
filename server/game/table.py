"""The state of a table: what its log comes to. Only `evolve` makes new ones."""

from __future__ import annotations

from typing import Literal

import msgspec

from server.cards import Card, Deck, Rank, Suit, deck_of
from server.rules.door import packs_for
from server.rules.matching import Ask
from server.rules.presets import CLASICO
from server.rules.ruleset import RuleSet

Seat = int
Phase = Literal["new", "lobby", "round", "between", "over", "closed"]
LEFT = 1  # clockwise from above: seat + 1
RIGHT = -1
NOBODY: Seat = -1
IDLE_TIMES_ROUND = 2  # without an act; then the clock of turns rests until there is one
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
    out_after: int = 0  # round after which the seat was over the limit; 0 = still in
    size: int = 0  # cards of its next deal, where it counts down
    last_cards: int = 0  # held at the close of the last round


FREE = SeatState()


class Deposit(msgspec.Struct, frozen=True, gc=False):
    """A person's bytes for the coming deal."""

    seat: Seat
    sha256: str
    given: str  # hex; nobody sees it before the deal


class Lock(msgspec.Struct, frozen=True, gc=False):
    """What people have added to a deal, fixed with it."""

    contributions: tuple[tuple[Seat, str], ...] = ()
    missing: tuple[Seat, ...] = ()  # people who are dealt in and have given nothing
    cut: int = 0  # cards taken off the top and put below
    cut_by: Seat = NOBODY  # NOBODY: at half the deck, as nobody cut
    sizes: tuple[tuple[Seat, int], ...] = ()  # cards dealt to each


class Latest(msgspec.Struct, frozen=True, gc=False):
    """The latest card, as long as it may be called, and how things stood before it."""

    seat: Seat
    card: Card
    faults: str = ""  # blank-separated, in the order in which they count
    active: Suit = ""
    named: bool = False
    unnamed: bool = False
    direction: int = 1
    in_turn: Seat = 0
    pending: int = 0
    paid: int = 0
    answered: bool = False
    again: bool = False
    drawn: tuple[Card, ...] = ()
    announced: bool = False
    owing: tuple[Seat, ...] = ()


class Round(msgspec.Struct, frozen=True, gc=False):
    """A round in play. Hands by seat, in the order received; the stock's first card is its top."""

    number: int
    deal: int
    dealer: Seat
    seed: str
    lock: Lock
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]  # the last is the top
    active: Suit
    direction: int
    seat: Seat  # whose turn it is
    turn: int
    seats: tuple[Seat, ...] = ()  # that take part, ascending
    named: bool = False  # a wild named the active suit, and nothing has been played since
    naming: bool = False  # a suit is owed, by `namer`
    namer: Seat = NOBODY  # may or must name
    unnamed: bool = False  # the top is a wild for which no suit was named
    pending: int = 0  # the whole penalty, as it would be passed on
    paid: int = 0  # cards of it already drawn
    answered: bool = False  # when the penalty began to be paid, an answer was in the hand
    again: bool = False  # the seat has the right to one more play
    drawn: tuple[Card, ...] = ()  # in this turn
    passes: int = 0  # passes in a row that count for a blocked table
    circling: int = 0  # plays in a row by a seat that had just drawn
    still: int = 0  # turns in a row, passed or timed out, in which nothing was played or drawn
    rebuilds: int = 0
    outs: tuple[Seat, ...] = ()  # seats that went out, first to last
    announced: bool = False  # the seat in turn has called its last card before playing
    owing: tuple[Seat, ...] = ()  # seats that hold one card and have not called it
    latest: Latest | None = None  # the latest card, if something was wrong with it
    fresh: bool = False  # the latest act was a card, which may be called
    said: tuple[Seat, ...] = ()  # seats that have called the card that they hold
    called: tuple[tuple[Seat, Seat], ...] = ()  # who has called whom since that act
    acted: int = 0  # version of that act
    idle: int = 0  # turns in a row that have ended by their time alone


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the last round ended."""

    how: Literal["out", "blocked", "stopped", "last"]
    round: int
    deal: int
    seed: str
    commitment: str
    direction: int
    winner: int
    gained: int
    left: tuple[tuple[Seat, tuple[Card, ...], int, int], ...]  # seat, cards, points, gained
    outs: tuple[Seat, ...] = ()  # seats that went out before the close, first to last
    eliminated: tuple[Seat, ...] = ()
    lock: Lock = Lock()


class End(msgspec.Struct, frozen=True, gc=False):
    """How the match ended."""

    how: Literal[
        "target",
        "abandoned",
        "absence",
        "expired",
        "last_left",
        "rounds",
        "time",
        "places",
        "countdown",
    ]
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
    turn_ms: int = 0  # when the seat to act became that
    started_ms: int = 0  # of the match
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
    deposits: tuple[Deposit, ...] = ()  # for the next deal
    cut_by: Seat = NOBODY  # who has cut the deck of the next deal
    cut_at: int = 0  # and where
    turn: int = 0  # number of the last turn
    round_number: int = 0  # of the last round dealt
    dealer: Seat = 0  # of the last round dealt
    round: Round | None = None
    result: Result | None = None
    extra: tuple[Seat, ...] = ()  # seats that play an extra round among themselves
    cut: tuple[tuple[Seat, Card], ...] = ()  # the cut for the first deal of this match
    end: End | None = None
    offered_by: int = -1
    refused_by: int = -1
    erased: bool = False  # closed by the host, and nothing that people wrote is kept
    seen: tuple[tuple[str, int], ...] = ()


def new_table(table_id: str) -> Table:
    """A table without a history, on which only `MakeTable` can be decided."""
    return Table(id=table_id)


def deck_in_play(table: Table) -> Deck:
    return deck_of(table.rules.pack, packs_for(table.rules, len(table.players)))


def ask_of(round_: Round, deck: Deck) -> Ask:
    """What the pile asks of the seat in turn."""
    return Ask(round_.active, top_rank(round_, deck), round_.pending, round_.unnamed)


def top_rank(round_: Round, deck: Deck) -> Rank:
    return deck.rank[round_.pile[-1]]


def holding(round_: Round) -> tuple[Seat, ...]:
    """Seats that hold cards, ascending."""
    hands = round_.hands
    return tuple([seat for seat in round_.seats if hands[seat]])


def actor_of(round_: Round) -> Seat:
    """The seat that must act: the one in turn, or whoever owes a suit."""
    return round_.namer if round_.naming else round_.seat


def clock_rests(round_: Round | None) -> bool:
    """Whether nobody acts any more, so that turns have no time until somebody does."""
    return round_ is not None and round_.idle >= IDLE_TIMES_ROUND * len(holding(round_))


def next_holding(round_: Round, seat: Seat, direction: int, steps: int = 1) -> Seat:
    """The seat with cards that is `steps` such seats on from `seat`, which need not hold any."""
    going, hands = order_from(round_.seats, seat, direction), round_.hands
    hold = [other for other in going[1:] if hands[other]]
    if hands[seat]:
        hold.append(seat)
    return hold[(steps - 1) % len(hold)]


def direction_number(rules: RuleSet) -> int:
    return LEFT if rules.direction == "left" else RIGHT


def seat_after(players: tuple[Seat, ...], seat: Seat, direction: int, steps: int = 1) -> Seat:
    """The playing seat that is `steps` on from a playing seat."""
    return players[(players.index(seat) + direction * steps) % len(players)]


def order_from(players: tuple[Seat, ...], seat: Seat, direction: int) -> tuple[Seat, ...]:
    """All playing seats in order of play, beginning with `seat`."""
    place = players.index(seat)
    if direction == LEFT:
        return players[place:] + players[:place]
    return players[place::-1] + players[:place:-1]


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


def drawable(table: Table, round_: Round, keep: int = 1) -> int:
    """Cards that can still be drawn: the stock, and where it is rebuilt the discards but `keep`."""
    spare = max(0, len(round_.pile) - keep) if table.rules.rebuild_stock else 0
    return len(round_.stock) + spare


def dealt_in(table: Table) -> tuple[Seat, ...]:
    """Seats that take part in the next round: not over the limit, and in an extra round only
    those that are tied."""
    if table.extra:
        return table.extra
    return tuple(seat for seat in table.players if not table.seats[seat].out_after)
