"""The close of a round, the end of a match, and places (RULES.md §5–7)."""

from __future__ import annotations

from typing import Any

from tests.chaos.referee import packs
from tests.chaos.referee.drawing import event
from tests.chaos.referee.entries import Event
from tests.chaos.referee.state import Round, Table


def close_round(table: Table, at_ms: int, how: str, winner: int) -> list[Event]:
    """The round is over; `winner` is worked out at a blocked table."""
    round_ = table.round
    assert round_ is not None
    ranked = _ranked(table, round_)
    if how == "blocked":
        winner = round_.out[0] if round_.out else ranked[0]
    round_.out += ranked
    left, gained = _points(table, round_, how, winner)
    for one in left:
        table.seats[one["seat"]].points += one.pop("adds")
    over = _eliminated(table, round_)
    sizes = _sizes(table, winner)
    _put_away(table, round_)
    end = _end(table, round_, at_ms, winner)
    extra = [] if end or table.rules["scoring"] != "losers_add" else _tied(table, round_)
    table.extra = extra
    closed = event(
        "RoundClosed", how=how, round=round_.number, seed=round_.seed, winner=winner,
        gained=gained, left=left, totals=[table.seats[seat].points for seat in table.players],
        eliminated=over, extra=extra, sizes=sizes,
    )  # fmt: skip
    if not end:
        return [closed]
    return [closed, end_match(table, end, _winner(table, round_, end, winner), round_=round_)]


def _ranked(table: Table, round_: Round) -> list[int]:
    """Those who hold cards, the lowest hand first (RULES.md §6)."""
    turn = _seats_from(table, round_.seat, round_.direction)
    # Whoever passed last is still in turn: the turn would be the next seat's.
    turn = [*turn[1:], turn[0]]

    def key(seat: int) -> tuple[int, int, int]:
        hand = round_.hands[seat]
        return packs.hand_points(hand), len(hand), turn.index(seat)

    return sorted(round_.holders(), key=key)


def _seats_from(table: Table, seat: int, direction: int) -> list[int]:
    places = len(table.seats)
    return [(seat + direction * step) % places for step in range(places)]


def _points(table: Table, round_: Round, how: str, winner: int) -> tuple[list[dict[str, Any]], int]:
    """What each held and what its total grows by; and what the winner gained."""
    scoring = table.rules["scoring"]
    held = {seat: packs.hand_points(round_.hands[seat]) for seat in round_.seats}
    base = held[winner] if how == "blocked" and scoring != "elimination" else 0
    left: list[dict[str, Any]] = []
    counts = scoring in ("winner_collects", "losers_add", "elimination")
    for seat in round_.seats:
        if seat == winner and how != "blocked":
            continue
        gained = held[seat] - base if counts else 0
        if seat == winner:
            gained = -100 if scoring == "elimination" else 0
        adds = 0 if scoring == "winner_collects" or seat == winner else gained
        cards = round_.hands[seat]
        left.append(
            {"seat": seat, "cards": list(cards), "points": held[seat], "gained": gained,
             "adds": adds}
        )  # fmt: skip
    gained = 0
    if scoring == "winner_collects":
        gained = sum(one["gained"] for one in left)
    if scoring == "elimination":
        gained = -100
    table.seats[winner].points += gained
    return left, gained


def _eliminated(table: Table, round_: Round) -> list[int]:
    limit = table.rules["limit"]
    if table.rules["scoring"] != "elimination" or limit is None:
        return []
    over = [seat for seat in round_.seats if table.seats[seat].points > limit]
    for seat in over:
        table.seats[seat].eliminated = round_.number
    return over


def _sizes(table: Table, winner: int) -> list[int]:
    if table.rules["scoring"] != "countdown":
        return []
    table.seats[winner].size -= 1
    return [table.seats[seat].size for seat in table.players]


