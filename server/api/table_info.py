"""What is told of one table outside of it."""

from __future__ import annotations

import msgspec


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a list of one's tables shows of one."""

    table: str
    title: str
    phase: str
    preset: str
    seats: int
    filled: int
    you: int  # seat, or −1
    your_turn: bool
    match: int
    round: int
    now_ms: int
    turn_since_ms: int = 0
    invite: str = ""
