"""The end of a round: going out, special last cards, a blocked table, points (RULES.md §5–7)."""

from __future__ import annotations

import pytest

from server.events.catalog import (
    CardPlayed,
    CardsDrawn,
    Left,
    MatchEnded,
    RoundClosed,
    StockRebuilt,
    TurnMoved,
    TurnPassed,
)
from server.game.commands import Draw, NextRound, Pass, Play
from server.protocol.reasons import Reason
from tests.spec import (
    A,
    B,
    C,
    D,
    dealt,
    given,
    like,
    moved,
    owes,
    scored,
    seed,
    table,
    turn_of,
)


def test_the_round_closes_with_the_last_card_and_the_winner_adds_what_the_others_hold() -> None:
    given(table(), dealt("5H", "2C KD", "8D AS", top="7H")).when(Play(A, "5H")).then(
        CardPlayed(A, "5H", active="H"),
        RoundClosed(
            "out",
            round=1,
            seed=seed(1),
            winner=A,
            gained=63,
            left=(Left(B, ("2C", "KD"), 12, 12), Left(C, ("8D", "AS"), 51, 51)),
            totals=(63, 0, 0),
        ),
    )


def test_points_are_added_to_those_of_the_rounds_before() -> None:
    given(table(), scored(60, 0, 20), dealt("5H", "2C", "2D", top="7H")).when(Play(A, "5H")).has(
        like(RoundClosed, gained=4, totals=(64, 0, 20), round=2)
    )


def test_after_the_last_card_nobody_is_in_turn() -> None:
    now = given(table(), dealt("5H", "2C", "2D", top="7H")).when(Play(A, "5H")).has_no(TurnMoved)
    now.when(Play(B, "2C")).refused(Reason.ROUND_OVER)
    now.when(Draw(B)).refused(Reason.ROUND_OVER)
    now.when(Pass(B)).refused(Reason.ROUND_OVER)


def test_an_eight_as_last_card_names_nothing() -> None:
    """Accepted without a suit, and the round is closed."""
    given(table(), dealt("8D", "2C", "2S", top="7H")).when(Play(A, "8D")).then(
        CardPlayed(A, "8D", active="D"), like(RoundClosed, winner=A)
    )


def test_a_suit_sent_with_the_last_card_is_dropped() -> None:
    """D27."""
    given(table(), dealt("8D", "2C", "2S", top="7H")).when(Play(A, "8D", "S")).then(
        CardPlayed(A, "8D", active="D"), like(RoundClosed, winner=A)
    )


def test_a_suit_that_does_not_exist_is_refused_even_with_the_last_card() -> None:
    given(table(), dealt("8D", "2C", "2S", top="7H")).when(Play(A, "8D", "X")).refused(
        Reason.SUIT_NEEDED
    )


def test_the_seed_is_revealed_at_the_close() -> None:
    """D39: the one whose commitment stood on the event before the deal."""
    given(table(), scored(0, 0, 0), dealt("5H", "2C", "2D", top="7H")).when(Play(A, "5H")).has(
        like(RoundClosed, seed=seed(2))
    )


# Special last cards


def test_a_two_as_last_card_has_no_effect() -> None:
    """Nobody is asked to answer, the hands count as they are."""
    now = (
        given(table("especiales"), dealt("2C", "2H KD", "5S", top="9C", stock="7C 7D 7S"))
        .when(Play(A, "2C"))
        .then(
            CardPlayed(A, "2C", active="C"),
            like(
                RoundClosed,
                gained=17,
                left=(Left(B, ("2H", "KD"), 12, 12), Left(C, ("5S",), 5, 5)),
            ),
        )
    )
    now.when(Play(B, "2H")).refused(Reason.ROUND_OVER)


@pytest.mark.parametrize("card", ["QC", "AC"])
def test_a_queen_or_an_ace_as_last_card_closes_without_effect(card: str) -> None:
    given(table("especiales"), dealt(card, "2H KD", "5S", top="9C")).when(Play(A, card)).then(
        CardPlayed(A, card, active="C"), like(RoundClosed, winner=A, gained=17)
    )


def test_where_the_closing_two_makes_draw_those_cards_count() -> None:
    given(
        table("especiales", last_card_effect="draw_applies"),
        dealt("2C", "2H KD", "5S", top="9C", stock="7C TD 7S"),
    ).when(Play(A, "2C")).then(
        CardPlayed(A, "2C", active="C"),
        CardsDrawn(B, 2, penalty=2, cards=("7C", "TD")),
        like(
            RoundClosed,
            gained=34,
            left=(Left(B, ("2H", "KD", "7C", "TD"), 29, 29), Left(C, ("5S",), 5, 5)),
        ),
    )


def test_the_closing_two_hands_on_the_whole_sum() -> None:
    given(
        table("especiales", last_card_effect="draw_applies"),
        dealt("4C", "2H", "5S", top="2C", stock="7C TD 7S 3H 3D 3C 4D"),
        owes(B, 4),
    ).when(Play(B, "2H")).has(
        CardsDrawn(C, 6, penalty=6, cards=("7C", "TD", "7S", "3H", "3D", "3C"))
    )


