"""The rules page of a table: every rule is told, in both languages, and every sentence is true.

Beside each sentence stand tests that play what it says. Whoever changes a rule has to change its
sentence: a switch that changes nothing on the page must be on the list of what is not told.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given as forall
from hypothesis import settings

from server.cards import JIUJITSU
from server.rules.door import rules_for
from server.rules.page.build import CREDITS, SENTENCES, page_of
from server.rules.page.words import LANGS, Lang
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet
from server.rules.switches import SEATS_MAX, SWITCH_BY_KEY
from tests.rules.some_rules import changes, rule_sets

TESTS = Path(__file__).parents[1]

# Each sentence, with tests that play what it says
EXAMPLES: dict[str, tuple[str, ...]] = {
    "pack": (
        "game/packs::the_pack_with_jokers_has_two_of_them_and_each_its_own_identity",
        "game/packs::the_jiu_jitsu_pack_has_107_cards",
    ),
    "two_packs": ("game/packs::five_may_mix_two_packs_where_the_table_says_so",),
    "hand_size": (
        "game/packs::so_many_cards_each_and_so_many_in_the_stock",
        "game/switches::the_cards_of_each_are_a_switch_for_two_and_for_more",
    ),
    "dealer": (
        "game/cut::where_the_host_deals_first_nobody_cuts",
        "game/cut::who_cuts_the_lowest_card_deals",
        "game/cut::who_cuts_the_highest_card_deals_and_jokers_are_above_kings",
        "game/cut::in_the_jiu_jitsu_pack_cards_are_compared_by_points",
        "game/cut::the_deal_passes_on_as_the_table_says",
    ),
    "direction": (
        "game/dealing::with_play_to_the_right_the_seat_to_the_right_gets_the_first_card",
        "game/leaving::dealers_go_round_and_every_round_starts_in_its_first_direction",
    ),
    "starter": (
        "game/starters::wilds_open_nowhere_and_a_joker_neither",
        "game/starters::a_card_that_may_not_open_goes_below_half_of_the_others",
    ),
    "starter_named": (
        "game/starters::where_the_dealer_names_an_eight_stays_and_is_named_before_anything_else",
        "game/starters::an_eight_that_may_open_and_is_not_to_be_named_has_its_own_suit",
    ),
    "starter_effects": (
        "game/starters::a_draw_card_is_owed_by_the_first_seat",
        "game/starters::a_skip_costs_the_first_seat_its_turn",
        "game/starters::a_reversal_turns_the_direction_and_the_dealer_plays_first",
    ),
    "starter_inert": ("game/starters::where_starters_have_no_effect_none_has",),
    "matching": (
        "game/playing::a_card_of_the_active_suit_matches",
        "game/playing::a_card_of_the_tops_rank_matches_and_its_suit_is_active",
        "game/jiujitsu::a_card_matches_by_its_symbol_and_both_copies_match",
    ),
    "wild": (
        "game/playing::an_eight_goes_on_anything_and_names_a_suit",
        "game/closing::an_eight_as_last_card_names_nothing",
        "game/family::an_eight_names_a_suit_unless_it_is_silent",
        "game/places::a_last_wild_without_a_suit_of_its_own_must_name_one_where_play_goes_on",
    ),
    "no_eight_on_eight": ("game/family::not_even_to_follow_the_suit_that_was_named",),
    "wild_keep": ("game/switches::a_rank_may_go_on_anything_and_leave_the_suit",),
    "joker": ("game/montanita::a_three_goes_on_a_joker_and_a_joker_on_a_joker",),
    "skip": ("game/effects::a_queen_takes_the_next_seats_turn",),
    "reverse": ("game/effects::an_ace_turns_the_direction_at_once",),
    "reverse_two": (
        "game/montanita::with_two_of_three_left_a_reversal_gives_another_play_too",
        "game/effects::with_two_an_ace_changes_nothing",
    ),
    "play_again": (
        "game/montanita::after_an_ace_the_same_seat_plays_once_more",
        "game/montanita::the_other_play_may_be_given_up_by_a_pass",
        "game/montanita::instead_of_the_other_play_nothing_may_be_drawn",
    ),
    "draw": ("game/effects::one_draw_takes_the_whole_penalty_and_the_turn_goes_on",),
    "answers": (
        "game/effects::only_a_two_answers_a_two",
        "game/jiujitsu::on_a_draw_five_a_draw_two_of_another_colour_does_not_answer",
        "game/jiujitsu::on_a_draw_five_choose_wipes_the_penalty_out",
    ),
    "stacking": (
        "game/effects::a_two_of_any_suit_answers_a_two_and_adds_up",
        "game/effects::without_stacking_only_the_last_twos_number_is_owed",
    ),
    "penalty_first_card": (
        "game/montanita::a_penalty_is_taken_as_one_card_and_then_the_rest",
        "game/montanita::not_if_an_answer_was_held_before",
    ),
    "forgiven": ("game/effects::what_the_stock_cannot_give_is_forgiven",),
    "voluntary_draw": (
        "game/family::holding_a_match_nobody_draws",
        "game/family::drawing_at_will_is_a_switch",
    ),
    "draw_limit": (
        "game/drawing::while_there_are_cards_to_draw_nobody_passes",
        "game/family::one_card_is_drawn_and_then_there_is_only_the_pass",
        "game/drawing::drawing_up_to_three_stops_at_the_first_drawn_card_that_matches",
    ),
    "drawn_card": (
        "game/family::the_drawn_card_may_be_played_or_kept",
        "game/jiujitsu::the_drawn_card_must_be_played_if_it_matches",
    ),
    "rebuild_stock": (
        "game/drawing::an_empty_stock_is_rebuilt_from_all_discards_but_the_top",
        "game/drawing::five_draws_from_a_stock_of_one_give_one_card",
    ),
    "closing": (
        "game/closing::the_round_closes_with_the_last_card_and_the_winner_adds_what_the_others_hold",
        "game/places::when_one_seat_holds_cards_the_round_is_over_and_so_is_the_match",
    ),
    "last_card_effect": (
        "game/closing::a_two_as_last_card_has_no_effect",
        "game/closing::where_the_closing_two_makes_draw_those_cards_count",
        "game/closing::a_closing_queen_makes_nobody_draw",
        "game/places::a_last_skip_skips",
        "game/places::a_last_ace_gives_no_other_play",
    ),
    "blocked": (
        "game/closing::when_every_seat_passes_for_want_of_cards_the_table_is_blocked",
        "game/places::a_blocked_table_ranks_the_hands_from_the_lowest_up_after_those_that_are_out",
    ),
    "still": ("game/standstill::with_one_away_the_table_is_blocked_after_two_times_round",),
    "circling": ("game/circling::the_fortieth_play_in_a_row_after_drawing_blocks_the_table",),
    "last_card_call": (
        "game/calls::a_forgotten_call_costs_its_fine_just_before_another_seat_plays",
        "game/calls::another_seat_may_call_it_in_time",
    ),
    "call_on_pass": (
        "game/calls::passing_with_one_card_owes_a_call",
        "game/calls::a_seat_with_one_card_that_is_skipped_owes_a_call",
    ),
    "enforcement": (
        "game/faults::strict_tables_refuse_what_does_not_match",
        "game/faults::on_its_turn_a_seat_may_play_any_card_of_its_hand",
        "game/faults::the_card_that_would_empty_a_hand_must_match",
        "game/calling::what_was_not_called_before_the_next_act_stands",
    ),
    "wrong_card": ("game/faults::a_called_wrong_card_goes_back_and_costs_its_fine",),
    "out_of_turn": (
        "game/faults::in_montanita_a_card_out_of_turn_goes_back_and_costs_three",
        "game/faults::elsewhere_a_card_out_of_turn_is_refused",
    ),
    "unnamed": (
        "game/faults::in_montanita_a_wild_without_a_suit_stays_and_costs_three",
        "game/faults::elsewhere_a_wild_without_a_suit_is_refused",
    ),
    "wrong_call": (
        "game/faults::in_montanita_a_wrong_call_costs_the_caller_three",
        "game/faults::a_wrong_call_costs_nothing_in_the_family_and_in_jiu_jitsu",
    ),
    "turn_seconds": ("game/turn_clock::whoever_is_slow_is_fined_and_its_turn_ends",),
    "values": (
        "rules/scoring::a_card_costs_its_points",
        "rules/scoring::in_the_jiu_jitsu_pack_numbers_cost_their_value_and_eight_too",
    ),
    "scoring": (
        "rules/scoring::what_a_round_adds_goes_by_the_way_of_counting",
        "game/countdown::the_winners_hand_shrinks_by_one_and_no_points_are_counted",
        "game/countdown::whoever_wins_a_round_dealt_with_one_card_wins_the_match",
        "game/places::the_first_out_wins_and_the_last_holder_of_cards_is_last",
    ),
    "target": (
        "game/closing::the_target_is_fifty_for_each_seat",
        "game/extra_round::those_who_tie_for_the_lowest_play_one_more_round",
        "game/extra_round::there_is_one_extra_round_and_no_second",
    ),
    "limit": (
        "game/elimination::only_over_the_limit_is_a_seat_out",
        "game/elimination::the_last_one_left_wins",
    ),
    "time_limit": (
        "game/elimination::at_the_first_close_after_the_time_limit_the_lowest_wins",
        "game/elimination::time_ends_no_round_before_its_close",
    ),
    "max_rounds": ("game/elimination::after_so_many_rounds_the_lowest_wins",),
    "on_abandon": (
        "game/robot_plays_on::usually_the_match_ends_and_who_left_loses",
        "game/robot_plays_on::where_a_robot_plays_on_it_takes_the_hand_and_the_match_goes_on",
    ),
    "absence": (
        "game/leaving::after_more_than_48_hours_any_other_player_may_close_for_absence",
        "game/leaving::a_moment_before_seven_days_the_table_is_still_there",
    ),
}


def test_every_sentence_has_an_example_and_no_example_is_left_over() -> None:
    keys = [sentence.key for sentence in SENTENCES]
    assert sorted(keys) == sorted(EXAMPLES)


@pytest.mark.parametrize("key", EXAMPLES)
def test_its_examples_are_there(key: str) -> None:
    assert EXAMPLES[key]
    for name in EXAMPLES[key]:
        file, _, test = name.partition("::")
        assert f"test_{test}" in functions(file), name


@cache
def functions(file: str) -> frozenset[str]:
    folder, _, name = file.partition("/")
    tree = ast.parse((TESTS / folder / f"test_{name}.py").read_text())
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


# A changed rule changes the page


class Untold(NamedTuple):
    """A change of a switch that need not show, when, and why."""

    key: str
    when: Callable[[RuleSet], bool]
    why: str


UNTOLD = (
    Untold("two_packs_from", lambda r: (r.two_packs_from or 99) > SEATS_MAX, "nobody sits there"),
    Untold("starter_forbidden", lambda r: r.starter_eight == "dealer_names",
           "what the dealer names opens all the same"),
    Untold("reverse_two", lambda r: not r.reverse, "nothing turns the direction"),
    Untold("answers", lambda r: not r.draw, "nothing makes draw"),
    Untold("stacking", lambda r: not r.draw, "nothing makes draw"),
    Untold("penalty_first_card", lambda r: not r.draw, "nothing makes draw"),
    Untold("starter_effects", lambda r: not (r.skip or r.reverse or r.draw or r.play_again),
           "no card does anything"),
    Untold("last_card_effect", lambda r: not (r.skip or r.reverse or r.draw or r.play_again),
           "no card does anything"),
    Untold("last_card_fine", lambda r: r.last_card_call == "off", "there is nothing to fine"),
    Untold("fines", lambda r: r.enforcement == "strict" and r.turn_seconds is None,
           "fines of a strict game are idle"),
    Untold("fines", lambda r: r.enforcement == "strict", "only being slow is fined in one"),
    Untold("fines", lambda r: r.turn_seconds is None, "without a clock nobody is slow"),
)  # fmt: skip


def told(rules: RuleSet, lang: Lang) -> str:
    """All that the page says, without its code."""
    page = page_of(rules, lang)
    return "\n".join(" ".join(section.sentences) for section in page.sections)


BASES = {
    **PRESETS,
    "honour": rules_for("montanita", {"enforcement": "honour"}),
    "clocked": rules_for("especiales", {"turn_seconds": 60}),
    "called": rules_for(
        "especiales", {"last_card_call": "called", "rebuild_stock": True, "two_packs_from": None}
    ),
    "quiet": rules_for(
        "jiujitsu", {"draw": "none", "skip": "none", "reverse": "none", "scoring": "places"}
    ),
    "named": rules_for("especiales", {"starter_eight": "dealer_names", "draw": "8:4,2:2"}),
}


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("lang", LANGS)
def test_a_changed_rule_changes_what_the_page_says_or_is_listed_as_untold(
    base: str, lang: Lang
) -> None:
    rules = BASES[base]
    before = told(rules, lang)
    for key, value, changed in changes(rules):
        if told(changed, lang) != before:
            continue
        assert any(u.key == key and u.when(rules) and u.when(changed) for u in UNTOLD), (key, value)


def test_what_is_listed_as_untold_is_needed() -> None:
    excused = set()
    for rules in BASES.values():
        for key, _, changed in changes(rules):
            if told(changed, "es") == told(rules, "es"):
                excused |= {u for u in UNTOLD if u.key == key and u.when(rules)}
    assert excused == set(UNTOLD)


def test_sentences_name_the_fields_that_change_them() -> None:
    fields = {field.name for field in msgspec.structs.fields(RuleSet)}
    named = {field for sentence in SENTENCES for field in sentence.tells}
    assert named <= fields
    assert named == SWITCH_BY_KEY.keys()


@pytest.mark.parametrize("base", BASES)
def test_a_sentence_changes_only_with_the_fields_that_it_names(base: str) -> None:
    """What it says; whether it is there at all may depend on more."""
    rules = BASES[base]
    for key, value, changed in changes(rules):
        keys = {key} | {k for k in SWITCH_BY_KEY if getattr(rules, k) != getattr(changed, k)}
        for sentence in SENTENCES:
            if not (sentence.when(rules) and sentence.when(changed)):
                continue
            for lang in LANGS:
                if sentence.says(rules, lang) != sentence.says(changed, lang):
                    assert keys & set(sentence.tells), (sentence.key, key, value)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("lang", LANGS)
def test_what_a_house_changed_is_also_told_by_itself(preset: str, lang: Lang) -> None:
    """As far as it can be told: whatever changes the page is among it."""
    usual = PRESETS[preset]
    assert page_of(usual, lang).house == ()
    for key, value, changed in changes(usual):
        if told(changed, lang) != told(usual, lang):
            assert page_of(changed, lang).house, (key, value)


def test_what_a_house_changed_has_its_values() -> None:
    rules = rules_for("especiales", {"hand_size": 6, "skip": "none", "draw": "2:2,3:3"})
    assert page_of(rules, "es").house == (
        "Cada uno recibe seis cartas, o siete si juegan dos.",
        "Con un 2 el siguiente pierde el turno y roba dos cartas; con un 3, tres.",
        "Sin «Hace perder el turno».",
    )
    assert page_of(rules, "en").house[-1] == "Without “Skips the next player”."


# How it reads


LEFTOVERS = re.compile(r"  |None|[{}\[\]()]{2}|\{|\}| [.,;:]|[.,;:]{2}|\b(\w+) \1\b|[A-Z]{2}\d")


def checked(rules: RuleSet) -> None:
    for lang in LANGS:
        page = page_of(rules, lang)
        for section in page.sections:
            assert section.title
            for sentence in section.sentences:
                assert sentence[0].isupper() or sentence[0].isdigit(), sentence
                assert sentence[-1] == "."
                assert not LEFTOVERS.search(sentence), sentence
                assert sentence.count("(") == sentence.count(")")
        texts = [sentence for section in page.sections for sentence in section.sentences]
        assert len(set(texts)) == len(texts), "a sentence is said twice"


@pytest.mark.parametrize("base", BASES)
def test_every_page_of_one_change_reads_clean(base: str) -> None:
    checked(BASES[base])
    for _, _, rules in changes(BASES[base]):
        checked(rules)


@settings(max_examples=200)
@forall(rule_sets())
def test_any_page_reads_clean(rules: RuleSet) -> None:
    checked(rules)


@settings(max_examples=100)
@forall(rule_sets())
def test_both_languages_say_as_much(rules: RuleSet) -> None:
    es, en = page_of(rules, "es"), page_of(rules, "en")
    assert [len(s.sentences) for s in es.sections] == [len(s.sentences) for s in en.sections]
    for one, other in zip(es.sections, en.sections, strict=True):
        for here, there in zip(one.sentences, other.sentences, strict=True):
            assert re.findall(r"\d+", here) == re.findall(r"\d+", there)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_has_its_game_s_name_its_goal_and_its_code(preset: str) -> None:
    for lang in LANGS:
        page = page_of(PRESETS[preset], lang)
        assert page.title
        assert page.goal.endswith(".")
        assert page.code == preset
        assert len(page.fingerprint) == 12


def test_the_jiu_jitsu_pack_s_author_and_licence_are_named_wherever_it_is_played() -> None:
    for preset in PRESETS:
        page = page_of(PRESETS[preset], "es")
        assert bool(page.credits) == (preset == "jiujitsu")
    assert PRESETS["jiujitsu"].pack == JIUJITSU
    for credit in CREDITS:
        assert "Luis De Palma" in credit
        assert "Creative Commons" in credit
