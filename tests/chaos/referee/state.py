"""What the referee remembers of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


class Refused(Exception):
    """What an entry did is not allowed; the text says why."""


def allow(condition: object, why: str) -> None:
    """Raises: Refused unless the condition holds."""
    if not condition:
        raise Refused(why)


@dataclass
class Seat:
    """A place at the table."""

    person: int = 0
    robot: str = ""
    token_hash: str = ""
    epoch: int = 0
    wins: int = 0
    points: int = 0
    size: int = 0  # cards of its next deal
    eliminated: int = 0  # round after which it was over the limit
    held: int = 0  # cards at the last close

    @property
    def free(self) -> bool:
        return not self.person and not self.robot


@dataclass
class Latest:
    """The latest card that was played, as long as it can be called."""

    seat: int
    card: str
    faults: list[str]
    before: dict[str, Any]  # what holds again if the card is taken back


@dataclass
class Round:
    """A deal in play."""

    number: int
    deal: int
    seed: str
    key: bytes
    dealer: int
    seats: list[int]  # that take part, ascending
    extra: bool  # among those who tied for the lowest
    hands: dict[int, list[str]]
    stock: list[str]  # top first
    pile: list[str]  # top last
    active: str
    direction: int
    seat: int  # to act
    turn: int
    turn_ms: int  # when the turn began
    pending: int = 0
    named: bool = False  # a suit was named for the top: its rank lets nothing follow
    unnamed: bool = False  # a suit should have been named: anything follows
    dealer_names: bool = False  # the dealer owes a suit for the starter
    first_pending: int = 0  # owed by the first seat once the dealer has named
    namer: int = -1  # may still name of its own accord
    demanded: int = -1  # must name: it was called
    again: bool = False  # the seat in turn may play once more, or pass
    drawn: list[str] = field(default_factory=list)  # in this turn, one by one
    first_card: str = ""  # of a penalty in two goes
    had_answer: bool = False  # before it was drawn
    announced: int = -1  # has called its last card before playing
    circles: int = 0  # plays in a row by a seat that had drawn in that turn
    passes: list[int] = field(default_factory=list)  # seats that passed for want of cards, in a row
    still: list[str] = field(default_factory=list)  # turns in a row without a card: pass, timeout
    windows: list[int] = field(default_factory=list)  # seats that owe a call, oldest first
    owed_before: list[int] = field(default_factory=list)  # windows before the latest act
    called: list[tuple[int, int]] = field(default_factory=list)  # caller, accused
    latest: Latest | None = None
    rebuilds: int = 0
    out: list[int] = field(default_factory=list)  # seats in the order of going out
    idle: int = 0  # time-outs since somebody did anything

    def stands_still(self) -> bool:
        """Two times round no card has moved, and not because all are away (RULES.md §6, D41)."""
        return "pass" in self.still and len(self.still) >= 2 * len(self.holders())

    def holders(self) -> list[int]:
        return [seat for seat in self.seats if self.hands[seat]]


@dataclass
class Table:
    """A table, with the match and the round that run."""

    name: str
    phase: str = ""  # lobby, round, between, over, closed
    seats: list[Seat] = field(default_factory=list)
    host: int = 0
    persons: int = 0
    rules: dict[str, Any] = field(default_factory=dict)
    absence_ms: int = 0
    expiry_ms: int = 0
    invite_hash: str = ""
    seed: str = ""  # of the coming deal
    commitment: str = ""
    deal: int = 0  # number of the last deal
    given: dict[int, str] = field(default_factory=dict)  # to the coming deal, by seat
    cut_by: int = -1  # who has cut the deck of the coming deal
    cut_at: int = 0
    turn: int = 0  # number of the last turn
    match: int = 0
    match_version: int = 0
    match_ms: int = 0  # when the match began
    players: list[int] = field(default_factory=list)
    round_number: int = 0
    round: Round | None = None
    dealer: int = -1  # of the last round
    direction: int = 1  # of play, last known
    extra: list[int] = field(default_factory=list)  # seats of the extra round that is due
    winner: int = -1  # of the match
    rematch: bool = False
    offered: list[int] = field(default_factory=list)  # seats that accept the rematch
    moved_ms: int = (
        0  # of the last play, draw, pass, name or deal; in a lobby, of sitting or leaving
    )
    erased: bool = False
    others_sat: bool = False  # somebody but its maker has sat here
    commands: dict[str, int] = field(default_factory=dict)  # id → version
    tags: set[str] = field(default_factory=set)
    last_version: int = 0
    last_ms: int = 0

    def people(self) -> list[int]:
        """Seats that a person holds; a robot may play on under the number of one who left."""
        places = enumerate(self.seats)
        return [number for number, seat in places if seat.person and not seat.robot]
