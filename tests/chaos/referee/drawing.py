"""Taking cards: draws, penalties, fines, the rebuilt stock, and the calls that are owed."""

from __future__ import annotations

from tests.chaos.referee import chance
from tests.chaos.referee.entries import Event
from tests.chaos.referee.matching import can_draw, kept
from tests.chaos.referee.shape import whole
from tests.chaos.referee.state import Round, Table


def event(tag: str, **fields: object) -> Event:
    return whole({"t": tag, **fields})


def rebuild(round_: Round) -> Event:
    """All of the pile but its top, shuffled, is the new stock (RULES.md §3, D5)."""
    keep = kept(round_)
    under = round_.pile[:-keep]
    round_.rebuilds += 1
    round_.stock = chance.shuffle(round_.key, f"reshuffle-{round_.rebuilds}", under)
    round_.pile = round_.pile[-keep:]
    return event(
        "StockRebuilt", cards=len(under), times=round_.rebuilds, kept=keep, stock=round_.stock
    )


def take(
    table: Table, seat: int, count: int, *, owed: int = 0, fine: str = "", answer: bool = False
) -> list[Event]:
    """The seat draws so many cards, or what there is; the rest is forgiven."""
    round_ = table.round
    assert round_ is not None
    events = []
    while count and can_draw(table.rules, round_):
        if not round_.stock:
            events.append(rebuild(round_))
        cards, round_.stock = round_.stock[:count], round_.stock[count:]
        round_.hands[seat] += cards
        round_.still = []
        events.append(
            event("CardsDrawn", seat=seat, count=len(cards), penalty=owed, fine=fine,
                  had_answer=answer, cards=cards)
        )  # fmt: skip
        count -= len(cards)
        owed = max(0, owed - len(cards))
    if fine and not events:
        events.append(event("CardsDrawn", seat=seat, count=0, fine=fine))
    if round_.announced == seat:
        round_.announced = -1
    return events


def fined(table: Table, seat: int, fault: str) -> list[Event]:
    """The fine for a fault; none is drawn where it costs nothing."""
    forgotten = fault == "call_forgotten"
    cards = table.rules["last_card_fine"] if forgotten else table.rules["fines"].get(fault, 0)
    return take(table, seat, cards, fine=fault) if cards else []


def drop_void_windows(round_: Round) -> None:
    """A window is void once its seat does not hold exactly one card (D38)."""
    round_.windows = [seat for seat in round_.windows if len(round_.hands[seat]) == 1]


def fine_forgotten(table: Table, actor: int) -> list[Event]:
    """Automatic fines of those whose window the coming act of another seat closes (D34)."""
    round_ = table.round
    assert round_ is not None
    if table.rules["last_card_call"] != "automatic":
        return []
    events = []
    for seat in [seat for seat in round_.windows if seat != actor]:
        events += fined(table, seat, "call_forgotten")
        round_.windows.remove(seat)
    return events


def owe_call(table: Table, seat: int) -> None:
    """The seat holds one card and has not called it."""
    round_ = table.round
    assert round_ is not None
    due = table.rules["last_card_call"] != "off" and len(round_.hands[seat]) == 1
    if due and seat not in round_.windows:
        round_.windows.append(seat)


def move_turn(
    table: Table, at_ms: int, to: int, *, pending: int = 0, skipped: tuple[int, ...] = (),
    reversed_: bool = False, again: bool = False,
) -> Event:  # fmt: skip
    """The turn goes to a seat, with a new number."""
    round_ = table.round
    assert round_ is not None
    round_.turn += 1
    table.turn = round_.turn
    round_.seat, round_.pending, round_.again = to, pending, again
    round_.drawn, round_.first_card, round_.had_answer = [], "", False
    round_.announced = -1
    round_.turn_ms = at_ms
    return event(
        "TurnMoved", next=to, turn=round_.turn, direction=round_.direction, pending=pending,
        skipped=skipped, reversed=reversed_, again=again,
    )  # fmt: skip