def test_the_closing_two_hits_the_next_seat_in_the_current_direction() -> None:
    given(
        table("especiales", last_card_effect="draw_applies"),
        dealt("2C", "4H", "5S", top="9C", stock="7C TD"),
        turn_of(A, direction=-1),
    ).when(Play(A, "2C")).has(CardsDrawn(C, 2, penalty=2, cards=("7C", "TD")))


def test_the_closing_two_gives_what_the_stock_has() -> None:
    given(
        table("especiales", last_card_effect="draw_applies"),
        dealt("2C", "4H", "5S", top="9C", stock="7C"),
    ).when(Play(A, "2C")).has(
        CardsDrawn(B, 1, penalty=2, cards=("7C",)), like(RoundClosed, gained=16)
    )


def test_the_closing_two_with_nothing_to_draw_draws_nothing() -> None:
    """Nobody is told of a draw of no cards."""
    given(
        table("especiales", last_card_effect="draw_applies"),
        dealt("2C", "4H", "5S", top="9C"),
    ).when(Play(A, "2C")).then(CardPlayed(A, "2C", active="C"), like(RoundClosed, gained=9))


def test_the_closing_two_makes_the_stock_be_rebuilt_under_it() -> None:
    after = given(
        table("especiales", last_card_effect="draw_applies", rebuild_stock=True),
        dealt("2C", "4H", "5S", top="9C", stock="7C"),
    ).when(Play(A, "2C"))
    after.then(
        CardPlayed(A, "2C", active="C"),
        CardsDrawn(B, 1, penalty=2, cards=("7C",)),
        StockRebuilt(1, times=1, stock=("9C",)),
        CardsDrawn(B, 1, penalty=1, cards=("9C",)),
        like(RoundClosed, gained=25),
    )


def test_a_closing_queen_makes_nobody_draw() -> None:
    given(
        table("especiales", last_card_effect="draw_applies"),
        dealt("QC", "4H", "5S", top="9C", stock="7C 7D"),
    ).when(Play(A, "QC")).has_no(CardsDrawn)


# A blocked table


def test_when_every_seat_passes_for_want_of_cards_the_table_is_blocked() -> None:
    """All hold ten points; J1 wins with one card and scores nothing."""
    given(table(), dealt("KH", "9D AC", "7C 3H", top="QS")).when(Pass(A), Pass(B), Pass(C)).then(
        TurnPassed(C, blocks=True),
        RoundClosed(
            "blocked",
            round=1,
            seed=seed(1),
            winner=A,
            gained=0,
            left=(
                Left(A, ("KH",), 10, 0),
                Left(B, ("9D", "AC"), 10, 0),
                Left(C, ("7C", "3H"), 10, 0),
            ),
            totals=(0, 0, 0),
        ),
    )


def test_with_equal_points_and_cards_whoever_would_play_next_wins() -> None:
    """J3 passed last, so J1's turn would come."""
    given(table(), dealt("6H 4H", "9D AC", "7C 3H", top="QS")).when(Pass(A), Pass(B), Pass(C)).has(
        like(RoundClosed, winner=A)
    )


def test_the_tie_goes_by_whose_turn_it_would_be_and_not_by_the_seats_number() -> None:
    given(table(), dealt("6H 4H", "9D AC", "7C 3H", top="QS", first=B)).when(
        Pass(B), Pass(C), Pass(A)
    ).has(like(RoundClosed, winner=B))


def test_the_tie_goes_in_the_current_direction() -> None:
    given(
        table("especiales"),
        dealt("6H 4H 9C", "9D AC", "7C 3H", top="QS"),
        turn_of(A, direction=-1),
    ).when(Pass(A), Pass(C), Pass(B)).has(like(RoundClosed, winner=C))


def test_the_lowest_hand_takes_from_each_other_the_difference() -> None:
    given(table(), dealt("KH KC", "9D AC", "7C", top="QS")).when(Pass(A), Pass(B), Pass(C)).has(
        like(
            RoundClosed,
            how="blocked",
            winner=C,
            gained=16,
            left=(
                Left(A, ("KH", "KC"), 20, 13),
                Left(B, ("9D", "AC"), 10, 3),
                Left(C, ("7C",), 7, 0),
            ),
            totals=(0, 0, 16),
        )
    )


def test_passes_are_counted_in_a_row() -> None:
    """A play between them starts the count anew; with it, it takes three more passes."""
    now = (
        given(table(), dealt("KH 4D", "6D 9S", "7C 3H", top="QS"))
        .when(Pass(A), Play(B, "9S"), Pass(C), Pass(A))
        .then(TurnPassed(A, blocks=True), moved(B))
    )
    now.when(Pass(B)).has(like(RoundClosed, how="blocked"))


