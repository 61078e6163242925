"""What twos, queens and aces do when they are played (RULES.md §4)."""

from __future__ import annotations

import pytest

from server.events.catalog import CardPlayed, CardsDrawn, TurnPassed
from server.game.commands import Draw, Pass, Play
from server.protocol.reasons import Reason
from tests.spec import A, B, C, D, dealt, given, moved, owes, table

# Queens


def test_a_queen_takes_the_next_seats_turn() -> None:
    given(table("especiales"), dealt("QH 3S", "2C", "2D", top="7H")).when(Play(A, "QH")).then(
        CardPlayed(A, "QH", active="H"), moved(C, skipped=(B,))
    )


def test_with_two_a_queen_gives_the_turn_back_to_whoever_played_it() -> None:
    given(table("especiales", seats=2), dealt("QH 3S", "2C 4C", top="7H")).when(Play(A, "QH")).then(
        CardPlayed(A, "QH", active="H"), moved(A, skipped=(B,))
    )


def test_in_clasico_a_queen_does_nothing() -> None:
    given(table("clasico"), dealt("QH 3S", "2C", "2D", top="7H")).when(Play(A, "QH")).then(
        CardPlayed(A, "QH", active="H"), moved(B)
    )


# Aces


def test_an_ace_turns_the_direction_at_once() -> None:
    given(table("especiales", seats=4), dealt("AH 3S", "2C", "2D", "2S", top="7H")).when(
        Play(A, "AH")
    ).then(CardPlayed(A, "AH", active="H"), moved(D, direction=-1, reversed=True))


def test_a_queen_after_an_ace_skips_in_the_new_direction() -> None:
    """J3 plays an ace, J2 a queen: J1 loses the turn and J4 plays."""
    given(
        table("especiales", seats=4),
        dealt("3C", "QH 4C", "AH 3S", "2C 5C", top="7H", first=C),
    ).when(Play(C, "AH"), Play(B, "QH")).then(
        CardPlayed(B, "QH", active="H"), moved(D, skipped=(A,), direction=-1)
    )


def test_a_second_ace_turns_the_direction_back() -> None:
    given(table("especiales"), dealt("AH 3S", "2C", "AS 4C", top="7H")).when(
        Play(A, "AH"), Play(C, "AS")
    ).then(CardPlayed(C, "AS", active="S"), moved(A, direction=1, reversed=True))


def test_with_two_an_ace_changes_nothing() -> None:
    """The other is in turn and the direction stays as it was."""
    given(table("especiales", seats=2), dealt("AS 9D 3C", "2C", top="5S")).when(Play(A, "AS")).then(
        CardPlayed(A, "AS", active="S"), moved(B, direction=1)
    )


def test_an_ace_at_a_table_of_two_among_three_seats_changes_nothing() -> None:
    given(table("especiales", seats=3, people=2), dealt("AS 9D", "2C", top="5S")).when(
        Play(A, "AS")
    ).then(CardPlayed(A, "AS", active="S"), moved(B, direction=1))


def test_with_play_to_the_right_an_ace_turns_it_to_the_left() -> None:
    given(
        table("especiales", direction="right"), dealt("AH 3S", "2C", "2D", top="7H", first=A)
    ).when(Play(A, "AH")).then(
        CardPlayed(A, "AH", active="H"), moved(B, direction=1, reversed=True)
    )


# Twos


def test_a_two_makes_the_next_seat_owe_two_cards() -> None:
    given(table("especiales"), dealt("2H 3S", "2C", "2D", top="7H")).when(Play(A, "2H")).then(
        CardPlayed(A, "2H", active="H"), moved(B, pending=2)
    )


def test_a_two_of_any_suit_answers_a_two_and_adds_up() -> None:
    """Diamonds do not match, the two is accepted all the same."""
    given(table("especiales"), dealt("3C", "8H 2D KC", "5C", top="2C"), owes(B, 2)).when(
        Play(B, "2D")
    ).then(CardPlayed(B, "2D", active="D"), moved(C, pending=4))


@pytest.mark.parametrize(("card", "suit"), [("8H", "S"), ("KC", "")])
def test_only_a_two_answers_a_two(card: str, suit: str) -> None:
    """Neither an eight nor a card of the suit gets past a penalty."""
    given(table("especiales"), dealt("3C", "8H 2D KC", "5C", top="2C"), owes(B, 2)).when(
        Play(B, card, suit)
    ).refused(Reason.MUST_ANSWER, pending=2, ranks=("2",))


