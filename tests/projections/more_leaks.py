"""More houses that leak: by lengths, orders, files, repeats, and what people give to a deal."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from server.events import catalog as e
from server.events.catalog import Commit
from server.events.codec import pack
from server.game import commands as c
from server.game.decide import legal_actions
from server.game.table import Round, Table, actor_of, deck_in_play
from server.projections.frames import Projection, tree_of
from server.projections.history import replay_open
from server.projections.news import OPEN, news_of
from server.protocol.frames import Ack, Refused, Snapshot, Step
from server.protocol.reasons import Rejected
from tests.projections.interference import House
from tests.spec import Given


def _dark(table: Table, round_: Round) -> int:
    """How many cards of the stock are of the first two suits."""
    deck = deck_in_play(table)
    return sum(deck.suit[card] in deck.suits[:2] for card in round_.stock)


class NewsUncut(House):
    """Everybody's news of a draw are those that show the cards."""

    def step(self, before: Table, after: Table, commit: Commit, viewer: int) -> Step:
        step = super().step(before, after, commit, viewer)
        return replace(step, news=news_of(before, commit, OPEN))


class SnapshotOnly(House):
    """Whoever comes late is told the next card, whoever is there is not."""

    def snapshot(self, table: Table, viewer: int) -> Snapshot:
        told = super().snapshot(table, viewer)
        if table.round is None or not table.round.stock:
            return told
        return replace(told, view={**told.view, "next": table.round.stock[-1]})


class SuitsLeft(House):
    """The view counts suits of the stock, not cards."""

    def project(self, table: Table) -> Projection:
        told = super().project(table)
        if table.round is None:
            return told
        return replace(told, public={**told.public, "dark": _dark(table, table.round)})


class Padding(House):
    """A frame is longer by a blank for each card with which the seat in turn could answer."""

    def step(self, before: Table, after: Table, commit: Commit, viewer: int) -> Step:
        step = super().step(before, after, commit, viewer)
        if after.round is None:
            return step
        acts = legal_actions(after, actor_of(after.round))
        blanks = " " * sum(isinstance(act, c.Play) for act in acts)
        return replace(step, patch={**step.patch, "pad": blanks})


class KeyOrder(House):
    """The same fields with the same values, in an order that follows the stock's last card."""

    def snapshot(self, table: Table, viewer: int) -> Snapshot:
        told = super().snapshot(table, viewer)
        if table.round is None or not table.round.stock:
            return told
        turned = deck_in_play(table).suit[table.round.stock[0]] in deck_in_play(table).suits[:2]
        return replace(told, view=dict(reversed(told.view.items())) if turned else told.view)


class TickLater(House):
    """A deadline is a millisecond later when the next card is of the first suits."""

    def delay(self, table: Table) -> int:
        late = 0 if table.round is None else _dark(table, table.round) % 2
        return super().delay(table) + late


class ReasonOfStock(House):
    """A card that is not held is refused by another reason if it lies in the stock."""

    def refused(self, table: Table, command: c.Command, rejected: Rejected) -> Refused:
        told = super().refused(table, command, rejected)
        if isinstance(command, c.Play) and table.round and command.card in table.round.stock:
            return replace(told, code="not_drawn_yet")
        return told


class AckWithHint(House):
    """The answer to one's own act tells whether the next can answer it."""

    def acked(self, table: Table, version: int) -> Ack:
        told = super().acked(table, version)
        if table.round is None:
            return told
        acts = legal_actions(table, actor_of(table.round))
        return replace(told, id="cmd" + "!" * any(isinstance(act, c.Play) for act in acts))


class SecretSize(House):
    """Entries can be read with their hidden half masked, byte for byte."""

    def kept(self, commit: Commit) -> bytes:
        hidden = pack(commit.events)[1]
        return super().kept(commit) + bytes(byte & 0xE0 for byte in hidden)


class OpenReplay(House):
    """A replay shows all hands before the round is over."""

    def replayed(self, log: Given, viewer: int) -> Iterable[msgspec.Struct]:
        yield from replay_open(log.table.id, log.commits, viewer)
        if log.table.round is not None:
            yield from replay_open(log.table.id, log.commits, log.table.round.seat)


class HandsInFile(House):
    """The acta of a running round tells the stock's next cards."""

    def files(self, log: Given, viewer: int) -> Iterable[bytes]:
        yield from super().files(log, viewer)
        if log.table.round is not None:
            yield " ".join(log.table.round.stock[-2:]).encode()


class SeedEcho(House):
    """The view bears the first letters of the seed."""

    def project(self, table: Table) -> Projection:
        told = super().project(table)
        if table.round is None:
            return told
        return replace(told, public={**told.public, "game": table.round.seed[:8]})


class GivenBytes(House):
    """What somebody gives to the next deal is told at once."""

    def step(self, before: Table, after: Table, commit: Commit, viewer: int) -> Step:
        step = super().step(before, after, commit, viewer)
        for event in commit.events:
            if isinstance(event, e.EntropyDeposited):
                return replace(step, patch={**step.patch, "given": event.given})
        return step


class NeighboursView(House):
    """A watcher's snapshot is made from the host's seat."""

    def snapshot(self, table: Table, viewer: int) -> Snapshot:
        told = super().snapshot(table, viewer)
        return replace(told, view=tree_of(self.project(table), 0)) if viewer < 0 else told


MORE_LEAKS: tuple[type[House], ...] = (
    NewsUncut,
    SnapshotOnly,
    SuitsLeft,
    Padding,
    KeyOrder,
    TickLater,
    ReasonOfStock,
    AckWithHint,
    SecretSize,
    OpenReplay,
    HandsInFile,
    SeedEcho,
    GivenBytes,
    NeighboursView,
)
