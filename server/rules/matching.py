"""Which cards go on the pile."""

from __future__ import annotations

import msgspec

from server.cards import Card, Deck, Rank, Suit
from server.rules.ruleset import RuleSet


class Ask(msgspec.Struct, frozen=True, gc=False):
    """What the pile asks of the seat in turn."""

    suit: Suit  # active suit
    rank: Rank  # of the top card
    pending: int  # cards owed; only an answer may be played then


def matches(rules: RuleSet, deck: Deck, ask: Ask, card: Card) -> bool:
    """Whether `card` may be played now: it answers the penalty, or has the active suit, or the
    top's rank, or is wild."""
    rank = deck.rank[card]
    if ask.pending:
        return rank in rules.draw
    return deck.suit[card] == ask.suit or rank == ask.rank or rank in rules.wild_suit


def may_start(rules: RuleSet, rank: Rank) -> bool:
    """Whether a card of this rank may open the pile; a wild may where the dealer names its suit."""
    if rules.starter_eight == "dealer_names" and rank in rules.wild_suit:
        return True
    return rank not in rules.starter_forbidden


def serving_ranks(rules: RuleSet, ask: Ask) -> tuple[Rank, ...]:
    """Ranks that serve whatever their suit, for telling people."""
    if ask.pending:
        return tuple(rules.draw)
    if ask.rank in rules.wild_suit:
        return rules.wild_suit
    return (ask.rank, *rules.wild_suit)
