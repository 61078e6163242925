"""What a robot is given to decide by: the view of its seat and the news that it was told."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from server.events.catalog import (
    Announced,
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    Commit,
    FaultCalled,
    RoundClosed,
    SuitNamed,
    TurnPassed,
    TurnTimedOut,
)
from server.game.calls import CALL_FORGOTTEN
from server.game.playing import OUT_OF_TURN, UNNAMED, WRONG_CARD
from server.game.table import NOBODY, Round, Seat, Table, ask_of, deck_in_play
from server.projections.own import own_view
from server.projections.view import calls_faults, public_view
from server.protocol.news import AnyNews
from server.protocol.views import Own, View
from server.rules.matching import matches
from server.rules.ruleset import RuleSet


class Suspect(msgspec.Struct, frozen=True, gc=False):
    """Who played the latest card, and what anybody could see to be wrong with it."""

    seat: Seat = NOBODY
    faults: tuple[str, ...] = ()


NO_SUSPECT = Suspect()


class Seen(msgspec.Struct, frozen=True, gc=False):
    """All that a person in that seat could know of the round, and nothing else."""

    view: View  # with `own`
    rules: RuleSet  # of the table, as its rules page tells them
    news: tuple[AnyNews, ...] = ()  # of this round, oldest first
    suspect: Suspect = NO_SUSPECT

    @property
    def own(self) -> Own:
        """The private part of the view."""
        assert isinstance(self.view.own, Own), "a robot sees the table from a seat"
        return self.view.own

    @property
    def turn(self) -> int:
        """Number of the turn that a command of now must cite."""
        assert not isinstance(self.view.turn, msgspec.UnsetType), "a robot acts while a round runs"
        return self.view.turn.number

    @property
    def act(self) -> int:
        """Version of the latest act, which a call must cite."""
        assert not isinstance(self.view.turn, msgspec.UnsetType), "a robot acts while a round runs"
        return self.view.turn.act


def seen_from(
    table: Table, seat: int, news: tuple[AnyNews, ...] = (), suspect: Suspect = NO_SUSPECT
) -> Seen:
    """What the holder of `seat` sees, `news` being what it was told since the deal.

    Also in honour mode a robot knows which of its cards go on the pile: it can read.
    """
    own = own_view(table, seat, fits=True)
    return Seen(replace(public_view(table), own=own), table.rules, news, suspect)


# What can be seen of the others' cards


def suspect_after(suspect: Suspect, before: Table, commit: Commit) -> Suspect:
    """The suspect after one more commit, made on `before`; nobody, where nothing is called."""
    if not calls_faults(before):
        return NO_SUSPECT
    for event in commit.events:
        suspect = _suspect(suspect, before, event)
    return suspect


def _suspect(suspect: Suspect, before: Table, event: AnyEvent) -> Suspect:
    match event:
        case CardPlayed():
            assert before.round is not None
            return Suspect(event.seat, _visible_faults(before, before.round, event))
        case CardsDrawn() if event.fine:
            return suspect
        case CardsDrawn() | TurnPassed() | TurnTimedOut() | FaultCalled() | RoundClosed():
            return NO_SUSPECT
        case SuitNamed():
            return _without(suspect, UNNAMED)
        case Announced() if event.seat == suspect.seat:
            return _without(suspect, CALL_FORGOTTEN)
        case _:
            return suspect


def _visible_faults(table: Table, round_: Round, played: CardPlayed) -> tuple[str, ...]:
    """Told by the pile as it lay there, whose turn it was, and how many cards are left."""
    rules, deck = table.rules, deck_in_play(table)
    rank = deck.rank[played.card]
    calls = rules.last_card_call != "off" and len(round_.hands[played.seat]) == 2
    found = {
        OUT_OF_TURN: played.seat != round_.seat,
        WRONG_CARD: not matches(rules, deck, ask_of(round_, deck), played.card),
        UNNAMED: played.unnamed and rank in rules.wild_suit,
        CALL_FORGOTTEN: calls and not played.announced,
    }
    return tuple(fault for fault, there in found.items() if there)


def _without(suspect: Suspect, fault: str) -> Suspect:
    return replace(suspect, faults=tuple(other for other in suspect.faults if other != fault))
