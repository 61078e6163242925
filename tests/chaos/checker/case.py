"""A run made ready for the checker: logs folded, frames sorted by connection."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec

from server.cards import Deck
from server.events.audit import digests
from server.events.catalog import CardPlayed, Commit, DealerCut, MatchStarted, RoundClosed
from server.events.catalog import RoundDealt as Dealt
from server.events.codec import entry_to_commit
from server.events.store import LogCorrupt
from server.game.evolve import fold
from server.game.table import Table, deck_in_play, new_table, seat_of_token
from server.live.codecs import MSGPACK
from server.projections.frames import Projection, project, snapshot, steps, tree_of
from server.projections.news import WATCHER
from server.protocol.frames import Step
from tests.chaos.history import (
    Closed,
    Fault,
    Final,
    Heard,
    History,
    Invoked,
    Left,
    Opened,
    Record,
)

NUMBERED = ("snapshot", "step")
_decode = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode
Tree = dict[str, Any]


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A frame that was received; `order` is its place in the history."""

    order: int
    t: int
    body: bytes
    tree: Tree

    @property
    def kind(self) -> str:
        return str(self.tree["t"])


class Story:
    """What went over one connection."""

    def __init__(self, order: int, opened: Opened) -> None:
        self.order = order
        self.opened = opened
        self.frames: list[Frame] = []
        self.invoked: list[tuple[int, Invoked]] = []
        self.closed = 0

    @property
    def name(self) -> str:
        return f"{self.opened.client} at node {self.opened.node} (connection {self.opened.conn})"

    @property
    def numbered(self) -> Iterator[Frame]:
        return (frame for frame in self.frames if frame.kind in NUMBERED)


class Ledger:
    """The log of one table and what it comes to at each version, as far as it can be folded."""

    def __init__(self, table: str, left: Left) -> None:
        self.table = table
        self.left = left
        self.commits: list[Commit] = []
        self.states: list[Table] = [new_table(table)]  # by version
        self.broken = ""  # why it cannot be folded to its end
        self._steps: dict[int, dict[int, Step]] = {}
        self._projections: dict[int, Projection] = {}
        self._packed: dict[tuple[int, int], bytes] = {}
        for entry in left.entries:
            try:
                commit = entry_to_commit(entry)
                state = fold(self.states[-1], commit)
                fits = commit.version == len(self.states)
            except (LogCorrupt, AssertionError, KeyError, ValueError, IndexError) as error:
                self.broken = f"entry {entry.version}: {type(error).__name__}: {error}"
                return
            if not fits:
                self.broken = f"entry {entry.version} where {len(self.states)} should stand"
                return
            self.commits.append(commit)
            self.states.append(state)

    @property
    def version(self) -> int:
        return len(self.commits)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """Of the log up to each version that can be folded, from 1."""
        entries = self.left.entries[: self.version]
        return tuple(digest.hex() for digest in digests(self.table, entries))

    def holds(self, version: int, tag: str) -> bool:
        return 0 < version <= self.version and self.commits[version - 1].tag == tag

    def viewer(self, version: int, token_hash: str) -> int:
        seat = seat_of_token(self.states[version], token_hash)
        return WATCHER if seat is None else seat

    def projection(self, version: int) -> Projection:
        if version not in self._projections:
            self._projections[version] = project(self.states[version])
        return self._projections[version]

    def tree(self, version: int, viewer: int) -> Tree:
        found: Tree = _decode(_encode(tree_of(self.projection(version), viewer)))
        return found

    def snapshot(self, version: int, viewer: int) -> bytes:
        """The bytes of a viewer's snapshot."""
        return MSGPACK.encode(snapshot(self.projection(version), viewer))

    def step(self, version: int, viewer: int) -> bytes:
        """The bytes of a viewer's step to this version (from 2 on)."""
        found = self._packed.get((version, viewer))
        if found is None:
            if version not in self._steps:
                before, after = self.projection(version - 1), self.projection(version)
                self._steps[version] = steps(before, after, self.commits[version - 1])
            frames = self._steps[version]
            found = MSGPACK.encode(frames.get(viewer, frames[WATCHER]))
            self._packed[version, viewer] = found
        return found

    def deck(self, version: int) -> Deck:
        return deck_in_play(self.states[version])

    @cached_property
    def shown(self) -> list[frozenset[str]]:
        """By version: cards that have lain open since the deal, or do from the cut for it."""
        found: list[frozenset[str]] = [frozenset()]
        cut: frozenset[str] = frozenset()
        for commit in self.commits:
            cards = set(found[-1])
            for event in commit.events:
                match event:
                    case MatchStarted():
                        cut = frozenset()
                    case DealerCut():
                        cut = frozenset(card for _, card in event.cards)
                    case Dealt():
                        cards = {event.starter}
                    case CardPlayed():
                        cards.add(event.card)
                    case RoundClosed():
                        cards |= {card for left in event.left for card in left.cards}
                    case _:
                        pass
            found.append(frozenset(cards | cut))
        return found

    def own_cards(self, version: int, viewer: int) -> frozenset[str]:
        """What the viewer holds at a version."""
        round_ = self.states[version].round
        if round_ is None or viewer == WATCHER:
            return frozenset()
        return frozenset(round_.hands[viewer])


class Case:
    """All of it."""

    def __init__(self, history: History, final: Final) -> None:
        self.final = final
        self.ledgers = {table: Ledger(table, left) for table, left in final.tables.items()}
        self.stories: dict[int, Story] = {}
        self.faults: list[Fault] = []
        self.other: list[Record] = []
        # Client and table → order of the last time when it was told to forget what it had seen, or
        # given a whole view in place of it: after very long a server cannot tell which it is.
        self._resets: dict[tuple[str, str], int] = {}
        for order, record in enumerate(history.records):
            self._take(order, record)

    def _take(self, order: int, record: Record) -> None:
        match record:
            case Opened():
                self.stories[record.conn] = Story(order, record)
            case Heard():
                story = self.stories[record.conn]
                frame = Frame(order, record.t, record.frame, _decode(record.frame))
                story.frames.append(frame)
                replaced = frame.kind == "snapshot" and story.opened.version > 0
                if frame.kind == "reset" or replaced:
                    self._resets[story.opened.client, story.opened.table] = order
            case Invoked():
                self.stories[record.conn].invoked.append((order, record))
            case Closed():
                if record.conn in self.stories:
                    self.stories[record.conn].closed = order
            case Fault():
                self.faults.append(record)
            case _:
                self.other.append(record)

    def stories_of(self, ledger: Ledger) -> list[Story]:
        return [s for s in self.stories.values() if s.opened.table == ledger.table]

    def is_undone(self, client: str, table: str, order: int) -> bool:
        """Whether the store may undo what was shown, and the client was told so later."""
        return self.final.may_reset and self._resets.get((client, table), -1) > order

    def is_gone_untold(self, story: Story, frame: Frame, ledger: Ledger) -> bool:
        """Whether the store may undo what was shown, and the connection was gone before its node
        showed anybody what stands there instead: nobody could tell it. Should it come back with
        that version, it has to be told all the same."""
        if not self.final.may_reset or not story.closed:
            return False
        return not any(
            frame.order < other.order < story.closed
            and other.tree["version"] >= frame.tree["version"]
            and ledger.holds(other.tree["version"], other.tree["tag"])
            for beside in self.stories_of(ledger)
            if beside.opened.node == story.opened.node
            for other in beside.numbered
        )

    def is_lost(self, client: str, table: str, order: int) -> bool:
        """Whether the store may lose what was acknowledged, and the client was told so later."""
        return self.final.may_lose and self.is_undone(client, table, order)
