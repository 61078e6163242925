"""A whole server in this process, on a free port, and players who keep their view by patches."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx
import msgspec
import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.api.app import Application, Ending, Server, opened_hub
from server.api.http import Promised
from server.api.listening import listen_on
from server.events.store import EventStore, MemoryStore
from server.live.hub import Hub
from server.projections.diff import patch
from server.protocol.frames import Tree
from server.settings import Limits, Settings, Times

ANSWER_SECONDS = 60.0
MANY = 10**6
GENEROUS = Limits(
    connections=MANY,
    connects_per_second=MANY,
    connects_burst=MANY,
    tables_per_hour=MANY,
    requests_per_second=MANY,
    requests_burst=MANY,
    commands_per_second=MANY,
    commands_burst=MANY,
    chat_per_second=MANY,
    chat_burst=MANY,
)
START_MS = 1_796_000_000_000


class HandClock:
    """The store's time, which only the test turns."""

    def __init__(self) -> None:
        self.now_ms = START_MS

    def __call__(self) -> int:
        return self.now_ms


class Site:
    """A running server."""

    def __init__(self, hub: Hub, port: int, clock: HandClock) -> None:
        self.hub = hub
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"
        self.clock = clock

    async def turn(self, hours: float) -> None:
        """Turns the clock of a store in memory, and lets the server hear of it."""
        self.clock.now_ms += int(hours * 3_600_000)
        await self.hub.ask_time()


def settings_for_tests(**other: Any) -> Settings:
    return msgspec.structs.replace(Settings(robot_pace=0, limits=GENEROUS, times=Times()), **other)


@asynccontextmanager
async def site_on(store: EventStore | None = None, **settings: Any) -> AsyncIterator[Site]:
    """A server on a store, or on one in memory with a clock of the test's."""
    clock = HandClock()
    asked = settings_for_tests(**settings)
    async with opened_hub(store or MemoryStore(clock), asked, structlog.get_logger()) as hub:
        with listen_on("127.0.0.1", 0) as listener:
            started = asyncio.Event()
            ending = Ending()
            application = Application(hub, asked, Promised(("Kept.",)))
            server = Server(application, ending, started.set)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            await started.wait()
            try:
                yield Site(hub, listener.getsockname()[1], clock)
            finally:
                ending.ask()
                await serving


# Tables and players


class Made(msgspec.Struct):
    table: str
    invite: str
    secret: str  # of the host


def fresh_secret() -> str:
    return secrets.token_hex(32)


def token_of(secret: str, table: str) -> str:
    return hmac.new(bytes.fromhex(secret), table.encode(), hashlib.sha256).hexdigest()


async def made_on(url: str, *, seats: int = 4, preset: str = "clasico", **chosen: Any) -> Made:
    """A new table by the HTTP API, as a terminal makes one."""
    secret = fresh_secret()
    wish = {"preset": preset, "seats": seats, "name": "Ana", "set": chosen}
    async with httpx.AsyncClient(base_url=url) as http:
        headers = {"authorization": f"Bearer {secret}"}
        answer = await http.post("/api/tables", json=wish, headers=headers)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Made(made["table"], made["invite"], secret)


class Gone(Exception):
    """The connection ended before the answer came."""


