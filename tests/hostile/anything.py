"""What may come in from outside, for Hypothesis: noise, trees, and good input that was spoilt."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from server.cards import FRENCH52, JIUJITSU, deck_of
from server.protocol import frames as f

WORDS = (
    *("t", "id", "turn", "card", "suit", "table", "token", "version", "seat", "text", "name"),
    *(kind.__struct_config__.tag for kind in (*f.Command.__args__, f.Hello, f.At, f.Bye)),
    *("a" * 26, "8C", "C", "", "null", "\x00", "\u202e", "\ud7ff", "é" * 30, "x" * 5_000),
    *deck_of(JIUJITSU, 1).cards[:5],
    *deck_of(FRENCH52, 2).cards[-5:],
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**64 - 1),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(WORDS),
)
KEYS = st.sampled_from(WORDS) | st.text(max_size=4)
TREES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=12,
)
OBJECTS = st.dictionaries(KEYS, TREES, max_size=8)
EXTENSIONS = st.builds(msgspec.msgpack.Ext, st.integers(-128, 127), st.binary(max_size=12))
PACKABLE = st.recursive(
    LEAVES | st.binary(max_size=8) | EXTENSIONS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.integers(0, 9), inner, max_size=6)
    ),
    max_leaves=12,
)


def as_json(tree: object) -> bytes:
    return msgspec.json.encode(tree)


@st.composite
def spoilt(draw: st.DrawFn, good: bytes) -> bytes:
    """Good bytes with some of them lost, doubled, turned or put in."""
    body = bytearray(good)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(body)))
        span = draw(st.integers(0, 40))
        way = draw(st.sampled_from(("turn", "lose", "double", "add", "end")))
        if way == "turn" and place < len(body):
            body[place] ^= draw(st.integers(1, 255))
        elif way == "lose":
            del body[place : place + span]
        elif way == "double":
            body[place:place] = body[place : place + span]
        elif way == "add":
            body[place:place] = draw(st.binary(max_size=8))
        elif way == "end":
            del body[place:]
    return bytes(body)
