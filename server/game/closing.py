"""The end of a round and of a match: who wins, what it counts, how the seats stand."""

from __future__ import annotations

from typing import Literal

import msgspec

from server.cards import Card
from server.events.catalog import AnyEvent, Left, MatchEnded, RoundClosed
from server.game.table import (
    NOBODY,
    Round,
    Seat,
    Table,
    dealt_in,
    deck_in_play,
    drawable,
    holding,
    next_holding,
    order_from,
)
from server.rules.scoring import by_hand, gains_of, lowest_wins, places_of, points_of

Hands = tuple[tuple[Card, ...], ...]
MS_A_MINUTE = 60_000
STILL_TIMES_ROUND = 2  # without a card played or drawn; then the table is blocked
How = Literal["out", "blocked", "last"]


class Close(msgspec.Struct, frozen=True, gc=False):
    """A round that closes: how, who has won it, what all hold, and when."""

    how: How
    winner: Seat
    hands: Hands
    outs: tuple[Seat, ...] = ()  # where play goes on: seats from first out to last, then holders
    at_ms: int = 0


def close_round(table: Table, round_: Round, close: Close) -> tuple[AnyEvent, ...]:
    """The close, and the end of the match if this was it."""
    deck = deck_in_play(table)
    points = {seat: points_of(deck, close.hands[seat]) for seat in round_.seats}
    gains = gains_of(table.rules, points, close.winner, blocked=close.how == "blocked")
    totals = {s: table.seats[s].points + gains.get(s, 0) for s in table.players}
    out = _over_the_limit(table, totals)
    sizes = _sizes(table, close.winner)
    ending = _ending(table, round_, close, totals, out, sizes)
    extra = () if ending else _tied_for_lowest(table, totals)
    closed = RoundClosed(
        how=close.how,
        round=round_.number,
        seed=round_.seed,
        winner=close.winner,
        gained=gains.get(close.winner, 0),
        left=_left(table, close, points, gains),
        totals=tuple(totals[seat] for seat in table.players),
        eliminated=out,
        extra=extra,
        sizes=tuple(sizes[seat] for seat in table.players) if sizes else (),
    )
    return (closed, *ending)


def _left(
    table: Table, close: Close, points: dict[Seat, int], gains: dict[Seat, int]
) -> tuple[Left, ...]:
    """What each seat held; `gained` is what it brings the winner, or adds to its own total."""
    own = points[close.winner] if close.how == "blocked" else 0
    seats = [s for s in points if close.how == "blocked" or s != close.winner]
    if table.rules.scoring == "winner_collects":
        return tuple(Left(s, close.hands[s], points[s], points[s] - own) for s in seats)
    return tuple(Left(s, close.hands[s], points[s], gains.get(s, 0)) for s in seats)


def _over_the_limit(table: Table, totals: dict[Seat, int]) -> tuple[Seat, ...]:
    if table.rules.scoring != "elimination" or table.rules.limit is None:
        return ()
    return tuple(s for s in dealt_in(table) if totals[s] > table.rules.limit)


def _sizes(table: Table, winner: Seat) -> dict[Seat, int]:
    if table.rules.scoring != "countdown":
        return {}
    return {s: table.seats[s].size - (s == winner) for s in table.players}


def _tied_for_lowest(table: Table, totals: dict[Seat, int]) -> tuple[Seat, ...]:
    """Seats that play the extra round, where losers add: the lowest, if several have so little."""
    if table.rules.scoring != "losers_add" or max(totals.values()) < table.target:
        return ()
    lowest = min(totals.values())
    return tuple(seat for seat in table.players if totals[seat] == lowest)


def _ending(
    table: Table,
    round_: Round,
    close: Close,
    totals: dict[Seat, int],
    out: tuple[Seat, ...],
    sizes: dict[Seat, int],
) -> tuple[MatchEnded, ...]:
    """The end of the match, or nothing if another round follows."""
    scoring = table.rules.scoring
    if scoring == "places":
        order = (*close.outs, *(s for s in table.players if s not in close.outs))
        place = {seat: index + 1 for index, seat in enumerate(order)}
        return (_end(table, "places", order[0], place),)
    if scoring == "countdown":
        if sizes[close.winner] > 0:
            return ()
        ranks = places_of([sizes[s] for s in table.players], lowest=True)
        place = dict(zip(table.players, ranks, strict=True))
        return (_end(table, "countdown", close.winner, place),)
    if scoring == "elimination":
        return _ending_by_elimination(table, round_, close, totals, out)
    if max(totals.values()) < table.target:
        return ()
    return _ending_by_target(table, close, totals)


