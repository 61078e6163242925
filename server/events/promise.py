"""Looks at a store's real settings before it is trusted, and says what may be promised of it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from redis.exceptions import NoPermissionError, RedisError, ResponseError

from server.events.finding import CONFIG, SLOTS, NotFound
from server.events.keys import BUCKETS, LAYOUT, META
from server.events.places import Address, Place
from server.events.profiles import MAY_FAIL_OVER, Profile
from server.events.scripts import refusal_in
from server.events.store import StoreUnavailable
from server.events.topology import Node, Topology

OLDEST = (7, 0)
RESTORING = "restoring"
MIN_LAG_SECONDS_MAX = 10
CLOCKS_APART_MS_MAX = 1_000
_SETTINGS = (
    "appendonly", "appendfsync", "maxmemory-policy", "min-replicas-to-write",
    "min-replicas-max-lag",
)  # fmt: skip


class StoreUnfit(Exception):
    """The store's settings do not allow the promise that is asked for; the text says which."""


class Promise(msgspec.Struct, frozen=True, gc=False):
    """What a store is and what may be promised of it, in lines for people."""

    server: str  # `Valkey 9.1.2`
    profile: str
    lines: tuple[str, ...]


class _Server(msgspec.Struct, frozen=True):
    """What a server says of itself."""

    address: Address
    name: str  # `Valkey 9.1.2`
    version: tuple[int, ...]
    is_replica: bool
    is_clustered: bool
    replicas: tuple[Address, ...]  # connected to it, and with all that it has
    settings: dict[str, str]  # those of `_SETTINGS` that can be read
    now_ms: int


async def promise_of(topology: Topology, profile: Profile, *, restoring: bool = False) -> Promise:
    """Reads the real settings of all servers and marks an empty store with the layout of its keys.

    One in which a restore was broken off is unfit, unless it is `restoring` that asks.

    Raises: StoreUnfit; NotFound; redis-py's errors.
    """
    await topology.refresh()
    await topology.learn()
    _check_cover(topology)
    primaries = await asyncio.gather(*(_server_at(node) for node in topology.nodes()))
    for primary in primaries:
        _check_primary(primary, topology, profile)
    _check_clocks(primaries)
    replicas, unasked = await _replicas_of(primaries, topology) if profile.copies else ((), ())
    for replica in replicas:
        _check_settings(replica, profile, topology, "replica ")
    await _check_layout(topology, restoring=restoring)
    return Promise(primaries[0].name, profile.name, _lines(topology, profile, primaries, unasked))


def _lines(
    topology: Topology,
    profile: Profile,
    primaries: list[_Server],
    unasked: tuple[Address, ...],
) -> tuple[str, ...]:
    copies = sum(len(primary.replicas) for primary in primaries)
    what = {
        "single": "",
        "cluster": f", a cluster of {len(primaries)} primaries and {copies} replicas",
        "sentinel": f", a primary and {copies} replicas watched by sentinels",
    }[topology.place.kind]
    lines = (f"Store: {primaries[0].name}{what}; profile {profile.name}.", *profile.promise)
    if topology.moves and not profile.copies:
        lines = (*lines, *MAY_FAIL_OVER)
    names = ", ".join(str(address) for address in unasked)
    return (
        (*lines, f"Not asked for its settings, as it does not answer: {names}.") if names else lines
    )


async def _server_at(node: Node) -> _Server:
    try:
        info: dict[str, Any] = await node.client.info("all")
    except NoPermissionError as error:
        raise StoreUnfit("INFO is barred, so nothing can be promised: allow +info") from error
    seconds, micros = await node.client.time()
    settings = await _settings(node, info)
    return _Server(
        address=node.address,
        name=_name(info),
        version=tuple(int(part) for part in str(info.get("redis_version", "0")).split(".")[:2]),
        is_replica=info.get("role") == "slave",
        is_clustered=bool(info.get("cluster_enabled")),
        replicas=_replicas(info),
        settings=settings,
        now_ms=seconds * 1000 + micros // 1000,
    )


