"""Cards, packs and the decks made of them; nothing here knows a rule.

A card is its text code everywhere, inside the server as well: rank (`A 2 … 9 T J Q K`) and suit
(`C D H S`), as in `TH`, the ten of hearts. Where a deck holds a face more than once, the code
carries its copy (`7H#0`, `7H#1`), so that every physical card has its own identity.
"""

from __future__ import annotations

from functools import cache

import msgspec

Card = str  # a card's code, with its copy where the deck holds the face twice
Suit = str  # one letter
Rank = str  # one letter

FRENCH_SUITS: tuple[Suit, ...] = ("C", "D", "H", "S")
FRENCH_RANKS: tuple[Rank, ...] = tuple("A23456789TJQK")
FRENCH52 = "french52"
PACKS: tuple[str, ...] = (FRENCH52,)


class Deck(msgspec.Struct, frozen=True, gc=False):
    """All cards of a table, in canonical order, with what is printed on each."""

    cards: tuple[Card, ...]  # copy by copy: A…K within C, D, H, S; the first is the top
    suit: dict[Card, Suit]
    rank: dict[Card, Rank]
    place: dict[Card, int]  # index into `cards`
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]


def face_of(card: Card) -> str:
    """The face without the copy: `7H#1` gives `7H`."""
    return card.partition("#")[0]


@cache
def deck_of(pack: str, copies: int) -> Deck:
    """The deck of `copies` ≥ 1 identical packs.

    Raises: KeyError if there is no such pack.
    """
    if pack not in PACKS:
        raise KeyError(pack)
    faces = tuple(rank + suit for suit in FRENCH_SUITS for rank in FRENCH_RANKS)
    if copies == 1:
        cards = faces
    else:
        cards = tuple(f"{face}#{copy}" for copy in range(copies) for face in faces)
    return Deck(
        cards=cards,
        suit={card: card[1] for card in cards},
        rank={card: card[0] for card in cards},
        place={card: index for index, card in enumerate(cards)},
        suits=FRENCH_SUITS,
        ranks=FRENCH_RANKS,
    )