def test_whoever_owes_may_answer_or_draw_and_nothing_else() -> None:
    now = given(
        table("especiales"), dealt("3C", "8H 2D 2S KC", "5C", top="2C", stock="9H 9S"), owes(B, 2)
    )
    assert now.may(B) == {"play 2D", "play 2S", "draw", "abandon"}


def test_one_draw_takes_the_whole_penalty_and_the_turn_goes_on() -> None:
    """Four cards in one go; the two among them cannot be played on the stack."""
    after = (
        given(
            table("especiales"),
            dealt("3C", "KH", "5C", top="2C", stock="2S KD 9H 9S 7S"),
            owes(B, 4),
        )
        .when(Draw(B))
        .then(CardsDrawn(B, 4, penalty=4, cards=("2S", "KD", "9H", "9S")), moved(C))
    )
    after.when(Play(B, "2S")).refused(Reason.NOT_YOUR_TURN, seat=C)


def test_a_paid_penalty_is_spent() -> None:
    """The next two counts from its own number."""
    given(
        table("especiales"),
        dealt("3C", "KH", "2H 5C", top="2C", stock="KD 9H 9S 7S"),
        owes(B, 4),
    ).when(Draw(B), Play(C, "2H")).has(moved(A, pending=2))


def test_what_the_stock_cannot_give_is_forgiven() -> None:
    """Three of four are drawn, nothing is owed any more, nothing is rebuilt."""
    given(
        table("especiales"),
        dealt("3C", "KH", "5C", top="2C", stock="KD 9H 9S"),
        owes(B, 4),
    ).when(Draw(B)).then(CardsDrawn(B, 3, penalty=4, cards=("KD", "9H", "9S")), moved(C))


def test_with_an_empty_stock_the_draw_becomes_a_pass() -> None:
    """Afterwards ROBAR is PASAR."""
    now = given(table("especiales"), dealt("3C", "KH", "5S", top="2C"), owes(B, 4))
    assert now.may(B) == {"pass", "abandon"}
    now.when(Draw(B)).refused(Reason.STOCK_EMPTY)


def test_a_penalty_with_nothing_to_draw_is_passed_and_forgiven() -> None:
    """It does not count for a blocked table (D7)."""
    given(table("especiales"), dealt("3C", "KH", "5S", top="2C"), owes(B, 4)).when(Pass(B)).then(
        TurnPassed(B, blocks=False, forgiven=4), moved(C, pending=0)
    )


def test_a_two_may_be_held_back_and_the_penalty_passed_when_nothing_can_be_drawn() -> None:
    given(table("especiales"), dealt("3C", "2H", "5S", top="2C"), owes(B, 2)).when(Pass(B)).then(
        TurnPassed(B, forgiven=2), moved(C)
    )


def test_a_penalty_is_not_passed_while_there_are_cards() -> None:
    given(table("especiales"), dealt("3C", "KH", "5C", top="2C", stock="9H"), owes(B, 2)).when(
        Pass(B)
    ).refused(Reason.MUST_ANSWER, pending=2, ranks=("2",))


def test_without_stacking_only_the_last_twos_number_is_owed() -> None:
    given(
        table("especiales", stacking=False), dealt("3C", "2D KC", "5C", top="2C"), owes(B, 2)
    ).when(Play(B, "2D")).has(moved(C, pending=2))


def test_in_clasico_a_two_does_nothing() -> None:
    given(table("clasico"), dealt("2H 3S", "2C", "2D", top="7H")).when(Play(A, "2H")).then(
        CardPlayed(A, "2H", active="H"), moved(B)
    )


def test_where_two_ranks_make_draw_each_answers_the_other() -> None:
    given(
        table("especiales", draw={"2": 2, "3": 3}), dealt("4C", "3D KC", "5C", top="2C"), owes(B, 2)
    ).when(Play(B, "3D")).has(moved(C, pending=5))


def test_an_eight_that_makes_draw_names_a_suit_and_answers() -> None:
    given(
        table("especiales", draw={"2": 2, "8": 5}), dealt("4C", "8D KC", "5C", top="2C"), owes(B, 2)
    ).when(Play(B, "8D", "S")).then(CardPlayed(B, "8D", active="S", named="S"), moved(C, pending=7))


# The card that opens


@pytest.mark.parametrize("starter", ["QH", "2H", "AH"])
def test_the_card_that_opens_the_pile_has_no_effect(starter: str) -> None:
    """The first seat plays on as if nothing had been said."""
    given(table("especiales"), dealt("3H 4S", "5C", "6C", top=starter, stock="9H")).when(
        Play(A, "3H")
    ).then(CardPlayed(A, "3H", active="H"), moved(B, direction=1, pending=0))
