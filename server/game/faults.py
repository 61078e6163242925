"""Calling faults, taking cards back, and the clock of a turn."""

from __future__ import annotations

from server.cards import Suit
from server.events.catalog import (
    AnyEvent,
    CallsOwed,
    CardsDrawn,
    CardTakenBack,
    FaultCalled,
    SuitDemanded,
    SuitNamed,
    TurnTimedOut,
)
from server.game.calls import CALL_FORGOTTEN, fine, owes_call
from server.game.closing import close_blocked, stands_still
from server.game.commands import CallFault, TimeOut
from server.game.dealing import draw_cards
from server.game.evolve import evolve
from server.game.playing import OUT_OF_TURN, UNNAMED, WRONG_CARD, moved
from server.game.table import (
    Round,
    Seat,
    Table,
    actor_of,
    clock_rests,
    deck_in_play,
    holding,
)
from server.game.turns import after_naming, running_round
from server.protocol.reasons import Reason, Rejected
from server.rules.effects import Plan

WRONG_CALL = "wrong_call"
SLOW = "slow"
# While a card may still be taken back, the one under it stays on the pile as well.
KEPT_WHILE_CALLING = 2


def callable_seats(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Seats that this seat may call now.

    In honour mode each seat with cards may call each other one, right or wrong, once between two
    acts, so that the list tells nothing. In strict mode only a forgotten call can be called.
    """
    round_ = table.round
    honour = table.rules.enforcement == "honour"
    if not honour and table.rules.last_card_call != "called":
        return ()
    if round_ is None or seat not in holding(round_):
        return ()
    others = [s for s in holding(round_) if s != seat and (seat, s) not in round_.called]
    if honour:
        return tuple(others)
    return tuple(other for other in others if owes_call(round_, other))


def decide_call(table: Table, command: CallFault) -> tuple[AnyEvent, ...]:
    """Judges the accused seat's latest card, or its forgotten call.

    One card, one fine: out of turn before wrong card before unnamed suit before forgotten call.

    Raises: Rejected.
    """
    round_ = running_round(table)
    if command.act and command.act != round_.acted:
        raise Rejected(Reason.STALE)
    if (command.seat, command.accused) in round_.called:
        raise Rejected(Reason.CALLED_ALREADY)
    if command.accused not in callable_seats(table, command.seat):
        raise Rejected(Reason.NO_CALLING)
    story = Story(table)
    fault = _fault_of(round_, command.accused)
    story.tell(FaultCalled(command.seat, command.accused, fault))
    _sentence(story, command, fault)
    return story.told()


class Story:
    """Events as they are decided, and the table that they have come to so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._events: list[AnyEvent] = []

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def tell(self, *events: AnyEvent) -> None:
        for event in events:
            self._events.append(event)
            self.table = evolve(self.table, event)

    def ended(self, close: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
        """All events up to the close of the round, after which nothing is owed."""
        return (*self._events, *close)

    def told(self) -> tuple[AnyEvent, ...]:
        """All events, and what is still owed: whoever was fined holds more than one card."""
        owing = tuple(seat for seat in self.round.owing if owes_call(self.round, seat))
        if owing != self.round.owing:
            self.tell(CallsOwed(owing))
        return tuple(self._events)


def _fault_of(round_: Round, accused: Seat) -> str:
    latest = round_.latest
    if latest is not None and latest.seat == accused and latest.faults:
        return latest.faults.split()[0]
    return CALL_FORGOTTEN if owes_call(round_, accused) else ""


def _sentence(story: Story, command: CallFault, fault: str) -> None:
    """A wrong call costs the caller; else the accused is fined, and made to put it right."""
    if fault in (WRONG_CARD, OUT_OF_TURN):
        _take_back(story, command.accused, fault)
        return
    seat = command.accused if fault else command.seat
    # The same whether the card was right or wrong, or the stock would tell. In a strict game no
    # card is ever taken back.
    honour = story.table.rules.enforcement == "honour"
    keep = KEPT_WHILE_CALLING if honour and story.round.fresh else 1
    story.tell(*fine(story.table, story.round, seat, fault or WRONG_CALL, keep))
    if fault == UNNAMED:
        story.tell(SuitDemanded(command.accused))
    if fault == CALL_FORGOTTEN:
        story.tell(CallsOwed(tuple(s for s in story.round.owing if s != command.accused)))


def _take_back(story: Story, accused: Seat, fault: str) -> None:
    """The card goes back, the fine is drawn; a wrong card also ends the turn, after the penalty
    that was pending has been paid. A card out of turn gives the turn back to where it was."""
    assert story.round.latest is not None
    story.tell(CardTakenBack(accused, story.round.latest.card, story.round.turn + 1))
    story.tell(*fine(story.table, story.round, accused, fault))
    if fault == WRONG_CARD:
        story.tell(*_paid(story.table))
        story.tell(moved(story.round, story.round, accused, Plan()))


def _paid(table: Table) -> tuple[AnyEvent, ...]:
    """What the seat in turn still owes of a penalty."""
    round_ = table.round
    assert round_ is not None
    owed = round_.pending - round_.paid
    if owed <= 0:
        return ()
    return draw_cards(table, round_, CardsDrawn(round_.seat, owed, owed))


# The clock of a turn


def turn_ends_ms(table: Table) -> int:
    """When the seat to act has used up its time; 0 if the table has no such clock, or it rests."""
    seconds = table.rules.turn_seconds
    if seconds is None or table.round is None or clock_rests(table.round):
        return 0
    return table.turn_ms + 1_000 * seconds


def decide_time_out(table: Table, command: TimeOut) -> tuple[AnyEvent, ...]:
    """The time of the seat to act is over: it is fined, pays what it owes, names the suit that it
    owes (the card's own, or the one that held), and its turn ends; and the round, if the table
    stands still.

    Raises: Rejected.
    """
    round_ = running_round(table, command.turn)
    at_ms = turn_ends_ms(table)
    actor = actor_of(round_)
    if not at_ms or command.seat != actor:
        raise Rejected(Reason.STALE)
    if command.at_ms < at_ms:
        raise Rejected(Reason.NOT_ABSENT_YET, at_ms=at_ms)
    story = Story(table)
    story.tell(TurnTimedOut(actor))
    story.tell(*fine(story.table, story.round, actor, SLOW))
    if round_.naming:
        story.tell(SuitNamed(actor, _suit_that_held(story.table)))
        story.tell(*after_naming(story.table, round_))
    else:
        story.tell(*_paid(story.table))
        if stands_still(story.table, story.round):
            return story.ended(close_blocked(story.table, story.round, command.at_ms))
        story.tell(moved(story.round, story.round, actor, Plan()))
    return story.told()


def _suit_that_held(table: Table) -> Suit:
    """The top card's own suit, or the one that was to be followed before it."""
    deck, round_ = deck_in_play(table), table.round
    assert round_ is not None
    return deck.suit[round_.pile[-1]] or round_.active or deck.suits[0]
