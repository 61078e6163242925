"""Ways out of a match: abandoning, absence, expiry (RULES.md §10)."""

from __future__ import annotations

from tests.chaos.referee.closing import end_match, standing
from tests.chaos.referee.drawing import event
from tests.chaos.referee.entries import Event
from tests.chaos.referee.lobby import ROBOTS, hand_over, vacate
from tests.chaos.referee.sealing import drop
from tests.chaos.referee.state import Round, Table, allow


def abandon(table: Table, wish: Event) -> list[Event]:
    seat = wish["seat"]
    allow(table.phase in ("round", "between"), "a match was abandoned that did not run")
    allow(seat in table.people() and seat in table.players, f"seat {seat} plays no match")
    alone = table.people() == [seat]
    robots = table.rules["on_abandon"] == "robot_plays"
    allow(not robots or alone, "a robot takes the hand here")
    events = [event("PlayerAbandoned", seat=seat)]
    if robots:
        vacate(table, seat)
        return [*events, *_stopped(table, "expired"), _expired(table)]
    events += _stopped(table, "abandoned", loser=seat)
    vacate(table, seat)
    return events


def take_over(table: Table, wish: Event) -> list[Event]:
    """A robot plays on for somebody who left."""
    seat = wish["seat"]
    allow(table.phase in ("round", "between"), "a robot took over in no match")
    allow(table.rules["on_abandon"] == "robot_plays", "no robot plays on at this table")
    allow(seat in table.people() and seat in table.players, f"seat {seat} plays no match")
    allow(table.people() != [seat], "the last person left, and the table did not expire")
    here = [one.robot for one in table.seats]
    robot = next(name for name in ROBOTS if name not in here)
    # It plays on under the number of whoever left, by which the name goes.
    table.seats[seat].robot, table.seats[seat].token_hash = robot, ""
    drop(table, seat)
    return [event("SeatTakenOver", seat=seat, robot=robot), *hand_over(table, seat)]


def absence(table: Table, at_ms: int, wish: Event) -> list[Event]:
    round_ = table.round
    allow(round_ is not None, "between rounds nobody is absent")
    assert round_ is not None
    seat, absent = wish["seat"], wish["absent"]
    actor = round_.demanded if round_.demanded >= 0 else round_.seat
    allow(absent == actor, f"seat {absent} was not the one to act")
    allow(absent in table.people(), "a robot is never absent")
    allow(seat in table.people() and seat in table.players, f"seat {seat} plays no match")
    allow(seat != absent, f"seat {seat} closed for its own absence")
    allow(at_ms > table.moved_ms + table.absence_ms, f"seat {absent} was not away long enough")
    events = [event("ClosedForAbsence", seat=seat, absent=absent)]
    return events + _stopped(table, "absence", loser=absent)


def expire(table: Table, at_ms: int) -> list[Event]:
    allow(table.phase in ("lobby", "round", "between"), "a table expired that was over")
    alone = table.phase == "lobby" and not table.others_sat
    due = table.moved_ms + table.expiry_ms
    allow(at_ms >= due or alone, f"the table expired {due - at_ms} ms too early")
    events = [] if table.phase == "lobby" else _stopped(table, "expired")
    return [*events, _expired(table)]


def erase(table: Table, wish: Event) -> list[Event]:
    """The host closes the table, also one that is over or has expired."""
    allow(wish["seat"] == table.host in table.people(), "another than the host erased the table")
    allow(not table.erased, "the table was erased twice")
    table.erased = True
    events = [event("TableErased", seat=table.host)]
    if table.phase == "closed":
        return events
    if table.phase in ("round", "between"):
        events += _stopped(table, "expired")
    return [*events, _expired(table)]


def _expired(table: Table) -> Event:
    table.phase = "closed"
    return event("TableExpired")


def _stopped(table: Table, how: str, *, loser: int = -1) -> list[Event]:
    """The match ends without counting hands; the deal is revealed all the same (D39)."""
    round_ = table.round
    winner = _leader(table, round_, loser) if loser >= 0 else -1
    events = []
    if round_ is not None:
        totals = [table.seats[seat].points for seat in table.players]
        events.append(
            event("RoundClosed", how="stopped", round=round_.number, seed=round_.seed,
                  totals=totals)
        )  # fmt: skip
        table.turn = round_.turn
    return [*events, end_match(table, how, winner, loser=loser, round_=round_)]


def _leader(table: Table, round_: Round | None, loser: int) -> int:
    """The first of the others by points, hand size or place (D21)."""
    others = [seat for seat in table.players if seat != loser]
    among = [seat for seat in others if not table.seats[seat].eliminated] or others
    direction = table.direction if round_ is None else round_.direction
    places = len(table.seats)

    def key(seat: int) -> tuple[tuple[int, ...], int, int]:
        held = table.seats[seat].held if round_ is None else len(round_.hands.get(seat, []))
        return standing(table, seat), held, (seat - loser) * direction % places

    return min(among, key=key)