def _ending_by_target(
    table: Table, close: Close, totals: dict[Seat, int]
) -> tuple[MatchEnded, ...]:
    lowest = lowest_wins(table.rules)
    ranks = places_of([totals[s] for s in table.players], lowest=lowest)
    place = dict(zip(table.players, ranks, strict=True))
    first = [seat for seat in table.players if place[seat] == 1]
    if not lowest:
        return (_end(table, "target", first[0], place),)
    if not table.extra:
        return (_end(table, "target", first[0], place),) if len(first) == 1 else ()
    # After the extra round the match is over: the lowest of the tied, else that round's winner.
    best = min(totals[seat] for seat in table.extra)
    tied = [seat for seat in table.extra if totals[seat] == best]
    winner = tied[0] if len(tied) == 1 else close.winner
    return (_end(table, "target", winner, _ahead(place, winner)),)


def _ahead(place: dict[Seat, int], winner: Seat) -> dict[Seat, int]:
    """Places in which the winner is first, and whoever shared that place comes behind it."""
    if place[winner] == 1:
        shared = [seat for seat, rank in place.items() if rank == 1 and seat != winner]
        return {seat: 2 if seat in shared else rank for seat, rank in place.items()}
    return {s: 1 if s == winner else r + (r < place[winner]) for s, r in place.items()}


def _ending_by_elimination(
    table: Table, round_: Round, close: Close, totals: dict[Seat, int], out: tuple[Seat, ...]
) -> tuple[MatchEnded, ...]:
    rules = table.rules
    still = [seat for seat in dealt_in(table) if seat not in out]
    minutes = (close.at_ms - table.started_ms) / MS_A_MINUTE
    how: Literal["last_left", "rounds", "time"]
    if len(still) <= 1:
        how = "last_left"
    elif rules.time_limit is not None and minutes >= rules.time_limit:
        how = "time"
    elif rules.max_rounds is not None and round_.number >= rules.max_rounds:
        how = "rounds"
    else:
        return ()
    place = _elimination_places(table, round_, close, totals, out)
    winner = min(place, key=lambda seat: place[seat])
    return (_end(table, how, winner, place),)


def _elimination_places(
    table: Table, round_: Round, close: Close, totals: dict[Seat, int], out: tuple[Seat, ...]
) -> dict[Seat, int]:
    """Later eliminated before earlier, then fewer points, then fewest cards in the last round,
    then whoever comes first after the dealer in the starting direction; equal points of seats
    that are not first share a place."""
    going = order_from(table.players, round_.dealer, _starting(table))
    going = (*going[1:], going[0])

    def lasted(seat: Seat) -> int:
        if seat in out:
            return round_.number
        return table.seats[seat].out_after or round_.number + 1

    def key(seat: Seat) -> tuple[int, int, int, int]:
        return (-lasted(seat), totals[seat], len(close.hands[seat]), going.index(seat))

    order = sorted(table.players, key=key)
    place: dict[Seat, int] = {}
    for index, seat in enumerate(order):
        same = index > 1 and key(order[index - 1])[:2] == key(seat)[:2]
        place[seat] = place[order[index - 1]] if same else index + 1
    return place


def _starting(table: Table) -> int:
    return 1 if table.rules.direction == "left" else -1


def _end(
    table: Table,
    how: Literal["target", "last_left", "rounds", "time", "places", "countdown"],
    winner: Seat,
    place: dict[Seat, int],
) -> MatchEnded:
    places = tuple(place[seat] for seat in table.players)
    return MatchEnded(how=how, winner=winner, places=places, rematch=_all_here(table))


def _all_here(table: Table) -> bool:
    """A rematch needs everybody: whoever left during the match does not come back."""
    return not any(table.seats[seat].gone for seat in table.players)


# Rounds that close without a last card


