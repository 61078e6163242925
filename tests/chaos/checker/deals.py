"""Assertions 10 and 14: the cards, and that each deal is what was committed to."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import struct
from collections import Counter
from collections.abc import Iterator, Sequence

from server.events.catalog import (
    CardPlayed,
    Commit,
    DealerCut,
    EntropyDeposited,
    MatchStarted,
    RoundClosed,
    RoundDealt,
    StockRebuilt,
    TableMade,
)
from server.game.table import Table
from tests.chaos.checker.case import Case, Ledger

_NAME = b"ol-shuffle-1"


def cards_conserved(case: Case) -> Iterator[str]:
    """10. Hands, stock and pile are exactly the deck, and every count that is shown is true."""
    for ledger in case.ledgers.values():
        for version, table in enumerate(ledger.states):
            wrong = _cards_wrong(ledger, version, table)
            if wrong:
                yield f"{ledger.table} at version {version}: {wrong}"
                break


def _cards_wrong(ledger: Ledger, version: int, table: Table) -> str:
    round_ = table.round
    if round_ is None:
        return ""
    deck = Counter(ledger.deck(version).cards)
    held = Counter([*round_.stock, *round_.pile, *itertools.chain(*round_.hands)])
    if held != deck:
        return f"lost {sorted((deck - held).elements())}, more {sorted((held - deck).elements())}"
    public = ledger.projection(version).public
    for seat, hand in enumerate(round_.hands):
        if public["seats"][str(seat)].get("cards", 0) != len(hand):
            return f"seat {seat} is shown with a wrong number of cards"
    shown = (public.get("stock", 0), public["pile"].get("cards", 0))
    if shown != (len(round_.stock), len(round_.pile)):
        return f"stock and pile are shown as {shown}"
    return ""


def fair(case: Case) -> Iterator[str]:
    """14. Each seed is the one committed to, and gives the deal, the cut and the rebuilt stocks."""
    seeds: Counter[str] = Counter()
    for ledger in case.ledgers.values():
        for commit in ledger.commits:
            seeds.update(
                event.next_seed for event in commit.events if isinstance(event, RoundDealt)
            )
        yield from _deals_unfair(ledger)
    yield from (f"a seed was used {n} times" for seed, n in seeds.items() if seed and n > 1)


def _deals_unfair(ledger: Ledger) -> Iterator[str]:
    promised, seed, dealt_seed, key = "", "", "", b""
    deposits: set[tuple[int, int, str]] = set()  # seat, deal, bytes
    for commit, before in zip(ledger.commits, ledger.states, strict=False):
        deck = ledger.deck(commit.version).cards
        for event in commit.events:
            wrong = ""
            match event:
                case TableMade():
                    promised, seed = event.commitment, event.seed
                case MatchStarted():
                    wrong = "" if event.commitment == promised else "another seal than before"
                    promised, seed = event.commitment, event.seed or seed
                case EntropyDeposited():
                    deposits.add((event.seat, event.deal, event.given))
                case DealerCut():
                    given = _locked(commit)
                    cut_key = key_of(seed, ledger.table, before.deal, deck, given)
                    order = shuffled(cut_key, "cut", deck)
                    turned = [card for _, card in event.cards]
                    wrong = "" if turned == order[: len(turned)] else "the cut is another"
                case RoundDealt():
                    key = key_of(seed, ledger.table, event.deal, deck, event.contributions)
                    wrong = _deal_wrong(promised, seed, key, event, deck)
                    added = {(seat, event.deal, given) for seat, given in event.contributions}
                    wrong = wrong or ("bytes that nobody gave" if added - deposits else "")
                    dealt_seed, seed = seed, event.next_seed
                    promised = event.next_commitment
                case StockRebuilt():
                    wrong = _rebuild_wrong(key, event, before, commit)
                case RoundClosed():
                    wrong = "" if event.seed == dealt_seed else "another seed was shown"
                case _:
                    pass
            if wrong:
                yield f"{ledger.table}: entry {commit.version}: {wrong}"


def _locked(commit: Commit) -> tuple[tuple[int, str], ...]:
    """What people had given to the deal of this commit."""
    return next(e.contributions for e in commit.events if isinstance(e, RoundDealt))


def _deal_wrong(
    promised: str, seed: str, key: bytes, dealt: RoundDealt, deck: Sequence[str]
) -> str:
    if commitment_of(seed) != promised:
        return f"the seed of deal {dealt.deal} is not the one committed to"
    order = shuffled(key, "deal", deck)
    order = order[dealt.cut :] + order[: dealt.cut]
    hands = [list(hand) for hand in dealt.hands]
    in_hands = sum(map(len, hands))
    if sorted(order[:in_hands]) != sorted(itertools.chain(*hands)):
        return f"deal {dealt.deal}: the hands are not the top of the shuffled deck"
    for hand in hands:
        places = [order.index(card) for card in hand]
        if places != sorted(places):
            return f"deal {dealt.deal}: a hand is not in the order of the deck"
    rest = [dealt.starter, *dealt.stock]
    if sorted(order[in_hands:]) != sorted(rest):
        return f"deal {dealt.deal}: starter and stock are not the rest of the deck"
    return ""


def _rebuild_wrong(key: bytes, event: StockRebuilt, before: Table, commit: Commit) -> str:
    if before.round is None:
        return "a stock was rebuilt outside a round"
    played = [e.card for e in commit.events if isinstance(e, CardPlayed)]
    pile = [*before.round.pile, *played]
    under = pile[: -event.kept] if len(pile) - event.kept == event.cards else pile[: event.cards]
    if list(event.stock) != shuffled(key, f"reshuffle-{event.times}", under):
        return "the rebuilt stock is not what the seed gives"
    return ""


# `ol-shuffle-1`, written a second time from its description


def commitment_of(seed: str) -> str:
    return hashlib.sha256(b"ol-commit-1" + bytes.fromhex(seed)).hexdigest()


def key_of(
    seed: str, table: str, deal: int, deck: Sequence[str], given: Sequence[tuple[int, str]]
) -> bytes:
    text = hashlib.sha256(" ".join(deck).encode()).digest()
    message = _NAME + _sized(table.encode()) + _sized(struct.pack(">I", deal)) + _sized(text)
    for seat, words in sorted(given):
        message += bytes([seat]) + _sized(bytes.fromhex(words))
    return hmac.new(bytes.fromhex(seed), message, hashlib.sha512).digest()


def shuffled(key: bytes, label: str, cards: Sequence[str]) -> list[str]:
    order, words = list(cards), _words(key, label.encode())
    for last in range(len(order) - 1, 0, -1):
        size = last + 1
        fair_below = 2**32 // size * size
        word = next(w for w in words if w < fair_below)
        order[last], order[word % size] = order[word % size], order[last]
    return order


def _words(key: bytes, label: bytes) -> Iterator[int]:
    for block in itertools.count():
        message = _NAME + _sized(label) + struct.pack(">I", block)
        yield from struct.unpack(">16I", hmac.new(key, message, hashlib.sha512).digest())


def _sized(field: bytes) -> bytes:
    return struct.pack(">H", len(field)) + field
