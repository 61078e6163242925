"""`ol-shuffle-1`: the vectors that every verifier shares, and that its orders are fair."""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path

import pytest

from server.cards import deck_of
from server.game.shuffle import SEED_BYTES, Dice, commitment, deal_key, shuffle

DECK = deck_of("french52", 1).cards
SEED = bytes(range(64)).hex()
GIVEN = ((0, "61" * 16), (2, "62" * 16))
VECTORS = Path(__file__).parent.parent / "golden" / "shuffle.json"


def test_the_published_vector() -> None:
    assert commitment(SEED) == "4f2f04b5963eb71bccad53e4789379cc606567d190ab8af6c83f41b85e543769"
    order = shuffle(deal_key(SEED, "tbl", 1, DECK, GIVEN), "deal", DECK)
    assert " ".join(order[:12]) == "4S 8H 9D 6C 9C 9S 5C 2H TH 5D AD QC"


def test_the_order_in_which_contributions_came_in_does_not_matter() -> None:
    one = deal_key(SEED, "tbl", 1, DECK, GIVEN)
    assert deal_key(SEED, "tbl", 1, DECK, GIVEN[::-1]) == one


@pytest.mark.parametrize(
    "key",
    [
        deal_key(SEED[2:] + "ff", "tbl", 1, DECK, GIVEN),
        deal_key(SEED, "tbm", 1, DECK, GIVEN),
        deal_key(SEED, "tbl", 2, DECK, GIVEN),
        deal_key(SEED, "tbl", 1, deck_of("french52", 2).cards, GIVEN),
        deal_key(SEED, "tbl", 1, DECK, GIVEN[:1]),
        deal_key(SEED, "tbl", 1, DECK, ((1, "61" * 16), (2, "62" * 16))),
    ],
    ids=["seed", "table", "deal", "deck", "missing", "seat"],
)
def test_everything_that_fixes_a_deal_goes_into_its_key(key: bytes) -> None:
    assert key != deal_key(SEED, "tbl", 1, DECK, GIVEN)


def test_a_deal_and_each_rebuild_have_orders_of_their_own() -> None:
    key = deal_key(SEED, "tbl", 1, DECK)
    orders = {shuffle(key, label, DECK) for label in ("deal", "reshuffle-1", "reshuffle-2", "cut")}
    assert len(orders) == 4


def test_a_shuffle_loses_no_card_and_leaves_its_input_alone() -> None:
    cards = list(DECK)
    order = shuffle(deal_key(SEED, "tbl", 1, DECK), "deal", cards)
    assert sorted(order) == sorted(DECK)
    assert cards == list(DECK)


def test_no_cards_and_one_card_can_be_shuffled() -> None:
    assert shuffle(b"key", "deal", ()) == ()
    assert shuffle(b"key", "deal", ("AC",)) == ("AC",)


def test_a_word_that_would_favour_small_numbers_is_thrown_away() -> None:
    """With a limit of 3·2³⁰ a quarter of all words is over the bound."""
    limit = 3 << 30
    dice = Dice(b"key", b"deal")
    words = [word for word in keystream(b"key", b"deal", 8) if word < limit]
    assert [dice.below(limit) for _ in range(len(words))] == words
    assert len(words) < 8 * 16, "no word was thrown away: the test shows nothing"


def test_dice_make_whole_seeds() -> None:
    one = Dice(b"key", b"seeds")
    assert len(bytes.fromhex(one.seed())) == SEED_BYTES
    assert one.seed() != one.seed()


def test_all_orders_of_four_cards_come_up_equally_often() -> None:
    """4,800 shuffles, 200 of each of the 24: χ² at 23 degrees of freedom."""
    cards = ("AC", "2C", "3C", "4C")
    rounds = 4_800
    seen = Counter(shuffle(key_of(number), "deal", cards) for number in range(rounds))
    assert set(seen) == set(permutations(cards))
    chi = sum((count - rounds / 24) ** 2 / (rounds / 24) for count in seen.values())
    assert abs(chi - 23) / sqrt(2 * 23) < 4


def test_every_card_is_equally_often_in_every_place() -> None:
    """20,000 shuffles, χ² over card × place, 51 × 51 degrees of freedom."""
    rounds = 20_000
    seen: Counter[tuple[str, int]] = Counter()
    for number in range(rounds):
        order = shuffle(key_of(number), "deal", DECK)
        seen.update((card, place) for place, card in enumerate(order))
    expected = rounds / 52
    chi = sum(
        (seen[card, place] - expected) ** 2 / expected for card in DECK for place in range(52)
    )
    degrees = 51 * 51
    assert abs(chi - degrees) / sqrt(2 * degrees) < 4


def test_the_vectors_for_other_verifiers_hold() -> None:
    """tests/golden/shuffle.json: decks, contributions, rebuilds; any language may read it."""
    for vector in json.loads(VECTORS.read_text()):
        deck = vector["deck"].split()
        given = tuple((one["seat"], one["bytes"]) for one in vector["contributions"])
        key = deal_key(vector["seed"], vector["table"], vector["deal"], deck, given)
        assert commitment(vector["seed"]) == vector["commitment"]
        order = shuffle(key, vector["label"], vector["cards"].split())
        assert " ".join(order) == vector["order"]


def key_of(number: int) -> bytes:
    return deal_key(f"{number:0128x}", "tbl", 1, DECK)


def keystream(key: bytes, label: bytes, blocks: int) -> list[int]:
    """The words of the keystream, written down a second time from the description."""
    head = b"ol-shuffle-1" + struct.pack(">H", len(label)) + label
    found: list[int] = []
    for block in range(blocks):
        digest = hmac.new(key, head + struct.pack(">I", block), hashlib.sha512).digest()
        found += struct.unpack(">16I", digest)
    return found
