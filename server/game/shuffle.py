"""`ol-shuffle-1`: a deal fixed by a committed seed, that anyone can check afterwards.

All fields are length-prefixed. The keystream is HMAC-SHA-512 under a key made of the seed, the
table, the deal's number, the deck and the players' contributions; the shuffle is Fisher–Yates
from the end with rejection, so that every order is equally likely.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

from server.cards import Card

SEED_BYTES = 64
_NAME = b"ol-shuffle-1"
_COMMIT = b"ol-commit-1"
_WORD = 1 << 32

Contributions = tuple[tuple[int, str], ...]  # (seat, 16 bytes in hex)


def commitment(seed: str) -> str:
    """The commitment to a seed, both in hex."""
    return hashlib.sha256(_COMMIT + bytes.fromhex(seed)).hexdigest()


def deal_key(
    seed: str, table: str, deal: int, cards: Sequence[Card], contributions: Contributions = ()
) -> bytes:
    """Key of everything that is random in deal number `deal` of a table."""
    deck_text = " ".join(cards).encode()
    message = _NAME + _fields(
        table.encode(), struct.pack(">I", deal), hashlib.sha256(deck_text).digest()
    )
    for seat, given in sorted(contributions):
        message += struct.pack(">B", seat) + _fields(bytes.fromhex(given))
    return hmac.digest(bytes.fromhex(seed), message, "sha512")


def shuffle(key: bytes, label: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards in the order that `key` gives under `label`; the first is the top."""
    order = list(cards)
    dice = Dice(key, label.encode())
    for index in range(len(order) - 1, 0, -1):
        other = dice.below(index + 1)
        order[index], order[other] = order[other], order[index]
    return tuple(order)


class Dice:
    """A stream of fair numbers from a key and a label; the same ones every time."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._words = _words(key, label)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` − 1, each equally likely."""
        bound = _WORD - _WORD % limit
        word = next(self._words)
        while word >= bound:
            word = next(self._words)
        return word % limit

    def seed(self) -> str:
        """64 fresh bytes in hex: a seed for a deal of a match that is played for testing."""
        return b"".join(struct.pack(">I", next(self._words)) for _ in range(16)).hex()


def _words(key: bytes, label: bytes) -> Iterator[int]:
    head = _NAME + _fields(label)
    block = 0
    while True:
        yield from struct.unpack(
            ">16I", hmac.digest(key, head + struct.pack(">I", block), "sha512")
        )
        block += 1


def _fields(*fields: bytes) -> bytes:
    return b"".join(struct.pack(">H", len(field)) + field for field in fields)
