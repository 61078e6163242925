"""What hands cost and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from server.cards import Card, Deck
from server.rules.ruleset import RuleSet

_POINTS = {"8": 50, "K": 10, "Q": 10, "J": 10, "T": 10, "A": 1}
TARGET_A_SEAT = 50


def points_of(deck: Deck, hand: Iterable[Card]) -> int:
    """Points that `hand` costs at the end of a round, ≥ 0.

    Eights 50, court cards and tens 10, aces 1, others their pips.
    """
    ranks = (deck.rank[card] for card in hand)
    return sum(_POINTS[rank] if rank in _POINTS else int(rank) for rank in ranks)


def target_of(rules: RuleSet, seats: int) -> int:
    """Points at which a close ends the match: the agreed number, or 50 for each seat."""
    return TARGET_A_SEAT * seats if rules.target is None else rules.target


def places_of(totals: Sequence[int]) -> tuple[int, ...]:
    """Place of each total, from 1, the highest first; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def lowest_hand(points: Mapping[int, int], cards: Mapping[int, int], order: Sequence[int]) -> int:
    """Who wins a blocked table: fewest points, then fewest cards, then first in `order`."""
    return min(order, key=lambda seat: (points[seat], cards[seat], order.index(seat)))
