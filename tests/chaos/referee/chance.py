"""`ol-shuffle-1`, written down a second time from its description (ARCHITECTURE.md §9)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

NAME = b"ol-shuffle-1"


def commitment(seed: str) -> str:
    return hashlib.sha256(b"ol-commit-1" + bytes.fromhex(seed)).hexdigest()


def _with_length(part: bytes) -> bytes:
    return len(part).to_bytes(2, "big") + part


def deal_key(
    seed: str, table: str, deal: int, deck: Sequence[str], given: Sequence[tuple[int, str]]
) -> bytes:
    """The key of all orders of a deal; `given` are the players' contributions, in hex."""
    message = NAME + _with_length(table.encode()) + _with_length(deal.to_bytes(4, "big"))
    message += _with_length(hashlib.sha256(" ".join(deck).encode()).digest())
    for seat, part in sorted(given):
        message += bytes([seat]) + _with_length(bytes.fromhex(part))
    return hmac.digest(bytes.fromhex(seed), message, "sha512")


def _words(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        message = NAME + _with_length(label.encode()) + block.to_bytes(4, "big")
        digest = hmac.digest(key, message, "sha512")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 64, 4))
        block += 1


def shuffle(key: bytes, label: str, cards: Sequence[str]) -> list[str]:
    order = list(cards)
    words = _words(key, label)
    for last in range(len(order) - 1, 0, -1):
        bound = 2**32 - 2**32 % (last + 1)
        word = next(word for word in words if word < bound)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order
