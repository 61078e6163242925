"""One run of the rig: nodes on a store, clients at tables, harm, quiet, and what is left."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

import httpx
import msgspec

from server.events import keys
from server.events.redis_store import RedisStore
from server.events.store import Entry, LogCorrupt
from server.protocol import frames as f
from tests.chaos.client import Conn, Pending, Player, World
from tests.chaos.clustered import ClusterStore
from tests.chaos.history import Answered, Converged, Final, History, Left
from tests.chaos.links import Link
from tests.chaos.nemesis import Nemesis
from tests.chaos.nodes import Node
from tests.chaos.pair import PairStore
from tests.chaos.shim import Shim, built_in
from tests.chaos.stores import Kept, NodesStore, OwnStore, program_named

CONNECT_TRIES = 100


StoreKind = Literal["links", "embedded", "cluster", "pair"]


class House(msgspec.Struct, frozen=True):
    """A kind of table."""

    preset: str
    seats: int = 3
    robots: int = 0
    set: dict[str, Any] = {}


HOUSES = (
    House("clasico", set={"target": 60}),
    House("familiar", set={"last_card_call": "called", "target": 60, "turn_seconds": 5}),
    House("montanita", set={"enforcement": "honour"}),
    House("jiujitsu", robots=1),
    House("especiales", set={"two_packs_from": 3, "rebuild_stock": True, "target": 60}, robots=1),
    House("clasico", set={"turn_seconds": 5, "hand_size": 3, "target": 30}),
)


class Plan(msgspec.Struct, frozen=True):
    """What a run is to be. The seed decides all that clients and nemesis do by chance."""

    seed: int = 1
    seconds: float = 10.0  # of harm
    nodes: int = 2
    tables: int = 3
    store: StoreKind = "links"  # embedded: one that the nodes keep
    shimmed: bool = False  # clocks jump and disks are slow, where the shim can be built
    program: str = "valkey"
    pause_max_s: float = 1.0
    module: tuple[str, ...] = ("server",)
    only: tuple[str, ...] = ()  # kinds of harm; empty: all that can be done
    settle_s: float = 30.0  # how long answers that are owed, and agreement, are waited for


class Rig:
    """Everything of a run that is up."""

    def __init__(self, plan: Plan, directory: Path) -> None:
        self.plan = plan
        self.dice = Random(plan.seed)
        self.directory = directory
        self.history = History()
        self.shims: list[Shim] = []  # of each node, then of the store
        self.store = self._store()
        self.nodes: list[Node] = []
        self.players: list[Player] = []
        self.tables: list[str] = []
        self.secrets: list[str] = []
        # What the store may do: undo what was shown, and what was acknowledged.
        self.may_reset = plan.store in ("cluster", "pair")
        self.may_lose = False
        self.client_links: list[list[Link]] = [[] for _ in range(plan.nodes)]
        self._links: dict[tuple[str, int], Link] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.world = World(self.history, self.link, plan.nodes)

    def _store(self) -> Kept:
        plan, directory = self.plan, self.directory
        if plan.store == "embedded":  # a child of a node, whose shim would be its own as well
            return NodesStore(directory / "data")
        library = built_in(directory) if plan.shimmed else None
        if library is not None:
            self.shims = [Shim(library, directory / f"shim{n}") for n in range(plan.nodes + 1)]
        program = program_named(plan.program)
        if plan.store == "cluster":
            return ClusterStore(program, Random(f"{plan.seed} cluster"))
        if plan.store == "pair":
            return PairStore(program, directory / "store")
        environment = self.shims[-1].environment if self.shims else {}
        return OwnStore(program, environment=environment)

    # Up and down

    async def start(self) -> None:
        await self.store.start(self.plan.nodes)
        for number in range(self.plan.nodes):
            environment = self.store.environment(number)
            if self.shims:
                environment |= self.shims[number].environment
            self.nodes.append(Node(number, self.directory, environment, self.plan.module))
        await asyncio.gather(*(node.start() for node in self.nodes))

    async def stop(self) -> None:
        await self.stop_players()
        for node in self.nodes:
            if node.running:
                node.go_on()
                await node.kill()
        for link in self._links.values():
            link.close()
        await self.store.stop()

    async def stop_players(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await asyncio.sleep(0.05)  # what was cut is heard of

    def link(self, client: str, node: int) -> Link:
        return self._links[client, node]

    async def _link_up(self, client: str) -> None:
        for node in self.nodes:
            if (client, node.number) not in self._links:
                link = Link(("127.0.0.1", node.port))
                await link.listen()
                self._links[client, node.number] = link
                self.client_links[node.number].append(link)

    # Tables

    async def seat_all(self) -> None:
        """Makes the tables, seats the clients and deals."""
        await asyncio.gather(*(self._seat(number) for number in range(self.plan.tables)))

    async def _seat(self, number: int) -> None:
        house = HOUSES[(self.plan.seed + number) % len(HOUSES)]
        secret, name = secrets.token_hex(32), f"Canaria{number}"
        node = self.nodes[number % len(self.nodes)]
        wish = {"preset": house.preset, "seats": house.seats, "name": name, "set": house.set}
        async with httpx.AsyncClient(timeout=30) as http:
            answer = await http.post(
                f"http://127.0.0.1:{node.port}/api/tables",
                json=wish,
                headers={"authorization": f"Bearer {secret}"},
            )
        assert answer.status_code == 201, answer.text
        table, invite = answer.json()["table"], answer.json()["invite"]
        self.tables.append(table)
        self.secrets += [invite, name]
        host = await self._player(f"t{number}a", table, secret, invite)
        for seat in range(1, house.seats - house.robots):
            other = await self._player(f"t{number}{'abcdef'[seat]}", table, "", invite)
            name = f"Canario{number}{seat}"
            self.secrets.append(name)
            await other.do(f.Sit(id=other.next_id(), invite=invite, name=name))
        for _ in range(house.robots):
            await host.do(f.AddRobot(id=host.next_id()))
        await self._player(f"w{number}", table, None, "")
        await host.do(f.Start(id=host.next_id(), match=1))

    async def _player(self, client: str, table: str, secret: str | None, invite: str) -> Player:
        """`secret`: of whom; empty = a new one, None = none, a watcher."""
        await self._link_up(client)
        own = "" if secret is None else secret or secrets.token_hex(32)
        dice = Random(f"{self.plan.seed} {client}")
        player = Player(self.world, client, table, dice, own, invite)
        self.secrets += [own, player.token, player.token_hash] if own else []
        self.players.append(player)
        self._tasks.append(asyncio.create_task(player.run()))
        return player

    # Harm and quiet

    async def harm(self, seconds: float) -> None:
        nemesis = Nemesis(
            Random(f"{self.plan.seed} nemesis"),
            self.history,
            self.world.now,
            self.nodes,
            self.store,
            self.client_links,
            pause_max_s=self.plan.pause_max_s,
            turn_clock=self._turn_clock if self.shims else None,
            slow_disk=self._slow_disk if self.shims and self.plan.store == "links" else None,
        )
        self.world.playing = True
        await nemesis.run(seconds, self.plan.only)

    def _turn_clock(self, node: int, ms: int) -> None:
        self.shims[node].turn(clock_ms=ms)

    def _slow_disk(self, us: int) -> None:
        self.shims[-1].turn(fsync_us=us)

    async def settle(self) -> Final:
        """Waits for answers that are owed, sees the nodes agree, and takes down what is left."""
        self.world.playing = False
        quiet_from = self.world.now()
        await self._answers_owed()
        reader = self.store.reader()
        try:
            began_ms = await reader.now_ms() - self.world.now()
            await self._converge(reader)
            await self._ask_each_node()
            public = await self._public_words()
            await self.stop_players()
            clustered = self.plan.store == "cluster"
            left = {t: await _left(reader, t, clustered=clustered) for t in self.tables}
        finally:
            await reader.close()
        ends = tuple([await node.end() for node in self.nodes])
        words = [word for player in self.players for word in player.words]
        return Final(
            tables=left,
            outputs=self._outputs() | public,
            secrets=tuple(self.secrets + words),
            quiet_from=quiet_from,
            began_ms=began_ms,
            may_reset=self.may_reset or self.may_lose,
            may_lose=self.may_lose,
            ends=ends,
        )

    async def _answers_owed(self) -> None:
        deadline = self.world.now() + int(self.plan.settle_s * 1000)
        while self._owed() and self.world.now() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    def _owed(self) -> bool:
        return any(player.pending for player in self.players)

    async def _converge(self, reader: RedisStore) -> None:
        """A watcher at each node for each table, until all show what the store has."""
        began = self.world.now()
        watchers: dict[tuple[int, str], Conn] = {}
        for node in self.nodes:
            client = f"o{node.number}"
            await self._link_up(client)
            for table in self.tables:
                watcher = Player(self.world, client, table, Random(0), "", "")
                watchers[node.number, table] = await self._opened(watcher, node.number)
        deadline = began + int(self.plan.settle_s * 1000)
        while self.world.now() < deadline:
            heads = await reader.heads(tuple(self.tables))
            shown = {key: (conn.version, conn.tag) for key, conn in watchers.items()}
            told = {t: (version, tag.hex()) for t, (version, tag) in heads.items()}
            if all(shown[key] == told[key[1]] for key in watchers):
                break
            await asyncio.sleep(0.02)
        for (node_number, table), conn in watchers.items():
            now = self.world.now()
            self.history.add(
                Converged(now, node_number, table, conn.version, conn.tag, now - began)
            )
            conn.close()

    async def _opened(self, player: Player, node: int) -> Conn:
        for _ in range(CONNECT_TRIES):
            conn = Conn(player, node)
            try:
                await conn.open()
            except (OSError, TimeoutError):
                await asyncio.sleep(0.05)
            else:
                return conn
        raise AssertionError(f"node {node} takes no connection")

    async def _ask_each_node(self) -> None:
        seated = [player for player in self.players if player.token]
        for node in self.nodes:
            player = seated[node.number % len(seated)]
            conn = await self._opened(player, node.number)
            command = f.Chat(id=player.next_id(), text=f"canario fin {node.number}")
            pending = player.pending[command.id] = Pending(command, float("inf"))
            began = self.world.now()
            conn.send(command)
            _, waiting = await asyncio.wait([pending.done], timeout=self.plan.settle_s)
            ms = -1 if waiting else self.world.now() - began
            self.history.add(Answered(self.world.now(), node.number, player.table, ms))
            conn.close()

    async def _public_words(self) -> dict[str, str]:
        """What anybody may ask of a node."""
        found = {}
        async with httpx.AsyncClient(timeout=30) as http:
            for node in self.nodes:
                pages = ["/health", "/ready", *(f"/api/tables/{t}" for t in self.tables)]
                asked = [f"{node.port}{page}" for page in pages]
                for place in (*asked, f"{node.metrics_port}/metrics"):
                    with contextlib.suppress(httpx.HTTPError):  # a mutant may not answer
                        answer = await http.get(f"http://127.0.0.1:{place}")
                        found[f"node {node.number} {place.partition('/')[2]}"] = answer.text
        return found

    def _outputs(self) -> dict[str, str]:
        files = [node.output for node in self.nodes] + sorted(self.directory.glob("data*/server.*"))
        return {
            str(path.relative_to(self.directory)): path.read_text(errors="replace")
            for path in files
        }


async def _left(store: RedisStore, table: str, *, clustered: bool) -> Left:
    """What the store holds of a table, at one moment."""
    while True:
        ids, entries = await (_read(store, table) if clustered else _raw(store, table))
        left = Left(
            ids=ids,
            entries=entries,
            names=await store.names(table),
            chat={str(number): body for number, body in (await store.chat(table)).items()},
            open_=table in await store.open_tables(),
            due=await store.deadline(table),
        )
        again, _ = await (_read(store, table) if clustered else _raw(store, table))
        if again == ids:
            return left


Log = tuple[tuple[str, ...], tuple[Entry, ...]]


async def _read(store: RedisStore, table: str) -> Log:
    try:
        entries = await store.read(table)
    except LogCorrupt as error:
        return (str(error),), ()
    return tuple(f"{entry.version}-0" for entry in entries), entries


async def _raw(store: RedisStore, table: str) -> Log:
    """Entries whatever their ids, which the checker judges."""
    client: Any = store.client
    raw = await client.execute_command("XRANGE", keys.log_of(table), "-", "+")
    return (
        tuple(id_.decode() for id_, _ in raw),
        tuple(_entry(id_, fields) for id_, fields in raw),
    )


def _entry(id_: bytes, flat: list[bytes]) -> Entry:
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    return Entry(
        version=int(id_.partition(b"-")[0]),
        tag=fields[b"h"],
        command_id=fields[b"c"].decode(),
        at_ms=int(fields[b"t"]),
        match_version=int(fields[b"m"]),
        act=fields[b"a"].decode(),
        public=fields[b"p"],
        secret=fields[b"s"],
    )


@asynccontextmanager
async def rig_of(plan: Plan, directory: Path) -> AsyncIterator[Rig]:
    """A rig that is up, and comes down whatever happens."""
    rig = Rig(plan, directory)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(rig.stop)
        await rig.start()
        yield rig


async def run(plan: Plan, directory: Path) -> tuple[History, Final]:
    """A whole run."""
    async with rig_of(plan, directory) as rig:
        await rig.seat_all()
        await rig.harm(plan.seconds)
        return rig.history, await rig.settle()
