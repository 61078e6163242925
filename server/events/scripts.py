"""Lua scripts, and what everybody needs who sends commands to the store."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hiredis
import msgspec
from redis.exceptions import AuthenticationError, NoPermissionError, ResponseError

from server.events.store import StoreUnavailable

DEADLINE_SECONDS = 8.0  # after which a caller is told that nobody knows
BACK_OFF_SECONDS = 0.02  # before the second try; doubles, with full jitter
BACK_OFF_SECONDS_MAX = 0.5

Argument = str | bytes | int


class Script(msgspec.Struct, frozen=True, gc=False):
    """A script and the digest by which the server knows it."""

    source: bytes
    digest: str


def script_from(name: str) -> Script:
    """The script in the file `name` beside this one."""
    source = (Path(__file__).parent / name).read_bytes()
    return Script(source, hashlib.sha1(source, usedforsecurity=False).hexdigest())


def back_off_seconds(tries: int) -> float:
    """How long to wait after `tries` ≥ 1 failures."""
    return random.uniform(0, min(BACK_OFF_SECONDS_MAX, BACK_OFF_SECONDS * 2 ** min(tries, 8)))  # noqa: S311


def unavailable(tries: int, error: Exception) -> StoreUnavailable:
    """What to tell a caller whose deadline is over."""
    told = StoreUnavailable(f"no answer after {tries} tries: {type(error).__name__}: {error}")
    told.__cause__ = error
    return told


def refusal_in(error: BaseException | None) -> Exception | None:
    """What a server has said against whoever asks, if that is why something failed: it will say
    the same again."""
    while error is not None:
        if isinstance(error, (AuthenticationError, NoPermissionError)):
            return error
        error = error.__cause__
    return None


def unfailed(replies: list[Any]) -> list[Any]:
    """The replies of a pipeline.

    Raises: the first error, as it came. (redis-py would add the command to its text, and the
    command may hold a name or a hand.)
    """
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    return replies


async def reply_of(connection: Any) -> Any:
    """What the server answers, also if it is an error."""
    try:
        return await connection.read_response()
    except ResponseError as refusal:
        return refusal


# In C; redis-py's own way of packing takes ten times as long.
pack: Callable[[tuple[Argument, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment]
