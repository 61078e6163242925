"""Packs, what is printed on cards, and what they count (RULES.md §7, §11)."""

from __future__ import annotations

FRENCH_SUITS = "CDHS"
FRENCH_RANKS = "A23456789TJQK"
BELTS = "bpnk"
SYMBOLS = "123456789+~!"


def suits_of(pack: str) -> str:
    return BELTS if pack == "jiujitsu" else FRENCH_SUITS


def is_french(pack: str) -> bool:
    return pack in ("french52", "french54")


def deck(pack: str, packs: int) -> list[str]:
    """All cards, copy by copy, each copy in the pack's order. The first is the top."""
    faces: list[tuple[str, int]]  # a face, and how many of it there are
    if pack == "jiujitsu":
        faces = [(belt + symbol, 2) for belt in BELTS for symbol in SYMBOLS]
        faces += [("+5", 5), ("EL", 6)]
    else:
        faces = [(rank + suit, packs) for suit in FRENCH_SUITS for rank in FRENCH_RANKS]
        if pack == "french54":
            faces.append(("JK", 2 * packs))
    cards = []
    for copy in range(max(count for _, count in faces)):
        for face, count in faces:
            if copy < count:
                cards.append(f"{face}#{copy}" if count > 1 else face)
    return cards


def face(card: str) -> str:
    return card.split("#")[0]


def rank(card: str) -> str:
    """`7` of `7H#1`, `JK`, `+5`, `EL`, `~` of `b~#0`."""
    bare = face(card)
    if bare in ("JK", "+5", "EL"):
        return bare
    return bare[1] if bare[0] in BELTS else bare[0]


def suit(card: str) -> str:
    """Empty for a card without a suit."""
    bare = face(card)
    if bare in ("JK", "+5", "EL"):
        return ""
    return bare[0] if bare[0] in BELTS else bare[1]


def same_rank(one: str, other: str) -> bool:
    """A joker is a three of no suit (D9)."""
    return ("3" if one == "JK" else one) == ("3" if other == "JK" else other)


def points(card: str) -> int:
    if face(card) in ("+5", "EL", "JK"):
        return 50
    if face(card)[0] in BELTS:
        return 20 if rank(card) in "+~!" else int(rank(card))
    if rank(card) == "8":
        return 50
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank(card)) or int(rank(card))


def hand_points(cards: list[str]) -> int:
    return sum(points(card) for card in cards)


def height(pack: str, card: str) -> int:
    """By which cards that are cut compare: by rank, or by points where ranks have no order."""
    if pack == "jiujitsu":
        return points(card)
    return len(FRENCH_RANKS) if rank(card) == "JK" else FRENCH_RANKS.index(rank(card))
