"""What a room serves, one after another."""

from __future__ import annotations

import asyncio
from typing import assert_never

import msgspec

from server.events.store import StoreUnavailable
from server.game.commands import Command
from server.live.connection import Connection
from server.protocol import frames as f
from server.protocol.reasons import Reason, Rejected


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


class _Waited(msgspec.Struct, frozen=True, eq=False):
    """Something on whose end somebody waits, who may be gone by then."""

    settled: asyncio.Future[int]

    def settle(self, result: int | BaseException) -> None:
        if self.settled.done():
            return
        if isinstance(result, int):
            self.settled.set_result(result)
        else:
            self.settled.set_exception(result)


class Doubted(_Waited, frozen=True, eq=False):
    """Somebody has seen what is not our history: is it the table's?"""


class Called(_Waited, frozen=True, eq=False):
    """A command that comes otherwise than through a connection: by HTTP."""

    command_id: str
    command: Command


Item = Asked | Nudged | Due | Doubted | Called


def give_up(item: Item) -> None:
    """Tells whoever still waits that nothing comes any more."""
    match item:
        case Asked():
            item.connection.refuse(Reason.RESTARTING, item.frame.id)
        case Doubted():
            item.settle(StoreUnavailable("the table is being closed"))
        case Called():
            item.settle(Rejected(Reason.RESTARTING))
        case Nudged() | Due():
            pass
        case _:
            assert_never(item)
