"""A store's address says whom to ask, and the newest view of who holds what is believed."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest

from server.api.app import opened_store
from server.events import topology as topology_module
from server.events.finding import SLOT_OF, SLOTS, NotFound, Primaries
from server.events.keys import BUCKETS
from server.events.places import Address, place_of
from server.events.profiles import EVERYSEC
from server.events.topology import Topology
from server.settings import Settings
from tests.store.cluster import Cluster, slots_of
from tests.store.rack import SAFE, Member, Rack, free_port
from tests.store.rig import a_table, appended, store_on

LOOKS_MAX = 100  # a tenth of a second apart


def test_addresses_of_every_form_are_read() -> None:
    def read(url: str) -> tuple[str, list[str], str]:
        place = place_of(url)
        return place.kind, [str(each) for each in place.addresses], place.service

    assert read("redis://store") == ("single", ["store:6379"], "")
    assert read("unix:///run/ocho/s?db=0") == ("single", ["/run/ocho/s"], "")
    assert read("redis+cluster://u:p@a:7001,b,[::1]:7003") == (
        "cluster",
        ["a:7001", "b:6379", "[::1]:7003"],
        "",
    )
    assert read("rediss+sentinel://a,b:5000/ocho") == ("sentinel", ["a:26379", "b:5000"], "ocho")


@pytest.mark.parametrize(
    "url",
    [
        "", "store:6379", "http://store", "redis+cluster://", "redis+cluster://u:secret@",
        "redis+cluster://u:secret@store/ocho", "redis+sentinel://u:secret@store",
        "redis+sentinel:///ocho", "redis+cluster://u:secret@store:port",
    ],
)  # fmt: skip
def test_other_addresses_are_refused_without_telling_the_password(url: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        place_of(url)
    assert "secret" not in str(refused.value)


def test_every_server_is_reached_with_the_same_rights_and_options() -> None:
    place = place_of("rediss+cluster://u:p%40ss@a:1,b:2?ssl_ca_certs=/ca.pem")
    assert place.url_of(Address("::1", 7)) == "rediss://u:p%40ss@[::1]:7/0?ssl_ca_certs=%2Fca.pem"
    assert "p%40ss" not in str(place)


def test_sentinels_are_asked_with_rights_of_their_own() -> None:
    place = place_of("redis+sentinel://u:p@a:1/ocho?sentinel_username=s&sentinel_password=t%26")
    assert place.url_of(Address("b", 2)) == "redis://u:p@b:2/0"
    assert place.sentinel_url_of(Address("a", 1)) == "redis://a:1/0?username=s&password=t%26"


async def test_many_who_ask_share_one_look(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    topology = Topology(cluster.url)
    find = topology._finder.find

    async def counted() -> Primaries:
        looks.append(asyncio.get_running_loop().time())
        return await find()

    monkeypatch.setattr(topology._finder, "find", counted)
    try:
        for _ in range(3):
            await asyncio.gather(*(topology.refresh() for _ in range(50)))
            topology.look_soon()
        await topology.refresh()
    finally:
        await topology.close()
    assert len(looks) == 4
    pauses = [late - early for early, late in itertools.pairwise(looks)]
    assert min(pauses) >= topology_module.REFRESH_SECONDS * 0.99


async def test_the_primary_of_every_bucket_is_found(cluster: Cluster) -> None:
    topology = Topology(cluster.url)
    try:
        with pytest.raises(NotFound, match="not asked yet"):
            topology.node("b00")
        await topology.learn()
        assert topology.found.slots == SLOTS
        for member in cluster.primaries():
            held = [bucket for bucket in BUCKETS if SLOT_OF[bucket] in slots_of(member)]
            node = topology.node_at(Address("127.0.0.1", member.port))
            assert topology.buckets_of(node) == held
        assert len(topology.found.replicas) == 3
    finally:
        await topology.close()


async def test_all_keys_of_all_primaries_are_found_once(cluster: Cluster) -> None:
    async with store_on(cluster.url) as store:
        tables = [a_table() for _ in range(40)]
        for table in tables:
            await appended(store, table, 1)
        keys = [key async for key in store.topology.all_keys()]
        assert len(keys) == len(set(keys))
        assert {key.rpartition(":")[2] for key in keys} >= set(tables)


async def test_a_node_that_is_cut_off_is_not_believed() -> None:
    """It still says that it holds what another has taken over long since."""
    with Cluster() as cluster:
        primary = cluster.primaries()[0]
        bucket = next(each for each in BUCKETS if SLOT_OF[each] in slots_of(primary))
        with primary.paused():
            await cluster.until(lambda: cluster_holds(cluster, bucket))
            others = [each for each in cluster.members if each is not primary]
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in (primary, *others))
        topology = Topology(f"redis+cluster://{hosts}")
        try:
            # One look may come before word of the new epoch's slots has reached all who know it.
            for _ in range(LOOKS_MAX):
                await topology.refresh()
                if topology.node(bucket).address.port != primary.port:
                    break
            assert topology.node(bucket).address.port != primary.port
        finally:
            await topology.close()


class Strangers(Rack):
    """Three nodes: the first has never heard of the others, and two say that they have all slots.

    All know of the same epoch, of which only the first has made its slots known.
    """

    def prepare(self) -> None:
        for _ in range(3):
            member = self.member()
            member.bus = free_port()
            own = {"cluster-enabled": "yes", "cluster-port": str(member.bus)}
            self.write_config(member, SAFE | own)

    def is_whole(self) -> bool:
        return all(member.answers() for member in self.members)

    async def divided(self) -> None:
        newest, older, witness = self.members
        for member, epoch in ((newest, 7), (older, 3), (witness, 7)):
            member.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        for member in (newest, older):
            member.ask("CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1)
        older.ask("CLUSTER", "MEET", "127.0.0.1", witness.port, witness.bus)
        wanted = {"cluster_state:ok", "cluster_current_epoch:7"}
        await self.until(lambda: all(wanted <= told(each) for each in self.members))


def told(member: Member) -> set[str]:
    answer: bytes = member.ask("CLUSTER", "INFO")
    return set(answer.decode().splitlines())


async def test_between_views_of_one_epoch_the_owner_of_the_greater_config_epoch_is_believed() -> (
    None
):
    with Strangers(None) as strangers:
        await strangers.divided()
        newest = Address("127.0.0.1", strangers.members[0].port)
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in strangers.members)
        # Who answers first is chance, so it is asked often.
        for _ in range(10):
            topology = Topology(f"redis+cluster://{hosts}")
            try:
                await topology.learn()
                assert topology.found.addresses == (newest,)
                assert topology.found.slots == SLOTS
            finally:
                await topology.close()


def cluster_holds(cluster: Cluster, bucket: str) -> bool:
    try:
        return cluster.primary_of(bucket).is_running
    except AssertionError:
        return False


async def test_a_slow_disk_may_be_chosen_for_the_embedded_store(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, store_profile="everysec")
    async with opened_store(settings) as (_, promised, _):
        assert promised.lines[1:] == EVERYSEC.promise
        assert promised.profile == "everysec"
