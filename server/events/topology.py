"""Turns the address of a store into the primaries that hold it, and keeps up when they change.

    redis://user:password@host:port/0        one server (rediss:// with TLS, unix:///path)
    redis+cluster://user:password@h:p,h:p    a cluster, by some of its nodes (rediss+cluster://)
    redis+sentinel://user:password@h:p,h:p/service?sentinel_username=…&sentinel_password=…

User and password are those of the servers; whoever asks the sentinels may have others. Further
options of redis-py's URLs go behind `?` and hold for every server.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected

from server.events.finding import (
    ClusterFinder,
    Finder,
    NotFound,
    Primaries,
    SentinelFinder,
    SingleFinder,
)
from server.events.keys import BUCKETS
from server.events.places import Address, Place, place_of
from server.events.scripts import DEADLINE_SECONDS

CONNECTIONS_MAX = 16  # to one server, for reading
SOCKET_SECONDS = 1.0  # for one reply, and to connect
HEALTH_CHECK_SECONDS = 15
REFRESH_SECONDS = 0.1  # between two looks at where the primaries are, whoever asks for them
RETIRED_SECONDS = 30.0  # before connections to a server that is no primary any more are closed
SCAN_KEYS = 1000

_log = structlog.get_logger()


def client_of(
    url: str,
    *,
    connections_max: int = CONNECTIONS_MAX,
    socket_seconds: float | None,
    primary_only: bool = False,
) -> Redis:
    """A client of one server that never sends a command twice by itself.

    With `primary_only` it refuses to connect to a replica, whose answers may be old and be undone.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections_max,
        timeout=DEADLINE_SECONDS,
        socket_timeout=socket_seconds,
        socket_connect_timeout=SOCKET_SECONDS,
        health_check_interval=HEALTH_CHECK_SECONDS if socket_seconds else 0,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        redis_connect_func=_as_to_a_primary if primary_only else None,
    )
    client = Redis.from_pool(pool)
    for command in ("XRANGE", "XREVRANGE"):
        client.set_response_callback(command, _as_it_came)
    return client


async def _as_to_a_primary(connection: Any) -> None:
    await connection.on_connect()
    await connection.send_command("HELLO", 2, check_health=False)
    told = await connection.read_response()
    role = dict(zip(told[::2], told[1::2], strict=True))[b"role"].decode()
    if role != "master":
        raise NotConnected(f"the server is a {role}, expected the primary")


_as_it_came: Any = lambda reply, **_: reply  # noqa: E731 redis-py's own type for it wants a class


class Node:
    """One server, with the connections to it; each is made when it is first used."""

    def __init__(
        self,
        address: Address,
        url: str,
        *,
        connections_max: int = 1,
        socket_seconds: float = SOCKET_SECONDS,
        primary_only: bool = False,
    ) -> None:
        self.address = address
        self.url = url
        self.client = client_of(
            url,
            connections_max=connections_max,
            socket_seconds=socket_seconds,
            primary_only=primary_only,
        )
        self._listener = client_of(
            url, connections_max=1, socket_seconds=None, primary_only=primary_only
        )

    def connection(self) -> Any:
        """A connection of the caller's own, not yet made, whose every reply must come in time."""
        pool: Any = self.client.connection_pool
        return pool.make_connection()

    def listening_connection(self) -> Any:
        """The same, on which replies may take as long as they like."""
        pool: Any = self._listener.connection_pool
        return pool.make_connection()

    async def close(self) -> None:
        for client in (self.client, self._listener):
            await client.aclose(close_connection_pool=True)


