"""One open connection: who looks through it, what it has been sent, what it may ask."""

from __future__ import annotations

from collections.abc import Callable

from server.live.codecs import Codec
from server.live.outbox import Outbox, Wire
from server.protocol.frames import Ack, Refused, ServerFrame, Tree
from server.protocol.reasons import Reason

WATCHER = -1  # the seat of those who only look


class Connection:
    """A viewer's way in and out. `seat` follows the table: whoever holds the token sits there."""

    __slots__ = (
        "beat_slot",
        "codec",
        "forgiven_silence",
        "heard_s",
        "invited",
        "on_refusal",
        "outbox",
        "seat",
        "token_hash",
    )

    def __init__(
        self, codec: Codec, wire: Wire, token_hash: str, *, invited: bool, now_s: float
    ) -> None:
        self.codec = codec
        self.outbox = Outbox(wire)
        self.token_hash = token_hash
        self.invited = invited  # knows the link's secret
        self.seat = WATCHER
        self.heard_s = now_s  # when its client last said what it shows
        self.forgiven_silence = False
        self.beat_slot = int(now_s * 1000)  # spreads the beats of many connections
        self.on_refusal: Callable[[str], None] = _ignored

    def send(self, frame: ServerFrame) -> None:
        self.outbox.put(self.codec.pack(frame))

    def ack(self, command_id: str, version: int) -> None:
        self.outbox.put(self.codec.pack(Ack(id=command_id, version=version)), keep=True)

    def refuse(self, reason: str, command_id: str = "", facts: Tree | None = None) -> None:
        """Says that something changed nothing, and why."""
        frame = Refused(code=reason, id=command_id, facts=facts or {})
        self.outbox.put(self.codec.pack(frame), keep=True)
        if reason not in _NOBODYS_FAULT:
            self.on_refusal(reason)


# What happens to a client that does everything right.
_NOBODYS_FAULT = frozenset((Reason.STALE, Reason.RETRY, Reason.RESTARTING))


def _ignored(reason: str) -> None:
    pass