def _name(info: dict[str, Any]) -> str:
    if "valkey_version" in info:
        return f"Valkey {info['valkey_version']}"
    return f"Redis {info.get('redis_version', 'of unknown version')}"


def _replicas(info: dict[str, Any]) -> tuple[Address, ...]:
    told = (info.get(f"slave{n}") for n in range(int(info.get("connected_slaves", 0))))
    return tuple(
        Address(str(each["ip"]), int(each["port"]))
        for each in told
        if isinstance(each, dict) and each.get("state") == "online"
    )


async def _settings(node: Node, info: dict[str, Any]) -> dict[str, str]:
    """From CONFIG GET, or what INFO knows of it where that is barred."""
    try:
        found: dict[Any, Any] = await node.client.config_get(*_SETTINGS)
    except ResponseError:
        found = {
            "appendonly": "yes" if info.get("aof_enabled") else "no",
            "maxmemory-policy": info.get("maxmemory_policy", ""),
        }
        # INFO counts good replicas only where both settings are above 0, and tells neither.
        if "min_slaves_good_slaves" in info:
            found |= {"min-replicas-to-write": "1", "min-replicas-max-lag": "1"}
    return {_text(name): _text(value) for name, value in found.items()}


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


async def _replicas_of(
    primaries: list[_Server], topology: Topology
) -> tuple[tuple[_Server, ...], tuple[Address, ...]]:
    """Replicas as they say they are, and those that say nothing."""
    addresses = [address for primary in primaries for address in primary.replicas]

    async def look(address: Address) -> _Server:
        async with topology.replica_at(address) as node:
            return await _server_at(node)

    answers = await asyncio.gather(*map(look, addresses), return_exceptions=True)
    found: list[_Server] = []
    unasked: list[Address] = []
    for address, answer in zip(addresses, answers, strict=True):
        match answer:
            case _Server():
                found.append(answer)
            case RedisError() | OSError():
                unasked.append(address)
            case _:
                raise answer
    return tuple(found), tuple(unasked)


def _check_cover(topology: Topology) -> None:
    missing = SLOTS - topology.found.slots
    if missing:
        raise StoreUnfit(
            f"the cluster has no primary for {missing} of its {SLOTS} slots, expected one for each"
        )


def _check_primary(primary: _Server, topology: Topology, profile: Profile) -> None:
    where = _where(primary, topology)
    if primary.version < OLDEST:
        raise StoreUnfit(f"{where} is too old, expected 7.0 or newer")
    if primary.is_replica:
        raise StoreUnfit(f"{where} is a replica and takes no writes, expected a primary")
    if primary.is_clustered and topology.place.kind != "cluster":
        raise StoreUnfit(
            f"{where} is part of a cluster, expected a single server: write the address of a "
            "cluster as redis+cluster://host:port,host:port"
        )
    _check_settings(primary, profile, topology)
    if len(primary.replicas) < profile.copies:
        raise StoreUnfit(
            f"{where} has {len(primary.replicas)} replicas connected, expected at least "
            f"{profile.copies} for the profile {profile.name}"
        )


def _check_settings(server: _Server, profile: Profile, topology: Topology, role: str = "") -> None:
    """A replica becomes a primary one day, so the same is expected of it."""
    where, found = role + _where(server, topology), server.settings
    if found.get("appendonly") != "yes":
        raise StoreUnfit(
            f"{where} has appendonly {found.get('appendonly')}, expected yes: all tables would be "
            "gone when it restarts"
        )
    policy = found.get("maxmemory-policy")
    if policy != "noeviction":
        raise StoreUnfit(
            f"{where} has maxmemory-policy {policy}, expected noeviction: it would throw away "
            "tables when memory is short"
        )
    fsync = found.get("appendfsync", "")
    if fsync not in profile.appendfsync:
        raise StoreUnfit(
            f"{where} has appendfsync {fsync or 'unreadable (CONFIG GET is barred)'}, expected "
            "always; with OCHOS_STORE_PROFILE=everysec it is taken as it is, and may lose "
            "acknowledged actions"
        )
    if profile.copies:
        _check_copies(where, found)


