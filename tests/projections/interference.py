"""Two runs that must look the same to one viewer.

A case is played once as it comes (run A). Then whatever the viewer has never seen is changed
behind its back, and the same commands are given again, by card (run B). Every frame, refusal,
snapshot, delay and public body that the viewer could get must have the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from server.cards import Card, deck_of
from server.events import catalog as e
from server.events.acts import act_of
from server.events.catalog import AnyEvent, Commit
from server.events.codec import pack
from server.game import commands as c
from server.game.deadlines import due_ms
from server.game.decide import decide
from server.game.table import Table
from server.live.robots import Robots
from server.live.waiting import index_wait_ms, wait_ms
from server.projections.acta import acta_lines
from server.projections.frames import Projection, project, snapshot, steps
from server.projections.history import export_lines, replay_open
from server.projections.news import WATCHER
from server.protocol.frames import Ack, Refused, Snapshot, Step
from server.protocol.reasons import Rejected
from server.robots.pace import delay_ms
from server.robots.record import match_of_log
from server.rules.matching import may_start
from tests.matches import export_of, worded
from tests.projections.wishes import wish
from tests.spec import Given, given, match_started, seed, table

Change = Literal["identities", "places", "seed", "given"]


class Case(msgspec.Struct, frozen=True):
    """What is played: the cards' order, who looks, and what everybody does."""

    switches: dict[str, Any]
    preset: str
    seats: int
    packs: int
    viewer: int
    change: Change
    chance: int  # of the cards' order, and of the change
    stock: int  # cards of the stock that are there; few make it run out and be rebuilt
    hand: int  # cards dealt to each
    pending: int  # owed by the first seat
    choices: tuple[tuple[str, int], ...]
    robots: tuple[int, ...] = ()  # seats of robots


class Run(msgspec.Struct, frozen=True):
    """What the viewer got, and what was done."""

    seen: tuple[bytes, ...]
    done: tuple[tuple[c.Command, bool], ...]  # each with whether it was accepted
    known: frozenset[Card]  # cards that the viewer has seen or others have named
    judged: tuple[str, ...]  # what was found when somebody called a fault
    hands: tuple[tuple[Card, ...], ...]  # the viewer's own, after each command
    closed: bool
    log: Given


class NotTheSame(Exception):
    """Run B differs in what the rules let the viewer know: somebody could not do the same, a call
    was judged otherwise, the viewer drew another card, or the round ended otherwise."""


class House:
    """How frames are made; the real one. A leaking house overrides one of these."""

    def step(self, before: Table, after: Table, commit: Commit, viewer: int) -> Step:
        frames = steps(self.project(before), self.project(after), commit)
        return frames.get(viewer, frames[WATCHER])

    def project(self, table: Table) -> Projection:
        return project(table)

    def snapshot(self, table: Table, viewer: int) -> Snapshot:
        return snapshot(self.project(table), viewer)

    def refused(self, table: Table, command: c.Command, rejected: Rejected) -> Refused:
        return Refused(code=rejected.reason.value, id="cmd", facts=dict(rejected.facts))

    def versions(self, before: Table, commit: Commit) -> int:
        """How many versions a commit uses up."""
        return 1

    def delay(self, table: Table) -> int:
        """After how long a robot in turn acts."""
        return delay_ms(table.id, table.version, 100)

    def acked(self, table: Table, version: int) -> Ack:
        return Ack(id="cmd", version=version)

    def kept(self, commit: Commit) -> bytes:
        """What anybody may read of an entry of the log."""
        return pack(commit.events)[0] + act_of(commit.events).encode()

    def replayed(self, log: Given, viewer: int) -> Iterable[msgspec.Struct]:
        return replay_open(log.table.id, log.commits, viewer)

    def files(self, log: Given, viewer: int) -> Iterable[bytes]:
        """The export and the acta of the match, line by line."""
        match = match_of_log(worded(log.commits), {"1": "Ana"})
        yield from export_lines(export_of(match, viewer))
        yield from acta_lines(match)


