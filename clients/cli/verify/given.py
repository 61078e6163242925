"""What people gave to the coming deal, as the log tells it, held against what was locked."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from dataclasses import dataclass

from clients.cli.verify.canonical import Line
from clients.cli.verify.fields import Odd, by_seat, hexes, rising, whole
from clients.cli.verify.parts import Bad

GIVEN_DIGITS = 32  # 16 bytes in hex
DIGEST_DIGITS = 64
NOBODY = -1


@dataclass(frozen=True)
class Dealt:
    """Whom a deal is for: the people of the match, the seats that are dealt to, the deck's size."""

    people: Set[int]
    seats: list[int]
    deck: int


class Given:
    """Deposits and the cut for one deal; `left` are seats whose people have left the match."""

    def __init__(self) -> None:
        self._digests: dict[int, str] = {}
        self._cut: tuple[int, int] | None = None  # seat, place
        self.left: set[int] = set()

    def take(self, line: int, event: Line, deal: int) -> None:
        """A deposit, a cut, or somebody's leaving. Raises: Bad for a second one of a seat, Odd."""
        kind, seat = event["t"], whole(event, "seat")
        if kind in ("PlayerAbandoned", "SeatTakenOver", "SeatFreed"):
            self.left.add(seat)
        elif whole(event, "deal") != deal:
            raise Bad(line, "event", deal, event["deal"])
        elif kind == "DeckCut":
            self._take_cut(line, seat, whole(event, "place"))
        else:
            digest = hexes(event, "sha256", DIGEST_DIGITS)
            if seat in self._digests:
                raise Bad(line, "entropy", self._digests[seat], digest)
            self._digests[seat] = digest

    def _take_cut(self, line: int, seat: int, place: int) -> None:
        if self._cut is not None and self._cut[0] == seat and seat not in self.left:
            raise Bad(line, "cut", self._cut[1], place)
        self._cut = (seat, place)

    def check(self, line: int, lock: Line, dealt: Dealt, *, known: bool) -> None:
        """Whether a lock has just what was given; `known`: all of that stands in this file.

        Raises: Bad, Odd.
        """
        given = by_seat(lock, "contributions")
        self._check_who(line, given, rising(lock, "missing"), dealt)
        for seat, bytes_ in given.items():
            if len(bytes_) != GIVEN_DIGITS:
                raise Bad(line, "entropy", "", bytes_)
            raw = bytes.fromhex(hexes({"at": bytes_}, "at", GIVEN_DIGITS))
            digest = hashlib.sha256(raw).hexdigest()
            if known and self._digests.get(seat) != digest:
                raise Bad(line, "entropy", self._digests.get(seat, ""), digest)
        dropped = self._digests.keys() - given.keys() - self.left
        if known and dropped:
            raise Bad(line, "entropy", self._digests[min(dropped)])
        self._check_cut(line, lock, dealt.deck, known=known)

    def _check_who(
        self, line: int, given: dict[int, str], missing: list[int], dealt: Dealt
    ) -> None:
        """People give, or are missing; robots are neither. Else bytes that were put in afterwards
        could make any order of the cards."""
        due = {seat for seat in dealt.seats if seat in dealt.people and seat not in self.left}
        told = given.keys() | set(missing)
        if given.keys() & set(missing) or not told <= dealt.people or not due <= told:
            raise Bad(line, "entropy", _seats(due), _seats(told))

    def _check_cut(self, line: int, lock: Line, deck: int, *, known: bool) -> None:
        by, cut = whole(lock, "cut_by", NOBODY), whole(lock, "cut", 0)
        if by == NOBODY:
            if cut != deck // 2:
                raise Bad(line, "cut", deck // 2, cut)
            if known and self._cut is not None and not self.left:
                raise Bad(line, "cut", self._cut[1], cut)
        elif not 1 <= cut < deck or (known and self._cut != (by, cut)):
            raise Bad(line, "cut", "" if self._cut is None else self._cut[1], cut)


def people_in(head: Line) -> set[int]:
    """The seats that people have when the match starts; those that play all have somebody.

    Raises: Odd.
    """
    seats = rising({"seats": [whole(one, "seat") for one in head["seats"]]}, "seats")
    people = set()
    for seat, one in zip(seats, head["seats"], strict=True):
        if ("person" in one) == isinstance(one.get("robot"), str):
            raise Odd("seats")
        if "person" in one:
            whole(one, "person")
            people.add(seat)
    if not set(head["players"]) <= set(seats):
        raise Odd("players")
    return people


def _seats(seats: Set[int]) -> str:
    return " ".join(map(str, sorted(seats)))
