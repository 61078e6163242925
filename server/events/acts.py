"""What an entry did, in the few public words of its field `a`."""

from __future__ import annotations

from typing import assert_never

from server.events.catalog import (
    Announced,
    AnyEvent,
    CallsOwed,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    ClosedForAbsence,
    DealerCut,
    DeckCut,
    EntropyDeposited,
    FaultCalled,
    HostChanged,
    InviteRenewed,
    MatchEnded,
    MatchStarted,
    PlayerAbandoned,
    RematchAccepted,
    RematchOffered,
    RematchRefused,
    RobotSeated,
    RoundClosed,
    RoundDealt,
    SeatFreed,
    SeatMoved,
    SeatsSwapped,
    SeatTaken,
    SeatTakenOver,
    StockRebuilt,
    SuitDemanded,
    SuitNamed,
    TableErased,
    TableExpired,
    TableMade,
    TurnMoved,
    TurnPassed,
    TurnTimedOut,
    WentOut,
)


def act_of(events: tuple[AnyEvent, ...]) -> str:
    """`play 8S suit H`, `draw`, `draw 4` for a penalty, `start deal 1` …; never a hidden card."""
    if any(isinstance(event, MatchStarted) for event in events):
        return " ".join(_words(e) for e in events if isinstance(e, MatchStarted | RoundDealt))
    for event in events:
        words = _words(event)
        if words:
            return words
    raise AssertionError(f"nothing was done: {[type(event).__name__ for event in events]}")


def _words(event: AnyEvent) -> str:  # noqa: C901
    """Empty for what only follows from an act."""
    match event:
        case TableMade(seats=seats):
            return f"make {seats}"
        case SeatTaken(seat=seat):
            return f"sit {seat}"
        case RobotSeated(seat=seat, robot=robot):
            return f"robot {seat} {robot}"
        case SeatFreed(seat=seat, removed=removed):
            return f"{'remove' if removed else 'leave'} {seat}"
        case SeatsSwapped(seat=seat, other=other):
            return f"swap {seat} {other}"
        case HostChanged(seat=seat):
            return f"host {seat}"
        case MatchStarted(match=number):
            return "start" if number == 1 else "rematch"
        case RoundDealt(round=number):
            return f"deal {number}"
        case CardPlayed(card=card, named=named):
            return f"play {card} suit {named}" if named else f"play {card}"
        case CardsDrawn(count=count, penalty=penalty, fine=fine):
            if fine:
                return ""
            return f"draw {count}" if penalty else "draw"
        case EntropyDeposited(seat=seat):
            return f"deposit {seat}"
        case DeckCut(seat=seat, place=place):
            return f"cut {seat} at {place}"
        case Announced():
            return "announce"
        case FaultCalled(accused=accused, fault=fault):
            return f"call {accused} {fault or 'nothing'}"
        case TurnTimedOut(seat=seat):
            return f"timeout {seat}"
        case SeatTakenOver(seat=seat, robot=robot):
            return f"robot {seat} {robot}"
        case TurnPassed():
            return "pass"
        case SuitNamed(suit=suit):
            return f"name {suit}"
        case PlayerAbandoned(seat=seat):
            return "abandon"
        case ClosedForAbsence(absent=absent):
            return f"absent {absent}"
        case TableExpired():
            return "expire"
        case SeatMoved(seat=seat, epoch=epoch):
            return f"move {seat} epoch {epoch}"
        case InviteRenewed():
            return "renew invite"
        case TableErased():
            return "erase"
        case RematchOffered():
            return "offer rematch"
        case RematchAccepted():
            return "accept rematch"
        case RematchRefused():
            return "refuse rematch"
        case (
            StockRebuilt()
            | TurnMoved()
            | RoundClosed()
            | MatchEnded()
            | CallsOwed()
            | CardTakenBack()
            | SuitDemanded()
            | WentOut()
            | DealerCut()
        ):
            return ""
        case _:
            assert_never(event)
