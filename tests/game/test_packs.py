"""Packs in play: one and two, jokers, the jiu-jitsu pack; every card has its own identity (§11)."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from server.cards import deck_of, face_of
from server.events.catalog import RoundDealt
from server.game.commands import NextRound, Play, Start
from server.game.dealing import deal_round
from server.game.table import Lock, deck_in_play
from server.projections.view import public_view
from server.protocol.reasons import Reason
from server.rules.presets import PRESETS
from tests.spec import A, B, Given, dealt, given, match_started, scored, seed, table

DEALS = 2_000 if os.environ.get("OCHOS_TESTS") == "long" else 60


def begun(preset: str, seats: int, **switches: Any) -> Given:
    made = given(table(preset, seats=seats, **switches))
    return made.also(match_started(made.table))


def all_cards(deal: RoundDealt) -> list[str]:
    return [*deal.stock, deal.starter, *(card for hand in deal.hands for card in hand)]


# What is in them


def test_the_pack_with_jokers_has_two_of_them_and_each_its_own_identity() -> None:
    deck = deck_of("french54", 1)
    assert len(deck.cards) == 54
    assert [card for card in deck.cards if card.startswith("JK")] == ["JK#0", "JK#1"]
    assert all("#" not in card for card in deck.cards if not card.startswith("JK"))
    assert (deck.suit["JK#0"], deck.rank["JK#1"]) == ("", "JK")


def test_two_packs_with_jokers_have_four() -> None:
    deck = deck_of("french54", 2)
    assert len(deck.cards) == len(set(deck.cards)) == 108
    assert sum(card.startswith("JK#") for card in deck.cards) == 4
    assert Counter(map(face_of, deck.cards))["7H"] == 2


def test_the_jiu_jitsu_pack_has_107_cards() -> None:
    """D22: 72 numbers, 24 symbols, five Draw +5 and six Choose."""
    deck = deck_of("jiujitsu", 1)
    assert len(deck.cards) == len(set(deck.cards)) == 107
    ranks = Counter(deck.rank.values())
    assert sum(ranks[number] for number in "123456789") == 72
    assert [ranks[symbol] for symbol in "+~!"] == [8, 8, 8]
    assert (ranks["+5"], ranks["EL"]) == (5, 6)
    assert Counter(deck.suit.values()) == {"b": 24, "p": 24, "n": 24, "k": 24, "": 11}
    assert {"b7#0", "b7#1", "k+#1", "n~#0", "p!#1", "+5#4", "EL#5"} < set(deck.cards)


# Deals


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4, 6, 10])
def test_in_every_deal_every_card_is_there_once(preset: str, seats: int) -> None:
    now = begun(preset, seats)
    deck = Counter(deck_in_play(now.table).cards)
    random = Random(f"{preset} {seats}")
    for _ in range(DEALS):
        shuffled = replace(now.table, seed=random.randbytes(64).hex())
        deal = deal_round(shuffled, 1, A, now.table.players, seed(2), Lock())
        assert Counter(all_cards(deal)) == deck


@pytest.mark.parametrize(
    ("preset", "seats", "each", "stock"),
    [
        ("familiar", 2, 7, 37),
        ("familiar", 5, 7, 16),
        ("familiar", 6, 7, 61),
        ("montanita", 2, 8, 37),
        ("montanita", 5, 8, 13),
        ("montanita", 10, 8, 27),  # D23
        ("jiujitsu", 2, 8, 90),
        ("jiujitsu", 10, 8, 26),
    ],
)
def test_so_many_cards_each_and_so_many_in_the_stock(
    preset: str, seats: int, each: int, stock: int
) -> None:
    """D23: Montañita too goes up to ten, with two packs from six."""
    now = given(table(preset, seats=seats)).when(Start(A, 1, seed(2))).accepted()
    assert now.table.round is not None
    assert [len(hand) for hand in now.table.round.hands] == [each] * seats
    assert len(now.table.round.stock) == stock


def test_five_may_mix_two_packs_where_the_table_says_so() -> None:
    """104 − 35 − 1 = 68."""
    now = given(table("familiar", seats=5, two_packs_from=5)).when(Start(A, 1, seed(2))).accepted()
    assert now.table.round is not None
    assert len(now.table.round.stock) == 68
    assert public_view(now.table).rules.packs == 2


def test_a_new_deal_of_two_packs_has_104_cards_again() -> None:
    now = given(table("familiar", seats=6), scored(1, 2, 3, 4, 5, 6))
    after = now.when(NextRound(A, 1, 1, seed(3))).accepted()
    (deal,) = after.commits[-1].events
    assert isinstance(deal, RoundDealt)
    assert Counter(all_cards(deal)) == Counter(deck_of("french52", 2).cards)


def test_a_copy_is_not_the_other_copy() -> None:
    now = given(
        table("familiar", seats=2, two_packs_from=2, last_card_call="off"),
        dealt("9C#0 9C#1 4D#0", "9H#0 2S#0", top="9D#0"),
    ).when(Play(A, "9C#0"))
    after = now.accepted()
    after.when(Play(B, "9H#0"), Play(A, "9C#0")).refused(Reason.NOT_IN_HAND)
    after.when(Play(B, "9H#0"), Play(A, "9C#1")).accepted()


def test_the_same_card_is_not_played_twice_for_the_other_play_of_an_ace() -> None:
    now = given(
        table("montanita", seats=2, two_packs_from=2),
        dealt("AC#0 AC#1 9C#0", "4H#0 5H#0", top="KC#0", stock="QD#0"),
    )
    again = now.when(Play(A, "AC#0")).accepted()
    again.when(Play(A, "AC#0")).refused(Reason.NOT_IN_HAND)
    after = again.when(Play(A, "AC#1")).accepted()
    assert after.table.round is not None
    assert after.table.round.hands[A] == ("9C#0",)


def test_what_goes_by_the_number_of_seats_is_fixed_by_those_who_play_at_the_start() -> None:
    """D25: six chairs and five people: one pack."""
    now = given(table("familiar", seats=6, people=5)).when(Start(A, 1, seed(2))).accepted()
    assert public_view(now.table).rules.packs == 1
    assert len(deck_in_play(now.table).cards) == 52
