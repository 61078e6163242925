"""Which cards go on the pile, and the suit that an eight names (RULES.md §3)."""

from __future__ import annotations

import pytest

from server.events.catalog import CardPlayed, SuitNamed
from server.game.commands import Draw, Name, Pass, Play
from server.protocol.reasons import Reason
from tests.spec import A, B, C, dealt, given, moved, scored, table, turn_of


def test_a_card_of_the_active_suit_matches() -> None:
    given(table(), dealt("5H 3S", "2C", "2D", top="7H")).when(Play(A, "5H")).then(
        CardPlayed(A, "5H", active="H"), moved(B)
    )


def test_a_card_of_the_tops_rank_matches_and_its_suit_is_active() -> None:
    given(table(), dealt("7S 3S", "2C", "2D", top="7H")).when(Play(A, "7S")).then(
        CardPlayed(A, "7S", active="S"), moved(B)
    )


def test_another_card_does_not_match_and_the_refusal_says_what_would() -> None:
    given(table(), dealt("5C 3S", "2C", "2D", top="7H")).when(Play(A, "5C")).refused(
        Reason.DOES_NOT_MATCH, card="5C", top="7H", suit="H", ranks=("7", "8")
    )


def test_an_eight_goes_on_anything_and_names_a_suit() -> None:
    given(table(), dealt("8C 3S", "2C", "2D", top="7H")).when(Play(A, "8C", "D")).then(
        CardPlayed(A, "8C", active="D", named="D"), moved(B)
    )


def test_an_eight_may_name_the_suit_that_holds() -> None:
    """D4: any of the four."""
    given(table(), dealt("8C 3S", "2C", "2D", top="7H")).when(Play(A, "8C", "H")).then(
        CardPlayed(A, "8C", active="H", named="H"), moved(B)
    )


def test_after_an_eight_only_the_named_suit_or_another_eight_serves() -> None:
    """8♥ for diamonds; the next holds 5♥ 5♦ 8♣ K♠."""
    now = (
        given(table(), dealt("8H 4C 9D", "5H 5D 8C KS", "2D", top="7H", stock="9H"))
        .when(Play(A, "8H", "D"))
        .accepted()
    )
    eights = {f"play 8C suit {suit}" for suit in "CDHS"}
    assert now.may(B) == {"play 5D", *eights, "draw", "abandon"}
    now.when(Play(B, "5H")).refused(Reason.DOES_NOT_MATCH, suit="D", ranks=("8",))


def test_after_the_next_card_the_named_suit_is_gone() -> None:
    """Ordinary matching returns, by the card that lies there."""
    now = (
        given(table(), dealt("8H 4C 9D", "5D 5H", "5C 2D KH", top="7H"))
        .when(Play(A, "8H", "D"), Play(B, "5D"))
        .accepted()
    )
    assert now.may(C) == {"play 5C", "play 2D", "abandon"}


def test_the_named_suit_outlives_draws_and_passes() -> None:
    now = (
        given(table(), dealt("8H 4C 9D", "5H", "9D 2C", top="7H", stock="KC"))
        .when(Play(A, "8H", "D"), Draw(B), Pass(B))
        .accepted()
    )
    assert now.may(C) == {"play 9D", "abandon"}


@pytest.mark.parametrize(
    "suit", ["8", "corazon", "C ", "c", "3", "♥️", "♥", "CD", "8C", "null", "Ｃ", "\x00"]
)
def test_a_suit_that_does_not_exist_is_refused(suit: str) -> None:
    """Each with the same error, and nothing has happened."""
    given(table(), dealt("8H 4C 9D", "2C", "2D", top="7S")).when(Play(A, "8H", suit)).refused(
        Reason.SUIT_NEEDED
    )


def test_an_eight_without_a_suit_is_refused() -> None:
    given(table(), dealt("8H 4C 9D", "2C", "2D", top="7S")).when(Play(A, "8H")).refused(
        Reason.SUIT_NEEDED
    )


def test_a_card_that_is_not_an_eight_names_no_suit() -> None:
    given(table(), dealt("5H 3S", "2C", "2D", top="7H")).when(Play(A, "5H", "H")).refused(
        Reason.SUIT_NOT_ASKED
    )


