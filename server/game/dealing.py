"""Deals, cuts, drawing, rebuilt stocks and starters: all in which the shuffled order matters."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from server.cards import Card, Deck
from server.events.catalog import CardsDrawn, DealerCut, RoundDealt, StockRebuilt
from server.game.shuffle import SEED_BYTES, commitment, deal_key, shuffle
from server.game.table import (
    LEFT,
    RIGHT,
    Lock,
    Round,
    Seat,
    Table,
    deck_in_play,
    direction_number,
    order_from,
)
from server.rules.door import hand_size_for
from server.rules.effects import names_a_suit
from server.rules.matching import may_start
from server.rules.ruleset import RuleSet
from server.rules.scoring import points_of

Drawing = tuple[StockRebuilt | CardsDrawn, ...]


# The deal


class Opening(msgspec.Struct, frozen=True, gc=False):
    """Who opens the round and what the starter has done to it."""

    first: Seat
    direction: int
    pending: int = 0
    skipped: tuple[Seat, ...] = ()
    naming: bool = False


def next_dealer(table: Table, seats: tuple[Seat, ...]) -> Seat:
    """The seat that deals next: the next one of `seats` on the table's way of passing the deal."""
    rules = table.rules
    ways = {"in_direction": direction_number(rules), "left": LEFT, "right": RIGHT}
    going = order_from(table.players, table.dealer, ways[rules.next_dealer])
    return next(seat for seat in (*going[1:], going[0]) if seat in seats)


def deal_round(
    table: Table,
    number: int,
    dealer: Seat,
    seats: tuple[Seat, ...],
    next_seed: str,
    lock: Lock,
) -> RoundDealt:
    """The deal of round `number` to `seats`, from the seed that the table is committed to and what
    people have added.

    The shuffled deck is cut, dealt one card at a time from the seat after the dealer, and the next
    card is turned; one that may not start goes back into the stock.
    """
    # The deal of a forgotten seed could be guessed by everybody.
    assert len(next_seed) == 2 * SEED_BYTES, f"a seed of {len(next_seed) // 2} bytes"
    rules, deck = table.rules, deck_in_play(table)
    key = deal_key(table.seed, table.id, table.deal, deck.cards, lock.contributions)
    order = _cut(shuffle(key, "deal", deck.cards), lock.cut)
    going = order_from(seats, dealer, direction_number(rules))
    hands, rest = _hands(table, order, dealing_order(rules, seats, dealer))
    starter, stock = turn_starter(rules, deck, rest)
    opening = _opening(rules, deck, starter, going)
    return RoundDealt(
        round=number,
        deal=table.deal,
        dealer=dealer,
        first=opening.first,
        direction=opening.direction,
        starter=starter,
        active=deck.suit[starter],
        turn=table.turn + 1,
        hand_sizes=tuple(len(hand) for hand in hands),
        stock_cards=len(stock),
        contributions=lock.contributions,
        missing=lock.missing,
        cut=lock.cut,
        cut_by=lock.cut_by,
        naming=opening.naming,
        seats=() if seats == table.players else seats,
        pending=opening.pending,
        skipped=opening.skipped,
        next_commitment=commitment(next_seed),
        hands=hands,
        stock=stock,
        next_seed=next_seed,
    )


def dealing_order(rules: RuleSet, seats: tuple[Seat, ...], dealer: Seat) -> tuple[Seat, ...]:
    """The order in which `seats` are dealt their cards: from the one after the dealer."""
    going = order_from(seats, dealer, direction_number(rules))
    return (*going[1:], dealer)


def _cut(order: tuple[Card, ...], cut: int) -> tuple[Card, ...]:
    return order[cut:] + order[:cut]


