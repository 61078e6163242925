"""Every switch makes a difference in play: for each, where it is tested at one value and another.

First the tests of switches that belong to no other file; then the list of all.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from server.events.catalog import CardPlayed
from server.game.commands import Play, Start
from server.protocol.reasons import Reason
from server.rules.switches import SWITCH_BY_KEY
from tests.spec import A, B, dealt, given, moved, seed, table

GAME = Path(__file__).parent


@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 9)])
def test_the_cards_of_each_are_a_switch_for_two_and_for_more(seats: int, each: int) -> None:
    now = given(table("clasico", seats=seats, hand_size=9, hand_size_two=3))
    deal = now.when(Start(A, 1, seed(2))).accepted().table.round
    assert deal is not None
    assert {len(hand) for hand in deal.hands} == {each}


def test_other_ranks_may_be_wild() -> None:
    now = given(table("clasico", wild_suit="5,8"), dealt("5H KS", "2C 5D", "2D", top="7C"))
    now.when(Play(A, "5H", "S")).then(CardPlayed(A, "5H", active="S", named="S"), moved(B))
    now.when(Play(A, "5H")).refused(Reason.SUIT_NEEDED)


def test_a_rank_that_is_not_wild_goes_by_suit_and_rank() -> None:
    given(table("clasico", wild_suit="8"), dealt("5H KS", "2C", "2D", top="7C", stock="9H")).when(
        Play(A, "5H")
    ).refused(Reason.DOES_NOT_MATCH)


def test_eights_need_not_be_wild() -> None:
    now = given(table("clasico", wild_suit="5"), dealt("8H KS", "2C", "2D", top="7C", stock="9H"))
    now.when(Play(A, "8H")).refused(Reason.DOES_NOT_MATCH)


def test_a_rank_may_go_on_anything_and_leave_the_suit() -> None:
    now = given(table("clasico", wild_keep="5"), dealt("5H KS", "2C 3H", "2D", top="7C"))
    after = now.when(Play(A, "5H")).then(CardPlayed(A, "5H", active="C"), moved(B))
    after.when(Play(B, "2C")).accepted()
    after.when(Play(B, "3H")).refused(Reason.DOES_NOT_MATCH, suit="C")


def test_a_joker_may_name_a_suit_instead_of_keeping_it() -> None:
    now = given(
        table("montanita", wild_keep="none", wild_suit="8,JK"),
        dealt("JK#0 KS 4D", "2C 3H", "2D", top="7C"),
    )
    now.when(Play(A, "JK#0", "H")).then(
        CardPlayed(A, "JK#0", active="H", named="H"), moved(B, pending=3)
    )


def test_any_rank_may_give_another_play() -> None:
    now = given(table("clasico", play_again="A"), dealt("AC KC 2S", "2C", "2D", top="7C"))
    now.when(Play(A, "AC")).then(CardPlayed(A, "AC", active="C"), moved(A, again=True))


def test_an_ace_gives_none_where_it_is_not_chosen() -> None:
    given(table("clasico"), dealt("AC KC 2S", "2C", "2D", top="7C")).when(Play(A, "AC")).has(
        moved(B)
    )


# Each switch, with a test at one of its values and a test at another
CASES = {
    "pack": (
        "packs::the_pack_with_jokers_has_two_of_them_and_each_its_own_identity",
        "packs::the_jiu_jitsu_pack_has_107_cards",
    ),
    "two_packs_from": (
        "packs::so_many_cards_each_and_so_many_in_the_stock",
        "packs::five_may_mix_two_packs_where_the_table_says_so",
    ),
    "hand_size": (
        "dealing::five_cards_each_or_seven_for_two_and_two_packs_from_six",
        "switches::the_cards_of_each_are_a_switch_for_two_and_for_more",
    ),
    "hand_size_two": (
        "dealing::five_cards_each_or_seven_for_two_and_two_packs_from_six",
        "switches::the_cards_of_each_are_a_switch_for_two_and_for_more",
    ),
    "direction": (
        "dealing::in_the_first_round_the_host_deals_and_the_next_seat_plays_first",
        "dealing::with_play_to_the_right_the_seat_to_the_right_gets_the_first_card",
    ),
    "first_dealer": (
        "cut::where_the_host_deals_first_nobody_cuts",
        "cut::who_cuts_the_highest_card_deals_and_jokers_are_above_kings",
    ),
    "next_dealer": (
        "leaving::the_next_round_is_dealt_by_the_next_seat_whoever_won",
        "cut::the_deal_passes_on_as_the_table_says",
    ),
    "starter_forbidden": (
        "starters::wilds_open_nowhere_and_a_joker_neither",
        "starters::a_rank_may_be_barred_by_the_table",
    ),
    "starter_eight": (
        "starters::an_eight_that_may_open_and_is_not_to_be_named_has_its_own_suit",
        "starters::where_the_dealer_names_an_eight_stays_and_is_named_before_anything_else",
    ),
    "starter_effects": (
        "starters::where_starters_have_no_effect_none_has",
        "starters::the_effects_of_starters_are_a_switch",
    ),
    "wild_suit": ("switches::other_ranks_may_be_wild", "switches::eights_need_not_be_wild"),
    "wild_keep": (
        "switches::a_rank_may_go_on_anything_and_leave_the_suit",
        "switches::a_joker_may_name_a_suit_instead_of_keeping_it",
    ),
    "skip": (
        "family::jacks_queens_and_twos_do_nothing_unless_chosen",
        "family::a_jack_skips_where_that_is_chosen",
    ),
    "reverse": (
        "family::jacks_queens_and_twos_do_nothing_unless_chosen",
        "family::a_queen_turns_the_way_where_that_is_chosen",
    ),
    "draw": (
        "family::jacks_queens_and_twos_do_nothing_unless_chosen",
        "family::a_two_makes_draw_where_that_is_chosen",
    ),
    "play_again": (
        "switches::an_ace_gives_none_where_it_is_not_chosen",
        "switches::any_rank_may_give_another_play",
    ),
    "reverse_two": (
        "montanita::where_it_does_nothing_the_turn_moves_on",
        "montanita::with_two_a_reversal_gives_another_play",
    ),
    "answers": (
        "jiujitsu::where_any_draw_card_answers_the_colour_does_not_matter_and_choose_is_no_answer",
        "jiujitsu::on_a_draw_five_a_draw_two_of_another_colour_does_not_answer",
    ),
    "stacking": (
        "effects::a_two_of_any_suit_answers_a_two_and_adds_up",
        "effects::without_stacking_only_the_last_twos_number_is_owed",
    ),
    "penalty_first_card": (
        "montanita::elsewhere_a_penalty_is_taken_in_one",
        "montanita::a_penalty_is_taken_as_one_card_and_then_the_rest",
    ),
    "eight_on_eight": (
        "family::an_eight_goes_on_an_eight_unless_the_table_says_otherwise",
        "family::not_even_to_follow_the_suit_that_was_named",
    ),
    "silent_eight": (
        "family::an_eight_names_a_suit_unless_it_is_silent",
        "family::a_silent_eight_takes_no_name",
    ),
    "draw_limit": (
        "drawing::in_clasico_one_may_draw_while_holding_a_match_and_as_often_as_one_likes",
        "drawing::up_to_three_may_be_drawn",
    ),
    "voluntary_draw": (
        "family::holding_a_match_nobody_draws",
        "family::drawing_at_will_is_a_switch",
    ),
    "drawn_card": (
        "family::the_drawn_card_may_be_played_or_kept",
        "jiujitsu::the_drawn_card_must_be_played_if_it_matches",
    ),
    "rebuild_stock": (
        "drawing::five_draws_from_a_stock_of_one_give_one_card",
        "drawing::an_empty_stock_is_rebuilt_from_all_discards_but_the_top",
    ),
    "last_card_effect": (
        "closing::a_two_as_last_card_has_no_effect",
        "closing::where_the_closing_two_makes_draw_those_cards_count",
    ),
    "play_on": (
        "places::without_playing_on_the_round_is_over_with_the_first_last_card",
        "places::who_plays_its_last_card_is_out_with_the_next_place_and_the_others_play_on",
    ),
    "last_card_call": (
        "calls::where_the_last_card_is_not_called_nothing_is_owed",
        "calls::another_seat_may_call_it_in_time",
    ),
    "last_card_fine": (
        "calls::the_fine_is_what_the_table_says",
        "calls::the_fine_is_a_switch",
    ),
    "call_on_pass": (
        "calls::without_that_rule_a_pass_owes_none_and_bears_none",
        "calls::passing_with_one_card_owes_a_call",
    ),
    "enforcement": (
        "faults::strict_tables_refuse_what_does_not_match",
        "faults::on_its_turn_a_seat_may_play_any_card_of_its_hand",
    ),
    "fines": (
        "faults::every_fine_is_a_switch",
        "faults::a_fault_without_a_fine_is_put_right_all_the_same",
    ),
    "turn_seconds": (
        "turn_clock::without_a_clock_a_turn_has_no_end",
        "turn_clock::with_one_a_turn_ends_after_its_seconds",
    ),
    "scoring": (
        "extra_round::where_the_winner_collects_the_same_total_ends_the_match_for_the_highest",
        "extra_round::the_lowest_total_wins_when_somebody_has_the_target",
    ),
    "target": (
        "closing::the_target_is_fifty_for_each_seat",
        "closing::an_agreed_target_counts",
    ),
    "limit": (
        "elimination::the_limit_is_a_switch",
        "elimination::without_a_limit_nobody_is_out",
    ),
    "time_limit": (
        "elimination::without_a_time_limit_time_ends_nothing",
        "elimination::at_the_first_close_after_the_time_limit_the_lowest_wins",
    ),
    "max_rounds": (
        "elimination::before_that_round_the_match_goes_on",
        "elimination::after_so_many_rounds_the_lowest_wins",
    ),
    "on_abandon": (
        "robot_plays_on::usually_the_match_ends_and_who_left_loses",
        "robot_plays_on::where_a_robot_plays_on_it_takes_the_hand_and_the_match_goes_on",
    ),
}


def test_every_switch_is_on_the_list() -> None:
    assert CASES.keys() == SWITCH_BY_KEY.keys()


@pytest.mark.parametrize("key", CASES)
def test_its_tests_are_there_and_one_of_them_sets_it(key: str) -> None:
    bodies = [bodies_of(name.partition("::")[0])[name.partition("::")[2]] for name in CASES[key]]
    names_it = [body for body in bodies if key in body]
    assert names_it or key in SET_BY_PRESET


# Told apart by presets, or by helpers of the test's file
SET_BY_PRESET = {"rebuild_stock", "draw_limit"}


@cache
def bodies_of(file: str) -> dict[str, str]:
    """The tests of a file by name, without their beginning: what stands in each."""
    text = (GAME / f"test_{file}.py").read_text()
    found = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return {
        node.name.removeprefix("test_"): ast.get_source_segment(text, node) or "" for node in found
    }


def test_no_key_is_excused_without_need() -> None:
    for key in SET_BY_PRESET:
        bodies = [bodies_of(n.partition("::")[0])[n.partition("::")[2]] for n in CASES[key]]
        assert not any(key in body for body in bodies), key
