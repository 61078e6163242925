"""The rules of one table as one value; whoever needs a rule reads a field of it."""

from __future__ import annotations

from typing import Literal

import msgspec

Direction = Literal["left", "right"]


class RuleSet(msgspec.Struct, frozen=True, gc=False):
    """All switches, folded. Made by `rules_for`; carried whole by the event that starts a match."""

    preset: str
    pack: str
    two_packs_from: int  # seats from which two packs are mixed
    hand_size: int
    hand_size_two: int  # for two seats
    direction: Direction  # in which every round starts
    first_dealer: Literal["host"]
    next_dealer: Literal["in_direction"]
    starter_forbidden: tuple[str, ...]  # ranks that may not open the pile
    starter_eight: Literal["buried", "dealer_names"]
    wild_suit: tuple[str, ...]  # ranks that go on anything and name a suit
    skip: tuple[str, ...]
    reverse: tuple[str, ...]
    draw: dict[str, int]  # rank → cards that the next seat draws
    reverse_two: Literal["nothing"]
    stacking: bool
    draw_limit: int | None  # cards that may be drawn in a turn; None = until one can be played
    voluntary_draw: bool  # also while holding a match
    drawn_card: Literal["may", "must"]
    rebuild_stock: bool
    last_card_effect: Literal["ignored", "draw_applies"]
    scoring: Literal["winner_collects"]
    target: int | None  # points; None = 50 × seats
    on_abandon: Literal["ends"]
