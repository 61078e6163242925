"""Views: all that one viewer may see of a table, as types and, on the wire, as plain trees.

A view tree has no null: what is absent is none, false, nought or empty, as the default here says.
What changes one by one is an object keyed by its number (`seats`). `own` is there for a seat only.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Cards = tuple[str, ...]
Phase = Literal["lobby", "round", "between", "over", "closed"]


class _Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of a view; defaults are left out of the tree."""


class RulesView(_Part, frozen=True):
    """What people should know of the rules of this table, without opening the rules page."""

    preset: str
    changed: tuple[str, ...] = ()  # keys of the switches that differ from the preset
    packs: int = 1
    target: int = 0  # points that end the match; 0 before the start, when it depends on the seats
    wild: tuple[str, ...] = ()  # ranks that go on anything and name a suit
    skip: tuple[str, ...] = ()
    reverse: tuple[str, ...] = ()
    draw: dict[str, int] = {}  # rank → cards
    keep: tuple[str, ...] = ()  # ranks that go on anything and keep the suit
    again: tuple[str, ...] = ()  # ranks after which the seat may play once more
    pack: str = "french52"
    scoring: str = "winner_collects"
    lowest_wins: bool = False
    honour: bool = False
    calls: Literal["off", "automatic", "called"] = "off"  # of the last card
    fine: int = 0  # cards for a forgotten call
    turn_seconds: int = 0
    limit: int = 0  # over these points a seat is out of the match
    max_rounds: int = 0
    time_limit: int = 0  # minutes


class SeatView(_Part, frozen=True):
    """One seat. `person` keeps its number when seats are swapped, and names go by it."""

    holder: Literal["", "person", "robot"] = ""  # "" = free
    person: int = 0  # number of the person at this table, from 1
    robot: str = ""  # key of the robot
    playing: bool = False  # takes part in the match
    cards: int = 0
    points: int = 0
    wins: int = 0  # matches won at this table
    accepted: bool = False  # accepts the rematch
    gone: bool = False  # left the table after the match, or abandoned it
    place: int = 0  # in this round, for those that went out
    eliminated: bool = False  # over the limit
    waiting: bool = False  # sits this round out
    size: int = 0  # cards of its next deal, where it counts down
    said: bool = False  # has called the one card that it holds


class TurnView(_Part, frozen=True):
    """Whose turn; `number` is what a command of this turn must cite."""

    seat: int
    number: int
    since_ms: int  # store's time of the last play, draw, pass or name
    drawn: int = 0  # cards drawn in this turn
    naming: bool = False  # a suit is owed before anything else
    namer: int = -1  # by this seat, if it is not the one in turn
    again: bool = False  # one more play, or pass
    paid: int = 0  # cards of the penalty that are drawn already
    ends_at_ms: int = 0  # when the time for it is over; 0 = no clock
    act: int = 0  # version of the latest act, which a call must cite


class PileView(_Part, frozen=True):
    """The discard pile: its last cards and the suit to follow."""

    top: str
    suit: str  # active suit
    cards: int
    named: bool = False  # a wild named the suit: it outlives the look of the top card
    unnamed: bool = False  # a wild lies there for which no suit was named: anything follows
    under: Cards = ()  # up to two cards below the top, nearest first
    ranks: tuple[str, ...] = ()  # ranks that serve besides the suit (the top's, and wilds)


class LeftHand(_Part, frozen=True):
    cards: Cards
    points: int
    gained: int = 0


class ResultView(_Part, frozen=True):
    """How the last round ended; absent while a round runs."""

    how: Literal["out", "blocked", "stopped", "last"]
    round: int
    winner: int = -1
    gained: int = 0
    hands: dict[str, LeftHand] = {}  # seat → what it held; empty where hands are not counted
    outs: tuple[int, ...] = ()  # seats that went out, first to last, where play goes on
    eliminated: tuple[int, ...] = ()  # seats that are over the limit since this round
    extra: tuple[int, ...] = ()  # seats that play an extra round


class EndView(_Part, frozen=True):
    """How the match ended, and the order of the seats from best to worst."""

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
    places: dict[str, int] = {}  # seat → place, from 1; equal totals share one
    rematch: bool = False  # a rematch may be offered
    offered_by: int = -1
    refused_by: int = -1


