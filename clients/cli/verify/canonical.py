"""The one way in which a line of an acta is written.

Written from server/protocol/ACTA.md alone.
"""

from __future__ import annotations

import json
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, NoReturn

INTEGER_MAX = 2**53 - 1
DEPTH_MAX = 16
DIGITS_MAX = 16

Line = dict[str, Any]


class NotCanonical(Exception):
    """What is wrong with a line: the end of a message's key, and what was expected."""

    def __init__(self, why: str, expected: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.expected = expected


def read_line(line: bytes) -> Line:
    """The object of a line without its line feed.

    Raises: NotCanonical.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise NotCanonical("not-utf8") from None
    try:
        value = json.loads(text, parse_int=_whole, parse_float=float, parse_constant=_no_number)
    except RecursionError:
        raise NotCanonical("not-canonical") from None
    except ValueError:
        raise NotCanonical("not-json") from None
    if not isinstance(value, dict):
        raise NotCanonical("not-json")
    try:
        written = written_line(value)
    except ValueError:
        raise NotCanonical("not-canonical") from None
    if written != line:
        raise NotCanonical("not-canonical", written.decode())
    return value


def written_line(value: Line) -> bytes:
    """The canonical bytes of a line.

    Raises: ValueError for what no line may hold.
    """
    return canonical(value).encode()


def canonical(value: object, depth: int = 0) -> str:
    """The one way to write a value: keys sorted, no spaces, nothing escaped that need not be.

    Raises: ValueError for a number with a fraction, a key that is not plain, too deep a nest.
    """
    if isinstance(value, str):
        return encode_basestring(value)
    if type(value) is int:
        return str(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if depth > DEPTH_MAX:
        raise ValueError("too deep")
    match value:
        case dict():
            fields = (f"{_key(key)}:{canonical(value[key], depth + 1)}" for key in sorted(value))
            return f"{{{','.join(fields)}}}"
        case list():
            return f"[{','.join([canonical(part, depth + 1) for part in value])}]"
        case _:
            raise ValueError("not a whole number")


@lru_cache(maxsize=1_024)
def _key(key: str) -> str:
    if not (key.isascii() and key.isprintable()):
        raise ValueError("a key of other than plain letters")
    return json.dumps(key)


def _whole(text: str) -> int | float:
    """A number that is too large is read as what no line may hold."""
    number = int(text) if len(text) <= DIGITS_MAX + 1 else INTEGER_MAX + 1
    return float(number) if abs(number) > INTEGER_MAX else number


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"no JSON: {text}")
