"""What lies beside a log, names and chat, and whether it is well-formed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from server.events.store import CHAT_LINES_MAX
from server.game.table import Table
from server.live.asking import hash_of
from server.live.talk import (
    INVITE,
    MARK_BYTES,
    MUTED,
    MUTED_TOKENS,
    TITLE,
    WATCHING,
    author_of,
    persons_in,
)
from server.protocol.frames import NAME_CHARACTERS_MAX

LAST = "n"  # field of the chat: the last number ever given


def names_faults(table: Table, items: tuple[bytes, ...]) -> Iterator[str]:
    """Names by person, the title, and the link's secret, which is that of the log."""
    try:
        names = {name.decode(): words.decode() for name, words in _pairs(items)}
    except ValueError:
        yield "a name cannot be read"
        return
    for field, words in names.items():
        if field == INVITE:
            if table.invite_hash and hash_of(words) != table.invite_hash:
                yield "the secret of its link is not the one that its log knows"
        elif field in (MUTED, MUTED_TOKENS, WATCHING):
            if field == MUTED and not all(1 <= p <= table.persons for p in persons_in(words)):
                yield f"it mutes {words!r}, who never sat there"
        elif field != TITLE and not (field.isdecimal() and 1 <= int(field) <= table.persons):
            yield f"it has a name for {field!r}, who never sat there"
        elif len(words) > NAME_CHARACTERS_MAX:
            yield f"the name of {field!r} has {len(words)} characters"


def chat_faults(table: Table, items: tuple[bytes, ...]) -> Iterator[str]:
    """Lines by number, none above the last number given."""
    try:
        lines = {number.decode(): line for number, line in _pairs(items)}
        last = int(lines.pop(LAST, b"0"))
        numbers = [int(number) for number in lines]
    except ValueError:
        yield "its chat has a line without a number"
        return
    if (
        len(numbers) > CHAT_LINES_MAX
        or max(numbers, default=0) > last
        or min(numbers, default=1) < 1
    ):
        yield f"its chat has {len(numbers)} lines up to {max(numbers)}, the last given was {last}"
    for number, line in lines.items():
        try:
            person = author_of(line[MARK_BYTES:])
        except msgspec.MsgspecError:
            yield f"line {number} of its chat cannot be read"
        else:
            if not 1 <= person <= table.persons:
                yield f"line {number} of its chat is by {person}, who never sat there"


def _pairs(items: tuple[bytes, ...]) -> Iterator[tuple[bytes, bytes]]:
    return zip(items[::2], items[1::2], strict=True)
