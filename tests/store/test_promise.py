"""A store is trusted only as far as its settings go."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from server.events import keys
from server.events.profiles import ALWAYS, EVERYSEC
from server.events.promise import StoreUnfit
from server.events.redis_store import RedisStore
from server.events.store import StoreUnavailable
from tests.store.rack import free_port
from tests.store.rig import Server, ask, programs, store_on
from tests.store.sentinels import SERVICE, Sentinels


@pytest.fixture
def servers_with() -> Iterator[list[Server]]:
    """Servers to end with the test."""
    running: list[Server] = []
    yield running
    for each in running:
        each.stop()


async def refusal(server: Server) -> str:
    async with store_on(server.url) as store:
        with pytest.raises(StoreUnfit) as refused:
            await store.promise()
    return str(refused.value)


REFUSED = "refuses the name or password"


@pytest.mark.parametrize(
    ("as_written", "told"),
    [
        ("redis://", REFUSED),
        ("redis://:wrong@", REFUSED),
        ("redis://nobody:secret@", REFUSED),
        ("redis://barred:secret@", "bars something that is needed"),
        ("redis+cluster://", REFUSED),
        ("redis+cluster://barred:secret@", "bars something that is needed"),
        ("redis+cluster://:secret@", "is no cluster: write its address as redis://"),
    ],
)
async def test_what_keeps_a_server_from_its_store_is_said_at_once_with_what_to_do(
    servers_with: list[Server], as_written: str, told: str
) -> None:
    port = free_port()
    server = Server(programs()["valkey"], port=str(port)).start()
    servers_with.append(server)
    async with store_on(server.url) as store:
        await store.client.config_set("requirepass", "secret")
        rights = ("on", ">secret", "+info", "+config", "+hello")
        await ask(store, "ACL", "SETUSER", "barred", *rights)
    said = await refused_at_once(f"{as_written}127.0.0.1:{port}")
    assert f"the store at 127.0.0.1:{port} {told}" in said
    assert "secret" not in said


async def test_sentinels_that_refuse_are_told_from_servers_that_refuse() -> None:
    with Sentinels(replicas=0, sentinels=1) as watched:
        (primary,), (sentinel,) = watched.servers, watched.sentinels
        primary.ask("CONFIG", "SET", "requirepass", "secret")
        said = await refused_at_once(watched.url)
        assert f"{SERVICE} at 127.0.0.1:{sentinel.port} {REFUSED}" in said
        assert said.endswith("(those of the servers)")
        sentinel.ask("ACL", "SETUSER", "default", "resetpass", ">hush")
        assert "?sentinel_username=NAME" in await refused_at_once(watched.url)


async def refused_at_once(url: str) -> str:
    """What is told by a store whose answer is not waited for."""
    waited: list[str] = []
    async with store_on(url, deadline_seconds=3_600.0) as store, asyncio.timeout(60):
        with pytest.raises(StoreUnavailable) as refused:
            await store.promise(say=waited.append)
    assert waited == []
    return str(refused.value)


async def test_a_store_that_nobody_reaches_is_named_without_its_password() -> None:
    with closed_port() as port:
        at = f"127.0.0.1:{port}"
        waited, said = await unreached(f"redis://:secret@{at}")
    assert waited.startswith(f"Waiting 0.5 s at most for the store at {at}: ")
    assert f"the store at {at} does not answer (" in said
    assert said.endswith("that OCHOS_REDIS_URL names it")
    assert "secret" not in waited + said


@pytest.mark.parametrize("kind", ["redis://", "redis+cluster://"])
async def test_a_name_that_nobody_knows_is_waited_for_and_said_so(kind: str) -> None:
    waited, said = await unreached(f"{kind}:secret@nobody.invalid:6379")
    assert waited.startswith("Waiting 0.5 s at most for the store at nobody.invalid:6379: ")
    assert "the store at nobody.invalid:6379 does not answer (" in said


async def unreached(url: str) -> tuple[str, str]:
    """What was said while it was waited for, once, and in the end."""
    waited: list[str] = []
    async with store_on(url, deadline_seconds=0.5) as store:
        with pytest.raises(StoreUnavailable) as refused:
            await store.promise(say=waited.append)
    (once,) = waited
    return once, str(refused.value)


@contextmanager
def closed_port() -> Iterator[int]:
    """A port that is taken, and on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


