"""A backup or a restore that is killed at any moment harms nothing and is run again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.evening import Log, write, write_all
from server.events.archive import verified
from server.events.raw_logs import reaching
from server.events.redis_store import RedisStore
from tests.site.commands import command, killed_on_the_way
from tests.site.test_archive import MONTH_MS, everything
from tests.store.rig import Proxy, Server, programs, store_on


@pytest.fixture
def empty() -> Iterator[Server]:
    every = programs()
    server = Server(every.get("redis", every["valkey"])).start()
    yield server
    server.stop()


async def fill(running: Server, logs: tuple[Log, ...]) -> None:
    """An old match in the archive to be, younger ones, one that is still played."""
    async with store_on(running.url, clock_offset_ms=-MONTH_MS) as then:
        await write(then, logs[0])
    async with store_on(running.url) as now:
        await write_all(now, logs[1:-1])
        name, commits = logs[-1]
        await write(now, (name, commits[:-1]))


async def test_a_site_comes_back_on_an_empty_machine_whatever_is_killed(
    tmp_path: Path, running: Server, empty: Server, store: RedisStore, logs: tuple[Log, ...]
) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "kept"
    await fill(running, logs)
    assert (await command(here, running.url, "archive"))[0] == 0
    async with Proxy(running) as between:
        assert await killed_on_the_way(here, between, 15, "backup", str(file))
    assert not file.exists()
    code, out, err = await command(here, running.url, "backup", str(file))
    assert (code, err) == (0, "")
    entries = verified(file).entries
    assert out == f"{file}: 5 tables, {entries} entries, 1 archived table.\n"

    async with Proxy(empty) as between:
        for requests in (14, 20, 24):
            assert await killed_on_the_way(there, between, requests, "restore", str(file))
    code, _, err = await command(there, empty.url, "check")
    assert code == 1
    assert err.endswith("a restore was broken off here: run it again, with the same file\n")
    again, out, err = await command(there, empty.url, "restore", str(file))
    assert (again, err) == (0, "")
    assert out == f"{file}: 5 tables, {entries} entries, 1 archived table.\n"
    async with reaching(running.url) as one, reaching(empty.url) as other:
        assert await everything(one) == await everything(other)
    code, out, err = await command(there, empty.url, "check")
    assert (code, err) == (0, ""), out
    assert out.endswith("0 faults in 1 archived table.\n")
    archived = there / "archive" / f"{logs[0][0]}.table"
    archived.write_bytes(archived.read_bytes()[:-20])
    code, out, err = await command(there, empty.url, "check")
    assert (code, err) == (1, ""), out
    assert out.startswith(f"archived table {logs[0][0]}: {archived} is no backup of ours, or a ")


async def test_refusals_are_words_for_people(tmp_path: Path, running: Server) -> None:
    file = tmp_path / "kept"
    assert (await command(tmp_path, running.url, "backup", str(file)))[0] == 0
    told = {
        ("backup", str(file)): f"{file} is there already, and nothing is ever overwritten: choose "
        "another name, or move it aside",
        ("backup", "/no/where"): "/no/where.part: No such file or directory",
        ("restore", "/no/where"): "/no/where: No such file or directory",
        ("restore", sys.executable): f"{sys.executable} is no backup of ours, or a damaged one: "
        "Not a gzipped file (b'\\x7fE')",
    }
    for words, sentence in told.items():
        assert await command(tmp_path, running.url, *words) == (
            1,
            "",
            f"ochos-server: {sentence}\n",
        )
