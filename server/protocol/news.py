"""News: an event as told to one viewer, with everything cut that the viewer may not know."""

from __future__ import annotations

from typing import Literal

import msgspec

Cards = tuple[str, ...]


class News(msgspec.Struct, frozen=True, gc=False, tag_field="t", omit_defaults=True):
    """Base of all news; `t` on the wire is the tag."""


class Sat(News, frozen=True, tag="sat"):
    seat: int
    robot: str = ""  # key of the robot, if it is one


class Left(News, frozen=True, tag="left"):
    seat: int
    removed: bool = False  # by the host
    robot: str = ""


class Swapped(News, frozen=True, tag="swapped"):
    seat: int
    other: int


class HostIs(News, frozen=True, tag="host"):
    seat: int


class MatchBegan(News, frozen=True, tag="match_began"):
    match: int
    seats: tuple[int, ...]


class Dealt(News, frozen=True, tag="dealt"):
    round: int
    dealer: int
    first: int  # the seat in turn
    direction: Literal["left", "right"]
    top: str
    cards: Cards = ()  # the viewer's own


class Played(News, frozen=True, tag="played"):
    seat: int
    card: str
    left: int  # cards the seat still holds
    suit: str = ""  # the suit named with it, if one was
    unnamed: bool = False  # it should have named one
    announced: bool = False  # the last card was called with it


class Drew(News, frozen=True, tag="drew"):
    seat: int
    cards: int
    penalty: int = 0  # the penalty that this draw paid, in cards owed
    fine: str = ""  # the fault that these cards are the fine for
    own: Cards = ()  # which, told only to the seat itself


class Rebuilt(News, frozen=True, tag="rebuilt"):
    cards: int  # cards of the new stock


class PassedTurn(News, frozen=True, tag="passed"):
    seat: int
    announced: bool = False


class Named(News, frozen=True, tag="named"):
    seat: int
    suit: str


class Turn(News, frozen=True, tag="turn"):
    seat: int
    skipped: tuple[int, ...] = ()
    reversed: bool = False
    pending: int = 0
    again: bool = False  # one more play


class Announced(News, frozen=True, tag="announced"):
    """The last card is called."""

    seat: int


class FaultCalled(News, frozen=True, tag="fault_called"):
    """`fault` is what was found; empty if there was nothing to call."""

    seat: int
    accused: int
    fault: str = ""


class TakenBack(News, frozen=True, tag="taken_back"):
    seat: int
    card: str


class SuitDemanded(News, frozen=True, tag="suit_demanded"):
    seat: int


class TimedOut(News, frozen=True, tag="timed_out"):
    seat: int


class WentOut(News, frozen=True, tag="went_out"):
    seat: int
    place: int


class DealerCut(News, frozen=True, tag="cut"):
    cards: tuple[tuple[int, str], ...]  # seat, card
    dealer: int


class DeckCut(News, frozen=True, tag="deck_cut"):
    """The deck of the coming deal is cut."""

    seat: int
    place: int  # cards that go from the top below


class TakenOver(News, frozen=True, tag="taken_over"):
    """A robot plays on for somebody who left."""

    seat: int
    robot: str


class RoundOver(News, frozen=True, tag="round_over"):
    how: Literal["out", "blocked", "stopped", "last"]  # stopped: by the end of the match
    round: int
    winner: int = -1
    gained: int = 0
    eliminated: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()


class MatchOver(News, frozen=True, tag="match_over"):
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
    loser: int = -1  # who abandoned or stayed away


class InviteRenewed(News, frozen=True, tag="invite_renewed"):
    """The old link lets nobody sit any more; those who are seated can ask for the new one."""

    seat: int  # of the host


class Erased(News, frozen=True, tag="erased"):
    """The host has closed the table and had its names and words erased."""

    seat: int


class RematchOffered(News, frozen=True, tag="rematch_offered"):
    seat: int


class RematchAccepted(News, frozen=True, tag="rematch_accepted"):
    seat: int


class RematchRefused(News, frozen=True, tag="rematch_refused"):
    seat: int


AnyNews = (
    Sat
    | Left
    | Swapped
    | HostIs
    | MatchBegan
    | Dealt
    | Played
    | Drew
    | Rebuilt
    | PassedTurn
    | Named
    | Turn
    | RoundOver
    | MatchOver
    | RematchOffered
    | RematchAccepted
    | RematchRefused
    | Announced
    | FaultCalled
    | TakenBack
    | SuitDemanded
    | TimedOut
    | WentOut
    | DealerCut
    | TakenOver
    | DeckCut
    | InviteRenewed
    | Erased
)
