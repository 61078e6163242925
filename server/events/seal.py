"""The seal of an entry, by which a check finds any byte of a log that has changed since.

seal(v) = the first 16 hex digits of SHA-1(seal(v−1) ‖ v ‖ h ‖ c ‖ t ‖ m ‖ a ‖ p ‖ s), each value
but the first with its length before it (`5:hello`), v, t and m in decimal digits. `append.lua`
writes it as the entry's field `d`. The seal before is empty at the first entry and after one
without a seal, as releases before seals wrote them. It is a sum against accidents, not a proof
against whoever may write to the store: that is the digest chain (`audit.py`), which people keep.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

FIELDS = (b"h", b"c", b"t", b"m", b"a", b"p", b"s")  # of an entry, as they are stored
SEAL = b"d"
SEAL_DIGITS = 16

RawEntry = tuple[bytes, Sequence[bytes]]  # id; fields and values in turn, as they are stored


class Unsealed(Exception):
    """An entry is not as it was written; the text says what shows it, without its content."""


def seal_of(before: bytes, version: bytes, values: Sequence[bytes]) -> bytes:
    """The seal of the entry with these values of `FIELDS`, `before` being that of the entry before
    (empty if it has none)."""
    sealed = b"".join(b"%d:%b" % (len(value), value) for value in (version, *values))
    digest = hashlib.sha1(before + sealed, usedforsecurity=False).hexdigest()
    return digest[:SEAL_DIGITS].encode()


def checked_seal(before: bytes, entry: RawEntry, version: int) -> bytes:
    """The seal of an entry that is entry `version` of its log; empty if it was written without.

    Raises: Unsealed.
    """
    id_, flat = entry
    if id_ != b"%d-0" % version:
        raise Unsealed(f"its id is {id_.decode(errors='replace')}, expected {version}-0")
    names = tuple(flat[::2])
    if names == FIELDS:
        return b""
    if names != (*FIELDS, SEAL):
        raise Unsealed("its fields are not those of an entry")
    values = flat[1::2]
    if seal_of(before, b"%d" % version, values[:-1]) != values[-1]:
        raise Unsealed("it is not as it was written: its seal does not fit")
    return values[-1]
