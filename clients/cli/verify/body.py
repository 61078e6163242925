"""Reads the packed body of an entry: the part of msgpack that a log uses, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

DEPTH_MAX = 16
Value = None | bool | int | str | list["Value"] | dict[str, "Value"]


class Unreadable(Exception):
    """No body of a log."""


def unpacked(raw: bytes) -> Value:
    """The value of a body.

    Raises: Unreadable for whatever a log does not hold: fractions, bytes, a key twice, a rest.
    """
    reader = _Reader(raw)
    value = reader.value(0)
    if reader.at != len(raw):
        raise Unreadable("a rest")
    return value


class _Reader:
    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self.at = 0

    def value(self, depth: int) -> Value:
        if depth > DEPTH_MAX:
            raise Unreadable("too deep")
        code = self._number(1)
        if code < 0x80:
            return code
        if code >= 0xE0:
            return code - 0x100
        if code < 0x90:
            return self._map(code & 0x0F, depth)
        if code < 0xA0:
            return self._list(code & 0x0F, depth)
        if code < 0xC0:
            return self._text(code & 0x1F)
        if code not in _LONG:
            raise Unreadable(f"code {code}")
        return _LONG[code](self, depth)

    def _take(self, size: int) -> bytes:
        taken = self._raw[self.at : self.at + size]
        if len(taken) != size:
            raise Unreadable("it ends too soon")
        self.at += size
        return taken

    def _number(self, size: int, *, signed: bool = False) -> int:
        return int.from_bytes(self._take(size), "big", signed=signed)

    def _text(self, size: int) -> str:
        try:
            return self._take(size).decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable("no text") from None

    def _list(self, size: int, depth: int) -> list[Value]:
        return [self.value(depth + 1) for _ in range(self._possible(size))]

    def _map(self, size: int, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for _ in range(self._possible(size)):
            key = self.value(depth + 1)
            if not isinstance(key, str) or key in found:
                raise Unreadable("a key twice, or no text")
            found[key] = self.value(depth + 1)
        return found

    def _possible(self, size: int) -> int:
        """A size that the rest can hold: each value takes a byte at least."""
        if size > len(self._raw) - self.at:
            raise Unreadable("it ends too soon")
        return size


_LONG: dict[int, Callable[[_Reader, int], Value]] = {
    0xC0: lambda _, __: None,
    0xC2: lambda _, __: False,
    0xC3: lambda _, __: True,
    0xCC: lambda it, _: it._number(1),
    0xCD: lambda it, _: it._number(2),
    0xCE: lambda it, _: it._number(4),
    0xCF: lambda it, _: it._number(8),
    0xD0: lambda it, _: it._number(1, signed=True),
    0xD1: lambda it, _: it._number(2, signed=True),
    0xD2: lambda it, _: it._number(4, signed=True),
    0xD3: lambda it, _: it._number(8, signed=True),
    0xD9: lambda it, _: it._text(it._number(1)),
    0xDA: lambda it, _: it._text(it._number(2)),
    0xDB: lambda it, _: it._text(it._number(4)),
    0xDC: lambda it, depth: it._list(it._number(2), depth),
    0xDD: lambda it, depth: it._list(it._number(4), depth),
    0xDE: lambda it, depth: it._map(it._number(2), depth),
    0xDF: lambda it, depth: it._map(it._number(4), depth),
}
