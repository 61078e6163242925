"""Cards, packs and the decks made of them; nothing here knows a rule.

A card is its text code everywhere, inside the server as well: rank (`A 2 … 9 T J Q K`) and suit
(`C D H S`), as in `TH`, the ten of hearts; `JK` is a joker. The jiu-jitsu pack has the colours
`b p n k` (the belts blue, purple, brown, black) with `1 … 9 + ~ !`, as in `b7`, and the reds `+5`
and `EL`, which have no colour. Where a deck holds a face more than once, the code carries its copy
(`7H#0`, `7H#1`), so that every physical card has its own identity.
"""

from __future__ import annotations

from functools import cache

import msgspec

Card = str  # a card's code, with its copy where the deck holds the face twice
Suit = str  # one letter; "" for a card without a suit
Rank = str  # one letter, or `JK`, `+5`, `EL`

FRENCH_SUITS: tuple[Suit, ...] = ("C", "D", "H", "S")
FRENCH_RANKS: tuple[Rank, ...] = tuple("A23456789TJQK")
JOKER: Rank = "JK"
COLOURS: tuple[Suit, ...] = ("b", "p", "n", "k")
COLOUR_RANKS: tuple[Rank, ...] = tuple("123456789+~!")
RED_FIVE: Rank = "+5"
RED_CHOICE: Rank = "EL"
FRENCH52 = "french52"
FRENCH54 = "french54"
JIUJITSU = "jiujitsu"
# A joker counts as this rank where cards are matched by rank.
_ALIAS: dict[Rank, Rank] = {JOKER: "3"}


class Deck(msgspec.Struct, frozen=True, gc=False):
    """All cards of a table, in canonical order, with what is printed on each."""

    cards: tuple[Card, ...]  # copy by copy, each in the pack's order; the first is the top
    suit: dict[Card, Suit]
    rank: dict[Card, Rank]
    place: dict[Card, int]  # index into `cards`
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    alike: dict[Rank, Rank]  # rank → the rank as which it matches; itself but for a joker
    peers: dict[Rank, tuple[Rank, ...]]  # rank → all ranks that match as the same one


class Pack(msgspec.Struct, frozen=True, gc=False):
    """The faces of one pack with how often it holds each."""

    key: str
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    faces: tuple[tuple[Suit, Rank, int], ...]  # suit, rank, copies

    @property
    def is_french(self) -> bool:
        return self.key in (FRENCH52, FRENCH54)


def _french(jokers: int) -> tuple[tuple[Suit, Rank, int], ...]:
    faces = tuple((suit, rank, 1) for suit in FRENCH_SUITS for rank in FRENCH_RANKS)
    return (*faces, ("", JOKER, jokers)) if jokers else faces


def _jiujitsu() -> tuple[tuple[Suit, Rank, int], ...]:
    faces = tuple((colour, rank, 2) for colour in COLOURS for rank in COLOUR_RANKS)
    return (*faces, ("", RED_FIVE, 5), ("", RED_CHOICE, 6))


PACKS: dict[str, Pack] = {
    pack.key: pack
    for pack in (
        Pack(FRENCH52, FRENCH_SUITS, FRENCH_RANKS, _french(0)),
        Pack(FRENCH54, FRENCH_SUITS, (*FRENCH_RANKS, JOKER), _french(2)),
        Pack(JIUJITSU, COLOURS, (*COLOUR_RANKS, RED_FIVE, RED_CHOICE), _jiujitsu()),
    )
}


def face_of(card: Card) -> str:
    """The face without the copy: `7H#1` gives `7H`."""
    return card.partition("#")[0]


@cache
def deck_of(pack: str, copies: int) -> Deck:
    """The deck of `copies` ≥ 1 identical packs.

    Raises: KeyError if there is no such pack.
    """
    kind = PACKS[pack]
    cards: list[Card] = []
    suit: dict[Card, Suit] = {}
    rank: dict[Card, Rank] = {}
    most = max(count for _, _, count in kind.faces) * copies
    for copy in range(most):
        for face_suit, face_rank, count in kind.faces:
            if copy >= count * copies:
                continue
            face = _face(pack, face_suit, face_rank)
            card = f"{face}#{copy}" if count * copies > 1 else face
            cards.append(card)
            suit[card] = face_suit
            rank[card] = face_rank
    return Deck(
        cards=tuple(cards),
        suit=suit,
        rank=rank,
        place={card: index for index, card in enumerate(cards)},
        suits=kind.suits,
        ranks=kind.ranks,
        alike={rank: _alias(rank) for rank in kind.ranks},
        peers={
            rank: tuple(other for other in kind.ranks if _alias(other) == _alias(rank))
            for rank in kind.ranks
        },
    )


def _alias(rank: Rank) -> Rank:
    return _ALIAS.get(rank, rank)


def _face(pack: str, suit: Suit, rank: Rank) -> str:
    return suit + rank if pack == JIUJITSU else rank + suit
