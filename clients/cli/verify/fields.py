"""Fields of an event, read strictly: an event of another shape ends the reading."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from clients.cli.verify.canonical import Line

_HEX = re.compile(r"[0-9a-f]*")
_NEEDED: Any = object()


class Odd(Exception):
    """An event that does not have the shape that its name promises."""


def whole(of: Line, key: str, absent: Any = _NEEDED) -> int:
    """A whole number; `absent` if there is no such field. Raises: Odd."""
    value = of.get(key, absent)
    if type(value) is not int:  # True is none
        raise Odd(key)
    return value


def text(of: Line, key: str) -> str:
    """Raises: Odd."""
    value = of.get(key)
    if not isinstance(value, str):
        raise Odd(key)
    return value


def hexes(of: Line, key: str, digits: int) -> str:
    """So many digits of hex, in lower case. Raises: Odd."""
    value = text(of, key)
    if len(value) != digits or not _HEX.fullmatch(value):
        raise Odd(key)
    return value


def listed(of: Line, key: str) -> list[Any]:
    """The list of a field; empty where it is absent. Raises: Odd."""
    value = of.get(key, [])
    if not isinstance(value, list):
        raise Odd(key)
    return value


def wholes(of: Line, key: str) -> list[int]:
    """Raises: Odd."""
    return [whole({"at": value}, "at") for value in listed(of, key)]


def rising(of: Line, key: str) -> list[int]:
    """Whole numbers, each over the one before it. Raises: Odd."""
    return _risen(wholes(of, key), key)


def texts(of: Line, key: str) -> list[str]:
    """Raises: Odd."""
    return [text({"at": value}, "at") for value in listed(of, key)]


def objects(of: Line, key: str) -> list[Line]:
    """Raises: Odd."""
    found = listed(of, key)
    if not all(isinstance(value, dict) for value in found):
        raise Odd(key)
    return found


def pairs(of: Line, key: str) -> list[tuple[int, str]]:
    """Pairs of a seat and a text; none where the field is absent. Raises: Odd."""
    found = []
    for pair in listed(of, key):
        if not isinstance(pair, list) or len(pair) != 2:
            raise Odd(key)
        found.append((whole({"at": pair[0]}, "at"), text({"at": pair[1]}, "at")))
    return found


def by_seat(of: Line, key: str) -> dict[int, str]:
    """Texts by seat, which come in the order of the seats, none twice. Raises: Odd."""
    found = pairs(of, key)
    _risen([seat for seat, _ in found], key)
    return dict(found)


def one_of(of: Line, key: str, known: tuple[str, ...]) -> str:
    """One of the words that this program knows. Raises: Odd."""
    value = text(of, key)
    if value not in known:
        raise Odd(key)
    return value


def _risen(values: list[int], key: str) -> list[int]:
    if any(one >= other for one, other in pairwise(values)):
        raise Odd(key)
    return values
