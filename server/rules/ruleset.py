"""The rules of one table as one value; whoever needs a rule reads a field of it."""

from __future__ import annotations

from typing import Literal

import msgspec

Direction = Literal["left", "right"]
Scoring = Literal["winner_collects", "losers_add", "elimination", "places", "countdown"]


class RuleSet(msgspec.Struct, frozen=True, gc=False):
    """All switches, folded. Made by `rules_for`; carried whole by the event that starts a match."""

    preset: str
    pack: str
    two_packs_from: int | None  # seats from which two packs are mixed; None = never
    hand_size: int
    hand_size_two: int  # for two seats
    direction: Direction  # in which every round starts
    first_dealer: Literal["host", "lowest_cut", "highest_cut"]
    next_dealer: Literal["in_direction", "left", "right"]
    starter_forbidden: tuple[str, ...]  # ranks that may not open the pile
    starter_eight: Literal["buried", "dealer_names"]
    wild_suit: tuple[str, ...]  # ranks that go on anything and name a suit
    skip: tuple[str, ...]
    reverse: tuple[str, ...]
    draw: dict[str, int]  # rank → cards that the next seat draws
    reverse_two: Literal["nothing", "play_again"]
    stacking: bool
    draw_limit: int | None  # cards that may be drawn in a turn; None = until one can be played
    voluntary_draw: bool  # also while holding a match
    drawn_card: Literal["may", "must"]
    rebuild_stock: bool
    last_card_effect: Literal["ignored", "draw_applies", "applies"]
    scoring: Scoring
    target: int | None  # points that end the match; None = 50 × seats
    on_abandon: Literal["ends", "robot_plays"]
    starter_effects: bool = False
    wild_keep: tuple[str, ...] = ()  # ranks that go on anything and leave the suit as it was
    play_again: tuple[str, ...] = ()  # ranks after which the seat may play once more
    answers: Literal["any_draw", "jiujitsu"] = "any_draw"
    penalty_first_card: bool = False  # a penalty is taken as one card, then the rest
    eight_on_eight: bool = True
    silent_eight: bool = False  # an eight names nothing: its own suit holds
    play_on: bool = False  # until one seat holds cards
    last_card_call: Literal["off", "automatic", "called"] = "off"
    last_card_fine: int = 2  # cards for a forgotten call
    call_on_pass: bool = False
    # Cards for `wrong_card`, `out_of_turn`, `unnamed`, `slow`, `wrong_call`. Without `out_of_turn`
    # or `unnamed` such a play is refused; without another, the fault costs nothing.
    fines: dict[str, int] = {}
    enforcement: Literal["strict", "honour"] = "strict"
    turn_seconds: int | None = None
    limit: int | None = None  # points above which a seat is out of the match
    time_limit: int | None = None  # minutes after which the next close ends the match
    max_rounds: int | None = None
    changed: tuple[str, ...] = ()  # keys of the switches that differ from the preset
