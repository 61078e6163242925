"""A table in play inside this process: judges, appends, and only then shows.

All that concerns one table goes through one queue and one task, so commands of a connection keep
their order, and a socket that closes cannot cancel an append half-way.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import deque
from collections.abc import Callable
from typing import assert_never

import msgspec

from server.events.acts import act_of
from server.events.catalog import AnyEvent, Commit, MatchStarted, SeatTaken
from server.events.codec import commit_to_draft, entry_to_commit
from server.events.store import Appended, Draft, Entry, LogCorrupt, StoreUnavailable
from server.game.commands import Expire, MakeTable
from server.game.deadlines import due_ms, is_open
from server.game.decide import decide
from server.game.evolve import evolve, fold
from server.game.table import Table, new_table, seat_of_token, seen_version
from server.live.asking import GameFrame, command_of
from server.live.connection import WATCHER, Connection
from server.live.house import House
from server.live.robots import Robots, robot_in_turn
from server.live.showing import Showing
from server.live.talk import Talk
from server.live.words import clean_line, clean_name
from server.protocol import frames as f
from server.protocol.reasons import Reason, Rejected
from server.robots.pace import delay_ms

ATTEMPTS_MAX = 16  # judgements of one command, each after others were first
INBOX_MAX = 256
TAG_BYTES = 8
ROBOT_GRACE_MS = 5_000  # after this the sweeper of any process looks after a robot's turn
RETRY_SECONDS = 1.0  # before a robot or a deadline tries again when the store did not answer


class Asked(msgspec.Struct, frozen=True):
    """A command from a connection."""

    connection: Connection
    frame: f.Command


class Nudged(msgspec.Struct, frozen=True):
    """Somebody else may have appended, or the names or the chat have changed."""

    talk: bool = False


class Due(msgspec.Struct, frozen=True):
    """Something was to happen by itself at this version."""

    version: int


Item = Asked | Nudged | Due
Judge = Callable[[Table], tuple[AnyEvent, ...]]


class Room:
    """One table, its viewers and its robots."""

    def __init__(self, house: House, table_id: str) -> None:
        self.table = new_table(table_id)
        self.talk = Talk(table_id, house.store)
        self.showing = Showing(self.table)
        self.used_s = house.clock.seconds()  # when somebody last wanted something
        self._house = house
        self._robots = Robots()
        self._inbox: deque[Item] = deque()
        self._arrived = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False
        self.ended = asyncio.Event()

    # From outside

    async def load(self) -> bool:
        """Folds the log from the entry that began the match; False if there is no such table.

        Raises: StoreUnavailable, LogCorrupt.
        """
        store, table_id = self._house.store, self.table.id
        last = await store.last(table_id)
        if last is None:
            return False
        entries = await store.read(table_id, max(0, last.match_version - 1))
        await self.talk.load()
        self._robots = Robots()
        table = new_table(table_id)
        self.showing.restart(table)
        for entry in entries:
            table = self._folded(table, entry_to_commit(entry))
        self.table = table
        self.showing.restarted(table)
        self._schedule()
        return True

    async def begin(self, command: MakeTable) -> None:
        """Makes the table: its log begins. The room is not used any further.

        Raises: Rejected, StoreUnavailable.
        """
        made = msgspec.structs.replace(command, at_ms=self._house.clock.now_ms())
        await self._commit(f"make-{command.table}", lambda table: decide(table, made))
        self._stop_timer()

    def is_invited(self, invite_hash: str) -> bool:
        """Whether this is the hash of the link's secret."""
        return hmac.compare_digest(invite_hash, self.table.invite_hash)

    def is_full_for(self, connection: Connection, watchers_max: int) -> bool:
        """Whether a connection would only watch, and too many do already."""
        if seat_of_token(self.table, connection.token_hash) is not None:
            return False
        return self.showing.watchers() >= watchers_max

    def ask(self, connection: Connection, frame: f.Command) -> None:
        """A command; its answer comes through the connection's outbox."""
        if self._closing:
            connection.refuse(Reason.RESTARTING, frame.id)
        elif len(self._inbox) >= INBOX_MAX:
            connection.refuse(Reason.TOO_FAST, frame.id)
        else:
            self._post(Asked(connection, frame))

    def nudge(self, *, talk: bool = False) -> None:
        """Looks soon whether the log has grown elsewhere."""
        if not any(isinstance(item, Nudged) and item.talk >= talk for item in self._inbox):
            self._post(Nudged(talk))

    def wake(self) -> None:
        """Looks soon whether something is due by itself."""
        self._post(Due(self.table.version))

    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is about to happen."""
        return not (
            self.showing.connections or self._inbox or robot_in_turn(self.table) is not None
        )

    async def run(self) -> None:
        """Serves one item after another until closed."""
        try:
            while not self._closing or self._inbox:
                await self._arrived.wait()
                while self._inbox:
                    await self._serve(self._inbox.popleft())
                self._arrived.clear()
        except Exception:
            # The table here may differ from the log: forget it, and let everybody come back.
            self._house.log.exception("room_broken", table=self.table.id)
            self.showing.close_all(f.CLOSE_RESTART)
        finally:
            self._closing = True
            self._stop_timer()
            self.ended.set()

    def close(self) -> None:
        """Finishes what is in hand, refuses the rest and ends."""
        self._closing = True
        self._stop_timer()
        for item in self._inbox:
            if isinstance(item, Asked):
                item.connection.refuse(Reason.RESTARTING, item.frame.id)
        self._inbox.clear()
        self._arrived.set()

    # One item after another

    def _post(self, item: Item) -> None:
        self._inbox.append(item)
        self._arrived.set()

    async def _serve(self, item: Item) -> None:
        match item:
            case Asked():
                self.used_s = self._house.clock.seconds()
                await self._answer(item.connection, item.frame)
            case Nudged():
                await self._look(talk=item.talk)
            case Due():
                await self._act(item.version)
            case _:
                assert_never(item)

    async def _answer(self, connection: Connection, frame: f.Command) -> None:
        started_s = self._house.clock.seconds()
        reason = ""
        try:
            version = await self._obey(connection, frame)
        except Rejected as refused:
            version, reason = self.table.version, refused.reason.value
            connection.refuse(reason, frame.id, dict(refused.facts))
        except StoreUnavailable:
            version, reason = self.table.version, Reason.RETRY.value
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

    async def _obey(self, connection: Connection, frame: f.Command) -> int:
        """The version at which the command stands in the log, or stood when words were kept."""
        match frame:
            case f.Chat():
                await self._say(connection, frame)
                return self.table.version
            case f.Rename():
                await self._rename(connection, frame.name)
                return self.table.version
            case f.Sit():
                name = clean_name(frame.name)
                version = await self._commit_for(connection, frame)
                await self._rename(connection, name)
                return version
            case _:
                if connection.seat == WATCHER:
                    raise Rejected(Reason.NOT_SEATED)
                return await self._commit_for(connection, frame)

    async def _commit_for(self, connection: Connection, frame: GameFrame) -> int:
        # An id is its sender's: nobody can use up another's, or one that robots and deadlines use.
        command_id = f"{connection.token_hash[:8]}-{frame.id}"
        now_ms = self._house.clock.now_ms

        def judge(table: Table) -> tuple[AnyEvent, ...]:
            command = command_of(frame, connection.seat, connection.token_hash, now_ms())
            return decide(table, command)

        if isinstance(frame, f.Sit) and not connection.token_hash:
            raise Rejected(Reason.NO_SUCH_TABLE)
        return await self._commit(command_id, judge)

    # Words beside the log

    async def _say(self, connection: Connection, frame: f.Chat) -> None:
        person = self._person_of(connection)
        text = clean_line(frame.text)
        command_id = f"{person}-{frame.id}"
        line = f.ChatLine(n=0, person=person, at_ms=self._house.clock.now_ms(), text=text)
        said = await self.talk.say(line, command_id)
        if said is not None:
            self.showing.tell(f.ChatLines(lines=(said,)))

    async def _rename(self, connection: Connection, name: str) -> None:
        await self.talk.rename(self._person_of(connection), clean_name(name))
        self.showing.tell(self.talk.people())

    def _person_of(self, connection: Connection) -> int:
        if connection.seat == WATCHER:
            raise Rejected(Reason.NOT_SEATED)
        return self.table.seats[connection.seat].person

    # What happens by itself

    def _due(self, version: int) -> None:
        self._timer = None
        self._post(Due(version))

    async def _act(self, version: int) -> None:
        """A robot's turn, or the end of a table's time; nothing if the table has moved on."""
        if version != self.table.version:
            return
        seat = robot_in_turn(self.table)
        command_id = f"bot-{version}" if seat is not None else f"to-{version}"

        def judge(table: Table) -> tuple[AnyEvent, ...]:
            if table.version != version:
                raise Rejected(Reason.STALE)
            if seat is not None:
                return decide(table, self._robots.act(table, seat))
            return decide(table, Expire(at_ms=self._house.clock.now_ms()))

        try:
            await self._commit(command_id, judge)
        except Rejected as refused:
            if refused.reason is not Reason.STALE:
                self._house.log.warning(
                    "act_refused", table=self.table.id, version=version, reason=refused.reason.value
                )
        except StoreUnavailable:
            self._arm(RETRY_SECONDS)

    def _schedule(self) -> None:
        """At most one timer is pending, tied to the version that it answers."""
        self._stop_timer()
        table, clock = self.table, self._house.clock
        wait_ms = self._robot_wait_ms(table)
        if wait_ms is None:
            wait_ms = due_ms(table)
        if wait_ms is not None and not self._closing:
            self._arm(max(0, table.at_ms + wait_ms - clock.now_ms()) / 1000)

    def _arm(self, seconds: float) -> None:
        self._stop_timer()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._due, self.table.version)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _robot_wait_ms(self, table: Table) -> int | None:
        if robot_in_turn(table) is None:
            return None
        return delay_ms(table.id, table.version, self._house.settings.robot_pace)

    # The log

    async def _commit(self, command_id: str, judge: Judge) -> int:
        """Judges and appends until the command is in the log or refused; gives its version.

        Raises: Rejected, StoreUnavailable (it may be in the log or not), LogCorrupt.
        """
        for _ in range(ATTEMPTS_MAX):
            known = seen_version(self.table, command_id)
            if known is not None:
                return known
            commit = self._drafted(command_id, judge(self.table))
            appended = await self._append(commit)
            match appended.outcome:
                case "ok":
                    self._house.clock.heard(appended.at_ms)
                    self._take(msgspec.structs.replace(commit, at_ms=appended.at_ms))
                    return appended.version
                case "dup":
                    await self._catch_up(appended.tail, appended.version)
                    return appended.version
                case "behind":
                    await self._catch_up(appended.tail, appended.version)
                case "fork":
                    await self._fork()
                case "corrupt":
                    raise LogCorrupt(f"table {self.table.id} after version {self.table.version}")
                case _:
                    assert_never(appended.outcome)
        raise StoreUnavailable(f"others were first {ATTEMPTS_MAX} times")

    def _drafted(self, command_id: str, events: tuple[AnyEvent, ...]) -> Commit:
        version = self.table.version + 1
        starts = any(isinstance(event, MatchStarted) for event in events)
        return Commit(
            version=version,
            tag=secrets.token_hex(TAG_BYTES),
            command_id=command_id,
            at_ms=0,  # the store's to say
            match_version=version if starts else self.table.match_version,
            act=act_of(events),
            events=events,
        )

    async def _append(self, commit: Commit) -> Appended:
        table = self.table
        draft = self._draft(table, commit)
        return await self._house.store.append(
            table.id, table.version, bytes.fromhex(table.tag), draft
        )

    def _draft(self, table: Table, commit: Commit) -> Draft:
        after = table
        for event in commit.events:
            after = evolve(after, event)
        robot_ms = self._robot_wait_ms(after)
        if robot_ms is not None:
            due = robot_ms + ROBOT_GRACE_MS
        else:
            wait_ms = due_ms(after)
            due = -1 if wait_ms is None else wait_ms
        opened = is_open(after)
        return commit_to_draft(
            commit, due_ms=due, open_=None if opened == is_open(table) else opened
        )

    def _take(self, commit: Commit) -> None:
        """Folds what stands in the log and shows it, in one go."""
        before = self.table
        self.table = self._folded(before, commit)
        self.showing.show(self.table, commit)
        self._schedule()

    def _folded(self, before: Table, commit: Commit) -> Table:
        after = fold(before, commit)
        self._robots.hear(before, after, commit)
        self.showing.remember(before, commit)
        return after

    async def _look(self, *, talk: bool) -> None:
        try:
            head = (await self._house.store.heads((self.table.id,))).get(self.table.id, (0, b""))
            if head[0] < self.table.version or (
                head[0] == self.table.version and head[1].hex() != self.table.tag
            ):
                await self._fork()
            elif head[0] > self.table.version:
                await self._catch_up((), head[0])
            if talk:
                await self._hear_talk()
        except StoreUnavailable:
            self._house.log.warning("look_failed", table=self.table.id)

    async def _catch_up(self, tail: tuple[Entry, ...], version: int) -> None:
        """Folds and shows what others appended, without a gap."""
        entries = [entry for entry in tail if entry.version > self.table.version]
        if not entries or entries[0].version != self.table.version + 1:
            entries = list(await self._house.store.read(self.table.id, self.table.version))
        sat = False
        for entry in entries:
            commit = entry_to_commit(entry)
            sat = sat or any(isinstance(event, SeatTaken) for event in commit.events)
            self._take(commit)
        if self.table.version < version:
            await self._catch_up((), version)
        if sat:
            await self._hear_talk()

    async def _hear_talk(self) -> None:
        for frame in await self.talk.news():
            if frame is not None:
                self.showing.tell(frame)

    async def _fork(self) -> None:
        """The log is not the history that we showed: take it as it is, and say so to everybody."""
        self._house.log.error("log_forked", table=self.table.id, version=self.table.version)
        if not await self.load():
            raise LogCorrupt(f"table {self.table.id} is gone")
        self.showing.reset_all()
