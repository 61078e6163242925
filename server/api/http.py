"""The HTTP API: making tables, what is known of one, the rules, the exported file, health."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from server import __version__
from server.api import pages
from server.api.asked import Refusal, answer_of, decoded, room_of, secrets_of
from server.api.described import described
from server.api.door import Door, Visitor
from server.api.exporting import Turns, acta_of, export_of
from server.api.health import Alive, Readiness
from server.api.limits import Gatekeeper
from server.api.listening import EVERYWHERE, link_of
from server.api.making import TableWish, make_table
from server.api.moving import Moving
from server.api.offer import OFFER
from server.api.ruling import RulesWish, checked, lang_in, of_code
from server.api.table_info import TableInfo
from server.api.tokens import fresh_secret, set_cookie
from server.events.store import LogCorrupt, StoreUnavailable
from server.game.table import Table, actor_of, seat_of_token
from server.live.connection import WATCHER
from server.live.hub import Hub
from server.live.room import Room
from server.projections.acta import acta_lines
from server.projections.history import export_lines
from server.protocol.reasons import Reason, Rejected
from server.rules.page.build import page_of
from server.rules.page.words import Lang

READY_SECONDS = 3.0  # since the store last answered
MATCH_DIGITS_MAX = 6

_STATUS = {
    Reason.NO_SUCH_TABLE: 404,
    Reason.NOT_FOUND: 404,
    Reason.WATCHING_OFF: 403,
    Reason.NOT_SEATED: 403,
    Reason.TOO_FAST: 429,
    Reason.TOO_MANY_TABLES: 429,
    Reason.RETRY: 503,
    Reason.RESTARTING: 503,
}
_decode_wish = msgspec.json.Decoder(TableWish).decode
_decode_rules = msgspec.json.Decoder(RulesWish).decode
Handler = Callable[[Request, Visitor], Awaitable[Response]]


class Promised(msgspec.Struct, frozen=True):
    """What the store is and what may be promised of it, in lines for people."""

    lines: tuple[str, ...] = ()
    profile: str = ""  # the same in one word


class Api:
    """The handlers, with what they need."""

    def __init__(self, hub: Hub, door: Door, gate: Gatekeeper, promised: Promised) -> None:
        self._hub = hub
        self._door = door
        self._gate = gate
        self._promised = promised
        self._turns = Turns()

    def app(self) -> Starlette:
        """The HTTP application; pages bear no limits, they are files."""
        moving = Moving(self._hub, self._door, self._gate)
        return Starlette(
            routes=[
                Route("/", pages.page),
                Route("/t/{table}", pages.page),
                Route("/t/{table}/replay", pages.page),
                Route("/assets/{name:path}", pages.asset),
                Route("/api/tables", self._guarded(self.create), methods=["POST"]),
                Route("/api/tables/{table}", self._guarded(self.info)),
                Route("/api/tables/{table}/export", self._guarded(self.export)),
                Route("/api/tables/{table}/rules", self._guarded(self.table_rules)),
                Route("/api/tables/{table}/code", self._guarded(moving.code), methods=["POST"]),
                Route("/api/tables/{table}/token", self._guarded(moving.renew), methods=["POST"]),
                Route("/api/move", self._guarded(moving.move), methods=["POST"]),
                Route("/api/rules", self._guarded(self.rules)),
                Route("/api/rules/check", self._guarded(self.check_rules), methods=["POST"]),
                Route("/api/rules/{code}", self._guarded(self.rules_of_code)),
                Route("/api/openapi.json", self._guarded(self.openapi)),
                Route("/health", self.health),
                Route("/ready", self.ready),
                Route("/{name}", pages.loose_file),
            ],
            exception_handlers={HTTPException: _http_refusal},
        )

    def _guarded(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Limits and refusals, the same for every handler."""

        async def answer(request: Request) -> Response:
            visitor = self._door.visitor(request.scope)
            try:
                if not self._gate.requests.take(visitor.address):
                    raise Rejected(Reason.TOO_FAST)
                return await handler(request, visitor)
            except Rejected as refused:
                return _refusal(refused.reason, refused.facts)
            except StoreUnavailable:
                return _refusal(Reason.RETRY, {})
            except LogCorrupt:
                self._hub.log.exception("table_corrupt", path=request.url.path)
                return _refusal(Reason.NO_SUCH_TABLE, {})

        return answer

    # Tables

    async def create(self, request: Request, visitor: Visitor) -> Response:
        if self._door.is_foreign_page(visitor):
            return _refusal(Reason.NOT_FOUND, {}, status=403)
        wish = await decoded(request, _decode_wish)
        if not self._gate.tables.take(visitor.address):
            raise Rejected(Reason.TOO_MANY_TABLES)
        secret = secrets_of(self._door, request, visitor).usual
        fresh = "" if secret else fresh_secret()
        made = await make_table(self._hub, wish, secret or fresh)
        made = replace(made, address=self._address_for(request))
        headers = {"set-cookie": set_cookie(fresh, secure=visitor.secure)} if fresh else {}
        return answer_of(made, status=201, headers=headers)

    def _address_for(self, request: Request) -> str:
        """Where others reach this server; "" if it listens to this machine only."""
        settings = self._hub.settings
        if settings.public_origins:
            return settings.public_origins[0]
        if settings.host not in EVERYWHERE:
            return ""
        _, port = request.scope["server"]
        return link_of(settings.host, port).rstrip("/")

    async def info(self, request: Request, visitor: Visitor) -> Response:
        room = await room_of(self._hub, request)
        secrets = secrets_of(self._door, request, visitor)
        seat = seat_of_token(room.table, secrets.token_hash_at(room.table))
        return answer_of(self._info(room, WATCHER if seat is None else seat))

    async def export(self, request: Request, visitor: Visitor) -> Response:
        room = await room_of(self._hub, request)
        token_hash = secrets_of(self._door, request, visitor).token_hash_at(room.table)
        if room.talk.watching_off and seat_of_token(room.table, token_hash) is None:
            raise Rejected(Reason.WATCHING_OFF)
        match = _match_in(request.query_params)
        if request.query_params.get("format") == "acta":
            named = request.query_params.get("names") == "yes"
            return _download(
                self._turns.of(acta_lines(await acta_of(self._hub, room, match, named=named))),
                f"acta-{room.table.id[:6]}-{match or room.table.match}.jsonl",
            )
        export = await export_of(self._hub, room, match, token_hash)
        number = match or room.table.match
        name = f"ochos-{room.table.id[:6]}-{number}.ndjson"
        return _download(self._turns.of(export_lines(export)), name)

    def _info(self, room: Room, seat: int) -> TableInfo:
        table = room.table
        return TableInfo(
            table=table.id,
            title=room.talk.people().title,
            phase=table.phase,
            preset=table.rules.preset,
            seats=len(table.seats),
            filled=sum(bool(state.holder) for state in table.seats),
            you=seat,
            your_turn=is_wanted(table, seat),
            match=table.match,
            round=table.round_number,
            now_ms=self._hub.clock.now_ms(),
            turn_since_ms=table.moved_ms if table.round else 0,
            invite=room.talk.invite if seat != WATCHER else "",
        )

    # The rest

    async def rules(self, request: Request, visitor: Visitor) -> Response:
        return answer_of(OFFER)

    async def table_rules(self, request: Request, visitor: Visitor) -> Response:
        room = await room_of(self._hub, request)
        return answer_of(page_of(room.table.rules, _lang_of(request)))

    async def check_rules(self, request: Request, visitor: Visitor) -> Response:
        return answer_of(checked(await decoded(request, _decode_rules)))

    async def rules_of_code(self, request: Request, visitor: Visitor) -> Response:
        return answer_of(of_code(request.path_params["code"], _lang_of(request)))

    async def openapi(self, request: Request, visitor: Visitor) -> Response:
        return answer_of(described())

    async def health(self, request: Request) -> Response:
        return answer_of(Alive(True, __version__, self._promised.lines))

    async def ready(self, request: Request) -> Response:
        silent_s = self._hub.clock.seconds() - self._hub.answered_s
        ready = silent_s <= READY_SECONDS and not self._hub.stopping
        return answer_of(Readiness(ready), status=200 if ready else 503)


