"""Elimination over a limit: who is out, who wins, and when it ends anyway (RULES.md §7)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import Left, MatchEnded, RoundClosed, RoundDealt, SeatFreed
from server.game.commands import (
    Abandon,
    CloseForAbsence,
    NextRound,
    OfferRematch,
    Pass,
    Play,
)
from server.protocol.reasons import Reason
from tests.spec import (
    DAY_MS,
    NOON,
    A,
    B,
    C,
    D,
    Given,
    Outcome,
    dealt,
    given,
    like,
    scored,
    seed,
    table,
)

MINUTE_MS = 60_000


def last_card(
    *totals: int,
    hands: tuple[str, ...] = ("b1#0", "b2#0", "n3#0", "k+#0"),
    eliminated: tuple[int, ...] = (),
    **switches: Any,
) -> Outcome:
    """A plays its last card of a round before which the seats had these points."""
    chosen = {"last_card_call": "off", **switches}
    seats = tuple(s for s in range(len(totals)) if s not in eliminated) if eliminated else ()
    now = given(
        table("jiujitsu", seats=len(totals), **chosen),
        scored(*totals, eliminated=eliminated),
        dealt(*hands[: len(totals)], top="b7#0", first=A, seats=seats, dealer=A),
    )
    return now.when(Play(A, "b1#0"))


def test_the_winner_takes_off_a_hundred_and_the_others_add_their_hands() -> None:
    last_card(0, 0, 0, 0).has(
        like(
            RoundClosed,
            winner=A,
            gained=-100,
            totals=(-100, 2, 3, 20),
            left=(
                Left(B, ("b2#0",), 2, 2),
                Left(C, ("n3#0",), 3, 3),
                Left(D, ("k+#0",), 20, 20),
            ),
        )
    )


@pytest.mark.parametrize(("before", "eliminated"), [(886, ()), (887, (B,))])
def test_only_over_the_limit_is_a_seat_out(before: int, eliminated: tuple[int, ...]) -> None:
    last_card(0, before, 0).has(like(RoundClosed, eliminated=eliminated))


def test_the_limit_is_a_switch() -> None:
    last_card(0, 399, 0, limit=400).has(like(RoundClosed, eliminated=(B,)))


def test_without_a_limit_nobody_is_out() -> None:
    last_card(0, 5_000, 0, limit=None).has(like(RoundClosed, eliminated=()))


def test_who_is_out_is_dealt_no_more_cards_and_passed_over_by_the_deal() -> None:
    """J1 dealt, J2 is out; J3 deals the next hand and J4 plays first."""
    now = given(
        table("jiujitsu", seats=4, last_card_call="off", direction="left", next_dealer="left"),
        scored(0, 887, 0, 0),
        dealt("b1#0", "b2#0", "n3#0", "k+#0", top="b7#0", first=A, dealer=A),
    ).when(Play(A, "b1#0"))
    after = now.has(like(RoundClosed, eliminated=(B,))).when(NextRound(B, 1, 2, seed(3)))
    deal = after.has(like(RoundDealt, dealer=C, first=D, seats=(A, C, D))).table
    assert deal.round is not None
    assert [len(hand) for hand in deal.round.hands] == [8, 0, 8, 8]


def test_dealer_and_first_seat_go_to_the_right_at_this_table() -> None:
    """The dealer J1, J2 out; J3 would come after J4 to the right."""
    now = given(
        table("jiujitsu", seats=4, last_card_call="off", direction="right"),
        scored(0, 0, 0, 887),
        dealt("b1#0", "n2#0", "n3#0", "b2#0", top="b7#0", first=A, dealer=A),
    ).when(Play(A, "b1#0"))
    now.accepted().when(NextRound(A, 1, 2, seed(3))).has(
        like(RoundDealt, dealer=C, first=B, seats=(A, B, C))
    )


def test_the_last_one_left_wins() -> None:
    last_card(0, 887, 880, hands=("b1#0", "b2#0", "k+#0")).has(
        like(RoundClosed, eliminated=(B, C)),
        MatchEnded("last_left", winner=A, places=(1, 2, 3), rematch=True),
    )


def test_whoever_was_out_later_is_ahead_and_then_whoever_has_fewer_points() -> None:
    """B went out before, with fewer points than C now."""
    last_card(0, 900, 880, hands=("b1#0", "", "k+#0"), eliminated=(B,)).has(
        MatchEnded("last_left", winner=A, places=(1, 3, 2), rematch=True)
    )


def test_out_in_the_same_round_with_the_same_points_they_share_a_place() -> None:
    last_card(0, 886, 886, 0, hands=("b1#0", "b3#0", "n3#0", "k1#0"), limit=888).has(
        like(RoundClosed, eliminated=(B, C))
    )
    last_card(0, 886, 886, hands=("b1#0", "b3#0", "n3#0")).has(
        MatchEnded("last_left", winner=A, places=(1, 2, 2), rematch=True)
    )


def test_a_seat_that_is_out_has_no_part_in_the_points_of_later_rounds() -> None:
    last_card(0, 900, 0, 0, hands=("b1#0", "", "n3#0", "k1#0"), eliminated=(B,)).has(
        like(RoundClosed, totals=(-100, 900, 3, 1))
    )


# Other ends


def test_after_so_many_rounds_the_lowest_wins() -> None:
    """D33."""
    last_card(300, 5, 150, max_rounds=2).has(
        MatchEnded("rounds", winner=B, places=(3, 1, 2), rematch=True)
    )


def test_before_that_round_the_match_goes_on() -> None:
    last_card(300, 5, 150, max_rounds=3).has_no(MatchEnded)


def test_fifty_rounds_are_the_most_unless_said_otherwise() -> None:
    """D33."""
    assert given(table("jiujitsu")).table.rules.max_rounds == 50


def at_minute(minute: int, **switches: Any) -> Outcome:
    now = given(
        table("jiujitsu", last_card_call="off", **switches),
        scored(300, 5, 150),
        dealt("b1#0", "b2#0", "n3#0", top="b7#0", first=A, dealer=A),
    )
    return now.when(Play(A, "b1#0", at_ms=NOON + minute * MINUTE_MS))


@pytest.mark.parametrize(("minute", "over"), [(59, False), (60, True), (61, True)])
def test_at_the_first_close_after_the_time_limit_the_lowest_wins(minute: int, over: bool) -> None:
    if over:
        at_minute(minute, time_limit=60).has(like(MatchEnded, how="time", winner=B))
    else:
        at_minute(minute, time_limit=60).has_no(MatchEnded)


def test_without_a_time_limit_time_ends_nothing() -> None:
    at_minute(10_000).has_no(MatchEnded)


def test_time_ends_no_round_before_its_close() -> None:
    now = given(
        table("jiujitsu", last_card_call="off", time_limit=1),
        dealt("b1#0 b3#0", "b2#0", "n3#0", top="b7#0", first=A, dealer=A),
    )
    now.when(Play(A, "b1#0", at_ms=NOON + DAY_MS)).has_no(RoundClosed)


def test_with_equal_points_fewest_cards_in_the_last_round_win() -> None:
    """D15: A has −100 + 100, B 0 with two cards; both nought."""
    last_card(100, -5, 50, hands=("b1#0", "b2#0 b3#0", "n3#0"), max_rounds=2).has(
        like(MatchEnded, winner=A, places=(1, 2, 3))
    )
    last_card(300, -5, -5, hands=("b1#0", "b2#0 b3#0", "n5#0"), max_rounds=2).has(
        like(MatchEnded, winner=C, places=(3, 2, 1))
    )


def test_with_equal_cards_too_the_first_after_the_dealer_wins() -> None:
    """D15: A dealt; to the left B comes first, to the right C."""
    hands = ("b1#0", "b5#0", "n5#0")
    last_card(300, 0, 0, hands=hands, max_rounds=2).has(like(MatchEnded, winner=B))
    last_card(300, 0, 0, hands=hands, max_rounds=2, direction="right").has(
        like(MatchEnded, winner=C)
    )


def test_at_a_blocked_table_all_others_add_their_hands_and_the_winner_takes_off_a_hundred() -> None:
    """D13."""
    now = given(
        table("jiujitsu", rebuild_stock=False, last_card_call="off"),
        dealt("n5#0", "p4#0", "k9#0", top="b7#0"),
    )
    now.when(Pass(A), Pass(B), Pass(C)).has(
        like(RoundClosed, how="blocked", winner=B, totals=(5, -100, 9))
    )


# Leaving


def eliminated_b() -> Given:
    return given(
        table("jiujitsu", seats=4, last_card_call="off"),
        scored(0, 900, 5, 7, eliminated=(B,)),
        dealt("b1#0 b4#0", "", "n3#0", "k1#0", top="b7#0", first=A, dealer=A, seats=(A, C, D)),
    )


def test_who_is_eliminated_leaves_without_ending_anything() -> None:
    eliminated_b().when(Abandon(B, 1)).then(SeatFreed(B))


def test_who_is_eliminated_cannot_win_when_another_leaves() -> None:
    """D21: places go by who was out later, then by points; who leaves is last."""
    eliminated_b().when(Abandon(A, 1)).has(
        MatchEnded("abandoned", winner=C, loser=A, places=(4, 3, 1, 2))
    )


def test_when_only_an_eliminated_seat_is_left_it_wins_all_the_same() -> None:
    now = given(
        table("jiujitsu", seats=2, last_card_call="off"),
        scored(0, 5),
        dealt("b1#0 b4#0", "n3#0", top="b7#0", first=A, dealer=A),
    )
    now.when(Abandon(A, 1)).has(like(MatchEnded, winner=B, places=(2, 1)))


def test_places_of_a_match_that_stopped_go_by_who_was_out_later() -> None:
    """B was out after round 1 with fewer points than D, who was out after round 2."""
    now = given(
        table("jiujitsu", seats=4, last_card_call="off"),
        scored(0, 890, 5, 700, eliminated=(B,)),
        scored(0, 890, 5, 990, eliminated=(D,)),
    )
    now.when(Abandon(A, 1)).has(like(MatchEnded, winner=C, places=(4, 3, 1, 2)))


def test_who_is_eliminated_may_ask_for_the_next_round_and_close_for_absence() -> None:
    now = given(
        table("jiujitsu", seats=4, last_card_call="off"), scored(0, 900, 5, 7, eliminated=(B,))
    )
    dealt_now = now.when(NextRound(B, 1, 1, seed(3))).accepted()
    assert dealt_now.table.round is not None
    dealt_now.when(CloseForAbsence(B, dealt_now.table.turn, at_ms=NOON + 3 * DAY_MS)).has(
        like(MatchEnded, how="absence")
    )


# The rematch


def test_a_rematch_is_dealt_by_the_seat_that_would_have_dealt_next() -> None:
    """D20: the deal would have passed over B, who was out."""
    now = given(
        table("jiujitsu", robots=(B, C), next_dealer="left", last_card_call="off", max_rounds=2),
        scored(0, 900, 5, eliminated=(B,)),
        dealt("b1#0", "", "n3#0", top="b7#0", first=A, dealer=A, seats=(A, C)),
    ).when(Play(A, "b1#0"))
    now.has(like(MatchEnded, how="rounds")).when(OfferRematch(A, 1, seed(9))).has(
        like(RoundDealt, dealer=C)
    )


def test_when_only_the_dealer_is_left_it_deals_the_rematch_too() -> None:
    """D20."""
    now = given(
        table("jiujitsu", robots=(B, C), last_card_call="off"),
        scored(0, 900, 880, eliminated=(B,)),
        dealt("b1#0", "", "k+#0", top="b7#0", first=A, dealer=A, seats=(A, C)),
    ).when(Play(A, "b1#0"))
    now.has(like(MatchEnded, how="last_left")).when(OfferRematch(A, 1, seed(9))).has(
        like(RoundDealt, dealer=A)
    )


def test_who_is_eliminated_plays_nothing() -> None:
    eliminated_b().when(Play(B, "b1#0")).refused(Reason.NOT_YOUR_TURN)
