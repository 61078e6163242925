"""A real cluster in processes of their own, which a test may harm.

    with Cluster() as cluster:                     # three primaries, a replica each
        store = RedisStore(cluster.url, profile=FAILOVER)
        cluster.primary_of("b07").kill()
        await cluster.until_whole()

Ports lie below the ephemeral range and are tried before they are taken, so that tests may run side
by side. Every process ends with the test, also with one that fails or is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterable
from pathlib import Path

from server.events.finding import SLOT_OF, SLOTS
from tests.store.rack import SAFE, Failure, Member, Rack, free_port

NODE_TIMEOUT_MS = 1_500  # after which a silent node is replaced


class Cluster(Rack):
    """Primaries with equal shares of the slots, and replicas of each."""

    def __init__(
        self,
        *,
        primaries: int = 3,
        replicas: int = 1,
        program: Path | None = None,
        **settings: str,
    ) -> None:
        super().__init__(program)
        self.replicas = replicas
        self._settings = (
            SAFE
            | {
                "cluster-enabled": "yes",
                "cluster-node-timeout": str(NODE_TIMEOUT_MS),
                "cluster-require-full-coverage": "no",
                "cluster-allow-reads-when-down": "no",
                "cluster-allow-replica-migration": "no",
                "cluster-replica-validity-factor": "0",
            }
            | {name.replace("_", "-"): value for name, value in settings.items()}
        )
        self._primaries = primaries

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"127.0.0.1:{each.port}" for each in self.members)

    def prepare(self) -> None:
        for _ in range(self._primaries * (1 + self.replicas)):
            member = self.member()
            member.bus = free_port()
            member.id = random.randbytes(20).hex()
            own = {"cluster-port": str(member.bus), "cluster-config-file": "nodes.conf"}
            self.write_config(member, self._settings | own)
        # Whoever finds the others in this file needs not be introduced to them.
        for member in self.members:
            lines = [self._line(place, other is member) for place, other in enumerate(self.members)]
            vars_ = f"vars currentEpoch {self._primaries} lastVoteEpoch 0"
            (member.directory / "nodes.conf").write_text("\n".join((*lines, vars_, "")))

    def _line(self, place: int, is_self: bool) -> str:
        member, of = self.members[place], place % self._primaries
        primary = self.members[of]
        is_primary = member is primary
        flags = ("myself," if is_self else "") + ("master" if is_primary else "slave")
        bounds = [SLOTS * n // self._primaries for n in (of, of + 1)]
        slots = f" {bounds[0]}-{bounds[1] - 1}" if is_primary else ""
        shard = f",,shard-id={primary.id[::-1]}" if "valkey" in self.program.name else ""
        return (
            f"{member.id} 127.0.0.1:{member.port}@{member.bus}{shard} {flags} "
            f"{'-' if is_primary else primary.id} 0 0 {of + 1} connected{slots}"
        )

    # What is where

    def running(self) -> list[Member]:
        return [member for member in self.members if member.is_running]

    def primaries(self) -> list[Member]:
        return [member for member in self.members if member.is_primary() and slots_of(member)]

    def primary_of(self, bucket: str) -> Member:
        """The running server that says of itself that it holds the bucket."""
        for member in self.members:
            if member.is_primary() and SLOT_OF[bucket] in slots_of(member):
                return member
        raise AssertionError(f"nobody holds {bucket}")

    def replica_of(self, primary: Member) -> Member:
        """One that has all that the primary has."""
        for member in self.running():
            with contextlib.suppress(*Failure):
                told = member.info("replication")
                is_linked = told.get("master_link_status") == "up"
                if is_linked and told.get("master_port") == str(primary.port):
                    return member
        raise AssertionError(f"{primary} has no replica: {self.logs()}")

    def is_whole(self) -> bool:
        """Whether all nodes that run agree that everything is served, and replicas are in step."""
        try:
            return all(_is_ok(member) and self._is_in_step(member) for member in self.running())
        except Failure:
            return False

    def _is_in_step(self, member: Member) -> bool:
        told = member.info("replication")
        if told["role"] == "slave":
            return told["master_link_status"] == "up"
        # A primary may have lost its replica, or be left without a slot by a resharding.
        expected = self.replicas if len(self.running()) == len(self.members) else 0
        return sum("online" in told.get(f"slave{n}", "") for n in range(8)) >= expected

    # Harm

    def fail_over(self, primary: Member) -> Member:
        """Asks a replica to take over, as for maintenance; gives the replica."""
        replica = self.replica_of(primary)
        replica.ask("CLUSTER", "FAILOVER")
        return replica

    def begin_move(self, bucket: str, to: Member) -> None:
        """From now on new keys of the slot are made at the other place."""
        slot, source = SLOT_OF[bucket], self.primary_of(bucket)
        to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)

    async def reshard(self, buckets: Iterable[str], to: Member, *, page: int = 10) -> None:
        """Moves slots one by one, key by key, while they are used."""
        for bucket in buckets:
            slot = SLOT_OF[bucket]
            source = self.primary_of(bucket)
            if source is to:
                continue
            self.begin_move(bucket, to)
            while keys := source.ask("CLUSTER", "GETKEYSINSLOT", slot, page):
                source.ask("MIGRATE", "127.0.0.1", to.port, "", 0, 5000, "KEYS", *keys)
                await asyncio.sleep(0)
            for member in (to, source):
                member.ask("CLUSTER", "SETSLOT", slot, "NODE", to.id)
            await asyncio.sleep(0)

    async def move_at_once(self, buckets: Iterable[str], to: Member) -> None:
        """Moves slots as Valkey 9 does it: behind the scenes, and then all in one moment."""
        slots = {SLOT_OF[bucket] for bucket in buckets}
        for source in self.primaries():
            wanted = sorted(slots & slots_of(source)) if source is not to else []
            ranges = [end for slot in wanted for end in (slot, slot)]
            if ranges:
                source.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", *ranges, "NODE", to.id)
        await self.until(lambda: slots <= slots_of(to), "the slots do not move")


def _is_ok(member: Member) -> bool:
    told = member.ask("CLUSTER", "INFO").decode()
    return "cluster_state:ok" in told and f"cluster_slots_ok:{SLOTS}" in told


def slots_of(member: Member) -> set[int]:
    """The slots that a node believes to be its own."""
    found: set[int] = set()
    for first, last, primary, *_ in member.ask("CLUSTER", "SLOTS"):
        if primary[1] == member.port:
            found |= set(range(first, last + 1))
    return found
