"""Who is let in: pages of ours and programs; no foreign page, no foreign name."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.live.site import Made, Site, made_on, site_on, token_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def handshake(
    site: Site, *, origin: str | None = None, cookie: str = "", **headers: str
) -> ClientConnection:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if cookie:
        sent["Cookie"] = f"ochos={cookie}"
    return await connect(
        f"ws://{site.host}/ws",
        origin=origin,  # type: ignore[arg-type]
        subprotocols=["ochos.1.json"],  # type: ignore[list-item]
        additional_headers=sent,
        compression=None,
    )


async def seat_of(connection: ClientConnection, made: Made, **hello: Any) -> int:
    """The seat that the welcome names."""
    frame = {"t": "hello", "table": made.table, **hello}
    await connection.send(msgspec.json.encode(frame).decode())
    welcome = msgspec.json.decode(await connection.recv())
    await connection.close()
    return int(welcome.get("seat", -1))


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        "https://{host}",
        "http://{host}.evil.example",
        "http://{name}",
    ],
)
async def test_a_foreign_page_is_turned_away_before_it_is_accepted(site: Site, origin: str) -> None:
    made = await made_on(site.url)
    name = site.host.partition(":")[0]
    with pytest.raises(InvalidStatus) as refused:
        await handshake(site, origin=origin.format(host=site.host, name=name), cookie=made.secret)
    assert refused.value.response.status_code == 403


async def test_our_own_page_sits_by_its_cookie(site: Site) -> None:
    made = await made_on(site.url)
    connection = await handshake(site, origin=site.url, cookie=made.secret)
    assert await seat_of(connection, made) == 0


async def test_a_program_without_a_page_needs_its_token_and_no_cookie_helps(site: Site) -> None:
    made = await made_on(site.url)
    with pytest.raises(InvalidStatus) as refused:
        await handshake(site, cookie=made.secret)
    assert refused.value.response.status_code == 403
    connection = await handshake(site, cookie="nothing-of-ours")
    assert await seat_of(connection, made) == -1
    connection = await handshake(site)
    assert await seat_of(connection, made, token=token_of(made.secret, made.table)) == 0


async def test_a_browser_without_a_cookie_is_left_one_with_the_handshake(site: Site) -> None:
    made = await made_on(site.url)
    first = await handshake(site, origin=site.url)
    assert first.response is not None
    left = first.response.headers["Set-Cookie"]
    assert "HttpOnly" in left
    assert "SameSite=Strict" in left
    secret = left.partition("=")[2].partition(";")[0]
    sit = {"t": "sit", "id": "a", "invite": made.invite, "name": "Bea"}
    hello = {"t": "hello", "table": made.table, "invite": made.invite}
    for frame in (hello, sit):
        await first.send(msgspec.json.encode(frame).decode())
    with suppress(TimeoutError):
        while msgspec.json.decode(await first.recv())["t"] != "ack":
            pass
    await first.close()

    again = await handshake(site, origin=site.url, cookie=secret)
    assert again.response is not None
    assert "Set-Cookie" not in again.response.headers
    assert await seat_of(again, made) == 1


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", ""]
)
async def test_a_foreign_name_is_not_served(site: Site, host: str) -> None:
    async with httpx.AsyncClient(base_url=site.url) as http:
        for path in ("/", "/api/rules", "/health"):
            answer = await http.get(path, headers={"host": host})
            assert answer.status_code == 421
            assert "content-security-policy" in answer.headers
    with pytest.raises(InvalidStatus):
        await connect(
            f"ws://{host or 'x.example'}/ws",
            host=site.host.partition(":")[0],
            port=int(site.host.partition(":")[2]),
            subprotocols=["ochos.1.json"],  # type: ignore[list-item]
        )


async def test_a_public_name_is_served_with_its_own_pages_only() -> None:
    public = "http://juego.example:8080"
    async with site_on(public_origins=(public,)) as site:
        made = await made_on(site.url)
        async with httpx.AsyncClient(base_url=site.url) as http:
            answer = await http.get("/api/rules", headers={"host": "juego.example:8080"})
            assert answer.status_code == 200
        connection = await handshake(site, origin=public, cookie=made.secret)
        assert await seat_of(connection, made) == 0
        with pytest.raises(InvalidStatus):
            await handshake(site, origin="https://juego.example:8080", cookie=made.secret)


async def test_a_server_that_stops_says_so_to_whoever_comes_and_to_a_proxy() -> None:
    async with site_on() as site:
        site.hub.stopping = True
        with pytest.raises(InvalidStatus) as refused:
            await handshake(site)
        assert refused.value.response.status_code == 503
        site.hub.stopping = False
