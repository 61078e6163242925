"""Every event that can stand in a table's log. A class here is for ever: fields are only added.

`Hidden` marks the secret fields: the codec writes them to the entry's field `s`, all else to `p`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.events.fact import HIDDEN, Event, HiddenCards, HiddenFlag, HiddenHands, HiddenText
from server.rules.ruleset import RuleSet


class Chair(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who holds a seat when a match starts."""

    seat: int
    person: int = 0  # 0 for a robot, unless it plays on for somebody who left
    robot: str = ""
    token_hash: str = ""  # SHA-256 of the seat's token, hex
    epoch: int = 0
    wins: int = 0  # matches won at this table


# Before the start


class TableMade(Event, frozen=True, tag="TableMade"):
    """The table's first event; its maker holds seat 0 as person 1."""

    table: str
    seats: int  # how many there are
    rules: RuleSet
    token_hash: HiddenText = ""
    invite_hash: HiddenText = ""  # SHA-256 of the link's secret, hex
    commitment: str = ""  # to deal 1, hex
    absence_ms: int = 0  # after which the seat in turn may be closed for absence
    expiry_ms: int = 0  # without a play, after which the table expires
    seed: HiddenText = ""  # of deal 1, 64 bytes in hex


class SeatTaken(Event, frozen=True, tag="SeatTaken"):
    seat: int
    person: int
    token_hash: HiddenText = ""
    epoch: int = 1


class RobotSeated(Event, frozen=True, tag="RobotSeated"):
    seat: int
    robot: str


class SeatFreed(Event, frozen=True, tag="SeatFreed"):
    seat: int
    removed: bool = False  # by the host


class SeatsSwapped(Event, frozen=True, tag="SeatsSwapped"):
    seat: int
    other: int


class HostChanged(Event, frozen=True, tag="HostChanged"):
    seat: int


# A match


class MatchStarted(Event, frozen=True, tag="MatchStarted"):
    """Carries all that the match needs: a table is loaded from the entry of its last start."""

    table: str
    match: int  # from 1
    seats: int
    host: int
    rules: RuleSet
    chairs: Annotated[tuple[Chair, ...], Meta(extra={HIDDEN: True})]
    players: tuple[int, ...]  # seats that play, ascending
    dealer: int  # of the first round
    deal: int  # number of the coming deal at this table, from 1
    turn: int  # number of the last turn so far
    persons: int  # highest person number so far
    commitment: str
    absence_ms: int = 0
    expiry_ms: int = 0
    seen: Annotated[tuple[tuple[str, int], ...], Meta(extra={HIDDEN: True})] = ()
    invite_hash: HiddenText = ""
    seed: HiddenText = ""
    log_digest: str = ""  # of the log before this entry, hex; "" in old logs


class RoundDealt(Event, frozen=True, tag="RoundDealt"):
    """A deal, locked and dealt in one: ol-shuffle-1 over the seed committed to before."""

    round: int
    deal: int
    dealer: int
    first: int  # seat to act
    direction: int  # +1 to the left (clockwise), −1 to the right
    starter: str
    active: str  # suit to follow
    turn: int  # number of the first turn
    hand_sizes: tuple[int, ...]  # by `players`
    stock_cards: int
    contributions: tuple[tuple[int, str], ...] = ()  # seat, 16 bytes in hex
    missing: tuple[int, ...] = ()  # seated people whose contribution is not in
    cut: int = 0  # cards taken off the top and put below
    cut_by: int = -1  # the seat that cut; −1: nobody did, and it is half the deck
    naming: bool = False  # the dealer owes a suit for the starter
    seats: tuple[int, ...] = ()  # that take part, where not all players do
    pending: int = 0  # owed by the first seat because of the starter
    skipped: tuple[int, ...] = ()  # that lose their turn because of the starter
    next_commitment: str = ""  # to the next deal
    hands: HiddenHands = ()  # by `players`, in dealing order
    stock: HiddenCards = ()  # top first
    next_seed: HiddenText = ""


class EntropyDeposited(Event, frozen=True, tag="EntropyDeposited"):
    """16 random bytes of a seated person for the coming deal. They stay hidden until it is locked;
    what binds them does not."""

    seat: int
    deal: int
    sha256: str  # of the bytes, hex
    given: HiddenText = ""  # hex


class DeckCut(Event, frozen=True, tag="DeckCut"):
    """The seat to the dealer's right has cut the deck of the coming deal."""

    seat: int
    deal: int
    place: int  # cards to take off the top and put below


class CardPlayed(Event, frozen=True, tag="CardPlayed"):
    seat: int
    card: str
    active: str  # suit to follow from now on
    named: str = ""  # the suit that was named with it
    unnamed: bool = False  # it should have named a suit and named none
    announced: bool = False  # the last card was called with it
    faults: HiddenText = ""  # what was wrong with it, until somebody calls it


class StockRebuilt(Event, frozen=True, tag="StockRebuilt"):
    """All discards but the top, shuffled, are the new stock."""

    cards: int
    times: int  # which rebuild of this deal, from 1
    kept: int = 1  # cards that stay on the pile
    stock: HiddenCards = ()  # top first


class CardsDrawn(Event, frozen=True, tag="CardsDrawn"):
    seat: int
    count: int
    penalty: int = 0  # cards that were owed, if this draw pays a penalty
    fine: str = ""  # the fault that these cards are the fine for
    had_answer: HiddenFlag = False  # before the first card of a penalty, the hand held an answer
    cards: HiddenCards = ()


