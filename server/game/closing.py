"""The end of a round and of a match: who wins, what it counts, how the seats stand."""

from __future__ import annotations

from typing import Literal

from server.cards import Card
from server.events.catalog import AnyEvent, Left, MatchEnded, RoundClosed
from server.game.table import Round, Seat, Table, deck_in_play, order_from, seat_after
from server.rules.scoring import lowest_hand, places_of, points_of

Hands = tuple[tuple[Card, ...], ...]


def close_out(table: Table, round_: Round, winner: Seat, hands: Hands) -> tuple[AnyEvent, ...]:
    """The round closes because `winner` has no card left; it takes what the others hold."""
    deck = deck_in_play(table)
    left = tuple(
        Left(seat, hands[seat], points, points)
        for seat in table.players
        if seat != winner
        for points in (points_of(deck, hands[seat]),)
    )
    return _closed(table, round_, "out", winner, left)


def close_blocked(table: Table, round_: Round) -> tuple[AnyEvent, ...]:
    """Nobody can play: the lowest hand wins and takes from each other seat the difference.

    Ties: fewest cards, then whoever comes first from the seat whose turn it would be.
    """
    deck = deck_in_play(table)
    points = {seat: points_of(deck, round_.hands[seat]) for seat in table.players}
    cards = {seat: len(round_.hands[seat]) for seat in table.players}
    after = seat_after(table.players, round_.seat, round_.direction)
    order = order_from(table.players, after, round_.direction)
    winner = lowest_hand(points, cards, order)
    left = tuple(
        Left(seat, round_.hands[seat], points[seat], points[seat] - points[winner])
        for seat in table.players
    )
    return _closed(table, round_, "blocked", winner, left)


def _closed(
    table: Table,
    round_: Round,
    how: Literal["out", "blocked"],
    winner: Seat,
    left: tuple[Left, ...],
) -> tuple[AnyEvent, ...]:
    gained = sum(hand.gained for hand in left)
    totals = tuple(
        table.seats[seat].points + (gained if seat == winner else 0) for seat in table.players
    )
    closed = RoundClosed(
        how=how,
        round=round_.number,
        seed=round_.seed,
        winner=winner,
        gained=gained,
        left=left,
        totals=totals,
    )
    if max(totals) < table.target:
        return (closed,)
    best = table.players[totals.index(max(totals))]
    end = MatchEnded(how="target", winner=best, places=places_of(totals), rematch=True)
    return (closed, end)


def stop_match(
    table: Table, how: Literal["abandoned", "absence", "expired"], loser: Seat = -1
) -> tuple[AnyEvent, ...]:
    """The match ends without a last round: no hand is counted, the deal is revealed all the same.

    After leaving or absence the leader among the others wins, and the loser is last.
    """
    totals = tuple(table.seats[seat].points for seat in table.players)
    stopped: tuple[AnyEvent, ...] = ()
    if table.round is not None:
        stopped = (
            RoundClosed(
                how="stopped",
                round=table.round.number,
                seed=table.round.seed,
                totals=totals,
            ),
        )
    winner = -1 if how == "expired" else _leader(table, loser)
    places = _stopped_places(table, winner, loser)
    return (*stopped, MatchEnded(how=how, winner=winner, loser=loser, places=places))


def _leader(table: Table, loser: Seat) -> Seat:
    """Who is ahead among the others: points, then fewest cards, then next after the loser."""
    order = _order_after(table, loser)
    return min(
        order,
        key=lambda seat: (-table.seats[seat].points, _cards_held(table, seat), order.index(seat)),
    )


def _order_after(table: Table, loser: Seat) -> tuple[Seat, ...]:
    direction = table.round.direction if table.round is not None else _last_direction(table)
    return order_from(table.players, loser, direction)[1:]


def _last_direction(table: Table) -> int:
    assert table.result is not None, "a match without a round and without a result"
    return table.result.direction


def _cards_held(table: Table, seat: Seat) -> int:
    if table.round is not None:
        return len(table.round.hands[seat])
    assert table.result is not None
    held = {left_seat: len(cards) for left_seat, cards, _, _ in table.result.left}
    return held.get(seat, 0)


def _stopped_places(table: Table, winner: Seat, loser: Seat) -> tuple[int, ...]:
    """The winner first, the loser last, the others by points between them."""
    if winner < 0:
        return places_of([table.seats[seat].points for seat in table.players])
    others = [seat for seat in table.players if seat not in (winner, loser)]
    between = places_of([table.seats[seat].points for seat in others])
    place = {seat: 1 + between[index] for index, seat in enumerate(others)}
    place[winner] = 1
    place[loser] = len(table.players)
    return tuple(place[seat] for seat in table.players)
