"""What cannot be played is refused, and two switches are named (RULES.md §12)."""

from __future__ import annotations

from typing import Any

import pytest

from server.cards import PACKS
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.presets import PRESETS, VARIANTS

JIUJITSU_RANKS: dict[str, Any] = {
    "pack": "jiujitsu",
    "two_packs_from": None,
    "wild_suit": "+5,EL",
    "starter_forbidden": "+5,EL",
    "skip": "!",
    "reverse": "~",
    "draw": "+:2",
}
CONFLICTS: list[tuple[str, dict[str, Any], tuple[str, str, str]]] = [
    # A rank with two effects that exclude each other
    ("especiales", {"skip": "2"}, ("skip", "draw", "two_effects")),
    ("especiales", {"skip": "A"}, ("skip", "reverse", "two_effects")),
    ("especiales", {"play_again": "Q"}, ("skip", "play_again", "two_effects")),
    ("especiales", {"play_again": "A"}, ("reverse", "play_again", "two_effects")),
    ("especiales", {"reverse": "2"}, ("reverse", "draw", "two_effects")),
    ("especiales", {"play_again": "2"}, ("draw", "play_again", "two_effects")),
    ("especiales", {"skip": "8"}, ("skip", "wild_suit", "two_effects")),
    ("especiales", {"reverse": "8"}, ("reverse", "wild_suit", "two_effects")),
    ("especiales", {"play_again": "8"}, ("play_again", "wild_suit", "two_effects")),
    ("especiales", {"wild_keep": "8"}, ("wild_suit", "wild_keep", "two_effects")),
    ("montanita", {"draw": "none", "skip": "JK"}, ("skip", "wild_keep", "two_effects")),
    ("montanita", {"draw": "none", "reverse": "JK"}, ("reverse", "wild_keep", "two_effects")),
    ("montanita", {"draw": "none", "play_again": "JK"}, ("play_again", "wild_keep", "two_effects")),
    # A rank that is not in the pack
    ("clasico", {"skip": "JK"}, ("skip", "pack", "not_in_pack")),
    ("clasico", {"reverse": "~"}, ("reverse", "pack", "not_in_pack")),
    ("clasico", {"draw": "+:2"}, ("draw", "pack", "not_in_pack")),
    ("clasico", {"play_again": "1"}, ("play_again", "pack", "not_in_pack")),
    ("clasico", {"wild_suit": "8,EL"}, ("wild_suit", "pack", "not_in_pack")),
    ("clasico", {"wild_keep": "JK"}, ("wild_keep", "pack", "not_in_pack")),
    ("clasico", {"starter_forbidden": "8,JK"}, ("starter_forbidden", "pack", "not_in_pack")),
    ("jiujitsu", {"skip": "A"}, ("skip", "pack", "not_in_pack")),
    # With a stock that is rebuilt, cards that make draw more than half a pack
    ("montanita", {"draw": "3:4,7:3", "skip": "none"}, ("draw", "rebuild_stock", "too_many_draws")),
    ("familiar", {"draw": "2:7"}, ("draw", "rebuild_stock", "too_many_draws")),
    ("especiales", {"draw": "2:7", "rebuild_stock": True},
     ("draw", "rebuild_stock", "too_many_draws")),
    ("jiujitsu", {"draw": "+:4,+5:5"}, ("draw", "rebuild_stock", "too_many_draws")),
    # A card without a suit must be wild, and may not open the pile
    ("clasico", {"pack": "french54"}, ("wild_suit", "pack", "suitless_not_wild")),
    ("montanita", {"wild_keep": "none"}, ("wild_suit", "pack", "suitless_not_wild")),
    ("montanita", {"starter_forbidden": "8"}, ("starter_forbidden", "pack", "suitless_starter")),
    ("jiujitsu", {"starter_forbidden": "+5"}, ("starter_forbidden", "pack", "suitless_starter")),
    # Rules of eights, where no eights are wild
    ("familiar", {"wild_suit": "5", "silent_eight": True},
     ("silent_eight", "wild_suit", "no_wild_eights")),
    ("familiar", {"wild_suit": "5", "eight_on_eight": False},
     ("eight_on_eight", "wild_suit", "no_wild_eights")),
    ("familiar", {"wild_suit": "5", "starter_eight": "dealer_names"},
     ("starter_eight", "wild_suit", "no_wild_eights")),
    ("jiujitsu", {"silent_eight": True}, ("silent_eight", "wild_suit", "no_wild_eights")),
    ("jiujitsu", {"eight_on_eight": False}, ("eight_on_eight", "wild_suit", "no_wild_eights")),
    ("jiujitsu", {"wild_suit": "8,+5,EL", "silent_eight": True},
     ("silent_eight", "wild_suit", "no_wild_eights")),
    ("jiujitsu", {"starter_eight": "dealer_names"},
     ("starter_eight", "wild_suit", "no_wild_eights")),
    ("familiar", {"silent_eight": True, "starter_eight": "dealer_names"},
     ("silent_eight", "starter_eight", "names_nothing")),
    # Playing on
    ("clasico", {"play_on": True}, ("play_on", "scoring", "places_only")),
    ("montanita", {"play_on": False}, ("play_on", "scoring", "places_only")),
    ("montanita", {"play_on": True, "scoring": "winner_collects"},
     ("play_on", "scoring", "places_only")),
    ("clasico", {"last_card_effect": "applies"},
     ("last_card_effect", "play_on", "applies_in_play_on_only")),
    ("montanita", {"last_card_effect": "draw_applies"},
     ("last_card_effect", "play_on", "closes_only")),
    ("clasico", {"last_card_effect": "draw_applies"},
     ("last_card_effect", "draw", "no_draw_cards")),
    # Ends that this way of counting does not have, or lacks
    ("clasico", {"limit": 400}, ("limit", "scoring", "no_such_end")),
    ("clasico", {"time_limit": 60}, ("time_limit", "scoring", "no_such_end")),
    ("clasico", {"max_rounds": 9}, ("max_rounds", "scoring", "no_such_end")),
    ("familiar", {"limit": 400}, ("limit", "scoring", "no_such_end")),
    ("montanita", {"target": 100}, ("target", "scoring", "no_such_end")),
    ("montanita", {"max_rounds": 3}, ("max_rounds", "scoring", "no_such_end")),
    ("jiujitsu", {"target": 100}, ("target", "scoring", "no_such_end")),
    ("clasico", {"scoring": "countdown", "target": 100}, ("target", "scoring", "no_such_end")),
    ("familiar", {"target": None}, ("target", "scoring", "needs_target")),
    ("jiujitsu", {"max_rounds": None}, ("max_rounds", "scoring", "needs_rounds")),
    *(("familiar", {"target": value}, ("target", "target", "bad_value")) for value in (0, 10_000)),
    *(("jiujitsu", {key: value}, (key, key, "bad_value"))
      for key in ("limit", "time_limit", "max_rounds") for value in (0, 10_000, -1)),
    # Calls, answers, packs
    ("clasico", {"call_on_pass": True}, ("call_on_pass", "last_card_call", "no_call")),
    ("montanita", {"last_card_call": "off"}, ("call_on_pass", "last_card_call", "no_call")),
    ("especiales", {"answers": "jiujitsu"}, ("answers", "pack", "other_pack")),
    ("jiujitsu", {"two_packs_from": 6}, ("two_packs_from", "pack", "one_pack_only")),
]  # fmt: skip


