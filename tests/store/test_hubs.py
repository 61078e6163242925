"""Two servers keep one table while the cluster under them is harmed, and agree in the end."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AsyncExitStack

from server.events.finding import SLOT_OF
from server.events.keys import BUCKETS, bucket_of
from server.events.profiles import FAILOVER
from server.events.redis_store import RedisStore
from server.events.store import Entry
from tests.live.site import Player, Site, fresh_secret, made_on, player_at, site_on
from tests.live.tables import play_on
from tests.store.cluster import Cluster, slots_of
from tests.store.rig import PATIENT_SECONDS, store_on, until

STEPS = 12  # versions that show that play goes on


async def test_two_servers_play_on_and_agree_whatever_becomes_of_the_cluster() -> None:
    with Cluster() as cluster:
        async with AsyncExitStack() as stack:
            stores = [
                await stack.enter_async_context(
                    store_on(cluster.url, profile=FAILOVER, deadline_seconds=PATIENT_SECONDS)
                )
                for _ in range(2)
            ]
            sites = [await stack.enter_async_context(site_on(store)) for store in stores]
            table, players = await seated(sites, stack)
            playing = asyncio.create_task(play_on(players))
            await further(players)
            for harm in (planned, resharded, killed):
                await harm(cluster, bucket_of(table))
                await further(players)
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
            log = await agreed(sites, stores[0], table)
            check(log, players)


async def seated(sites: list[Site], stack: AsyncExitStack) -> tuple[str, list[Player]]:
    """A table with one person at each server, and a robot."""
    made = await made_on(sites[0].url, seats=3, target=9999)
    players = []
    for number, site in enumerate(sites):
        secret = fresh_secret() if number else made.secret
        player = await stack.enter_async_context(
            player_at(site.host, made.table, secret=secret, invite=made.invite)
        )
        players.append(player)
    await players[1].do("sit", invite=made.invite, name="Eva")
    await players[0].do("add_robot")
    await players[0].do("start", match=1)
    return made.table, players


async def further(players: list[Player]) -> None:
    """Play goes on, and shows at both servers."""
    newest = max(player.version for player in players) + STEPS
    await asyncio.gather(*(player.until(lambda p: p.version >= newest, 60) for player in players))


async def planned(cluster: Cluster, bucket: str) -> None:
    primary = cluster.primary_of(bucket)
    cluster.fail_over(primary)
    await cluster.until(lambda: not primary.is_primary())


async def resharded(cluster: Cluster, bucket: str) -> None:
    source = cluster.primary_of(bucket)
    to = next(each for each in cluster.primaries() if each is not source)
    held = [each for each in BUCKETS if SLOT_OF[each] in slots_of(source)]
    await cluster.reshard([bucket, *held[:10]], to)


async def killed(cluster: Cluster, bucket: str) -> None:
    primary = cluster.primary_of(bucket)
    primary.kill()

    def is_replaced() -> bool:
        with contextlib.suppress(AssertionError):
            return cluster.primary_of(bucket) is not primary
        return False

    await cluster.until(is_replaced)
    primary.start()
    await cluster.until_whole()


async def agreed(sites: list[Site], store: RedisStore, table: str) -> tuple[Entry, ...]:
    """The log, once it is what both servers show."""
    rooms = [await site.hub.room(table) for site in sites]
    held = [room for room in rooms if room is not None]
    assert len(held) == len(sites)
    log: tuple[Entry, ...] = ()
    for _ in range(100):
        await until(lambda: len({room.table.tag for room in held}) == 1)
        log = await store.read(table)
        if {room.table.tag for room in held} == {log[-1].tag.hex()}:
            break
    assert {room.table.version for room in held} == {log[-1].version}
    return log


def check(log: tuple[Entry, ...], players: list[Player]) -> None:
    """Every acknowledged command stands in the log once, at its version."""
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    ids = [entry.command_id for entry in log]
    assert len(ids) == len(set(ids))
    for player in players:
        for command_id, answer in player.answers.items():
            if answer["t"] == "ack":
                assert log[answer["version"] - 1].command_id.endswith(f"-{command_id}")
