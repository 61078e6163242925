"""What hands cost, targets, places, and ties at a blocked table (RULES.md §6–7)."""

from __future__ import annotations

import pytest

from server.cards import deck_of
from server.rules.door import rules_for
from server.rules.scoring import by_hand, places_of, points_of, target_of

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
