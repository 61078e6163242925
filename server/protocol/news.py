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


class Drew(News, frozen=True, tag="drew"):
    seat: int
    cards: int
    penalty: int = 0  # the penalty that this draw paid, in cards owed
    own: Cards = ()  # which, told only to the seat itself


class Rebuilt(News, frozen=True, tag="rebuilt"):
    cards: int  # cards of the new stock


class PassedTurn(News, frozen=True, tag="passed"):
    seat: int


class Named(News, frozen=True, tag="named"):
    seat: int
    suit: str


class Turn(News, frozen=True, tag="turn"):
    seat: int
    skipped: tuple[int, ...] = ()
    reversed: bool = False
    pending: int = 0


class RoundOver(News, frozen=True, tag="round_over"):
    how: Literal["out", "blocked", "stopped"]  # stopped: by the end of the match
    round: int
    winner: int = -1
    gained: int = 0


class MatchOver(News, frozen=True, tag="match_over"):
    how: Literal["target", "abandoned", "absence", "expired"]
    winner: int = -1
    loser: int = -1  # who abandoned or stayed away


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
)
