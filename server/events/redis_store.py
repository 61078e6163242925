"""Keeps logs, deadlines, names and chat in Redis or Valkey."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

from server.events import keys
from server.events.nudges import nudges_from
from server.events.promise import Promise, StoreUnfit, promise_of
from server.events.scripts import (
    DEADLINE_SECONDS,
    Argument,
    Batcher,
    back_off_seconds,
    script_from,
    unavailable,
    unfailed,
)
from server.events.store import (
    CHAT_LINES_MAX,
    DUE_TABLES_MAX,
    TAIL_ENTRIES_MAX,
    Appended,
    Draft,
    Entry,
    LogCorrupt,
    Nudge,
)

CONNECTIONS_MAX = 16  # for reading
SOCKET_SECONDS = 1.0  # for one reply, and to connect
HEALTH_CHECK_SECONDS = 15
PAGE_ENTRIES = 500
MARK_BYTES = 8  # before each line of chat
T = TypeVar("T")

_APPEND = script_from("append.lua")
_CHAT = script_from("chat.lua")


def client_of(
    url: str, *, connections_max: int = CONNECTIONS_MAX, socket_seconds: float | None
) -> Redis:
    """A client that never sends a command twice by itself."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections_max,
        timeout=DEADLINE_SECONDS,
        socket_timeout=socket_seconds,
        socket_connect_timeout=SOCKET_SECONDS,
        health_check_interval=HEALTH_CHECK_SECONDS if socket_seconds else 0,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
    client = Redis.from_pool(pool)
    for command in ("XRANGE", "XREVRANGE"):
        client.set_response_callback(command, _as_it_came)
    return client


