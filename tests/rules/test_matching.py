"""Matching and effects as small functions, over the whole deck."""

from __future__ import annotations

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from server.cards import deck_of, face_of
from server.rules.door import rules_for
from server.rules.effects import Plan, names_a_suit, plan_for
from server.rules.matching import Ask, matches, serving_ranks

DECK = deck_of("french52", 1)
CLASICO, ESPECIALES = rules_for("clasico"), rules_for("especiales")


def serving(ask: Ask) -> set[str]:
    return {card for card in DECK.cards if matches(ESPECIALES, DECK, ask, card)}


def test_suit_rank_and_eights_match() -> None:
    hearts = {rank + "H" for rank in DECK.ranks}
    sevens = {"7" + suit for suit in DECK.suits}
    eights = {"8" + suit for suit in DECK.suits}
    assert serving(Ask("H", "7", 0)) == hearts | sevens | eights


def test_on_an_eight_its_rank_lets_nothing_but_eights_follow() -> None:
    hearts = {rank + "H" for rank in DECK.ranks}
    assert serving(Ask("H", "8", 0)) == hearts | {"8" + suit for suit in DECK.suits}


def test_a_penalty_is_answered_by_twos_only() -> None:
    assert serving(Ask("H", "2", 2)) == {"2" + suit for suit in DECK.suits}


@forall(
    st.sampled_from(DECK.suits),
    st.sampled_from(DECK.ranks),
    st.sampled_from((0, 2, 6)),
    st.sampled_from(DECK.cards),
)
def test_what_is_told_to_people_is_what_matches(
    suit: str, rank: str, pending: int, card: str
) -> None:
    """A card serves by a rank that was told, or by the suit where no penalty is owed."""
    ask = Ask(suit, rank, pending)
    told = card[0] in serving_ranks(ESPECIALES, DECK, ask) or (not pending and card[1] == suit)
    assert matches(ESPECIALES, DECK, ask, card) == told


@pytest.mark.parametrize("rank", DECK.ranks)
def test_in_clasico_no_rank_has_an_effect(rank: str) -> None:
    assert plan_for(CLASICO, rank, Ask("H", "7", 0), seats=4) == Plan()
    assert names_a_suit(CLASICO, rank) == (rank == "8")


@pytest.mark.parametrize(
    ("rank", "seats", "pending", "plan"),
    [
        ("Q", 4, 0, Plan(steps=2)),
        ("Q", 2, 0, Plan(steps=2)),
        ("A", 3, 0, Plan(reverse=True)),
        ("A", 2, 0, Plan()),
        ("2", 4, 0, Plan(pending=2)),
        ("2", 4, 6, Plan(pending=8)),
        ("K", 4, 0, Plan()),
    ],
)
def test_what_follows_from_a_special_card(rank: str, seats: int, pending: int, plan: Plan) -> None:
    assert plan_for(ESPECIALES, rank, Ask("H", "7", pending), seats=seats) == plan


# Cards and decks


def test_one_pack_has_every_face_once_in_canonical_order() -> None:
    assert DECK.cards[:14] == (*(rank + "C" for rank in "A23456789TJQK"), "AD")
    assert len(set(DECK.cards)) == 52


def test_two_packs_have_every_face_twice_and_every_card_its_own_code() -> None:
    two = deck_of("french52", 2)
    assert len(set(two.cards)) == 104
    assert two.cards[:2] == ("AC#0", "2C#0")
    assert two.cards[52] == "AC#1"
    assert sorted(map(face_of, two.cards)) == sorted(DECK.cards * 2)
    assert (two.rank["TH#1"], two.suit["TH#1"]) == ("T", "H")


def test_a_pack_that_is_not_there_is_not_dealt() -> None:
    with pytest.raises(KeyError):
        deck_of("tarot", 1)


# No eight on an eight


NO_EIGHTS = rules_for("familiar", {"eight_on_eight": False, "draw": "8:4"})


def test_where_no_eight_goes_on_an_eight_it_does_not_even_follow_suit() -> None:
    ask = Ask("H", "8", 0)
    assert not matches(NO_EIGHTS, DECK, ask, "8H")
    assert matches(NO_EIGHTS, DECK, Ask("C", "7", 0), "8H")
    assert "8" not in serving_ranks(NO_EIGHTS, DECK, ask)


def test_nor_does_it_answer_one() -> None:
    ask = Ask("H", "8", 4)
    assert not matches(NO_EIGHTS, DECK, ask, "8H")
    assert serving_ranks(NO_EIGHTS, DECK, ask) == ()
