"""What hands cost, what a round counts, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from server.cards import Card, Deck
from server.rules.ruleset import RuleSet

_POINTS = {
    "8": 50, "K": 10, "Q": 10, "J": 10, "T": 10, "A": 1,
    "JK": 50, "+5": 50, "EL": 50, "+": 20, "~": 20, "!": 20,
}  # fmt: skip
TARGET_A_SEAT = 50
ROUND_BONUS = -100  # for the winner of a round, where the lowest total wins by elimination


def points_of(deck: Deck, hand: Iterable[Card]) -> int:
    """Points that `hand` costs at the end of a round, ≥ 0.

    French packs: eights and jokers 50, court cards and tens 10, aces 1, others their pips. The
    jiu-jitsu pack: reds 50, other symbols 20, numbers (the 8 too) their value.
    """
    numbers = "b" in deck.suits
    ranks = (deck.rank[card] for card in hand)
    return sum(int(r) if numbers and r.isdecimal() else _rank_points(r) for r in ranks)


def _rank_points(rank: str) -> int:
    return _POINTS[rank] if rank in _POINTS else int(rank)


def target_of(rules: RuleSet, seats: int) -> int:
    """Points at which a close ends the match: the agreed number, or 50 for each seat.

    Elimination goes by its limit; 0 where points do not end the match.
    """
    if rules.scoring == "elimination":
        return rules.limit or 0
    if rules.scoring in ("places", "countdown"):
        return 0
    return TARGET_A_SEAT * seats if rules.target is None else rules.target


def lowest_wins(rules: RuleSet) -> bool:
    return rules.scoring in ("losers_add", "elimination")


def gains_of(
    rules: RuleSet, points: Mapping[int, int], winner: int, *, blocked: bool
) -> dict[int, int]:
    """What the round adds to each seat's total, by the table's way of counting.

    `points` is what each seat of the round holds. Where one collects, the winner takes from each
    other seat its points, blocked less its own; where losers add, they add as much; by elimination
    all others add their hand, and the winner takes −100. Places and countdown count nothing.
    """
    own = points[winner] if blocked else 0
    others = {seat: held for seat, held in points.items() if seat != winner}
    if rules.scoring == "winner_collects":
        return {winner: sum(held - own for held in others.values())}
    if rules.scoring == "losers_add":
        return {seat: held - own for seat, held in others.items()}
    if rules.scoring == "elimination":
        return {**others, winner: ROUND_BONUS}
    return {}


def places_of(totals: Sequence[int], *, lowest: bool = False) -> tuple[int, ...]:
    """Place of each total, from 1; equal totals share a place."""
    sign = -1 if lowest else 1
    return tuple(1 + sum(sign * other > sign * total for other in totals) for total in totals)


def by_hand(points: Mapping[int, int], cards: Mapping[int, int], order: Sequence[int]) -> list[int]:
    """Seats of a blocked table, best first: fewest points, fewest cards, then first in `order`."""
    return sorted(order, key=lambda seat: (points[seat], cards[seat], order.index(seat)))