def stands_still(table: Table, round_: Round) -> bool:
    """Whether a turn that has just been passed or timed out blocks the table.

    Two times round nobody has played or drawn, nothing can be drawn, and not all are away: somebody
    has passed among them. All of it is known to everybody, so it tells nothing of any hand.
    """
    somebody_passed = round_.still > round_.idle
    times_round = round_.still >= STILL_TIMES_ROUND * len(holding(round_))
    return somebody_passed and times_round and not drawable(table, round_)


def close_blocked(table: Table, round_: Round, at_ms: int) -> tuple[AnyEvent, ...]:
    """Nobody can play: the lowest hand wins.

    Ties: fewest cards, then whoever comes first from the seat whose turn it would be. Where play
    goes on to the last, those still in take their places from the lowest hand up.
    """
    deck = deck_in_play(table)
    held = holding(round_)
    points = {seat: points_of(deck, round_.hands[seat]) for seat in held}
    cards = {seat: len(round_.hands[seat]) for seat in held}
    after = next_holding(round_, round_.seat, round_.direction)
    order = tuple(s for s in order_from(round_.seats, after, round_.direction) if s in held)
    ranked = by_hand(points, cards, order)
    winner = round_.outs[0] if round_.outs else ranked[0]
    close = Close("blocked", winner, round_.hands, (*round_.outs, *ranked), at_ms)
    return close_round(table, round_, close)


def stop_match(
    table: Table, how: Literal["abandoned", "absence", "expired"], loser: Seat = NOBODY
) -> tuple[AnyEvent, ...]:
    """The match ends without a last round: no hand is counted, the deal is revealed all the same.

    After leaving or absence the leader among the others wins, and the loser is last.
    """
    totals = tuple(table.seats[seat].points for seat in table.players)
    stopped: tuple[AnyEvent, ...] = ()
    if table.round is not None:
        number, seed = table.round.number, table.round.seed
        stopped = (RoundClosed(how="stopped", round=number, seed=seed, totals=totals),)
    winner = NOBODY if how == "expired" else _leader(table, loser)
    places = _stopped_places(table, winner, loser)
    return (*stopped, MatchEnded(how=how, winner=winner, loser=loser, places=places))


def _leader(table: Table, loser: Seat) -> Seat:
    """Who is ahead among the others by the table's way of counting, then by fewest cards, then
    next after the loser. Eliminated seats cannot win, unless nobody else is left."""
    order = _order_after(table, loser)
    still = [seat for seat in order if not table.seats[seat].out_after]

    def key(seat: Seat) -> tuple[int, int, int]:
        return (standing(table, seat), _cards_held(table, seat), order.index(seat))

    return min(still or order, key=key)


def standing(table: Table, seat: Seat) -> int:
    """How well the seat stands by the table's way of counting: the less, the better."""
    state = table.seats[seat]
    if table.rules.scoring == "countdown":
        return state.size
    if table.rules.scoring == "places":
        outs = table.round.outs if table.round is not None else ()
        return outs.index(seat) if seat in outs else len(table.players)
    return state.points if lowest_wins(table.rules) else -state.points


def _order_after(table: Table, loser: Seat) -> tuple[Seat, ...]:
    direction = table.round.direction if table.round is not None else _last_direction(table)
    return order_from(table.players, loser, direction)[1:]


def _last_direction(table: Table) -> int:
    assert table.result is not None, "a match without a round and without a result"
    return table.result.direction


def _cards_held(table: Table, seat: Seat) -> int:
    if table.round is not None:
        return len(table.round.hands[seat])
    return table.seats[seat].last_cards


def _stopped_places(table: Table, winner: Seat, loser: Seat) -> tuple[int, ...]:
    """The winner first, the loser last, the others by how they stand between them: whoever is
    still in, then whoever was out later, then by points, hand size or place."""
    ends = (winner, loser) if winner >= 0 else ()
    between = [seat for seat in table.players if seat not in ends]

    def key(seat: Seat) -> tuple[int, int]:
        out_after = table.seats[seat].out_after
        return (-out_after if out_after else -table.round_number - 1, standing(table, seat))

    before = 1 if ends else 0
    place = {s: 1 + before + sum(key(other) < key(s) for other in between) for s in between}
    if ends:
        place |= {winner: 1, loser: len(table.players)}
    return tuple(place[seat] for seat in table.players)