def conflict(preset: str, chosen: dict[str, Any]) -> tuple[str, str, str]:
    with pytest.raises(RulesConflict) as caught:
        rules_for(preset, chosen)
    return caught.value.switch, caught.value.other, caught.value.why


@pytest.mark.parametrize(("preset", "chosen", "named"), CONFLICTS, ids=str)
def test_what_cannot_be_played_is_refused_and_both_switches_are_named(
    preset: str, chosen: dict[str, Any], named: tuple[str, str, str]
) -> None:
    assert conflict(preset, chosen) == named


PLAYABLE: list[tuple[str, dict[str, Any]]] = [
    ("clasico", {"fines": {"out_of_turn": 2}}),  # idle in a strict game
    ("clasico", {"wild_suit": "none", "starter_forbidden": "none"}),
    ("especiales", {"draw": "8:5"}),  # a wild that draws
    ("familiar", {"draw": "2:6"}),  # 24 of 52 cards
    ("especiales", {"draw": "2:9,3:9"}),  # more than half the pack, but the stock ends
    ("montanita", {"scoring": "winner_collects"}),  # brings its own ends and no playing on
    ("clasico", {"scoring": "places"}),
    ("clasico", {"scoring": "elimination"}),
    ("clasico", {"scoring": "losers_add"}),
    ("jiujitsu", {"scoring": "countdown"}),
    ("jiujitsu", {"limit": None}),  # rounds end it
    ("clasico", JIUJITSU_RANKS),
    ("montanita", {"call_on_pass": False, "last_card_call": "off"}),
    ("montanita", {"wild_keep": "none", "wild_suit": "8,JK"}),
]


