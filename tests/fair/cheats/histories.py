"""A server that tells one person another history than the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.events.acts import act_of
from server.events.audit import digest_of
from server.events.catalog import AnyEvent, CardPlayed, Commit
from server.events.codec import pack
from server.game.evolve import fold
from server.game.table import Seat, Table
from server.live import hub, showing
from server.live.connection import Connection
from server.live.room import Room
from server.live.showing import Now, Showing
from server.live.table_log import TableLog
from server.live.talk import Talk
from server.live.watch import SLOTS
from server.projections import frames as projected
from server.protocol import frames as f
from tests.fair.cheats.patching import put


def two_faced(seat: Seat) -> None:
    """Tells a person that the others play other cards than they do, and a digest to fit it.

    Everybody is told a digest of each version, so that nobody has to wait for one.
    """
    _telling(_Liar(seat, lambda earlier: True))


def careless(seat: Seat) -> None:
    """The same, until that person comes in for the second time: then it tells them the truth."""
    _telling(_Liar(seat, lambda earlier: not earlier))


class _Liar:
    """Who is told what; `lies_to` says whether to lie to one that comes after these."""

    def __init__(self, seat: Seat, lies_to: Callable[[set[Connection]], bool]) -> None:
        self._seat = seat
        self._lies_to = lies_to
        self._digests: dict[str, bytes] = {}  # table → digest of the history that is told
        self._come: set[Connection] = set()  # all that ever looked from that seat
        self._deceived: set[Connection] = set()

    def hear(self, log: TableLog, commit: Commit) -> None:
        """Before a commit is taken: how the history that is told goes on."""
        told, id_ = _other(log.table, commit, self._seat), log.table.id
        if told is None and id_ not in self._digests:
            return
        told = told or commit
        before = self._digests.get(id_, log.digest)
        public, _ = pack(told.events)
        self._digests[id_] = digest_of(before, told.version, told.at_ms, told.act, public)

    def greet(self, connection: Connection, seat: Seat) -> None:
        if seat == self._seat:
            if self._lies_to(self._come):
                self._deceived.add(connection)
            self._come.add(connection)

    def digest_for(self, connection: Connection, table: str, true: str) -> str:
        lies = connection in self._deceived and table in self._digests
        return self._digests[table].hex() if lies else true

    def beat(self, room: Room, connection: Connection, now_ms: int) -> None:
        told = self.digest_for(connection, room.table.id, room.digest)
        connection.send(f.Beat(now_ms=now_ms, version=room.table.version, digest=told))

    def steps(
        self, before: projected.Projection, after: projected.Projection, commit: Commit
    ) -> dict[int, f.Step]:
        true = projected.steps(before, after, commit)
        told = _other(before.table, commit, self._seat)
        if told is None or not any(one.seat == self._seat for one in self._deceived):
            return true
        # What they may do stays true, so that the match goes on.
        lie = replace(projected.project(fold(before.table, told)), own=after.own)
        return {**true, self._seat: projected.steps(before, lie, told)[self._seat]}


def _telling(liar: _Liar) -> None:
    take, join, taken = TableLog._take, Showing.join, Room._taken

    def take_and_lie(self: TableLog, commit: Commit, *others: Any) -> None:
        liar.hear(self, commit)
        take(self, commit, *others)

    def join_and_lie(
        self: Showing, connection: Connection, hello: f.Hello, talk: Talk, now: Now
    ) -> None:
        liar.greet(connection, self._seat_for(connection))
        told = liar.digest_for(connection, self._table.id, now.digest)
        join(self, connection, hello, talk, replace(now, digest=told))

    def taken_and_beat(self: Room, before: Table, after: Table, commit: Commit) -> None:
        taken(self, before, after, commit)
        for connection in tuple(self.showing.connections):
            liar.beat(self, connection, self._house.clock.now_ms())

    def beat_in_time(room: Room, slot: int, now_s: float, now_ms: int) -> None:
        for connection in tuple(room.showing.connections):
            if connection.beat_slot % SLOTS == slot:
                liar.beat(room, connection, now_ms)

    def tell(self: Showing, frame: f.ServerFrame) -> None:
        if not isinstance(frame, f.Beat):  # those are told to each as fits
            showing._send_each(self.connections, frame, ())

    put("_take", take_and_lie, TableLog)
    put("join", join_and_lie, Showing)
    put("tell", tell, Showing)
    put("_taken", taken_and_beat, Room)
    put("steps", liar.steps, showing)
    put("keep_alive", beat_in_time, hub)


def _other(table: Table, commit: Commit, seat: Seat) -> Commit | None:
    """The commit with another card than was played, if somebody else has played one of several."""
    events = tuple(_lie(table, event, seat) for event in commit.events)
    return None if events == commit.events else replace(commit, events=events, act=act_of(events))


def _lie(table: Table, event: AnyEvent, seat: Seat) -> AnyEvent:
    if not isinstance(event, CardPlayed) or event.seat == seat or table.round is None:
        return event
    others = [card for card in table.round.hands[event.seat] if card != event.card]
    return replace(event, card=others[0], active=others[0][1]) if others else event


CHEATS: dict[str, Callable[[Seat], Any]] = {
    cheat.__name__: cheat for cheat in (two_faced, careless)
}
