"""Every entry says in public words what was done."""

from __future__ import annotations

import pytest

from server.events import catalog as e
from server.events.acts import act_of
from server.rules.door import rules_for

MOVED = e.TurnMoved(2, 9, 1)
RULES = rules_for("clasico", {})
FINE = e.CardsDrawn(2, 2, fine="call_forgotten", cards=("8S", "2C"))
CLOSED = e.RoundClosed("out", 1, "")
DEAL = e.RoundDealt(1, 5, 0, 1, 1, "8S", "S", 1, (5, 5), 41)


def started(match: int) -> e.MatchStarted:
    return e.MatchStarted("T", match, 2, 0, RULES, (), (0, 1), 0, 5, 0, 2, "c0")


@pytest.mark.parametrize(
    ("happened", "act"),
    [
        ((e.TableMade("T", 4, RULES),), "make 4"),
        ((e.SeatTaken(1, 2),), "sit 1"),
        ((e.RobotSeated(1, "carmen"),), "robot 1 carmen"),
        ((e.SeatFreed(2),), "leave 2"),
        ((e.SeatFreed(0), e.HostChanged(1)), "leave 0"),
        ((e.SeatFreed(3, removed=True),), "remove 3"),
        ((e.SeatsSwapped(1, 2),), "swap 1 2"),
        ((e.HostChanged(1),), "host 1"),
        ((e.SeatMoved(1, 2, "ab"),), "move 1 epoch 2"),
        ((e.InviteRenewed(0, "ab"),), "renew invite"),
        ((e.TableErased(0), e.TableExpired()), "erase"),
        ((started(1), DEAL), "start deal 1"),
        ((e.RematchAccepted(1), started(2), DEAL), "rematch deal 1"),
        ((e.RoundDealt(2, 6, 0, 1, 1, "8S", "S", 1, (5, 5), 41),), "deal 2"),
        ((e.CardPlayed(1, "7H", "H"), MOVED), "play 7H"),
        ((e.CardPlayed(1, "8S#1", "H", "H"), MOVED), "play 8S#1 suit H"),
        ((e.CardsDrawn(1, 1, cards=("8S",)),), "draw"),
        ((e.StockRebuilt(9, 1, stock=("2C",)), e.CardsDrawn(1, 1, cards=("8S",))), "draw"),
        ((e.CardsDrawn(1, 4, 4, cards=("8S", "2C", "3C", "4C")), MOVED), "draw 4"),
        ((e.CardPlayed(1, "2C", "C"), e.CardsDrawn(2, 2, 2), CLOSED), "play 2C"),
        ((e.TurnPassed(1), MOVED), "pass"),
        ((e.TurnPassed(1, forgiven=2), MOVED), "pass"),
        ((e.SuitNamed(1, "H"), MOVED), "name H"),
        ((e.PlayerAbandoned(1), CLOSED, e.MatchEnded("abandoned")), "abandon"),
        ((e.ClosedForAbsence(1, 2), e.MatchEnded("absence")), "absent 2"),
        ((e.TableExpired(),), "expire"),
        ((e.RematchOffered(1),), "offer rematch"),
        ((e.RematchAccepted(1),), "accept rematch"),
        ((e.RematchRefused(1),), "refuse rematch"),
        ((started(1), e.DealerCut(((0, "2C"), (1, "KD")), 0), DEAL), "start deal 1"),
        ((FINE, e.CardPlayed(1, "7H", "H"), MOVED), "play 7H"),
        ((FINE, e.CardsDrawn(1, 1), MOVED), "draw"),
        ((FINE, e.TurnPassed(1), MOVED, e.CallsOwed((1,))), "pass"),
        ((e.CardPlayed(1, "7H", "H", faults="wrong_card"), MOVED), "play 7H"),
        ((e.CardPlayed(1, "7H", "H"), e.WentOut(1, 1), MOVED), "play 7H"),
        ((e.Announced(1),), "announce"),
        (
            (e.FaultCalled(1, 2, "wrong_card"), e.CardTakenBack(2, "7H", 9), FINE),
            "call 2 wrong_card",
        ),
        ((e.FaultCalled(1, 2), FINE), "call 2 nothing"),
        ((e.FaultCalled(1, 2, "unnamed"), FINE, e.SuitDemanded(2)), "call 2 unnamed"),
        ((e.TurnTimedOut(1), FINE, e.CardsDrawn(1, 4, 4), MOVED), "timeout 1"),
        ((e.TurnTimedOut(1), e.SuitNamed(1, "H"), MOVED), "timeout 1"),
        ((e.SeatTakenOver(1, "carmen"),), "robot 1 carmen"),
    ],
)  # fmt: skip
def test_what_was_done(happened: tuple[e.AnyEvent, ...], act: str) -> None:
    assert act_of(happened) == act


def test_a_consequence_without_an_act_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="TurnMoved"):
        act_of((MOVED,))
