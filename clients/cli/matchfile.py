"""Reads an exported match and checks every line of it; needs no server."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from clients.cli.harmless import harmless
from server.protocol import frames as f

FORMAT = "ochos-export-1"
INTEGER_MAX = 2**53 - 1
_ORDER = {"head": 0, "name": 1, "robot": 1, "chat": 1, "entry": 2, "frame": 3, "sum": 4}
Hex = str


class BadFile(Exception):
    """A line that is not as it must be; `why` is the end of a message's key."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class _Part(msgspec.Struct, frozen=True, gc=False, tag_field="k"):
    """One line of the file. A later version may add fields to it."""


class Head(_Part, frozen=True, tag="head"):
    format: str
    table: str
    match: int
    preset: str
    rules: dict[str, Any]
    players: tuple[int, ...]
    finished: bool
    viewer: int
    server: str


class NameLine(_Part, frozen=True, tag="name"):
    person: int
    name: str


class RobotLine(_Part, frozen=True, tag="robot"):
    seat: int
    robot: str
    name: str


class ChatPart(_Part, frozen=True, tag="chat"):
    n: int
    person: int
    at_ms: int
    text: str


class EntryLine(_Part, frozen=True, tag="entry"):
    """An entry of the table's log: `p` its public body, `d` the digest of the log up to it."""

    v: int
    t: int
    a: str
    p: Hex
    d: Hex


class FrameLine(_Part, frozen=True, tag="frame"):
    f: dict[str, Any]


class SumLine(_Part, frozen=True, tag="sum"):
    sha256: Hex


Part = Head | NameLine | RobotLine | ChatPart | EntryLine | FrameLine | SumLine


class MatchFile(msgspec.Struct, frozen=True, gc=False):
    """A match as its file tells it; every line has been checked."""

    head: Head
    names: dict[str, str]
    chat: tuple[ChatPart, ...]
    first: f.Snapshot
    steps: tuple[f.Step, ...]


def read_match(body: bytes) -> MatchFile:
    """The match in a file.

    Raises: BadFile, with the first line that is wrong.
    """
    *lines, rest = body.split(b"\n")
    if rest:
        lines.append(rest)
    parts = tuple(_checked(lines))
    last = parts[-1] if parts else None
    if rest or not isinstance(last, SumLine):
        raise BadFile(max(len(lines), 1), "no-sum")
    _check_sum(body, lines, last)
    return _gathered(parts)


def _checked(lines: list[bytes]) -> Iterator[Part]:
    """Each line as its part, after its own shape, its place and the chain have been looked at."""
    before: Part | None = None
    head: Head | None = None
    for number, line in enumerate(lines, 1):
        part = _part(line, number)
        if number == 1 and not (isinstance(part, Head) and part.format == FORMAT):
            raise BadFile(1, "no-head")
        head = part if isinstance(part, Head) else head
        assert head is not None
        _check_place(before, part, number)
        _check_chain(head, before, part, number)
        before = part
        yield part


def _part(line: bytes, number: int) -> Part:
    tree = _tree(line, number)
    if json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")) != line.decode():
        raise BadFile(number, "not-canonical")
    if tree.get("k") not in _ORDER:
        raise BadFile(number, "unknown-kind")
    try:
        return msgspec.convert(tree, Part)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        raise BadFile(number, "bad-shape") from None


def _tree(line: bytes, number: int) -> dict[str, Any]:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(number, "not-utf8") from None
    try:
        tree = json.loads(
            text, parse_int=_whole, parse_float=_refuse_number, parse_constant=_refuse_number
        )
    except (ValueError, RecursionError):
        raise BadFile(number, "not-json") from None
    if not isinstance(tree, dict):
        raise BadFile(number, "not-json")
    return tree


def _whole(text: str) -> int:
    number = int(text) if len(text) <= 17 else INTEGER_MAX + 1
    if abs(number) > INTEGER_MAX:
        raise ValueError(f"number out of range: {text[:20]}")
    return number


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"not a whole number: {text[:20]}")


def _check_place(before: Part | None, part: Part, number: int) -> None:
    """Kinds follow one another in the format's order; after the sum there is nothing."""
    if isinstance(before, SumLine):
        raise BadFile(number, "after-sum")
    if before is not None and (isinstance(part, Head) or _place(part) < _place(before)):
        raise BadFile(number, "order")


def _place(part: Part) -> int:
    return _ORDER[str(type(part).__struct_config__.tag)]


def _check_chain(head: Head, before: Part | None, part: Part, number: int) -> None:
    """An entry's digest follows from the one before it and from what it says itself.

    d(v) = SHA-256(d(v−1) ‖ v ‖ t ‖ len(a) ‖ a ‖ p), d(0) = SHA-256("ol-log-1" ‖ table). The first
    entry of a later match hangs on one that is not in the file.
    """
    if not isinstance(part, EntryLine):
        return
    if isinstance(before, EntryLine):
        if part.v != before.v + 1:
            raise BadFile(number, "order")
        known = before.d
    elif part.v == 1:
        known = hashlib.sha256(b"ol-log-1" + head.table.encode()).hexdigest()
    else:
        return
    try:
        act = part.a.encode()
        head_bytes = struct.pack(">QQI", part.v, part.t, len(act))
        text = bytes.fromhex(known) + head_bytes + act + bytes.fromhex(part.p)
    except (ValueError, struct.error):
        raise BadFile(number, "bad-shape") from None
    if hashlib.sha256(text).hexdigest() != part.d:
        raise BadFile(number, "chain")


def _check_sum(body: bytes, lines: list[bytes], last: SumLine) -> None:
    before = body[: len(body) - len(lines[-1]) - 1]
    if hashlib.sha256(before).hexdigest() != last.sha256:
        raise BadFile(len(lines), "sum")


def _gathered(parts: tuple[Part, ...]) -> MatchFile:
    """The parts put together; the frames must tell of the very entries."""
    numbered = tuple(enumerate(parts, 1))
    head = parts[0]
    assert isinstance(head, Head)
    frames = tuple(
        (number, _frame(part, number)) for number, part in numbered if isinstance(part, FrameLine)
    )
    entries = tuple(part for part in parts if isinstance(part, EntryLine))
    _check_frames(frames, entries, len(parts))
    first, *steps = (frame for _, frame in frames)
    assert isinstance(first, f.Snapshot)
    return MatchFile(
        head=head,
        names={str(p.person): harmless(p.name) for p in parts if isinstance(p, NameLine)},
        chat=tuple(part for part in parts if isinstance(part, ChatPart)),
        first=first,
        steps=tuple(step for step in steps if isinstance(step, f.Step)),
    )


def _frame(part: FrameLine, number: int) -> f.Snapshot | f.Step:
    try:
        frame: f.Snapshot | f.Step = msgspec.convert(part.f, f.Snapshot | f.Step)
    except msgspec.ValidationError:
        raise BadFile(number, "frame") from None
    return frame


def _check_frames(
    frames: tuple[tuple[int, f.Snapshot | f.Step], ...], entries: tuple[EntryLine, ...], lines: int
) -> None:
    if len(frames) != len(entries) or not frames:
        raise BadFile(lines, "frame")
    for index, ((number, frame), entry) in enumerate(zip(frames, entries, strict=True)):
        is_right_kind = isinstance(frame, f.Snapshot if index == 0 else f.Step)
        if not is_right_kind or (frame.version, frame.at_ms) != (entry.v, entry.t):
            raise BadFile(number, "frame")
