"""Where losers add: the target, the lowest total, and one extra round for a tie (RULES.md §7)."""

from __future__ import annotations

from typing import Any

from server.events.catalog import MatchEnded, RoundClosed, RoundDealt, SeatFreed
from server.game.commands import Abandon, NextRound, Pass, Play
from server.protocol.reasons import Reason
from tests.spec import A, B, C, Given, Outcome, dealt, given, like, scored, seed, table


def last_card(*totals: int, **switches: Any) -> Outcome:
    """A plays its last card of a round before which the seats had these points; the others hold
    two and three points."""
    hands = ("5H", "2C", "3C")
    now = given(
        table("familiar", seats=len(totals), last_card_call="off", **switches),
        scored(*totals),
        dealt(*hands[: len(totals)], top="7H", first=A, dealer=C),
    )
    return now.when(Play(A, "5H"))


def test_each_loser_adds_its_own_hand_and_the_winner_nothing() -> None:
    last_card(4, 0, 10).has(like(RoundClosed, winner=A, gained=0, totals=(4, 2, 13)))


def test_the_lowest_total_wins_when_somebody_has_the_target() -> None:
    """104, 37 and 61 of 100."""
    last_card(104, 35, 58).has(
        MatchEnded("target", winner=B, places=(3, 1, 2), rematch=True),
    )


def test_below_the_target_the_match_goes_on() -> None:
    last_card(96, 35, 58).has_no(MatchEnded)
    last_card(0, 97, 58).has_no(MatchEnded)
    last_card(0, 98, 58).has(like(MatchEnded, winner=A))


def test_the_target_is_a_switch() -> None:
    last_card(104, 35, 58, target=200).has_no(MatchEnded)


def test_a_blocked_table_makes_each_add_the_difference_to_the_lowest_hand() -> None:
    """D13."""
    given(
        table("familiar", last_card_call="off", rebuild_stock=False),
        dealt("KH", "9D AC", "7C", top="QS"),
    ).when(Pass(A), Pass(B), Pass(C)).has(
        like(RoundClosed, how="blocked", winner=C, gained=0, totals=(3, 3, 0))
    )


# A tie for the lowest


def tied() -> Given:
    """B and C have 40 each, A more than 100; C dealt."""
    return last_card(104, 38, 37).has_no(MatchEnded)


def test_those_who_tie_for_the_lowest_play_one_more_round() -> None:
    last_card(104, 38, 37).has(like(RoundClosed, extra=(B, C)))


def test_the_others_sit_it_out_and_the_deal_stays_among_the_tied() -> None:
    deal = (
        tied()
        .when(NextRound(A, 1, 2, seed(3)))
        .has(like(RoundDealt, seats=(B, C), dealer=B, first=C))
    )
    assert deal.table.round is not None
    assert [len(hand) for hand in deal.table.round.hands] == [0, 7, 7]
    assert deal.may(A) == {"abandon"}


def extra_round(hand_b: str, hand_c: str, **switches: Any) -> Given:
    """The extra round of B and C at 40 points each; B plays first."""
    return given(
        table("familiar", last_card_call="off", **switches),
        scored(104, 40, 40, extra=(B, C)),
        dealt("", hand_b, hand_c, top="7H", dealer=C, first=B, seats=(B, C)),
    )


def test_after_it_the_match_is_over_and_the_lowest_of_the_tied_wins() -> None:
    extra_round("5H", "KD").when(Play(B, "5H")).has(
        like(RoundClosed, totals=(104, 40, 50), extra=()),
        MatchEnded("target", winner=B, places=(3, 1, 2), rematch=True),
    )


def test_if_they_are_still_tied_the_winner_of_that_round_wins_and_the_other_is_second() -> None:
    """D32: a blocked round in which both hold as much; C has fewer cards."""
    extra_round("9D AC", "KD", rebuild_stock=False).when(Pass(B), Pass(C)).has(
        like(RoundClosed, how="blocked", winner=C, totals=(104, 40, 40)),
        MatchEnded("target", winner=C, places=(3, 2, 1), rematch=True),
    )


def test_other_equal_totals_share_a_place() -> None:
    """D32."""
    last_card(104, 102, 37).has(MatchEnded("target", winner=C, places=(2, 2, 1), rematch=True))


def test_there_is_one_extra_round_and_no_second() -> None:
    extra_round("5H", "KD").when(Play(B, "5H")).accepted().when(
        NextRound(A, 1, 2, seed(4))
    ).refused(Reason.MATCH_OVER)


def test_who_sits_out_leaves_without_ending_anything() -> None:
    extra_round("5H", "KD").when(Abandon(A, 1)).then(SeatFreed(A))
    tied().when(Abandon(A, 1)).then(SeatFreed(A))


def test_after_somebody_who_sat_out_has_left_there_is_no_rematch() -> None:
    extra_round("5H", "KD").when(Abandon(A, 1), Play(B, "5H")).has(
        MatchEnded("target", winner=B, places=(3, 1, 2), rematch=False)
    )


def test_who_leaves_in_the_extra_round_loses_to_the_other() -> None:
    extra_round("5H", "KD").when(Abandon(B, 1)).has(
        like(MatchEnded, how="abandoned", winner=C, loser=B)
    )


def test_where_the_winner_collects_the_same_total_ends_the_match_for_the_highest() -> None:
    """D40): the same points, counted the other way."""
    given(
        table("familiar", seats=2, scoring="winner_collects", target=100, last_card_call="off"),
        scored(102, 37),
        dealt("5H", "2C", top="7H", first=A, dealer=B),
    ).when(Play(A, "5H")).has(MatchEnded("target", winner=A, places=(1, 2), rematch=True))
