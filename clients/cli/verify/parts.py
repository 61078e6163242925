"""The lines of an acta: read one by one, each in its place and of its shape, the chain unbroken."""

from __future__ import annotations

import base64
import hashlib
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from clients.cli.verify.body import Unreadable, unpacked
from clients.cli.verify.canonical import Line, NotCanonical, canonical, read_line

FORMAT = "ochos-acta-1"
FILE_BYTES_MAX = 64 * 1024 * 1024
_MARK = b'"format":"ochos-acta-1"'
_PLACES = {"head": 0, "name": 1, "entry": 2, "deal": 3, "result": 4, "end": 5}
_AMONG_MANY = ("name", "entry", "deal")
_HEX_64 = re.compile(r"[0-9a-f]{64}\Z")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\Z")


class Bad(Exception):
    """The first bad line of a file, counted from 1.

    `why` is the end of a message's key; `expected` and `found` are the file's own words.
    """

    def __init__(self, line: int, why: str, expected: object = "", found: object = "") -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why
        self.expected = str(expected)
        self.found = str(found)


@dataclass(frozen=True)
class Entry:
    """An entry of the log, and where it stands in the file."""

    line: int
    version: int
    digest: str
    schema: int
    events: list[Line]


@dataclass(frozen=True)
class Acta:
    """A file whose lines are well formed and whose entries follow from one another."""

    head: Line
    names: dict[int, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    told: list[tuple[int, bytes]] = field(default_factory=list)  # deals and result, as they stand
    end: Line = field(default_factory=dict)
    end_line: int = 0
    sha256: str = ""  # of all before the last line


def parts_of(body: bytes) -> Acta:
    """The parts of a file.

    Raises: Bad, with the first line that is wrong in itself or does not follow from the last.
    """
    if len(body) > FILE_BYTES_MAX:
        raise Bad(1, "too-big")
    *lines, rest = body.split(b"\n")
    if _MARK not in (lines[0] if lines else rest):
        raise Bad(1, "no-acta")
    if rest:
        lines.append(rest)
    acta = Acta(_head(lines[0]))
    place, digest = 0, str(acta.head["before"])
    end: Line | None = None
    for number, line in enumerate(lines[1:], 2):
        if end is not None:
            raise Bad(number, "after-end")
        part = _part(line, number)
        kind = str(part["k"])
        place = _next_place(place, kind, number)
        match kind:
            case "name":
                if part["person"] <= max(acta.names, default=-1):
                    raise Bad(number, "order")
                acta.names[part["person"]] = part["name"]
            case "entry":
                digest = _follows(acta, digest, part, number)
                acta.entries.append(Entry(number, part["v"], digest, *part["e"]))
            case "deal" | "result":
                acta.told.append((number, line))
            case _:
                end = part
    if end is None or rest:
        raise Bad(len(lines), "no-end")
    before = hashlib.sha256(body[: len(body) - len(lines[-1]) - 1]).hexdigest()
    return Acta(acta.head, acta.names, acta.entries, acta.told, end, len(lines), before)


def _head(line: bytes) -> Line:
    part = _part(line, 1)
    if part["k"] != "head" or part["format"] != FORMAT:
        raise Bad(1, "no-acta")
    return part


def _part(line: bytes, number: int) -> Line:
    try:
        part = read_line(line)
    except NotCanonical as bad:
        raise Bad(number, bad.why, bad.expected) from None
    kind = part.get("k")
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise Bad(number, "unknown-kind")
    shape = _SHAPES[kind]
    if not set(part) - {"k"} <= set(shape) or not all(
        fits(part[key]) if key in part else key in _MAY_LACK for key, fits in shape.items()
    ):
        raise Bad(number, "shape")
    return part


def _next_place(place: int, kind: str, number: int) -> int:
    """Kinds follow one another in the format's order; there are entries, and one result."""
    now = _PLACES[kind]
    skips = now > _PLACES["entry"] > place or now == _PLACES["end"] != place + 1
    if now < place or skips or (now == place and kind not in _AMONG_MANY):
        raise Bad(number, "order")
    return now


def _follows(acta: Acta, before: str, part: Line, number: int) -> str:
    """The digest of an entry, computed from the one before it and from what it says."""
    version = acta.entries[-1].version + 1 if acta.entries else acta.head["first"]
    if part["v"] != version:
        raise Bad(number, "version", version, part["v"])
    act = part["a"].encode()
    if not _BASE64.match(part["p"]):
        raise Bad(number, "shape")
    head, raw = struct.pack(">QQI", part["v"], part["t"], len(act)), base64.b64decode(part["p"])
    digest = hashlib.sha256(bytes.fromhex(before) + head + act + raw).hexdigest()
    if digest != part["d"]:
        raise Bad(number, "chain", digest, part["d"])
    try:
        told = canonical(unpacked(raw))
    except (Unreadable, ValueError):
        raise Bad(number, "body") from None
    # Both forms of the body must be the very same; base64 has several ways to write one thing.
    if told != canonical(part["e"]) or base64.b64encode(raw).decode() != part["p"]:
        raise Bad(number, "body", told, canonical(part["e"]))
    return digest


# Shapes


def is_whole(value: object) -> bool:
    return type(value) is int


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and _HEX_64.match(value) is not None


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(is_whole, value))


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _is_objects(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_object, value))


def _is_body(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _is_count(value[0])
        and _is_objects(value[1])
        and all(isinstance(event.get("t"), str) for event in value[1])
    )


_Fits = Callable[[object], bool]
_SHAPES: dict[str, dict[str, _Fits]] = {
    "head": {
        "before": _is_digest, "fingerprint": _is_text, "first": _is_count, "format": _is_text,
        "match": _is_count, "packs": _is_count, "players": _is_numbers, "rules": _is_object,
        "seats": _is_objects, "server": _is_text, "table": _is_text,
    },
    "name": {"name": _is_text, "person": _is_count},
    "entry": {
        "a": _is_text, "d": _is_digest, "e": _is_body, "p": _is_text, "t": _is_count,
        "v": _is_count,
    },
    "deal": {
        "closed": _is_count, "commitment": _is_text, "contributions": _is_list, "cut": _is_count,
        "cut_by": is_whole, "deal": _is_count, "locked": _is_count, "missing": _is_numbers,
        "round": _is_count, "seed": _is_text,
    },
    "result": {
        "how": _is_text, "loser": is_whole, "places": _is_numbers, "totals": _is_numbers,
        "winner": is_whole,
    },
    "end": {
        "deals": _is_count, "entries": _is_count, "last": _is_digest, "lines": _is_count,
        "sha256": _is_digest,
    },
}  # fmt: skip
_MAY_LACK = frozenset({"closed", "seed"})  # of a deal that is not over
