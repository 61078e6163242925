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
from server.projections.acta import Acta, acta_lines
from server.projections.history import Export, export_lines
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


async def lines_of(export: Export) -> AsyncIterator[bytes]:
    """The file, piece by piece, so that a long match holds nobody up."""
    async for line in _in_turn(export_lines(export)):
        yield line


async def acta_pieces(acta: Acta) -> AsyncIterator[bytes]:
    """The acta, piece by piece."""
    async for line in _in_turn(acta_lines(acta)):
        yield line


async def _in_turn(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    for line in lines:
        yield line
        await asyncio.sleep(0)
