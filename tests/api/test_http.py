"""The HTTP API: making tables, looking at one, rules, the exported file, pages, health."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.api import pages
from server.api.http import READY_SECONDS
from server.api.listening import link_of
from server.events.store import StoreUnavailable
from server.settings import Limits
from tests.live.site import Site, fresh_secret, made_on, site_on
from tests.live.tables import play_on, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

WISH: dict[str, Any] = {"preset": "clasico", "seats": 3, "name": "Ana", "title": "La de Ana"}


@pytest.fixture
async def http(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url) as client:
        yield client


async def test_who_makes_a_table_gets_its_link_and_a_cookie_and_seat_0(
    site: Site, http: httpx.AsyncClient
) -> None:
    answer = await http.post("/api/tables", json=WISH, headers={"origin": site.url})
    assert answer.status_code == 201
    made = answer.json()
    assert set(made) == {"table", "invite", "path"}
    assert made["path"] == f"/t/{made['table']}#{made['invite']}"
    assert len(http.cookies["ochos"]) == 64

    info = (await http.get(f"/api/tables/{made['table']}")).json()
    now_ms = info.pop("now_ms")
    assert now_ms >= site.clock.now_ms
    assert info == {
        "table": made["table"], "title": "La de Ana", "phase": "lobby", "preset": "clasico",
        "seats": 3, "filled": 1, "you": 0, "your_turn": False, "match": 0, "round": 0,
        "invite": made["invite"],
    }  # fmt: skip

    second = await http.post("/api/tables", json=WISH, headers={"origin": site.url})
    assert "set-cookie" not in second.headers


async def test_only_who_is_seated_is_told_the_links_secret(
    site: Site, http: httpx.AsyncClient
) -> None:
    made = await made_on(site.url)
    for headers in ({}, {"authorization": f"Bearer {fresh_secret()}"}):
        info = (await http.get(f"/api/tables/{made.table}", headers=headers)).json()
        assert info["you"] == -1
        assert "invite" not in info
    mine = {"authorization": f"Bearer {made.secret}"}
    assert (await http.get(f"/api/tables/{made.table}", headers=mine)).json()["invite"] == (
        made.invite
    )


@pytest.mark.parametrize(
    ("body", "code", "facts"),
    [
        (b"", "malformed", None),
        (b"null", "malformed", None),
        (b"[" * 10_000, "malformed", None),
        (b"{" + b" " * 20_000 + b"}", "malformed", None),
        (b'{"preset":"clasico"}', "malformed", None),
        (b'{"preset":"clasico","name":"A","extra":1}', "malformed", None),
        (b'{"preset":"clasico","name":"A","seats":"4"}', "malformed", None),
        (b'{"preset":"clasico","name":"  "}', "bad_name", {"limit": 24}),
        (b'{"preset":"clasico","name":"' + b"x" * 25 + b'"}', "bad_name", {"limit": 24}),
        (
            b'{"preset":"tute","name":"A"}',
            "bad_rules",
            {"switch": "preset", "other": "preset", "why": "unknown"},
        ),
        (
            b'{"preset":"clasico","name":"A","seats":11}',
            "bad_rules",
            {"switch": "seats", "other": "seats", "why": "out_of_range"},
        ),
        (
            b'{"preset":"clasico","name":"A","set":{"skip":"Q","reverse":"Q"}}',
            "bad_rules",
            {"switch": "skip", "other": "reverse", "why": "two_effects"},
        ),
    ],
    ids=lambda value: value[:24].decode() if isinstance(value, bytes) else "",
)
async def test_a_wish_that_cannot_be_met_says_why(
    http: httpx.AsyncClient, body: bytes, code: str, facts: dict[str, Any] | None
) -> None:
    answer = await http.post(
        "/api/tables", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    told = answer.json()
    assert told["code"] == code
    assert facts is None or told["facts"] == facts


async def test_a_form_of_another_page_makes_no_table(site: Site, http: httpx.AsyncClient) -> None:
    plain = {"content-type": "text/plain"}
    answer = await http.post("/api/tables", content=json.dumps(WISH), headers=plain)
    assert answer.json()["code"] == "malformed"
    foreign = await http.post("/api/tables", json=WISH, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/" + "a" * 26,
        "/api/tables/short",
        "/api/tables/%2e%2e",
        "/api/tables/" + "A" * 26 + "/export",
        "/api/tables/" + "a" * 26 + "/export",
    ],
)
async def test_an_unknown_table_is_404_whatever_its_name(
    http: httpx.AsyncClient, path: str
) -> None:
    answer = await http.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"code": "no_such_table", "facts": {}}


async def test_other_paths_and_methods_are_refused_as_json(http: httpx.AsyncClient) -> None:
    for method, path, status in (
        ("GET", "/nothing/here", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/api/rules", 405),
    ):
        answer = await http.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (status, "not_found")


async def test_a_person_at_a_wrong_address_gets_the_page_that_says_so(
    http: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGE", tmp_path)
    (tmp_path / "index.html").write_text("<!doctype html>hola")
    for path in ("/nothing", "/nothing/here", "/t/a/b/c"):
        answer = await http.get(path, headers={"accept": "text/html,*/*"})
        assert (answer.status_code, answer.text) == (404, "<!doctype html>hola")


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({"host": "lan"}, lambda port: link_of("lan", port).rstrip("/")),
        ({"public_origins": ("https://ocho.example",)}, lambda _: "https://ocho.example"),
    ],
)
async def test_who_makes_a_table_is_told_where_others_reach_it(
    settings: dict[str, Any], address: Callable[[int], str]
) -> None:
    async with site_on(**settings) as site, httpx.AsyncClient(base_url=site.url) as http:
        made = (await http.post("/api/tables", json={"preset": "clasico", "name": "Ana"})).json()
        assert made["address"] == address(int(site.url.rpartition(":")[2]))


async def test_the_rules_are_offered_as_rows(http: httpx.AsyncClient) -> None:
    offer = (await http.get("/api/rules")).json()
    presets = {row["key"]: row for row in offer["presets"]}
    assert list(presets) == ["clasico", "especiales", "familiar", "montanita", "jiujitsu"]
    assert (presets["clasico"]["seats_least"], presets["clasico"]["seats_most"]) == (2, 10)
    assert presets["especiales"]["switches"]["draw"] == {"2": 2}
    assert offer["usual"] == "especiales"
    keys = {row["key"] for row in offer["switches"]}
    assert keys == set(presets["clasico"]["switches"])
    assert [robot["name"] for robot in offer["robots"]][:3] == ["Carmen", "Tito", "Luna"]


async def test_a_match_is_exported_whole_and_by_number(site: Site, http: httpx.AsyncClient) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, target=1)
        path = f"/api/tables/{made.table}/export"
        assert (await http.get(path)).json()["code"] == "not_started"
        await players[1].ask("chat", text="¡Suerte!")
        await players[0].do("start", match=1)
        await play_on(players)
        mine = {"authorization": f"Bearer {made.secret}"}
        answer = await http.get(path, headers=mine)
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        assert answer.headers["content-disposition"].startswith("attachment")
        lines = answer.content.splitlines(keepends=True)
        head = json.loads(lines[0])
        assert (head["finished"], head["viewer"], head["match"]) == (True, 0, 1)
        total = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
        assert json.loads(lines[-1]) == {"k": "sum", "sha256": total}
        text = answer.content.decode()
        assert made.invite not in text
        assert '"text":"¡Suerte!"' in text
        assert (await http.get(path + "?match=1", headers=mine)).content == answer.content
        for wrong in ("2", "0x1", "-1", "9" * 30, "²"):
            refused = await http.get(path, params={"match": wrong})
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        assert json.loads((await http.get(path)).content.splitlines()[0])["viewer"] == -1


async def test_an_export_of_a_running_round_tells_no_more_than_its_viewer_knows(
    site: Site, http: httpx.AsyncClient
) -> None:
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2)
        await players[0].do("start", match=1)
        await players[1].until_version(players[0].version)
        path = f"/api/tables/{made.table}/export"
        public = {players[0].view["pile"]["top"]}
        for headers, known in (
            ({}, set()),
            ({"authorization": f"Bearer {made.secret}"}, set(players[0].hand)),
        ):
            text = (await http.get(path, headers=headers)).text
            frames = [json.loads(line) for line in text.splitlines() if '"k":"frame"' in line]
            told = json.dumps(frames)
            hidden = (set(players[0].hand) | set(players[1].hand)) - known - public
            assert not [card for card in hidden if f'"{card}"' in told]
            assert all(f'"{card}"' in told for card in known)


async def test_every_answer_bears_the_headers(site: Site, http: httpx.AsyncClient) -> None:
    made = await made_on(site.url)
    for path in ("/", f"/t/{made.table}", f"/t/{made.table}/replay", "/assets/none.js",
                 "/api/rules", "/health", "/nothing"):  # fmt: skip
        headers = (await http.get(path)).headers
        assert headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'"
        )
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "noindex" in headers["x-robots-tag"]
        assert "server" not in headers
    assert (await http.get("/api/rules")).headers["cache-control"] == "no-store"


async def test_the_opener_is_cut_off_where_a_browser_heeds_it() -> None:
    async with site_on(trusted_proxies=("127.0.0.1",)) as site, httpx.AsyncClient() as http:
        plain = await http.get(site.url)
        assert "cross-origin-opener-policy" not in plain.headers
        secure = await http.get(site.url, headers={"x-forwarded-proto": "https"})
        assert secure.headers["cross-origin-opener-policy"] == "same-origin"


async def test_pages_are_one_page_and_its_parts_are_kept(
    site: Site, http: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PAGE", tmp_path)
    missing = await http.get("/")
    assert missing.status_code == 503
    assert "make page" in missing.text
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>hola")
    (tmp_path / "assets" / "app-1.js").write_text("1")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path.parent / "secret.txt").write_text("no")
    made = await made_on(site.url)
    bodies = {
        (await http.get(path)).text
        for path in ("/", f"/t/{made.table}", "/t/" + "a" * 26, f"/t/{made.table}/replay")
    }
    assert bodies == {"<!doctype html>hola"}
    assert (await http.get("/")).headers["cache-control"] == "no-cache"
    part = await http.get("/assets/app-1.js")
    assert "immutable" in part.headers["cache-control"]
    assert (await http.get("/icon.svg")).status_code == 200
    strange = ("/assets/%00", "/%00", "/a%00b.png", "/assets/" + "a" * 300, "/" + "ñ" * 300)
    outside = ("/assets/..%2findex.html", "/assets/%2e%2e/%2e%2e/secret.txt", "/..%2fsecret.txt")
    for path in strange + outside:
        assert (await http.get(path)).status_code == 404


async def test_health_does_not_ask_the_store_and_ready_tells_of_it(
    site: Site, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = (await http.get("/health")).json()
    assert health["alive"] is True
    assert health["promise"] == ["Kept."]
    assert (await http.get("/ready")).status_code == 200

    async def away() -> int:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patch:
        patch.setattr(site.hub.store, "now_ms", away)
        site.hub.answered_s -= READY_SECONDS + 1
        assert (await http.get("/ready")).status_code == 503
        assert (await http.get("/health")).status_code == 200
    await site.hub.ask_time()
    assert (await http.get("/ready")).status_code == 200


async def test_tables_and_requests_of_an_address_are_limited() -> None:
    limits = Limits(tables_per_hour=3, requests_per_second=1, requests_burst=10)
    async with site_on(limits=limits) as site, httpx.AsyncClient(base_url=site.url) as http:
        made = [await http.post("/api/tables", json=WISH) for _ in range(4)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        assert made[-1].json() == {"code": "too_many_tables", "facts": {}}
        answers = [await http.get("/api/rules") for _ in range(20)]
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too_fast"
        assert (await http.get("/health")).status_code == 200
