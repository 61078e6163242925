"""A server that says what a test wants, by MessagePack over a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from server.protocol import frames as f
from server.protocol import news as n
from server.protocol import views as v
from server.protocol.frames import Tree

TABLE = "mesademuestraochoslocos234"
INVITE = "secreto"
SEAT = 0
WAIT_SECONDS = 60.0
Kind = TypeVar("Kind", bound=f.ClientFrame)


class Line:
    """One connection, from the server's side."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def say(self, *frames: f.ServerFrame) -> None:
        for frame in frames:
            await self.socket.send(msgspec.msgpack.encode(frame))

    async def hear(self) -> f.ClientFrame:
        """The next frame but the reports of a version."""
        while True:
            async with asyncio.timeout(WAIT_SECONDS):
                body = await self.socket.recv()
            assert isinstance(body, bytes), "the terminal speaks MessagePack"
            frame: f.ClientFrame = msgspec.msgpack.decode(body, type=f.ClientFrame)
            if not isinstance(frame, f.At):
                return frame

    async def hear_a(self, kind: type[Kind]) -> Kind:
        frame = await self.hear()
        assert isinstance(frame, kind), frame
        return frame

    async def greet(
        self, view: v.View, *, version: int = 5, people: Tree | None = None, may_sit: bool = False
    ) -> f.Hello:
        """Answers a hello with the whole table."""
        hello = await self.hear_a(f.Hello)
        await self.say(
            f.Welcome(table=TABLE, server="0", seat=SEAT, may_sit=may_sit),
            snapshot(view, version),
            f.People(names=people or {"1": "Ana", "2": "Beto"}, title="Cena"),
            f.Presence(online={"0": True, "1": True}),
            f.ChatLines(lines=()),
        )
        return hello


Script = Callable[[Line], Awaitable[None]]


class Scripted:
    """The server: one script for each connection, in order; the last one for all that follow."""

    def __init__(self, scripts: tuple[Script, ...]) -> None:
        self._scripts = scripts
        self.connections = 0
        self.failure: BaseException | None = None
        self.port = 0

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}/t/{TABLE}#{INVITE}"

    async def handle(self, socket: ServerConnection) -> None:
        script = self._scripts[min(self.connections, len(self._scripts) - 1)]
        self.connections += 1
        try:
            await script(Line(socket))
        except (AssertionError, TimeoutError) as failure:
            self.failure = failure
            raise


@asynccontextmanager
async def scripted(*scripts: Script) -> AsyncIterator[Scripted]:
    """Serves the scripts; what fails in one of them fails the test."""
    server = Scripted(scripts)
    protocols = [Subprotocol("ochos.1.msgpack")]
    async with serve(server.handle, "127.0.0.1", 0, subprotocols=protocols) as listening:
        server.port = next(iter(listening.sockets)).getsockname()[1]
        yield server
    if server.failure is not None:
        raise server.failure


# What is on the table


def snapshot(view: v.View, version: int) -> f.Snapshot:
    return f.Snapshot(version, f"{version:016x}", 1_000 * version, msgspec.to_builtins(view))


def step(version: int, patch: Tree, *news: n.AnyNews) -> f.Step:
    return f.Step(version, f"{version:016x}", 1_000 * version, patch, news)


def in_round(
    hand: str = "9H 9C 8S 7D", top: str = "7H", *, turn: int = 0, number: int = 4, **own: object
) -> v.View:
    """Ana (seat 0, who looks), Beto and Carmen in a round; Ana's actions as given."""
    cards = tuple(hand.split())
    play = tuple(card for card in cards if card[0] in (top[0], "8") or card[1] == top[1])
    actions: dict[str, object] = {
        "play": play, "suit_with": tuple(card for card in play if card[0] == "8"),
        "suits": ("C", "D", "H", "S"), "draw": 1, **own,
    }  # fmt: skip
    return v.View(
        table=TABLE,
        phase="round",
        rules=v.RulesView(preset="especiales", target=150, wild=("8",), skip=("Q",)),
        host=0,
        seats={
            "0": v.SeatView("person", 1, playing=True, cards=len(cards)),
            "1": v.SeatView("person", 2, playing=True, cards=5),
            "2": v.SeatView("robot", robot="carmen", playing=True, cards=3, points=12),
        },
        match=1,
        round=2,
        dealer=2,
        direction="right",
        turn=v.TurnView(turn, number, 0),
        pile=v.PileView(top, top[1], 9, ranks=(top[0], "8")),
        stock=21,
        own=v.Own(
            0, cards, actions=msgspec.convert(actions, v.Actions) if turn == 0 else v.Actions()
        ),
    )


def in_lobby(*, seated: bool = True) -> v.View:
    """A table that has not begun: Ana in seat 0, if she sits already."""
    ana = v.SeatView("person", 1) if seated else v.SeatView()
    own = v.Own(0, actions=v.Actions(start=True, seats_to_fill=(1, 2))) if seated else msgspec.UNSET
    return v.View(
        table=TABLE, phase="lobby", rules=v.RulesView(preset="clasico"), host=0,
        seats={"0": ana, "1": v.SeatView(), "2": v.SeatView()}, own=own,
    )  # fmt: skip
