"""What people gave to the coming deal, as the log tells it, held against what was locked."""

from __future__ import annotations

import hashlib

from clients.cli.verify.canonical import Line
from clients.cli.verify.parts import Bad

GIVEN_DIGITS = 32  # 16 bytes in hex
NOBODY = -1


class Given:
    """Deposits and the cut for one deal; `left` are seats whose people have left the match."""

    def __init__(self) -> None:
        self._digests: dict[int, str] = {}
        self._cut: tuple[int, int] | None = None  # seat, place
        self.left: set[int] = set()

    def take(self, line: int, event: Line, deal: int) -> None:
        """A deposit, a cut, or somebody's leaving. Raises: Bad for a second deposit of a seat."""
        kind, seat = event["t"], event["seat"]
        if kind in ("PlayerAbandoned", "SeatTakenOver", "SeatFreed"):
            self.left.add(seat)
        elif event["deal"] != deal:
            raise Bad(line, "event", deal, event["deal"])
        elif kind == "DeckCut":
            self._cut = (seat, event["place"])
        elif seat in self._digests:
            raise Bad(line, "entropy", self._digests[seat], event["sha256"])
        else:
            self._digests[seat] = event["sha256"]

    def check(self, line: int, lock: Line, deck: int, *, known: bool) -> None:
        """Whether a lock has just what was given; `known`: all of that stands in this file.

        Raises: Bad.
        """
        given = {int(seat): str(bytes_) for seat, bytes_ in lock.get("contributions", [])}
        for seat, bytes_ in given.items():
            if len(bytes_) != GIVEN_DIGITS or seat in lock.get("missing", []):
                raise Bad(line, "entropy", "", bytes_)
            digest = hashlib.sha256(bytes.fromhex(bytes_)).hexdigest()
            if known and self._digests.get(seat) != digest:
                raise Bad(line, "entropy", self._digests.get(seat, ""), digest)
        dropped = self._digests.keys() - given.keys() - self.left
        if known and dropped:
            raise Bad(line, "entropy", self._digests[min(dropped)])
        self._check_cut(line, lock, deck, known=known)

    def _check_cut(self, line: int, lock: Line, deck: int, *, known: bool) -> None:
        by, cut = lock.get("cut_by", NOBODY), lock.get("cut", 0)
        if by == NOBODY:
            if cut != deck // 2:
                raise Bad(line, "cut", deck // 2, cut)
            if known and self._cut is not None and not self.left:
                raise Bad(line, "cut", self._cut[1], cut)
        elif not 1 <= cut < deck or (known and self._cut != (by, cut)):
            raise Bad(line, "cut", "" if self._cut is None else self._cut[1], cut)