class SealView(_Part, frozen=True):
    """The commitment to the deal in play or just over, what people have added to it, and its seed
    once the round is over (bytes in hex)."""

    deal: int
    commitment: str
    seed: str = ""
    contributions: dict[str, str] = {}  # seat → its 16 bytes
    missing: tuple[int, ...] = ()  # people who were dealt in and have given nothing
    cut: int = 0  # cards taken off the top and put below
    cut_by: int = -1  # the seat that cut; −1: nobody did, and it is half the deck
    order: tuple[int, ...] = ()  # seats as they were dealt to, one card at a time
    sizes: tuple[int, ...] = ()  # cards dealt to each of them


class NextSealView(_Part, frozen=True):
    """The commitment to the coming deal, and what people have added to it until now."""

    deal: int
    commitment: str
    digests: dict[str, str] = {}  # seat → SHA-256 of the bytes that it has given
    cutter: int = -1  # the seat that may cut or has cut; −1: nobody may now
    cut: int = 0  # where it has cut; 0: it has not


class Actions(_Part, frozen=True):
    """What the seat may do now. A client offers these and nothing else."""

    play: Cards = ()
    suit_with: Cards = ()  # those of `play` that must name a suit
    suits: tuple[str, ...] = ()  # the suits that may be named
    draw: int = 0  # cards that one draw takes; 0 = not allowed
    passing: bool = False
    name: bool = False
    suit_free: bool = False  # the suit may be left out, as a fault that somebody may call
    out_of_turn: bool = False  # it is another's turn: `play` would be a fault
    announce: bool = False  # the last card may be called now
    announce_with: Cards = ()  # those of `play` on which the call may ride
    announce_pass: bool = False  # the call may ride on a pass
    call_fault: tuple[int, ...] = ()  # seats that may be called
    next_round: bool = False
    offer_rematch: bool = False
    answer_rematch: bool = False  # accept or refuse
    abandon: bool = False
    close_from_ms: int = 0  # from when the seat in turn may be closed for absence; 0 = never
    start: bool = False
    seats_to_fill: tuple[int, ...] = ()  # free seats where the host may put a robot
    removable: tuple[int, ...] = ()  # seats whose holder the host may remove
    swap: bool = False
    leave: bool = False
    deposit: bool = False  # bytes for the coming deal are wanted
    cut: int = 0  # cards of the coming deck, which may be cut at 1 … cut − 1; 0 = not now


class WhyNot(_Part, frozen=True):
    """Why what is not among the actions is refused now: reason codes with their facts."""

    play: str = ""  # for every card of the hand that is not in `Actions.play`
    draw: str = ""
    passing: str = ""
    ranks: tuple[str, ...] = ()  # what would serve, besides `suit`
    suit: str = ""
    pending: int = 0


class Own(_Part, frozen=True):
    """What only this seat may see."""

    seat: int
    hand: Cards = ()  # in the order received
    drawn: Cards = ()  # drawn in this turn, still held
    fits: Cards = ()  # cards that go on the pile by the rules; in honour mode for robots only
    actions: Actions = Actions()
    why: WhyNot = WhyNot()


class Robot(_Part, frozen=True):
    """A robot that may be seated."""

    key: str
    name: str


class View(_Part, frozen=True):
    """A table as one viewer sees it."""

    table: str
    phase: Phase
    rules: RulesView
    host: int
    seats: dict[str, SeatView]
    match: int = 0  # number of the match at this table, from 1; 0 before the first
    round: int = 0  # of the match, from 1
    dealer: int = -1
    direction: Literal["", "left", "right"] = ""
    turn: TurnView | msgspec.UnsetType = msgspec.UNSET
    pile: PileView | msgspec.UnsetType = msgspec.UNSET
    stock: int = 0
    pending: int = 0
    result: ResultView | msgspec.UnsetType = msgspec.UNSET
    end: EndView | msgspec.UnsetType = msgspec.UNSET
    seal: SealView | msgspec.UnsetType = msgspec.UNSET  # of the deal in play or just over
    next_seal: NextSealView | msgspec.UnsetType = msgspec.UNSET  # commitment to the next deal
    expires_at_ms: int = 0
    cut: tuple[tuple[int, str], ...] = ()  # for the first deal: seat, card, in order
    erased: bool = False  # closed by the host: names and words are gone
    own: Own | msgspec.UnsetType = msgspec.UNSET  # absent for those who watch
    hands: dict[str, Cards] = {}  # open hands: replays of what is public only