def _check_copies(where: str, found: dict[str, str]) -> None:
    least, lag = (int(found.get(f"min-replicas-{name}", 0)) for name in ("to-write", "max-lag"))
    if least < 1:
        raise StoreUnfit(
            f"{where} has min-replicas-to-write {least}, expected at least 1: cut off from its "
            "replicas it would go on taking what the next primary does not know"
        )
    if not 1 <= lag <= MIN_LAG_SECONDS_MAX:
        raise StoreUnfit(
            f"{where} has min-replicas-max-lag {lag}, expected 1 to {MIN_LAG_SECONDS_MAX} seconds"
        )


def _check_clocks(primaries: list[_Server]) -> None:
    """Asked at about the same moment, so the difference is that of the clocks, or little more."""
    times = [primary.now_ms for primary in primaries]
    if max(times) - min(times) > CLOCKS_APART_MS_MAX:
        raise StoreUnfit(
            f"the clocks of the primaries are {max(times) - min(times)} ms apart, expected at most "
            f"{CLOCKS_APART_MS_MAX}: keep them in step, as turns are timed by them"
        )


def _where(server: _Server, topology: Topology) -> str:
    return f"{server.name} at {server.address}" if topology.moves else server.name


async def _check_layout(topology: Topology, *, restoring: bool) -> None:
    client = topology.node(CONFIG).client
    found = {_text(k): _text(v) for k, v in (await client.hgetall(META)).items()}
    if found.pop(RESTORING, None) and not restoring:
        raise StoreUnfit("a restore was broken off here: run it again, with the same file")
    ours = {"layout": str(LAYOUT), "buckets": str(len(BUCKETS))}
    if not found:
        await client.hset(META, items=[part for pair in ours.items() for part in pair])
    elif found != ours:
        raise StoreUnfit(
            f"the store is of another version: it has {_pairs(found)}, expected {_pairs(ours)}. "
            "Use the version that wrote it, or take its backup and restore that into an empty store"
        )


def _pairs(named: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in named.items())


def unreached(place: Place, error: StoreUnavailable) -> StoreUnavailable:
    """Why a server cannot start on a store that gives no answer, and what can be done."""
    cause = error.__cause__
    words, refusal = str(cause or error), refusal_in(cause)
    if isinstance(refusal, NoPermissionError):
        told = (
            f"the store at {place} bars something that is needed ({refusal}): give its user the "
            "rights that are listed in server/ARCHITECTURE.md, section 6 (ACL SETUSER)"
        )
    elif refusal:
        told = (
            f"the store at {place} refuses the name or password ({refusal}): write both into "
            f"OCHOS_REDIS_URL, as in {_with_password(place, cause)}"
        )
    elif "cluster support disabled" in words:
        told = f"the store at {place} is no cluster: write its address as redis://HOST:PORT"
    else:
        told = (
            f"the store at {place} does not answer ({words}): see that it runs and can be reached "
            "from here, and that OCHOS_REDIS_URL names it"
        )
    return StoreUnavailable(told)


def _with_password(place: Place, cause: BaseException | None) -> str:
    """How an address is written with what was refused: what the sentinels want is another thing
    than what the servers want."""
    if place.kind == "single":
        return "redis://NAME:PASSWORD@HOST:PORT (or :PASSWORD alone)"
    if place.kind == "cluster":
        return "redis+cluster://NAME:PASSWORD@HOST:PORT,HOST:PORT (the same for every node)"
    if isinstance(cause, NotFound):
        return "redis+sentinel://…/SERVICE?sentinel_username=NAME&sentinel_password=PASSWORD"
    return "redis+sentinel://NAME:PASSWORD@HOST:PORT/SERVICE (those of the servers)"


def waited_for(place: Place, error: Exception, seconds: float) -> str:
    """What to say while a store gives no answer yet."""
    return f"Waiting {seconds:g} s at most for the store at {place}: {error}"
