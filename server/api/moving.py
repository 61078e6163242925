"""Seats on the move: a code takes a seat to another device, and a token is renewed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from server.api.asked import answer_of, decoded, room_of, secrets_of
from server.api.code_words import digest_of, fresh_code, typed_code
from server.api.door import Door, Visitor
from server.api.limits import Gatekeeper
from server.api.tokens import bearer_secret, fresh_secret, set_cookie, token_hash_of
from server.game.commands import MoveSeat
from server.game.table import SeatState, seat_of_token
from server.live.hub import Hub
from server.live.room import Room
from server.protocol.reasons import Reason, Rejected

CODE_MS = 15 * 60_000
TRIES_MAX = 8  # for a code that nobody else has just now


class CodeTyped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/move`."""

    code: Annotated[str, Meta(max_length=64)]


class Renewal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /api/tables/<table>/token`: by what the seat is held from now on. Of the
    client's own making, so that a repeat after a lost answer means the same."""

    secret: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class CodeMade(msgspec.Struct, frozen=True):
    """A code, and until when it serves, by the store's time."""

    code: str
    until_ms: int
    now_ms: int


class Moved(msgspec.Struct, frozen=True):
    """The table where the seat is held now."""

    table: str
    path: str


class Moving:
    """The handlers. Whoever asks is known as everywhere: by cookie or terminal's secret."""

    def __init__(self, hub: Hub, door: Door, gate: Gatekeeper) -> None:
        self._hub = hub
        self._door = door
        self._gate = gate

    async def code(self, request: Request, visitor: Visitor) -> Response:
        """A code for the seat that one holds; it serves once, within its time."""
        self._own_page(visitor)
        if not self._gate.codes_asked.take(visitor.address):
            raise Rejected(Reason.TOO_FAST)
        room = await room_of(self._hub, request)
        state = _held(room, secrets_of(self._door, request, visitor).token_hash_at(room.table))
        whose = f"{room.table.id} {state.person} {state.epoch}"
        for _ in range(TRIES_MAX):
            code = fresh_code()
            until_ms = await self._hub.store.keep_code(digest_of(code), whose, CODE_MS)
            if until_ms:
                return answer_of(CodeMade(code, until_ms, self._hub.clock.now_ms()), status=201)
        raise Rejected(Reason.RETRY)

    async def move(self, request: Request, visitor: Visitor) -> Response:
        """Gives the seat that a code is for to whoever types it. A wrong code, one that is used and
        one that is too old get the same answer."""
        self._own_page(visitor)
        typed = typed_code((await decoded(request, _decode_code)).code)
        if not self._gate.codes_tried.take(visitor.address):
            raise Rejected(Reason.TOO_FAST)
        secret = secrets_of(self._door, request, visitor).usual
        fresh = "" if secret else fresh_secret()
        table = await self._moved(typed, secret or fresh)
        headers = {"set-cookie": set_cookie(fresh, secure=visitor.secure)} if fresh else {}
        return answer_of(Moved(table, f"/t/{table}"), headers=headers)

    async def _moved(self, code: str, secret: str) -> str:
        """Raises: Rejected(BAD_CODE …), StoreUnavailable, LogCorrupt."""
        digest = digest_of(code)
        kept = await self._hub.store.code(digest)
        if kept is None or kept.until_ms <= self._hub.clock.now_ms():
            raise Rejected(Reason.BAD_CODE)
        table, person, epoch = kept.whose.split(" ")
        room = await self._hub.room(table)
        if room is None:
            raise Rejected(Reason.BAD_CODE)
        token_hash = token_hash_of(secret, table)
        # The id is that of this device with this code: a repeat is answered as the first was.
        await room.call(
            f"move-{token_hash[:16]}-{digest[:16]}", MoveSeat(int(person), int(epoch), token_hash)
        )
        return table

    async def renew(self, request: Request, visitor: Visitor) -> Response:
        """One's seat by another secret: whoever has the old one, on whatever device, is out."""
        self._own_page(visitor)
        secret = (await decoded(request, _decode_renewal)).secret
        room = await room_of(self._hub, request)
        table = room.table.id
        token_hash = token_hash_of(secret, table)
        if seat_of_token(room.table, token_hash) is None:  # else it is a repeat
            old = secrets_of(self._door, request, visitor).token_hash_at(room.table)
            state = _held(room, old)
            renewed = MoveSeat(state.person, state.epoch, token_hash)
            await room.call(f"renew-{token_hash[:16]}", renewed)
        # A terminal keeps its secret itself.
        kept = not bearer_secret(request.headers.raw)
        cookie = set_cookie(secret, secure=visitor.secure, table=table)
        return answer_of(
            Moved(table, f"/t/{table}"), headers={"set-cookie": cookie} if kept else {}
        )

    def _own_page(self, visitor: Visitor) -> None:
        if self._door.is_foreign_page(visitor):
            raise Rejected(Reason.NOT_FOUND)


def _held(room: Room, token_hash: str) -> SeatState:
    """The seat that a token holds.

    Raises: Rejected(NOT_SEATED).
    """
    seat = seat_of_token(room.table, token_hash)
    if seat is None or room.table.seats[seat].holder != "person":
        raise Rejected(Reason.NOT_SEATED)
    return room.table.seats[seat]


_decode_code = msgspec.json.Decoder(CodeTyped).decode
_decode_renewal = msgspec.json.Decoder(Renewal).decode
