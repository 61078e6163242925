"""Presets, one row each, and the door through which every rule set comes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from server.cards import FRENCH52, deck_of
from server.rules.matching import may_start
from server.rules.ruleset import RuleSet
from server.rules.switches import SEATS_MAX, SWITCH_BY_KEY

CLASICO = RuleSet(
    preset="clasico",
    pack=FRENCH52,
    two_packs_from=6,
    hand_size=5,
    hand_size_two=7,
    direction="right",
    first_dealer="host",
    next_dealer="in_direction",
    starter_forbidden=("8",),
    starter_eight="buried",
    wild_suit=("8",),
    skip=(),
    reverse=(),
    draw={},
    reverse_two="nothing",
    stacking=True,
    draw_limit=None,
    voluntary_draw=True,
    drawn_card="may",
    rebuild_stock=False,
    last_card_effect="ignored",
    scoring="winner_collects",
    target=None,
    on_abandon="ends",
)
ESPECIALES = msgspec.structs.replace(
    CLASICO, preset="especiales", skip=("Q",), reverse=("A",), draw={"2": 2}
)
PRESETS: dict[str, RuleSet] = {rules.preset: rules for rules in (CLASICO, ESPECIALES)}
SEATS_LEAST = 2
SEATS_DEFAULT = 4


class RulesConflict(Exception):
    """A rule set that cannot be played: two switches, by key, and why (a wire code)."""

    def __init__(self, switch: str, other: str, why: str) -> None:
        super().__init__(f"{switch} and {other}: {why}")
        self.switch = switch
        self.other = other
        self.why = why


def rules_for(preset: str, chosen: Mapping[str, object] | None = None) -> RuleSet:
    """The rule set of a preset with the chosen switches, checked.

    Raises: RulesConflict naming both switches; a value that a switch does not take is a conflict
    of that switch with itself, an unknown preset one of `preset` with itself.
    """
    if preset not in PRESETS:
        raise RulesConflict("preset", "preset", "unknown")
    rules = PRESETS[preset]
    for key, value in (chosen or {}).items():
        if key not in SWITCH_BY_KEY:
            raise RulesConflict(key, key, "unknown")
        try:
            parsed = SWITCH_BY_KEY[key].parse(value)
        except ValueError:
            raise RulesConflict(key, key, "bad_value") from None
        rules = msgspec.structs.replace(rules, **{key: parsed})
    _check_effects(rules)
    return rules


def _check_effects(rules: RuleSet) -> None:
    effects = {"skip": rules.skip, "reverse": rules.reverse, "draw": tuple(rules.draw)}
    keys = tuple(effects)
    for index, key in enumerate(keys):
        for other in keys[index + 1 :]:
            if set(effects[key]) & set(effects[other]):
                raise RulesConflict(key, other, "two_effects")
        if key != "draw" and set(effects[key]) & set(rules.wild_suit):
            raise RulesConflict(key, "wild_suit", "two_effects")
    if rules.last_card_effect == "draw_applies" and not rules.draw:
        raise RulesConflict("last_card_effect", "draw", "no_draw_cards")


def packs_for(rules: RuleSet, seats: int) -> int:
    """Identical packs that are mixed for this many seats."""
    return 2 if seats >= rules.two_packs_from else 1


def hand_size_for(rules: RuleSet, seats: int) -> int:
    return rules.hand_size_two if seats == 2 else rules.hand_size


def check_seats(rules: RuleSet, seats: int) -> None:
    """Whether a match of any size up to `seats` can be dealt.

    The stock after the deal must hold at least twice the cards that may not start, and one more:
    otherwise the turning for a starter need not end.

    Raises: RulesConflict.
    """
    if not SEATS_LEAST <= seats <= SEATS_MAX:
        raise RulesConflict("seats", "seats", "out_of_range")
    for count in range(SEATS_LEAST, seats + 1):
        packs = packs_for(rules, count)
        deck = deck_of(rules.pack, packs)
        stock = len(deck.cards) - count * hand_size_for(rules, count)
        barred = sum(not may_start(rules, rank) for rank in deck.rank.values())
        if stock < 2 * barred + 1:
            raise RulesConflict(
                "hand_size_two" if count == 2 else "hand_size", "seats", "too_few_cards"
            )


def changed_switches(rules: RuleSet) -> tuple[str, ...]:
    """Keys of the switches in which the rules differ from their preset."""
    preset = PRESETS[rules.preset]
    return tuple(key for key in SWITCH_BY_KEY if getattr(rules, key) != getattr(preset, key))
