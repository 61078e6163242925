"""What is printed on a card, read off its code; no rule is known here."""

from __future__ import annotations

from server.cards import COLOURS, JOKER, RED_CHOICE, RED_FIVE, Card, Rank, Suit, face_of

REDS: tuple[Rank, ...] = (RED_FIVE, RED_CHOICE)
ANY_RED = "red"  # as messages call any red card
_SUITLESS = frozenset({JOKER, *REDS})
# Signs that no message may choose by, and what stands for them there.
_KEYS: dict[Rank, str] = {"+": "plus2", "~": "change", "!": "leap", RED_FIVE: "plus5"}


def rank_of(card: Card) -> Rank:
    """`T` of `TH`, `7` of `b7#1`, `+5` of `+5#3`."""
    face = face_of(card)
    if face in _SUITLESS:
        return face
    return face[1:] if face[:1] in COLOURS else face[:1]


def suit_of(card: Card) -> Suit:
    """One letter; "" for a card that has no suit."""
    face = face_of(card)
    if face in _SUITLESS:
        return ""
    return face[:1] if face[:1] in COLOURS else face[1:2]


def rank_key(rank: Rank) -> str:
    """The rank as messages call it."""
    return _KEYS.get(rank, rank)
