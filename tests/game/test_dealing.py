"""The deal: packs, hand sizes, the starter, dealer and first turn (RULES.md §2)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from server.cards import deck_of
from server.events.catalog import MatchStarted, RoundClosed, RoundDealt
from server.game import commands as c
from server.game.dealing import turn_starter
from server.game.shuffle import commitment, deal_key, shuffle
from server.game.table import Round
from server.rules.door import check_seats, packs_for, rules_for
from tests.spec import TABLE, A, B, C, Given, given, like, scored, seed, table

DECK = deck_of("french52", 1)
CLASICO = rules_for("clasico")
NAMING = rules_for("clasico", {"starter_eight": "dealer_names"})


def started(seats: int, preset: str = "clasico", **switches: Any) -> Given:
    now = given(table(preset, seats=seats, **switches))
    return now.when(c.Start(A, 1, seed(2))).accepted()


def dealing(now: Given) -> RoundDealt:
    (event,) = (e for e in now.commits[-1].events if isinstance(e, RoundDealt))
    return event


def running(now: Given) -> Round:
    assert now.table.round is not None
    return now.table.round


def closed(now: Given) -> RoundClosed:
    """The round that runs is over; nobody gained anything."""
    round_ = running(now)
    return RoundClosed("out", round_.number, round_.seed, A, totals=(0,) * len(now.table.players))


@pytest.mark.parametrize("preset", ["clasico", "especiales"])
@pytest.mark.parametrize(
    ("seats", "each", "stock"),
    [(2, 7, 37), (3, 5, 36), (4, 5, 31), (5, 5, 26), (6, 5, 73), (10, 5, 53)],
)
def test_five_cards_each_or_seven_for_two_and_two_packs_from_six(
    preset: str, seats: int, each: int, stock: int
) -> None:
    event = dealing(started(seats, preset))
    assert event.hand_sizes == (each,) * seats
    assert event.stock_cards == len(event.stock) == stock


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_card_of_the_deck_is_dealt_once(seats: int) -> None:
    event = dealing(started(seats))
    there = [*event.stock, event.starter, *(card for hand in event.hands for card in hand)]
    assert sorted(there) == sorted(deck_of("french52", 2 if seats >= 6 else 1).cards)


def test_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    """From the deck cut at half: to B, C, A, B …, then the starter, then the stock."""
    key = deal_key(seed(1), TABLE, 1, DECK.cards)
    order = shuffle(key, "deal", DECK.cards)
    cut = order[26:] + order[:26]
    assert cut[15][0] != "8", "a deal whose starter may stay"
    event = dealing(started(3))
    assert event.hands == (cut[2:15:3], cut[0:15:3], cut[1:15:3])
    assert (event.starter, event.stock) == (cut[15], cut[16:])
    assert event.cut == 26


def test_with_play_to_the_right_the_seat_to_the_right_gets_the_first_card() -> None:
    key = deal_key(seed(1), TABLE, 1, DECK.cards)
    order = shuffle(key, "deal", DECK.cards)
    cut = order[26:] + order[:26]
    event = dealing(started(3, direction="right"))
    assert event.hands == (cut[2:15:3], cut[1:15:3], cut[0:15:3])
    assert (event.first, event.direction) == (C, -1)


def test_in_the_first_round_the_host_deals_and_the_next_seat_plays_first() -> None:
    event = dealing(started(4))
    assert (event.dealer, event.first, event.direction) == (A, B, 1)


def test_turns_are_numbered_on_through_rounds() -> None:
    """A click meant for a turn of the round before can never fit one of this round."""
    now = started(3)
    assert running(now).turn == 1
    now = now.also(closed(now)).when(c.NextRound(A, 1, 1, seed(3))).accepted()
    assert running(now).turn == 2


def test_a_deal_is_fixed_by_its_seed_and_by_the_table_and_its_number() -> None:
    """Nothing else goes in, and no clock does."""
    one, other = dealing(started(3)), dealing(started(3))
    assert one == other
    second = given(table(), scored(1, 0, 0)).when(c.NextRound(A, 1, 1, seed(3))).accepted()
    assert dealing(second).hands != one.hands


# Starters


def test_an_eight_that_is_turned_goes_back_below_half_of_the_stock() -> None:
    """D2: under n // 2 cards, n without it."""
    cards = ("8C", "5C", "2C", "3C", "4C")
    assert turn_starter(CLASICO, DECK, cards) == ("5C", ("2C", "8C", "3C", "4C"))


def test_several_eights_in_a_row_all_go_back() -> None:
    """None is lost, the fifth card opens."""
    stock = tuple(card for card in DECK.cards if card[0] not in "8A")[:20]
    starter, left = turn_starter(CLASICO, DECK, ("8H", "8D", "8C", "8S", *stock))
    assert starter == stock[0]
    assert sorted(left) == sorted(("8H", "8D", "8C", "8S", *stock[1:]))


