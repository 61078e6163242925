"""News: what one viewer is told of a commit."""

from __future__ import annotations

from typing import assert_never

from server.events import catalog as e
from server.game.table import LEFT, Seat, Table
from server.protocol import news as n
from server.protocol.news import AnyNews

WATCHER = -1
OPEN = -2  # sees all hands: replays of rounds that are over
Viewer = Seat  # a seat, WATCHER or OPEN


def news_of(before: Table, commit: e.Commit, viewer: Viewer) -> tuple[AnyNews, ...]:
    """What `viewer` is told of a commit made on `before`, in the order in which it happened."""
    told = [_told(before, event, viewer, commit) for event in commit.events]
    return tuple([news for news in told if news is not None])


def same_for_all(commit: e.Commit) -> bool:
    """Whether every viewer is told the same."""
    return not any(isinstance(event, e.CardsDrawn | e.RoundDealt) for event in commit.events)


def _players(before: Table, commit: e.Commit) -> tuple[Seat, ...]:
    for event in commit.events:
        if isinstance(event, e.MatchStarted):
            return event.players
    return before.players


def _told(  # noqa: C901 - one match
    before: Table, event: e.AnyEvent, viewer: Viewer, commit: e.Commit
) -> AnyNews | None:
    match event:
        case e.CardPlayed():
            assert before.round is not None
            left = len(before.round.hands[event.seat]) - 1
            return n.Played(
                event.seat, event.card, left, event.named, event.unnamed, event.announced
            )
        case e.TurnMoved():
            return n.Turn(event.next, event.skipped, event.reversed, event.pending, event.again)
        case e.CardsDrawn():
            own = event.cards if viewer in (event.seat, OPEN) else ()
            return n.Drew(event.seat, event.count, event.penalty, event.fine, own)
        case e.TurnPassed():
            return n.PassedTurn(event.seat, event.announced)
        case e.SuitNamed():
            return n.Named(event.seat, event.suit)
        case e.StockRebuilt():
            return n.Rebuilt(event.cards)
        case e.RoundDealt():
            return _dealt(event, viewer, _players(before, commit))
        case e.RoundClosed():
            return n.RoundOver(
                event.how, event.round, event.winner, event.gained, event.eliminated, event.extra
            )
        case e.MatchEnded():
            return n.MatchOver(event.how, event.winner, event.loser)
        case e.Announced():
            return n.Announced(event.seat)
        case e.FaultCalled():
            return n.FaultCalled(event.seat, event.accused, event.fault)
        case e.CardTakenBack():
            return n.TakenBack(event.seat, event.card)
        case e.SuitDemanded():
            return n.SuitDemanded(event.seat)
        case e.TurnTimedOut():
            return n.TimedOut(event.seat)
        case e.WentOut():
            return n.WentOut(event.seat, event.place)
        case e.DealerCut():
            return n.DealerCut(event.cards, event.dealer)
        case e.DeckCut():
            return n.DeckCut(event.seat, event.place)
        case e.SeatTakenOver():
            return n.TakenOver(event.seat, event.robot)
        case e.TableMade():
            return n.Sat(0)
        case e.SeatTaken():
            return n.Sat(event.seat)
        case e.RobotSeated():
            return n.Sat(event.seat, event.robot)
        case e.SeatFreed():
            return n.Left(event.seat, event.removed, before.seats[event.seat].robot)
        case e.SeatsSwapped():
            return n.Swapped(event.seat, event.other)
        case e.HostChanged():
            return n.HostIs(event.seat)
        case e.MatchStarted():
            return n.MatchBegan(event.match, event.players)
        case e.TableExpired():
            if before.phase != "lobby" or _erases(commit):
                return None
            return n.MatchOver("expired")
        case e.InviteRenewed():
            return n.InviteRenewed(event.seat)
        case e.TableErased():
            return n.Erased(event.seat)
        case e.RematchOffered():
            return n.RematchOffered(event.seat)
        case e.RematchAccepted():
            return n.RematchAccepted(event.seat)
        case e.RematchRefused():
            return n.RematchRefused(event.seat)
        case (
            e.PlayerAbandoned()
            | e.ClosedForAbsence()
            | e.CallsOwed()
            | e.EntropyDeposited()
            | e.SeatMoved()
        ):
            return None  # other news and what may be done now say it
        case _:
            assert_never(event)


def _erases(commit: e.Commit) -> bool:
    return any(isinstance(event, e.TableErased) for event in commit.events)


def _dealt(event: e.RoundDealt, viewer: Viewer, players: tuple[Seat, ...]) -> n.Dealt:
    own = event.hands[players.index(viewer)] if viewer in players else ()
    return n.Dealt(
        round=event.round,
        dealer=event.dealer,
        first=event.first,
        direction="left" if event.direction == LEFT else "right",
        top=event.starter,
        cards=own,
    )
