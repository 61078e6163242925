"""Finds out which servers are primaries now: asks several at once and believes the newest view."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import NoPermissionError

from server.events.keys import BUCKETS
from server.events.places import Address
from server.events.scripts import refusal_in, unfailed

SLOTS = 16384
CONFIG = "cfg"  # the hash tag of META
ASKED_MAX = 6  # nodes of one look
SLOWER_SECONDS = 0.1  # that others may answer after the first
SLOT_OF = {bucket: key_slot(f"{{{bucket}}}".encode()) for bucket in (*BUCKETS, CONFIG)}
T = TypeVar("T")
Connect = Callable[[Address], Redis]


class NotFound(Exception):
    """Nobody says where the primary is."""


class Primaries(msgspec.Struct, frozen=True):
    """Who holds what, as one look found it."""

    owners: dict[str, Address]  # bucket or `cfg` → its primary
    addresses: tuple[Address, ...]  # all primaries that hold any slot
    replicas: tuple[Address, ...] = ()
    slots: int = SLOTS  # of 16,384, that some primary holds

    def with_owner(self, bucket: str, address: Address) -> Primaries:
        if self.owners.get(bucket) == address:
            return self
        addresses = self.addresses
        if address not in addresses:
            addresses = tuple(sorted((*addresses, address)))
        return msgspec.structs.replace(
            self, owners=self.owners | {bucket: address}, addresses=addresses
        )


class Finder(Protocol):
    """Knows whom to ask."""

    known_from_the_start: Primaries | None

    async def find(self) -> Primaries:
        """Raises: NotFound; redis-py's errors."""
        ...

    async def close(self) -> None: ...


class SingleFinder:
    """One server for everything."""

    def __init__(self, address: Address) -> None:
        self.known_from_the_start: Primaries | None = _all_at(address)

    async def find(self) -> Primaries:
        assert self.known_from_the_start is not None
        return self.known_from_the_start

    async def close(self) -> None:
        return


class ClusterFinder:
    """Asks nodes of a cluster, also those that were not named at first."""

    known_from_the_start: Primaries | None = None

    def __init__(self, seeds: tuple[Address, ...], connect: Connect) -> None:
        self._seeds = seeds
        self._asked = _Asked(connect)
        self._known: tuple[Address, ...] = ()

    async def find(self) -> Primaries:
        known = random.sample(self._known, len(self._known))
        # In an order without doubles; a seed may be gone for good, so the known ones come first.
        asked = tuple(dict.fromkeys((*known[:ASKED_MAX], *self._seeds)))
        found = _primaries(await _answers([self._view(address) for address in asked]))
        self._known = (*found.addresses, *found.replicas)
        await self._asked.keep({*self._known, *self._seeds})
        return found

    async def _view(self, address: Address) -> _ClusterView:
        slots, info, nodes = await self._asked.ask(
            address, ("CLUSTER", "SLOTS"), ("CLUSTER", "INFO"), ("CLUSTER", "NODES")
        )
        # The rights that were recommended at first bar it; then only the views are compared.
        epochs = {} if isinstance(nodes, NoPermissionError) else _epochs(*unfailed([nodes]))
        unfailed([slots, info])
        return _cluster_view(slots, info, epochs, address.host)

    async def close(self) -> None:
        await self._asked.keep(set())


class SentinelFinder:
    """Asks the sentinels; after a failover those who have not heard of it yet are outvoted."""

    known_from_the_start: Primaries | None = None

    def __init__(self, sentinels: tuple[Address, ...], service: str, connect: Connect) -> None:
        self._sentinels = sentinels
        self._service = service
        self._asked = _Asked(connect)

    async def find(self) -> Primaries:
        views = await _answers([self._view(address) for address in self._sentinels])
        return max(views, key=lambda view: view.epoch).primaries

    async def _view(self, sentinel: Address) -> _SentinelView:
        where, told = await self._asked.ask(
            sentinel,
            ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service),
            ("SENTINEL", "MASTER", self._service),
        )
        if where is None:
            raise NotFound(f"the sentinel {sentinel} knows no service {self._service}")
        unfailed([where, told])
        facts = dict(zip(told[::2], told[1::2], strict=True))
        address = Address(where[0].decode(), int(where[1]))
        return _SentinelView(epoch=int(facts[b"config-epoch"]), primaries=_all_at(address))

    async def close(self) -> None:
        await self._asked.keep(set())


class _SentinelView(msgspec.Struct, frozen=True):
    epoch: int  # the higher, the newer
    primaries: Primaries


