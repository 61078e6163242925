"""What a rank does when it is played, as data, and the plan that a table makes of it."""

from __future__ import annotations

import msgspec

from server.cards import Rank
from server.rules.matching import Ask, cancels
from server.rules.ruleset import RuleSet


class Plan(msgspec.Struct, frozen=True, gc=False):
    """What follows from a card, before it is known which seats that hits."""

    steps: int = 1  # seats to go on; 2 = the next one loses its turn
    reverse: bool = False
    pending: int = 0  # cards that the seat in turn then owes
    again: bool = False  # the same seat may play once more


def plan_for(rules: RuleSet, rank: Rank, ask: Ask, *, seats: int, answers: bool = True) -> Plan:
    """What playing `rank` leads to, with `seats` still holding cards before it is played.

    Penalties add up if `stacking` is on and the card `answers` what was owed; a card that is no
    answer leaves nothing of it. A reversal with two seats does what `reverse_two` says.
    """
    if rank in rules.draw:
        own = rules.draw[rank]
        return Plan(pending=own + ask.pending if rules.stacking and answers else own)
    if ask.pending and answers and cancels(rules, rank):
        return Plan()
    if rank in rules.skip:
        return Plan(steps=2)
    if rank in rules.reverse:
        if seats > 2:
            return Plan(reverse=True)
        return Plan(again=rules.reverse_two == "play_again")
    return Plan(again=rank in rules.play_again)


def naming_ranks(rules: RuleSet) -> tuple[Rank, ...]:
    """Ranks that name the suit to follow."""
    return () if rules.silent_eight else rules.wild_suit


def names_a_suit(rules: RuleSet, rank: Rank) -> bool:
    """Whether a card of this rank names the suit to follow."""
    return rank in naming_ranks(rules)
