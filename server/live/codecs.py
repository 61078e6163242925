"""The two ways frames are written: JSON as text, msgpack as binary messages."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from server.protocol.frames import ClientFrame, Command, ServerFrame
from server.protocol.reasons import Reason

_TEXT = 0x81  # RFC 6455 §5.2: final fragment of a text message
_BINARY = 0x82
_COMMAND_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class BadFrame(Exception):
    """A message that is not a frame of this protocol; `command_id` if it had a proper one."""

    def __init__(self, reason: Reason, detail: str, command_id: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.command_id = command_id


class Codec(msgspec.Struct, frozen=True, eq=False):
    """How one subprotocol writes and reads frames."""

    subprotocol: str
    head: int
    encode: Callable[[ServerFrame], bytes]
    decode: Callable[[bytes | str], ClientFrame]
    glance: Callable[[bytes | str], _Glance]

    def pack(self, frame: ServerFrame) -> bytes:
        """A ready WebSocket message, the same bytes for every connection of an audience."""
        body = self.encode(frame)
        size = len(body)
        if size < 126:
            return bytes((self.head, size)) + body
        if size < 65_536:
            return bytes((self.head, 126)) + size.to_bytes(2) + body
        return bytes((self.head, 127)) + size.to_bytes(8) + body

    def unpack(self, message: bytes | str) -> ClientFrame:
        """The frame in a message.

        Raises: BadFrame.
        """
        try:
            return self.decode(message)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._explained(message, str(error)) from None

    def _explained(self, message: bytes | str, detail: str) -> BadFrame:
        try:
            seen = self.glance(message)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return BadFrame(Reason.MALFORMED, "not a frame", "")
        command_id = seen.id if isinstance(seen.id, str) else ""
        if not _COMMAND_ID.fullmatch(command_id):
            command_id = ""
        if isinstance(seen.t, str) and seen.t not in _TAGS:
            return BadFrame(Reason.UNKNOWN_FRAME, "no such frame", command_id)
        if seen.t in ("play", "name") and detail.endswith(("`$.suit`", "field `suit`")):
            return BadFrame(Reason.SUIT_NEEDED, "", command_id)
        return BadFrame(Reason.MALFORMED, detail, command_id)


class _Glance(msgspec.Struct):
    """What can be said of a message that is no proper frame."""

    t: object = None
    id: object = None


_TAGS = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (*Command.__args__, *(set(ClientFrame.__args__) - set(Command.__args__)))
)

JSON = Codec(
    subprotocol="ochos.1.json",
    head=_TEXT,
    encode=msgspec.json.Encoder().encode,
    decode=msgspec.json.Decoder(ClientFrame).decode,
    glance=msgspec.json.Decoder(_Glance).decode,
)
MSGPACK = Codec(
    subprotocol="ochos.1.msgpack",
    head=_BINARY,
    encode=msgspec.msgpack.Encoder().encode,
    decode=msgspec.msgpack.Decoder(ClientFrame).decode,  # type: ignore[arg-type]
    glance=msgspec.msgpack.Decoder(_Glance).decode,  # type: ignore[arg-type]
)
CODECS: dict[str, Codec] = {codec.subprotocol: codec for codec in (JSON, MSGPACK)}