_Slots = tuple[int, int, Address]  # first, last, and who is said to hold them


class _ClusterView(msgspec.Struct, frozen=True):
    """What one node of a cluster says."""

    is_ok: bool  # whether it sees a whole cluster
    epoch: int  # of the cluster, as far as it has heard; the higher, the newer
    owner_epochs: dict[_Slots, int]  # of those who hold them
    replicas: frozenset[Address]

    @property
    def rank(self) -> tuple[bool, int]:
        return self.is_ok, self.epoch


class _Asked:
    """Clients of those who are asked, one for each."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._clients: dict[Address, Redis] = {}

    async def ask(self, address: Address, *commands: tuple[str, ...]) -> list[Any]:
        """Replies in one round trip, refusals among them."""
        client = self._clients.get(address)
        if client is None:
            client = self._clients[address] = self._connect(address)
        pipeline = client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)
        replies: list[Any] = await pipeline.execute(raise_on_error=False)
        return replies

    async def keep(self, addresses: set[Address]) -> None:
        for address in self._clients.keys() - addresses:
            await self._clients.pop(address).aclose(close_connection_pool=True)


async def _answers(questions: Iterable[Awaitable[T]]) -> list[T]:
    """What is answered within a moment after the first answer.

    Raises: NotFound, or the last error, if nobody answers.
    """
    waiting = {asyncio.ensure_future(question) for question in questions}
    answers: list[T] = []
    failed: BaseException = NotFound("nobody to ask")
    try:
        while waiting:
            done, waiting = await asyncio.wait(
                waiting,
                timeout=SLOWER_SECONDS if answers else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if not done:
                break
            for each in done:
                error = each.exception()
                if error is None:
                    answers.append(each.result())
                # That somebody is refused says more than that another does not answer.
                elif refusal_in(failed) is None:
                    failed = error
    finally:
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    if not answers:
        raise failed
    return answers


def _all_at(address: Address) -> Primaries:
    return Primaries(dict.fromkeys(SLOT_OF, address), (address,))


def _primaries(views: Sequence[_ClusterView]) -> Primaries:
    """Slot by slot the owner with the greatest config epoch, as the nodes settle it themselves;
    between equals what the newest view says."""
    ranks: dict[_Slots, tuple[int, tuple[bool, int]]] = {}
    for view in views:
        for slots, epoch in view.owner_epochs.items():
            rank = (epoch, view.rank)
            ranks[slots] = max(rank, ranks.get(slots, rank))
    owner_of: dict[int, Address] = {}
    for first, last, owner in sorted(ranks, key=lambda slots: ranks[slots]):
        owner_of |= dict.fromkeys(range(first, last + 1), owner)
    owners = {bucket: owner_of[slot] for bucket, slot in SLOT_OF.items() if slot in owner_of}
    addresses = set(owner_of.values())
    replicas = max(views, key=lambda view: view.rank).replicas - addresses
    return Primaries(owners, tuple(sorted(addresses)), tuple(sorted(replicas)), len(owner_of))


def _cluster_view(
    slots: Sequence[Any], info: bytes, epochs: dict[bytes, int], asked_host: str
) -> _ClusterView:
    """From the replies to CLUSTER SLOTS and CLUSTER INFO."""
    told = dict(line.split(":", 1) for line in info.decode().split("\r\n") if ":" in line)
    owner_epochs: dict[_Slots, int] = {}
    replicas: set[Address] = set()
    for first, last, primary, *others in slots:
        owner_epochs[first, last, _address(primary, asked_host)] = epochs.get(primary[2], 0)
        replicas |= {_address(other, asked_host) for other in others}
    return _ClusterView(
        is_ok=told.get("cluster_state") == "ok",
        epoch=int(told.get("cluster_current_epoch", 0)),
        owner_epochs=owner_epochs,
        replicas=frozenset(replicas),
    )


def _epochs(nodes: bytes) -> dict[bytes, int]:
    """Config epochs by id, from the reply to CLUSTER NODES, whose lines each have: id, address,
    flags, primary, ping, pong, config epoch …"""
    lines = [line.split() for line in nodes.splitlines()]
    return {line[0]: int(line[6]) for line in lines if len(line) > 6}


def _address(node: Sequence[Any], asked_host: str) -> Address:
    """A node that does not know its own name is where it was asked."""
    host = (node[0] or b"").decode()
    return Address(host if host not in ("", "?") else asked_host, int(node[1]))
