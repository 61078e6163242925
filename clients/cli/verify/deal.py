"""`ol-shuffle-1` and the packs, written down a second time.

Written from server/protocol/ACTA.md alone: a deal that both sides compute alike was fixed by its
seed and by nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence

NAME = b"ol-shuffle-1"
WORDS = 1 << 32
PACKS = ("french52", "french54", "jiujitsu")
_POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, "JK": 50, "8": 50}
_SYMBOLS = {"+": 20, "~": 20, "!": 20, "+5": 50, "EL": 50}


def deck_of(pack: str, packs: int) -> list[str]:
    """The cards of `packs` mixed packs in canonical order; the first is the top.

    Raises: KeyError if there is no such pack.
    """
    faces = {
        "french52": lambda: _french(0),
        "french54": lambda: _french(2),
        "jiujitsu": _jiujitsu,
    }[pack]()
    counts = [(face, times * packs) for face, times in faces]
    return [
        f"{face}#{copy}" if times > 1 else face
        for copy in range(max(times for _, times in counts))
        for face, times in counts
        if copy < times
    ]


def _french(jokers: int) -> list[tuple[str, int]]:
    faces = [(rank + suit, 1) for suit in "CDHS" for rank in "A23456789TJQK"]
    return [*faces, ("JK", jokers)] if jokers else faces


def _jiujitsu() -> list[tuple[str, int]]:
    faces = [(colour + rank, 2) for colour in "bpnk" for rank in "123456789+~!"]
    return [*faces, ("+5", 5), ("EL", 6)]


def rank_of(card: str, pack: str) -> str:
    face = card.partition("#")[0]
    if face in ("JK", "+5", "EL"):
        return face
    return face[1:] if pack == "jiujitsu" else face[:1]


def points_of(cards: Iterable[str], pack: str) -> int:
    """What cards cost that are left in a hand."""
    ranks = [rank_of(card, pack) for card in cards]
    if pack == "jiujitsu":
        return sum(_SYMBOLS.get(rank) or int(rank) for rank in ranks)
    return sum(_POINTS.get(rank) or int(rank) for rank in ranks)


def commitment_of(seed: str) -> str:
    return hashlib.sha256(b"ol-commit-1" + bytes.fromhex(seed)).hexdigest()


def key_of(
    seed: str, table: str, deal: int, deck: Sequence[str], given: Iterable[tuple[int, str]]
) -> bytes:
    """Key of all that is random in a deal; `given` are seats with their 16 bytes in hex."""
    deck_digest = hashlib.sha256(" ".join(deck).encode()).digest()
    message = NAME + _field(table.encode()) + _field(struct.pack(">I", deal)) + _field(deck_digest)
    for seat, bytes_ in sorted(given):
        message += bytes((seat,)) + _field(bytes.fromhex(bytes_))
    return hmac.digest(bytes.fromhex(seed), message, "sha512")


def shuffled(key: bytes, label: str, cards: Sequence[str]) -> list[str]:
    """The cards in the order of a key and a label; the first is the top."""
    order, words = list(cards), _words(key, label.encode())
    for last in range(len(order) - 1, 0, -1):
        bound = WORDS - WORDS % (last + 1)
        other = next(word for word in words if word < bound) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _words(key: bytes, label: bytes) -> Iterator[int]:
    block = 0
    while True:
        text = NAME + _field(label) + struct.pack(">I", block)
        yield from struct.unpack(">16I", hmac.digest(key, text, "sha512"))
        block += 1


def _field(raw: bytes) -> bytes:
    return struct.pack(">H", len(raw)) + raw