class Topology:
    """The primaries of a store. What is known of them may be out of date at any moment: whoever is
    refused, or gets no answer, asks for a `refresh` and tries again."""

    def __init__(
        self,
        url: str,
        *,
        connections_max: int = CONNECTIONS_MAX,
        socket_seconds: float | None = None,
    ) -> None:
        """Raises: ValueError if the address is none of ours."""
        self.place = place_of(url)
        self.changed = asyncio.Event()  # set whenever the primaries are others than before
        self._connections_max = connections_max
        self._socket_seconds = socket_seconds or SOCKET_SECONDS
        self._finder = _finder_of(self.place, self._socket_seconds)
        self._nodes: dict[Address, Node] = {}
        self._retired: list[tuple[float, Node]] = []
        self._primaries = self._finder.known_from_the_start
        self._refreshing: asyncio.Task[None] | None = None
        self._refreshed_at = float("-inf")  # loop's time at the end of the last refresh
        self._trouble: Exception | None = None  # why the last refresh found nothing

    @property
    def moves(self) -> bool:
        """Whether the primaries may ever be others."""
        return self.place.kind != "single"

    @property
    def found(self) -> Primaries:
        """What was last found out.

        Raises: NotFound before the first answer.
        """
        if self._primaries is None:
            why = _named(self._trouble) if self._trouble else "not asked yet"
            raise NotFound(f"nobody says who holds {self.place}: {why}") from self._trouble
        return self._primaries

    @property
    def is_known(self) -> bool:
        """Whether anybody has told yet who the primaries are."""
        return self._primaries is not None

    async def learn(self) -> None:
        """Finds the primaries, if they are not known yet.

        Raises: NotFound; redis-py's errors.
        """
        if self._primaries is None:
            await self.refresh()
            self._primaries = self.found

    def node(self, bucket: str) -> Node:
        """The primary of a bucket (`b00` … `bff`, or `cfg`), as far as is known.

        Raises: NotFound.
        """
        address = self.found.owners.get(bucket)
        if address is None:
            raise NotFound(f"no primary holds the bucket {bucket}")
        return self._nodes.get(address) or self.node_at(address)

    def node_of_key(self, key: str) -> Node:
        """The primary of any key of ours, as far as is known.

        Raises: NotFound.
        """
        if not self.moves:
            return self.nodes()[0]
        return self.node(key.partition("{")[2].partition("}")[0])

    def nodes(self) -> tuple[Node, ...]:
        """All primaries that hold anything, as far as is known.

        Raises: NotFound.
        """
        return tuple(self.node_at(address) for address in self.found.addresses)

    def buckets_of(self, node: Node) -> list[str]:
        """What a primary holds, as far as is known.

        Raises: NotFound.
        """
        owners = self.found.owners
        return [bucket for bucket in BUCKETS if owners.get(bucket) == node.address]

    def node_at(self, address: Address) -> Node:
        """A primary, or what will be one."""
        node = self._nodes.get(address)
        if node is None:
            node = self._nodes[address] = Node(
                address,
                self.place.url_of(address),
                connections_max=self._connections_max,
                socket_seconds=self._socket_seconds,
                # A node of a cluster itself says what it does not hold.
                primary_only=self.place.kind == "sentinel",
            )
        return node

    @asynccontextmanager
    async def replica_at(self, address: Address) -> AsyncIterator[Node]:
        """Any server of the store, to ask it about itself."""
        node = Node(address, self.place.url_of(address))
        try:
            yield node
        finally:
            await node.close()

    def moved(self, bucket: str, address: Address) -> None:
        """A server says that another one is the primary of a bucket."""
        if self.moves and self._primaries is not None:
            self._take(self._primaries.with_owner(bucket, address))

    def knows(self, node: Node) -> bool:
        """Whether a node is still one to talk to."""
        return self._nodes.get(node.address) is node

    def look_soon(self) -> None:
        """Starts a refresh that nobody waits for."""
        if self.moves:
            self._refresh_started()

    async def refresh(self) -> None:
        """Looks again where the primaries are; many callers at once share one look.

        What was known stays if nobody answers.
        """
        if self.moves:
            await asyncio.shield(self._refresh_started())

    def _refresh_started(self) -> asyncio.Task[None]:
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh(), name="store topology")
        return self._refreshing

    async def _refresh(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._refreshed_at + REFRESH_SECONDS - loop.time()))
        try:
            self._take(await self._finder.find())
        # In a failover redis-py raises even AttributeError; the next look may do better.
        except Exception as error:
            self._trouble = error
            _log.info("primaries_not_found", error=_named(error))
        finally:
            self._refreshed_at = loop.time()
        await self._close_retired()

    def _take(self, found: Primaries) -> None:
        if found == self._primaries:
            return
        before, self._primaries = self._primaries, found
        if before is None or before.owners != found.owners:
            self.changed.set()
            _log.info("primaries_found", primaries=[str(each) for each in found.addresses])
        gone = self._nodes.keys() - set(found.addresses) - set(found.replicas)
        now = asyncio.get_running_loop().time()
        self._retired += [(now, self._nodes.pop(address)) for address in gone]

    async def _close_retired(self) -> None:
        before = asyncio.get_running_loop().time() - RETIRED_SECONDS
        old = [node for at, node in self._retired if at < before]
        self._retired = [(at, node) for at, node in self._retired if at >= before]
        for node in old:
            await node.close()

    async def all_keys(self, match: str = "ol:*") -> AsyncIterator[str]:
        """Every key of every primary, once, in no order; keys of others are left out.

        Raises: NotFound; redis-py's errors.
        """
        await self.learn()
        told: set[bytes] = set()  # a key on its way from one primary to another is at both
        for node in self.nodes():
            async for key in node.client.scan_iter(match=match, count=SCAN_KEYS):
                if key not in told:
                    told.add(key)
                    yield key.decode()

    async def close(self) -> None:
        if self._refreshing is not None:
            self._refreshing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refreshing
        await self._finder.close()
        for node in (*self._nodes.values(), *(node for _, node in self._retired)):
            await node.close()


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _finder_of(place: Place, socket_seconds: float) -> Finder:
    def client(address: Address, *, sentinel: bool = False) -> Redis:
        url = place.sentinel_url_of(address) if sentinel else place.url_of(address)
        return client_of(url, connections_max=2, socket_seconds=socket_seconds)

    match place.kind:
        case "single":
            return SingleFinder(place.addresses[0])
        case "cluster":
            return ClusterFinder(place.addresses, client)
        case "sentinel":
            return SentinelFinder(
                place.addresses, place.service, lambda address: client(address, sentinel=True)
            )
