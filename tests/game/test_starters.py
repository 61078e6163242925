"""The card that opens the pile: inert, named by the dealer, or with its effect (RULES.md §2)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from server.cards import deck_of, face_of
from server.events.catalog import CardPlayed, CardsDrawn, RoundDealt, SuitNamed
from server.game.commands import Draw, Name, Play
from server.game.dealing import deal_round, turn_starter
from server.game.table import Lock
from server.protocol.reasons import Reason
from server.rules.door import rules_for
from tests.spec import A, B, C, D, Given, dealt, given, match_started, moved, seed, table, turn_of

DEALS_MOST = 2_000


def opened(preset: str, starter: str, seats: int = 3, **switches: Any) -> RoundDealt:
    """The opening of a round in which this card was turned; the last seat dealt."""
    made = given(table(preset, seats=seats, **switches))
    begun = made.also(match_started(made.table)).table
    for number in range(DEALS_MOST):
        shuffled = replace(begun, seed=f"{number:04x}" * 32)
        event = deal_round(shuffled, 1, seats - 1, begun.players, seed(2), Lock())
        if face_of(event.starter) == starter:
            return event
    raise AssertionError(f"{starter} never opens")


# Inert


@pytest.mark.parametrize("preset", ["especiales", "montanita"])
@pytest.mark.parametrize("starter", ["2H", "QH", "AH", "3H", "JH"])
def test_where_starters_have_no_effect_none_has(preset: str, starter: str) -> None:
    event = opened(preset, starter)
    assert (event.first, event.direction, event.pending, event.skipped) == (A, 1, 0, ())
    assert not event.naming


# As if the dealer had played it


def test_a_draw_card_is_owed_by_the_first_seat() -> None:
    event = opened("jiujitsu", "b+")
    assert (event.first, event.pending, event.skipped) == (A, 2, ())


def test_the_first_seat_may_answer_it() -> None:
    """D10."""
    now = given(
        table("jiujitsu", last_card_call="off"),
        dealt("p+#0 b1#0", "n1#0", "n2#0", top="b+#0", stock="k1#0 k2#0"),
        turn_of(A, pending=2),
    )
    now.when(Play(A, "p+#0")).has(moved(B, pending=4))
    now.when(Draw(A)).then(CardsDrawn(A, 2, penalty=2, cards=("k1#0", "k2#0")), moved(B))


def test_a_skip_costs_the_first_seat_its_turn() -> None:
    event = opened("jiujitsu", "b!")
    assert (event.first, event.skipped, event.pending) == (B, (A,), 0)


def test_with_two_a_skip_gives_the_dealer_the_first_turn() -> None:
    event = opened("jiujitsu", "b!", seats=2)
    assert (event.dealer, event.first, event.skipped) == (B, B, (A,))


def test_a_reversal_turns_the_direction_and_the_dealer_plays_first() -> None:
    event = opened("jiujitsu", "b~", seats=4)
    assert (event.dealer, event.first, event.direction) == (D, D, -1)


def test_then_the_seat_on_the_other_side_plays() -> None:
    now = given(
        table("jiujitsu", seats=4, last_card_call="off"),
        dealt("n1#0 n2#0", "n3#0 n4#0", "n5#0 n6#0", "b1#0 n9#0", top="b~#0"),
        turn_of(D, direction=-1),
    )
    now.when(Play(D, "b1#0")).has(moved(C, direction=-1))


def test_with_two_as_well_a_reversal_gives_the_dealer_the_first_turn() -> None:
    event = opened("jiujitsu", "b~", seats=2)
    assert (event.dealer, event.first, event.direction) == (B, B, -1)


@pytest.mark.parametrize("starter", ["b7", "b9"])
def test_a_number_opens_without_effect(starter: str) -> None:
    event = opened("jiujitsu", starter)
    assert (event.first, event.pending, event.direction) == (A, 0, 1)


def test_a_card_that_gives_another_play_does_nothing() -> None:
    event = opened("montanita", "AH", starter_effects=True)
    assert (event.first, event.direction, event.pending) == (A, 1, 0)


def test_the_effects_of_starters_are_a_switch() -> None:
    assert opened("jiujitsu", "b+", starter_effects=False).pending == 0
    assert opened("especiales", "2H", starter_effects=True).pending == 2


# Which may open


@pytest.mark.parametrize(
    ("preset", "barred"),
    [
        ("clasico", {"8"}),
        ("especiales", {"8"}),
        ("familiar", {"8"}),
        ("montanita", {"8", "JK"}),  # D24
        ("jiujitsu", {"+5", "EL"}),
    ],
)
def test_wilds_open_nowhere_and_a_joker_neither(preset: str, barred: set[str]) -> None:
    """D24: in Montañita neither eights nor jokers."""
    rules = rules_for(preset)
    deck = deck_of(rules.pack, 1)
    wild = [card for card in deck.cards if deck.rank[card] in barred]
    others = [card for card in deck.cards if deck.rank[card] not in barred]
    for card in wild:
        starter, stock = turn_starter(rules, deck, (card, *others))
        assert starter == others[0]
        assert len(stock) == len(others)
    for card in others:
        assert turn_starter(rules, deck, (card, *wild))[0] == card


def test_a_card_that_may_not_open_goes_below_half_of_the_others() -> None:
    """D2, Four eights in a row, and a five opens."""
    rules, deck = rules_for("clasico"), deck_of("french52", 1)
    starter, stock = turn_starter(
        rules, deck, ("8H", "8D", "8C", "8S", "5H", "2C", "3C", "4C", "6C", "7C")
    )
    assert starter == "5H"
    assert sorted(stock) == sorted(("8H", "8D", "8C", "8S", "2C", "3C", "4C", "6C", "7C"))
    assert turn_starter(rules, deck, ("8H", "5H", "2C", "3C", "4C")) == (
        "5H",
        ("2C", "8H", "3C", "4C"),
    )


def test_a_rank_may_be_barred_by_the_table() -> None:
    rules, deck = rules_for("clasico", {"starter_forbidden": "8,A"}), deck_of("french52", 1)
    assert turn_starter(rules, deck, ("AH", "8H", "5H", "2C", "3C", "4C"))[0] not in ("AH", "8H")


# An eight that opens


def test_where_the_dealer_names_an_eight_stays_and_is_named_before_anything_else() -> None:
    event = opened("clasico", "8H", starter_eight="dealer_names")
    assert (event.first, event.naming) == (C, True)
    now = given(
        table(starter_eight="dealer_names"),
        dealt("5S", "2C", "3C", top="8H", naming=True, dealer=C),
    )
    assert now.may(C) == {"name C", "name D", "name H", "name S", "abandon"}
    now.when(Play(A, "5S")).refused(Reason.NOT_YOUR_TURN)
    now.when(Name(C, "S")).then(SuitNamed(C, "S"), moved(A)).when(Play(A, "5S")).has(
        CardPlayed(A, "5S", active="S")
    )


def test_an_eight_that_may_open_and_is_not_to_be_named_has_its_own_suit() -> None:
    """The table has taken the eights off the list, and nothing else."""
    event = opened("clasico", "8H", starter_forbidden="none")
    assert (event.first, event.naming, event.active) == (A, False, "H")


def test_a_silent_eight_that_opens_has_its_own_suit() -> None:
    event = opened("familiar", "8H", starter_forbidden="none", silent_eight=True)
    assert (event.first, event.naming, event.active) == (A, False, "H")


def named_draw(**switches: Any) -> Given:
    """An eight that draws four has opened, and the dealer owes its suit."""
    return given(
        table("especiales", starter_eight="dealer_names", draw="2:2,8:4", **switches),
        dealt("5S 2S", "2C", "3C 4C", top="8H", naming=True, dealer=C, stock="9H TH JH KH"),
    )


def test_an_eight_that_draws_is_owed_once_it_is_named_where_starters_have_effects() -> None:
    named_draw(starter_effects=True).when(Name(C, "S")).then(SuitNamed(C, "S"), moved(A, pending=4))
    named_draw().when(Name(C, "S")).then(SuitNamed(C, "S"), moved(A))
