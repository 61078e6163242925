"""The files of a match, read from the log: the export and the acta."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import msgspec

from server import __version__
from server.events.audit import digests
from server.events.catalog import Commit, SeatTakenOver
from server.events.codec import entry_to_commit
from server.events.store import Entry
from server.game.evolve import fold
from server.game.table import Seat, new_table, seat_of_token
from server.live.connection import WATCHER
from server.live.hub import Hub
from server.live.room import Room
from server.projections.acta import Acta
from server.projections.history import Export
from server.protocol.reasons import Reason, Rejected


class _Match(msgspec.Struct, frozen=True):
    """A match of a log, and the chain's digests before it and at each of its entries."""

    entries: tuple[Entry, ...]
    commits: tuple[Commit, ...]
    before: bytes
    digests: tuple[bytes, ...]


async def export_of(hub: Hub, room: Room, match: int, token_hash: str) -> Export:
    """What goes into the file of a match; 0 = the last one.

    Raises: Rejected(NOT_STARTED, NOT_FOUND), StoreUnavailable, LogCorrupt.
    """
    read = await _match_of(hub, room, match)
    return Export(
        table=room.table.id,
        entries=read.entries,
        commits=read.commits,
        digests=read.digests,
        viewer=_viewer_of(read.commits, room.table.id, token_hash),
        names=room.talk.people().names,
        chat=room.talk.all_lines(),
        server=__version__,
    )


async def acta_of(hub: Hub, room: Room, match: int, *, named: bool) -> Acta:
    """What goes into the acta of a match, 0 = the last one; people's names only if asked for.

    Raises: Rejected(NOT_STARTED, NOT_FOUND), StoreUnavailable, LogCorrupt.
    """
    read = await _match_of(hub, room, match)
    return Acta(
        table=room.table.id,
        before=read.before,
        entries=read.entries,
        commits=read.commits,
        digests=read.digests,
        server=__version__,
        names=room.talk.people().names if named else {},
    )


async def _match_of(hub: Hub, room: Room, match: int) -> _Match:
    if not room.table.match:
        raise Rejected(Reason.NOT_STARTED)
    log = await hub.log_of(room)
    starts = sorted({entry.match_version for entry in log if entry.match_version})
    number = match or len(starts)
    if not 1 <= number <= len(starts):
        raise Rejected(Reason.NOT_FOUND)
    chain = digests(room.table.id, log)
    entries = tuple(entry for entry in log if entry.match_version == starts[number - 1])
    first, last = entries[0].version, entries[-1].version
    return _Match(
        entries=entries,
        commits=tuple(entry_to_commit(entry) for entry in entries),
        before=chain[first - 2],  # a table is made before a match starts
        digests=chain[first - 1 : last],
    )


def _viewer_of(commits: tuple[Commit, ...], table_id: str, token_hash: str) -> Seat:
    """The seat from which the file is told: a robot that took over plays with a hand that is no
    longer shown to whoever left it."""
    table = fold(new_table(table_id), commits[0])
    seat = seat_of_token(table, token_hash)
    taken = {event.seat for commit in commits for event in commit.events
             if isinstance(event, SeatTakenOver)}  # fmt: skip
    return WATCHER if seat is None or seat in taken else seat


class Turns:
    """Makes the files that are asked for at a time, one line of one of them after the other.

    Else each of so many files would take its line before anybody who plays has an answer.
    """

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def of(self, lines: Iterator[bytes]) -> AsyncIterator[bytes]:
        """The file, piece by piece; whoever reads slowly holds up nobody."""
        while True:
            async with self._free:
                line = next(lines, None)
                await asyncio.sleep(0)
            if line is None:
                return
            yield line