def _hands(
    table: Table, order: Sequence[Card], going: tuple[Seat, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands by `players`, and the rest; the deal passes over who has all its cards."""
    sizes = {seat: hand_size(table, seat) for seat in going}
    hands: dict[Seat, list[Card]] = {seat: [] for seat in table.players}
    place = 0
    for dealt in range(max(sizes.values())):
        for seat in going:
            if dealt < sizes[seat]:
                hands[seat].append(order[place])
                place += 1
    return tuple(tuple(hands[seat]) for seat in table.players), tuple(order[place:])


def hand_size(table: Table, seat: Seat) -> int:
    """Cards that the seat is dealt next; fewer for those who have won, where it counts down."""
    if table.rules.scoring == "countdown":
        return table.seats[seat].size
    return hand_size_for(table.rules, len(table.players))


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


def _opening(rules: RuleSet, deck: Deck, starter: Card, going: tuple[Seat, ...]) -> Opening:
    """`going` is the order of play from the dealer. Only `starter_effects` gives a starter one.

    Draw: the first seat owes it, and may answer. Skip: the first seat loses its turn. Reverse: the
    direction turns and the dealer plays first, with two seats as well.
    """
    direction = direction_number(rules)
    rank = deck.rank[starter]
    dealer, first = going[0], going[1]
    if rules.starter_eight == "dealer_names" and names_a_suit(rules, rank):
        return Opening(dealer, direction, naming=True)
    if not rules.starter_effects:
        return Opening(first, direction)
    if rank in rules.draw:
        return Opening(first, direction, pending=rules.draw[rank])
    if rank in rules.skip:
        return Opening(going[2 % len(going)], direction, skipped=(first,))
    if rank in rules.reverse:
        return Opening(dealer, -direction)
    return Opening(first, direction)


# The cut for the first deal


def cut_for_deal(table: Table, lock: Lock) -> DealerCut | None:
    """The cut that finds the first dealer, or None where the host deals.

    One card from the top for each seat from seat 0 upwards; equal extremes cut again among
    themselves, going on down the same deck.
    """
    which = table.rules.first_dealer
    if which == "host":
        return None
    deck = deck_in_play(table)
    key = deal_key(table.seed, table.id, table.deal, deck.cards, lock.contributions)
    order = shuffle(key, "cut", deck.cards)
    turned: list[tuple[Seat, Card]] = []
    tied = list(table.players)
    while len(tied) > 1 and len(turned) + len(tied) <= len(order):
        cards = dict(zip(tied, order[len(turned) :], strict=False))
        turned += cards.items()
        heights = {seat: _height(deck, card) for seat, card in cards.items()}
        best = min(heights.values()) if which == "lowest_cut" else max(heights.values())
        tied = [seat for seat in tied if heights[seat] == best]
    return DealerCut(cards=tuple(turned), dealer=tied[0])


def _height(deck: Deck, card: Card) -> int:
    """A lowest, K highest, jokers above; where the pack has no such ranks, by points."""
    if "b" in deck.suits:
        return points_of(deck, (card,))
    return deck.ranks.index(deck.rank[card])


# Drawing


def draw_cards(table: Table, round_: Round, draw: CardsDrawn, keep: int = 1) -> Drawing:
    """Drawing `draw.count` cards, or what stock and discards can give; a rebuild on the way shows.

    The stock is rebuilt when a card must be drawn and there is none, also within a penalty; then
    `keep` cards stay on the pile.
    """
    count = draw.count
    first = round_.stock[:count]
    if count <= len(round_.stock) or not table.rules.rebuild_stock or len(round_.pile) <= keep:
        return (replace(draw, count=len(first), cards=first),)
    rebuilt = _rebuild(table, round_, keep)
    rest = rebuilt.stock[: count - len(first)]
    if not first:
        return (rebuilt, replace(draw, count=len(rest), cards=rest))
    owed = draw.penalty - len(first) if draw.penalty else 0
    return (
        replace(draw, count=len(first), cards=first),
        rebuilt,
        replace(draw, count=len(rest), penalty=owed, cards=rest),
    )


def _rebuild(table: Table, round_: Round, keep: int) -> StockRebuilt:
    times = round_.rebuilds + 1
    key = deal_key(
        round_.seed, table.id, round_.deal, deck_in_play(table).cards, round_.lock.contributions
    )
    stock = shuffle(key, f"reshuffle-{times}", round_.pile[:-keep])
    return StockRebuilt(cards=len(stock), times=times, kept=keep, stock=stock)
