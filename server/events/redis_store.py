"""Keeps logs, deadlines, names and chat in Redis or Valkey: one server, a cluster, or what
sentinels watch over."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from redis.asyncio import Redis

from server.events import keys
from server.events.interest import Interest
from server.events.lanes import Copies, Lanes
from server.events.nudges import nudges_of
from server.events.profiles import ALWAYS, Profile
from server.events.promise import Promise, promise_of, unreached, waited_for
from server.events.questions import Questions, asked
from server.events.scripts import DEADLINE_SECONDS, Argument, script_from
from server.events.store import (
    CHAT_LINES_MAX,
    DUE_TABLES_MAX,
    TAIL_ENTRIES_MAX,
    Appended,
    Draft,
    Entry,
    KeptCode,
    LogCorrupt,
    Nudge,
    StoreUnavailable,
)
from server.events.topology import CONNECTIONS_MAX, Node, Topology

PAGE_ENTRIES = 500
MARK_BYTES = 8  # before each line of chat

_APPEND = script_from("append.lua")
_CHAT = script_from("chat.lua")
_NAME = script_from("name.lua")
_MARK = script_from("mark.lua")
_NUDGE = script_from("nudge.lua")
_ERASE = script_from("erase.lua")
_CODE = script_from("code.lua")


class RedisStore:
    """An EventStore. Milliseconds of `clock_offset_ms` are added to the server's clock, for tests.

    Appends, names and chat of all callers ride in one pipeline to each primary; reading has
    connections of its own.
    """

    def __init__(
        self,
        url: str,
        *,
        profile: Profile = ALWAYS,
        clock_offset_ms: int = 0,
        deadline_seconds: float = DEADLINE_SECONDS,
        connections_max: int = CONNECTIONS_MAX,
    ) -> None:
        """Raises: ValueError if the address is none of a store."""
        self.clock_offset_ms = clock_offset_ms
        self.profile = profile
        self.topology = Topology(url, connections_max=connections_max)
        self._lanes = Lanes(
            self.topology, copies=Copies(profile.copies), deadline_seconds=deadline_seconds
        )
        self._questions = Questions(self.topology, deadline_seconds=deadline_seconds)
        self._deadline_seconds = deadline_seconds

    @property
    def client(self) -> Redis:
        """A plain client of a single server.

        Raises: NotFound before a cluster's or sentinels' first answer.
        """
        return self.topology.nodes()[0].client

    async def promise(
        self, *, restoring: bool = False, say: Callable[[str], None] = lambda _: None
    ) -> Promise:
        """Looks at the servers' settings; to be asked before anything else. While there is no
        answer, `say` is told once what is waited for.

        Raises: StoreUnfit; StoreUnavailable.
        """
        place = self.topology.place
        try:
            return await self._questions.repeated(
                lambda: promise_of(self.topology, self.profile, restoring=restoring),
                lambda error: say(waited_for(place, error, self._deadline_seconds)),
            )
        except StoreUnavailable as error:
            raise unreached(place, error) from error

    async def append(self, table: str, version: int, tag: bytes, draft: Draft) -> Appended:
        bucket = keys.bucket_of(table)
        where = (keys.log_of(table), keys.deadlines_of(bucket), keys.open_of(bucket))
        reply = await self._lanes.call(
            bucket,
            _APPEND,
            where + self._mark(bucket),
            self._arguments(table, version, tag, draft),
        )
        try:
            done = _appended(reply, version)
        except LogCorrupt:
            return Appended("corrupt", version)
        if self.profile.tells_late and done.outcome in ("ok", "dup"):
            told = (keys.channel_of(bucket), f"{table} {done.version}")
            self._lanes.cast(bucket, _NUDGE, (keys.mark_of(bucket),), told)
        return done

    def _mark(self, bucket: str) -> tuple[str, ...]:
        """One more key where copies are counted: scripts that find their work done write there."""
        return (keys.mark_of(bucket),) if self.profile.copies else ()

    async def settle(self, table: str, version: int, tag: bytes) -> bool:
        bucket = keys.bucket_of(table)
        where = (keys.log_of(table), *self._mark(bucket))
        return bool(await self._lanes.call(bucket, _MARK, where, (version, tag)))

    def _arguments(
        self, table: str, version: int, tag: bytes, draft: Draft
    ) -> tuple[Argument, ...]:
        due = draft.due_ms
        return (
            table,
            version,
            tag,
            "" if self.profile.tells_late else keys.channel_of(keys.bucket_of(table)),
            draft.tag,
            draft.command_id.encode(),  # here, where a bad character hurts this call only
            draft.match_version,
            draft.act.encode(),
            draft.public,
            draft.secret,
            "" if due is None else "-" if due < 0 else due,
            {None: "", False: "-", True: "+"}[draft.open_],
            TAIL_ENTRIES_MAX,
            self.clock_offset_ms,
        )

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """Raises: LogCorrupt if versions are missing; StoreUnavailable."""
        found: list[Entry] = []
        while True:
            known = after + len(found)
            page = await self._ask(
                table, "XRANGE", keys.log_of(table), f"{known + 1}-0", "+", "COUNT", PAGE_ENTRIES
            )
            found += _entries(page, known)
            if len(page) < PAGE_ENTRIES:
                return tuple(found)

    async def last(self, table: str) -> Entry | None:
        page = await self._ask(table, *_newest(table))
        return _entry(page[0]) if page else None

    async def heads(self, tables: tuple[str, ...]) -> dict[str, tuple[int, bytes]]:
        pages = await self._questions.ask_each(
            [(keys.bucket_of(table), _newest(table)) for table in tables]
        )
        newest = {table: _entry(page[0]) for table, page in zip(tables, pages, strict=True) if page}
        return {table: (entry.version, entry.tag) for table, entry in newest.items()}

    async def due(self, limit: int = DUE_TABLES_MAX) -> tuple[str, ...]:
        found: list[str] = []

        async def look(node: Node) -> None:
            # By the clock of the primary, which also set the deadlines.
            now = await self._now_ms(node)
            commands: list[tuple[Argument, ...]] = [
                ("ZRANGE", keys.deadlines_of(bucket), "-inf", now, "BYSCORE", "LIMIT", 0, limit)
                for bucket in self.topology.buckets_of(node)
            ]
            pages = await asked(self.topology, node, commands)
            found.extend(table.decode() for page in pages for table in page)

        await self._questions.at_each(look)
        return tuple(found)

    async def deadline(self, table: str) -> int | None:
        """When the table's time is over, by the store's clock."""
        score = await self._ask(table, "ZSCORE", keys.deadlines_of(keys.bucket_of(table)), table)
        return None if score is None else int(score)

    async def open_tables(self) -> dict[str, int]:
        """All open tables and when each was first listed."""
        pages = await self._questions.ask_each(
            [
                (bucket, ("ZRANGE", keys.open_of(bucket), 0, -1, "WITHSCORES"))
                for bucket in keys.BUCKETS
            ]
        )
        return {table.decode(): int(score) for page in pages for table, score in _pairs(page or [])}

    async def now_ms(self) -> int:
        """Of the first primary that answers; their clocks have to be in step."""
        told: list[int] = []

        async def look() -> None:
            errors: list[Exception] = []
            for node in self.topology.nodes():
                try:
                    told.append(await self._now_ms(node))
                except Exception as error:
                    errors.append(error)
                else:
                    return
            raise errors[0]

        await self._questions.repeated(look)
        return told[0]

    async def _now_ms(self, node: Node) -> int:
        ((seconds, micros),) = await asked(self.topology, node, [("TIME",)])
        return int(seconds) * 1000 + int(micros) // 1000 + self.clock_offset_ms

    async def set_name(self, table: str, field: str, name: str) -> None:
        bucket = keys.bucket_of(table)
        arguments = (field, name.encode(), keys.channel_of(bucket), table)
        await self._lanes.call(bucket, _NAME, (keys.names_of(table),), arguments)

    async def names(self, table: str) -> dict[str, str]:
        found = await self._ask(table, "HGETALL", keys.names_of(table))
        return {field.decode(): name.decode() for field, name in found.items()}

    async def add_chat(self, table: str, line: bytes, mark: bytes = b"") -> int:
        bucket = keys.bucket_of(table)
        where = (keys.chat_of(table), *self._mark(bucket))
        sending = mark or os.urandom(MARK_BYTES)
        arguments = (sending, line, CHAT_LINES_MAX, keys.channel_of(bucket), table)
        return int(await self._lanes.call(bucket, _CHAT, where, arguments))

    async def chat(self, table: str) -> dict[int, bytes]:
        found = await self._ask(table, "HGETALL", keys.chat_of(table))
        found.pop(b"n", None)
        return {int(number): found[number][MARK_BYTES:] for number in sorted(found, key=int)}

    async def erase(self, table: str, fields: tuple[str, ...], lines: tuple[int, ...]) -> None:
        bucket = keys.bucket_of(table)
        where = (keys.names_of(table), keys.chat_of(table), *self._mark(bucket))
        channel = keys.channel_of(bucket)
        arguments: tuple[Argument, ...] = (channel, table, len(fields), *fields, *lines)
        await self._lanes.call(bucket, _ERASE, where, arguments)

    async def keep_code(self, digest: str, whose: str, lives_ms: int) -> int:
        bucket = keys.bucket_of(digest)
        arguments = (digest, whose, lives_ms, self.clock_offset_ms)
        return int(await self._lanes.call(bucket, _CODE, (keys.codes_of(bucket),), arguments))

    async def code(self, digest: str) -> KeptCode | None:
        bucket = keys.bucket_of(digest)
        found = await self._questions.ask(bucket, "HGET", keys.codes_of(bucket), digest)
        if found is None:
            return None
        until_ms, _, whose = found.decode().partition(" ")
        return KeptCode(int(until_ms), whose)

    def listen(self, interest: Interest | None = None) -> AsyncIterator[Nudge]:
        """Word of what this and other processes write, until the iterator is closed: at all
        tables, or at those of `interest`.

        Begins with, and after every gap repeats, nudges that say what may have been missed.
        """
        return nudges_of(self.topology, interest)

    async def close(self) -> None:
        """Waits for appends under way, by their deadlines at the latest."""
        await self._lanes.close()
        await self.topology.close()

    async def _ask(self, table: str, *command: Argument) -> Any:
        return await self._questions.ask(keys.bucket_of(table), *command)


def _newest(table: str) -> tuple[Argument, ...]:
    return ("XREVRANGE", keys.log_of(table), "+", "-", "COUNT", 1)


def _appended(reply: list[Any], version: int) -> Appended:
    """What the script's reply says.

    Raises: LogCorrupt if the tail does not follow on `version`.
    """
    match reply:
        case [b"ok", newest, at, tag]:
            return Appended("ok", int(newest), int(at), tag=tag)
        case [b"dup", found, at, tag, tail]:
            return Appended("dup", int(found), int(at), _entries(tail, version), tag)
        case [b"behind", newest, tail]:
            return Appended("behind", int(newest), tail=_entries(tail, version))
        case [b"fork", newest]:
            return Appended("fork", int(newest))
        case [b"corrupt", id_]:
            raise LogCorrupt(f"entry id {id_!r}")
        case _:
            raise AssertionError(f"reply of the append script: {reply!r}")


def _entries(page: list[Any], after: int) -> tuple[Entry, ...]:
    """Raises: LogCorrupt if a version is missing."""
    entries = tuple(_entry(raw) for raw in page)
    for place, entry in enumerate(entries, start=after + 1):
        if entry.version != place:
            raise LogCorrupt(f"entry {entry.version}, expected {place}")
    return entries


def _entry(raw: Any) -> Entry:
    """Raises: LogCorrupt."""
    id_, flat = raw
    version, _, part = id_.partition(b"-")
    fields = dict(_pairs(flat))
    if part != b"0":
        raise LogCorrupt(f"entry id {id_!r}")
    try:
        return Entry(
            version=int(version),
            tag=fields[b"h"],
            command_id=fields[b"c"].decode(),
            at_ms=int(fields[b"t"]),
            match_version=int(fields[b"m"]),
            act=fields[b"a"].decode(),
            public=fields[b"p"],
            secret=fields[b"s"],
        )
    except (KeyError, ValueError) as error:
        raise LogCorrupt(f"entry {id_!r}: {error!r}") from error


def _pairs(flat: list[bytes]) -> Iterator[tuple[bytes, bytes]]:
    one_by_one = iter(flat)
    return zip(one_by_one, one_by_one, strict=True)
