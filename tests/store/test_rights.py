"""With the rights that are recommended everything works, and no log can be cut or dropped."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import NoPermissionError, ResponseError

import server
from server.events import keys
from server.events.embedded import RIGHTS
from server.events.profiles import FAILOVER
from server.events.store import Nudge
from tests.store.cluster import Cluster
from tests.store.rack import Member
from tests.store.rig import a_table, appended, listening, store_on, until
from tests.store.sentinels import SERVICE, Sentinels

SENTINEL_RIGHTS = (
    "reset on >hush -@all +@connection +sentinel|get-master-addr-by-name +sentinel|master"
)
SOURCES = Path(server.__file__).parent


def with_rights(member: Member) -> None:
    member.ask("ACL", "SETUSER", "ochos", *RIGHTS.replace("nopass", ">secret").split())


async def test_all_works_in_a_cluster_and_nothing_that_harms(cluster: Cluster) -> None:
    for member in cluster.members:
        with_rights(member)
    url = cluster.url.replace("://", "://ochos:secret@")
    async with store_on(url, profile=FAILOVER) as store, listening(store) as heard:
        assert (await store.promise()).lines[1:] == FAILOVER.promise
        table = a_table()
        version, tag = await appended(store, table, 2)
        assert await store.heads((table,)) == {table: (version, tag)}
        await store.set_name(table, "1", "Ana")
        assert await store.add_chat(table, b"hola") == 1
        assert await store.settle(table, version, tag)
        assert len(await store.read(table)) == 2
        assert table not in await store.due()
        await until(lambda: heard.count(Nudge(table, 0)) == 2 and Nudge(table, 2) in heard)

        log = keys.log_of(table)
        client: Any = store.topology.node_of_key(log).client
        for harm in (
            f"XTRIM {log} MAXLEN 0", f"XDEL {log} 1-0", f"XSETID {log} 9-0", f"DEL {log}",
            f"UNLINK {log}", f"EXPIRE {log} 1", "FLUSHALL", "KEYS *", f"RENAME {log} {log}x",
            f"RESTORE {log} 0 x", "CLUSTER FAILOVER", "CONFIG SET appendonly no", "SHUTDOWN",
            "GET other", f"COPY {log} {log}x", "SLOWLOG GET", "MONITOR", "FUNCTION FLUSH",
        ):  # fmt: skip
            with pytest.raises(NoPermissionError):
                await client.execute_command(*harm.split())
        with pytest.raises(ResponseError, match="ACL failure"):
            await client.eval("return redis.call('DEL', KEYS[1])", 1, log)
        assert len(await store.read(table)) == 2


async def test_all_works_under_sentinels_that_ask_who_is_there() -> None:
    with Sentinels(replicas=1, sentinels=1) as watched:
        for member in watched.servers:
            with_rights(member)
        for member in watched.sentinels:
            member.ask("ACL", "SETUSER", "asker", *SENTINEL_RIGHTS.split())
            member.ask("ACL", "SETUSER", "default", "off")
        hosts = watched.url.removeprefix("redis+sentinel://")
        who = "sentinel_username=asker&sentinel_password=hush"
        url = f"redis+sentinel://ochos:secret@{hosts}?{who}"
        async with store_on(url, profile=FAILOVER) as store:
            assert SERVICE in str(store.topology.place)
            await store.promise()
            await appended(store, a_table(), 2)


def test_no_log_is_ever_shortened_by_the_code() -> None:
    """XADD takes options that trim, and no right can bar them."""
    barred = re.compile(r"\b(?:MAXLEN|MINID|XTRIM|XDEL|XSETID|XADD[^\n]*LIMIT)\b")
    found = [
        f"{path.name}: {line.strip()}"
        for path in (*SOURCES.rglob("*.py"), *SOURCES.rglob("*.lua"))
        for line in path.read_text().splitlines()
        if barred.search(line)
    ]
    assert not found
