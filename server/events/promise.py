"""Looks at a store's settings before it is trusted, and says what may be promised of it."""

from __future__ import annotations

from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError, ResponseError

from server.events.keys import BUCKETS, LAYOUT, META

OLDEST = (7, 0)
RESTORING = "restoring"

ALWAYS = (
    "An acknowledged action survives the crash of the program, of the store and of the machine,",
    "as far as the disk keeps what it reported as written.",
    "If the disk dies, everything since the last backup is gone.",
)
EVERY_SECOND = (
    "Acknowledged actions of the last two seconds may be lost at any abrupt end,",
    "even of the store alone.",
    "If the disk dies, everything since the last backup is gone.",
)


class StoreUnfit(Exception):
    """The store's settings do not allow the promise that is asked for; the text says which."""


class Promise(msgspec.Struct, frozen=True, gc=False):
    """What a store is and what may be promised of it, in lines for people."""

    server: str  # `Valkey 9.1.2`
    appendfsync: str  # `always`, `everysec`, or empty where it cannot be read
    lines: tuple[str, ...]


async def promise_of(client: Redis, *, allow_everysec: bool = False) -> Promise:
    """Reads the real settings and marks an empty store with the layout of its keys.

    Raises: StoreUnfit.
    """
    info = await _info(client)
    config = await _config(client, info)
    server = _server(info)
    _refuse_old(info, server)
    _refuse_forgetful(config, server, allow_everysec=allow_everysec)
    await _check_layout(client)
    lines = ALWAYS if config["appendfsync"] == "always" else EVERY_SECOND
    return Promise(server, config["appendfsync"], (f"Store: {server}.", *lines))


async def _info(client: Redis) -> dict[str, Any]:
    try:
        found: dict[str, Any] = await client.info("all")
    except NoPermissionError as error:
        raise StoreUnfit("INFO is barred, so nothing can be promised: allow +info") from error
    return found


async def _config(client: Redis, info: dict[str, Any]) -> dict[str, str]:
    """From CONFIG GET, or what INFO knows of it where that is barred."""
    names = ("appendonly", "appendfsync", "maxmemory-policy")
    try:
        found: dict[Any, Any] = await client.config_get(*names)
    except ResponseError:
        return {
            "appendonly": "yes" if info.get("aof_enabled") else "no",
            "appendfsync": "",
            "maxmemory-policy": str(info.get("maxmemory_policy", "")),
        }
    return {_text(name): _text(value) for name, value in found.items()}


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _server(info: dict[str, Any]) -> str:
    if "valkey_version" in info:
        return f"Valkey {info['valkey_version']}"
    return f"Redis {info.get('redis_version', 'of unknown version')}"


def _refuse_old(info: dict[str, Any], server: str) -> None:
    version = tuple(int(part) for part in str(info.get("redis_version", "0.0")).split(".")[:2])
    if version < OLDEST:
        raise StoreUnfit(f"{server} is too old, expected 7.0 or newer")
    if info.get("role") == "slave":
        raise StoreUnfit(f"{server} is a replica and takes no writes, expected a primary")
    if info.get("cluster_enabled"):
        raise StoreUnfit(f"{server} is part of a cluster, expected a single server")


def _refuse_forgetful(config: dict[str, str], server: str, *, allow_everysec: bool) -> None:
    if config["appendonly"] != "yes":
        raise StoreUnfit(f"{server} has appendonly {config['appendonly']}, expected yes")
    if config["maxmemory-policy"] != "noeviction":
        raise StoreUnfit(
            f"{server} has maxmemory-policy {config['maxmemory-policy']}, expected noeviction: "
            "it would throw away tables when memory is short"
        )
    fsync = config["appendfsync"]
    if fsync == "always" or (allow_everysec and fsync in ("everysec", "")):
        return
    raise StoreUnfit(
        f"{server} has appendfsync {fsync or 'unreadable (CONFIG GET is barred)'}, expected "
        "always; everysec has to be allowed expressly, as it may lose acknowledged actions"
    )


async def _check_layout(client: Redis) -> None:
    found = {_text(k): _text(v) for k, v in (await client.hgetall(META)).items()}
    if RESTORING in found:
        raise StoreUnfit("a restore was broken off here: empty the store and restore again")
    ours = {"layout": str(LAYOUT), "buckets": str(len(BUCKETS))}
    if not found:
        await client.hset(META, items=[part for pair in ours.items() for part in pair])
    elif found != ours:
        raise StoreUnfit(f"the store has {found}, expected {ours}")
