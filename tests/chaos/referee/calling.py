"""Calls of the last card, calls of faults, and turns that time out (RULES.md §8, §9)."""

from __future__ import annotations

from tests.chaos.referee import packs
from tests.chaos.referee.closing import close_round
from tests.chaos.referee.drawing import drop_void_windows, event, fined, move_turn, take
from tests.chaos.referee.entries import Event
from tests.chaos.referee.matching import can_draw, next_seat
from tests.chaos.referee.playing import running, suit_named
from tests.chaos.referee.state import Table, allow

FINED_FIRST = ("out_of_turn", "wrong_card", "unnamed")  # one card, one fine


def announce(table: Table, wish: Event) -> list[Event]:
    round_, seat = running(table), wish["seat"]
    allow(table.rules["last_card_call"] != "off", "nobody calls the last card at this table")
    allow(seat in round_.holders(), f"seat {seat} holds no cards in this round")
    round_.idle = 0
    if seat in round_.windows:
        round_.windows.remove(seat)
        return [event("Announced", seat=seat)]
    free = seat == round_.seat and len(round_.hands[seat]) == 2 and round_.announced != seat
    waits = round_.dealer_names or round_.demanded >= 0
    allow(free and not waits, f"seat {seat} has no last card to call now")
    round_.announced = seat
    return [event("Announced", seat=seat)]


def call(table: Table, at_ms: int, wish: Event) -> list[Event]:
    """Somebody calls a fault of another seat, rightly or not."""
    round_, rules = running(table), table.rules
    seat, accused = wish["seat"], wish["accused"]
    holders = round_.holders()
    allow(seat in holders, f"seat {seat} called a fault, and holds no cards")
    allow(accused in holders and accused != seat, f"seat {accused} cannot be called by {seat}")
    honour = rules["enforcement"] == "honour"
    if honour:
        twice = (seat, accused) in round_.called
        allow(not twice, f"seat {seat} called seat {accused} twice between two acts")
    else:
        open_ = rules["last_card_call"] == "called" and accused in round_.windows
        allow(open_, f"there is nothing to call of seat {accused} in a strict game")
    round_.called.append((seat, accused))
    round_.idle = 0
    fault = _found(table, accused)
    events = [event("FaultCalled", seat=seat, accused=accused, fault=fault)]
    if fault in ("out_of_turn", "wrong_card"):
        events.append(_taken_back(table))
    owed = list(round_.windows)
    events += _put_right(table, at_ms, seat, accused, fault)
    drop_void_windows(round_)
    if round_.windows != owed:
        events.append(event("CallsOwed", seats=round_.windows))
    return events


def _found(table: Table, accused: int) -> str:
    round_ = running(table)
    if round_.latest is not None and round_.latest.seat == accused:
        for fault in FINED_FIRST:
            if fault in round_.latest.faults:
                return fault
    return "call_forgotten" if accused in round_.windows else ""


def _put_right(table: Table, at_ms: int, seat: int, accused: int, fault: str) -> list[Event]:
    round_ = running(table)
    if not fault:
        return fined(table, seat, "wrong_call")
    events = fined(table, accused, fault)
    if fault == "call_forgotten":
        round_.windows.remove(accused)
    if fault == "unnamed":
        assert round_.latest is not None
        round_.latest.faults.clear()
        round_.demanded, round_.namer, round_.turn_ms = accused, -1, at_ms
        return [*events, event("SuitDemanded", seat=accused)]
    if fault == "wrong_card":
        events += _turn_over(table, at_ms)
    return events


def _taken_back(table: Table) -> Event:
    """All is as before the card; the turn gets a new number, and the count of passes is nought."""
    round_ = running(table)
    latest = round_.latest
    assert latest is not None
    assert round_.pile[-1] == latest.card
    round_.pile.pop()
    round_.hands[latest.seat].append(latest.card)
    for key, value in latest.before.items():
        setattr(round_, key, value)
    round_.passes, round_.still = [], []
    round_.circles = 0
    round_.latest = None
    round_.called.clear()  # a card that goes back ends what was between two acts, as an act does
    round_.namer = -1
    round_.turn += 1
    table.turn = round_.turn
    if round_.announced >= 0 and len(round_.hands[round_.announced]) != 2:
        round_.announced = -1
    return event("CardTakenBack", seat=latest.seat, card=latest.card, turn=round_.turn)


def _turn_over(table: Table, at_ms: int) -> list[Event]:
    """What is owed is paid, and the turn ends (D17)."""
    round_ = running(table)
    events = []
    rest = round_.pending - bool(round_.first_card) if round_.pending else 0
    if rest:
        round_.still = []
        none = [event("CardsDrawn", seat=round_.seat, count=0, penalty=rest)]
        events = take(table, round_.seat, rest, owed=rest) or none
    to = next_seat(table, round_, round_.seat, round_.direction)
    return [*events, move_turn(table, at_ms, to)]


def time_out(table: Table, at_ms: int, wish: Event) -> list[Event]:
    """The seconds of a turn are over (D16)."""
    round_, rules, seat = running(table), table.rules, wish["seat"]
    seconds = rules["turn_seconds"]
    allow(seconds is not None, "turns have no clock at this table")
    actor = round_.demanded if round_.demanded >= 0 else round_.seat
    allow(seat == actor, f"seat {seat} was timed out, and seat {actor} was to act")
    due = round_.turn_ms + 1_000 * seconds
    allow(at_ms >= due, f"seat {seat} was timed out {due - at_ms} ms too early")
    rests = round_.idle >= 2 * len(round_.seats)
    allow(not rests, "the clock rests, as nobody has done anything for two times round")
    round_.idle += 1
    round_.passes = []
    round_.still.append("timeout")
    owed = list(round_.windows)
    round_.latest = None
    round_.namer = -1
    round_.called.clear()
    events = [event("TurnTimedOut", seat=seat), *fined(table, seat, "slow")]
    if round_.demanded >= 0 or round_.dealer_names:
        suit = packs.suit(round_.pile[-1]) or round_.active
        events += [event("SuitNamed", seat=seat, suit=suit), *suit_named(table, at_ms, suit)]
    elif round_.stands_still() and not round_.pending and not can_draw(rules, round_):
        return events + close_round(table, at_ms, "blocked", -1)
    else:
        events += _turn_over(table, at_ms)
    drop_void_windows(round_)
    if round_.windows != owed:
        events.append(event("CallsOwed", seats=round_.windows))
    return events
