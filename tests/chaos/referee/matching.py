"""Which card fits, which answers, and what may be drawn or passed (RULES.md §3, §4)."""

from __future__ import annotations

from typing import Any

from tests.chaos.referee import packs
from tests.chaos.referee.state import Round, Table

Rules = dict[str, Any]


def names_suit(rules: Rules, card: str) -> bool:
    """The card is a wild for which a suit has to be named."""
    silent = rules["silent_eight"] and packs.is_french(rules["pack"])
    return packs.rank(card) in rules["wild_suit"] and not silent


def barred_eight(rules: Rules, round_: Round, card: str) -> bool:
    """A naming wild of a French pack on one of its own rank, where that is not played."""
    rank = packs.rank(card)
    return (
        not rules["eight_on_eight"]
        and packs.is_french(rules["pack"])
        and rank in rules["wild_suit"]
        and packs.rank(round_.pile[-1]) == rank
    )


def matches(rules: Rules, round_: Round, card: str) -> bool:
    """The card may be played where no penalty is owed."""
    rank, top = packs.rank(card), round_.pile[-1]
    if barred_eight(rules, round_, card):
        return False
    if round_.unnamed:  # D19
        return True
    if rank in rules["wild_suit"] or rank in rules["wild_keep"]:
        return True
    if packs.suit(card) == round_.active:
        return True
    return not round_.named and packs.same_rank(rank, packs.rank(top))


def answers(rules: Rules, round_: Round, card: str) -> bool:
    """The card looks like an answer to the penalty.

    Where other ranks draw or name than in the jiu-jitsu game, its table of answers is read by what
    cards do: whatever draws stands for Draw +2, whatever names for Choose.
    """
    draws = packs.rank(card) in rules["draw"]
    if barred_eight(rules, round_, card):
        return False
    if rules["answers"] != "jiujitsu":
        return draws
    if names_suit(rules, card):
        return True
    if packs.rank(round_.pile[-1]) == "+5" and packs.rank(card) != "+5":
        return draws and (round_.unnamed or packs.suit(card) == round_.active)
    return draws


def fits(rules: Rules, round_: Round, card: str) -> bool:
    """The card is right for the seat in turn, with all that it owes."""
    if not round_.pending:
        return matches(rules, round_, card)
    if round_.first_card:  # between the two draws of a penalty
        allowed = card == round_.first_card and not round_.had_answer
        return allowed and answers(rules, round_, card)
    return answers(rules, round_, card)


def why_not(rules: Rules, round_: Round, card: str) -> str:
    """What is wrong with a card that does not fit, in words."""
    top, active = round_.pile[-1], round_.active
    if round_.pending and round_.first_card:
        return f"between the two draws of a penalty only {round_.first_card} might be played"
    if round_.pending:
        return f"{round_.pending} cards are owed on {top}, and it is no answer"
    if barred_eight(rules, round_, card):
        return "it may not go on one of its rank"
    return f"on top {top}, suit in force {active}: neither suit nor rank fits"


def holds_match(rules: Rules, round_: Round, seat: int) -> bool:
    return any(matches(rules, round_, card) for card in round_.hands[seat])


def can_draw(rules: Rules, round_: Round) -> bool:
    """Stock or rebuild has a card."""
    return bool(round_.stock) or (rules["rebuild_stock"] and len(round_.pile) > kept(round_))


def kept(round_: Round) -> int:
    """Cards that a rebuild leaves on the pile."""
    return 1 if round_.latest is None else 2


def drawing_over(rules: Rules, round_: Round) -> bool:
    """The limit is used up; one of more than a card ends with the first that matches."""
    limit = rules["draw_limit"]
    if limit is None:
        return False
    stopped = limit > 1 and drawn_match(rules, round_)
    return stopped or len(round_.drawn) >= limit


def drawn_match(rules: Rules, round_: Round) -> bool:
    """A card drawn in this turn matches."""
    return any(matches(rules, round_, card) for card in round_.drawn)


def next_seat(table: Table, round_: Round, seat: int, direction: int) -> int:
    """The next seat that holds cards."""
    places = len(table.seats)
    for step in range(1, places + 1):
        other = (seat + direction * step) % places
        if other in round_.seats and round_.hands[other]:
            return other
    raise AssertionError("nobody holds cards")