async def test_fsync_on_every_append_is_promised(redis_store: RedisStore) -> None:
    promise = await redis_store.promise()
    assert promise.profile == "always"
    assert promise.lines[1:] == ALWAYS.promise
    assert promise.lines[0] == f"Store: {promise.server}; profile always."
    assert promise.server.split()[0] in ("Valkey", "Redis")
    assert await redis_store.promise() == promise


@pytest.mark.parametrize("program", programs())
@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("appendonly", "no", "appendonly no, expected yes"),
        ("appendfsync", "everysec", "appendfsync everysec, expected always"),
        ("appendfsync", "no", "appendfsync no, expected always"),
        ("maxmemory_policy", "allkeys-lru", "maxmemory-policy allkeys-lru, expected noeviction"),
        ("maxmemory_policy", "volatile-ttl", "maxmemory-policy volatile-ttl, expected noeviction"),
    ],
)
async def test_a_forgetful_server_is_refused(
    program: str, setting: str, value: str, told: str, servers_with: list[Server]
) -> None:
    servers_with.append(Server(programs()[program], **{setting: value}).start())
    assert told in await refusal(servers_with[0])


async def test_everysec_is_taken_when_allowed_and_said_so(servers_with: list[Server]) -> None:
    servers_with.append(Server(programs()["valkey"], appendfsync="everysec").start())
    async with store_on(servers_with[0].url, profile=EVERYSEC) as store:
        promise = await store.promise()
    assert promise.lines[1:] == EVERYSEC.promise
    servers_with.append(Server(programs()["valkey"], appendfsync="no").start())
    async with store_on(servers_with[1].url, profile=EVERYSEC) as store:
        with pytest.raises(StoreUnfit):
            await store.promise()


async def test_what_cannot_be_read_is_not_promised(servers_with: list[Server]) -> None:
    user = "default reset on nopass ~ol:* &ol:* +@all -config"
    servers_with.append(Server(programs()["valkey"], user=user).start())
    assert "unreadable" in await refusal(servers_with[0])
    async with store_on(servers_with[0].url, profile=EVERYSEC) as store:
        promise = await store.promise()
    assert promise.lines[1:] == EVERYSEC.promise
    blind = "default reset on nopass ~ol:* &ol:* +@all -config -info"
    servers_with.append(Server(programs()["valkey"], user=blind).start())
    assert "INFO is barred" in await refusal(servers_with[1])


async def test_without_config_eviction_is_still_seen(servers_with: list[Server]) -> None:
    user = "default reset on nopass ~ol:* &ol:* +@all -config"
    for settings in ({"maxmemory_policy": "allkeys-lru"}, {"appendonly": "no"}):
        servers_with.append(Server(programs()["valkey"], user=user, **settings).start())
        (name,) = settings
        assert name.replace("_", "-") in await refusal(servers_with[-1])


async def test_a_replica_and_a_cluster_are_refused(
    servers_with: list[Server], own_server: Server
) -> None:
    servers_with.append(Server(programs()["valkey"], replicaof="127.0.0.1 1").start())
    assert "is a replica" in await refusal(servers_with[0])
    servers_with.append(Server(programs()["valkey"], cluster_enabled="yes").start())
    assert "is part of a cluster" in await refusal(servers_with[1])


async def test_another_layout_and_a_broken_restore_are_refused(own_server: Server) -> None:
    async with store_on(own_server.url) as store:
        await store.promise()
        assert await store.client.hgetall(keys.META) == {b"layout": b"1", b"buckets": b"256"}
        await store.client.hset(keys.META, "layout", "2")
        assert "expected layout 1, buckets 256. Use the version that wrote it" in await refusal(
            own_server
        )
        await store.client.hset(keys.META, "restoring", "1")
        assert "restore was broken off" in await refusal(own_server)
