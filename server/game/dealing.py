"""Deals, drawing, rebuilt stocks and starters: everything in which the shuffled order matters."""

from __future__ import annotations

from collections.abc import Sequence

from server.cards import Card, Deck
from server.events.catalog import CardsDrawn, RoundDealt, StockRebuilt
from server.game.shuffle import SEED_BYTES, commitment, deal_key, shuffle
from server.game.table import (
    Round,
    Seat,
    Table,
    deck_in_play,
    direction_number,
    order_from,
    seat_after,
)
from server.rules.matching import may_start
from server.rules.presets import hand_size_for
from server.rules.ruleset import RuleSet


def deal_round(table: Table, number: int, dealer: Seat, next_seed: str) -> RoundDealt:
    """The deal of round `number`, from the seed that the table is committed to.

    The shuffled deck is cut at half its height, dealt one card at a time from the seat after the
    dealer, and the next card is turned; one that may not start goes back into the stock.
    """
    # The deal of a forgotten seed could be guessed by everybody.
    assert len(next_seed) == 2 * SEED_BYTES, f"a seed of {len(next_seed) // 2} bytes"
    rules, deck = table.rules, deck_in_play(table)
    direction = direction_number(rules)
    key = deal_key(table.seed, table.id, table.deal, deck.cards)
    cut = len(deck.cards) // 2
    order = _cut(shuffle(key, "deal", deck.cards), cut)
    after = seat_after(table.players, dealer, direction)
    hands, rest = _hands(table, order, after, direction)
    starter, stock = turn_starter(rules, deck, rest)
    naming = deck.rank[starter] in rules.wild_suit
    return RoundDealt(
        round=number,
        deal=table.deal,
        dealer=dealer,
        first=dealer if naming else after,
        direction=direction,
        starter=starter,
        active=deck.suit[starter],
        turn=table.turn + 1,
        hand_sizes=tuple(len(hand) for hand in hands),
        stock_cards=len(stock),
        missing=_missing(table),
        cut=cut,
        naming=naming,
        next_commitment=commitment(next_seed),
        hands=hands,
        stock=stock,
        next_seed=next_seed,
    )


def _missing(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.players if table.seats[seat].holder == "person")


def _cut(order: tuple[Card, ...], cut: int) -> tuple[Card, ...]:
    return order[cut:] + order[:cut]


def _hands(
    table: Table, order: Sequence[Card], first: Seat, direction: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands by `players`, and the rest of the cards."""
    seats = order_from(table.players, first, direction)
    size = hand_size_for(table.rules, len(seats))
    dealt = size * len(seats)
    hands = {seat: tuple(order[place : dealt : len(seats)]) for place, seat in enumerate(seats)}
    return tuple(hands[seat] for seat in table.players), tuple(order[dealt:])


def turn_starter(
    rules: RuleSet, deck: Deck, cards: tuple[Card, ...]
) -> tuple[Card, tuple[Card, ...]]:
    """The card that opens the pile, and the stock under it.

    A card that may not start goes back below half of the cards that are left, and the next is
    turned; an eight stays where the dealer names its suit (`starter_eight`).
    """
    while not may_start(rules, deck.rank[cards[0]]):
        barred, rest = cards[0], cards[1:]
        middle = len(rest) // 2
        cards = (*rest[:middle], barred, *rest[middle:])
    return cards[0], cards[1:]


def draw_cards(table: Table, round_: Round, seat: Seat) -> tuple[StockRebuilt | CardsDrawn, ...]:
    """Drawing one card, or the whole penalty, or what stock and discards can give.

    The stock is rebuilt when a card must be drawn and there is none, also within a penalty.
    """
    penalty = round_.pending
    count = penalty or 1
    if count <= len(round_.stock) or not table.rules.rebuild_stock or len(round_.pile) < 2:
        cards = round_.stock[:count]
        return (CardsDrawn(seat, len(cards), penalty, cards),)
    first = round_.stock
    rebuilt = _rebuild(table, round_)
    rest = rebuilt.stock[: count - len(first)]
    before = (CardsDrawn(seat, len(first), penalty, first),) if first else ()
    owed = penalty - len(first) if penalty else 0
    return (*before, rebuilt, CardsDrawn(seat, len(rest), owed, rest))


def _rebuild(table: Table, round_: Round) -> StockRebuilt:
    times = round_.rebuilds + 1
    key = deal_key(
        round_.seed, table.id, round_.deal, deck_in_play(table).cards, round_.contributions
    )
    stock = shuffle(key, f"reshuffle-{times}", round_.pile[:-1])
    return StockRebuilt(cards=len(stock), times=times, stock=stock)
