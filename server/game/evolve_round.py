"""What the events of a round do to it. Total, and knows no rule."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from server.events.catalog import (
    Announced,
    CallsOwed,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    FaultCalled,
    StockRebuilt,
    SuitDemanded,
    SuitNamed,
    TurnMoved,
    TurnPassed,
    TurnTimedOut,
    WentOut,
)
from server.game.table import NOBODY, Latest, Round, Seat

RoundEvent = (
    CardPlayed
    | CardsDrawn
    | TurnMoved
    | TurnPassed
    | SuitNamed
    | StockRebuilt
    | Announced
    | CallsOwed
    | FaultCalled
    | CardTakenBack
    | SuitDemanded
    | TurnTimedOut
    | WentOut
)


def in_round(round_: Round, event: RoundEvent) -> Round:  # noqa: C901 - one match
    """The round after one more of its events."""
    match event:
        case CardPlayed():
            return _played(round_, event)
        case CardsDrawn():
            return _drew(round_, event)
        case TurnMoved():
            return _moved(round_, event)
        case TurnPassed():
            passes = round_.passes + 1 if event.blocks else 0
            said = (*round_.said, event.seat) if event.announced else round_.said
            still = round_.still + 1
            return replace(_acted(round_), passes=passes, still=still, said=said, idle=0)
        case SuitNamed():
            return _named(round_, event)
        case StockRebuilt():
            return replace(
                round_,
                stock=event.stock,
                pile=round_.pile[-event.kept :],
                rebuilds=event.times,
            )
        case Announced():
            if event.seat in round_.owing:
                owing = tuple(seat for seat in round_.owing if seat != event.seat)
                return replace(round_, owing=owing, said=(*round_.said, event.seat))
            return replace(round_, announced=True)
        case CallsOwed():
            return replace(round_, owing=event.seats)
        case FaultCalled():
            return replace(round_, called=(*round_.called, (event.seat, event.accused)))
        case CardTakenBack():
            return _taken_back(round_, event)
        case SuitDemanded():
            # One card, one fine: what was called is not called again.
            return replace(round_, naming=True, namer=event.seat, latest=None)
        case TurnTimedOut():
            # Who was slow has not passed: for a blocked table all have to, in a row.
            idle, still = round_.idle + 1, round_.still + 1
            return replace(_acted(round_), idle=idle, still=still, passes=0)
        case WentOut():
            return replace(round_, outs=(*round_.outs, event.seat))
        case _:
            assert_never(event)


def _acted(round_: Round) -> Round:
    """Somebody has acted: what was played before cannot be called any more."""
    namer = round_.namer if round_.naming else NOBODY
    return replace(round_, latest=None, fresh=False, called=(), namer=namer)


def _played(round_: Round, event: CardPlayed) -> Round:
    hand = round_.hands[event.seat]
    place = hand.index(event.card)
    circles = round_.drawn and event.seat == round_.seat
    return replace(
        round_,
        hands=_with_hand(round_, event.seat, hand[:place] + hand[place + 1 :]),
        pile=(*round_.pile, event.card),
        active=event.active,
        named=bool(event.named),
        unnamed=event.unnamed,
        namer=event.seat if "unnamed" in event.faults else NOBODY,
        drawn=tuple(card for card in round_.drawn if card != event.card),
        passes=0,
        circling=round_.circling + 1 if circles else 0,
        still=0,
        latest=_latest(round_, event) if event.faults else None,
        fresh=True,
        said=_said(round_, event),
        called=(),
        idle=0,
    )


def _said(round_: Round, event: CardPlayed) -> tuple[Seat, ...]:
    others = tuple(seat for seat in round_.said if seat != event.seat)
    return (*others, event.seat) if event.announced else others


def _latest(round_: Round, event: CardPlayed) -> Latest:
    return Latest(
        seat=event.seat,
        card=event.card,
        faults=event.faults,
        active=round_.active,
        named=round_.named,
        unnamed=round_.unnamed,
        direction=round_.direction,
        in_turn=round_.seat,
        pending=round_.pending,
        paid=round_.paid,
        answered=round_.answered,
        again=round_.again,
        drawn=round_.drawn,
        announced=round_.announced,
        owing=round_.owing,
    )


def _drew(round_: Round, event: CardsDrawn) -> Round:
    hand = round_.hands[event.seat] + event.cards
    after = replace(
        round_,
        hands=_with_hand(round_, event.seat, hand),
        stock=round_.stock[event.count :],
        still=0 if event.count else round_.still,
        said=tuple(seat for seat in round_.said if seat != event.seat),
    )
    if event.fine:
        return after
    return replace(
        _acted(after),
        drawn=round_.drawn + event.cards,
        passes=0,
        still=0,
        paid=round_.paid + event.count if event.penalty else round_.paid,
        answered=round_.answered or event.had_answer,
        idle=0,
    )


def _moved(round_: Round, event: TurnMoved) -> Round:
    return replace(
        round_,
        seat=event.next,
        turn=event.turn,
        direction=event.direction,
        pending=event.pending,
        paid=0,
        answered=False,
        again=event.again,
        drawn=(),
        announced=False,
    )


def _named(round_: Round, event: SuitNamed) -> Round:
    latest = round_.latest
    if latest is not None:
        faults = [fault for fault in latest.faults.split() if fault != "unnamed"]
        latest = replace(latest, faults=" ".join(faults)) if faults else None
    return replace(
        round_,
        active=event.suit,
        named=True,
        unnamed=False,
        naming=False,
        namer=NOBODY,
        still=0,
        latest=latest,
    )


def _taken_back(round_: Round, event: CardTakenBack) -> Round:
    latest = round_.latest
    assert latest is not None, f"{event.card} taken back, and it was not the latest"
    return replace(
        round_,
        hands=_with_hand(round_, event.seat, (*round_.hands[event.seat], event.card)),
        pile=round_.pile[:-1],
        active=latest.active,
        named=latest.named,
        unnamed=latest.unnamed,
        namer=NOBODY,
        direction=latest.direction,
        seat=latest.in_turn,
        turn=event.turn,
        pending=latest.pending,
        paid=latest.paid,
        answered=latest.answered,
        again=latest.again,
        drawn=latest.drawn,
        announced=latest.announced,
        owing=latest.owing,
        passes=0,
        circling=0,
        still=0,
        latest=None,
        fresh=False,
        said=tuple(seat for seat in round_.said if seat != event.seat),
        called=(),
    )


def _with_hand(round_: Round, seat: Seat, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*round_.hands[:seat], hand, *round_.hands[seat + 1 :])
