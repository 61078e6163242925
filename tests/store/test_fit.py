"""A cluster is trusted only as far as the settings of all its servers go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.events import keys
from server.events.profiles import ALWAYS, EVERYSEC, FAILOVER, MAY_FAIL_OVER, STRICT, Profile
from server.events.promise import StoreUnfit
from tests.store.cluster import Cluster
from tests.store.rack import Member
from tests.store.rig import Server, programs, store_on

SAFE_AGAIN = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "min-replicas-to-write": "1",
    "min-replicas-max-lag": "3",
}


@pytest.fixture(scope="module")
def asked() -> Iterator[Cluster]:
    """A cluster whose settings the tests change, and change back."""
    with Cluster() as running:
        yield running


async def refusal(url: str, profile: Profile) -> str:
    async with store_on(url, profile=profile) as store:
        with pytest.raises(StoreUnfit) as refused:
            await store.promise()
    return str(refused.value)


@pytest.mark.parametrize(
    ("profile", "more"),
    [(ALWAYS, MAY_FAIL_OVER), (EVERYSEC, MAY_FAIL_OVER), (FAILOVER, ())],
    ids=["always", "everysec", "failover"],
)
async def test_what_a_cluster_is_and_promises_is_told(
    asked: Cluster, profile: Profile, more: tuple[str, ...]
) -> None:
    async with store_on(asked.url, profile=profile) as store:
        promise = await store.promise()
        assert await store.promise() == promise
    what = f"{promise.server}, a cluster of 3 primaries and 3 replicas"
    assert promise.lines == (
        f"Store: {what}; profile {profile.name}.",
        *profile.promise,
        *more,
    )


@pytest.mark.parametrize("role", ["primary", "replica"])
@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("appendonly", "no", "appendonly no, expected yes"),
        ("appendfsync", "everysec", "appendfsync everysec, expected always"),
        ("maxmemory-policy", "allkeys-lfu", "maxmemory-policy allkeys-lfu, expected noeviction"),
        ("min-replicas-to-write", "0", "min-replicas-to-write 0, expected at least 1"),
        ("min-replicas-max-lag", "0", "min-replicas-max-lag 0, expected 1 to 10 seconds"),
        ("min-replicas-max-lag", "60", "min-replicas-max-lag 60, expected 1 to 10 seconds"),
    ],
)
async def test_one_unsafe_server_is_enough_to_be_refused(
    asked: Cluster, role: str, setting: str, value: str, told: str
) -> None:
    primary = asked.primaries()[-1]
    member = primary if role == "primary" else asked.replica_of(primary)
    member.ask("CONFIG", "SET", setting, value)
    try:
        said = await refusal(asked.url, FAILOVER)
    finally:
        member.ask("CONFIG", "SET", setting, SAFE_AGAIN[setting])
    assert told in said
    assert f":{member.port} " in said
    assert said.startswith("replica ") == (role == "replica")


async def test_too_few_replicas_are_refused(asked: Cluster) -> None:
    said = await refusal(asked.url, STRICT)
    assert "has 1 replicas connected, expected at least 2 for the profile strict" in said


async def test_settings_that_cannot_be_read_are_taken_as_far_as_they_are_known(
    asked: Cluster,
) -> None:
    def bar(member: Member, *commands: str) -> None:
        member.ask("ACL", "SETUSER", "blind", "reset", "on", "nopass", "~*", "&*", "+@all",
                   *commands)  # fmt: skip

    url = asked.url.replace("://", "://blind:x@")
    for member in asked.members:
        bar(member, "-config")
    assert "appendfsync unreadable (CONFIG GET is barred)" in await refusal(url, FAILOVER)
    async with store_on(url, profile=EVERYSEC) as store:
        await store.promise()
    for member in asked.members:
        bar(member, "-config", "-info")
    assert "INFO is barred" in await refusal(url, FAILOVER)


async def test_another_layout_is_refused_whichever_server_has_it(asked: Cluster) -> None:
    async with store_on(asked.url) as store:
        await store.promise()
        client = store.topology.node_of_key(keys.META).client
        await client.hset(keys.META, "layout", "2")
        assert "expected layout 1, buckets 256. Use the version that wrote it" in await refusal(
            asked.url, ALWAYS
        )
        await client.hset(keys.META, "layout", "1")


async def test_one_server_of_a_cluster_is_not_taken_for_all(asked: Cluster) -> None:
    said = await refusal(f"redis://127.0.0.1:{asked.members[0].port}", ALWAYS)
    assert "is part of a cluster" in said
    assert "redis+cluster://" in said


async def test_slots_that_nobody_serves_are_refused(asked: Cluster) -> None:
    primary = asked.primaries()[0]
    for member in asked.members:
        member.ask("CLUSTER", "DELSLOTS", 7)
    try:
        said = await refusal(asked.url, ALWAYS)
    finally:
        primary.ask("CLUSTER", "ADDSLOTS", 7)
    assert "no primary for 1 of its 16384 slots" in said


async def test_a_single_server_has_no_copies_to_promise() -> None:
    server = Server(programs()["valkey"]).start()
    try:
        said = await refusal(server.url, FAILOVER)
    finally:
        server.stop()
    assert "min-replicas-to-write 0" in said
