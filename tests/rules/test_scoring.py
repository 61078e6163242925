"""What hands cost, targets, places, and ties at a blocked table (RULES.md §6–7)."""

from __future__ import annotations

import pytest

from server.cards import deck_of
from server.rules.door import rules_for
from server.rules.scoring import (
    by_hand,
    gains_of,
    lowest_wins,
    places_of,
    points_of,
    target_of,
)

DECK = deck_of("french52", 1)


@pytest.mark.parametrize(
    ("card", "points"),
    [("8C", 50), ("KD", 10), ("QH", 10), ("JS", 10), ("TC", 10), ("AD", 1), ("2H", 2), ("9S", 9)],
)
def test_a_card_costs_its_points(card: str, points: int) -> None:
    assert points_of(DECK, (card,)) == points


def test_a_pack_costs_540_points() -> None:
    assert points_of(DECK, DECK.cards) == 4 * (50 + 40 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 9)


def test_an_empty_hand_costs_nothing() -> None:
    assert points_of(DECK, ()) == 0


def test_both_copies_of_a_card_count() -> None:
    assert points_of(deck_of("french52", 2), ("8C#0", "8C#1", "2C#1")) == 102


def test_the_target_is_fifty_a_seat_or_the_agreed_number() -> None:
    assert [target_of(rules_for("clasico"), seats) for seats in (2, 3, 4, 5)] == [
        100,
        150,
        200,
        250,
    ]
    assert target_of(rules_for("clasico", {"target": 75}), 4) == 75


def test_the_highest_total_is_first_and_equal_totals_share_a_place() -> None:
    assert places_of((30, 180, 30, 7)) == (2, 1, 2, 4)
    assert places_of((0, 0, 0)) == (1, 1, 1)


def test_the_lowest_hand_wins_a_blocked_table() -> None:
    order = (2, 0, 1)
    assert by_hand({0: 10, 1: 4, 2: 10}, {0: 1, 1: 5, 2: 1}, order)[0] == 1
    assert by_hand({0: 10, 1: 10, 2: 10}, {0: 2, 1: 1, 2: 2}, order)[0] == 1
    assert by_hand({0: 10, 1: 10, 2: 10}, {0: 2, 1: 2, 2: 2}, order)[0] == 2


# Other packs


@pytest.mark.parametrize("card", ["JK#0", "JK#1"])
def test_a_joker_costs_fifty(card: str) -> None:
    """D31."""
    assert points_of(deck_of("french54", 1), (card,)) == 50


@pytest.mark.parametrize(
    ("card", "points"),
    [("+5#0", 50), ("EL#3", 50), ("b+#0", 20), ("n~#1", 20), ("k!#0", 20)]
    + [(f"p{number}#0", number) for number in range(1, 10)],
)
def test_in_the_jiu_jitsu_pack_numbers_cost_their_value_and_eight_too(
    card: str, points: int
) -> None:
    assert points_of(deck_of("jiujitsu", 1), (card,)) == points


# What a round adds


HELD = {0: 10, 1: 4, 2: 25}


@pytest.mark.parametrize(
    ("preset", "blocked", "gains"),
    [
        ("clasico", False, {1: 35}),
        ("clasico", True, {1: 27}),
        ("familiar", False, {0: 10, 2: 25}),
        ("familiar", True, {0: 6, 2: 21}),
        ("jiujitsu", False, {0: 10, 2: 25, 1: -100}),
        ("jiujitsu", True, {0: 10, 2: 25, 1: -100}),
        ("montanita", False, {}),
        ("montanita", True, {}),
    ],
)
def test_what_a_round_adds_goes_by_the_way_of_counting(
    preset: str, blocked: bool, gains: dict[int, int]
) -> None:
    """D13, D40."""
    assert gains_of(rules_for(preset), HELD, 1, blocked=blocked) == gains


def test_countdown_adds_nothing() -> None:
    rules = rules_for("clasico", {"scoring": "countdown"})
    assert gains_of(rules, HELD, 1, blocked=False) == {}
    assert target_of(rules, 4) == 0


@pytest.mark.parametrize(
    ("preset", "lowest"),
    [("clasico", False), ("familiar", True), ("jiujitsu", True), ("montanita", False)],
)
def test_a_table_says_whether_the_lowest_wins(preset: str, lowest: bool) -> None:
    """D40."""
    assert lowest_wins(rules_for(preset)) == lowest


def test_the_lowest_total_is_first_where_losers_add() -> None:
    assert places_of((30, 180, 30, 7), lowest=True) == (2, 4, 2, 1)