@pytest.mark.parametrize(("preset", "chosen"), PLAYABLE, ids=str)
def test_what_can_be_played_is_taken(preset: str, chosen: dict[str, Any]) -> None:
    rules_for(preset, chosen)


def test_another_way_of_counting_brings_its_own_ends() -> None:
    assert rules_for("clasico", {"scoring": "losers_add"}).target == 100
    assert rules_for("familiar", {"scoring": "winner_collects"}).target is None
    counted = rules_for("familiar", {"scoring": "elimination"})
    assert (counted.limit, counted.max_rounds, counted.target) == (888, 50, None)
    chosen = rules_for("familiar", {"scoring": "elimination", "max_rounds": 7})
    assert (chosen.limit, chosen.max_rounds) == (888, 7)
    placed = rules_for("jiujitsu", {"scoring": "places"})
    assert (placed.play_on, placed.limit, placed.max_rounds) == (True, None, None)
    back = rules_for("montanita", {"scoring": "winner_collects"})
    assert (back.play_on, back.last_card_effect) == (False, "ignored")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [-1, 0, 1, 11])
def test_seats_out_of_range_are_refused(preset: str, seats: int) -> None:
    with pytest.raises(RulesConflict, match="out_of_range"):
        check_seats(rules_for(preset), seats)


@pytest.mark.parametrize(
    ("preset", "chosen", "seats", "size"),
    [
        ("montanita", {"hand_size": 9}, 5, "hand_size"),  # 54 − 45 = 9, and 13 are needed (D26)
        ("jiujitsu", {"hand_size": 9}, 10, "hand_size"),  # 107 − 90 = 17, and 23 are needed
        ("familiar", {"hand_size_two": 20, "starter_forbidden": "8,A,K,Q,J"}, 2, "hand_size_two"),
        ("familiar", {"two_packs_from": None}, 7, "hand_size"),
    ],
)
def test_too_few_cards_are_refused(
    preset: str, chosen: dict[str, Any], seats: int, size: str
) -> None:
    """D26."""
    rules = rules_for(preset, chosen)
    with pytest.raises(RulesConflict) as caught:
        check_seats(rules, seats)
    assert (caught.value.switch, caught.value.other, caught.value.why) == (
        size,
        "seats",
        "too_few_cards",
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_named_variant_can_be_played_with_its_presets_and_changes_them(variant: Any) -> None:
    for preset in variant.presets:
        rules = rules_for(preset, variant.switches)
        assert rules.changed
        assert set(rules.changed) <= variant.switches.keys() | {"target", "limit", "max_rounds"}
        check_seats(rules, 4)


def test_the_sources_variants_are_all_there() -> None:
    assert {variant.key for variant in VARIANTS} == {
        "eight_opens", "stock_rebuilt", "draw_one", "draw_three", "countdown", "closing_two",
        "jack_skips", "queen_turns", "two_draws", "draw_until", "no_eight_on_eight",
        "silent_eight", "two_packs_at_five", "target_200", "no_stacking", "limit_400", "one_hour",
    }  # fmt: skip
    assert all(variant.title_es and variant.title_en for variant in VARIANTS)


def test_the_family_s_action_cards_are_chosen_singly_or_together() -> None:
    together: dict[str, Any] = {}
    for variant in VARIANTS:
        if variant.key in ("jack_skips", "queen_turns", "two_draws"):
            together |= variant.switches
    rules = rules_for("familiar", together)
    assert (rules.skip, rules.reverse, rules.draw) == (("J",), ("Q",), {"2": 2})


def test_every_pack_is_known() -> None:
    assert PACKS.keys() == {"french52", "french54", "jiujitsu"}
