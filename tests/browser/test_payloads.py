"""Names, titles and chat of every harmful kind, on every page: nothing runs, nothing is asked of
anybody else, nothing is complained of, and no page grows wider than its window.

The words lie in the store as they are here, as if no server had ever cleaned them: what a page
shows must be harmless by itself.
"""

from __future__ import annotations

import msgspec
import pytest
from playwright.async_api import expect

from server.protocol.frames import ChatLine
from tests.actas import golden
from tests.browser.guest import PHONE, Guest, Guests
from tests.browser.laid import House, Laid, lay
from tests.browser.test_acta import choose
from tests.browser.test_text import expect_plain, refuse_dialogs
from tests.forgeries import Lie, both, event, head, rules, started, trees_of, written
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAYLOADS = {
    "markup": "<img src=x onerror=alert(1)><svg/onload=alert(2)><iframe src=//evil.example>",
    "end of a tag": "--></title></script></textarea><script>alert(3)</script>",
    "quotes": "\"'`><b onmouseover=alert(4) style=position:fixed>",
    "templates": "{{constructor.constructor('alert(5)')()}} ${alert(6)} {@html x} <%= 7 %>",
    "links": "javascript:alert(8) data:text/html,<script>alert(9)</script> //evil.example/x.png",
    "style": "</style><style>@import'//evil.example';*{background:url(//evil.example/y)}",
    "entities": "&lt;script&gt;alert(10)&lt;/script&gt; &#60;img src=x&#62; \\u003cscript\\u003e",
    "bidi": "Ana \u202egnp.exe\u202c \u2067atrás\u2069 \u200e\u200f\u061c\u2066",
    "right to left": "שלום עולם مرحبا بالعالم ١٢٣",
    "zalgo": "Z" + "\u0335\u0317\u0308\u0301\u0489" * 40 + "a" + "\u0300\u20dd" * 40,
    "invisible": "A\u200b\u200c\u2060\ufeff\u00ad\U000e0041\U000e0042\u180eB",
    "long": "W" * 2_000,
    "long words": "ﷺ" * 300 + "\u00a0" * 300,
    "emoji": "👩‍👩‍👧‍👦" * 40 + "🏴󠁧󠁢󠁥󠁮󠁧󠁿" + "\ufe0f" * 50,
    "controls": "a\x00b\x07c\x1b[31md\x7fe\x85f\u2028g\u2029h",
    "fluent": '{ $name } { NUMBER(1) } "{"\n.attr = x',
    "prototype": '__proto__ constructor {"__proto__":{"x":1}}',
}
QUICK = ("markup", "style", "bidi", "zalgo", "long", "controls")
WIDER = "() => document.scrollingElement.scrollWidth - innerWidth"


async def expect_harmless(guest: Guest) -> None:
    await expect(guest.page.locator("#app")).not_to_be_empty()
    await expect_plain(guest)
    assert await guest.page.evaluate(WIDER) <= 0


async def laid_with(house: House, name: str, *, over: bool) -> Laid:
    words = PAYLOADS[name]
    hands = ("2H", "KH 3D") if over else ("2H 4H", "KH 3D")
    found = await lay(
        house,
        table("clasico", seats=2, target=1),
        dealt(*hands, top="7H", stock="TS 9S"),
        names=(words, words[::-1]),
        title=words,
    )
    line = ChatLine(n=1, person=2, at_ms=1_700_000_000_000, text=words)
    await house.store.add_chat(found.table, msgspec.json.encode(line))
    return found


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in PAYLOADS],
)
async def test_words_of_others_do_nothing(house: House, guests: Guests, name: str) -> None:
    over = await laid_with(house, name, over=True)
    ana = await guests.come(**over.as_seat(0), viewport=PHONE)
    dialogs = refuse_dialogs(ana)
    await ana.in_turn()
    await expect_harmless(ana)
    await ana.play("2H")
    await expect(ana.result).to_be_visible()
    await expect_harmless(ana)
    await ana.page.goto(f"{over.link.split('#')[0]}/replay")
    await expect(ana.page.get_by_role("slider")).to_be_visible()
    await expect_harmless(ana)
    await ana.page.goto(f"{house.site.url}/#rules={over.table}")
    await expect_harmless(ana)
    await ana.page.goto(house.site.url)
    await expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    await expect_harmless(ana)
    assert dialogs == []


def actas_with(words: str) -> dict[str, bytes]:
    """Files of strangers that say it wherever a file may: one that is right, and wrong ones."""
    lies: dict[str, Lie] = {
        "right": both(rules(preset=words), head(server=words)),
        "wrong": event("CardPlayed", card=words),
        "head": both(started(table=words), head(packs=7)),
        "unknown": event("CardPlayed", t=words),
    }
    files = {}
    for name, lie in lies.items():
        trees = trees_of(dict(golden("good"))["tiny"])
        trees.insert(1, {"k": "name", "person": 1, "name": words})
        lie(trees)
        files[name] = written(trees)
    return files


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in PAYLOADS],
)
async def test_words_in_a_strangers_acta_do_nothing(
    house: House, guests: Guests, name: str
) -> None:
    ana = await guests.come(f"{house.site.url}/#verify", viewport=PHONE)
    dialogs = refuse_dialogs(ana)
    for kind, body in actas_with(PAYLOADS[name]).items():
        await choose(ana, f"{kind}.jsonl", body)
        told = "✓ Todo cuadra." if kind == "right" else "✗ No cuadra desde la línea"
        await expect(ana.page.get_by_role("main")).to_contain_text(told)
        await expect_harmless(ana)
    assert dialogs == []


@pytest.mark.parametrize("page", ["", "#new", "#rules", "#credits", "#replay", "#verify", "#code"])
async def test_every_page_asks_its_own_server_alone(
    house: House, guests: Guests, page: str
) -> None:
    ana = await guests.come(f"{house.site.url}/{page}")
    await expect(ana.page.get_by_role("main")).not_to_be_empty()
    await ana.page.wait_for_load_state("networkidle")
    assert ana.asked
    assert {address for address in ana.asked if not address.startswith(house.site.url)} == set()
