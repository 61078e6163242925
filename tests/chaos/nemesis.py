"""Does harm, one thing after another, by chance but the same for the same seed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random

from tests.chaos.history import Fault, History
from tests.chaos.links import Link
from tests.chaos.nodes import Node
from tests.chaos.stores import Kept

WAIT_S = (0.2, 0.6)  # between two faults
STALL_S = (0.2, 1.5)
SLOW_S = (0.005, 0.05)
SLOW_BYTES_PER_S = 20_000.0
FSYNC_US = (5_000, 200_000)
CLOCK_JUMP_MS = 3_600_000

Harm = Callable[[], Awaitable[None]]


class Nemesis:
    """Harms nodes, their store and the links between all of them.

    `client_links`: by node, those of its clients. `turn_clock` turns the wall clock of a node's
    process by so many ms; `slow_disk` makes each fsync of the store take so many µs more.
    """

    def __init__(
        self,
        dice: Random,
        history: History,
        now: Callable[[], int],
        nodes: Sequence[Node],
        store: Kept,
        client_links: Sequence[Sequence[Link]],
        *,
        pause_max_s: float,
        turn_clock: Callable[[int, int], None] | None = None,
        slow_disk: Callable[[int], None] | None = None,
    ) -> None:
        self._dice = dice
        self._history = history
        self._now = now
        self._nodes = nodes
        self._store = store
        self._client_links = client_links
        self._pause_max_s = pause_max_s
        self._turn_clock = turn_clock
        self._slow_disk = slow_disk
        self._going_on: set[asyncio.Task[None]] = set()
        self._done: list[asyncio.Task[None]] = []  # whose failure would be the rig's
        self._down: set[int] = set()  # nodes that are dead or stopped
        self._store_down = False

    def kinds(self) -> dict[str, tuple[int, Harm]]:
        """What can be done here, with how often it is."""
        found: dict[str, tuple[int, Harm]] = {
            "kill_node": (3, self._kill_node),
            "pause_node": (2, self._pause_node),
            "kill_store": (2, self._kill_store),
            "pause_store": (2, self._pause_store),
            "swallow_client": (3, lambda: self._swallow("swallow_client", self._a_client_link())),
            "reset_clients": (2, self._reset_clients),
            "stall_client": (2, lambda: self._stall("stall_client", self._a_client_link())),
            "slow_client": (1, lambda: self._slow("slow_client", self._a_client_link())),
        }
        if self._store.links:
            found |= {
                "swallow_store": (4, lambda: self._swallow("swallow_store", self._a_store_link())),
                "reset_store": (2, self._reset_store),
                "stall_store": (2, lambda: self._stall("stall_store", self._a_store_link())),
                "slow_store": (1, lambda: self._slow("slow_store", self._a_store_link())),
                "script_flush": (1, lambda: self._admin("script_flush", "SCRIPT", "FLUSH")),
                "kill_connections": (
                    1, lambda: self._admin("kill_connections", "CLIENT", "KILL", "TYPE", "normal")
                ),
                "kill_subscriptions": (
                    2, lambda: self._admin("kill_subscriptions", "CLIENT", "KILL", "TYPE", "pubsub")
                ),
            }  # fmt: skip
        for kind in self._store.extras:
            found[kind] = (2, partial(self._disturb, kind))
        if self._turn_clock is not None:
            found["clock_jump"] = (1, self._clock_jump)
        if self._slow_disk is not None:
            found["slow_disk"] = (1, self._slow_fsync)
        return found

    async def run(self, seconds: float, only: tuple[str, ...] = ()) -> None:
        """Does harm for so long, then undoes all of it; `only` of these kinds, if there are."""
        kinds = {kind: harm for kind, harm in self.kinds().items() if not only or kind in only}
        weights = [weight for weight, _ in kinds.values()]
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(self._dice.uniform(*WAIT_S))
            (kind,) = self._dice.choices(list(kinds), weights)
            await kinds[kind][1]()
        await self.heal()

    async def heal(self) -> None:
        """Waits for what goes on, and mends what is broken."""
        while self._going_on:
            await asyncio.wait(self._going_on)
        for task in self._done:
            task.result()
        for link in (*self._store.links, *(link for links in self._client_links for link in links)):
            link.heal()

    def _told(self, kind: str, target: str = "", seconds: float = 0.0) -> None:
        now = self._now()
        self._history.add(Fault(now, kind, target, now + int(seconds * 1000)))

    def _meanwhile(self, work: Awaitable[None]) -> None:
        async def done() -> None:
            await work

        task = asyncio.create_task(done())
        self._going_on.add(task)
        self._done.append(task)
        task.add_done_callback(self._going_on.discard)

    # Nodes

    def _a_node(self) -> Node | None:
        """One that is up, if another is up as well."""
        up = [node for node in self._nodes if node.number not in self._down]
        return self._dice.choice(up) if len(up) > 1 or (len(self._nodes) == 1 and up) else None

    async def _kill_node(self) -> None:
        node = self._a_node()
        if node is None:
            return
        self._down.add(node.number)
        await node.kill()
        self._told("kill_node", f"node {node.number}")

        async def again() -> None:
            await node.start()
            self._down.discard(node.number)

        self._meanwhile(again())

    async def _pause_node(self) -> None:
        node = self._a_node()
        if node is None:
            return
        seconds = self._dice.uniform(0.1, self._pause_max_s)
        self._down.add(node.number)
        node.pause()
        self._told("pause_node", f"node {node.number}", seconds)

        async def again() -> None:
            await asyncio.sleep(seconds)
            node.go_on()
            self._down.discard(node.number)

        self._meanwhile(again())

    async def _clock_jump(self) -> None:
        assert self._turn_clock is not None
        node = self._dice.choice(self._nodes)
        shift = self._dice.choice((-CLOCK_JUMP_MS, 0, CLOCK_JUMP_MS))
        self._turn_clock(node.number, shift)
        self._told("clock_jump", f"node {node.number} {shift} ms")

    # The store

    async def _kill_store(self) -> None:
        if self._store_down:
            return
        self._store_down = True
        self._told("kill_store")

        async def again() -> None:
            await self._store.kill()
            self._store_down = False

        self._meanwhile(again())

    async def _pause_store(self) -> None:
        if self._store_down:
            return
        seconds = self._dice.uniform(0.1, self._pause_max_s)
        self._store_down = True
        self._told("pause_store", "", seconds)
        go_on = self._store.pause()

        async def again() -> None:
            await asyncio.sleep(seconds)
            go_on()
            self._store_down = False

        self._meanwhile(again())

    async def _disturb(self, kind: str) -> None:
        if self._store_down:
            return
        self._store_down = True
        self._told(kind)

        async def again() -> None:
            await self._store.disturb(kind)
            self._store_down = False

        self._meanwhile(again())

    async def _slow_fsync(self) -> None:
        assert self._slow_disk is not None
        seconds = self._dice.uniform(*STALL_S)
        self._told("slow_disk", "", seconds)
        self._slow_disk(self._dice.randint(*FSYNC_US))

        async def again() -> None:
            await asyncio.sleep(seconds)
            assert self._slow_disk is not None
            self._slow_disk(0)

        self._meanwhile(again())

    async def _admin(self, kind: str, *command: str) -> None:
        if not self._store_down:
            self._told(kind)
            self._meanwhile(self._store.admin(*command))

    async def _reset_store(self) -> None:
        self._told("reset_store")
        for link in self._store.links:
            link.reset()

    # Links

    def _a_store_link(self) -> Link:
        return self._dice.choice(self._store.links)

    def _a_client_link(self) -> Link:
        return self._dice.choice(self._dice.choice(self._client_links))

    async def _swallow(self, kind: str, link: Link) -> None:
        self._told(kind)
        link.swallow()

    async def _reset_clients(self) -> None:
        number = self._dice.randrange(len(self._client_links))
        self._told("reset_clients", f"node {number}")
        for link in self._client_links[number]:
            link.reset()

    async def _stall(self, kind: str, link: Link) -> None:
        seconds = self._dice.uniform(*STALL_S)
        self._told(kind, "", seconds)
        link.stall()

        async def again() -> None:
            await asyncio.sleep(seconds)
            link.release()

        self._meanwhile(again())

    async def _slow(self, kind: str, link: Link) -> None:
        seconds = self._dice.uniform(*STALL_S)
        self._told(kind, "", seconds)
        link.slow(self._dice.uniform(*SLOW_S), SLOW_BYTES_PER_S)

        async def again() -> None:
            await asyncio.sleep(seconds)
            link.slow(0.0, 0.0)

        self._meanwhile(again())
