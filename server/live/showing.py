"""Everybody who looks at one table, and what each of them is sent."""

from __future__ import annotations

from collections import deque

import msgspec

from server import __version__
from server.events.catalog import Commit, InviteRenewed, SeatMoved
from server.game.evolve import fold
from server.game.lobby import free_seats
from server.game.table import Table, seat_of_token
from server.live.codecs import Codec
from server.live.connection import WATCHER, Connection
from server.live.talk import Talk
from server.projections.frames import Projection, project, snapshot, steps
from server.protocol import frames as f

STEPS_KEPT = 32  # versions from which a client that was away is sent what it missed


class Now(msgspec.Struct, frozen=True):
    """What a greeting tells besides the view: the store's time, and the digest of the log."""

    ms: int
    digest: str = ""


class Past(msgspec.Struct, frozen=True, gc=False):
    """A commit, and the table on which it was made."""

    before: Table
    commit: Commit


class Showing:
    """The open connections of a table, by the seat that each looks from."""

    def __init__(self, table: Table) -> None:
        self.connections: set[Connection] = set()
        self._seats: dict[int, set[Connection]] = {}
        self._past: deque[Past] = deque(maxlen=STEPS_KEPT)
        self._table = table
        self._shown: Projection | None = None  # of `_table`, once anybody looks
        self._online: f.Presence = f.Presence()

    # The table

    def forget(self) -> None:
        """Forgets the history; what it was comes through `remember`, what it is through `begin`."""
        self._past.clear()

    def remember(self, before: Table, commit: Commit) -> None:
        self._past.append(Past(before, commit))

    def begin(self, table: Table) -> None:
        """The table as it is; nobody has been shown anything of it yet."""
        self._table = table
        self._shown = None

    def show(self, after: Table, commit: Commit) -> None:
        """Sends one more version to everybody, encoded once for each seat and codec."""
        if not self.connections:
            self._table, self._shown = after, None
            return
        before, self._table = self._projection(), after
        self._shown = project(after)
        frames = steps(before, self._shown, commit)
        moved = self._reseat() if after.seats is not before.table.seats else ()
        for seat, connections in self._seats.items():
            _send_each(connections, frames.get(seat, frames[WATCHER]), moved)
        for connection in moved:
            self._send_snapshot(connection)
        if moved:
            self.tell_presence()

    def _projection(self) -> Projection:
        if self._shown is None:
            self._shown = project(self._table)
        return self._shown

    # Connections

    def join(self, connection: Connection, hello: f.Hello, talk: Talk, now: Now) -> None:
        """Greets a connection and sends what it has missed, or the whole view."""
        connection.seat = self._seat_for(connection)
        connection.outbox.resync = lambda: self._resync(connection, talk)
        self.connections.add(connection)
        self._seats.setdefault(connection.seat, set()).add(connection)
        connection.send(
            f.Welcome(
                table=self._table.id,
                server=__version__,
                seat=connection.seat,
                may_sit=self._may_sit(connection),
                now_ms=now.ms,
                version=self._table.version,
                digest=now.digest,
            )
        )
        self._resume(connection, hello)
        connection.send(talk.people())
        if not self.tell_presence():
            connection.send(self._online)
        connection.send(talk.last_lines())

    def part(self, connection: Connection) -> None:
        """Forgets a connection that is gone; no matter how often it is said."""
        if connection in self.connections:
            self.connections.discard(connection)
            self._seats[connection.seat].discard(connection)
            self.tell_presence()

    def is_wanted(self, connection: Connection) -> bool:
        """Whether somebody sits here, or still may sit down."""
        return connection.seat != WATCHER or self._may_sit(connection)

    def let_go(self, commit: Commit) -> None:
        """Before a commit is shown: says goodbye to those whose token or link it replaces."""
        for event in commit.events:
            if isinstance(event, InviteRenewed):
                for connection in self.connections:
                    connection.invited = False
            if isinstance(event, SeatMoved):
                for connection in tuple(self._seats.get(event.seat, ())):
                    connection.send(f.Notice(kind="moved"))
                    connection.outbox.close(f.CLOSE_TOKEN_REPLACED)

    def watchers(self) -> int:
        return len(self._seats.get(WATCHER, ()))

    def tell(self, frame: f.ServerFrame) -> None:
        """Sends everybody the same."""
        _send_each(self.connections, frame, ())

    def tell_presence(self) -> bool:
        """Tells everybody who is there, if that has changed; says whether it has."""
        online = {str(seat): True for seat, here in self._seats.items() if here and seat != WATCHER}
        presence = f.Presence(online=online, watchers=self.watchers())
        if presence == self._online:
            return False
        self._online = presence
        self.tell(presence)
        return True

    def reset_all(self) -> None:
        """What everybody was shown is not the table's history: starts again from a snapshot."""
        self._reseat()
        for connection in self.connections:
            connection.send(f.Reset())
            self._send_snapshot(connection)

    def close_all(self, code: int) -> None:
        for connection in tuple(self.connections):
            connection.outbox.close(code)

    # Catching up

    def resync(self, connection: Connection) -> None:
        """Sends the view as it is to a connection that has fallen behind."""
        self._send_snapshot(connection)

    def _resync(self, connection: Connection, talk: Talk) -> None:
        if connection in self.connections:
            self._send_snapshot(connection)
            connection.send(talk.people())
            connection.send(self._online)
            connection.send(talk.last_lines())

    def _resume(self, connection: Connection, hello: f.Hello) -> None:
        if (hello.version, hello.tag) == (self._table.version, self._table.tag):
            return
        missed = self._missed(connection, hello)
        if missed is None:
            if self.is_other_history(hello):
                connection.send(f.Reset())
            self._send_snapshot(connection)
            return
        for step in missed:
            connection.send(step)

    def _missed(self, connection: Connection, hello: f.Hello) -> list[f.Step] | None:
        """The steps after the version that the client shows; None if only a snapshot will do."""
        past = [one for one in self._past if one.before.version >= hello.version]
        if (
            not hello.version
            or not past
            or (past[0].before.version, past[0].before.tag) != (hello.version, hello.tag)
        ):
            return None
        before, missed = project(past[0].before), []
        if self._seat_at(past[0].before, connection) != connection.seat:
            return None
        for one in past:
            after = project(fold(one.before, one.commit))
            if self._seat_at(after.table, connection) != connection.seat:
                return None
            frames = steps(before, after, one.commit)
            missed.append(frames.get(connection.seat, frames[WATCHER]))
            before = after
        return missed

    def is_other_history(self, hello: f.Hello) -> bool:
        """Whether the client shows what is not in this log; too long ago cannot be told."""
        if not hello.version or (hello.version, hello.tag) == (
            self._table.version,
            self._table.tag,
        ):
            return False
        if hello.version >= self._table.version:
            return True
        tags = {one.before.version: one.before.tag for one in self._past}
        return tags.get(hello.version, hello.tag) != hello.tag

    def _send_snapshot(self, connection: Connection) -> None:
        connection.send(snapshot(self._projection(), connection.seat))

    # Seats

    def _seat_for(self, connection: Connection) -> int:
        return self._seat_at(self._table, connection)

    @staticmethod
    def _seat_at(table: Table, connection: Connection) -> int:
        seat = seat_of_token(table, connection.token_hash)
        return WATCHER if seat is None else seat

    def _may_sit(self, connection: Connection) -> bool:
        table = self._table
        free = table.phase == "lobby" and bool(free_seats(table))
        return connection.invited and connection.seat == WATCHER and free

    def _reseat(self) -> tuple[Connection, ...]:
        """Those who look from another seat than before; they need the whole view."""
        moved = tuple(c for c in self.connections if c.seat != self._seat_for(c))
        for connection in moved:
            self._seats[connection.seat].discard(connection)
            connection.seat = self._seat_for(connection)
            self._seats.setdefault(connection.seat, set()).add(connection)
        return moved


def _send_each(
    connections: set[Connection], frame: f.ServerFrame, left_out: tuple[Connection, ...]
) -> None:
    packed: dict[Codec, bytes] = {}
    for connection in connections:
        if connection in left_out:
            continue
        codec = connection.codec
        ready = packed.get(codec)
        if ready is None:
            ready = packed[codec] = codec.pack(frame)
        connection.outbox.put(ready)
