"""One table's log as this process knows it: judges, appends, folds, and keeps up with others."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import assert_never

import msgspec

from server.events.acts import act_of
from server.events.audit import digest_of, digests, first_digest, next_digest
from server.events.catalog import AnyEvent, Commit, MatchStarted
from server.events.codec import commit_to_draft, entry_to_commit
from server.events.store import Appended, Draft, Entry, LogCorrupt, StoreUnavailable
from server.game.deadlines import is_open
from server.game.evolve import fold, foresee, happen, stamp
from server.game.table import Table, new_table, seen_version
from server.live.house import House
from server.live.waiting import index_wait_ms

ATTEMPTS_MAX = 16  # judgements of one command, each after others were first
TAG_BYTES = 8
IDS_MAX = 2_048  # command ids kept for a quick look

Judge = Callable[[Table], tuple[AnyEvent, ...]]
Taken = Callable[[Table, Table, Commit], None]  # table before, table after, what led there


class TableLog:
    """The table as its log has it.

    `taken` hears of every commit; `forked` is to load anew when the log turns out to be another
    history than the one that was shown.
    """

    def __init__(
        self, house: House, table_id: str, taken: Taken, forked: Callable[[], Awaitable[None]]
    ) -> None:
        self.table = new_table(table_id)
        self.digest = first_digest(table_id)  # of the log up to the table's version
        self._house = house
        self._taken = taken
        self._ids: set[str] = set()  # at least all that the table remembers
        self._forked = forked

    async def load(self, folded: Taken) -> bool:
        """Folds the log from the entry that began the match; False if there is no such table.

        Raises: StoreUnavailable, LogCorrupt.
        """
        store, table = self._house.store, new_table(self.table.id)
        last = await store.last(table.id)
        if last is None and await self._house.bring_back(table.id):
            last = await store.last(table.id)
        if last is None:
            return False
        entries = await store.read(table.id, max(0, last.match_version - 1))
        digest = b""
        for entry in entries:
            commit = entry_to_commit(entry)
            digest = digest or await self._digest_before(commit)
            digest = next_digest(digest, entry)
            before, table = table, _folded(table, commit)
            folded(before, table, commit)
        self.table, self.digest = table, digest
        self._ids = {known for known, _ in table.seen}
        return True

    async def _digest_before(self, first: Commit) -> bytes:
        """The log's digest before the entry that is the first to be read; old ones do not say."""
        if first.version == 1:
            return first_digest(self.table.id)
        told = (event.log_digest for event in first.events if isinstance(event, MatchStarted))
        known = next(told, "")
        if known:
            return bytes.fromhex(known)
        log = await self._house.store.read(self.table.id)
        return digests(self.table.id, log)[first.version - 2]

    async def commit(self, command_id: str, judge: Judge) -> int:
        """Judges and appends until the command is in the log or refused; gives its version.

        Raises: Rejected, StoreUnavailable (it may be in the log or not), LogCorrupt.
        """
        for _ in range(ATTEMPTS_MAX):
            known = self._version_of(command_id)
            if known is not None:
                if await self._still_stands():
                    return known
                await self.compare()
                continue
            commit = self._drafted(command_id, judge(self.table))
            after = happen(self.table, commit.events)
            draft = self._draft(commit, after)
            appended = await self._append(draft)
            match appended.outcome:
                case "ok":
                    self._house.clock.heard(appended.at_ms)
                    self._take(_confirmed(commit, appended), draft.public, after)
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

    async def _still_stands(self) -> bool:
        """Whether the log still is what we know, and as safe as if we had written it."""
        table = self.table
        return await self._house.store.settle(table.id, table.version, bytes.fromhex(table.tag))

    def _version_of(self, command_id: str) -> int | None:
        """The version at which a command was accepted, if the table remembers it."""
        # Most commands are new, and the table's memory is a long list.
        return seen_version(self.table, command_id) if command_id in self._ids else None

    def _remember(self, command_id: str) -> None:
        self._ids.add(command_id)
        if len(self._ids) > IDS_MAX:
            self._ids = {known for known, _ in self.table.seen}

    async def compare(self) -> bool:
        """Keeps up with what others have appended, and notices a log of another history; says
        whether the table is another than before.

        Raises: StoreUnavailable, LogCorrupt.
        """
        table = self.table
        heads = await self._house.store.heads((table.id,))
        version, tag = heads.get(table.id, (0, b""))
        if version < table.version or (version == table.version and tag.hex() != table.tag):
            await self._fork()
        elif version > table.version:
            await self._catch_up((), version)
        return self.table is not table

    def _drafted(self, command_id: str, events: tuple[AnyEvent, ...]) -> Commit:
        version = self.table.version + 1
        starts = any(isinstance(event, MatchStarted) for event in events)
        if starts:
            events = tuple(map(self._with_digest, events))
        return Commit(
            version=version,
            tag=secrets.token_hex(TAG_BYTES),
            command_id=command_id,
            at_ms=0,  # the store's to say
            match_version=version if starts else self.table.match_version,
            act=act_of(events),
            events=events,
        )

    def _with_digest(self, event: AnyEvent) -> AnyEvent:
        """Whoever loads the table from the start of a match must know the digest before it."""
        if not isinstance(event, MatchStarted):
            return event
        return msgspec.structs.replace(event, log_digest=self.digest.hex())

    async def _append(self, draft: Draft) -> Appended:
        table, house = self.table, self._house
        outcome = "unknown"
        began_s = house.clock.seconds()
        try:
            appended = await house.store.append(
                table.id, table.version, bytes.fromhex(table.tag), draft
            )
            outcome = appended.outcome
        finally:
            house.tally.commits[outcome] += 1
            house.tally.append_seconds.note(house.clock.seconds() - began_s)
        return appended

    def _draft(self, commit: Commit, after: Table) -> Draft:
        soon = foresee(self.table, after, commit, self._house.clock.now_ms())
        wait_ms = index_wait_ms(soon, self._house.settings.robot_pace)
        opened = is_open(after)
        return commit_to_draft(
            commit,
            due_ms=-1 if wait_ms is None else wait_ms,
            open_=None if opened == is_open(self.table) else opened,
        )

    def _take(self, commit: Commit, public: bytes, after: Table | None = None) -> None:
        """Folds what stands in the log and has it shown, in one go; `after` is what its events
        come to, if known already."""
        before = self.table
        self.table = fold(before, commit) if after is None else stamp(before, after, commit)
        self.digest = digest_of(self.digest, commit.version, commit.at_ms, commit.act, public)
        self._remember(commit.command_id)
        self._taken(before, self.table, commit)

    async def _catch_up(self, tail: tuple[Entry, ...], version: int) -> None:
        """Folds what others appended, without a gap, at least up to `version`."""
        entries = [entry for entry in tail if entry.version > self.table.version]
        if not entries or entries[0].version != self.table.version + 1:
            found = await self._written_since()
            if found is None:
                await self._fork()
                return
            entries = found
        for entry in entries:
            self._take(entry_to_commit(entry), entry.public)
        if self.table.version < version:
            if not entries:
                raise LogCorrupt(f"table {self.table.id} ends before version {version}")
            await self._catch_up((), version)

    async def _written_since(self) -> list[Entry] | None:
        """What stands behind the entry that we know; None if that one is not there any more."""
        table = self.table
        entries = list(await self._house.store.read(table.id, max(0, table.version - 1)))
        if not table.version:
            return entries
        if not entries or entries[0].tag.hex() != table.tag:
            return None
        return entries[1:]

    async def _fork(self) -> None:
        if await self._is_archived_only():
            return
        self._house.log.error("log_forked", table=self.table.id, version=self.table.version)
        await self._forked()

    async def _is_archived_only(self) -> bool:
        """Whether the log was missing for no other reason than that it lay in the archive, and
        is in the store again as it was.

        Raises: StoreUnavailable, LogCorrupt.
        """
        store, table = self._house.store, self.table
        if await store.last(table.id) is not None or not await self._house.bring_back(table.id):
            return False
        last = await store.last(table.id)
        return last is not None and (last.version, last.tag.hex()) == (table.version, table.tag)


def _folded(table: Table, commit: Commit) -> Table:
    """Raises: LogCorrupt where a log can be read, and what it says cannot have happened."""
    try:
        return fold(table, commit)
    except Exception as error:
        raise LogCorrupt(f"entry {commit.version}: {type(error).__name__}") from error


def _confirmed(commit: Commit, appended: Appended) -> Commit:
    """The commit as it stands in the log: time and tag are the store's to say."""
    return msgspec.structs.replace(commit, at_ms=appended.at_ms, tag=appended.tag.hex())