def test_where_the_dealer_names_its_suit_an_eight_stays() -> None:
    assert turn_starter(NAMING, DECK, ("8C", "5C", "2C")) == ("8C", ("5C", "2C"))


@forall(st.permutations(DECK.cards), st.integers(9, 40))
def test_whatever_the_order_a_starter_is_found_and_no_card_is_lost(
    order: list[str], size: int
) -> None:
    """D26: twice the cards that may not start and one more are enough."""
    eights = sum(card[0] == "8" for card in order[:size])
    if size < 2 * eights + 1:
        return
    starter, left = turn_starter(CLASICO, DECK, tuple(order[:size]))
    assert starter[0] != "8"
    assert sorted((starter, *left)) == sorted(order[:size])


@pytest.mark.parametrize("eights", range(1, 5))
def test_a_starter_is_found_among_the_fewest_cards_wherever_the_eights_are(eights: int) -> None:
    """D26 at its limit, in every arrangement."""
    size = 2 * eights + 1
    for places in combinations(range(size), eights):
        cards = tuple(
            f"8{'CDHS'[i % 4]}" if i in places else f"2{'CDHS'[i % 4]}" for i in range(size)
        )
        starter, left = turn_starter(CLASICO, DECK, cards)
        assert starter[0] == "2"
        assert sorted((starter, *left)) == sorted(cards)


def test_an_eight_that_opens_makes_the_dealer_name_first() -> None:
    """Deals are tried until an eight opens; the dealer is in turn, with a suit to name."""
    for number in range(10, 90):
        now = given(table(starter_eight="dealer_names"), scored(1, 0, 0))
        # The coming deal's seed is the one given with the deal before.
        now = now.when(c.NextRound(A, 1, 1, seed(number))).accepted()
        now = now.also(closed(now)).when(c.NextRound(A, 1, 2, seed(9))).accepted()
        event = dealing(now)
        assert event.naming == (event.starter[0] == "8")
        if event.naming:
            assert (event.dealer, event.first) == (B, B)
            assert now.may(B) == {"name C", "name D", "name H", "name S", "abandon"}
            return
    pytest.fail("no eight opened in eighty deals")


# The fair deal, one ahead


def test_each_deal_carries_the_commitment_to_the_next() -> None:
    now = given(table(seats=2))
    first = now.when(c.Start(A, 1, seed(2))).has(
        like(MatchStarted, commitment=commitment(seed(1))),
        like(RoundDealt, next_commitment=commitment(seed(2)), next_seed=seed(2), contributions=()),
    )
    first.also(closed(first)).when(c.NextRound(A, 1, 1, seed(3))).has(
        like(RoundDealt, deal=2, next_commitment=commitment(seed(3)))
    )


def test_the_seed_revealed_at_the_end_is_the_one_committed_to_before_the_deal() -> None:
    """D39, also when the match is broken off: anyone can deal the same cards again."""
    now = started(3)
    event = dealing(now)
    over = now.when(c.Abandon(B, 1)).accepted()
    (end,) = (e for e in over.commits[-1].events if isinstance(e, RoundClosed))
    assert commitment(end.seed) == now.table.round_commitment == commitment(seed(1))
    key = deal_key(end.seed, TABLE, event.deal, DECK.cards, event.contributions)
    order = shuffle(key, "deal", DECK.cards)
    order = order[event.cut :] + order[: event.cut]
    assert order[:15] == tuple(
        card for hands in zip(*event.hands[1:], event.hands[0], strict=True) for card in hands
    )


def test_a_seed_is_used_for_one_deal_only() -> None:
    """The deal after a reveal comes from a seed that nobody has seen."""
    now = started(2)
    revealed = []
    for number in range(1, 10):
        revealed.append(closed(now).seed)
        now = now.also(closed(now)).when(c.NextRound(A, 1, number, seed(number + 2))).accepted()
    assert revealed == [seed(number) for number in range(1, 10)]


@pytest.mark.parametrize("weak", ["", "00", "00" * 63])
def test_nobody_deals_with_less_than_a_whole_seed(weak: str) -> None:
    """A seed that was forgotten must not become a deal that all can guess."""
    now = given(table(seats=2))
    with pytest.raises(AssertionError):
        now.when(c.Start(A, 1, weak))


def test_deals_of_one_table_all_differ() -> None:
    now = started(2)
    hands = {dealing(now).hands}
    for number in range(1, 30):
        now = now.also(closed(now)).when(c.NextRound(A, 1, number, seed(number + 2))).accepted()
        hands.add(dealing(now).hands)
    assert len(hands) == 30


# Too few cards


def test_the_cards_of_a_table_are_enough_for_every_number_of_players() -> None:
    for seats in range(2, 11):
        check_seats(CLASICO, seats)
        assert packs_for(CLASICO, seats) == (2 if seats >= 6 else 1)