# Playing


def dealt_case(case: Case) -> e.RoundDealt:
    """The deal of run A: the real event, its hidden fields from the case's order."""
    rules = lobby(case).table.rules
    deck = deck_of(rules.pack, case.packs)
    order = list(deck.cards)
    Random(case.chance).shuffle(order)
    while not may_start(rules, deck.rank[order[0]]):
        order = [*order[1:], order[0]]
    hands = tuple(
        tuple(order[1 + seat * case.hand : 1 + (seat + 1) * case.hand])
        for seat in range(case.seats)
    )
    stock = tuple(order[1 + case.seats * case.hand :][: case.stock])
    return e.RoundDealt(
        round=1,
        deal=1,
        dealer=case.seats - 1,
        first=0,
        direction=1,
        starter=order[0],
        active=deck.suit[order[0]],
        turn=1,
        hand_sizes=(case.hand,) * case.seats,
        stock_cards=len(stock),
        pending=case.pending,
        next_commitment="c0" * 32,
        hands=hands,
        stock=stock,
        next_seed=seed(2),
    )


def changed(case: Case, deal: e.RoundDealt, known: frozenset[Card]) -> e.RoundDealt:
    """The deal of run B: the same to whoever knows only `known`."""
    random = Random(case.chance + 1)
    if case.change == "given":
        return deal
    if case.change == "places":
        hands = tuple(
            hand if seat == case.viewer else tuple(random.sample(hand, len(hand)))
            for seat, hand in enumerate(deal.hands)
        )
        return replace(deal, hands=hands)
    there = [*deal.stock, *(card for hand in deal.hands for card in hand)]
    free = [card for card in there if card not in known]
    swap = dict(zip(free, random.sample(free, len(free)), strict=True))
    return replace(
        deal,
        hands=tuple(tuple(swap.get(card, card) for card in hand) for hand in deal.hands),
        stock=tuple(swap.get(card, card) for card in deal.stock),
    )


def lobby(case: Case) -> Given:
    return given(table(case.preset, case.seats, robots=case.robots, **case.switches))


def opening(case: Case, deal: e.RoundDealt, round_seed: str) -> Given:
    """The table with the match begun; the deal is to come."""
    made = lobby(case)
    start = replace(match_started(made.table), seed=round_seed)
    return made.went_on((start, deal), 0)


def first_run(house: House, case: Case) -> Run:
    """Run A: choices become commands as the table goes."""
    watch = _Watch(house, case, opening(case, dealt_case(case), seed(1)))
    done: list[tuple[c.Command, bool]] = []
    for kind, number in case.choices:
        if watch.now.table.round is None:
            break
        command = wish(watch.now.table, case.viewer, kind, number)
        if _would_close(watch.now.table, command) and case.change != "identities":
            break  # the order of hands and the seed become public with the close
        done.append((command, watch.take(command)))
    return watch.run(tuple(done))


def second_run(house: House, case: Case, first: Run) -> Run:
    """Run B.

    Raises: NotTheSame.
    """
    deal = dealt_case(case)
    round_seed = seed(1)
    if case.change == "seed":
        round_seed = seed(77)
    else:
        deal = changed(case, deal, first.known)
    watch = _Watch(house, case, opening(case, deal, round_seed))
    watch.other_bytes = case.change == "given"
    for command, accepted in first.done:
        if not accepted and command.seat != case.viewer:  # type: ignore[union-attr]
            continue
        if watch.take(command) != accepted and command.seat != case.viewer:  # type: ignore[union-attr]
            raise NotTheSame(str(command))
    second = watch.run(first.done)
    if (second.closed, second.hands, second.judged) != (first.closed, first.hands, first.judged):
        raise NotTheSame("the round's end, the viewer's hand, or what was called")
    return second


def _would_close(table: Table, command: c.Command) -> bool:
    try:
        events = decide(table, command)
    except Rejected:
        return False
    return any(isinstance(event, e.RoundClosed) for event in events)


