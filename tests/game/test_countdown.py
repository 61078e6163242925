"""Countdown: whoever wins a round is dealt one card less (RULES.md §7)."""

from __future__ import annotations

from server.events.catalog import MatchEnded, RoundClosed, RoundDealt
from server.game.commands import Abandon, NextRound, Pass, Play
from tests.spec import A, B, C, Given, dealt, given, like, scored, seed, table


def sized(*sizes: int, hands: tuple[str, ...] = ("5H", "2C", "3C")) -> Given:
    """A round of seats that were dealt so many cards; A may play its last one."""
    return given(
        table("clasico", scoring="countdown"),
        scored(0, 0, 0, sizes=sizes),
        dealt(*hands, top="7H", first=A, dealer=C),
    )


def test_the_first_deal_is_of_the_usual_size() -> None:
    sizes = [seat.size for seat in sized(5, 5, 5).table.seats]
    assert sizes == [5, 5, 5]


def test_the_winners_hand_shrinks_by_one_and_no_points_are_counted() -> None:
    sized(5, 4, 5).when(Play(A, "5H")).has(
        like(RoundClosed, winner=A, gained=0, sizes=(4, 4, 5), totals=(0, 0, 0))
    )


def test_each_is_dealt_its_own_number_and_the_deal_passes_over_who_has_all() -> None:
    now = sized(5, 2, 4).when(Play(A, "5H")).accepted().when(NextRound(B, 1, 2, seed(3)))
    deal = now.has(like(RoundDealt, hand_sizes=(4, 2, 4)))
    assert deal.table.round is not None
    assert [len(hand) for hand in deal.table.round.hands] == [4, 2, 4]


def test_a_blocked_round_counts_as_won() -> None:
    """D14."""
    sized(5, 5, 5, hands=("KD", "9D AC", "6C")).when(Pass(A), Pass(B), Pass(C)).has(
        like(RoundClosed, how="blocked", winner=C, sizes=(5, 5, 4))
    )


def test_whoever_wins_a_round_dealt_with_one_card_wins_the_match() -> None:
    """D14."""
    sized(1, 2, 5).when(Play(A, "5H")).has(
        MatchEnded("countdown", winner=A, places=(1, 2, 3), rematch=True)
    )


def test_with_two_cards_dealt_the_match_goes_on() -> None:
    sized(2, 1, 5).when(Play(A, "5H")).has_no(MatchEnded)


def test_equal_sizes_share_a_place() -> None:
    sized(1, 3, 3).when(Play(A, "5H")).has(like(MatchEnded, places=(1, 2, 2)))


def test_when_somebody_leaves_the_smallest_hand_size_wins() -> None:
    """D21: not the fewest cards held."""
    sized(5, 4, 3, hands=("5H", "2C", "3C 4C 6C")).when(Abandon(A, 1)).has(
        like(MatchEnded, winner=C, loser=A)
    )


def test_with_two_it_starts_from_the_hand_for_two() -> None:
    now = given(
        table("clasico", seats=2, scoring="countdown"), dealt("5H", "2C", top="7H", first=A)
    )
    assert [seat.size for seat in now.table.seats] == [7, 7]
