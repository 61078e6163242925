"""Which cards go on the pile."""

from __future__ import annotations

import msgspec

from server.cards import RED_FIVE, Card, Deck, Rank, Suit
from server.rules.ruleset import RuleSet


class Ask(msgspec.Struct, frozen=True, gc=False):
    """What the pile asks of the seat in turn."""

    suit: Suit  # active suit
    rank: Rank  # of the top card
    pending: int  # cards owed; only an answer may be played then
    unnamed: bool = False  # a wild lies there whose suit nobody named: anything follows


def matches(rules: RuleSet, deck: Deck, ask: Ask, card: Card) -> bool:
    """Whether `card` may be played now: it answers the penalty, or has the active suit, or the
    top's rank, or is wild. A joker counts as a three of no suit."""
    rank = deck.rank[card]
    if not rules.eight_on_eight and rank == ask.rank and rank in rules.wild_suit:
        return False
    if ask.pending:
        return _answers(rules, ask, rank, deck.suit[card])
    if ask.unnamed or rank in rules.wild_suit or rank in rules.wild_keep:
        return True
    if deck.suit[card] == ask.suit and ask.suit:
        return True
    # A wild's rank lets no other card follow: those of its rank are wild themselves.
    by_rank = ask.rank not in rules.wild_suit
    return by_rank and deck.alike[rank] == deck.alike[ask.rank]


def _answers(rules: RuleSet, ask: Ask, rank: Rank, suit: Suit) -> bool:
    """Whether a card answers the penalty that is owed.

    By the jiu-jitsu table a +2 answers a +5 only in the colour that was named.
    """
    if rules.answers == "any_draw":
        return rank in rules.draw
    if cancels(rules, rank):
        return True
    if rank not in rules.draw:
        return False
    return rank == ask.rank or ask.rank != RED_FIVE or ask.unnamed or suit == ask.suit


def cancels(rules: RuleSet, rank: Rank) -> bool:
    """Whether a card of this rank wipes out a penalty: a wild that draws nothing, by the jiu-jitsu
    table."""
    return rules.answers == "jiujitsu" and rank in rules.wild_suit and rank not in rules.draw


def may_start(rules: RuleSet, rank: Rank) -> bool:
    """Whether a card of this rank may open the pile; a wild may where the dealer names its suit."""
    if rules.starter_eight == "dealer_names" and rank in rules.wild_suit:
        return True
    return rank not in rules.starter_forbidden


def serving_ranks(rules: RuleSet, deck: Deck, ask: Ask) -> tuple[Rank, ...]:
    """Ranks that serve whatever their suit, for telling people."""
    on_wild = ask.rank in rules.wild_suit
    barred = ask.rank if on_wild and not rules.eight_on_eight else ""
    if ask.pending:
        answers = (rank for rank in deck.ranks if _answers(rules, ask, rank, ""))
        return tuple(rank for rank in answers if rank != barred)
    wild = tuple(rank for rank in _wilds(rules, deck) if rank != barred)
    peers = () if on_wild else deck.peers[ask.rank]
    return (*[rank for rank in peers if rank not in wild], *wild)


def _wilds(rules: RuleSet, deck: Deck) -> tuple[Rank, ...]:
    """All ranks that go on anything, in the pack's order."""
    wild = rules.wild_suit + rules.wild_keep
    return wild if len(wild) < 2 else tuple([rank for rank in deck.ranks if rank in wild])
