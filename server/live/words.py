"""What people write, made safe to show: names and lines of chat."""

from __future__ import annotations

import unicodedata

from server.protocol.frames import CHAT_CHARACTERS_MAX, NAME_CHARACTERS_MAX
from server.protocol.reasons import Reason, Rejected

MARKS_MAX = 3  # combining marks in a row; more would climb over the neighbours
_DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_SPACES = frozenset(("Zs", "Zl", "Zp"))
_JOINER = "\u200d"  # holds the parts of an emoji together, and means nothing elsewhere
_PICTURES = frozenset(("So", "Sk", "Mn"))  # what a joiner may stand between: symbols, selectors


def clean_name(words: str) -> str:
    """A person's name, 1 to 24 characters.

    Raises: Rejected(BAD_NAME) if nothing is left or it is too long.
    """
    name = clean(words)
    if not 1 <= len(name) <= NAME_CHARACTERS_MAX:
        raise Rejected(Reason.BAD_NAME, limit=NAME_CHARACTERS_MAX)
    return name


def clean_title(words: str) -> str:
    """A table's title, which may be empty.

    Raises: Rejected(BAD_NAME) if it is too long.
    """
    return clean_name(words) if clean(words) else ""


def clean_line(words: str) -> str:
    """A line of chat, 1 to 280 characters.

    Raises: Rejected(EMPTY_WORDS) if nothing is left or it is too long.
    """
    line = clean(words)
    if not 1 <= len(line) <= CHAT_CHARACTERS_MAX:
        raise Rejected(Reason.EMPTY_WORDS, limit=CHAT_CHARACTERS_MAX)
    return line


def clean(words: str) -> str:
    """Composed (NFC), without control, direction, invisible and private characters; single blanks.

    Terminals obey control characters, and direction marks turn the line around (UTS #55).
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", words):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category in _SPACES or character in "\t\n\r":
            kept.append(" ")
        elif _stays(character, category, kept) and marks <= MARKS_MAX:
            kept.append(character)
    return " ".join("".join(kept).split())


def _stays(character: str, category: str, before: list[str]) -> bool:
    if character == _JOINER:
        return bool(before) and unicodedata.category(before[-1]) in _PICTURES
    return category not in _DROPPED
