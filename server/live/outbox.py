"""What waits to be sent to one connection: bounded, and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.protocol.frames import CLOSE_SLOW

FRAMES_MAX = 64
BYTES_MAX = 256_000


class Wire(Protocol):
    """A connection's way out, as the socket gives it."""

    full: bool  # more would only pile up: wait for `drained`

    def write(self, frames: bytes) -> None:
        """Sends ready messages, at once and without waiting."""
        ...

    def close(self, code: int) -> None:
        """Says goodbye with a close code; also a peer that does not answer is let go."""
        ...


class Outbox:
    """Frames for one connection.

    Whoever reads too slowly has the queue thrown away and gets the view as it is (`resync`) as
    soon as something can be sent again; the second time without having caught up, it is closed.
    """

    __slots__ = (
        "_bytes",
        "_forgiven",
        "_frames",
        "_lost",
        "_wire",
        "closed",
        "on_overrun",
        "resync",
    )

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.resync: Callable[[], None] = _nothing  # sends the view as it is
        self.on_overrun: Callable[[], None] = _nothing
        self._frames: list[tuple[bytes, bool]] = []  # few, if any
        self._bytes = 0
        self._lost = False  # frames were thrown away and a snapshot is owed
        self._forgiven = False
        self.closed = False

    def put(self, frame: bytes, *, keep: bool = False) -> None:
        """Sends a frame, or has it wait. `keep`: an answer, which no snapshot makes up for."""
        if self.closed:
            return
        if not self._wire.full and not self._frames:
            self._wire.write(frame)
            return
        if self._lost and not keep:
            return
        self._frames.append((frame, keep))
        self._bytes += len(frame)
        if len(self._frames) > FRAMES_MAX or self._bytes > BYTES_MAX:
            self.overrun()

    def overrun(self) -> None:
        """The connection is too far behind: forgive once, then close."""
        self.on_overrun()
        if self._forgiven:
            self.close(CLOSE_SLOW)
            return
        self._forgiven = self._lost = True
        self._frames = [item for item in self._frames if item[1]]
        self._bytes = sum(len(frame) for frame, _ in self._frames)
        if not self._wire.full:
            self.drained()

    def caught_up(self) -> None:
        """The client has said that it shows what was sent."""
        if not self._lost and not self._frames:
            self._forgiven = False

    def drained(self) -> None:
        """The wire takes more again."""
        while self._frames and not self._wire.full and not self.closed:
            frame, _ = self._frames.pop(0)
            self._bytes -= len(frame)
            self._wire.write(frame)
        if self._lost and not self._frames and not self.closed:
            self._lost = False
            self.resync()

    def close(self, code: int) -> None:
        """Closes once; later frames are dropped."""
        if not self.closed:
            self.closed = True
            self._frames.clear()
            self._wire.close(code)


def _nothing() -> None:
    pass
