"""What a room serves, one after another."""

from __future__ import annotations

import asyncio

import msgspec

from server.live.connection import Connection
from server.protocol import frames as f


class Asked(msgspec.Struct, frozen=True):
    """A command from a connection."""

    connection: Connection
    frame: f.Command


class Nudged(msgspec.Struct, frozen=True):
    """The log has grown to this version, here or elsewhere, or the names or the chat changed."""

    version: int
    talk: bool = False


class Due(msgspec.Struct, frozen=True):
    """Something was to happen by itself at this version."""

    version: int


class Doubted(msgspec.Struct, frozen=True, eq=False):
    """Somebody has seen what is not our history: is it the table's?"""

    settled: asyncio.Future[None]

    def settle(self, error: BaseException | None = None) -> None:
        """Lets whoever waits go on, unless they are gone."""
        if self.settled.done():
            return
        if error is None:
            self.settled.set_result(None)
        else:
            self.settled.set_exception(error)


Item = Asked | Nudged | Due | Doubted
