"""One example of every event, with all its fields or with the fewest, for what is kept for ever."""

from __future__ import annotations

from itertools import count
from typing import Any, Literal, get_args, get_origin

import msgspec

from server.rules.presets import MONTANITA
from server.rules.ruleset import RuleSet


def example(kind: type[msgspec.Struct], *, whole: bool) -> Any:
    """An event in which no two values are alike, so that none can stand for another."""
    numbers = count(1)
    return _struct(kind, numbers, whole=whole)


def _struct(kind: type[msgspec.Struct], numbers: count[int], *, whole: bool) -> Any:
    given = [field for field in msgspec.structs.fields(kind) if whole or field.required]
    return kind(**{field.name: _value(field.type, numbers) for field in given})


def _value(kind: Any, numbers: count[int]) -> Any:
    kind = getattr(kind, "__origin__", kind) if hasattr(kind, "__metadata__") else kind
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return arguments[-1]
    if origin is tuple:
        kinds = arguments[:1] * 2 if arguments[-1] is ... else arguments
        return tuple(_value(each, numbers) for each in kinds)
    if kind is RuleSet:
        return MONTANITA
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(kind, numbers, whole=True)
    values = {int: next(numbers), str: f"text{next(numbers)}", bool: True}
    return values[kind]
