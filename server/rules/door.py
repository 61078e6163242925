"""The door through which every rule set comes: chosen switches, folded and checked."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from server.cards import PACKS, deck_of
from server.rules.matching import may_start
from server.rules.presets import PRESETS, SEATS_LEAST
from server.rules.ruleset import RuleSet
from server.rules.switches import SEATS_MAX, SWITCH_BY_KEY, TARGET_MAX


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
    rules = _follow_scoring(rules, frozenset(chosen or {}))
    for check in _CHECKS:
        check(rules)
    return msgspec.structs.replace(rules, changed=_changed(rules))


_ENDS: dict[str, tuple[str, ...]] = {
    "winner_collects": ("target",),
    "losers_add": ("target",),
    "elimination": ("limit", "time_limit", "max_rounds"),
    "places": (),
    "countdown": (),
}
# Switches that another way of counting sets anew, unless they are chosen with it
FOLLOW_SCORING = ("target", "limit", "time_limit", "max_rounds", "play_on", "last_card_effect")
_DEFAULT_LIMIT = 888
_DEFAULT_ROUNDS = 50
_DEFAULT_TARGET = 100


def _follow_scoring(rules: RuleSet, chosen: frozenset[str]) -> RuleSet:
    """Another way of counting brings its own ends, unless they were chosen as well."""
    if "scoring" not in chosen or rules.scoring == PRESETS[rules.preset].scoring:
        return rules
    ends: dict[str, object] = {
        key: None for key in ("target", "limit", "time_limit", "max_rounds") if key not in chosen
    }
    if rules.scoring == "elimination":
        ends = {"limit": _DEFAULT_LIMIT, "max_rounds": _DEFAULT_ROUNDS} | {
            key: value for key, value in ends.items() if key in ("target", "time_limit")
        }
    if rules.scoring == "losers_add" and "target" not in chosen:
        ends["target"] = _DEFAULT_TARGET
    if "play_on" not in chosen:
        ends["play_on"] = rules.scoring == "places"
    if "last_card_effect" not in chosen and rules.last_card_effect == "applies":
        ends["last_card_effect"] = "ignored"
    return msgspec.structs.replace(rules, **{k: v for k, v in ends.items() if k not in chosen})


def _check_ranks(rules: RuleSet) -> None:
    known = set(PACKS[rules.pack].ranks)
    for key in (
        "skip",
        "reverse",
        "draw",
        "play_again",
        "wild_suit",
        "wild_keep",
        "starter_forbidden",
    ):
        if not set(getattr(rules, key)) <= known:
            raise RulesConflict(key, "pack", "not_in_pack")


def _check_effects(rules: RuleSet) -> None:
    """A rank has at most one of four effects, and at most one of two ways of being wild; of the
    two together only draw is allowed."""
    effects = ("skip", "reverse", "draw", "play_again")
    wilds = ("wild_suit", "wild_keep")
    for group in (effects, wilds):
        for index, key in enumerate(group):
            for other in group[index + 1 :]:
                if set(getattr(rules, key)) & set(getattr(rules, other)):
                    raise RulesConflict(key, other, "two_effects")
    for key in ("skip", "reverse", "play_again"):
        for wild in wilds:
            if set(getattr(rules, key)) & set(getattr(rules, wild)):
                raise RulesConflict(key, wild, "two_effects")


def _check_draws(rules: RuleSet) -> None:
    """Cards that make draw hand out at most half a pack each time that all cards go round; with
    more, a rebuilt stock fills the hands faster than they can be played, and a round need not end.
    """
    pack = PACKS[rules.pack]
    drawn = sum(rules.draw.get(rank, 0) * copies for _, rank, copies in pack.faces)
    cards = sum(copies for *_, copies in pack.faces)
    if rules.rebuild_stock and 2 * drawn > cards:
        raise RulesConflict("draw", "rebuild_stock", "too_many_draws")


def _check_suitless(rules: RuleSet) -> None:
    """A card without a suit must be wild, or it might never leave a hand; and it may open the pile
    only where the dealer names a suit for it."""
    faces = PACKS[rules.pack].faces
    wild = {*rules.wild_suit, *rules.wild_keep}
    for rank in (rank for suit, rank, _ in faces if not suit):
        if rank not in wild:
            raise RulesConflict("wild_suit", "pack", "suitless_not_wild")
        if may_start(rules, rank) and (rules.silent_eight or rank not in rules.wild_suit):
            raise RulesConflict("starter_forbidden", "pack", "suitless_starter")
        if may_start(rules, rank) and rules.starter_eight != "dealer_names":
            raise RulesConflict("starter_forbidden", "pack", "suitless_starter")


def _check_eights(rules: RuleSet) -> None:
    eights = PACKS[rules.pack].is_french and "8" in rules.wild_suit
    changed = {
        "silent_eight": rules.silent_eight,
        "eight_on_eight": not rules.eight_on_eight,
        "starter_eight": rules.starter_eight != "buried",
    }
    for key, on in changed.items():
        if on and not eights:
            raise RulesConflict(key, "wild_suit", "no_wild_eights")
    if rules.silent_eight and rules.starter_eight != "buried":
        raise RulesConflict("silent_eight", "starter_eight", "names_nothing")


def _check_closing(rules: RuleSet) -> None:
    if rules.play_on != (rules.scoring == "places"):
        raise RulesConflict("play_on", "scoring", "places_only")
    if rules.last_card_effect == "applies" and not rules.play_on:
        raise RulesConflict("last_card_effect", "play_on", "applies_in_play_on_only")
    if rules.last_card_effect == "draw_applies":
        if rules.play_on:
            raise RulesConflict("last_card_effect", "play_on", "closes_only")
        if not rules.draw:
            raise RulesConflict("last_card_effect", "draw", "no_draw_cards")


def _check_ends(rules: RuleSet) -> None:
    for key in ("target", "limit", "time_limit", "max_rounds"):
        value = getattr(rules, key)
        if value is None:
            continue
        if key not in _ENDS[rules.scoring]:
            raise RulesConflict(key, "scoring", "no_such_end")
        if not 1 <= value <= TARGET_MAX:
            raise RulesConflict(key, key, "bad_value")
    if rules.scoring == "losers_add" and rules.target is None:
        raise RulesConflict("target", "scoring", "needs_target")
    if rules.scoring == "elimination" and rules.max_rounds is None:
        # With −100 a round totals drift down: without a last round most matches would never end.
        raise RulesConflict("max_rounds", "scoring", "needs_rounds")


def _check_calls(rules: RuleSet) -> None:
    if rules.call_on_pass and rules.last_card_call == "off":
        raise RulesConflict("call_on_pass", "last_card_call", "no_call")
    if rules.answers == "jiujitsu" and rules.pack != "jiujitsu":
        raise RulesConflict("answers", "pack", "other_pack")
    if rules.two_packs_from is not None and not PACKS[rules.pack].is_french:
        raise RulesConflict("two_packs_from", "pack", "one_pack_only")


_CHECKS = (
    _check_ranks,
    _check_effects,
    _check_draws,
    _check_suitless,
    _check_eights,
    _check_closing,
    _check_ends,
    _check_calls,
)


def packs_for(rules: RuleSet, seats: int) -> int:
    """Identical packs that are mixed for this many seats."""
    return 2 if rules.two_packs_from is not None and seats >= rules.two_packs_from else 1


def hand_size_for(rules: RuleSet, seats: int) -> int:
    """Cards that each seat is dealt in a match of this many seats, unless it counts down."""
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
        deck = deck_of(rules.pack, packs_for(rules, count))
        stock = len(deck.cards) - count * hand_size_for(rules, count)
        barred = sum(not may_start(rules, rank) for rank in deck.rank.values())
        if stock < 2 * barred + 1:
            size = "hand_size_two" if count == 2 else "hand_size"
            raise RulesConflict(size, "seats", "too_few_cards")


def _changed(rules: RuleSet) -> tuple[str, ...]:
    preset = PRESETS[rules.preset]
    return tuple(key for key in SWITCH_BY_KEY if getattr(rules, key) != getattr(preset, key))