class RedisStore:
    """An EventStore. Milliseconds of `clock_offset_ms` are added to the server's clock, for tests.

    Appends, names and chat of all callers ride in one pipeline; reading has connections of its own.
    """

    def __init__(
        self,
        url: str,
        *,
        clock_offset_ms: int = 0,
        deadline_seconds: float = DEADLINE_SECONDS,
        connections_max: int = CONNECTIONS_MAX,
    ) -> None:
        self.clock_offset_ms = clock_offset_ms
        self.client = client_of(url, connections_max=connections_max, socket_seconds=SOCKET_SECONDS)
        self._writer = client_of(url, connections_max=2, socket_seconds=SOCKET_SECONDS)
        self._listener = client_of(url, connections_max=2, socket_seconds=None)
        self._batcher = Batcher(self._writer, deadline_seconds=deadline_seconds)
        self._deadline_seconds = deadline_seconds

    async def promise(self, *, allow_everysec: bool = False) -> Promise:
        """Looks at the server's settings; to be asked before anything else.

        Raises: StoreUnfit; StoreUnavailable.
        """
        return await self._repeated(lambda: promise_of(self.client, allow_everysec=allow_everysec))

    async def append(self, table: str, version: int, tag: bytes, draft: Draft) -> Appended:
        bucket = keys.bucket_of(table)
        reply = await self._batcher.call(
            _APPEND,
            (keys.log_of(table), keys.deadlines_of(bucket), keys.open_of(bucket)),
            self._arguments(table, version, tag, draft),
        )
        try:
            return _appended(reply, version)
        except LogCorrupt:
            return Appended("corrupt", version)

    def _arguments(
        self, table: str, version: int, tag: bytes, draft: Draft
    ) -> tuple[Argument, ...]:
        due = draft.due_ms
        return (
            table,
            version,
            tag,
            keys.channel_of(keys.bucket_of(table)),
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
        log = keys.log_of(table)
        found: list[Entry] = []
        while True:
            known = after + len(found)
            page = await self._ask("XRANGE", log, f"{known + 1}-0", "+", "COUNT", PAGE_ENTRIES)
            found += _entries(page, known)
            if len(page) < PAGE_ENTRIES:
                return tuple(found)

    async def last(self, table: str) -> Entry | None:
        page = await self._ask("XREVRANGE", keys.log_of(table), "+", "-", "COUNT", 1)
        return _entry(page[0]) if page else None

    async def heads(self, tables: tuple[str, ...]) -> dict[str, tuple[int, bytes]]:
        commands = [("XREVRANGE", keys.log_of(table), "+", "-", "COUNT", 1) for table in tables]
        pages = await self._ask_all(commands)
        newest = {table: _entry(page[0]) for table, page in zip(tables, pages, strict=True) if page}
        return {table: (entry.version, entry.tag) for table, entry in newest.items()}

    async def due(self, limit: int = DUE_TABLES_MAX) -> tuple[str, ...]:
        now = await self.now_ms()
        commands = [
            ("ZRANGE", keys.deadlines_of(bucket), "-inf", now, "BYSCORE", "LIMIT", 0, limit)
            for bucket in keys.BUCKETS
        ]
        return tuple(table.decode() for page in await self._ask_all(commands) for table in page)

    async def deadline(self, table: str) -> int | None:
        """When the table's time is over, by the store's clock."""
        score = await self._ask("ZSCORE", keys.deadlines_of(keys.bucket_of(table)), table)
        return None if score is None else int(score)

    async def open_tables(self) -> dict[str, int]:
        """All open tables and when each was first listed."""
        commands = [
            ("ZRANGE", keys.open_of(bucket), 0, -1, "WITHSCORES") for bucket in keys.BUCKETS
        ]
        pages = await self._ask_all(commands)
        return {table.decode(): int(score) for page in pages for table, score in _pairs(page)}

    async def now_ms(self) -> int:
        seconds, micros = await self._ask("TIME")
        return int(seconds) * 1000 + int(micros) // 1000 + self.clock_offset_ms

    async def set_name(self, table: str, field: str, name: str) -> None:
        channel = keys.channel_of(keys.bucket_of(table))
        await self._ask_all(
            [("HSET", keys.names_of(table), field, name), ("SPUBLISH", channel, f"{table} 0")]
        )

    async def names(self, table: str) -> dict[str, str]:
        found = await self._ask("HGETALL", keys.names_of(table))
        return {field.decode(): name.decode() for field, name in found.items()}

    async def add_chat(self, table: str, line: bytes, mark: bytes = b"") -> int:
        channel = keys.channel_of(keys.bucket_of(table))
        arguments = (mark or os.urandom(MARK_BYTES), line, CHAT_LINES_MAX, channel, table)
        return int(await self._batcher.call(_CHAT, (keys.chat_of(table),), arguments))

    async def chat(self, table: str) -> dict[int, bytes]:
        found = await self._ask("HGETALL", keys.chat_of(table))
        found.pop(b"n", None)
        return {int(number): found[number][MARK_BYTES:] for number in sorted(found, key=int)}

    def listen(self) -> AsyncIterator[Nudge]:
        """Word of what this and other processes write, until the iterator is closed.

        Begins with, and after every gap repeats, the nudge that names no table.
        """
        return nudges_from(self._listener, keys.BUCKETS)

    async def close(self) -> None:
        """Waits for appends under way, by their deadlines at the latest."""
        await self._batcher.close()
        for client in (self.client, self._writer, self._listener):
            await client.aclose(close_connection_pool=True)

    async def _ask(self, *command: Argument) -> Any:
        return (await self._ask_all([command]))[0]

    async def _ask_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """Replies to commands that may safely be sent twice, in one round trip."""

        async def send() -> list[Any]:
            pipeline = self.client.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command)
            return unfailed(await pipeline.execute(raise_on_error=False))

        return await self._repeated(send)

    async def _repeated(self, call: Callable[[], Awaitable[T]]) -> T:
        """Does again what may safely be done twice, until there is an answer.

        Raises: StoreUnavailable after the deadline, or at once if trying again is of no use.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._deadline_seconds
        tries = 0
        while True:
            try:
                return await call()
            except StoreUnfit:
                raise
            # In a failover redis-py raises even AttributeError.
            except Exception as error:
                tries += 1
                delay = back_off_seconds(tries)
                if not _may_pass(error) or loop.time() + delay > deadline:
                    raise unavailable(tries, error) from error
            await asyncio.sleep(delay)


_as_it_came: Any = lambda reply, **_: reply  # noqa: E731 redis-py's own type for it wants a class


def _may_pass(error: Exception) -> bool:
    """Errors that have a class of their own (LOADING, READONLY, MOVED, OOM …) may, and so may
    these; any other error reply means that the question is wrong, now and in a minute."""
    if type(error) is not ResponseError:
        return True
    return str(error).startswith(("NOREPLICAS", "MISCONF", "BUSY"))


def _appended(reply: list[Any], version: int) -> Appended:
    """What the script's reply says.

    Raises: LogCorrupt if the tail does not follow on `version`.
    """
    match reply:
        case [b"ok", newest, at]:
            return Appended("ok", int(newest), int(at))
        case [b"dup", found, at, tail]:
            return Appended("dup", int(found), int(at), _entries(tail, version))
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
