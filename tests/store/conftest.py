"""Stores for the tests: in memory, on the wheel's Valkey, on Debian's Redis where it is installed,
and on a cluster of six processes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from server.events.profiles import FAILOVER
from server.events.redis_store import RedisStore
from server.events.store import MemoryStore
from tests.store.cluster import Cluster
from tests.store.rig import Kept, Server, programs


@pytest.fixture(scope="session")
def servers() -> Iterator[dict[str, Server]]:
    """Running servers for many tests, each with tables of its own."""
    running = {name: Server(program).start() for name, program in programs().items()}
    yield running
    for each in running.values():
        each.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A cluster for many tests, none of which harms it."""
    with Cluster() as running:
        yield running


@pytest.fixture(params=programs())
def server(request: pytest.FixtureRequest, servers: dict[str, Server]) -> Server:
    return servers[request.param]


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A Valkey that the test may kill."""
    running = Server(programs()["valkey"]).start()
    yield running
    running.stop()


@pytest.fixture
async def redis_store(server: Server) -> AsyncIterator[RedisStore]:
    store = RedisStore(server.url)
    yield store
    await store.close()


@pytest.fixture(params=["memory", *programs(), "cluster"])
async def kept(request: pytest.FixtureRequest) -> AsyncIterator[Kept]:
    if request.param == "memory":
        time = [1_700_000_000_000]
        yield Kept(MemoryStore(lambda: time[0]), lambda ms: time.__setitem__(0, time[0] + ms))
        return
    if request.param == "cluster":
        cluster: Cluster = request.getfixturevalue("cluster")
        store = RedisStore(cluster.url, profile=FAILOVER)
    else:
        servers: dict[str, Server] = request.getfixturevalue("servers")
        store = RedisStore(servers[request.param].url)

    def turn(by_ms: int) -> None:
        store.clock_offset_ms += by_ms

    yield Kept(store, turn)
    await store.close()