def test_a_penalty_passed_for_want_of_cards_starts_the_count_anew() -> None:
    """D7."""
    given(table("especiales"), dealt("KC 2H", "9D 4D", "7C 3C", top="QH")).when(
        Play(A, "2H"), Pass(B), Pass(C), Pass(A)
    ).then(TurnPassed(A, blocks=True), moved(B))


def test_a_pass_of_whoever_holds_a_match_does_not_count() -> None:
    """The limit was used up and the stock is empty, but a card served."""
    one = table(draw_limit=1)
    now = (
        given(one, dealt("KH 4S", "9D 4D", "7C 3H", top="QS", stock="5C"))
        .when(Draw(A), Pass(A))
        .then(TurnPassed(A, blocks=False), moved(B))
    )
    now.when(Pass(B), Pass(C)).then(TurnPassed(C, blocks=True), moved(A))


def test_a_pass_after_drawing_the_last_card_counts_if_nothing_serves() -> None:
    given(table(draw_limit=1), dealt("KH", "9D 4D", "7C 3H", top="QS", stock="5C")).when(
        Draw(A), Pass(A)
    ).then(TurnPassed(A, blocks=True), moved(B))


def test_a_blocked_table_of_robots_is_closed_by_the_fourth_pass() -> None:
    given(table(seats=4, robots=(B, C, D)), dealt("KH", "9D", "7C", "6C", top="QS")).when(
        Pass(A), Pass(B), Pass(C), Pass(D)
    ).has(like(RoundClosed, how="blocked", winner=D))


def test_with_two_at_the_table_two_passes_block_it() -> None:
    given(table(seats=2), dealt("KH", "9D", top="QS")).when(Pass(A), Pass(B)).has(
        like(RoundClosed, how="blocked", winner=B, gained=1)
    )


# The target


@pytest.mark.parametrize(("left", "ended"), [("AH", False), ("2C", True)])
def test_the_target_is_looked_at_only_at_the_close(left: str, ended: bool) -> None:
    """J1 has 98 of 100; with an ace more it is 99, with a two 100."""
    after = given(table(seats=2), scored(98, 0), dealt("5H", left, top="7H", dealer=B)).when(
        Play(A, "5H")
    )
    if ended:
        after.has(MatchEnded("target", winner=A, places=(1, 2), rematch=True))
    else:
        after.has_no(MatchEnded)


def test_a_match_may_end_above_its_target() -> None:
    given(table(seats=2), scored(98, 40), dealt("5H", "8C 8D", top="7H", dealer=B)).when(
        Play(A, "5H")
    ).has(
        like(RoundClosed, totals=(198, 40)),
        MatchEnded("target", winner=A, places=(1, 2), rematch=True),
    )


@pytest.mark.parametrize(("seats", "target"), [(2, 100), (3, 150), (4, 200), (5, 250)])
def test_the_target_is_fifty_for_each_seat(seats: int, target: int) -> None:
    short = (target - 3, *(0,) * (seats - 1))
    hands = ("5H", "2C", *("" for _ in range(seats - 2)))
    enough = (target - 2, *(0,) * (seats - 1))
    given(table(seats=seats), scored(*short), dealt(*hands, top="7H", first=A)).when(
        Play(A, "5H")
    ).has_no(MatchEnded)
    given(table(seats=seats), scored(*enough), dealt(*hands, top="7H", first=A)).when(
        Play(A, "5H")
    ).has(like(MatchEnded, how="target", winner=A))


def test_the_target_goes_by_those_who_play_and_not_by_the_chairs() -> None:
    """Four seats, three at the start: 150."""
    given(
        table(seats=4, people=3), scored(148, 0, 0), dealt("5H", "2C", "", top="7H", first=A)
    ).when(Play(A, "5H")).has(like(MatchEnded, winner=A, places=(1, 2, 2)))


def test_an_agreed_target_counts() -> None:
    given(table(seats=2, target=20), scored(8, 19), dealt("5H", "KC 2C", top="7H", dealer=B)).when(
        Play(A, "5H")
    ).has(like(MatchEnded, winner=A))


def test_whoever_has_most_points_wins_and_equal_points_share_a_place() -> None:
    """The highest is first."""
    given(
        table(seats=4), scored(30, 180, 30, 7), dealt("3C", "5H", "8C", "", top="7H", first=B)
    ).when(Play(B, "5H")).has(MatchEnded("target", winner=B, places=(2, 1, 2, 4), rematch=True))


def test_a_blocked_table_can_end_the_match_too() -> None:
    given(table(seats=2), scored(95, 20), dealt("3H", "KD", top="QS", dealer=B)).when(
        Pass(A), Pass(B)
    ).has(
        like(RoundClosed, how="blocked", winner=A, gained=7, totals=(102, 20)),
        like(MatchEnded, winner=A),
    )


def test_after_the_match_there_is_no_next_round() -> None:
    given(table(seats=2), scored(98, 0), dealt("5H", "2C", top="7H", dealer=B)).when(
        Play(A, "5H"), NextRound(B, 1, 2, seed(9))
    ).refused(Reason.MATCH_OVER)
