"""What all rooms of one process share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from structlog.typing import FilteringBoundLogger

from server.events.store import EventStore
from server.live.clock import Clock
from server.live.tally import Tally
from server.settings import Settings

BringBack = Callable[[str], Awaitable[bool]]
ForgetCopy = Callable[[str], None]


async def nothing_to_bring_back(_: str) -> bool:
    """Where there is no archive."""
    return False


def nothing_to_forget(_: str) -> None:
    """Where there is no archive."""


class House(msgspec.Struct, frozen=True):
    """Store, time, settings, log and counts."""

    store: EventStore
    clock: Clock
    settings: Settings
    log: FilteringBoundLogger
    tally: Tally
    # Whether a table that is not in the store is there again, out of an archive.
    bring_back: BringBack = nothing_to_bring_back
    # Takes away the copy of a table in an archive, from which words were erased in the store.
    forget_copy: ForgetCopy = nothing_to_forget
