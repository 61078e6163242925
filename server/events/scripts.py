"""Runs Lua scripts, those of many callers in one pipeline, each exactly as often as it must."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hiredis
import msgspec
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, ResponseError

from server.events.store import StoreUnavailable

DEADLINE_SECONDS = 8.0  # after which a caller is told that nobody knows
BACK_OFF_SECONDS = 0.02  # before the second try; doubles, with full jitter
BACK_OFF_SECONDS_MAX = 0.5
PIPELINE_CALLS_MAX = 256

Argument = str | bytes | int


class Script(msgspec.Struct, frozen=True, gc=False):
    """A script and the digest by which the server knows it."""

    source: bytes
    digest: str


def script_from(name: str) -> Script:
    """The script in the file `name` beside this one."""
    source = (Path(__file__).parent / name).read_bytes()
    return Script(source, hashlib.sha1(source, usedforsecurity=False).hexdigest())


def back_off_seconds(tries: int) -> float:
    """How long to wait after `tries` ≥ 1 failures."""
    return random.uniform(0, min(BACK_OFF_SECONDS_MAX, BACK_OFF_SECONDS * 2 ** min(tries, 8)))  # noqa: S311


def unavailable(tries: int, error: Exception) -> StoreUnavailable:
    """What to tell a caller whose deadline is over."""
    told = StoreUnavailable(f"no answer after {tries} tries: {type(error).__name__}: {error}")
    told.__cause__ = error
    return told


def unfailed(replies: list[Any]) -> list[Any]:
    """The replies of a pipeline.

    Raises: the first error, as it came. (redis-py would add the command to its text, and the
    command may hold a name or a hand.)
    """
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    return replies


class _Call:
    """A script that somebody waits for."""

    def __init__(self, script: Script, rest: Sequence[Argument], deadline: float) -> None:
        self.script = script
        self.rest = rest  # number of keys, keys, arguments
        self.deadline = deadline  # loop's time
        self.tries = 0
        self.is_unknown = False  # to the server, so the whole source goes along
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def command(self) -> tuple[Argument, ...]:
        if self.is_unknown:
            return ("EVAL", self.script.source, *self.rest)
        return ("EVALSHA", self.script.digest, *self.rest)


class Batcher:
    """Sends whatever waits in one pipeline, then what has gathered meanwhile in the next.

    A try that fails in any way may or may not have been carried out. So the same script is sent
    again with the same arguments until the deadline, and it is the script's part to notice. That
    goes on when its caller is cancelled: a command once sent is never left half-known.
    """

    def __init__(self, client: Redis, *, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        self._client = client
        self._deadline_seconds = deadline_seconds
        self._waiting: list[_Call] = []  # one for each table at most, so bounded by the callers
        self._unsettled = 0
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._connection: Any = None
        self._is_closing = False

    async def call(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """The script's reply.

        Raises: StoreUnavailable if there was none until the deadline.
        """
        if self._is_closing:
            raise StoreUnavailable("the store is closed")
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="store pipeline")
        loop = asyncio.get_running_loop()
        rest = (len(keys), *keys, *arguments)
        call = _Call(script, rest, loop.time() + self._deadline_seconds)
        self._unsettled += 1
        self._queue(call)
        return await asyncio.shield(call.done)

    async def close(self) -> None:
        """Lets the calls under way find their end, by their deadlines at the latest."""
        self._is_closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
            self._task = None
            await asyncio.sleep(0)  # callers hear of the end before the store is gone
        if self._connection is not None:
            await self._connection.disconnect(nowait=True)
            self._connection = None

    def _queue(self, call: _Call) -> None:
        self._waiting.append(call)
        self._wake.set()

    async def _run(self) -> None:
        while not self._is_closing or self._unsettled:
            await self._wake.wait()
            batch = self._waiting[:PIPELINE_CALLS_MAX]
            del self._waiting[:PIPELINE_CALLS_MAX]
            if batch:
                await self._send(batch)
            if not self._waiting:
                self._wake.clear()

    async def _send(self, batch: list[_Call]) -> None:
        try:
            replies = await self._replies(batch)
        # In a failover redis-py raises even AttributeError; whatever it is, the outcome is unknown.
        except Exception as error:
            replies = [error] * len(batch)
            self._give_up_overdue(error)
        for call, reply in zip(batch, replies, strict=True):
            self._settle(call, reply)

    async def _replies(self, batch: list[_Call]) -> list[Any]:
        """Sends all calls in one write and reads their replies, refusals among them.

        The connection is our own, and thrown away unless every reply was read: the next batch must
        not get what was meant for this one.
        """
        connection, self._connection = self._connection, None
        if connection is None:
            pool: Any = self._client.connection_pool
            connection = pool.make_connection()
        try:
            await connection.connect()
            packed = [_pack(call.command()) for call in batch]
            await connection.send_packed_command(packed, check_health=False)
            replies = [await _reply(connection) for _ in batch]
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        self._connection = connection
        return replies

    def _settle(self, call: _Call, reply: Any) -> None:
        if not isinstance(reply, Exception):
            self._unsettled -= 1
            call.done.set_result(reply)
        elif isinstance(reply, NoScriptError) and not call.is_unknown:
            call.is_unknown = True
            self._queue(call)
        else:
            self._again_later(call, reply)

    def _again_later(self, call: _Call, error: Exception) -> None:
        call.tries += 1
        loop = asyncio.get_running_loop()
        delay = back_off_seconds(call.tries)
        if loop.time() + delay < call.deadline:
            loop.call_later(delay, self._queue, call)
        else:
            self._give_up(call, error)

    def _give_up_overdue(self, error: Exception) -> None:
        """While a server is stuck, those at the end of the line wait no longer than the others."""
        now = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            if call.deadline < now:
                self._give_up(call, error)
            else:
                self._waiting.append(call)

    def _give_up(self, call: _Call, error: Exception) -> None:
        self._unsettled -= 1
        call.done.set_exception(unavailable(call.tries, error))


async def _reply(connection: Any) -> Any:
    """What the server answers, also if it is an error."""
    try:
        return await connection.read_response()
    except ResponseError as refusal:
        return refusal


# In C; redis-py's own way of packing takes ten times as long.
_pack: Callable[[tuple[Argument, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]
