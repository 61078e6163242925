"""Runs scripts on the primaries, those of many callers in one pipeline, each exactly as often as
it must."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    ReadOnlyError,
    ResponseError,
)

from server.events.finding import NotFound
from server.events.places import Address
from server.events.scripts import (
    DEADLINE_SECONDS,
    Argument,
    Script,
    back_off_seconds,
    pack,
    reply_of,
    unavailable,
)
from server.events.store import StoreUnavailable
from server.events.topology import Node, Topology

PIPELINE_CALLS_MAX = 256
HOPS_MAX = 4  # from one primary to another at once; beyond, with a pause before each
_ASKING = pack(("ASKING",))


class Copies(msgspec.Struct, frozen=True):
    """How many replicas must have a write before it counts, and how long they may take."""

    replicas: int = 0
    wait_ms: int = 500


NO_COPIES = Copies()


class TooFewCopies(Exception):
    """A write stands at the primary, but not at enough replicas."""


class _Call:
    """A script that somebody waits for."""

    __slots__ = ("asking", "bucket", "deadline", "done", "hops", "is_unknown", "rest", "script",
                 "tries")  # fmt: skip

    def __init__(
        self, bucket: str, script: Script, rest: Sequence[Argument], deadline: float
    ) -> None:
        self.bucket = bucket
        self.script = script
        self.rest = rest  # number of keys, keys, arguments
        self.deadline = deadline  # loop's time
        self.tries = 0
        self.hops = 0
        self.asking: Address | None = None  # where to ask this once, while its keys move
        self.is_unknown = False  # to the server, so the whole source goes along
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def command(self) -> tuple[Argument, ...]:
        if self.is_unknown:
            return ("EVAL", self.script.source, *self.rest)
        return ("EVALSHA", self.script.digest, *self.rest)


class Lanes:
    """One lane to each primary: it sends whatever waits in one pipeline, then what has gathered
    meanwhile in the next.

    A try that fails in any way may or may not have been carried out. So the same script is sent
    again with the same arguments until the deadline, and it is the script's part to notice. That
    goes on when its caller is cancelled: a command once sent is never left half-known. Where copies
    are asked for, WAIT follows each batch on the connection that wrote it, and counts what was
    written there; so a script that finds its work done already has to write something too.
    """

    def __init__(
        self,
        topology: Topology,
        *,
        copies: Copies = NO_COPIES,
        deadline_seconds: float = DEADLINE_SECONDS,
    ) -> None:
        self.topology = topology
        self.copies = copies
        self._deadline_seconds = deadline_seconds
        self._lanes: dict[Node, _Lane] = {}
        self._unsettled = 0
        self._is_closing = False
        self._all_settled = asyncio.Event()

    async def call(
        self, bucket: str, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> Any:
        """The script's reply; all keys are of the bucket.

        Raises: StoreUnavailable if there was none until the deadline.
        """
        return await asyncio.shield(self._begun(bucket, script, keys, arguments).done)

    def cast(
        self, bucket: str, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> None:
        """The same for a script that nobody waits for."""
        if not self._is_closing:
            done = self._begun(bucket, script, keys, arguments).done
            done.add_done_callback(lambda done: done.exception())

    def _begun(
        self, bucket: str, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> _Call:
        if self._is_closing:
            raise StoreUnavailable("the store is closed")
        rest = (len(keys), *keys, *arguments)
        deadline = asyncio.get_running_loop().time() + self._deadline_seconds
        call = _Call(bucket, script, rest, deadline)
        self._unsettled += 1
        self.queue(call)
        return call

    async def close(self) -> None:
        """Lets the calls under way find their end, by their deadlines at the latest."""
        self._is_closing = True
        if self._unsettled:
            await self._all_settled.wait()
        await asyncio.sleep(0)  # callers hear of the end before the store is gone
        for lane in self._lanes.values():
            await lane.close()

    # For the lanes

    def lane_of(self, call: _Call) -> _Lane:
        """Where a call belongs now.

        Raises: NotFound.
        """
        topology = self.topology
        node = topology.node_at(call.asking) if call.asking else topology.node(call.bucket)
        return self._lanes.get(node) or self._new_lane(node)

    def queue(self, call: _Call) -> None:
        try:
            lane = self.lane_of(call)
        except NotFound as error:
            self.again_later(call, error)
        else:
            lane.put(call)

    def settle(self, call: _Call, reply: Any) -> None:
        self._unsettled -= 1
        if isinstance(reply, Exception):
            call.done.set_exception(unavailable(call.tries, reply))
        else:
            call.done.set_result(reply)
        if self._is_closing and not self._unsettled:
            self._all_settled.set()

    def refused(self, call: _Call, error: Exception, by: Address) -> None:
        """Sends a call again, where it belongs now; or gives it up."""
        call.asking = None
        match error:
            case NoScriptError() if not call.is_unknown:
                call.is_unknown = True
            case MovedError() if call.hops < HOPS_MAX:
                call.hops += 1
                self.topology.moved(call.bucket, Address(error.host or by.host, error.port))
                self.topology.look_soon()
            # A MovedError is an AskError too, but it has had its turn above.
            case AskError() if type(error) is AskError and call.hops < HOPS_MAX:
                call.hops += 1
                call.asking = Address(error.host or by.host, error.port)
            case _:
                self.again_later(call, error)
                return
        self.queue(call)

    def again_later(self, call: _Call, error: Exception) -> None:
        call.tries += 1
        call.hops = 0
        loop = asyncio.get_running_loop()
        delay = back_off_seconds(call.tries)
        if loop.time() + delay >= call.deadline:
            self.settle(call, error)
            return
        if is_elsewhere(error):
            self.topology.look_soon()
        loop.call_later(delay, self.queue, call)

    def _new_lane(self, node: Node) -> _Lane:
        for known in [each for each in self._lanes if not self.topology.knows(each)]:
            self._lanes.pop(known).retire()
        lane = self._lanes[node] = _Lane(self, node)
        return lane


def is_elsewhere(error: Exception) -> bool:
    """Whether another server may be the primary by now."""
    if isinstance(error, (MovedError, ClusterDownError, ReadOnlyError, NotFound)):
        return True
    return not isinstance(error, ResponseError)


class _Lane:
    """Calls on their way to one server."""

    def __init__(self, lanes: Lanes, node: Node) -> None:
        self._lanes = lanes
        self._node = node
        self._waiting: list[_Call] = []  # one for each table at most, so bounded by the callers
        self._wake = asyncio.Event()
        self._connection: Any = None
        self._is_ending = False
        self._task = asyncio.create_task(self._run(), name=f"store pipeline {node.address}")

    def put(self, call: _Call) -> None:
        self._waiting.append(call)
        self._wake.set()

    def retire(self) -> None:
        """Ends when nothing waits any more."""
        self._is_ending = True
        self._wake.set()

    async def close(self) -> None:
        self.retire()
        await self._task

    async def _run(self) -> None:
        while not self._is_ending or self._waiting:
            await self._wake.wait()
            batch = self._waiting[:PIPELINE_CALLS_MAX]
            del self._waiting[:PIPELINE_CALLS_MAX]
            if self._lanes.topology.moves:
                batch = self._still_ours(batch)
            if batch:
                await self._send(batch)
            if not self._waiting and not self._is_ending:
                self._wake.clear()
        if self._connection is not None:
            await self._connection.disconnect(nowait=True)
            self._connection = None

    def _still_ours(self, batch: list[_Call]) -> list[_Call]:
        """Without those that have moved elsewhere while they waited."""
        ours = []
        for call in batch:
            try:
                is_ours = self._lanes.lane_of(call) is self
            except NotFound:
                is_ours = False
            if is_ours:
                ours.append(call)
            else:
                self._lanes.queue(call)
        return ours

    async def _send(self, batch: list[_Call]) -> None:
        try:
            replies = await self._replies(batch)
        # In a failover redis-py raises even AttributeError; whatever it is, the outcome is unknown.
        except Exception as error:
            replies = [error] * len(batch)
            self._give_up_overdue(error)
        for call, reply in zip(batch, replies, strict=True):
            if isinstance(reply, Exception):
                self._lanes.refused(call, reply, self._node.address)
            else:
                self._lanes.settle(call, reply)

    async def _replies(self, batch: list[_Call]) -> list[Any]:
        """Sends all calls in one write and reads their replies, refusals among them.

        The connection is our own, and thrown away unless every reply was read: the next batch must
        not get what was meant for this one.
        """
        connection, self._connection = self._connection, None
        if connection is None:
            connection = self._node.connection()
        copies = self._lanes.copies
        try:
            await connection.connect()
            packed = [_packed(call) for call in batch]
            if copies.replicas:
                packed.append(pack(("WAIT", copies.replicas, copies.wait_ms)))
            await connection.send_packed_command(packed, check_health=False)
            replies = [await _reply(connection, call) for call in batch]
            if copies.replicas:
                replies = _counted(replies, await reply_of(connection), copies)
        except BaseException:
            await connection.disconnect(nowait=True)
            raise
        self._connection = connection
        return replies

    def _give_up_overdue(self, error: Exception) -> None:
        """While a server is stuck, those at the end of the line wait no longer than the others."""
        now = asyncio.get_running_loop().time()
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            if call.deadline < now:
                self._lanes.settle(call, error)
            else:
                self._waiting.append(call)


def _packed(call: _Call) -> bytes:
    command = pack(call.command())
    return _ASKING + command if call.asking else command


async def _reply(connection: Any, call: _Call) -> Any:
    if call.asking:
        await reply_of(connection)
    return await reply_of(connection)


def _counted(replies: list[Any], copies: Any, wanted: Copies) -> list[Any]:
    """The replies, if there are copies enough; else all that was carried out is unsure."""
    if not isinstance(copies, Exception) and copies >= wanted.replicas:
        return replies
    unsure = TooFewCopies(f"{copies} of {wanted.replicas} replicas have it")
    return [reply if isinstance(reply, Exception) else unsure for reply in replies]
