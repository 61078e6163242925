"""The WebSocket at /ws: who is let in, the conversation, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from msgspec.structs import replace

from server.api.door import Door, Visitor
from server.api.limits import Bucket, Gatekeeper
from server.api.tokens import Secrets, cookie_secrets, fresh_secret, set_cookie
from server.api.wire import EXTENSION, WireProtocol
from server.events.store import LogCorrupt, StoreUnavailable
from server.live.asking import hash_of
from server.live.codecs import CODECS, JSON, BadFrame, Codec
from server.live.connection import Connection
from server.live.hub import Hub
from server.live.room import Room
from server.live.showing import Now
from server.live.watch import heard_at
from server.protocol import frames as f
from server.protocol.reasons import Reason

CLOSE_NORMAL = 1000
HELLO_SECONDS = 10.0  # for the first frame of a connection

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Scope = MutableMapping[str, Any]


class SocketApp:
    """An ASGI application for WebSockets."""

    def __init__(self, hub: Hub, door: Door, gate: Gatekeeper) -> None:
        self._hub = hub
        self._door = door
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor = self._door.visitor(scope)
        codec = _codec_for(scope)
        await receive()  # `websocket.connect`
        welcome = codec is not None and self._is_welcome(scope, visitor)
        if codec is None or not welcome or not self._gate.enter(visitor.address):
            self._hub.tally.handshakes_refused += 1
            await self._turn_away(send)
            return
        try:
            secrets, cookie = self._secrets_of(scope, visitor)
            accept = {"type": "websocket.accept", "subprotocol": codec.subprotocol}
            await send({**accept, "headers": cookie})
            await self._counted(scope, receive, secrets, codec)
        finally:
            self._gate.exit(visitor.address)

    async def _turn_away(self, send: Send) -> None:
        """Refuses the handshake; a server that stops says 503, so that a proxy asks another."""
        if self._hub.stopping:
            await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b""})
        else:
            await send({"type": "websocket.close"})

    def _secrets_of(
        self, scope: Scope, visitor: Visitor
    ) -> tuple[Secrets, list[tuple[bytes, bytes]]]:
        """The browser's secrets, and the header that leaves one with a browser that had none.

        A cookie counts only with a page of ours: programs bring their token in the hello.
        """
        if not self._door.is_own_page(visitor):
            return Secrets(), []
        secrets = cookie_secrets(scope["headers"], secure=visitor.secure)
        if secrets.usual:
            return secrets, []
        fresh = fresh_secret()
        cookie = set_cookie(fresh, secure=visitor.secure)
        return replace(secrets, usual=fresh), [(b"set-cookie", cookie.encode("ascii"))]

    def _is_welcome(self, scope: Scope, visitor: Visitor) -> bool:
        return bool(
            scope["path"] == "/ws"
            and not self._hub.stopping
            and self._door.knows(visitor)
            and not self._door.is_foreign_page(visitor)
            # Browsers say from which page they come; a cookie without a page is none of theirs.
            and (visitor.origin or not _brings_cookie(scope, visitor))
        )

    async def _counted(
        self, scope: Scope, receive: Receive, secrets: Secrets, codec: Codec
    ) -> None:
        """The conversation, and how it ended."""
        wire: WireProtocol = scope["extensions"][EXTENSION]
        self._hub.tally.connects += 1
        try:
            await self._converse(wire, receive, secrets, codec)
        finally:
            self._hub.tally.closed(wire.said or wire.heard, "server" if wire.said else "client")

    async def _converse(
        self, wire: WireProtocol, receive: Receive, secrets: Secrets, codec: Codec
    ) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = _frame_of(codec, await receive())
        except (BadFrame, TimeoutError) as error:
            reason = error.reason if isinstance(error, BadFrame) else Reason.MALFORMED
            _farewell(wire, codec, reason, f.CLOSE_BAD_FRAME)
            return
        if hello is None:
            return
        if not isinstance(hello, f.Hello):
            _farewell(wire, codec, Reason.MALFORMED, f.CLOSE_BAD_FRAME)
            return
        room = await self._room_for(hello, wire, codec)
        if room is not None:
            connection = self._seen_in(hello, secrets, room, wire, codec)
            if connection is not None:
                talk = _Conversation(self._hub, self._gate, room, connection)
                try:
                    await talk.listen(wire, receive)
                finally:
                    connection.outbox.closed = True
                    self._hub.forget(room, connection)

    async def _room_for(self, hello: f.Hello, wire: WireProtocol, codec: Codec) -> Room | None:
        try:
            room = await self._hub.room(hello.table)
            if room is not None:
                await room.settle(hello)
        except StoreUnavailable:
            _farewell(wire, codec, Reason.RETRY, f.CLOSE_RESTART)
            return None
        except LogCorrupt:
            self._hub.log.exception("table_corrupt", table=hello.table)
            _farewell(wire, codec, Reason.NO_SUCH_TABLE, f.CLOSE_NO_SUCH_TABLE)
            return None
        if room is None:
            _farewell(wire, codec, Reason.NO_SUCH_TABLE, f.CLOSE_NO_SUCH_TABLE)
        return room

    def _seen_in(
        self, hello: f.Hello, secrets: Secrets, room: Room, wire: WireProtocol, codec: Codec
    ) -> Connection | None:
        """Joins the table, unless too many look on already."""
        by_cookie = secrets.token_hash_at(room.table)
        token_hash = hash_of(hello.token) if hello.token else by_cookie
        now_s = self._hub.clock.seconds()
        invited = room.is_invited(hash_of(hello.invite))
        connection = Connection(codec, wire, token_hash, invited=invited, now_s=now_s)
        refusal = room.turns_away(connection, self._hub.settings.limits.watchers)
        if refusal is not None:
            is_off = refusal is Reason.WATCHING_OFF
            _farewell(wire, codec, refusal, f.CLOSE_WATCHING_OFF if is_off else f.CLOSE_SLOW)
            return None
        wire.on_drained = connection.outbox.drained
        connection.outbox.on_overrun = self._hub.tally.overrun
        room.showing.join(connection, hello, room.talk, Now(self._hub.clock.now_ms(), room.digest))
        return connection


class _Conversation:
    """What a client says after its hello, with the limits of one connection."""

    def __init__(self, hub: Hub, gate: Gatekeeper, room: Room, connection: Connection) -> None:
        now_s = hub.clock.seconds()
        self._hub = hub
        self._room = room
        self._connection = connection
        self._commands: Bucket = gate.commands.bucket(now_s)
        self._chat: Bucket = gate.chat.bucket(now_s)
        self._refusals: Bucket = gate.refusals.bucket(now_s)
        connection.on_refusal = self._refused

    async def listen(self, wire: WireProtocol, receive: Receive) -> None:
        """Takes messages in order until the connection ends."""
        while not wire.queue.empty():  # what came in right behind the hello
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self._hear(_body_of(message))
        wire.on_message = self._hear
        await receive()  # from now on only the end comes this way

    def _hear(self, body: str | bytes) -> None:
        connection = self._connection
        if connection.outbox.closed:
            return
        try:
            frame = _frame_in(connection.codec, body)
        except BadFrame as bad:
            facts = {"detail": bad.detail} if bad.detail else {}
            connection.refuse(bad.reason.value, bad.command_id, facts)
        else:
            self._take(frame)

    def _take(self, frame: f.ClientFrame) -> None:
        now_s = self._hub.clock.seconds()
        if isinstance(frame, f.At):
            # A client reports every few seconds: what it does not wait for is no report.
            if self._commands.take(now_s):
                heard_at(self._room, self._connection, frame.version, now_s)
            else:
                self._connection.refuse(Reason.TOO_FAST)
        elif isinstance(frame, f.Bye):
            self._connection.outbox.close(CLOSE_NORMAL)
        elif isinstance(frame, f.Hello):
            self._connection.refuse(Reason.MALFORMED, "", {"detail": "hello comes once"})
        else:
            bucket = self._chat if isinstance(frame, f.Chat) else self._commands
            if bucket.take(now_s):
                self._room.ask(self._connection, frame)
            else:
                self._connection.refuse(Reason.TOO_FAST, frame.id)

    def _refused(self, reason: str) -> None:
        self._hub.tally.refused += 1
        if not self._refusals.take(self._hub.clock.seconds()):
            self._hub.log.info("socket_abusive", table=self._room.table.id, reason=reason)
            self._connection.outbox.close(f.CLOSE_ABUSE)


def _brings_cookie(scope: Scope, visitor: Visitor) -> bool:
    return cookie_secrets(scope["headers"], secure=visitor.secure) != Secrets()


def _codec_for(scope: Scope) -> Codec | None:
    """The first in our order that the client knows."""
    offered = scope["subprotocols"]
    return next((CODECS[name] for name in f.SUBPROTOCOLS if name in offered), None)


def _frame_of(codec: Codec, message: Message) -> f.ClientFrame | None:
    """The frame of a queued message; None at the end of the connection.

    Raises: BadFrame.
    """
    if message["type"] != "websocket.receive":
        return None
    return _frame_in(codec, _body_of(message))


def _body_of(message: Message) -> str | bytes:
    text: str | None = message.get("text")
    return bytes(message["bytes"]) if text is None else text


def _frame_in(codec: Codec, body: str | bytes) -> f.ClientFrame:
    """Raises: BadFrame."""
    if isinstance(body, str) != (codec is JSON):
        raise BadFrame(Reason.MALFORMED, "text and binary messages are not mixed", "")
    return codec.unpack(body)


def _farewell(wire: WireProtocol, codec: Codec, reason: Reason, code: int) -> None:
    """Says why, and closes a connection that has not joined a table."""
    wire.write(codec.pack(f.Refused(code=reason.value)))
    wire.close(code)