def _put_away(table: Table, round_: Round) -> None:
    for seat in table.players:
        table.seats[seat].held = len(round_.hands[seat]) if seat in round_.seats else 0
    table.direction = round_.direction
    table.turn = round_.turn
    table.round, table.phase = None, "between"


def target(table: Table) -> int:
    agreed: int | None = table.rules["target"]
    return 50 * len(table.players) if agreed is None else agreed


def _left_in(table: Table) -> list[int]:
    return [seat for seat in table.players if not table.seats[seat].eliminated]


def _end(table: Table, round_: Round, at_ms: int, winner: int) -> str:
    """How the match ends with this round; empty if it goes on."""
    rules = table.rules
    match rules["scoring"]:
        case "winner_collects":
            reached = any(table.seats[s].points >= target(table) for s in table.players)
            return "target" if reached else ""
        case "losers_add":
            reached = any(table.seats[s].points >= target(table) for s in table.players)
            over = reached and (round_.extra or not _tied(table, round_))
            return "target" if over else ""
        case "elimination":
            if len(_left_in(table)) <= 1:
                return "last_left"
            minutes, rounds = rules["time_limit"], rules["max_rounds"]
            if minutes is not None and at_ms >= table.match_ms + 60_000 * minutes:
                return "time"
            return "rounds" if rounds is not None and round_.number >= rounds else ""
        case "places":
            return "places"
        case _:
            return "" if table.seats[winner].size else "countdown"


def _tied(table: Table, round_: Round) -> list[int]:
    """Those who share the lowest total once the target is reached; empty if one is alone."""
    if not any(table.seats[seat].points >= target(table) for seat in table.players):
        return []
    lowest = min(table.seats[seat].points for seat in table.players)
    tied = [seat for seat in table.players if table.seats[seat].points == lowest]
    return tied if len(tied) > 1 and not round_.extra else []


def _winner(table: Table, round_: Round, how: str, winner: int) -> int:
    """Who wins the match that ends with this round."""
    match table.rules["scoring"]:
        case "winner_collects":
            return min(table.players, key=lambda seat: -table.seats[seat].points)
        case "losers_add":
            among = round_.seats if round_.extra else table.players
            return min(among, key=lambda seat: (table.seats[seat].points, seat != winner))
        case "elimination":
            among = _left_in(table) or round_.seats
            start = 1 if table.rules["direction"] == "left" else -1
            order = _seats_from(table, round_.dealer, start)
            order = [*order[1:], order[0]]
            return min(
                among,
                key=lambda s: (table.seats[s].points, table.seats[s].held, order.index(s)),
            )
        case _:
            return winner


def standing(table: Table, seat: int) -> tuple[int, ...]:
    """The lower, the better placed; equal ones share a place."""
    one = table.seats[seat]
    match table.rules["scoring"]:
        case "winner_collects":
            return (-one.points,)
        case "elimination":
            return (-one.eliminated if one.eliminated else -(10**6), one.points)
        case "countdown":
            return (one.size,)
        case "places":
            round_ = table.round
            out = round_.out if round_ is not None else []
            return (out.index(seat) if seat in out else 99,)
        case _:
            return (one.points,)


def end_match(
    table: Table, how: str, winner: int, *, loser: int = -1, round_: Round | None = None
) -> Event:
    """The end of a match; `round_` is the one that ended it by its rules."""
    table.round = round_  # places go by who is out of it
    keys = {
        seat: (seat == loser, seat != winner and winner >= 0, standing(table, seat))
        for seat in table.players
    }
    places = [
        1 + sum(keys[other] < keys[seat] for other in table.players) for seat in table.players
    ]
    table.round, table.phase, table.winner = None, "over", winner
    if winner >= 0:
        table.seats[winner].wins += 1
    stayed = not any(table.seats[seat].free for seat in table.players)
    table.rematch = stayed and how not in ("abandoned", "absence", "expired")
    table.offered = []
    return event(
        "MatchEnded", how=how, winner=winner, loser=loser, places=places, rematch=table.rematch
    )