class Player:
    """A client without rules: what it shows is what the frames make of it."""

    def __init__(self, connection: ClientConnection, *, packed: bool) -> None:
        self.connection = connection
        self.frames: list[Tree] = []
        self.raw: list[bytes] = []  # the numbered frames, as they came
        self.view: Tree = {}
        self.version = 0
        self.tag = ""
        self.answers: dict[str, Tree] = {}
        self.closed: int | None = None  # close code
        self._packed = packed
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count(1))
        self._changed = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    # In

    async def _read(self) -> None:
        try:
            async for message in self.connection:
                body = message.encode() if isinstance(message, str) else message
                frame = (msgspec.msgpack if self._packed else msgspec.json).decode(body)
                self._take(frame, body)
                await self._tell()
        except ConnectionClosed:
            pass
        finally:
            self.closed = self.connection.close_code
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _take(self, frame: Tree, body: bytes) -> None:
        self.frames.append(frame)
        match frame["t"]:
            case "snapshot":
                self.view = frame["view"]
            case "step":
                assert frame["version"] == self.version + 1, (self.version, frame)
                self.view = patch(self.view, frame["patch"])
            case "ack" | "refused":
                self.answers[frame.get("id", "")] = frame
                return
            case _:
                return
        self.raw.append(body)
        self.version, self.tag = frame["version"], frame["tag"]

    def of(self, kind: str) -> list[Tree]:
        return [frame for frame in self.frames if frame["t"] == kind]

    def last(self, kind: str) -> Tree:
        return self.of(kind)[-1]

    @property
    def seat(self) -> int:
        return int(self.view["own"].get("seat", 0)) if "own" in self.view else -1

    @property
    def actions(self) -> Tree:
        actions: Tree = self.view.get("own", {}).get("actions", {})
        return actions

    @property
    def hand(self) -> list[str]:
        return list(self.view.get("own", {}).get("hand", []))

    @property
    def in_turn(self) -> bool:
        """Whether this seat must act: its turn, or a suit that it owes."""
        turn = self.view.get("turn")
        return turn is not None and turn.get("namer", turn["seat"]) == self.seat

    @property
    def turn(self) -> int:
        number: int = self.view["turn"]["number"]
        return number

    async def until(self, holds: Callable[[Self], object], seconds: float = ANSWER_SECONDS) -> Self:
        """Waits for a condition on this player."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: holds(self))
        return self

    async def until_version(self, version: int) -> Self:
        return await self.until(lambda self: self.version >= version)

    async def until_closed(self) -> int | None:
        await self.until(lambda self: self.closed is not None)
        return self.closed

    # Out

    async def send_raw(self, message: str | bytes) -> None:
        await self.connection.send(message)

    async def send(self, kind: str, **fields: Any) -> None:
        frame = {"t": kind, **fields}
        if self._packed:
            await self.connection.send(msgspec.msgpack.encode(frame))
        else:
            await self.connection.send(msgspec.json.encode(frame).decode())

    async def post(self, kind: str, **fields: Any) -> str:
        """Sends a command and does not wait; gives its id."""
        command_id = fields.pop("id", None) or self.next_id()
        await self.send(kind, id=command_id, **fields)
        return str(command_id)

    async def answer(self, command_id: str) -> Tree:
        """Raises: Gone if the connection ends first."""
        await self.until(lambda self: command_id in self.answers or self.closed is not None)
        if command_id not in self.answers:
            raise Gone(command_id)
        return self.answers[command_id]

    async def ask(self, kind: str, **fields: Any) -> Tree:
        """Sends a command and gives its answer, an `ack` or a `refused`."""
        return await self.answer(await self.post(kind, **fields))

    async def do(self, kind: str, **fields: Any) -> int:
        """A command that must be accepted; waits until it shows."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "ack", answer
        await self.until_version(answer["version"])
        return int(answer["version"])

    async def refused(self, kind: str, **fields: Any) -> str:
        """A command that must be refused; gives the reason."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "refused", answer
        return str(answer["code"])

    async def act(self) -> Tree:
        """Does in its turn the first thing that is allowed."""
        kind, fields = self.choice()
        return await self.ask(kind, **fields)

    def choice(self) -> tuple[str, Tree]:
        """The first thing that is allowed in its turn: a command and its fields."""
        actions, turn = self.actions, self.turn
        if actions.get("name"):
            return "name", {"turn": turn, "suit": actions["suits"][0]}
        if actions.get("play"):
            card = actions["play"][0]
            named = {"suit": actions["suits"][0]} if card in actions.get("suit_with", ()) else {}
            said = {"announce": True} if card in actions.get("announce_with", ()) else {}
            return "play", {"turn": turn, "card": card, **named, **said}
        return "draw" if actions.get("draw") else "pass", {"turn": turn}

    def next_id(self) -> str:
        """An id that no command of this client has had."""
        return next(self._ids)

    async def close(self) -> None:
        await self.connection.close()
        await self._reading


@asynccontextmanager
async def player_at(
    host: str,
    table: str,
    *,
    secret: str = "",
    invite: str = "",
    packed: bool = False,
    seen: Player | None = None,
    **hello: Any,
) -> AsyncIterator[Player]:
    """Somebody at a table: a seat's holder by the secret, otherwise a watcher."""
    player = await joined(
        host, table, secret=secret, invite=invite, packed=packed, seen=seen, **hello
    )
    try:
        yield player
    finally:
        await player.close()


async def opened(host: str, *, table: str = "", packed: bool = False, **options: Any) -> Player:
    """A connection that has not said hello; `table` is for a proxy on the way.

    `host` may begin with a scheme, `wss://`.
    """
    origin = host if "://" in host else f"ws://{host}"
    subprotocol = "ochos.1.msgpack" if packed else "ochos.1.json"
    connection = await connect(
        f"{origin}/ws" + (f"?table={table}" if table else ""),
        subprotocols=[subprotocol],  # type: ignore[list-item]
        compression=None,
        max_size=None,
        **options,
    )
    return Player(connection, packed=packed)


async def joined(
    host: str,
    table: str,
    *,
    secret: str = "",
    invite: str = "",
    packed: bool = False,
    seen: Player | None = None,
    **hello: Any,
) -> Player:
    """`seen`: a client of before, whose view this one still shows."""
    player = await opened(host, table=table, packed=packed)
    fields: Tree = {"table": table, **hello}
    if seen is not None:
        player.version, player.tag, player.view = seen.version, seen.tag, seen.view
        fields |= {"version": seen.version, "tag": seen.tag}
    if secret:
        fields["token"] = token_of(secret, table)
    if invite:
        fields["invite"] = invite
    await player.send("hello", **fields)
    await player.until(lambda self: self.of("chat") or self.closed is not None)
    return player
