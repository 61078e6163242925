"""A seat goes to another device by a code, and a token is renewed: the old one is nobody's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import pytest_asyncio

from server.api.code_words import WORDS, fresh_code, typed_code
from server.api.moving import CODE_MS
from server.protocol.frames import CLOSE_TOKEN_REPLACED
from server.settings import Limits
from tests.live.site import Made, Site, fresh_secret, player_at, site_on, token_of
from tests.live.tables import table_of
from tests.store.rig import Server, store_on

pytestmark = pytest.mark.asyncio(loop_scope="module")


def as_terminal(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[Site]:
    """One server for all tests here, which ask for more codes than one person may."""
    async with site_on(limits=Limits(codes_per_quarter=1_000)) as running:
        yield running


@pytest.fixture
async def http(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url) as client:
        yield client


async def code_for(http: httpx.AsyncClient, made: Made, secret: str = "") -> str:
    path = f"/api/tables/{made.table}/code"
    answer = await http.post(path, headers=as_terminal(secret or made.secret))
    assert answer.status_code == 201, answer.text
    assert answer.json()["until_ms"] - answer.json()["now_ms"] > CODE_MS - 60_000
    return str(answer.json()["code"])


async def typed(http: httpx.AsyncClient, code: str, secret: str = "") -> tuple[int, Any]:
    headers = as_terminal(secret) if secret else {}
    answer = await http.post("/api/move", json={"code": code}, headers=headers)
    return answer.status_code, answer.json()


async def test_a_code_takes_the_seat_along_and_the_old_device_is_told(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        code = await code_for(http, made)
        phone = fresh_secret()
        watching = await stack.enter_async_context(player_at(site.host, made.table, secret=phone))
        status, moved = await typed(http, f"  {code.upper().replace('-', ' ')} ", phone)
        assert (status, moved["path"]) == (200, f"/t/{made.table}")
        await watching.until(lambda self: self.seat == 0)
        assert await ana.until_closed() == CLOSE_TOKEN_REPLACED
        assert ana.last("notice") == {"t": "notice", "kind": "moved"}
        await watching.do("start", match=1)
        await bruno.until(lambda self: self.view["phase"] == "round")
        # A thief of the old token, or of the old secret, is a stranger now.
        async with player_at(site.host, made.table, secret=made.secret) as thief:
            assert thief.last("welcome").get("seat", -1) == -1
            assert await thief.refused("play", turn=1, card="8C") == "not_seated"


async def test_the_same_device_may_ask_again_and_no_other_uses_the_code(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, _ = await table_of(site, stack, 2)
        code, phone = await code_for(http, made), fresh_secret()
        assert (await typed(http, code, phone))[0] == 200
        assert (await typed(http, code, phone))[0] == 200, (
            "the answer was lost, and asked for again"
        )
        _, refusal = await typed(http, code, fresh_secret())
        assert refusal == {"code": "bad_code", "facts": {}}


async def test_a_wrong_code_an_old_one_and_no_code_get_one_answer(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, _ = await table_of(site, stack, 2)
        code = await code_for(http, made)
        site.clock.now_ms += CODE_MS + 1
        await site.hub.ask_time()
        for text in (code, "lobo-nube-999x", "", "ñ" * 64, fresh_code()):
            assert await typed(http, text, fresh_secret()) == (
                400,
                {"code": "bad_code", "facts": {}},
            )


async def test_nobody_without_a_seat_gets_a_code_and_no_foreign_page_does(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, _ = await table_of(site, stack, 2)
        path = f"/api/tables/{made.table}/code"
        for headers in ({}, as_terminal(fresh_secret())):
            answer = await http.post(path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
        foreign = {"origin": "http://evil.example", "cookie": f"ochos={made.secret}"}
        assert (await http.post(path, headers=foreign)).status_code == 404
        answer = await http.post("/api/move", json={"code": "a-b-123"}, headers=foreign)
        assert answer.status_code == 404
        body = {"secret": fresh_secret()}
        answer = await http.post(f"/api/tables/{made.table}/token", json=body, headers=foreign)
        assert answer.status_code == 404


async def test_ten_codes_may_be_tried_in_a_quarter_of_an_hour() -> None:
    async with site_on() as site, httpx.AsyncClient(base_url=site.url) as http:
        found = [(await typed(http, fresh_code(), fresh_secret()))[1]["code"] for _ in range(11)]
        assert found == ["bad_code"] * Limits().codes_per_quarter + ["too_fast"]


async def test_a_browser_without_a_cookie_is_left_one_with_its_seat(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, _ = await table_of(site, stack, 2)
        terminal = await stack.enter_async_context(httpx.AsyncClient(base_url=site.url))
        browser = await stack.enter_async_context(
            httpx.AsyncClient(base_url=site.url, headers={"origin": site.url})
        )
        code = await code_for(terminal, made)
        assert (await typed(browser, code))[0] == 200
        assert (await browser.get(f"/api/tables/{made.table}")).json()["you"] == 0


async def test_a_browser_renews_its_token_and_whoever_has_the_old_cookie_is_out(
    site: Site,
) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        cookies = {"ochos": made.secret}
        browser, thief = [
            await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=site.url, headers={"origin": site.url}, cookies=dict(cookies)
                )
            )
            for _ in range(2)
        ]
        path, renewed = f"/api/tables/{made.table}/token", {"secret": fresh_secret()}
        answer = await browser.post(path, json=renewed)
        assert answer.status_code == 200, answer.text
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert await ana.until_closed() == CLOSE_TOKEN_REPLACED
        assert (await browser.get(f"/api/tables/{made.table}")).json()["you"] == 0
        assert (await thief.get(f"/api/tables/{made.table}")).json()["you"] == -1
        # Its answer was lost: sent again by the old cookie, it means the same.
        assert (await thief.post(path, json=renewed)).status_code == 200


async def test_a_terminal_renews_its_token_by_a_secret_of_its_own(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        fresh = fresh_secret()
        path = f"/api/tables/{made.table}/token"
        answer = await http.post(path, json={"secret": fresh}, headers=as_terminal(made.secret))
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert await ana.until_closed() == CLOSE_TOKEN_REPLACED
        async with player_at(site.host, made.table, secret=fresh) as again:
            assert again.seat == 0
        refused = await http.post(
            path, json={"secret": fresh_secret()}, headers=as_terminal(made.secret)
        )
        assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
        assert bruno.closed is None


async def test_the_host_renews_the_link_and_who_is_seated_stays(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2, robots=0)
        await ana.do("remove", seat=1)
        guest = await stack.enter_async_context(
            player_at(site.host, made.table, secret=fresh_secret(), invite=made.invite)
        )
        assert guest.last("welcome")["may_sit"]
        fresh = "n" * 22
        await ana.do("renew_invite", invite=fresh)
        await guest.until(lambda self: self.version == ana.version)
        assert await guest.refused("sit", invite=made.invite, name="Z") == "no_such_table"
        assert await bruno.refused("renew_invite", invite="m" * 22) == "not_seated"
        assert await ana.refused("renew_invite", invite="short") == "malformed"
        info = await http.get(f"/api/tables/{made.table}", headers=as_terminal(made.secret))
        assert info.json()["invite"] == fresh
        await guest.do("sit", invite=fresh, name="Z")


async def test_a_seat_moves_through_one_process_and_the_other_lets_go(own_server: Server) -> None:
    async with (
        store_on(own_server.url) as store,
        site_on(store) as one,
        site_on(store) as two,
        AsyncExitStack() as stack,
    ):
        made, (ana, _) = await table_of(one, stack, 2)
        near = await stack.enter_async_context(httpx.AsyncClient(base_url=one.url))
        far = await stack.enter_async_context(httpx.AsyncClient(base_url=two.url))
        code, phone = await code_for(near, made), fresh_secret()
        assert (await typed(far, code, phone))[0] == 200
        assert await ana.until_closed() == CLOSE_TOKEN_REPLACED
        async with player_at(two.host, made.table, secret=phone) as moved:
            assert moved.seat == 0
        keys = await store.client.keys("ol:*:k")
        kept = [await store.client.hgetall(key) for key in keys]
        assert code not in str(kept), "the store knows a code in clear"


async def test_no_secret_of_a_move_stands_in_a_frame(site: Site, http: httpx.AsyncClient) -> None:
    async with AsyncExitStack() as stack:
        made, (_, bruno) = await table_of(site, stack, 2)
        code, phone = await code_for(http, made), fresh_secret()
        await typed(http, code, phone)
        async with player_at(site.host, made.table, secret=phone) as moved:
            await bruno.until_version(moved.version)
        step = bruno.last("step")
        assert (step["patch"], step.get("news", [])) == ({}, [])
        for secret in (code, phone, token_of(phone, made.table)):
            assert secret not in str(bruno.frames)


async def test_codes_are_easy_to_say_and_many() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(word.isascii() and word.islower() and 2 < len(word) < 11 for word in WORDS)
    for text in ("Lobo Nube 482", " lobo,nube.482 ", "LOBO-NUBE-482", "lóbo–nube—482"):
        assert typed_code(text) == "lobo-nube-482"
    for text in ("", "lobo", "lobo nube", "lobo-nube-4825", "lobo-nube-48", "a-b-c", "١٢٣"):
        assert typed_code(text) == ""
