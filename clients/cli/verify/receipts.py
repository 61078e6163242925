"""Receipts: digests of a table's log that people were shown, to hold against a file.

An acta that follows another history than the one that somebody saw cannot hold their receipt:
each digest covers everything before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# Letters that are told apart when they are read aloud, in Spanish and in English.
LETTERS = "ABCDEFHJKLMNPRSTUXYZ"
_TYPED = re.compile(rf"(\d{{1,15}}):([0-9a-f]{{64}}|[{LETTERS}]{{8}})\Z")

# `withdrawn`: it does not fit, but the table itself had said since that it went back.
Verdict = Literal["good", "bad", "outside", "withdrawn"]


@dataclass(frozen=True)
class Receipt:
    """The digest of a log at a version: in full, or its eight letters."""

    version: int
    digest: str
    withdrawn: bool = False


def is_digest(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch(r"[0-9a-f]{64}", text) is not None


def short(digest: str) -> str:
    """The letters by which people compare a digest aloud, as in «ABCD EFGH»."""
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in bytes.fromhex(digest)[:8])
    return f"{letters[:4]} {letters[4:]}"


def typed_receipt(text: str) -> Receipt:
    """`57:` and a digest, or its letters as people say them.

    Raises: ValueError.
    """
    version, _, digest = text.partition(":")
    letters = re.sub(r"[\s-]", "", digest)
    plain = letters.lower() if len(letters) == 64 else letters.upper()
    found = _TYPED.match(f"{version.strip()}:{plain}")
    if found is None:
        raise ValueError(text)
    return Receipt(int(found[1]), found[2])


def judged(receipt: Receipt, chain: Mapping[int, str]) -> Verdict:
    """Whether a file's chain, version → digest, has what the receipt says."""
    digest = chain.get(receipt.version)
    if digest is None:
        return "outside"
    same = receipt.digest in (digest, short(digest).replace(" ", ""))
    if same:
        return "good"
    return "withdrawn" if receipt.withdrawn else "bad"
