"""Hears which tables other processes have changed, over one connection to each primary."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any

import structlog

from server.events.finding import NotFound
from server.events.interest import Interest
from server.events.keys import BUCKETS, bucket_of, channel_of, channel_of_table
from server.events.scripts import back_off_seconds
from server.events.store import MISSED, Nudge
from server.events.topology import Node, Topology

QUIET_SECONDS = 10.0  # without any word, after which the connection is tried; twice, and it is dead
LOOK_SECONDS = 1.0  # between two looks whether the primaries are still the same
WAITING_MAX = 4096  # nudges that wait to be taken; beyond, one for everything takes their place
EVERYTHING = Nudge()

_BUCKET_OF = {channel_of(bucket): bucket for bucket in BUCKETS}
_log = structlog.get_logger()


async def nudges_of(topology: Topology, interest: Interest | None = None) -> AsyncIterator[Nudge]:
    """Nudges of all tables, or of those of `interest`; and word whenever some may have been missed.

    A subscription heals by itself but says nothing of what it missed, so each new one begins with
    a nudge for all tables of its buckets, or for its table. Nudges are hints all the same: who
    needs to be right also looks by himself.
    """
    if interest is None and not topology.moves:
        (node,) = topology.nodes()
        async for nudge in _Subscription(node, topology, frozenset(_BUCKET_OF)).heard():
            yield nudge
    post = _Post()
    following = asyncio.create_task(_followed(topology, interest, post), name="nudges")
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


async def _followed(topology: Topology, interest: Interest | None, post: _Post) -> None:
    """Keeps one listener at each primary, with the channels that it has now.

    After a planned failover a subscription stays with the server that is no primary any more, and
    nothing is said. So it is looked again and again where the primaries are.
    """
    wanted = _Wanted(topology, interest)
    stirred = asyncio.Event()
    if interest is not None:
        interest.stirred = stirred.set
    listeners: dict[Node, _Listener] = {}
    try:
        while True:
            stirred.clear()
            wanted.keep_up()
            await _listen_to(wanted.channels, listeners, topology, post)
            seconds = LOOK_SECONDS if wanted.channels else 0
            if (
                not await _waited_for(seconds, topology.changed, stirred)
                or topology.changed.is_set()
            ):
                await topology.refresh()
    finally:
        for listener in listeners.values():
            await listener.stop()


async def _listen_to(
    wanted: Mapping[Node, set[str]],
    listeners: dict[Node, _Listener],
    topology: Topology,
    post: _Post,
) -> None:
    for node in listeners.keys() - wanted.keys():
        await listeners.pop(node).stop()
    for node, channels in wanted.items():
        if node in listeners:
            await listeners[node].subscription.want(frozenset(channels))
        else:
            subscription = _Subscription(node, topology, frozenset(channels))
            listeners[node] = _Listener(subscription, post)


async def _waited_for(seconds: float, *events: asyncio.Event) -> bool:
    """Waits for one of them; False if none came."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        done, _ = await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for each in waiting:
            each.cancel()


class _Wanted:
    """The channels that are wanted of each primary: where all are, is worked out anew only when
    primaries change, as there may be many."""

    def __init__(self, topology: Topology, interest: Interest | None) -> None:
        self.channels: dict[Node, set[str]] = {}
        self._topology = topology
        self._interest = interest

    def keep_up(self) -> None:
        topology = self._topology
        changed = set() if self._interest is None else self._interest.take_changes()
        if not topology.is_known:
            return
        if self.channels and not topology.changed.is_set():
            for table in changed:
                self._put(table)
            return
        topology.changed.clear()
        self.channels = {node: set() for node in topology.nodes()}
        if self._interest is None:
            for node in self.channels:
                self.channels[node] = set(map(channel_of, topology.buckets_of(node)))
        else:
            for table in self._interest.tables:
                self._put(table)

    def _put(self, table: str) -> None:
        assert self._interest is not None
        # While nobody holds its bucket there is nobody to ask; a change of that is noticed.
        with contextlib.suppress(NotFound):
            channels = self.channels.setdefault(self._topology.node(bucket_of(table)), set())
            if table in self._interest.tables:
                channels.add(channel_of_table(table))
            else:
                channels.discard(channel_of_table(table))


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


class _Subscription:
    """What is heard over one connection to one primary, made anew whenever it breaks."""

    def __init__(self, node: Node, topology: Topology, channels: frozenset[str]) -> None:
        self._node = node
        self._topology = topology
        self._wanted = channels
        self._asked: set[str] = set()  # for, over this connection
        self._unsure: set[str] = set()  # asked for, but not confirmed yet
        self._fresh: set[str] = set()  # buckets, confirmed, but nobody knows what was missed before
        self._connection: Any = None

    async def want(self, channels: frozenset[str]) -> None:
        """From now on these; whoever hears is told when they are heard."""
        self._wanted = channels
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
        commands = [("SSUBSCRIBE", channel) for channel in sorted(more)]
        commands += [("SUNSUBSCRIBE", channel) for channel in sorted(less)]
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
                    missed = self._confirmed(channel.decode())
                    if missed is not None:
                        yield missed
                case [b"sunsubscribe", channel, _]:
                    self._dropped(channel.decode())

    def _confirmed(self, channel: str) -> Nudge | None:
        """A nudge for the table; of buckets, once all are confirmed, one for all that are new."""
        self._unsure.discard(channel)
        bucket = _BUCKET_OF.get(channel)
        if bucket is None:
            return Nudge(channel.rpartition(":")[2], MISSED)
        self._fresh.add(bucket)
        if self._unsure:
            return None
        fresh, self._fresh = self._fresh, set()
        return EVERYTHING if len(fresh) == len(BUCKETS) else Nudge(buckets=frozenset(fresh))

    def _dropped(self, channel: str) -> None:
        """Because we asked for it, or because its bucket has moved to another primary."""
        if channel in self._wanted:
            self._asked.discard(channel)
            self._unsure.discard(channel)
            self._topology.look_soon()
