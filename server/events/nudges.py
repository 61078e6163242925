"""Hears which tables other processes have changed, over one connection to each primary."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import structlog

from server.events.keys import BUCKETS, channel_of
from server.events.scripts import back_off_seconds
from server.events.store import Nudge
from server.events.topology import Node, Topology

QUIET_SECONDS = 10.0  # without any word, after which the connection is tried; twice, and it is dead
LOOK_SECONDS = 1.0  # between two looks whether the primaries are still the same
WAITING_MAX = 4096  # nudges that wait to be taken; beyond, one for everything takes their place
EVERYTHING = Nudge()

_BUCKET_OF = {channel_of(bucket).encode(): bucket for bucket in BUCKETS}
_log = structlog.get_logger()


async def nudges_of(topology: Topology) -> AsyncIterator[Nudge]:
    """Nudges of all buckets; one without a table whenever some may have been missed.

    A subscription heals by itself but says nothing of what it missed, so each new one begins with
    a nudge for all tables of its buckets. Nudges are hints all the same: who needs to be right also
    looks by himself.
    """
    if not topology.moves:
        (node,) = topology.nodes()
        async for nudge in _Subscription(node, topology, frozenset(BUCKETS)).heard():
            yield nudge
    post = _Post()
    following = asyncio.create_task(_followed(topology, post), name="nudges")
    following.add_done_callback(lambda _: post.put(EVERYTHING))
    try:
        while not following.done():
            yield await post.next()
        following.result()
    finally:
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following


class _Post:
    """Nudges from several listeners on their way to one reader."""

    def __init__(self) -> None:
        self._waiting: deque[Nudge] = deque()
        self._arrived = asyncio.Event()

    def put(self, nudge: Nudge) -> None:
        if len(self._waiting) >= WAITING_MAX:
            self._waiting.clear()
            nudge = EVERYTHING
        self._waiting.append(nudge)
        self._arrived.set()

    async def next(self) -> Nudge:
        while not self._waiting:
            self._arrived.clear()
            await self._arrived.wait()
        return self._waiting.popleft()


async def _followed(topology: Topology, post: _Post) -> None:
    """Keeps one listener at each primary, with the buckets that it holds now.

    After a planned failover a subscription stays with the server that is no primary any more, and
    nothing is said. So it is looked again and again where the primaries are.
    """
    listeners: dict[Node, _Listener] = {}
    try:
        while True:
            topology.changed.clear()
            wanted = _buckets_by_node(topology)
            for node in listeners.keys() - wanted.keys():
                await listeners.pop(node).stop()
            for node, buckets in wanted.items():
                if node in listeners:
                    await listeners[node].subscription.want(buckets)
                else:
                    listeners[node] = _Listener(_Subscription(node, topology, buckets), post)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(topology.changed.wait(), LOOK_SECONDS if wanted else 0)
            await topology.refresh()
    finally:
        for listener in listeners.values():
            await listener.stop()


class _Listener:
    """Takes what one subscription hears to the post."""

    def __init__(self, subscription: _Subscription, post: _Post) -> None:
        self.subscription = subscription
        self._task = asyncio.create_task(self._run(post), name="nudges of a primary")

    async def _run(self, post: _Post) -> None:
        async for nudge in self.subscription.heard():
            post.put(nudge)

    async def stop(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task


def _buckets_by_node(topology: Topology) -> dict[Node, frozenset[str]]:
    if not topology.is_known:
        return {}
    return {node: frozenset(topology.buckets_of(node)) for node in topology.nodes()}


class _Subscription:
    """What is heard over one connection to one primary, made anew whenever it breaks."""

    def __init__(self, node: Node, topology: Topology, buckets: frozenset[str]) -> None:
        self._node = node
        self._topology = topology
        self._wanted = buckets
        self._asked: set[str] = set()  # for, over this connection
        self._unsure: set[str] = set()  # asked for, but not confirmed yet
        self._fresh: set[str] = set()  # confirmed, but nobody knows what was missed before
        self._connection: Any = None

    async def want(self, buckets: frozenset[str]) -> None:
        """From now on these; whoever hears is told when they are heard."""
        self._wanted = buckets
        if self._connection is not None:
            # Whoever reads from it notices what is wrong with the connection.
            with contextlib.suppress(Exception):
                await self._follow(self._connection)

    async def heard(self) -> AsyncIterator[Nudge]:
        """Nudges for good; one without a table whenever some may have been missed."""
        tries = 0
        while True:
            connection = self._node.listening_connection()
            try:
                await connection.connect()
                self._asked, self._unsure, self._fresh = set(), set(), set()
                await self._follow(connection)
                self._connection = connection
                async for nudge in self._told(connection):
                    tries = 0
                    yield nudge
            # In a failover redis-py raises even AttributeError.
            except Exception as error:
                tries += 1
                self._topology.look_soon()
                _log.info("nudges_interrupted", error=repr(error), tries=tries)
            finally:
                self._connection = None
                await connection.disconnect(nowait=True)
            await asyncio.sleep(back_off_seconds(tries))

    async def _follow(self, connection: Any) -> None:
        """Asks for what is wanted, and for nothing else."""
        more, less = self._wanted - self._asked, self._asked - self._wanted
        self._asked = set(self._wanted)
        self._unsure = (self._unsure | more) - less
        # One by one: in Cluster, channels of several slots in one command are refused.
        commands = [("SSUBSCRIBE", channel_of(bucket)) for bucket in sorted(more)]
        commands += [("SUNSUBSCRIBE", channel_of(bucket)) for bucket in sorted(less)]
        if commands:
            await connection.send_packed_command(connection.pack_commands(commands))

    async def _told(self, connection: Any) -> AsyncIterator[Nudge]:
        is_asked = False
        while True:
            reply = await connection.read_response(timeout=QUIET_SECONDS)
            if reply is None:
                if is_asked:
                    raise TimeoutError("connection is dead")
                await connection.send_command("PING")
                is_asked = True
                continue
            is_asked = False
            match reply:
                case [b"smessage", _, text]:
                    table, _, version = text.decode().partition(" ")
                    yield Nudge(table, int(version))
                case [b"ssubscribe", channel, _]:
                    missed = self._confirmed(_BUCKET_OF[channel])
                    if missed is not None:
                        yield missed
                case [b"sunsubscribe", channel, _]:
                    self._dropped(_BUCKET_OF[channel])

    def _confirmed(self, bucket: str) -> Nudge | None:
        """Once all is confirmed, a nudge for all that is new."""
        self._unsure.discard(bucket)
        self._fresh.add(bucket)
        if self._unsure:
            return None
        fresh, self._fresh = self._fresh, set()
        return EVERYTHING if len(fresh) == len(BUCKETS) else Nudge(buckets=frozenset(fresh))

    def _dropped(self, bucket: str) -> None:
        """Because we asked for it, or because the bucket has moved to another primary."""
        if bucket in self._wanted:
            self._asked.discard(bucket)
            self._unsure.discard(bucket)
            self._topology.look_soon()
