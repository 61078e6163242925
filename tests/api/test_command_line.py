"""The server's command: what it prints, ports, backup and restore, errors in one line."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import httpx
import pytest

from server import __version__
from server.api import listening
from server.api.listening import NoPort, link_of, listen_on
from tests.api.processes import GENEROUS, begun, server_in
from tests.live.site import joined, made_on

COMMAND_SECONDS = 60.0


async def command(data: Path, *words: str, **environment: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    env = {**os.environ, **GENEROUS, "OCHOS_DATA": str(data), **environment}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *words, stdout=PIPE, stderr=PIPE, env=env
    )
    out, err = await asyncio.wait_for(process.communicate(), COMMAND_SECONDS)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_it_tells_its_version(tmp_path: Path) -> None:
    code, out, _ = await command(tmp_path, "--version")
    assert (code, out) == (0, f"ochos-server {__version__}\n")


async def test_it_prints_one_line_with_the_link_and_tells_its_promise(tmp_path: Path) -> None:
    running = await begun(tmp_path)
    async with httpx.AsyncClient() as http:
        health = (await http.get(running.link + "health")).json()
    assert await running.end() == 0
    assert running.process.stdout is not None
    assert running.process.stderr is not None
    assert await running.process.stdout.read() == b""
    told = (await running.process.stderr.read()).decode().splitlines()
    assert told == health["promise"]
    assert "An acknowledged action survives" in told[1]
    assert stat.S_IMODE(os.stat(tmp_path / "server.log").st_mode) == 0o600


async def test_a_taken_port_gives_way_to_the_next(tmp_path: Path) -> None:
    with listen_on("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        running = await begun(tmp_path, "--port", str(port))
        assert running.link != f"http://127.0.0.1:{port}/"
        assert await running.end() == 0
        assert running.process.stderr is not None
        told = (await running.process.stderr.read()).decode()
        assert told.startswith(f"Port {port} is taken, so this is port ")


async def test_a_table_survives_backup_and_restore(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    async with server_in(tmp_path / "one") as running:
        made = await made_on(running.link)
        code, out, err = await command(tmp_path / "one", "backup", str(file))
        assert (code, err) == (0, "")
        assert out == f"{file}: 1 table, 1 entry.\n"
    code, _, err = await command(tmp_path / "two", "restore", str(file))
    assert (code, err) == (0, "")
    async with server_in(tmp_path / "two") as running:
        player = await joined(running.host, made.table, secret=made.secret)
        assert player.seat == 0
        assert player.last("people")["names"] == {"1": "Ana"}
        await player.close()
    code, _, err = await command(tmp_path / "two", "restore", str(file))
    assert code == 1
    assert err.startswith("ochos-server: the store is not empty")


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"OCHOS_PORT": "eight"}, "OCHOS_PORT: expected a whole number from 0 to 65535"),
        ({"OCHOS_LIMIT_WATCHER": "3"}, "OCHOS_LIMIT_WATCHER: no such limit"),
    ],
    ids=["port", "limit"],
)
async def test_what_cannot_work_is_said_in_one_line(
    tmp_path: Path, environment: dict[str, str], told: str
) -> None:
    code, out, err = await command(tmp_path, "--port", "0", **environment)
    assert code == 1
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith(f"ochos-server: {told}")


async def test_what_is_waited_for_is_said_before_it_is_given_up(tmp_path: Path) -> None:
    code, out, err = await command(tmp_path, "--port", "0", OCHOS_REDIS_URL="redis://127.0.0.1:1")
    assert (code, out) == (1, "")
    waited, given_up = err.splitlines()
    assert waited.startswith("Waiting 8 s at most for the store at 127.0.0.1:1: ")
    assert given_up.startswith("ochos-server: the store at 127.0.0.1:1 does not answer (")


async def test_a_data_directory_of_another_layout_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "LAYOUT").write_text("99\n")
    code, _, err = await command(tmp_path, "--port", "0")
    assert code == 1
    assert "layout 99" in err


async def test_a_taken_port_for_the_metrics_is_told_in_one_line(tmp_path: Path) -> None:
    with listen_on("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        code, _, err = await command(tmp_path, "--port", "0", OCHOS_METRICS_PORT=port)
    assert code == 1
    assert len(err.splitlines()) == 1, err
    assert port in err


async def test_matches_can_be_simulated(tmp_path: Path) -> None:
    words = ("simulate", "--preset", "clasico", "--seats", "3", "--matches", "2", "--seed", "1")
    code, out, _ = await command(tmp_path, *words)
    assert code == 0
    assert "clasico" in out
    assert not (tmp_path / "store").exists()


def test_the_link_is_the_address_that_others_can_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "lan_address", lambda: "192.168.1.20")
    assert link_of("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert link_of("::1", 8000) == "http://[::1]:8000/"
    assert link_of("lan", 8001) == "http://192.168.1.20:8001/"
    assert link_of("0.0.0.0", 8001) == "http://192.168.1.20:8001/"


def test_ports_are_tried_up_to_a_bound() -> None:
    with pytest.raises(NoPort, match="not-a-host"):
        listen_on("not-a-host.invalid", 0)
    taken = [socket.create_server(("127.0.0.1", 0))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listening, "PORTS_TRIED_MAX", 1)
        with pytest.raises(NoPort, match="taken"):
            listen_on("127.0.0.1", taken[0].getsockname()[1])
    taken[0].close()
