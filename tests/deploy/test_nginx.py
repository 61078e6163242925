"""The project's nginx configuration before two servers: a real nginx, real processes, real TLS."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.test_processes import check, entries_of, gamblers_at, play
from tests.deploy.nodes import site_of
from tests.deploy.ports import free_port
from tests.deploy.proxy import Nginx, nginx_before
from tests.deploy.upstream import FOUND, NOT_FOUND, SILENCE, upstream
from tests.live.site import Gone, joined, made_on
from tests.store.rig import Server, until

Away = Callable[[], AbstractContextManager[int]]
TABLES = 12
CLAIMS = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "Forwarded": "for=203.0.113.9",
}


def asking(nginx: Nginx) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=nginx.link, verify=nginx.trusting)


@contextmanager
def refusing() -> Iterator[int]:
    """A port at which nobody listens."""
    yield free_port()


@contextmanager
def silent() -> Iterator[int]:
    """A port that does not even refuse: as many wait to be taken in as it lets wait."""
    with socket.socket() as full, socket.socket() as one, socket.socket() as two:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for waiting in (one, two):
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        yield full.getsockname()[1]


# What it does with requests


async def test_nginx_finds_nothing_amiss(tmp_path: Path) -> None:
    async with nginx_before(tmp_path / "nginx", free_port()) as nginx:
        said = await nginx.judged()
    assert "test is successful" in said
    assert "warn" not in said


async def test_nginx_finds_nothing_amiss_with_the_cluster_on_one_host(tmp_path: Path) -> None:
    async with nginx_before(tmp_path / "nginx", free_port()) as nginx:
        nginx.lay("plain.conf", "conf.d/ochos.conf", {"/var/log/nginx/": f"{nginx.folder}/"})
        nginx.lay("compose-servers.conf", "ochos/servers.conf", {})
        said = await nginx.judged()
    assert "test is successful" in said
    assert "warn" not in said


async def test_what_a_visitor_claims_of_itself_is_replaced(tmp_path: Path) -> None:
    async with (
        upstream(FOUND) as server,
        nginx_before(tmp_path / "nginx", server.port) as nginx,
        asking(nginx) as http,
    ):
        await http.get("/", headers=CLAIMS)
    told = [pair for pair in server.headers[0] if "forwarded" in pair[0] or pair[0] == "host"]
    assert sorted(told) == [
        ("host", nginx.host),
        ("x-forwarded-for", "127.0.0.1"),
        ("x-forwarded-host", nginx.host),
        ("x-forwarded-proto", "https"),
    ]


async def test_a_part_of_the_page_that_one_server_lacks_comes_from_the_other(
    tmp_path: Path,
) -> None:
    async with (
        upstream(NOT_FOUND) as old,
        upstream(FOUND) as new,
        nginx_before(tmp_path / "nginx", old.port, new.port) as nginx,
        asking(nginx) as http,
    ):
        for _ in range(8):
            assert (await http.get("/assets/new.js")).text == "found"
    assert old.asked


async def test_what_may_have_had_an_effect_is_not_sent_twice(tmp_path: Path) -> None:
    async with (
        upstream(SILENCE) as one,
        upstream(SILENCE) as two,
        nginx_before(tmp_path / "nginx", one.port, two.port) as nginx,
        asking(nginx) as http,
    ):
        assert (await http.post("/api/tables", json={})).status_code == 502
        assert len(one.asked) + len(two.asked) == 1


async def test_limits_and_what_is_nobodys_business(tmp_path: Path) -> None:
    async with (
        upstream(FOUND) as server,
        nginx_before(tmp_path / "nginx", server.port) as nginx,
        asking(nginx) as http,
    ):
        big = await http.post("/api/tables", content=b"x" * 100_000)
        long = await http.get("/", headers={"X": "x" * 20_000})
        for path in ("/metrics", "/ready"):
            assert (await http.get(path)).status_code == 404
        assert (big.status_code, long.status_code) == (413, 400)
        assert server.asked == []
        plain = await http.get(f"http://127.0.0.1:{nginx.plain_port}/t/x?y")
        assert plain.status_code == 308
        assert plain.headers["location"] == "https://ochos.example/t/x?y"


@pytest.mark.parametrize("gone", [refusing, silent])
async def test_a_server_that_is_gone_is_passed_over(tmp_path: Path, gone: Away) -> None:
    with gone() as port:
        async with (
            upstream(FOUND) as alive,
            nginx_before(tmp_path / "nginx", port, alive.port) as nginx,
            asking(nginx) as http,
        ):
            answers = await asyncio.gather(*(http.get("/") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}


# Two servers of one site


async def test_a_tables_people_meet_at_one_server_and_tables_are_spread(
    tmp_path: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site_of(tmp_path, own_server, monkeypatch) as site:
        tables = [(await made_on(site.link)).table for _ in range(TABLES)]
        async with asking(site.nginx) as http:
            for table in tables:
                people = [await joined(site.host, table) for _ in range(2)]
                held = [await node.metric("ochos_connections") for node in site.nodes]
                assert sorted(held) == [0, 2]
                await asyncio.gather(*(person.close() for person in people))
                assert (await http.get(f"/t/{table}")).status_code in (200, 503)
                assert (await http.get(f"/api/tables/{table}?a=1")).status_code == 200
        spread = [await node.metric("ochos_connects_total") for node in site.nodes]
        assert min(spread) >= 2
        await until(lambda: len(site.nginx.requests()) >= 5 * TABLES)
        written = "\n".join(site.nginx.requests())
        assert not [table for table in tables if table in written]
        assert "?" not in written
    errors = site.nginx.folder / "ochos-error.log"
    assert errors.read_text() == ""


async def test_after_a_kill_everybody_plays_on_by_the_other_server(
    tmp_path: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site_of(tmp_path, own_server, monkeypatch) as site:
        gamblers = await gamblers_at(site)
        for _ in range(2):
            node = await site.serving()
            playing = asyncio.create_task(play(gamblers, site, 10_000))
            player = await gamblers[0].at(site)
            await player.until_version(player.version + 10)
            await node.kill()
            with suppress(Gone, ConnectionClosed):
                await playing
            for gambler in gamblers:
                gambler.note()
            # At the first try, and from the version that each shows.
            await play(gamblers, site, 12)
            assert await site.serving() is not node
            await node.begin()
        check(await entries_of(own_server.url, gamblers[0].made.table), gamblers)