def is_wanted(table: Table, seat: int) -> bool:
    """Whether the table waits for this seat: it is in turn, or owes a suit."""
    return table.round is not None and actor_of(table.round) == seat


def _download(pieces: AsyncIterator[bytes], name: str) -> Response:
    return StreamingResponse(
        pieces,
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _match_in(query: Mapping[str, str]) -> int:
    match = query.get("match", "0")
    if not match.isdecimal() or not match.isascii() or len(match) > MATCH_DIGITS_MAX:
        raise Rejected(Reason.NOT_FOUND)
    return int(match)


def _lang_of(request: Request) -> Lang:
    return lang_in(request.query_params.get("lang", "es"))


def _refusal(
    reason: Reason,
    facts: Mapping[str, Any],
    *,
    status: int = 0,
    headers: Mapping[str, str] | None = None,
) -> Response:
    code = status or _STATUS.get(reason, 400)
    return answer_of(Refusal(reason.value, dict(facts)), status=code, headers=headers)


async def _http_refusal(request: Request, error: Exception) -> Response:
    """What Starlette refuses: no such path, or not this way. People get the page, which says so."""
    assert isinstance(error, HTTPException)
    wanted = request.headers.get("accept", "")
    if error.status_code == 404 and "text/html" in wanted:
        return await pages.page(request, status=404)
    return _refusal(Reason.NOT_FOUND, {}, status=error.status_code, headers=error.headers)
