"""What every answer says of itself: nothing is kept, framed, indexed or asked of others."""

from __future__ import annotations

import httpx
import pytest

from tests.live.site import Site, made_on, site_on

pytestmark = pytest.mark.asyncio(loop_scope="module")

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'",
    "font-src": "'self'", "connect-src": "'self'", "manifest-src": "'self'", "base-uri": "'none'",
    "form-action": "'self'", "frame-ancestors": "'none'", "require-trusted-types-for": "'script'",
}  # fmt: skip
PATHS = ("/", "/t/{table}", "/t/{table}/replay", "/nothing", "/api/rules", "/api/tables/{table}",
         "/api/tables/{table}/export", "/api/nothing", "/health", "/ready")  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_bears_the_headers(site: Site, path: str) -> None:
    made = await made_on(site.url)
    async with httpx.AsyncClient(base_url=site.url) as http:
        answer = await http.get(path.format(table=made.table), headers={"accept": "text/html"})
    told = answer.headers
    pairs = (one.split(" ", 1) for one in told["content-security-policy"].split("; "))
    assert dict(pairs) == POLICY
    assert told["referrer-policy"] == "no-referrer"
    assert told["x-content-type-options"] == "nosniff"
    assert told["cross-origin-resource-policy"] == "same-origin"
    assert told["x-robots-tag"] == "noindex, nofollow"
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert f"{feature}=()" in told["permissions-policy"].split(", ")
    if path != "/":
        assert told["cache-control"] == "no-store"


async def test_over_https_windows_of_other_sites_are_kept_apart() -> None:
    async with site_on(trusted_proxies=("127.0.0.1/32",)) as site, httpx.AsyncClient() as http:
        secure = await http.get(f"{site.url}/", headers={"x-forwarded-proto": "https"})
        plain = await http.get(f"{site.url}/")
    assert secure.headers["cross-origin-opener-policy"] == "same-origin"
    assert "cross-origin-opener-policy" not in plain.headers


async def test_a_preview_of_a_link_says_nothing_of_its_table(site: Site) -> None:
    made = await made_on(site.url)
    async with httpx.AsyncClient(base_url=site.url) as http:
        pages = [
            await http.get(path, headers={"user-agent": "WhatsApp/2"})
            for path in (f"/t/{made.table}", "/t/" + "a" * 26, f"/t/{made.table}/replay", "/")
        ]
    assert len({page.text for page in pages}) == 1, "the page of a table is not the page of all"
    assert not [word for word in ("Ana", made.table, "og:", "twitter:") if word in pages[0].text]


async def test_an_unknown_table_gets_the_same_answer_whatever_is_tried(site: Site) -> None:
    async with httpx.AsyncClient(base_url=site.url) as http:
        answers = [
            await http.get(f"/api/tables/{table}") for table in ("a" * 26, "b" * 26, "x", "%00")
        ]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (404, '{"code":"no_such_table","facts":{}}')
    }
