"""Rules by chance: combinations of switches that can be played, for trying them all out."""

from __future__ import annotations

from server.cards import PACKS, Pack, Rank
from server.game.shuffle import Dice
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.presets import PRESETS, SEATS_LEAST
from server.rules.ruleset import RuleSet
from server.rules.switches import FAULTS, SEATS_MAX, SWITCHES, Switch

Chosen = dict[str, object]

TRIES_MAX = 10_000  # combinations that are refused in a row
SWITCHES_MOST = 8  # that are changed together, besides those that belong to what was changed
# Ends that keep a match short.
LIMIT_MOST = 200
TARGET_MOST = 150
ROUNDS_MOST = 20
MINUTES_MOST = 90
HAND_MOST = 12
_ENDS = ("target", "limit", "time_limit", "max_rounds")
_EFFECTS = ("skip", "reverse", "play_again")
_OF_RANKS = (*_EFFECTS, "draw", "wild_suit", "wild_keep", "starter_forbidden")


def rules_by_chance(dice: Dice) -> tuple[RuleSet, int]:
    """Rules that the door lets in, with a number of seats that they can be dealt to."""
    for _ in range(TRIES_MAX):
        preset = _one(dice, tuple(PRESETS))
        seats = SEATS_LEAST + dice.below(SEATS_MAX - SEATS_LEAST + 1)
        try:
            rules = rules_for(preset, _chosen(preset, dice))
            check_seats(rules, seats)
        except RulesConflict:
            continue
        return rules, seats
    raise AssertionError(f"{TRIES_MAX} combinations in a row cannot be played")


def changes_of(rules: RuleSet) -> str:
    """A preset and what differs from it, in one line."""
    changed = (f"{key}={getattr(rules, key)!r}" for key in rules.changed)
    return " ".join((rules.preset, *changed))


def _chosen(preset: str, dice: Dice) -> Chosen:
    base = PRESETS[preset]
    chosen: Chosen = {}
    rows = [row for row in SWITCHES if row.key not in (*_OF_RANKS, *_ENDS)]
    for _ in range(dice.below(SWITCHES_MOST + 1)):
        row = rows.pop(dice.below(len(rows)))
        chosen[row.key] = _value(row, dice)
    pack = PACKS[str(chosen.get("pack", base.pack))]
    if pack.key != base.pack or dice.below(3) == 0:
        chosen |= _ranks(pack, dice)
    scoring = str(chosen.get("scoring", base.scoring))
    chosen |= _ends(scoring, dice)
    if "scoring" in chosen or "play_on" in chosen:
        chosen["play_on"] = scoring == "places"
    return chosen


def _value(row: Switch, dice: Dice) -> object:
    match row.kind:
        case "yes_no":
            return dice.below(2) == 1
        case "choice":
            return _one(dice, row.values)
        case "number":
            most = HAND_MOST if row.key.startswith("hand_size") else row.most
            if row.none and dice.below(3) == 0:
                return None
            return row.least + dice.below(most - row.least + 1)
        case "fault_numbers":
            return {fault: dice.below(4) for fault in FAULTS if dice.below(2)}
        case _:
            raise AssertionError(f"{row.key} is chosen together with its pack")


def _ranks(pack: Pack, dice: Dice) -> Chosen:
    """What the ranks of a pack do: each has one effect at most, and the suitless are wild."""
    ranks = list(pack.ranks)
    taken = {key: _some(dice, ranks) for key in ("wild_suit", "wild_keep", *_EFFECTS, "draw")}
    suitless = [rank for suit, rank, _ in pack.faces if not suit]
    for rank in suitless:
        for key in taken:
            taken[key] = [other for other in taken[key] if other != rank]
        taken[_one(dice, ("wild_suit", "wild_keep"))].append(rank)
    wilds = [*taken["wild_suit"], *taken["wild_keep"]]
    drawing = [*taken["draw"], *(rank for rank in wilds if dice.below(3) == 0)]
    chosen: Chosen = {key: tuple(taken[key]) for key in ("wild_suit", "wild_keep", *_EFFECTS)}
    chosen["draw"] = {rank: 1 + dice.below(5) for rank in drawing}
    chosen["starter_forbidden"] = tuple({*wilds, *_some(dice, list(pack.ranks))})
    return chosen


def _ends(scoring: str, dice: Dice) -> Chosen:
    match scoring:
        case "winner_collects" | "losers_add":
            return {"target": 1 + dice.below(TARGET_MOST)}
        case "elimination":
            timed = {"time_limit": 1 + dice.below(MINUTES_MOST)} if dice.below(4) == 0 else {}
            limits = {
                "limit": 1 + dice.below(LIMIT_MOST),
                "max_rounds": 1 + dice.below(ROUNDS_MOST),
            }
            return {**limits, **timed}
        case _:
            return {}


def _some(dice: Dice, ranks: list[Rank]) -> list[Rank]:
    """None, one or two of the ranks, which are taken out of them."""
    return [ranks.pop(dice.below(len(ranks))) for _ in range(dice.below(3)) if ranks]


def _one(dice: Dice, choices: tuple[str, ...]) -> str:
    return choices[dice.below(len(choices))]
