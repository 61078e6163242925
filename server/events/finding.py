"""Finds out which servers are primaries now: asks several at once and believes the newest view."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from redis.asyncio import Redis
from redis.crc import key_slot

from server.events.keys import BUCKETS
from server.events.places import Address
from server.events.scripts import unfailed

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
        views = await _answers([self._view(address) for address in asked])
        # A node that is cut off from the others has an old epoch, or says itself that it is.
        newest = max(views, key=lambda view: (view.is_ok, view.epoch))
        self._known = (*newest.primaries.addresses, *newest.primaries.replicas)
        await self._asked.keep({*self._known, *self._seeds})
        return newest.primaries

    async def _view(self, address: Address) -> _View:
        slots, info = unfailed(
            await self._asked.ask(address, ("CLUSTER", "SLOTS"), ("CLUSTER", "INFO"))
        )
        told = dict(line.split(":", 1) for line in info.decode().split("\r\n") if ":" in line)
        return _View(
            is_ok=told.get("cluster_state") == "ok",
            epoch=int(told.get("cluster_current_epoch", 0)),
            primaries=_primaries(slots, address.host),
        )

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

    async def _view(self, sentinel: Address) -> _View:
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
        return _View(is_ok=True, epoch=int(facts[b"config-epoch"]), primaries=_all_at(address))

    async def close(self) -> None:
        await self._asked.keep(set())


class _View(msgspec.Struct, frozen=True):
    is_ok: bool
    epoch: int  # the higher, the newer
    primaries: Primaries


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
                else:
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


def _primaries(ranges: Sequence[Any], asked_host: str) -> Primaries:
    """From the reply to CLUSTER SLOTS."""
    owner_of: dict[int, Address] = {}
    replicas: set[Address] = set()
    for first, last, primary, *others in ranges:
        owner = _address(primary, asked_host)
        owner_of |= dict.fromkeys(range(first, last + 1), owner)
        replicas |= {_address(other, asked_host) for other in others}
    owners = {bucket: owner_of[slot] for bucket, slot in SLOT_OF.items() if slot in owner_of}
    return Primaries(
        owners,
        tuple(sorted(set(owner_of.values()))),
        tuple(sorted(replicas)),
        len(owner_of),
    )


def _address(node: Sequence[Any], asked_host: str) -> Address:
    """A node that does not know its own name is where it was asked."""
    host = (node[0] or b"").decode()
    return Address(host if host not in ("", "?") else asked_host, int(node[1]))
