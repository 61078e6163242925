"""What is told of the server's health, to whoever looks after it."""

from __future__ import annotations

import msgspec


class Alive(msgspec.Struct, frozen=True):
    """The answer of `GET /health`."""

    alive: bool
    version: str
    promise: tuple[str, ...]  # of the store, in lines for people


class Readiness(msgspec.Struct, frozen=True):
    """The answer of `GET /ready`."""

    ready: bool
