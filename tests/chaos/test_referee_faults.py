"""Faults planted in logs: the referee refuses each, and says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.chaos.gamelogs import HONOUR, copied, left_alone, played
from tests.chaos.gamelogs import with_people as evening
from tests.chaos.planting import (
    Plant,
    another_card,
    blocked_early,
    changed,
    doubled,
    dropped,
    entry_has,
    hands_swapped,
    has,
    headed,
    lacks,
    match_ended_early,
    more,
    no_answer,
    of_another,
    other_seat,
    out_of_turn,
    played_on,
    removed,
    stock_doubled,
    swapped,
    too_late,
    unfit,
    winner_of,
)
from tests.chaos.referee import LoggedEntry, check_log

Told = tuple[str, tuple[LoggedEntry, ...]]


@dataclass(frozen=True)
class Fault:
    """What is done to a log, and a part of what the referee says of it."""

    name: str
    log: Callable[[], Told]
    plant: Plant
    said: str


def clasico() -> Told:
    return played("clasico", 3)


def blocked() -> Told:
    return played("clasico", 2, seed="1", switches=(("hand_size_two", 3), ("target", 150)))


def alone() -> Told:
    """With two away, the table stands still in the end."""
    return left_alone("montanita", 4, (0, 2))


def especiales() -> Told:
    return played("especiales", 4, switches=(("target", 200),))


def familiar() -> Told:
    return played("familiar", 3, mischief=15, switches=(("target", 100),))


def montanita() -> Told:
    return played("montanita", 4)


def montanita_on_honour() -> Told:
    return played("montanita", 4, seed="1", mischief=20, switches=tuple(HONOUR.items()))


def jiujitsu() -> Told:
    return played("jiujitsu", 3, mischief=15, switches=(("limit", 60), ("max_rounds", 5)))


def tied() -> Told:
    """An extra round is played among those who tie for the lowest."""
    return played("familiar", 4, seed="e22", switches=(("hand_size", 2), ("target", 20)))


def countdown() -> Told:
    return played(
        "clasico", 3, switches=(("scoring", "countdown"), ("hand_size", 3), ("target", None))
    )


def people() -> Told:
    return evening("clasico", 4, people=4)


# The faults

HEADS = [
    Fault("a version is missing", clasico, headed(7, version=9), "it should be version 8"),
    Fault("a command came twice", clasico, headed(7, command_id="c-3"), "was taken already"),
    Fault("a tag came twice", clasico, headed(7, tag=f"{3:016x}"), "its tag is not a new one"),
    Fault("time went back", clasico, headed(7, at_ms=1), "its time is before"),
    Fault("the act tells another card", clasico, headed(7, act="play KH"), "it is told as"),
    Fault("the match began elsewhere", clasico, headed(7, match_version=2), "its match began at"),
    Fault("an entry came twice", clasico, doubled("CardPlayed"), "does not hold"),
    Fault("an entry is missing", clasico, removed("CardPlayed"), ""),
]
LOBBY = [
    Fault("a guest sits on a taken seat", people, changed("SeatTaken", seat=0), "seat 0 is taken"),
    Fault("a person's number is used again", people, changed("SeatTaken", person=1), "person is 1"),
    Fault("a robot sits twice", clasico, changed("RobotSeated", has("robot", "tito"),
          robot="carmen"), "sits here already"),
    Fault("an unknown robot sits down", clasico, changed("RobotSeated", robot="hal"), "no robot"),
    Fault("one seat alone starts", clasico,
          lambda t, log: removed("RobotSeated")(t, removed("RobotSeated")(t, log)),
          "fewer than two"),
    Fault("somebody else is host", clasico, changed("MatchStarted", host=1), "host is 1"),
    Fault("the rules changed at the start", clasico, changed("MatchStarted",
          rules=lambda e: {**e["rules"], "hand_size": 4}), "MatchStarted.rules"),
    Fault("a chair is missing", clasico, changed("MatchStarted", chairs=lambda e: e["chairs"][1:]),
          "MatchStarted.chairs"),
    Fault("the rematch has a stranger's dealer", people, changed("MatchStarted", has("match", 2),
          dealer=other_seat("dealer", 4)), "MatchStarted.dealer"),
    Fault("the rematch starts before all accept", people, removed("RematchAccepted"),
          "follows from nothing"),
]  # fmt: skip
DEALS = [
    Fault("two cards changed hands", clasico, changed("RoundDealt", hands=hands_swapped), "hands"),
    Fault("a card is there twice", clasico, changed("RoundDealt", stock=stock_doubled), "stock"),
    Fault("the stock is in another order", clasico, changed("RoundDealt", stock=swapped("stock")),
          "RoundDealt.stock"),
    Fault("a hand is too small", clasico, changed("RoundDealt", hand_sizes=[5, 5, 4]),
          "hand_sizes"),
    Fault("the wrong seat deals", especiales, changed("RoundDealt", has("round", 2),
          dealer=other_seat("dealer", 4)), "RoundDealt.dealer"),
    Fault("the wrong seat is first", clasico, changed("RoundDealt", first=other_seat("first", 3)),
          "RoundDealt.first"),
    Fault("the round starts the other way", clasico, changed("RoundDealt", direction=1),
          "RoundDealt.direction"),
    Fault("the deck was cut elsewhere", clasico, changed("RoundDealt", cut=more("cut")),
          "RoundDealt.cut is 27"),
    Fault("nobody is missing", clasico, changed("RoundDealt", missing=[]), "RoundDealt.missing"),
    Fault("a contribution of a robot", clasico, changed("RoundDealt",
          contributions=[[1, "00" * 16]]), "what was given"),
    Fault("a contribution that did not go in", clasico, changed("RoundDealt",
          contributions=[[0, "00" * 16]], missing=[]), "what was given"),
    Fault("the commitment is of another seed", clasico, changed("RoundDealt",
          next_commitment="00" * 32), "next_commitment"),
    Fault("the seed revealed is another", clasico, changed("RoundClosed", seed="00" * 64),
          "RoundClosed.seed"),
    Fault("the first seed is not as committed", clasico, changed("TableMade", seed="00" * 64),
          "TableMade.commitment"),
    Fault("an eight opens", clasico, changed("RoundDealt", starter="8H"), "RoundDealt.starter"),
    Fault("the cut shows another card", familiar, changed("DealerCut",
          cards=lambda e: [[e["cards"][0][0], "KH"], *e["cards"][1:]]), "DealerCut.cards"),
    Fault("who cut higher deals", familiar, changed("DealerCut", dealer=other_seat("dealer", 3)),
          "DealerCut.dealer"),
]  # fmt: skip
PLAYS = [
    Fault("a card not in the hand", clasico, another_card(of_another), "does not hold"),
    Fault("neither suit nor rank", clasico, another_card(unfit), "neither suit nor rank fits"),
    Fault("no answer to a penalty", especiales, another_card(no_answer), "it is no answer"),
    Fault("out of turn", clasico, out_of_turn, "out of turn"),
    Fault("another suit in force", clasico, changed("CardPlayed", lacks("named"), active="X"),
          "CardPlayed.active"),
    Fault("an eight without a name", clasico, changed("CardPlayed", has("named"), named=""),
          "without naming a suit"),
    Fault("a name that nobody gave", clasico, changed("CardPlayed", lacks("named"), named="H"),
          "names no suit here"),
    Fault("a suit that is none", clasico, changed("CardPlayed", has("named"), named="b",
          active="b"), "there is no suit b"),
    Fault("the wrong seat is next", clasico, changed("TurnMoved", next=other_seat("next", 3)),
          "TurnMoved.next"),
    Fault("a turn is skipped in the count", clasico, changed("TurnMoved", turn=more("turn")),
          "TurnMoved.turn"),
    Fault("the direction is not turned", especiales, changed("TurnMoved", has("reversed"),
          direction=lambda e: -e["direction"]), "TurnMoved.direction"),
    Fault("a turn of direction is not told", especiales, changed("TurnMoved", has("reversed"),
          reversed=False), "TurnMoved.reversed"),
    Fault("the direction turns by itself", clasico, changed("TurnMoved", direction=1),
          "TurnMoved.direction"),
    Fault("a queen skips nobody", especiales, changed("TurnMoved", has("skipped"), skipped=[]),
          "TurnMoved.skipped"),
    Fault("the skipped seat is next", especiales, changed("TurnMoved", has("skipped"),
          next=lambda e: e["skipped"][0]), "TurnMoved.next"),
    Fault("the penalty is lost", especiales, changed("TurnMoved", has("pending"), pending=0),
          "TurnMoved.pending is 0"),
    Fault("the penalty does not add up", especiales, changed("TurnMoved", has("pending", 4),
          pending=2), "TurnMoved.pending is 2"),
    Fault("a penalty out of nothing", clasico, changed("TurnMoved", pending=2), "pending is 2"),
    Fault("an ace gives no other play", montanita, changed("TurnMoved", has("again"), again=False),
          "TurnMoved.again"),
    Fault("another play out of nothing", clasico, changed("TurnMoved", again=True),
          "again is True"),
    Fault("the turn does not move", clasico, dropped("TurnMoved"), "TurnMoved"),
]  # fmt: skip
DRAWS = [
    Fault("two cards drawn for one", clasico, changed("CardsDrawn", lacks("penalty"), count=2,
          cards=lambda e: [*e["cards"], *e["cards"]]), "CardsDrawn.count"),
    Fault("not the top of the stock", clasico, changed("CardsDrawn", cards=["XX"]), "cards"),
    Fault("a draw out of turn", clasico, changed("CardsDrawn", seat=other_seat("seat", 3)),
          "drew out of turn"),
    Fault("a penalty half paid", especiales, changed("CardsDrawn", has("penalty", 2), count=1,
          cards=lambda e: e["cards"][:1]), "CardsDrawn.count"),
    Fault("a penalty told as less", especiales, changed("CardsDrawn", has("penalty"),
          penalty=more("penalty", -1)), "CardsDrawn.penalty"),
    Fault("a second draw in a turn", familiar, doubled("CardsDrawn", lambda e, x: not e.get("fine")
          and len(x.events) == 1), "drew more than 1"),
    Fault("a pass without a draw", familiar, removed("CardsDrawn", lambda e, x: not e.get("fine")
          and len(x.events) == 1), ""),
    Fault("a pass blocks that does not", familiar, changed("TurnPassed", lacks("blocks"),
          blocks=True), "TurnPassed.blocks"),
    Fault("a pass forgives what was not owed", familiar, changed("TurnPassed", forgiven=2),
          "TurnPassed.forgiven"),
    Fault("a right to play again is not given up", montanita, changed("TurnPassed", has("gave_up"),
          gave_up=False), "TurnPassed.gave_up"),
    Fault("a rebuilt stock in another order", montanita, changed("StockRebuilt",
          stock=swapped("stock")), "StockRebuilt.stock"),
    Fault("a rebuild is counted twice", montanita, changed("StockRebuilt", times=more("times")),
          "StockRebuilt.times"),
    Fault("a rebuild keeps two cards", montanita, changed("StockRebuilt", kept=2), "kept is 2"),
    Fault("a rebuild is not told", montanita, dropped("StockRebuilt"),
          "rules ask for StockRebuilt"),
    Fault("an answer was held", montanita, changed("CardsDrawn", has("penalty"),
          had_answer=lambda e: not e.get("had_answer", False)), "had_answer"),
]  # fmt: skip
CLOSES = [
    Fault("the round goes on after a last card", clasico, played_on, "rules ask for RoundClosed"),
    Fault("the winner gains too much", clasico, changed("RoundClosed", gained=more("gained")),
          "RoundClosed.gained"),
    Fault("a total is wrong", clasico, changed("RoundClosed", totals=lambda e: [
          e["totals"][0] + 1, *e["totals"][1:]]), "RoundClosed.totals"),
    Fault("a hand is not shown", clasico, changed("RoundClosed", left=lambda e: e["left"][1:]),
          "RoundClosed.left"),
    Fault("a hand's points are wrong", clasico, changed("RoundClosed", left=lambda e: [
          {**e["left"][0], "points": 99}, *e["left"][1:]]), "RoundClosed.left"),
    Fault("another wins the round", clasico, changed("RoundClosed", winner=winner_of(3)),
          "RoundClosed.winner"),
    Fault("the lowest hand does not win a blocked round", blocked, changed("RoundClosed",
          has("how", "blocked"), winner=winner_of(2)), "RoundClosed.winner"),
    Fault("a blocked round goes on", blocked, dropped("RoundClosed", has("how", "blocked")),
          "is missing"),
    Fault("a table that stands still goes on", alone, dropped("RoundClosed",
          has("how", "blocked")), "rules ask for RoundClosed"),
    Fault("a table is blocked while it can go on", alone, blocked_early, "rules ask for TurnMoved"),
    Fault("a blocked round is told as won", blocked, changed("RoundClosed", has("how", "blocked"),
          how="out"), "RoundClosed.how"),
    Fault("the match ends too early", clasico, match_ended_early, "follows from nothing"),
    Fault("the match does not end", clasico, dropped("MatchEnded"), "MatchEnded"),
    Fault("another wins the match", clasico, changed("MatchEnded", winner=winner_of(3)),
          "MatchEnded.winner"),
    Fault("places are wrong", clasico, changed("MatchEnded", places=[1, 1, 1]), "places"),
    Fault("no rematch is offered", clasico, changed("MatchEnded", rematch=False), "rematch"),
    Fault("a wrong place for going out", montanita, changed("WentOut", place=2), "WentOut.place"),
    Fault("going out is not told", montanita, dropped("WentOut"), "rules ask for WentOut"),
    Fault("an elimination is missed", jiujitsu, changed("RoundClosed", has("eliminated"),
          eliminated=[]), "RoundClosed.eliminated"),
    Fault("a tie is not played off", tied, changed("RoundClosed", has("extra"), extra=[]), "extra"),
    Fault("who sits out is dealt in", tied, changed("RoundDealt", has("seats"), seats=[]), "seats"),
    Fault("the winner's hand does not shrink", countdown, changed("RoundClosed", has("sizes"),
          sizes=[3, 3, 3]), "RoundClosed.sizes"),
    Fault("the winner takes nothing off", jiujitsu, changed("RoundClosed", gained=0), "gained"),
]  # fmt: skip
CALLS = [
    Fault("a forgotten call is not fined", familiar, dropped("CardsDrawn",
          has("fine", "call_forgotten")), "rules ask for CardsDrawn"),
    Fault("the fine is too small", familiar, changed("CardsDrawn", has("fine", "call_forgotten"),
          count=1, cards=lambda e: e["cards"][:1]), "CardsDrawn.count"),
    Fault("a call that is owed is not told", familiar, dropped("CallsOwed"), "CallsOwed"),
    Fault("a last card was called and was not", familiar, changed("CardPlayed", entry_has(
          "CallsOwed"), announced=True), "CallsOwed"),
    Fault("a call with too many cards", familiar, changed("CardPlayed", announced=True),
          "no last card to call"),
    Fault("a wrong card is judged right", montanita_on_honour, changed("FaultCalled",
          has("fault", "wrong_card"), fault=""), "FaultCalled.fault"),
    Fault("a right card is judged wrong", montanita_on_honour, changed("FaultCalled",
          lacks("fault"), fault="wrong_card"), "FaultCalled.fault"),
    Fault("a wrong card is told as right", montanita_on_honour, changed("CardPlayed",
          has("faults", "wrong_card"), faults=""), "CardPlayed.faults"),
    Fault("a right card is told as wrong", montanita_on_honour, changed("CardPlayed",
          lacks("faults"), faults="wrong_card"), "CardPlayed.faults"),
    Fault("a called card stays", montanita_on_honour, dropped("CardTakenBack"), "CardTakenBack"),
    Fault("another card goes back", montanita_on_honour, changed("CardTakenBack", card="XX"),
          "CardTakenBack.card"),
    Fault("a wrong call costs nothing", montanita_on_honour, dropped("CardsDrawn",
          has("fine", "wrong_call")), "CardsDrawn"),
    Fault("the wrong one pays", montanita_on_honour, changed("CardsDrawn",
          has("fine", "wrong_call"), seat=other_seat("seat", 4)), "CardsDrawn.seat"),
    Fault("somebody calls itself", montanita_on_honour, changed("FaultCalled",
          accused=lambda e: e["seat"]), "cannot be called"),
    Fault("a call comes twice", montanita_on_honour, doubled("FaultCalled", lacks("fault")),
          "twice between two acts"),
    Fault("an unnamed wild is told as named", montanita_on_honour, changed("CardPlayed",
          has("unnamed"), unnamed=False), "CardPlayed.unnamed"),
    Fault("a call where there are none", clasico, changed("CardPlayed", announced=True),
          "no last card to call"),
]  # fmt: skip
TIMES = [
    Fault("timed out too early", montanita_on_honour, too_late(29 / 3600, "TurnTimedOut"), "early"),
    Fault("timed out without a clock", clasico, too_late(1, "TurnTimedOut"), "have no clock"),
    Fault("closed for absence too early", people, too_late(48, "ClosedForAbsence"), "long enough"),
    Fault("expired too early", people, too_late(167.9, "TableExpired"), "too early"),
]
FAULTS = [*HEADS, *LOBBY, *DEALS, *PLAYS, *DRAWS, *CLOSES, *CALLS, *TIMES]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "_"))
def test_a_planted_fault_is_refused(fault: Fault) -> None:
    table, entries = fault.log()
    log = fault.plant(table, copied(entries))
    said = check_log(table, log)
    assert said
    assert fault.said in " / ".join(said), said


@pytest.mark.parametrize("log", list(dict.fromkeys(fault.log for fault in FAULTS)))
def test_without_the_fault_the_log_is_accepted(log: Callable[[], Told]) -> None:
    table, entries = log()
    assert check_log(table, copied(entries)) == []
