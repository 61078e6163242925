"""The settings and the script that make six Valkeys one store: joined here as on six machines."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.api.processes import server_in
from tests.deploy.ports import free_port
from tests.live.site import joined, made_on
from tests.store.rig import programs

VALKEY = Path(__file__).resolve().parent.parent.parent / "deploy" / "valkey"
MEMBERS = 6


@asynccontextmanager
async def member(folder: Path, port: int) -> AsyncIterator[Process]:
    """A server with the project's settings; only where it is to be found is this test's own."""
    await asyncio.to_thread(folder.mkdir)
    own = ("--port", str(port), "--dir", str(folder), "--bind", "127.0.0.1")
    bus = ("--cluster-port", str(free_port()))
    running = await asyncio.create_subprocess_exec(
        programs()["valkey"], VALKEY / "primary.conf", *own, *bus, stdout=DEVNULL
    )
    try:
        yield running
    finally:
        if running.returncode is None:
            running.terminate()
        await running.wait()


async def join(ports: list[int]) -> str:
    addresses = [f"127.0.0.1:{port}" for port in ports]
    joining = await asyncio.create_subprocess_exec(
        "sh", VALKEY / "join.sh", *addresses, env={**os.environ, "CLI": "redis-cli"}, stdout=PIPE
    )
    told, _ = await asyncio.wait_for(joining.communicate(), 120)
    assert joining.returncode == 0, told.decode()
    return told.decode()


async def up(port: int) -> None:
    async with asyncio.timeout(60):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


@pytest.mark.long
async def test_six_members_are_joined_and_promise_to_survive_the_loss_of_one(
    tmp_path: Path,
) -> None:
    ports = [free_port() for _ in range(MEMBERS)]
    async with AsyncExitStack() as stack:
        members = [
            await stack.enter_async_context(member(tmp_path / str(port), port)) for port in ports
        ]
        await asyncio.gather(*map(up, ports))
        assert "All 16384 slots covered" in await join(ports)
        assert "joined already" in await join(ports)
        store = {
            "OCHOS_REDIS_URL": f"redis+cluster://127.0.0.1:{ports[0]},127.0.0.1:{ports[1]}",
            "OCHOS_STORE_PROFILE": "failover",
        }
        async with server_in(tmp_path / "server", **store) as running:
            async with httpx.AsyncClient(base_url=running.link) as http:
                promise = (await http.get("/health")).text
            assert "survives the loss of any one server" in promise
            made = await made_on(running.link)
            player = await joined(running.host, made.table, secret=made.secret)
            members[0].kill()
            for _ in range(3):
                answer = await player.ask("add_robot")
                assert answer["t"] == "ack" or answer["code"] == "retry", answer
            await player.close()