class TurnPassed(Event, frozen=True, tag="TurnPassed"):
    seat: int
    # Counts for a blocked table. Hidden: it says whether the seat held a card that matches.
    blocks: HiddenFlag = False
    forgiven: int = 0  # penalty that no card was left to pay
    gave_up: bool = False  # the right to one more play
    announced: bool = False  # the last card was called with it


class SuitNamed(Event, frozen=True, tag="SuitNamed"):
    seat: int
    suit: str


class TurnMoved(Event, frozen=True, tag="TurnMoved"):
    """What follows from the act, worked out once."""

    next: int
    turn: int  # number of the new turn
    direction: int
    pending: int = 0
    skipped: tuple[int, ...] = ()
    reversed: bool = False
    again: bool = False  # the same seat may play once more, or pass


class Announced(Event, frozen=True, tag="Announced"):
    """The last card is called: before the play that leaves it, or while it is owed."""

    seat: int


class CallsOwed(Event, frozen=True, tag="CallsOwed"):
    """Seats that hold one card and have not called it; they may until another seat acts."""

    seats: tuple[int, ...] = ()


class FaultCalled(Event, frozen=True, tag="FaultCalled"):
    """`fault` is what was found; empty if there was nothing to call."""

    seat: int  # who called
    accused: int
    fault: str = ""


class CardTakenBack(Event, frozen=True, tag="CardTakenBack"):
    """The card goes back to the hand, and all is as before it; the turn gets a new number."""

    seat: int
    card: str
    turn: int


class SuitDemanded(Event, frozen=True, tag="SuitDemanded"):
    """A wild was called for naming nothing: until its seat names a suit, it alone may act."""

    seat: int


class TurnTimedOut(Event, frozen=True, tag="TurnTimedOut"):
    seat: int


class WentOut(Event, frozen=True, tag="WentOut"):
    """A seat has played its last card and the round goes on."""

    seat: int
    place: int


class DealerCut(Event, frozen=True, tag="DealerCut"):
    """The cut for the first deal, shown to all: every card that was turned, in order."""

    cards: tuple[tuple[int, str], ...]  # seat, card
    dealer: int


class SeatTakenOver(Event, frozen=True, tag="SeatTakenOver"):
    """A robot plays on for somebody who left."""

    seat: int
    robot: str


class Left(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat held at the close."""

    seat: int
    cards: tuple[str, ...]
    points: int
    gained: int = 0


class RoundClosed(Event, frozen=True, tag="RoundClosed"):
    """The end of a round, with the deal's seed for anyone to check."""

    how: Literal["out", "blocked", "stopped", "last"]  # last: one seat holds cards
    round: int
    seed: str
    winner: int = -1
    gained: int = 0
    left: tuple[Left, ...] = ()  # empty where hands are not counted
    totals: tuple[int, ...] = ()  # points by `players`, after this round
    eliminated: tuple[int, ...] = ()  # seats that are now over the limit
    extra: tuple[int, ...] = ()  # seats that play an extra round among themselves
    sizes: tuple[int, ...] = ()  # by `players`: cards of the next deal, where it counts down


class MatchEnded(Event, frozen=True, tag="MatchEnded"):
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
    winner: int = -1
    loser: int = -1
    places: tuple[int, ...] = ()  # by `players`, from 1
    rematch: bool = False


class PlayerAbandoned(Event, frozen=True, tag="PlayerAbandoned"):
    seat: int


class ClosedForAbsence(Event, frozen=True, tag="ClosedForAbsence"):
    seat: int  # who closed
    absent: int


class TableExpired(Event, frozen=True, tag="TableExpired"):
    """Nobody played for as long as the table's times say."""


# Who may come in, and the host's last word


class SeatMoved(Event, frozen=True, tag="SeatMoved"):
    """Another token holds the seat from now on: its holder came with another device, or renewed
    it."""

    seat: int
    epoch: int
    token_hash: HiddenText = ""


class InviteRenewed(Event, frozen=True, tag="InviteRenewed"):
    """The link has another secret from now on."""

    seat: int  # of the host
    invite_hash: HiddenText = ""


class TableErased(Event, frozen=True, tag="TableErased"):
    """The host has closed the table and had all names and words erased that lay beside its log."""

    seat: int


# After a match


class RematchOffered(Event, frozen=True, tag="RematchOffered"):
    seat: int


class RematchAccepted(Event, frozen=True, tag="RematchAccepted"):
    seat: int


class RematchRefused(Event, frozen=True, tag="RematchRefused"):
    seat: int


AnyEvent = (
    TableMade
    | SeatTaken
    | RobotSeated
    | SeatFreed
    | SeatsSwapped
    | HostChanged
    | MatchStarted
    | RoundDealt
    | CardPlayed
    | StockRebuilt
    | CardsDrawn
    | TurnPassed
    | SuitNamed
    | TurnMoved
    | RoundClosed
    | MatchEnded
    | PlayerAbandoned
    | ClosedForAbsence
    | TableExpired
    | RematchOffered
    | RematchAccepted
    | RematchRefused
    | Announced
    | CallsOwed
    | FaultCalled
    | CardTakenBack
    | SuitDemanded
    | TurnTimedOut
    | WentOut
    | DealerCut
    | SeatTakenOver
    | EntropyDeposited
    | DeckCut
    | SeatMoved
    | InviteRenewed
    | TableErased
)


class Commit(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log: one accepted command and all that it caused."""

    version: int  # from 1, no gaps
    tag: str  # 8 random bytes in hex
    command_id: str
    at_ms: int  # store's time
    match_version: int  # version of the entry that began this match; 0 before the first
    act: str  # what was done, in plain words, public
    events: tuple[AnyEvent, ...]
