"""Makes foreign text harmless: nothing in it can move a cursor, hide text or turn it round."""

from __future__ import annotations

import unicodedata

MARK = "\N{REPLACEMENT CHARACTER}"
# Cc controls (C0, DEL, C1), Zl and Zp line breaks, Cs halves of pairs.
_UNSAFE = frozenset({"Cc", "Zl", "Zp", "Cs"})
# Format characters (Cf) that reorder or hide what follows: direction marks, isolates, overrides.
_TURNING = frozenset(
    map(chr, (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF))
)
_TAGS = range(0xE0000, 0xE0080)


def harmless(text: str) -> str:
    """The text with every control or turning character shown as a mark; the length stays."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(MARK if _is_unsafe(char) else char for char in text)


def _is_unsafe(char: str) -> bool:
    return unicodedata.category(char) in _UNSAFE or char in _TURNING or ord(char) in _TAGS
