"""All tables in play in this process, and the clockwork that keeps them going."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine

from structlog.typing import FilteringBoundLogger

from server.events.interest import Interest
from server.events.keys import bucket_of
from server.events.store import MISSED, Entry, EventStore, LogCorrupt, Nudge, StoreUnavailable
from server.game.commands import MakeTable
from server.live.clock import Clock
from server.live.connection import Connection
from server.live.house import (
    BringBack,
    ForgetCopy,
    House,
    nothing_to_bring_back,
    nothing_to_forget,
)
from server.live.room import Room
from server.live.tally import Tally
from server.live.watch import SLOTS, keep_alive
from server.protocol.frames import CLOSE_RESTART, Notice
from server.protocol.reasons import Reason, Rejected
from server.settings import Settings

IDLE_SECONDS = 60.0  # after which a table that nobody looks at is forgotten
POLL_SECONDS = 2.0  # between two looks for what other processes have appended
SWEEP_SECONDS = 1.0  # between two looks at the deadlines
TIME_SECONDS = 1.0  # between two questions for the store's time
TICK_SECONDS = 1.0  # between two rounds of signs of life
SWEPT_AGAIN_SECONDS = 30.0  # before a table that was due, and still is, is looked at again
HEADS_MAX = 512  # tables of one look
CANCEL_SECONDS = 0.5  # between two cancellations of what has not ended
STOP_SECONDS = 6.0  # for what is in hand when the server stops


class Hub:
    """Loads tables when somebody wants them, and forgets them when nobody does."""

    def __init__(
        self,
        store: EventStore,
        settings: Settings,
        log: FilteringBoundLogger,
        bring_back: BringBack = nothing_to_bring_back,
        forget_copy: ForgetCopy = nothing_to_forget,
    ) -> None:
        self.store = store
        self.settings = settings
        self.clock = Clock()
        self.log = log
        self.tally = Tally()
        self.answered_s = self.clock.seconds()  # when the store last answered
        self.stopping = False
        self._house = House(store, self.clock, settings, log, self.tally, bring_back, forget_copy)
        self._rooms: dict[str, Room] = {}
        self.interest = Interest()  # of what is in `_rooms`
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._serving: set[asyncio.Task[None]] = set()  # one for each room
        self._clockwork: set[asyncio.Task[None]] = set()
        self._ticks = 0
        self._polled: dict[str, int] = {}  # table → version at the last look
        self._swept: dict[str, float] = {}  # table → when it was last found due

    # Tables

    async def room(self, table: str) -> Room | None:
        """The table in play, loaded if need be; None if there is no such table.

        Raises: StoreUnavailable, LogCorrupt.
        """
        room = self._rooms.get(table)
        if room is not None:
            room.used_s = self.clock.seconds()
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        # Whoever waits may go away; the others still want the table.
        return await asyncio.shield(loading)

    async def log_of(self, room: Room) -> tuple[Entry, ...]:
        """All of a table's log, also if it went to the archive while the table was held here.

        Raises: StoreUnavailable, LogCorrupt.
        """
        log = await self.store.read(room.table.id)
        if log or not await self._house.bring_back(room.table.id):
            return log
        return await self.store.read(room.table.id)

    async def make(self, command: MakeTable) -> None:
        """Writes the first entry of a table's log.

        Raises: Rejected, StoreUnavailable.
        """
        if self.stopping:
            raise Rejected(Reason.RESTARTING)
        await Room(self._house, command.table).begin(command)

    def rooms(self) -> tuple[Room, ...]:
        return tuple(self._rooms.values())

    def connections(self) -> int:
        return sum(len(room.showing.connections) for room in self._rooms.values())

    async def _load(self, table: str) -> Room | None:
        if len(self._rooms) >= self.settings.limits.rooms:
            raise StoreUnavailable(f"{len(self._rooms)} tables are in play here")
        room = Room(self._house, table)
        if not await room.load():
            return None
        if self.stopping:
            raise StoreUnavailable("stopping")
        self._rooms[table] = room
        self.interest.add(table)
        _keep(self._serving, self._serve(room))
        return room

    async def _serve(self, room: Room) -> None:
        try:
            await room.run()
        finally:
            self._drop(room)

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
            self.interest.drop(room.table.id)

    # The clockwork

    async def start(self, nudges: AsyncIterator[Nudge] | None = None) -> None:
        """Asks the store for the time and starts the clockwork.

        `nudges` are hints of what other processes write; without them the poll finds it out.

        Raises: StoreUnavailable.
        """
        self.clock.heard(await self.store.now_ms())
        if nudges is not None:
            _keep(self._clockwork, self._hear(nudges))
        _keep(self._clockwork, self._every(POLL_SECONDS, self.poll))
        _keep(self._clockwork, self._every(SWEEP_SECONDS, self.sweep))
        _keep(self._clockwork, self._every(TIME_SECONDS, self.ask_time))
        _keep(self._clockwork, self._every(TICK_SECONDS, self.tick))

    async def stop(self) -> None:
        """Tells everybody, lets commands in hand finish, and closes all connections."""
        self.stopping = True
        rooms = self.rooms()
        for room in rooms:
            room.showing.tell(Notice(kind="restart"))
            room.close()
        if self._serving:
            await asyncio.wait(self._serving, timeout=STOP_SECONDS)
        for room in rooms:
            room.showing.close_all(CLOSE_RESTART)
        await _end(self._serving | self._clockwork)

    async def _hear(self, nudges: AsyncIterator[Nudge]) -> None:
        async for nudge in nudges:
            self.nudged(nudge)
            if self.stopping:
                return

    def nudged(self, nudge: Nudge) -> None:
        """Word from another process."""
        if not nudge.table:
            for held in self.rooms():
                if not nudge.buckets or bucket_of(held.table.id) in nudge.buckets:
                    held.differs()
            return
        room = self._rooms.get(nudge.table)
        if room is not None and nudge.version == MISSED:
            room.differs()
        elif room is not None:
            room.nudge(nudge.version, talk=nudge.version == 0)

    def forget(self, room: Room, connection: Connection) -> None:
        """A connection of a table is gone."""
        room.used_s = self.clock.seconds()
        room.showing.part(connection)

    async def _every(self, seconds: float, look: Callable[[], Awaitable[None]]) -> None:
        while not self.stopping:
            await asyncio.sleep(seconds)
            try:
                await look()
            except StoreUnavailable:
                self.log.warning("store_unavailable", during=look.__name__)
            except Exception:
                self.log.exception("clockwork_failed", during=look.__name__)

    async def poll(self) -> None:
        """Finds tables that others have moved on; those that moved here since are up to date."""
        quiet = [
            table
            for table, room in self._rooms.items()
            if self._polled.get(table) == room.table.version
        ]
        self._polled = {table: room.table.version for table, room in self._rooms.items()}
        for start in range(0, len(quiet), HEADS_MAX):
            looked = tuple(quiet[start : start + HEADS_MAX])
            heads = await self.store.heads(looked)
            for table in looked:
                held = self._rooms.get(table)
                version, tag = heads.get(table, (0, b""))
                if held and (version, tag.hex()) != (held.table.version, held.table.tag):
                    self._differs(held, is_gone=table not in heads)

    def _differs(self, room: Room, *, is_gone: bool) -> None:
        """Of a table that went to the archive nothing is kept here if nobody looks at it."""
        if is_gone and room.is_idle():
            self._drop(room)
            room.close()
        else:
            room.differs()

    async def sweep(self) -> None:
        """Looks after tables whose time has come, also those that no process has loaded."""
        now_s = self.clock.seconds()
        self._swept = {
            table: at_s for table, at_s in self._swept.items() if now_s - at_s < SWEPT_AGAIN_SECONDS
        }
        for table in await self.store.due():
            if table in self._swept:
                continue
            self._swept[table] = now_s
            try:
                due = await self.room(table)
            except LogCorrupt:
                self.log.exception("table_corrupt", table=table)
                continue
            if due is not None:
                due.wake()

    async def tick(self) -> None:
        """Signs of life to a share of the connections, and goodbye to idle tables."""
        now_s = self.clock.seconds()
        self._ticks += 1
        for room in self.rooms():
            keep_alive(room, self._ticks % SLOTS, now_s, self.clock.now_ms())
            if room.is_idle() and now_s - room.used_s > IDLE_SECONDS:
                self._drop(room)
                room.close()

    async def ask_time(self) -> None:
        """Learns the store's time anew."""
        self.clock.heard(await self.store.now_ms())
        self.answered_s = self.clock.seconds()


def _keep(tasks: set[asyncio.Task[None]], work: Coroutine[None, None, None]) -> None:
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def _end(tasks: set[asyncio.Task[None]]) -> None:
    """Cancels until it takes effect: `asyncio.wait_for`, which redis-py uses, may swallow one."""
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=CANCEL_SECONDS)
