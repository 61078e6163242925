"""Houses that leak on purpose, each through another channel; the search must find every one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from server.cards import Card
from server.events import catalog as e
from server.events.catalog import Commit
from server.game import commands as c
from server.game.decide import legal_actions
from server.game.playing import WRONG_CARD
from server.game.table import Table, deck_in_play
from server.projections.frames import Projection
from server.protocol.frames import Refused, Step
from server.protocol.reasons import Rejected
from tests.projections.interference import House


class _Tree(House):
    """A leak in the view that all get."""

    leak: Callable[[Table], object]

    def project(self, table: Table) -> Projection:
        told = super().project(table)
        if table.round is None:
            return told
        return replace(told, public={**told.public, "leak": type(self).leak(table)})


def _digest(cards: Sequence[Card]) -> int:
    return sum((place + 1) * ord(card[0]) * ord(card[1]) for place, card in enumerate(cards))


def _stock_digest(table: Table) -> object:
    assert table.round is not None
    return _digest(table.round.stock)


def _masks(table: Table) -> object:
    """Each hidden card as stars, as many as its words have letters: `10♥` is longer than `9♥`."""
    assert table.round is not None
    return ["*" * (3 if card[0] == "T" else 2) for hand in table.round.hands for card in hand]


def _card_numbers(table: Table) -> object:
    """An opaque number that stays with each card."""
    assert table.round is not None
    return [sorted(_digest((card,)) for card in hand) for hand in table.round.hands]


def _can_play(table: Table) -> object:
    assert table.round is not None
    return any(isinstance(x, c.Play) for x in legal_actions(table, table.round.seat))


class StockDigest(_Tree):
    """A digest of the stock stands in the view."""

    leak = staticmethod(_stock_digest)


class MaskedCards(_Tree):
    """Hidden cards are masked by as many letters as they have."""

    leak = staticmethod(_masks)


class CardNumbers(_Tree):
    """Hidden cards have numbers that stay with them."""

    leak = staticmethod(_card_numbers)


class CanPlay(_Tree):
    """All are told whether whoever is in turn holds a match."""

    leak = staticmethod(_can_play)


def _is_fault(table: Table) -> object:
    assert table.round is not None
    return table.round.latest is not None and WRONG_CARD in table.round.latest.faults


def _held_answer(table: Table) -> object:
    assert table.round is not None
    return table.round.answered


class FaultTold(_Tree):
    """All are told that the card that lies there was wrong, before anybody calls it."""

    leak = staticmethod(_is_fault)


class AnswerTold(_Tree):
    """All are told that whoever takes a penalty in two goes held an answer."""

    leak = staticmethod(_held_answer)


class SkippedVersion(House):
    """A private event uses up a version when the drawn card matches."""

    def versions(self, before: Table, commit: Commit) -> int:
        drawn = [card for x in commit.events if isinstance(x, e.CardsDrawn) for card in x.cards]
        if before.round is None:
            return 1
        suit = deck_in_play(before).suit
        return 2 if any(suit[card] == before.round.active for card in drawn) else 1


class SortedPlace(House):
    """The news of a draw say where the card goes in a sorted hand."""

    def step(self, before: Table, after: Table, commit: Commit, viewer: int) -> Step:
        step = super().step(before, after, commit, viewer)
        for event in commit.events:
            if isinstance(event, e.CardsDrawn) and after.round is not None and event.cards:
                place = sorted(after.round.hands[event.seat]).index(event.cards[0])
                return replace(step, patch={**step.patch, "place": place})
        return step


class ThinkingTime(House):
    """A robot takes longer the more it could do."""

    def delay(self, table: Table) -> int:
        if table.round is None:
            return 0
        return 100 * len(legal_actions(table, table.round.seat))


class TellingRefusal(House):
    """The refusal of a card that is not held depends on whether somebody else holds it."""

    def refused(self, table: Table, command: c.Command, rejected: Rejected) -> Refused:
        told = super().refused(table, command, rejected)
        hands = table.round.hands if table.round is not None else ()
        if isinstance(command, c.Play) and any(command.card in hand for hand in hands):
            return replace(told, facts={**told.facts, "held": True})
        return told


class PlayedPlace(House):
    """The news of a play say from which place of the hand the card came."""

    def step(self, before: Table, after: Table, commit: Commit, viewer: int) -> Step:
        step = super().step(before, after, commit, viewer)
        for event in commit.events:
            if isinstance(event, e.CardPlayed) and before.round is not None:
                place = before.round.hands[event.seat].index(event.card)
                return replace(step, patch={**step.patch, "place": place})
        return step


LEAKS: tuple[type[House], ...] = (
    StockDigest,
    MaskedCards,
    CardNumbers,
    CanPlay,
    FaultTold,
    AnswerTold,
    SkippedVersion,
    SortedPlace,
    ThinkingTime,
    TellingRefusal,
    PlayedPlace,
)
