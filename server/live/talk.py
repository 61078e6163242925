"""Names and chat of a table, which live beside its log so that a person's words can be erased."""

from __future__ import annotations

from collections import deque
from hashlib import sha256

import msgspec

from server.events.store import EventStore
from server.protocol.frames import ChatLine, ChatLines, People

TITLE = "title"  # fields of the store's names that are no person's number
INVITE = "invite"  # the link's secret, told to those who are seated and to nobody else
MUTED = "muted"  # persons whose lines are refused, by their numbers
MUTED_TOKENS = "muted_tokens"  # by what they are known again, once they have left: hashes
WATCHING = "watching"  # "off": nobody may watch
MARK_BYTES = 8
LINES_KEPT = 200
LINES_SHOWN = 50  # after a hello


class _Body(msgspec.Struct, frozen=True):
    """A line of chat as it is stored; `id` names the command, so that a repeat adds nothing."""

    person: int
    at_ms: int
    text: str
    id: str = ""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Body).decode


def author_of(stored: bytes) -> int:
    """The person who wrote a stored line of chat.

    Raises: msgspec.MsgspecError if it is none.
    """
    return _decode(stored).person


def persons_in(muted: str) -> tuple[int, ...]:
    """The persons that the field of the muted names."""
    return tuple(int(number) for number in muted.split() if number.isdecimal())


class Talk:
    """What is remembered of the names and the last lines."""

    __slots__ = ("_fields", "_ids", "_lines", "_store", "_table")

    def __init__(self, table: str, store: EventStore) -> None:
        self._table = table
        self._store = store
        self._fields: dict[str, str] = {}
        self._lines: deque[ChatLine] = deque(maxlen=LINES_KEPT)
        self._ids: deque[str] = deque(maxlen=LINES_KEPT)

    async def load(self) -> None:
        """Reads names and lines anew.

        Raises: StoreUnavailable.
        """
        self._fields = dict(await self._store.names(self._table))
        self._lines.clear()
        self._ids.clear()
        await self._load_lines()

    async def news(self) -> tuple[People | None, ChatLines | None]:
        """Reads again and gives what others have changed: the names, and lines that are new.

        Raises: StoreUnavailable.
        """
        fields = dict(await self._store.names(self._table))
        renamed, self._fields = fields != self._fields, fields
        said = await self._load_lines()
        return self.people() if renamed else None, said if said.lines or said.gone else None

    async def _load_lines(self) -> ChatLines:
        """What is there and was not known, and what was known and is there no more."""
        known = {line.n for line in self._lines}
        stored = await self._store.chat(self._table)
        fresh = tuple(
            self._remember(n, _decode(stored[n])) for n in sorted(stored) if n not in known
        )
        newest = max((*stored, *known), default=0)
        # Lines that had to make room are forgotten by everybody alike; only others were erased.
        gone = tuple(sorted(n for n in known - stored.keys() if n > newest - LINES_KEPT))
        self._forget(gone)
        return ChatLines(lines=fresh, gone=gone)

    def _forget(self, gone: tuple[int, ...]) -> None:
        if gone:
            both = zip(self._lines, self._ids, strict=True)
            kept = [(line, id_) for line, id_ in both if line.n not in gone]
            self._lines = deque((line for line, _ in kept), maxlen=LINES_KEPT)
            self._ids = deque((id_ for _, id_ in kept), maxlen=LINES_KEPT)

    def people(self) -> People:
        """Names by person, the title, and who may not write or watch; nothing else of the kind."""
        names = {number: name for number, name in self._fields.items() if number.isdecimal()}
        return People(
            names=names,
            title=self._fields.get(TITLE, ""),
            muted=self.muted,
            watching_off=self.watching_off,
        )

    @property
    def muted(self) -> tuple[int, ...]:
        return persons_in(self._fields.get(MUTED, ""))

    @property
    def watching_off(self) -> bool:
        return WATCHING in self._fields

    def last_lines(self) -> ChatLines:
        return ChatLines(lines=tuple(self._lines)[-LINES_SHOWN:])

    def all_lines(self) -> tuple[ChatLine, ...]:
        return tuple(self._lines)

    @property
    def invite(self) -> str:
        return self._fields.get(INVITE, "")

    def knows_as_muted(self, token_hash: str) -> bool:
        """Whether whoever comes with this token was muted before."""
        return bool(token_hash) and token_hash in self._fields.get(MUTED_TOKENS, "").split()

    async def mute(self, person: int, token_hash: str, *, muted: bool) -> None:
        """Raises: StoreUnavailable."""
        others = set(self.muted) - {person}
        await self._set(MUTED, " ".join(map(str, sorted(others | {person} if muted else others))))
        tokens = set(self._fields.get(MUTED_TOKENS, "").split()) - {token_hash}
        known = sorted(tokens | {token_hash} if muted else tokens)
        await self._set(MUTED_TOKENS, " ".join(known))

    async def let_watch(self, *, open_: bool) -> None:
        """Raises: StoreUnavailable."""
        await self._set(WATCHING, "" if open_ else "off")

    async def renew_invite(self, invite: str) -> None:
        """Raises: StoreUnavailable."""
        await self._set(INVITE, invite)

    async def _set(self, field: str, words: str) -> None:
        """Keeps a field, or none if there are no words."""
        if words:
            await self._store.set_name(self._table, field, words)
            self._fields[field] = words
        else:
            await self._store.erase(self._table, (field,), ())
            self._fields.pop(field, None)

    async def erase_person(self, person: int) -> None:
        """Erases a person's name and lines, also such as are not known here yet.

        Raises: StoreUnavailable.
        """
        stored = await self._store.chat(self._table)
        lines = tuple(n for n, line in stored.items() if author_of(line) == person)
        await self._store.erase(self._table, (str(person),), lines)

    async def erase_all(self) -> bool:
        """Erases all that lies beside the log; says whether there was anything.

        Raises: StoreUnavailable.
        """
        names = await self._store.names(self._table)
        lines = await self._store.chat(self._table)
        if names or lines:
            await self._store.erase(self._table, tuple(names), tuple(lines))
        return bool(names or lines)

    async def rename(self, person: int, name: str) -> bool:
        """Keeps a person's name; says whether it is a new one.

        Raises: StoreUnavailable.
        """
        # Also a name that is known is written: the store may have lost it in a failover.
        await self._store.set_name(self._table, str(person), name)
        is_new = self._fields.get(str(person)) != name
        self._fields[str(person)] = name
        return is_new

    async def say(self, body: ChatLine, command_id: str) -> ChatLine | None:
        """Keeps a line (whose number is not known yet) and gives it, or None if it is a repeat.

        Raises: StoreUnavailable.
        """
        # Also a repeat is the store's to judge: it may have lost the line in a failover.
        stored = _Body(body.person, body.at_ms, body.text, command_id)
        n = await self._store.add_chat(self._table, _encode(stored), _mark_of(stored))
        if command_id in self._ids:
            return None
        return self._remember(n, stored)

    def _remember(self, n: int, body: _Body) -> ChatLine:
        line = ChatLine(n=n, person=body.person, at_ms=body.at_ms, text=body.text)
        self._lines.append(line)
        self._ids.append(body.id)
        return line


def _mark_of(body: _Body) -> bytes:
    """The same for a line that comes again, also through another process."""
    words = f"{body.id} {body.text}".encode()
    return sha256(words).digest()[:MARK_BYTES]
