"""Clients that sit at tables and play what their views offer, at once or at an even pace."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from typing import Any

import msgspec

from benchmarks.process import Server
from benchmarks.wire import Wire, connect
from server.projections.diff import patch
from server.protocol.frames import (
    AcceptRematch,
    At,
    Command,
    Draw,
    Hello,
    Name,
    NextRound,
    OfferRematch,
    Pass,
    Play,
)

_KEPT = ("match", "round", "turn", "own")  # the parts of the view that playing needs
_MOVES = (Play, Draw, Pass, Name)
_SENT_KEPT = 16  # versions of a table whose sending times are remembered
_decode = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode
Tree = dict[str, Any]


class Tally:
    """What all clients of a load have counted and timed since the last `clear`."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.moves = 0  # accepted plays, draws, passes and named suits
        self.refused = 0
        self.frames = 0
        self.bytes = 0
        self.own_seconds: list[float] = []  # from a move to the mover's own step
        self.other_seconds: list[float] = []  # from a move to the step of each other


class Pace:
    """When a table's next move is due, by the loop's clock; `interval_seconds` 0 = at once."""

    def __init__(self) -> None:
        self.running = False
        self.interval_seconds = 0.0
        self.due = 0.0
        self.sent = [(0, 0.0)] * _SENT_KEPT  # version that a move leads to, and when it was sent


class Client:
    """One client in one seat of a table."""

    def __init__(self, seat: int, pace: Pace, tally: Tally) -> None:
        self.seat = seat
        self.secret = secrets.token_hex(32)
        self.view: Tree = {}
        self.version = 0
        self.answered = asyncio.Event()  # a snapshot or an ack has come
        self._pace, self._tally = pace, tally
        self._wire: Wire | None = None
        self._ids = 0
        self._waiting = ""  # id of the command that is under way
        self._moving = False  # and it is a move

    async def open(self, server: Server, table: str, invite: str = "") -> None:
        """Connects and waits for the first snapshot."""
        token = hmac.digest(bytes.fromhex(self.secret), table.encode(), hashlib.sha256).hex()
        self._wire = await connect(server.host, server.port, self._heard)
        self._wire.send(_encode(Hello(table=table, token=token, invite=invite)))
        await self.answered.wait()

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()

    def say_version(self) -> None:
        """The sign of life that clients give every 15 s."""
        assert self._wire is not None, "the connection is open"
        self._wire.send(_encode(At(version=self.version)))

    async def ask(self, command: Command) -> None:
        """Sends a command and waits until it is accepted."""
        self.answered.clear()
        self._send(command)
        await self.answered.wait()

    def next_id(self) -> str:
        self._ids += 1
        return f"b{self.seat}-{self._ids}"

    def act(self) -> None:
        """Does what there is to do, now or when it is due."""
        pace = self._pace
        if not pace.running or self._waiting:
            return
        command = _choice(self)
        if command is None:
            return
        loop = asyncio.get_running_loop()
        moving = isinstance(command, _MOVES)
        if moving and pace.interval_seconds:
            if loop.time() < pace.due:
                loop.call_at(pace.due, self.act)
                return
            pace.due += pace.interval_seconds
        self._moving = moving
        if moving:
            pace.sent[(self.version + 1) % _SENT_KEPT] = (self.version + 1, time.perf_counter())
        self._send(command)

    def _send(self, command: Command) -> None:
        assert self._wire is not None, "the connection is open"
        self._waiting = command.id
        self._wire.send(_encode(command))

    def _heard(self, payload: bytes) -> None:
        frame = _decode(payload)
        self._tally.frames += 1
        self._tally.bytes += len(payload)
        match frame["t"]:
            case "step":
                self._step(frame)
            case "ack":
                self._acknowledged(frame["id"])
            case "snapshot":
                self.version = frame["version"]
                self.view = {key: frame["view"][key] for key in _KEPT if key in frame["view"]}
                self.answered.set()
            case "refused":
                self._tally.refused += 1
                raise AssertionError(f"seat {self.seat} was refused: {frame}")

    def _step(self, frame: Tree) -> None:
        self.version = frame["version"]
        change = frame["patch"]
        kept = {key: change[key] for key in _KEPT if key in change}
        if kept:
            self.view = patch(self.view, kept)
        version, sent = self._pace.sent[self.version % _SENT_KEPT]
        if version == self.version:
            seconds = time.perf_counter() - sent
            tally = self._tally
            (tally.own_seconds if self._moving else tally.other_seconds).append(seconds)
        self.act()

    def _acknowledged(self, id_: str) -> None:
        if id_ != self._waiting:
            return
        self._tally.moves += self._moving
        self._waiting, self._moving = "", False
        self.answered.set()
        self.act()


def _choice(client: Client) -> Command | None:
    """The first thing that the view offers; seat 0 alone deals again and offers rematches."""
    view = client.view
    own = view.get("own", {})
    actions = own.get("actions")
    if not actions:
        return None
    if "turn" in view and view["turn"]["seat"] == client.seat:
        return _move(client.next_id(), view["turn"]["number"], actions)
    if actions.get("next_round") and client.seat == 0:
        return NextRound(id=client.next_id(), match=view["match"], round=view["round"])
    if actions.get("offer_rematch") and client.seat == 0:
        return OfferRematch(id=client.next_id(), match=view["match"])
    if actions.get("answer_rematch"):
        return AcceptRematch(id=client.next_id(), match=view["match"])
    return None


def _move(id_: str, turn: int, actions: Tree) -> Command:
    if actions.get("name"):
        return Name(id=id_, turn=turn, suit=actions["suits"][0])
    if actions.get("play"):
        card = actions["play"][0]
        suit = actions["suits"][0] if card in actions.get("suit_with", ()) else ""
        return Play(id=id_, turn=turn, card=card, suit=suit)
    if actions.get("draw"):
        return Draw(id=id_, turn=turn)
    return Pass(id=id_, turn=turn)
