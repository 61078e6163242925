"""Presets, switches and the conflicts between them (RULES.md §12)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from server.cards import deck_of
from server.rules.door import (
    RulesConflict,
    check_seats,
    hand_size_for,
    packs_for,
    rules_for,
)
from server.rules.presets import CLASICO, ESPECIALES, PRESETS, SEATS_DEFAULT
from server.rules.ruleset import RuleSet
from server.rules.switches import SWITCH_BY_KEY, SWITCHES


def conflict(preset: str, /, **chosen: object) -> tuple[str, str, str]:
    with pytest.raises(RulesConflict) as caught:
        rules_for(preset, chosen)
    return caught.value.switch, caught.value.other, caught.value.why


# What the two presets say


def test_clasico_is_as_the_rules_page_has_it() -> None:
    rules = rules_for("clasico")
    assert (rules.hand_size, rules.hand_size_two, rules.two_packs_from) == (5, 7, 6)
    assert (rules.direction, rules.first_dealer, rules.next_dealer) == (
        "right",
        "host",
        "in_direction",
    )
    assert (rules.starter_forbidden, rules.starter_eight) == (("8",), "buried")
    assert (rules.wild_suit, rules.skip, rules.reverse, rules.draw) == (("8",), (), (), {})
    assert (rules.draw_limit, rules.voluntary_draw, rules.drawn_card) == (None, True, "may")
    assert (rules.rebuild_stock, rules.last_card_effect) == (False, "ignored")
    assert (rules.scoring, rules.target, rules.on_abandon) == ("winner_collects", None, "ends")


COMMON: dict[str, Any] = {
    "starter_eight": "buried", "starter_effects": False, "wild_keep": (), "play_again": (),
    "reverse_two": "nothing", "answers": "any_draw", "stacking": True, "penalty_first_card": False,
    "eight_on_eight": True, "silent_eight": False, "last_card_effect": "ignored", "play_on": False,
    "call_on_pass": False, "enforcement": "strict", "turn_seconds": None, "limit": None,
    "time_limit": None, "max_rounds": None, "target": None, "on_abandon": "ends",
}  # fmt: skip
OTHERS: dict[str, dict[str, Any]] = {
    "familiar": {
        "pack": "french52", "two_packs_from": 6, "hand_size": 7, "hand_size_two": 7,
        "direction": "left", "first_dealer": "lowest_cut", "next_dealer": "left",
        "starter_forbidden": ("8",), "wild_suit": ("8",), "skip": (), "reverse": (), "draw": {},
        "draw_limit": 1, "voluntary_draw": False, "drawn_card": "may", "rebuild_stock": True,
        "last_card_call": "automatic", "last_card_fine": 2, "fines": {"wrong_card": 1},
        "scoring": "losers_add", "target": 100,
    },
    "montanita": {
        "pack": "french54", "two_packs_from": 6, "hand_size": 8, "hand_size_two": 8,
        "direction": "right", "first_dealer": "host", "next_dealer": "right",
        "starter_forbidden": ("8", "JK"), "wild_suit": ("8",), "wild_keep": ("JK",),
        "skip": ("2",), "reverse": ("J", "K"), "draw": {"3": 3, "JK": 3}, "play_again": ("A",),
        "reverse_two": "play_again", "penalty_first_card": True,
        "draw_limit": None, "voluntary_draw": False, "drawn_card": "must", "rebuild_stock": True,
        "last_card_effect": "applies", "play_on": True,
        "last_card_call": "automatic", "last_card_fine": 3, "call_on_pass": True,
        "fines": {"wrong_card": 3, "out_of_turn": 3, "unnamed": 3, "slow": 3, "wrong_call": 3},
        "scoring": "places",
    },
    "jiujitsu": {
        "pack": "jiujitsu", "two_packs_from": None, "hand_size": 8, "hand_size_two": 8,
        "direction": "right", "first_dealer": "highest_cut", "next_dealer": "right",
        "starter_forbidden": ("+5", "EL"), "starter_effects": True, "wild_suit": ("+5", "EL"),
        "skip": ("!",), "reverse": ("~",), "draw": {"+": 2, "+5": 5}, "answers": "jiujitsu",
        "draw_limit": 1, "voluntary_draw": False, "drawn_card": "must", "rebuild_stock": True,
        "last_card_call": "called", "last_card_fine": 2,
        "fines": {"wrong_card": 1, "out_of_turn": 1, "unnamed": 1},
        "scoring": "elimination", "limit": 888, "max_rounds": 50,
    },
}  # fmt: skip


@pytest.mark.parametrize("preset", OTHERS)
def test_the_other_games_are_as_the_reference_has_them(preset: str) -> None:
    rules = rules_for(preset)
    expected = COMMON | OTHERS[preset]
    assert expected.keys() == SWITCH_BY_KEY.keys()
    assert {key: getattr(rules, key) for key in expected} == expected


def test_there_are_five_games() -> None:
    assert list(PRESETS) == ["clasico", "especiales", "familiar", "montanita", "jiujitsu"]
    assert all(rules.preset == key for key, rules in PRESETS.items())


def test_especiales_adds_queen_ace_and_two_that_add_up() -> None:
    rules = rules_for("especiales")
    assert (rules.skip, rules.reverse, rules.draw) == (("Q",), ("A",), {"2": 2})
    assert (rules.stacking, rules.reverse_two) == (True, "nothing")
    plain = msgspec.structs.replace(rules, preset="clasico", skip=(), reverse=(), draw={})
    assert plain == rules_for("clasico")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_usual_table_has_four_seats_and_can_be_dealt_up_to_ten(preset: str) -> None:
    assert SEATS_DEFAULT == 4
    for seats in range(2, 11):
        check_seats(rules_for(preset), seats)


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (5, 1), (6, 2), (10, 2)])
def test_two_packs_are_mixed_from_six_seats_on(seats: int, packs: int) -> None:
    assert packs_for(CLASICO, seats) == packs


def test_a_table_may_mix_two_packs_from_five_seats_on() -> None:
    assert packs_for(rules_for("clasico", {"two_packs_from": 5}), 5) == 2


def test_two_get_seven_cards_and_more_get_five() -> None:
    assert [hand_size_for(CLASICO, seats) for seats in (2, 3, 10)] == [7, 5, 5]


# Choosing switches


def test_what_differs_from_the_preset_is_told() -> None:
    rules = rules_for("especiales", {"target": 100, "skip": ("Q",), "rebuild_stock": True})
    assert rules.changed == ("rebuild_stock", "target"), "in the order of the switches"
    assert ESPECIALES.changed == ()


@pytest.mark.parametrize(
    ("key", "words", "value"),
    [
        ("target", "150", 150),
        ("target", "none", None),
        ("target", 9_999, 9_999),
        ("hand_size", "20", 20),
        ("hand_size", 1, 1),
        ("hand_size_two", 1, 1),
        ("hand_size_two", "20", 20),
        ("two_packs_from", 2, 2),
        ("two_packs_from", 11, 11),
        ("target", 1, 1),
        ("draw_limit", 1, 1),
        ("draw", "2:1,3:9", {"2": 1, "3": 9}),
        ("direction", "left", "left"),
        ("skip", "Q,J", ("J", "Q")),
        ("skip", ["J", "Q", "J"], ("J", "Q")),
        ("skip", "none", ()),
        ("skip", "", ()),
        ("draw", "2:2,3:3", {"2": 2, "3": 3}),
        ("draw", {"3": 1}, {"3": 1}),
        ("draw", "none", {}),
        ("stacking", "no", False),
        ("stacking", True, True),
        ("draw_limit", None, None),
        ("draw_limit", 3, 3),
        ("drawn_card", "must", "must"),
    ],
)
def test_a_switch_takes_json_and_words_of_a_command_line(
    key: str, words: object, value: object
) -> None:
    assert getattr(rules_for("clasico", {key: words}), key) == value


BAD = [
    ("target", 0),
    ("target", 10_000),
    ("target", -1),
    ("target", 1.5),
    ("target", 100.0),
    ("target", True),
    ("target", "9" * 5_000),
    ("target", "1e3"),
    ("target", [100]),
    ("hand_size", None),
    ("hand_size", "none"),
    ("hand_size", 21),
    ("direction", "up"),
    ("direction", None),
    ("direction", ["left"]),
    ("skip", "X"),
    ("skip", "10"),
    ("skip", 5),
    ("skip", [5]),
    ("skip", [["Q"]]),
    ("skip", {"Q": 1}),
    ("draw", "2"),
    ("draw", "2:"),
    ("draw", "2:0"),
    ("draw", "2:10"),
    ("draw", "X:2"),
    ("draw", {"2": None}),
    ("draw", {"2": "two"}),
    ("draw", {2: 2}),
    ("draw", [["2", 2]]),
    ("stacking", 1),
    ("stacking", "true"),
    ("stacking", None),
    ("draw_limit", 4),
    ("draw_limit", 0),
]


@pytest.mark.parametrize(("key", "value"), BAD, ids=lambda x: str(x)[:20])
def test_a_value_that_a_switch_does_not_take_is_refused(key: str, value: object) -> None:
    assert conflict("clasico", **{key: value}) == (key, key, "bad_value")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@forall(st.sampled_from(sorted(SWITCH_BY_KEY)), json_values)
def test_whatever_is_sent_as_a_switch_is_a_rule_or_a_refusal(key: str, value: object) -> None:
    try:
        rules = rules_for("especiales", {key: value})
    except RulesConflict as conflict_found:
        named = (conflict_found.switch, conflict_found.other)
    else:
        named = (key, key)
        assert msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet) == rules
    assert key in named


@pytest.mark.parametrize("key", ["preset", "changed", "nonsense", ""])
def test_a_switch_that_is_not_offered_is_refused(key: str) -> None:
    assert conflict("clasico", **{key: "x"}) == (key, key, "unknown")


def test_a_preset_that_is_not_there_is_refused() -> None:
    assert conflict("tarot") == ("preset", "preset", "unknown")


# Conflicts, with both switches named

CONFLICTS: list[tuple[dict[str, Any], tuple[str, str, str]]] = [
    ({"skip": "2"}, ("skip", "draw", "two_effects")),
    ({"skip": "A"}, ("skip", "reverse", "two_effects")),
    ({"reverse": "2"}, ("reverse", "draw", "two_effects")),
    ({"skip": "8"}, ("skip", "wild_suit", "two_effects")),
    ({"reverse": "8"}, ("reverse", "wild_suit", "two_effects")),
    (
        {"draw": {}, "last_card_effect": "draw_applies"},
        ("last_card_effect", "draw", "no_draw_cards"),
    ),
]


@pytest.mark.parametrize(("chosen", "named"), CONFLICTS, ids=str)
def test_two_switches_that_exclude_each_other_are_named(
    chosen: dict[str, Any], named: tuple[str, str, str]
) -> None:
    assert conflict("especiales", **chosen) == named


def test_in_clasico_a_closing_draw_card_needs_draw_cards() -> None:
    assert conflict("clasico", last_card_effect="draw_applies")[:2] == ("last_card_effect", "draw")
    rules_for("clasico", {"last_card_effect": "draw_applies", "draw": "2:2"})


def test_an_eight_may_make_draw_as_well() -> None:
    assert rules_for("especiales", {"draw": "8:5"}).draw == {"8": 5}


def test_a_rank_may_go_from_one_effect_to_another() -> None:
    """Only the whole choice is judged, not one switch after the other."""
    rules = rules_for("especiales", {"skip": "A", "reverse": "Q"})
    assert (rules.skip, rules.reverse) == (("A",), ("Q",))


# Seats


def seats_conflict(rules: RuleSet, seats: int) -> tuple[str, str, str]:
    with pytest.raises(RulesConflict) as caught:
        check_seats(rules, seats)
    return caught.value.switch, caught.value.other, caught.value.why


@pytest.mark.parametrize("seats", [-1, 0, 1, 11, 50])
def test_one_seat_or_eleven_are_out_of_range(seats: int) -> None:
    assert seats_conflict(CLASICO, seats) == ("seats", "seats", "out_of_range")


def test_a_table_with_too_few_cards_is_refused() -> None:
    """D26: 52 − 4 × 11 = 8 cards left, and 9 are needed for the four eights."""
    rules = rules_for("clasico", {"hand_size": 11})
    assert seats_conflict(rules, 4) == ("hand_size", "seats", "too_few_cards")
    check_seats(rules, 3)


def test_the_limit_of_the_cards_is_exact() -> None:
    """52 − 43 = 9 would do, 8 does not: 21 for two, 14 and 10 for more."""
    check_seats(rules_for("clasico", {"hand_size": 10}), 4)
    check_seats(rules_for("clasico", {"hand_size": 14}), 3)
    assert seats_conflict(rules_for("clasico", {"hand_size": 15}), 3)[2] == "too_few_cards"


def test_exactly_enough_is_enough() -> None:
    """D26: 107 − 7 × 12 = 23 cards for eleven reds, which may not open."""
    rules = rules_for("jiujitsu", {"hand_size": 12})
    check_seats(rules, 7)
    assert seats_conflict(rules, 8) == ("hand_size", "seats", "too_few_cards")


def test_who_starts_with_fewer_than_the_seats_must_be_dealt_to_as_well() -> None:
    """Six seats mix two packs, but five at the start play with one."""
    rules = rules_for("clasico", {"hand_size": 9})
    assert seats_conflict(rules, 6) == ("hand_size", "seats", "too_few_cards")


def test_the_hand_for_two_is_named_where_it_is_too_big() -> None:
    rules = rules_for("clasico", {"hand_size_two": 20})
    check_seats(rules, 2)
    tight = msgspec.structs.replace(rules, hand_size_two=22)
    assert seats_conflict(tight, 4) == ("hand_size_two", "seats", "too_few_cards")


def test_where_eights_may_start_fewer_cards_are_enough() -> None:
    """The dealer names the suit of an eight: no card has to go back."""
    rules = rules_for("clasico", {"hand_size": 15, "starter_eight": "dealer_names"})
    check_seats(rules, 3)
    assert len(deck_of("french52", 1).cards) - 3 * 15 == 7


# The rows themselves


def test_every_switch_is_a_field_of_the_rule_set_and_has_titles() -> None:
    fields = {field.name for field in msgspec.structs.fields(RuleSet)}
    assert set(SWITCH_BY_KEY) <= fields
    assert len(SWITCH_BY_KEY) == len(SWITCHES)
    assert all(row.title_es and row.title_en for row in SWITCHES)


def test_every_rule_set_travels_as_json() -> None:
    for rules in PRESETS.values():
        assert msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet) == rules
