"""A table in play inside this process: its log, its viewers, its robots and its timer.

All that concerns one table goes through one queue and one task, so commands of a connection keep
their order, and a socket that closes cannot cancel an append half-way.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import deque
from collections.abc import Awaitable, Callable
from typing import assert_never

import msgspec

from server.events.catalog import AnyEvent, Commit, MatchEnded, RoundClosed, SeatTaken, TableErased
from server.events.store import StoreUnavailable
from server.game.commands import Command, MakeTable
from server.game.deadlines import due_command
from server.game.decide import decide
from server.game.table import Table, seat_of_token
from server.live.asking import GameFrame, command_of
from server.live.beside import Beside
from server.live.connection import WATCHER, Connection
from server.live.house import House
from server.live.items import Asked, Called, Doubted, Due, Item, Nudged, give_up
from server.live.robots import Robots, robot_to_act
from server.live.showing import Showing
from server.live.table_log import Judge, TableLog
from server.live.talk import Talk
from server.live.waiting import wait_ms
from server.live.words import clean_name
from server.protocol import frames as f
from server.protocol.reasons import Reason, Rejected

INBOX_MAX = 256
RETRY_SECONDS = 1.0  # before a robot or a deadline tries again
ANY_VERSION = 2**63  # newer than whatever we know


class Room:
    """One table, its viewers and its robots."""

    def __init__(self, house: House, table_id: str) -> None:
        self.talk = Talk(table_id, house.store)
        self.used_s = house.clock.seconds()  # when somebody last wanted something
        self._house = house
        self._log = TableLog(house, table_id, self._taken, self._start_anew)
        self.showing = Showing(self._log.table)
        self._beside = Beside(house, self.talk, self.showing)
        self._robots = Robots()
        self._inbox: deque[Item] = deque()
        self._arrived = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._nudged = 0  # the newest version that we heard of
        self._someone_sat = False  # elsewhere, under a name that we have not read yet
        self._closing = False

    @property
    def table(self) -> Table:
        """The table as it was last shown."""
        return self._log.table

    @property
    def digest(self) -> str:
        """Of the table's log up to its version, hex: what clients keep as a receipt."""
        return self._log.digest.hex()

    # From outside

    async def begin(self, command: MakeTable) -> None:
        """Makes the table: its log begins. The room is not used any further.

        Raises: Rejected, StoreUnavailable.
        """
        made = msgspec.structs.replace(command, at_ms=self._house.clock.now_ms())
        await self._log.commit(f"make-{command.table}", lambda table: decide(table, made))
        self._stop_timer()

    async def load(self) -> bool:
        """Reads the table; False if there is none.

        Raises: StoreUnavailable, LogCorrupt.
        """
        robots = Robots()

        def folded(before: Table, after: Table, commit: Commit) -> None:
            robots.hear(before, after, commit)
            self.showing.remember(before, commit)

        self.showing.forget()
        if not await self._log.load(folded):
            return False
        self.showing.begin(self.table)  # at once: who comes meanwhile is told one history
        await self.talk.load()
        if self.table.erased and await self.talk.erase_all():
            await self.talk.load()
        self._robots = robots
        self._schedule()
        return True

    def is_invited(self, invite_hash: str) -> bool:
        """Whether this is the hash of the link's secret."""
        return hmac.compare_digest(invite_hash, self.table.invite_hash)

    def turns_away(self, connection: Connection, watchers_max: int) -> Reason | None:
        """Why a connection that would only watch is not let in; None if it is."""
        if seat_of_token(self.table, connection.token_hash) is not None:
            return None
        if self.talk.watching_off and not self.showing.is_wanted(connection):
            return Reason.WATCHING_OFF
        return Reason.TOO_MANY_WATCHERS if self.showing.watchers() >= watchers_max else None

    async def call(self, command_id: str, command: Command) -> int:
        """The version at which a command stands in the log that came by HTTP.

        Raises: Rejected, StoreUnavailable, LogCorrupt.
        """
        if self._closing:
            raise Rejected(Reason.RESTARTING)
        called = Called(asyncio.get_running_loop().create_future(), command_id, command)
        self._post(called)
        return await asyncio.shield(called.settled)

    def ask(self, connection: Connection, frame: f.Command) -> None:
        """A command; its answer comes through the connection's outbox."""
        if self._closing:
            connection.refuse(Reason.RESTARTING, frame.id)
        elif len(self._inbox) >= INBOX_MAX:
            connection.refuse(Reason.TOO_FAST, frame.id)
        else:
            self._post(Asked(connection, frame))

    def nudge(self, version: int, *, talk: bool = False) -> None:
        """Looks soon whether the log has grown elsewhere; our own appends are known by then."""
        if talk or (self._nudged < version and self.table.version < version):
            self._nudged = max(self._nudged, version)
            self._post(Nudged(version, talk))

    def differs(self) -> None:
        """Compares with the log soon, whatever is known of it here, and hears what was said."""
        if Nudged(ANY_VERSION, talk=True) not in self._inbox:
            self._post(Nudged(ANY_VERSION, talk=True))

    async def settle(self, hello: f.Hello) -> None:
        """Before a greeting that would be `reset`: compares with the log first, as it may be only
        that we are behind.

        Raises: StoreUnavailable, LogCorrupt.
        """
        if not self.showing.is_other_history(hello):
            return
        doubted = Doubted(asyncio.get_running_loop().create_future())
        self._post(doubted)
        if self._closing:
            raise StoreUnavailable("the table is being closed")
        await doubted.settled

    def wake(self) -> None:
        """Looks soon whether something is due by itself."""
        self._post(Due(self.table.version))

    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is about to happen."""
        is_quiet = not self.showing.connections and not self._inbox
        return is_quiet and robot_to_act(self.table) is None

    async def run(self) -> None:
        """Serves one item after another until closed."""
        try:
            while not self._closing:
                await self._arrived.wait()
                self._arrived.clear()
                while self._inbox:
                    await self._serve(self._inbox.popleft())
        except Exception:
            # The table here may differ from the log: forget it, and let everybody come back.
            self._house.log.exception("room_broken", table=self.table.id)
            self.showing.close_all(f.CLOSE_RESTART)
        finally:
            self._closing = True
            self._stop_timer()
            self._give_up()

    def close(self) -> None:
        """Finishes what is in hand, refuses the rest and ends."""
        self._closing = True
        self._stop_timer()
        self._give_up()
        self._arrived.set()

    def _give_up(self) -> None:
        for item in self._inbox:
            give_up(item)
        self._inbox.clear()

    # One item after another

    def _post(self, item: Item) -> None:
        if not self._closing:
            self._inbox.append(item)
            self._arrived.set()

    async def _serve(self, item: Item) -> None:
        match item:
            case Asked():
                self.used_s = self._house.clock.seconds()
                await self._answer(item.connection, item.frame)
            case Nudged():
                await self._look(item)
            case Due():
                await self._act(item.version)
            case Doubted() | Called():
                await self._finish(item)
            case _:
                assert_never(item)
        if self._someone_sat:
            await self._look(Nudged(0, talk=True))

    async def _answer(self, connection: Connection, frame: f.Command) -> None:
        started_s = self._house.clock.seconds()
        reason = ""
        version = 0
        try:
            version = await self._on_the_log(lambda: self._obey(connection, frame))
        except Rejected as refused:
            reason = refused.reason.value
            connection.refuse(reason, frame.id, dict(refused.facts))
        except StoreUnavailable:
            reason = Reason.RETRY.value
            connection.refuse(reason, frame.id)
        else:
            connection.ack(frame.id, version)
        self._house.log.info(
            "command_refused" if reason else "command_accepted",
            table=self.table.id,
            seat=connection.seat,
            version=version,
            reason=reason,
            ms=round((self._house.clock.seconds() - started_s) * 1000, 1),
        )

    async def _on_the_log(self, work: Callable[[], Awaitable[int]]) -> int:
        """A refusal counts only on the log as it is, which others may have moved on.

        Raises: Rejected, StoreUnavailable, LogCorrupt.
        """
        try:
            return await work()
        except Rejected:
            if not await self._log.compare():
                raise
            return await work()

    async def _obey(self, connection: Connection, frame: f.Command) -> int:
        """The version at which the command stands in the log, or at which words were kept.

        Raises: Rejected, StoreUnavailable, LogCorrupt.
        """
        match frame:
            case f.Chat() | f.Rename() | f.Mute() | f.Watching() | f.EraseWords():
                await self._beside.obey(self.table, connection, frame)
                return self.table.version
            case f.RenewInvite() | f.EraseTable():
                version = await self._commit(connection, frame)
                await self._beside.follow(self.table, frame)
                return version
            case f.Sit():
                if not connection.token_hash:
                    raise Rejected(Reason.NO_SUCH_TABLE)
                name = clean_name(frame.name)
                version = await self._commit(connection, frame)
                await self._beside.seat(self._person_of(connection), connection.token_hash, name)
                return version
            case _:
                if connection.seat == WATCHER:
                    raise Rejected(Reason.NOT_SEATED)
                return await self._commit(connection, frame)

    async def _commit(self, connection: Connection, frame: GameFrame) -> int:
        now_ms = self._house.clock.now_ms

        def judge(table: Table) -> tuple[AnyEvent, ...]:
            command = command_of(frame, connection.seat, connection.token_hash, now_ms())
            return decide(table, command)

        # An id is its sender's: nobody can use up another's, or one that robots and deadlines use.
        return await self._log.commit(f"{connection.token_hash[:8]}-{frame.id}", judge)

    def _taken(self, before: Table, after: Table, commit: Commit) -> None:
        """One more commit stands in the log: tells robots and viewers."""
        self._robots.hear(before, after, commit)
        self.showing.remember(before, commit)
        self.showing.let_go(commit)
        self.showing.show(after, commit)
        self._beside.send_away()
        if any(isinstance(event, RoundClosed | MatchEnded) for event in commit.events):
            # Everybody has a receipt of the same version, to keep and to compare aloud.
            self.showing.tell(f.Beat(self._house.clock.now_ms(), after.version, self.digest))
        sat = any(isinstance(event, SeatTaken | TableErased) for event in commit.events)
        self._someone_sat = self._someone_sat or sat
        self._schedule()

    def _person_of(self, connection: Connection) -> int:
        if connection.seat == WATCHER:
            raise Rejected(Reason.NOT_SEATED)
        return self.table.seats[connection.seat].person

    # What others do, and what happens by itself

    async def _look(self, nudged: Nudged) -> None:
        try:
            if nudged.version > self.table.version:
                await self._log.compare()
            if nudged.talk or self._someone_sat:
                self._someone_sat = False
                await (self._beside.erase_all() if self.table.erased else self._beside.hear())
        except StoreUnavailable:
            self._house.log.warning("look_failed", table=self.table.id)

    async def _finish(self, waited: Doubted | Called) -> None:
        """Does what somebody waits for, and tells them how it ended."""
        try:
            if isinstance(waited, Called):
                id_, judge = waited.command_id, self._judge(waited.command)
                version = await self._on_the_log(lambda: self._log.commit(id_, judge))
            else:
                version = int(await self._log.compare())
        except (Rejected, StoreUnavailable) as error:
            waited.settle(error)
        except BaseException as error:
            waited.settle(error)
            raise
        else:
            waited.settle(version)

    def _judge(self, command: Command) -> Judge:
        now_ms = self._house.clock.now_ms
        return lambda table: decide(table, msgspec.structs.replace(command, at_ms=now_ms()))

    async def _start_anew(self) -> None:
        """The log is not the history that we showed: takes it as it is, and says so to all."""
        self._house.tally.resets += 1
        if not await self.load():
            self.showing.close_all(f.CLOSE_NO_SUCH_TABLE)
            raise StoreUnavailable(f"table {self.table.id} is gone")
        self.showing.reset_all()

    def _due(self, version: int) -> None:
        self._timer = None
        self._post(Due(version))

    async def _act(self, version: int) -> None:
        """A robot's word or turn, or the end of a time; nothing if the table has moved on."""
        if self._robots.may_speak(self.table) and self.table.version == version:
            word = self._robots.word(self.table)
            if word is None:
                self._schedule()
                return
            await self._do(f"bot-{version}", version, lambda _: word)
        elif (seat := robot_to_act(self.table)) is not None:
            await self._do(f"bot-{version}", version, lambda table: self._robots.act(table, seat))
        else:
            now_ms = self._house.clock.now_ms
            await self._do(f"to-{version}", version, lambda table: due_command(table, now_ms()))

    async def _do(self, command_id: str, version: int, made: Callable[[Table], Command]) -> None:
        """Commits what is to happen to the table at this version and no other."""

        def judge(table: Table) -> tuple[AnyEvent, ...]:
            if table.version != version:
                raise Rejected(Reason.STALE)
            return decide(table, made(table))

        try:
            await self._log.commit(command_id, judge)
        except Rejected as refused:
            if refused.reason not in (Reason.STALE, Reason.TABLE_CLOSED):
                reason = refused.reason.value
                self._house.log.info("act_refused", table=self.table.id, reason=reason)
                self._schedule(least_seconds=RETRY_SECONDS)
        except StoreUnavailable:
            self._schedule(least_seconds=RETRY_SECONDS)

    def _schedule(self, *, least_seconds: float = 0.0) -> None:
        """At most one timer is pending, tied to the version that it answers."""
        self._stop_timer()
        table, house = self.table, self._house
        speaking = self._robots.may_speak(table)
        wait = wait_ms(table, house.settings.robot_pace, speaking=speaking)
        if wait is not None and not self._closing:
            seconds = (table.at_ms + wait - house.clock.now_ms()) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(least_seconds, seconds), self._due, table.version)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
