"""A client at one table: plays from its own view, times out, comes back elsewhere, repeats."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from benchmarks.wire import Wire, connect
from server.projections.diff import patch
from server.protocol import frames as f
from tests.chaos import policy
from tests.chaos.history import Closed, Heard, History, Invoked, Opened, Unknown
from tests.chaos.links import Link

TIMEOUTS_S = (0.004, 0.05, 8.0)
TIMEOUT_WEIGHTS = (1, 2, 9)
DUPLICATE_SHARE = 0.05
TWO_AT_ONCE_SHARE = 0.05
CHAT_SHARE = 0.02
STAY_SHARE = 0.3  # of time-outs: repeats on the same connection
THINK_S = (0.0, 0.03)
PATIENCE_S = (1.0, 3.0)  # without any frame, before another node is tried
CONNECT_SECONDS = 2.0
RETRY_S = (0.02, 0.2)
OUTSTANDING_MAX = 4
_decode = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode
Tree = dict[str, Any]


class World:
    """What all clients of a run share: the ways to the nodes, the history, the clock."""

    def __init__(self, history: History, links: Callable[[str, int], Link], nodes: int) -> None:
        self.history = history
        self.link = links  # by client and node
        self.nodes = nodes
        self.playing = False
        self.conns = 0
        self._began = asyncio.get_running_loop().time()

    def now(self) -> int:
        """Milliseconds since the run began."""
        return int((asyncio.get_running_loop().time() - self._began) * 1000)


class Conn:
    """One connection, with the view that its frames come to."""

    def __init__(self, player: Player, node: int) -> None:
        self.node = node
        self.number = player.world.conns
        player.world.conns += 1
        self.version, self.tag, self.view = 0, "", Tree()
        self.closed = False
        self.heard_s = asyncio.get_running_loop().time()
        self._player = player
        self._wire: Wire | None = None

    async def open(self) -> None:
        """Raises: OSError, TimeoutError."""
        player, world = self._player, self._player.world
        address = world.link(player.client, self.node).address
        assert isinstance(address, tuple), "clients come over TCP"
        async with asyncio.timeout(CONNECT_SECONDS):
            self._wire = await connect(*address, self._heard, self._lost)
        self.version, self.tag, self.view = player.version, player.tag, player.view
        world.history.add(
            Opened(
                world.now(),
                self.number,
                player.client,
                self.node,
                player.table,
                player.token_hash,
                self.version,
                self.tag,
            )
        )
        hello = f.Hello(
            table=player.table,
            token=player.token,
            invite=player.invite,
            version=self.version,
            tag=self.tag,
        )
        self._wire.send(_encode(hello))

    def send(self, command: f.Command) -> None:
        player, world = self._player, self._player.world
        body = _encode(command)
        record = Invoked(
            world.now(),
            self.number,
            player.client,
            player.table,
            command.id,
            body,
            player.version,
            player.tag,
        )
        world.history.add(record)
        if self._wire is not None and not self.closed:
            self._wire.send(body)

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()

    def _heard(self, body: bytes) -> None:
        world = self._player.world
        if self._wire is None:  # given up while it was being opened
            return
        world.history.add(Heard(world.now(), self.number, body))
        self.heard_s = asyncio.get_running_loop().time()
        frame = _decode(body)
        match frame["t"]:
            case "snapshot":
                self.view = frame["view"]
            case "step":
                self.view = patch(self.view, frame["patch"])
            case "ack" | "refused":
                self._player.answered(frame)
                return
            case "reset":
                self._player.forget()
                return
            case _:
                return
        self.version, self.tag = frame["version"], frame["tag"]
        self._player.moved(self)

    def _lost(self, why: str) -> None:
        if self._wire is not None and not self.closed:
            self.closed = True
            world = self._player.world
            world.history.add(Closed(world.now(), self.number, why))
            self._player.wake.set()


class Pending:
    """A command without an answer yet."""

    def __init__(self, command: f.Command, until_s: float) -> None:
        self.command = command
        self.until_s = until_s
        self.done: asyncio.Future[Tree] = asyncio.get_running_loop().create_future()


class Player:
    """A client in a seat of a table, or one that watches (without a secret)."""

    def __init__(
        self, world: World, client: str, table: str, dice: Random, secret: str, invite: str
    ) -> None:
        self.world = world
        self.client = client
        self.table = table
        self.invite = invite
        self.token = _token_of(secret, table) if secret else ""
        self.token_hash = hashlib.sha256(self.token.encode()).hexdigest() if secret else ""
        self.view: Tree = {}
        self.version = 0
        self.tag = ""
        self.wake = asyncio.Event()
        self.pending: dict[str, Pending] = {}
        self.words: list[str] = []  # lines of chat, for whoever looks for them elsewhere
        self._dice = dice
        self._ids = 0
        self._conn: Conn | None = None
        self._extra: set[asyncio.Task[None]] = set()
        self._act_at_s = 0.0
        self._patience_s = dice.uniform(*PATIENCE_S)

    # What connections tell

    def moved(self, conn: Conn) -> None:
        """A numbered frame has come; the newest view counts, whichever connection brought it."""
        if conn.version > self.version:
            self.version, self.tag, self.view = conn.version, conn.tag, conn.view
            self.wake.set()

    def forget(self) -> None:
        """What was shown is not the table's history."""
        self.version, self.tag = 0, ""

    def answered(self, frame: Tree) -> None:
        pending = self.pending.get(frame.get("id", ""))
        if pending is None:
            return
        if frame["t"] == "refused" and frame["code"] in ("retry", "restarting", "too_fast"):
            pending.until_s = 0.0  # again, soon
        else:
            del self.pending[pending.command.id]
            if not pending.done.done():
                pending.done.set_result(frame)
        self.wake.set()

    # What it does

    def next_id(self) -> str:
        self._ids += 1
        return f"{self.client}-{self._ids}"

    async def do(self, command: f.Command) -> Tree:
        """Sends a command and waits for its answer, however long it takes."""
        return await self._post(command, TIMEOUTS_S[-1]).done

    async def run(self) -> None:
        """Plays until cancelled."""
        try:
            while True:
                if self._conn is None or self._conn.closed:
                    await self._reconnect()
                self._look_after_pending()
                self._act()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._nap_s()):
                        await self.wake.wait()
                self.wake.clear()
        finally:
            for task in self._extra:
                task.cancel()
            if self._conn is not None:
                self._conn.close()

    async def _reconnect(self) -> None:
        conn = Conn(self, self._dice.randrange(self.world.nodes))
        try:
            await conn.open()
        except (OSError, TimeoutError):
            await asyncio.sleep(self._dice.uniform(*RETRY_S))
            return
        self._conn = conn
        for pending in self.pending.values():
            self._send(pending)

    def _look_after_pending(self) -> None:
        now = _now()
        conn = self._conn
        if conn is None or conn.closed:
            return
        if now - conn.heard_s > self._patience_s and (self.pending or self.world.playing):
            self._patience_s = self._dice.uniform(*PATIENCE_S)
            conn.close()
            return
        for pending in list(self.pending.values()):
            if pending.until_s > now:
                continue
            self.world.history.add(Unknown(self.world.now(), conn.number, pending.command.id))
            if self._dice.random() < STAY_SHARE:
                self._send(pending)
            else:
                pending.until_s = now + TIMEOUTS_S[-1]
                conn.close()
                return

    def _act(self) -> None:
        conn, now = self._conn, _now()
        if not self.world.playing or conn is None or conn.closed or now < self._act_at_s:
            return
        if len(self.pending) >= OUTSTANDING_MAX or (self.pending and self._dice.random() < 0.9):
            return
        self._act_at_s = now + self._dice.uniform(*THINK_S)
        if self.token and self._dice.random() < CHAT_SHARE:
            self._post(self._line(), TIMEOUTS_S[-1])
        command = policy.choose(self._dice, self.view, self.next_id())
        if command is None:
            return
        self._post(command, self._dice.choices(TIMEOUTS_S, TIMEOUT_WEIGHTS)[0])
        if self._dice.random() < DUPLICATE_SHARE:
            self._repeat_elsewhere(command)
        if self._dice.random() < TWO_AT_ONCE_SHARE:
            other = policy.choose(self._dice, self.view, self.next_id())
            if other is not None:
                self._post(other, TIMEOUTS_S[-1])

    def _line(self) -> f.Chat:
        words = f"canario {self.client} {self._dice.getrandbits(64):016x}"
        self.words.append(words)
        return f.Chat(id=self.next_id(), text=words)

    def _post(self, command: f.Command, seconds: float) -> Pending:
        pending = self.pending[command.id] = Pending(command, _now() + seconds)
        if self._conn is not None and not self._conn.closed:
            self._conn.send(command)
        return pending

    def _send(self, pending: Pending) -> None:
        assert self._conn is not None
        pending.until_s = _now() + TIMEOUTS_S[-1]
        self._conn.send(pending.command)

    def _repeat_elsewhere(self, command: f.Command) -> None:
        task = asyncio.create_task(self._repeat(command))
        self._extra.add(task)
        task.add_done_callback(self._extra.discard)

    async def _repeat(self, command: f.Command) -> None:
        """The same command once more, over a connection to whichever node, for a while."""
        conn = Conn(self, self._dice.randrange(self.world.nodes))
        with contextlib.suppress(OSError, TimeoutError):
            try:
                await conn.open()
                conn.send(command)
                await asyncio.sleep(self._dice.uniform(0.2, 2.0))
            finally:
                conn.close()

    def _nap_s(self) -> float:
        """Until something may be due by itself."""
        now = _now()
        due = [pending.until_s for pending in self.pending.values()]
        if self._act_at_s > now:
            due.append(self._act_at_s)
        return max(0.001, min(0.2, *(at - now for at in due)) if due else 0.2)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _token_of(secret: str, table: str) -> str:
    return hmac.digest(bytes.fromhex(secret), table.encode(), hashlib.sha256).hex()