class _Watch:
    """A table in play, and everything that the viewer gets of it."""

    def __init__(self, house: House, case: Case, now: Given) -> None:
        self.house, self.viewer, self.now = house, case.viewer, now
        self.seen: list[bytes] = []
        self.known: set[Card] = set()
        self.hands: list[tuple[Card, ...]] = []
        self.judged: list[str] = []
        self.version = 0
        self.robots = Robots()
        self.other_bytes = False
        self._show(lobby(case).table, now.table, now.commits[-1])

    def take(self, command: c.Command) -> bool:
        before = self.now.table
        mine = command.seat == self.viewer  # type: ignore[union-attr]
        if isinstance(command, c.Play) and not mine:
            self.known.add(command.card)
        try:
            events = decide(before, command)
        except Rejected as rejected:
            if mine:
                self._put(self.house.refused(before, command, rejected))
            return False
        if self.other_bytes and not mine:
            events = tuple(map(_given_otherwise, events))
        self.now = self.now.went_on(events, max(before.at_ms + 1_000, command.at_ms))
        self._show(before, self.now.table, self.now.commits[-1])
        if mine:
            self._put(self.house.acked(self.now.table, self.version))
        return True

    def run(self, done: tuple[tuple[c.Command, bool], ...]) -> Run:
        for frame in self.house.replayed(self.now, self.viewer):
            self._put(frame)
        self.seen += self.house.files(self.now, self.viewer)
        return Run(
            seen=tuple(self.seen),
            done=done,
            known=frozenset(self.known),
            judged=tuple(self.judged),
            hands=tuple(self.hands),
            closed=self.now.table.round is None,
            log=self.now,
        )

    def _show(self, before: Table, after: Table, commit: Commit) -> None:
        self._learn(after, commit)
        self.version += self.house.versions(before, commit)
        step = self.house.step(before, after, commit, self.viewer)
        self._put(replace(step, version=self.version))
        self._put(replace(self.house.snapshot(after, self.viewer), version=self.version))
        self.seen.append(self.house.kept(commit))
        self.robots.hear(before, after, commit)
        speaking = self.robots.may_speak(after)
        waits = (wait_ms(after, 100, speaking=speaking), index_wait_ms(after, 100))
        self.seen.append(f"{waits} {due_ms(after)} {self.house.delay(after)}".encode())

    def _put(self, frame: msgspec.Struct) -> None:
        self.seen.append(msgspec.json.encode(frame))
        self.seen.append(msgspec.msgpack.encode(frame))

    def _learn(self, table: Table, commit: Commit) -> None:
        """What the rules let the viewer know."""
        round_ = table.round
        if round_ is not None:
            self.known.update(round_.pile)
            if self.viewer in table.players:
                self.known.update(round_.hands[self.viewer])
                self.hands.append(round_.hands[self.viewer])
        for event in commit.events:
            if isinstance(event, e.CardPlayed):
                self.known.add(event.card)
            if isinstance(event, e.FaultCalled):
                self.judged.append(event.fault)
            if isinstance(event, e.RoundClosed):
                self.known.update(card for left in event.left for card in left.cards)


def _given_otherwise(event: AnyEvent) -> AnyEvent:
    """Other bytes under the same digest, which is all that others may know of them."""
    if not isinstance(event, e.EntropyDeposited):
        return event
    return replace(event, given=event.given[::-1])


# Comparing


def difference(one: Run, other: Run) -> str:
    """Where the viewer could tell the runs apart: by count, length or bytes; "" if nowhere."""
    if len(one.seen) != len(other.seen):
        return f"{len(one.seen)} frames and {len(other.seen)}"
    for place, (a, b) in enumerate(zip(one.seen, other.seen, strict=True)):
        if len(a) != len(b):
            return f"frame {place} by its length:\n{a!r}\n{b!r}"
        if a != b:
            return f"frame {place} by its bytes:\n{a!r}\n{b!r}"
    return ""