def test_a_card_that_does_not_match_is_refused_for_that_before_its_suit() -> None:
    given(table(), dealt("5C 3S", "2C", "2D", top="7H")).when(Play(A, "5C", "H")).refused(
        Reason.DOES_NOT_MATCH
    )


def test_eight_on_eight_is_allowed_and_names_anew() -> None:
    given(table(), dealt("8H 4C", "8C 5H", "2D", top="7S")).when(
        Play(A, "8H", "D"), Play(B, "8C", "S")
    ).then(CardPlayed(B, "8C", active="S", named="S"), moved(C))


def test_with_two_packs_only_the_copy_that_is_held_can_be_played() -> None:
    """Every physical card has its own identity."""
    now = given(
        table(seats=6),
        dealt("7H#0 7H#1 9C#0", *("2C#0",) * 5, top="7S#0"),
    )
    after = now.when(Play(A, "7H#0")).has(CardPlayed(A, "7H#0", active="H")).also(turn_of(A))
    after.when(Play(A, "7H#0")).refused(Reason.NOT_IN_HAND, card="7H#0")
    after.when(Play(A, "7H#1")).has(CardPlayed(A, "7H#1", active="H"))


@pytest.mark.parametrize("card", ["11C", "", "H7", "7h", "7H#0", "JK", "8", "10H", "7H#", "💣"])
def test_a_card_that_is_not_in_the_deck_is_told_so(card: str) -> None:
    given(table(), dealt("7H 3S", "2C", "2D", top="7S")).when(Play(A, card)).refused(
        Reason.UNKNOWN_CARD
    )


def test_a_suit_named_in_the_round_before_does_not_hold_in_the_next() -> None:
    """8♦ closed the round, the next one opens with 4♥."""
    now = (
        given(table(), dealt("8D", "2C", "2S", top="7S"))
        .when(Play(A, "8D", "S"))
        .accepted()
        .also(dealt("KS TH 3C", "2C", "2D", top="4H", dealer=C))
    )
    now.when(Play(A, "KS")).refused(Reason.DOES_NOT_MATCH, suit="H", ranks=("4", "8"))
    now.when(Play(A, "TH")).then(CardPlayed(A, "TH", active="H"), moved(B))


# An eight that opens, where the dealer names its suit


def test_an_eight_that_opens_leaves_the_dealer_only_to_name_its_suit() -> None:
    now = given(
        table(starter_eight="dealer_names"),
        dealt("5H 3S", "2C", "8C KD", top="8H", stock="9H", naming=True),
    )
    assert now.may(C) == {"name C", "name D", "name H", "name S", "abandon"}
    assert now.may(A) == {"abandon"}


def test_the_dealer_names_the_suit_and_the_next_seat_plays() -> None:
    now = given(
        table(starter_eight="dealer_names"),
        dealt("5H 3S", "2C", "8C KD", top="8H", stock="9H", naming=True),
    )
    after = now.when(Name(C, "S")).then(SuitNamed(C, "S"), moved(A))
    assert after.may(A) == {"play 3S", "draw", "abandon"}


@pytest.mark.parametrize("command", [Play(C, "8C", "S"), Draw(C), Pass(C)])
def test_a_dealer_who_owes_a_suit_can_do_nothing_before(command: Play | Draw | Pass) -> None:
    given(
        table(starter_eight="dealer_names"),
        dealt("5H", "2C", "8C KD", top="8H", stock="9H", naming=True),
    ).when(command).refused(Reason.MUST_NAME)


def test_a_suit_that_does_not_exist_cannot_be_named() -> None:
    given(table(starter_eight="dealer_names"), dealt("5H", "2C", "KD", top="8H", naming=True)).when(
        Name(C, "X")
    ).refused(Reason.SUIT_NEEDED)


def test_where_no_suit_is_owed_none_can_be_named() -> None:
    given(table(), dealt("5H", "2C", "KD", top="7H")).when(Name(A, "S")).refused(
        Reason.NOTHING_TO_NAME
    )


def test_points_of_earlier_rounds_do_not_matter_for_what_matches() -> None:
    given(table(), scored(60, 0, 20), dealt("5H 3S", "2C", "2D", top="7H")).when(
        Play(A, "5H")
    ).then(CardPlayed(A, "5H", active="H"), moved(B))
