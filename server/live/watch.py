"""Signs of life: beats to every connection, and an eye on those that say nothing."""

from __future__ import annotations

from server.live.codecs import Codec
from server.live.connection import Connection
from server.live.room import Room
from server.protocol.frames import CLOSE_SLOW, Beat

SLOTS = 12  # seconds between two beats: each second it is another share's turn
SILENT_SECONDS = 45.0  # without an `at`: the whole view once more
GONE_SECONDS = 60.0  # without an `at`: closed
LAG_VERSIONS_MAX = 64


def keep_alive(room: Room, slot: int, now_s: float, now_ms: int) -> None:
    """Sends a beat to the connections of this slot, and judges whether they keep up."""
    packed: dict[Codec, bytes] = {}
    for connection in tuple(room.showing.connections):
        if connection.beat_slot % SLOTS != slot:
            continue
        if not _keeps_up(room, connection, now_s):
            continue
        codec = connection.codec
        beat = packed.get(codec)
        if beat is None:
            beat = packed[codec] = codec.pack(
                Beat(now_ms=now_ms, version=room.table.version, digest=room.digest)
            )
        connection.outbox.put(beat)


def heard_at(room: Room, connection: Connection, version: int, now_s: float) -> None:
    """The client says which version it shows."""
    connection.heard_s = now_s
    connection.forgiven_silence = False
    if version == room.table.version:
        connection.outbox.caught_up()
    elif room.table.version - version > LAG_VERSIONS_MAX:
        connection.outbox.overrun()


def _keeps_up(room: Room, connection: Connection, now_s: float) -> bool:
    silent_s = now_s - connection.heard_s
    if silent_s > GONE_SECONDS:
        connection.outbox.close(CLOSE_SLOW)
        return False
    if silent_s > SILENT_SECONDS and not connection.forgiven_silence:
        connection.forgiven_silence = True
        room.showing.resync(connection)
    return True
