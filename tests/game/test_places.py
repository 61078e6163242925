"""Play on until one seat holds cards: going out, last cards, places (RULES.md §5–7)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import CardPlayed, CardsDrawn, Left, MatchEnded, RoundClosed, WentOut
from server.game.commands import (
    Abandon,
    Announce,
    CallFault,
    CloseForAbsence,
    Draw,
    NextRound,
    Pass,
    Play,
)
from server.protocol.reasons import Reason
from tests.spec import (
    HOUR_MS,
    NOON,
    A,
    B,
    C,
    D,
    Given,
    dealt,
    given,
    like,
    moved,
    seed,
    table,
    turn_of,
)

STOCK = "9D 9H TD TH"


def four(*hands: str, top: str = "7C", **switches: Any) -> Given:
    """Four seats in Montañita, without calls."""
    off = {"last_card_call": "off", "call_on_pass": False}
    return given(
        table("montanita", seats=4, **{**off, **switches}),
        dealt(*hands, top=top, stock=STOCK),
    )


def test_who_plays_its_last_card_is_out_with_the_next_place_and_the_others_play_on() -> None:
    """The turn goes to the next seat that holds cards."""
    four("6C", "5C 4D", "3H 3D", "2H 2D").when(Play(A, "6C")).then(
        CardPlayed(A, "6C", active="C"), WentOut(A, 1), moved(B)
    )


def test_without_playing_on_the_round_is_over_with_the_first_last_card() -> None:
    """The switch `play_on` at its other value, with another way of counting."""
    four("6C", "5C 4D", "3H 3D", "2H 2D", scoring="winner_collects").when(Play(A, "6C")).has(
        like(RoundClosed, how="out", winner=A)
    ).when(Play(B, "5C")).refused(Reason.ROUND_OVER)


def test_a_seat_that_is_out_is_passed_over() -> None:
    """After J2 is out the order is J3, J4, J1, J3."""
    now = four("3S 5D 9C", "6C", "5C KD 6H", "4C 9S 6S").also(turn_of(B))
    after = now.when(Play(B, "6C")).has(WentOut(B, 1), moved(C))
    after.when(Play(C, "5C"), Play(D, "4C"), Play(A, "9C")).has(moved(C))


def test_a_penalty_falls_on_the_next_seat_that_holds_cards() -> None:
    """Never on who is out."""
    now = four("3C 5D", "", "KD 6H", "4C 9S")
    now.when(Play(A, "3C")).has(moved(C, pending=3))


def test_a_seat_that_is_out_can_do_nothing_in_the_round_but_leave() -> None:
    now = four("6C", "5C 4D", "3H 3D", "2H 2D").when(Play(A, "6C")).accepted()
    assert now.may(A) == {"abandon"}
    for command in (Draw(A), Pass(A), Play(A, "6C"), Announce(A), CallFault(A, B)):
        now.when(command).refused(
            Reason.NOTHING_TO_CALL
            if isinstance(command, Announce)
            else Reason.NO_CALLING
            if isinstance(command, CallFault)
            else Reason.NOT_YOUR_TURN
        )


# The effects of a last card


def test_a_last_draw_card_makes_the_next_seat_owe() -> None:
    four("3C", "5C 4D", "4H 4S", "2H 2D").when(Play(A, "3C")).then(
        CardPlayed(A, "3C", active="C"), WentOut(A, 1), moved(B, pending=3)
    )


def test_a_last_skip_skips() -> None:
    four("2C", "5C 4D", "4H 4S", "5H 2D").when(Play(A, "2C")).has(moved(C, skipped=(B,)))


def test_a_last_reversal_turns_the_direction_from_the_seat_that_went_out() -> None:
    four("JC", "5C 4D", "4H 4S", "5H 2D").when(Play(A, "JC")).has(
        moved(D, direction=-1, reversed=True)
    )


def test_a_last_ace_gives_no_other_play() -> None:
    """D11."""
    four("AC", "5C 4D", "4H 4S", "5H 2D").when(Play(A, "AC")).has(moved(B))


def test_a_last_wild_has_its_own_suit_whatever_was_sent_along() -> None:
    """D27)."""
    for suit in ("", "S"):
        four("8D", "5C 4D", "4H 4S", "5H 2D").when(Play(A, "8D", suit)).has(
            CardPlayed(A, "8D", active="D"), moved(B)
        )


def test_a_last_wild_without_a_suit_of_its_own_must_name_one_where_play_goes_on() -> None:
    """D27."""
    now = given(
        table(
            "jiujitsu",
            scoring="places",
            last_card_effect="applies",
            last_card_call="off",
        ),
        dealt("+5#0", "b1#0 b2#0", "n1#0 n2#0", top="b7#0"),
    )
    now.when(Play(A, "+5#0")).refused(Reason.SUIT_NEEDED)
    now.when(Play(A, "+5#0", "n")).then(
        CardPlayed(A, "+5#0", active="n", named="n"), WentOut(A, 1), moved(B, pending=5)
    )


def test_as_the_very_last_card_it_names_nothing() -> None:
    given(
        table("jiujitsu", scoring="places", last_card_call="off"),
        dealt("+5#0", "b1#0 b2#0", "", top="b7#0"),
    ).when(Play(A, "+5#0")).has(CardPlayed(A, "+5#0", active="b"), like(RoundClosed, how="last"))


def test_where_last_cards_have_no_effect_the_turn_just_moves_on() -> None:
    """`last_card_effect` at `ignored`, with playing on."""
    four("3C", "5C 4D", "4H 4S", "2H 2D", last_card_effect="ignored").when(Play(A, "3C")).has(
        WentOut(A, 1), moved(B, pending=0)
    )


def test_a_last_joker_leaves_the_suit_and_makes_the_next_seat_owe_three() -> None:
    four("JK#0", "5C 4D", "4H 4S", "2H 2D").when(Play(A, "JK#0")).has(
        CardPlayed(A, "JK#0", active="C"), moved(B, pending=3)
    )


def test_a_reversal_of_the_second_but_last_counts_the_seats_before_the_card_leaves() -> None:
    """Three hold cards when the king is played, so it turns; two would not."""
    four("KC", "5C 4D", "4H 4S", "").when(Play(A, "KC")).has(moved(C, direction=-1, reversed=True))


# The end


def test_when_one_seat_holds_cards_the_round_is_over_and_so_is_the_match() -> None:
    now = four("6C", "5C", "4C 4S", "").also(turn_of(A))
    now.when(Play(A, "6C"), Play(B, "5C")).then(
        CardPlayed(B, "5C", active="C"),
        WentOut(B, 2),
        RoundClosed(
            "last",
            round=1,
            seed=seed(1),
            winner=A,
            left=(Left(B, (), 0), Left(C, ("4C", "4S"), 8), Left(D, (), 0)),
            totals=(0, 0, 0, 0),
        ),
        MatchEnded("places", winner=A, places=(1, 2, 3, 4), rematch=True),
    )


def test_the_first_out_wins_and_the_last_holder_of_cards_is_last() -> None:
    given(
        table("montanita", last_card_call="off", call_on_pass=False),
        dealt("9H 4D", "6C", "5C", top="7C", stock=STOCK),
        turn_of(B),
    ).when(Play(B, "6C"), Play(C, "5C")).has(
        MatchEnded("places", winner=B, places=(3, 1, 2), rematch=True)
    )


def test_a_match_of_places_is_one_round() -> None:
    now = four("6C", "5C", "", "").when(Play(A, "6C"))
    now.has(like(MatchEnded, how="places", winner=A)).when(NextRound(A, 1, 1, seed(3))).refused(
        Reason.MATCH_OVER
    )


def test_with_two_the_first_last_card_ends_it() -> None:
    given(table("montanita", seats=2), dealt("6C", "5C 4D", top="7C", stock=STOCK)).when(
        Play(A, "6C")
    ).has(
        like(RoundClosed, how="last", winner=A),
        MatchEnded("places", winner=A, places=(1, 2), rematch=True),
    )


def test_a_blocked_table_ranks_the_hands_from_the_lowest_up_after_those_that_are_out() -> None:
    """D13: ties by fewest cards, then by whose turn it would be."""
    blocked = given(
        table("montanita", seats=4, rebuild_stock=False, last_card_call="off", call_on_pass=False),
        dealt("6C", "KH", "9H AD", "4H QD", top="7C"),
    )
    blocked.when(Play(A, "6C"), Pass(B), Pass(C), Pass(D)).has(
        like(RoundClosed, how="blocked", winner=A),
        MatchEnded("places", winner=A, places=(1, 2, 3, 4), rematch=True),
    )


def test_a_blocked_table_with_nobody_out_is_won_by_the_lowest_hand() -> None:
    given(
        table("montanita", rebuild_stock=False, last_card_call="off", call_on_pass=False),
        dealt("KH TD", "KS", "9H AD", top="7C"),
    ).when(Pass(A), Pass(B), Pass(C)).has(
        MatchEnded("places", winner=B, places=(3, 1, 2), rematch=True)
    )


# Leaving


def test_a_seat_that_is_out_leaves_without_ending_anything() -> None:
    now = four("6C", "5C 4D", "4H 4S", "2H 2D").when(Play(A, "6C"), Abandon(A, 1))
    after = now.has_no(MatchEnded, RoundClosed)
    assert after.table.phase == "round"
    after.when(Play(B, "5C")).accepted()


def test_when_another_leaves_the_best_place_wins() -> None:
    four("6C", "5C 4D", "4H 4S", "2H 2D").when(Play(A, "6C"), Abandon(B, 1)).has(
        like(RoundClosed, how="stopped"),
        MatchEnded("abandoned", winner=A, loser=B, places=(1, 4, 2, 2)),
    )


def test_of_several_that_are_out_the_first_wins() -> None:
    """B went out before A; C leaves."""
    now = four("5C", "6C", "4H 4S", "2H 2D").also(turn_of(B, direction=-1))
    now.when(Play(B, "6C"), Play(A, "5C"), Abandon(C, 1)).has(
        MatchEnded("abandoned", winner=B, loser=C, places=(2, 1, 4, 3))
    )


def test_with_nobody_out_whoever_has_fewest_cards_wins() -> None:
    four("6C 6D 6H", "5C 4D", "4H", "2H 2D").when(Abandon(B, 1)).has(
        like(MatchEnded, winner=C, loser=B)
    )


def test_a_seat_that_is_out_may_close_for_absence_and_wins_by_its_place() -> None:
    now = four("6C", "5C 4D", "4H 4S", "2H 2D").when(Play(A, "6C")).accepted()
    now.when(CloseForAbsence(A, 2, at_ms=NOON + 48 * HOUR_MS + 1)).has(
        like(MatchEnded, how="absence", winner=A, loser=B)
    )


@pytest.mark.parametrize("seat", [B, C])
def test_the_cards_of_those_who_play_on_are_counted_by_nobody(seat: int) -> None:
    """Places count, points do not."""
    now = four("6C", "5C", "4C 4S", "").when(Play(A, "6C"), Play(B, "5C")).accepted()
    assert now.table.seats[seat].points == 0


def test_a_drawn_penalty_of_the_last_card_is_paid_as_any_other() -> None:
    now = four("3C", "5C 4D", "4H 4S", "2H 2D").when(Play(A, "3C"), Draw(B), Draw(B))
    now.then(CardsDrawn(B, 2, penalty=2, cards=("9H", "TD")), moved(C))
