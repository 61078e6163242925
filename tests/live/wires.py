"""Ways out that a test closes and opens."""

from __future__ import annotations


class FakeWire:
    """A way out that the test closes and opens."""

    def __init__(self) -> None:
        self.full = False
        self.written: list[bytes] = []
        self.code: int | None = None

    def write(self, frames: bytes) -> None:
        assert self.code is None, "written after the close"
        self.written.append(frames)

    def close(self, code: int) -> None:
        assert self.code is None, "closed twice"
        self.code = code
