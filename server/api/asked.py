"""What an HTTP request says and who sends it, and the answer as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from server.api.door import Door, Visitor
from server.api.tokens import Secrets, bearer_secret, cookie_secrets, is_table
from server.live.hub import Hub
from server.live.room import Room
from server.protocol.frames import FRAME_BYTES_MAX
from server.protocol.reasons import Reason, Rejected

_encode = msgspec.json.Encoder().encode
Wish = TypeVar("Wish")


class Refusal(msgspec.Struct, frozen=True):
    """The answer to a request that changed nothing."""

    code: str
    facts: dict[str, Any]


async def room_of(hub: Hub, request: Request) -> Room:
    """The table that the path names.

    Raises: Rejected(NO_SUCH_TABLE), StoreUnavailable, LogCorrupt.
    """
    table = request.path_params["table"]
    room = await hub.room(table) if is_table(table) else None
    if room is None:
        raise Rejected(Reason.NO_SUCH_TABLE)
    return room


def secrets_of(door: Door, request: Request, visitor: Visitor) -> Secrets:
    """A terminal's secret, or the cookies' unless a foreign page makes the browser send them."""
    headers = request.headers.raw
    if door.is_foreign_page(visitor):
        return Secrets()
    bearer = bearer_secret(headers)
    return Secrets(bearer) if bearer else cookie_secrets(headers, secure=visitor.secure)


async def decoded(request: Request, decode: Callable[[bytes], Wish]) -> Wish:
    # A form of a foreign page could be sent without asking us first; JSON cannot.
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Rejected(Reason.MALFORMED, detail="expected application/json")
    try:
        return decode(await _body_of(request))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Rejected(Reason.MALFORMED, detail=str(error)) from None


async def _body_of(request: Request) -> bytes:
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > FRAME_BYTES_MAX:
                raise Rejected(Reason.MALFORMED, detail=f"over {FRAME_BYTES_MAX} bytes")
    except ClientDisconnect:
        raise Rejected(Reason.MALFORMED, detail="broken off") from None
    return bytes(body)


def answer_of(
    answer: object, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(_encode(answer), status, headers, media_type="application/json")
