"""For every reason a test that provokes it: this table says which."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from server.protocol.reasons import Reason

TESTS = Path(__file__).parent.parent
# Reasons of the core, by the test that provokes each. Those of the house stand in ELSEWHERE.
PROVOKED = {
    Reason.NO_SUCH_TABLE: "game/test_lobby.py::test_without_the_links_secret_nobody_sits",
    Reason.NOT_SEATED: "game/test_lobby.py::test_who_does_not_sit_cannot_leave",
    Reason.NOT_HOST: "game/test_lobby.py::test_a_guest_may_not_do_what_is_the_hosts",
    Reason.BAD_CODE: "game/test_admission.py::test_a_code_serves_once",
    Reason.STALE: "game/test_refusals.py::test_what_was_decided_on_an_earlier_turn_is_stale",
    Reason.TABLE_FULL: "game/test_lobby.py::test_of_twenty_guests_one_gets_the_last_seat",
    Reason.ALREADY_SEATED: "game/test_lobby.py::test_nobody_sits_twice",
    Reason.ALREADY_STARTED: "game/test_lobby.py::test_a_second_start_deals_nothing",
    Reason.NOT_STARTED: "game/test_refusals.py::test_before_the_start_nobody_plays",
    Reason.TOO_FEW_PLAYERS: "game/test_lobby.py::test_one_seat_alone_does_not_start",
    Reason.SEAT_TAKEN: "game/test_lobby.py::test_a_seat_that_is_taken_is_not_given_again",
    Reason.SEAT_EMPTY: "game/test_lobby.py::test_a_person_is_not_removed_as_a_robot",
    Reason.NO_SUCH_SEAT: "game/test_lobby.py::test_a_seat_that_is_not_there_is_not_given",
    Reason.NO_SUCH_ROBOT: "game/test_lobby.py::test_a_robot_sits_once_and_must_exist",
    Reason.NOT_YOUR_TURN: (
        "game/test_refusals.py::test_out_of_turn_the_answer_is_the_same_whatever_is_asked"
    ),
    Reason.ROUND_OVER: "game/test_refusals.py::test_between_rounds_nobody_plays",
    Reason.UNKNOWN_CARD: "game/test_playing.py::test_a_card_that_is_not_in_the_deck_is_told_so",
    Reason.NOT_IN_HAND: (
        "game/test_refusals.py::"
        "test_a_card_in_anothers_hand_and_one_in_the_stock_get_the_same_answer"
    ),
    Reason.DOES_NOT_MATCH: (
        "game/test_playing.py::test_another_card_does_not_match_and_the_refusal_says_what_would"
    ),
    Reason.MUST_ANSWER: "game/test_effects.py::test_only_a_two_answers_a_two",
    Reason.MUST_NAME: "game/test_playing.py::test_a_dealer_who_owes_a_suit_can_do_nothing_before",
    Reason.SUIT_NEEDED: "game/test_playing.py::test_an_eight_without_a_suit_is_refused",
    Reason.SUIT_NOT_ASKED: "game/test_playing.py::test_a_card_that_is_not_an_eight_names_no_suit",
    Reason.STOCK_EMPTY: "game/test_drawing.py::test_five_draws_from_a_stock_of_one_give_one_card",
    Reason.CAN_PLAY: (
        "game/test_drawing.py::test_where_one_draws_only_for_want_of_a_card_a_match_forbids_it"
    ),
    Reason.DRAW_LIMIT: "game/test_drawing.py::test_up_to_three_may_be_drawn",
    Reason.MUST_PLAY_DRAWN: (
        "game/test_drawing.py::"
        "test_a_drawn_card_that_matches_must_be_played_where_the_table_says_so"
    ),
    Reason.CANNOT_PASS: "game/test_drawing.py::test_while_there_are_cards_to_draw_nobody_passes",
    Reason.PLAY_OR_PASS: (
        "game/test_montanita.py::test_instead_of_the_other_play_nothing_may_be_drawn"
    ),
    Reason.MUST_TAKE_REST: "game/test_montanita.py::test_nor_a_card_held_before",
    Reason.NOTHING_TO_CALL: "game/test_calls.py::test_out_of_turn_two_cards_call_nothing",
    Reason.NO_CALLING: "game/test_calling.py::test_in_a_strict_game_there_is_no_fault_to_call",
    Reason.CALLED_ALREADY: (
        "game/test_calling.py::test_nobody_calls_the_same_seat_twice_between_two_acts"
    ),
    Reason.NOTHING_TO_NAME: "game/test_playing.py::test_where_no_suit_is_owed_none_can_be_named",
    Reason.NOT_CUTTER: "game/test_sealing.py::test_nobody_else_cuts",
    Reason.NO_SUCH_PLACE: "game/test_sealing.py::test_a_deck_is_cut_between_its_cards",
    Reason.ROUND_RUNNING: "game/test_leaving.py::test_while_a_round_runs_no_other_is_dealt",
    Reason.MATCH_OVER: "game/test_refusals.py::test_after_the_match_nobody_plays",
    Reason.MATCH_RUNNING: "game/test_lobby.py::test_in_the_middle_of_a_match_nobody_just_leaves",
    Reason.NO_REMATCH: "game/test_rematch.py::test_after_an_abandoned_match_no_rematch_is_offered",
    Reason.ALREADY_ACCEPTED: ("game/test_rematch.py::test_who_has_accepted_does_not_accept_again"),
    Reason.NOT_OFFERED: "game/test_rematch.py::test_what_was_not_offered_is_not_answered",
    Reason.NOT_ABSENT_YET: "game/test_leaving.py::test_up_to_48_hours_nobody_is_absent",
    Reason.OWN_ABSENCE: (
        "game/test_leaving.py::test_the_absent_may_not_close_for_their_own_absence"
    ),
    Reason.TABLE_CLOSED: "game/test_leaving.py::test_an_expired_table_takes_no_command",
    Reason.NOT_EXPIRED_YET: (
        "game/test_leaving.py::test_a_moment_before_seven_days_the_table_is_still_there"
    ),
}
# Given by the server around the game; tests of `live` and `api` provoke them.
ELSEWHERE = {
    Reason.MALFORMED,
    Reason.UNKNOWN_FRAME,
    Reason.TOO_FAST,
    Reason.TOO_MANY_WATCHERS,
    Reason.BAD_NAME,
    Reason.EMPTY_WORDS,
    Reason.RETRY,
    Reason.RESTARTING,
    Reason.TOO_MANY_TABLES,
    Reason.BAD_RULES,
    Reason.WATCHING_OFF,
    Reason.MUTED,
    Reason.NOT_FOUND,
}


def test_every_reason_has_its_test() -> None:
    assert PROVOKED.keys() | ELSEWHERE == set(Reason)
    assert not PROVOKED.keys() & ELSEWHERE


@pytest.mark.parametrize("reason", PROVOKED, ids=str)
def test_the_test_is_there_and_speaks_of_the_reason(reason: Reason) -> None:
    place, _, name = PROVOKED[reason].partition("::")
    assert reason.name in functions(place)[name]


def test_the_core_gives_no_reason_that_is_not_in_the_table() -> None:
    core = "".join(path.read_text() for path in (TESTS.parent / "server/game").glob("*.py"))
    assert not [reason for reason in ELSEWHERE if f"Reason.{reason.name}" in core]
    given = {reason for reason in Reason if f"Reason.{reason.name}" in core}
    assert given == PROVOKED.keys()


@cache
def functions(place: str) -> dict[str, str]:
    """The tests of a file: what stands in each."""
    text = (TESTS / place).read_text()
    found = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return {node.name: ast.get_source_segment(text, node) or "" for node in found}
