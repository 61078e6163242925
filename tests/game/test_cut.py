"""Who deals first: the host, or whoever cuts the lowest or the highest card (RULES.md §2)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from server.cards import deck_of, face_of
from server.events.catalog import DealerCut, MatchStarted, RoundDealt
from server.game.commands import NextRound, OfferRematch, Start
from server.game.dealing import cut_for_deal
from server.game.table import Lock
from server.projections.view import public_view
from server.rules.scoring import points_of
from tests.spec import A, B, C, Given, given, like, match_ended, match_started, scored, seed, table

DEALS = 200


def begun(preset: str, seats: int = 4, **switches: Any) -> Given:
    made = given(table(preset, seats=seats, **switches))
    return made.also(match_started(made.table, dealer=A))


def cuts(now: Given) -> list[DealerCut]:
    """Cuts of many deals at this table."""
    found = []
    for number in range(DEALS):
        cut = cut_for_deal(replace(now.table, seed=f"{number:04x}" * 32), Lock())
        assert cut is not None
        found.append(cut)
    return found


@pytest.mark.parametrize("preset", ["clasico", "especiales", "montanita"])
def test_where_the_host_deals_first_nobody_cuts(preset: str) -> None:
    """D1."""
    now = given(table(preset, direction="left")).when(Start(A, 1, seed(2)))
    now.has(like(RoundDealt, dealer=A))
    now.has_no(DealerCut)


def test_who_cuts_the_lowest_card_deals() -> None:
    ranks = deck_of("french52", 1).ranks
    for cut in cuts(begun("familiar")):
        first = dict(cut.cards[:4])
        lowest = min(ranks.index(card[0]) for card in first.values())
        assert ranks.index(first[cut.dealer][0]) == lowest


def test_who_cuts_the_highest_card_deals_and_jokers_are_above_kings() -> None:
    ranks = deck_of("french54", 1).ranks
    for cut in cuts(begun("montanita", first_dealer="highest_cut")):
        first = dict(cut.cards[:4])
        heights = {s: ranks.index(face_of(c) if c[:2] == "JK" else c[0]) for s, c in first.items()}
        assert heights[cut.dealer] == max(heights.values())


def test_in_the_jiu_jitsu_pack_cards_are_compared_by_points() -> None:
    deck = deck_of("jiujitsu", 1)
    for cut in cuts(begun("jiujitsu")):
        first = dict(cut.cards[:4])
        heights = {seat: points_of(deck, (card,)) for seat, card in first.items()}
        assert heights[cut.dealer] == max(heights.values())


def test_equal_extremes_cut_again_among_themselves_further_down_the_deck() -> None:
    tied = [cut for cut in cuts(begun("familiar")) if len(cut.cards) > 4]
    assert tied
    ranks = deck_of("french52", 1).ranks
    for cut in tied:
        assert [seat for seat, _ in cut.cards[:4]] == [A, B, C, 3]
        first = {seat: ranks.index(card[0]) for seat, card in cut.cards[:4]}
        lowest = [seat for seat in first if first[seat] == min(first.values())]
        assert [seat for seat, _ in cut.cards[4 : 4 + len(lowest)]] == lowest
        assert len({card for _, card in cut.cards}) == len(cut.cards)


def test_the_cut_is_shown_to_all_in_the_first_round() -> None:
    now = given(table("familiar")).when(Start(A, 1, seed(2))).accepted()
    (cut,) = [event for event in now.commits[-1].events if isinstance(event, DealerCut)]
    assert public_view(now.table).cut == cut.cards
    kinds = [type(event) for event in now.commits[-1].events]
    assert kinds == [MatchStarted, DealerCut, RoundDealt]


def test_the_cards_are_shuffled_anew_for_the_deal() -> None:
    """A card that was cut is dealt as any other: the deal does not depend on the cut."""
    one = given(table("familiar")).when(Start(A, 1, seed(2))).accepted().table.round
    other = given(table("familiar", first_dealer="host")).when(Start(A, 1, seed(2))).accepted()
    assert one is not None
    assert other.table.round is not None
    assert one.stock == other.table.round.stock


def test_later_rounds_are_not_cut_for() -> None:
    now = given(table("familiar"), scored(1, 2, 3)).when(NextRound(A, 1, 1, seed(3)))
    now.has_no(DealerCut)
    assert public_view(now.accepted().table).cut == ()


@pytest.mark.parametrize(
    ("switch", "direction", "dealer"),
    [
        ("in_direction", "left", A),
        ("in_direction", "right", B),
        ("left", "right", A),
        ("right", "left", B),
    ],
)
def test_the_deal_passes_on_as_the_table_says(switch: str, direction: str, dealer: int) -> None:
    """C dealt."""
    now = given(table("clasico", next_dealer=switch, direction=direction), scored(1, 2, 3))
    now.when(NextRound(A, 1, 1, seed(3))).has(like(RoundDealt, dealer=dealer))


def test_a_rematch_is_not_cut_for() -> None:
    """D20."""
    over = given(table("familiar", robots=(B, C)), scored(1, 2, 104), match_ended(A, 1, 2, 3))
    after = over.when(OfferRematch(A, 1, seed(9)))
    after.has_no(DealerCut)
    after.has(like(RoundDealt, dealer=A))
