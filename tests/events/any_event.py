"""Events of every class with any values, for Hypothesis."""

from __future__ import annotations

from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from server.events.catalog import AnyEvent
from server.rules.door import rules_for
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet

NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
RULES = st.sampled_from(
    (*PRESETS.values(), rules_for("montanita", {"enforcement": "honour", "turn_seconds": 60}))
)
EVENTS: tuple[type[msgspec.Struct], ...] = get_args(AnyEvent)


def of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that stands in an event."""
    kind = getattr(kind, "__origin__", kind) if hasattr(kind, "__metadata__") else kind
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple and arguments[-1] is ...:
        return st.lists(of_type(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(of_type, arguments))
    if origin is dict:
        return st.dictionaries(of_type(arguments[0]), of_type(arguments[1]), max_size=3)
    if origin is Union or type(kind).__name__ == "UnionType":
        return st.one_of(*map(of_type, arguments))
    if kind is RuleSet:
        return RULES  # tests of the rules try all others
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return of_struct(kind)
    simple = {int: NUMBERS, str: st.text(max_size=8), bool: st.booleans(), type(None): st.none()}
    return simple[kind]


def of_struct(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Optional fields are now there, now at their default."""
    fields = {}
    for field in msgspec.structs.fields(kind):
        value = of_type(field.type)
        fields[field.name] = value if field.required else st.one_of(st.just(field.default), value)
    return st.builds(kind, **fields)


def events(least: int = 0) -> st.SearchStrategy[tuple[AnyEvent, ...]]:
    """The events of a commit."""
    return st.lists(st.one_of(*map(of_struct, EVENTS)), min_size=least, max_size=4).map(tuple)
