"""Hears over one connection which tables other processes have changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import structlog
from redis.asyncio import Redis

from server.events.keys import channel_of
from server.events.scripts import back_off_seconds
from server.events.store import Nudge

QUIET_SECONDS = 10.0  # without any word, after which the connection is tried; twice, and it is dead
EVERYTHING = Nudge()

_log = structlog.get_logger()


async def nudges_from(client: Redis, buckets: Sequence[str]) -> AsyncIterator[Nudge]:
    """Nudges of these buckets; `EVERYTHING` whenever some may have been missed.

    A subscription heals by itself but says nothing of what it missed, so each new one begins with
    `EVERYTHING`. Nudges are hints all the same: who needs to be right also looks by himself.
    """
    pool: Any = client.connection_pool
    tries = 0
    while True:
        connection = pool.make_connection()
        try:
            await connection.connect()
            await _subscribe(connection, buckets)
            yield EVERYTHING
            tries = 0
            async for nudge in _heard(connection):
                yield nudge
        # In a failover redis-py raises even AttributeError.
        except Exception as error:
            tries += 1
            _log.info("nudges_interrupted", error=repr(error), tries=tries)
        finally:
            await connection.disconnect(nowait=True)
        await asyncio.sleep(back_off_seconds(tries))


async def _subscribe(connection: Any, buckets: Sequence[str]) -> None:
    # One by one: in Cluster, channels of several slots in one command are refused.
    commands = [("SSUBSCRIBE", channel_of(bucket)) for bucket in buckets]
    await connection.send_packed_command(connection.pack_commands(commands))
    confirmed = 0
    while confirmed < len(buckets):
        reply = await connection.read_response(timeout=QUIET_SECONDS)
        if reply is None:
            raise TimeoutError("subscription not confirmed")
        confirmed += reply[0] == b"ssubscribe"


async def _heard(connection: Any) -> AsyncIterator[Nudge]:
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
        if reply[0] == b"smessage":
            table, _, version = reply[2].decode().partition(" ")
            yield Nudge(table, int(version))
        elif reply[0] == b"sunsubscribe":
            raise ConnectionError("channel has moved")
