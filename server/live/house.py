"""What all rooms of one process share."""

from __future__ import annotations

import msgspec
from structlog.typing import FilteringBoundLogger

from server.events.store import EventStore
from server.live.clock import Clock
from server.live.tally import Tally
from server.settings import Settings


class House(msgspec.Struct, frozen=True):
    """Store, time, settings, log and counts."""

    store: EventStore
    clock: Clock
    settings: Settings
    log: FilteringBoundLogger
    tally: Tally
