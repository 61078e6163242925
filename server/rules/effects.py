"""What a rank does when it is played, as data, and the plan that a table makes of it."""

from __future__ import annotations

import msgspec

from server.cards import Rank
from server.rules.ruleset import RuleSet


class Plan(msgspec.Struct, frozen=True, gc=False):
    """What follows from a card, before it is known which seats that hits."""

    steps: int = 1  # seats to go on; 2 = the next one loses its turn
    reverse: bool = False
    pending: int = 0  # cards that the seat in turn then owes


def plan_for(rules: RuleSet, rank: Rank, *, seats: int, pending: int) -> Plan:
    """What playing `rank` leads to, with `seats` still holding cards and `pending` owed before.

    A reversal with two seats does nothing (`reverse_two`); penalties add up if `stacking` is on.
    """
    if rank in rules.draw:
        own = rules.draw[rank]
        return Plan(pending=own + pending if rules.stacking else own)
    if rank in rules.skip:
        return Plan(steps=2)
    if rank in rules.reverse:
        return Plan(reverse=seats > 2)
    return Plan()


def names_a_suit(rules: RuleSet, rank: Rank) -> bool:
    return rank in rules.wild_suit
