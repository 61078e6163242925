"""What people write is shown as it is written, and never becomes a part of the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Dialog, expect

from tests.browser.guest import Guest, Guests
from tests.browser.laid import House, lay
from tests.spec import dealt, table

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOLD = "<b onclick=alert(1)>Ñu"
QUOTE = "\"'><i id=x>&amp;"
TITLE = '<svg/onload=alert(1)> & "los viernes"'
LINES = (
    "<script>document.title='no'</script>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">aquí</a>',
)
MARKUP = "b[onclick], i#x, img, svg[onload], a[href^='javascript'], #app script, style"
WRONG = {
    "/t/<script>alert(1)</script>": "Aquí no hay nada",
    "/<img src=x onerror=alert(1)>": "Aquí no hay nada",
    f"/t/{'a' * 26}#<img src=x onerror=alert(1)>": "Esta mesa no existe",
}


async def expect_plain(guest: Guest) -> None:
    """Nothing of what was written is an element."""
    assert await guest.page.locator("#app").locator(MARKUP).count() == 0


def refuse_dialogs(guest: Guest) -> list[str]:
    """A dialog is a script that ran."""
    shown: list[str] = []

    async def dismiss(dialog: Dialog) -> None:
        shown.append(dialog.message)
        await dialog.dismiss()

    guest.page.on("dialog", dismiss)
    return shown


async def test_markup_stays_text_at_the_table(house: House, guests: Guests) -> None:
    laid = await lay(
        house,
        table("clasico", seats=2),
        dealt("2H 3H", "KH 3D", top="7H", stock="TS"),
        names=(BOLD, QUOTE),
        title=TITLE,
    )
    ana = await guests.come(**laid.as_seat(0))
    dialogs = refuse_dialogs(ana)
    page = ana.page
    await expect(page).to_have_title(f"● Te toca · {TITLE}")
    await expect(page.get_by_role("banner")).to_contain_text(TITLE)
    await expect(ana.plate(QUOTE)).to_contain_text(f"{QUOTE}: 2 cartas")
    for line in LINES:
        await page.get_by_label("Di algo…").fill(line)
        await page.get_by_label("Di algo…").press("Enter")
        await expect(page.get_by_role("log", name="Charla")).to_contain_text(line)
    async with laid.player(1) as beto:
        await beto.do("chat", text=LINES[0])
        await expect(page.get_by_role("log", name="Charla")).to_contain_text(f"{QUOTE} {LINES[0]}")
        await ana.play("2H")
        await beto.until(lambda self: self.in_turn)
        await beto.do("play", turn=beto.turn, card="KH")
        told = page.get_by_role("log", name="Lo que va pasando")
        await expect(told).to_contain_text(f"{QUOTE} juega el rey de corazones")
        await expect_plain(ana)
        await ana.play("3H")
    await expect(page.get_by_role("heading", name="Te quedaste sin cartas")).to_be_visible()
    await expect(ana.result).to_contain_text(QUOTE[:3])
    watcher = await guests.come(laid.link)
    await expect(watcher.page.get_by_role("heading", level=1)).to_have_text(
        f"{BOLD} se quedó sin cartas"
    )
    for guest in (ana, watcher):
        await expect_plain(guest)
    assert dialogs == []


async def test_markup_stays_text_in_replay_lobby_home_and_errors(
    house: House, guests: Guests
) -> None:
    over = await lay(
        house,
        table("clasico", seats=2, target=1),
        dealt("2H", "KH 3D", top="7H"),
        names=(BOLD, QUOTE),
        title=TITLE,
    )
    ana = await guests.come(**over.as_seat(0))
    dialogs = refuse_dialogs(ana)
    await ana.in_turn()
    await ana.play("2H")
    await ana.page.get_by_role("link", name="Verla otra vez").click()
    await expect(ana.page.get_by_role("heading", level=1)).to_contain_text(TITLE)
    await expect(ana.page.get_by_role("main")).to_contain_text(BOLD)
    await expect_plain(ana)
    await ana.page.goto(house.site.url)
    await expect(ana.page.get_by_role("main")).to_contain_text(TITLE)
    await expect_plain(ana)
    lobby = await lay(house, table("clasico", seats=3, people=2), names=(BOLD, QUOTE), title=TITLE)
    await ana.page.goto(lobby.link)
    await expect(ana.page.get_by_role("list", name="Asientos")).to_contain_text(QUOTE)
    await expect_plain(ana)
    for address, told in WRONG.items():
        await ana.page.goto(house.site.url + address)
        await expect(ana.page.get_by_role("heading", level=1)).to_have_text(told)
        await expect_plain(ana)
    assert dialogs == []
    assert all("404" in fault for fault in ana.faults)  # the browser notes wrong addresses
    ana.faults.clear()


# Ways in which markup that got into a page would run; each ends with what the policy forbids.
WAYS_IN = {
    "an attribute": """
      const button = document.createElement("button");
      button.setAttribute("onclick", "window.ran = 1");
      document.body.append(button);
      button.click();
    """,
    "a link": """
      const link = document.createElement("a");
      link.href = "javascript:window.ran = 1";
      document.body.append(link);
      link.click();
    """,
    "a script": """
      const script = document.createElement("script");
      script.append("window.ran = 1");
      document.body.append(script);
    """,
    "a picture": """
      const picture = document.createElement("img");
      picture.src = "http://127.0.0.1:9/x.png";
      document.body.append(picture);
    """,
    "a string": """
      document.createElement("p").innerHTML = "<img src=x onerror='window.ran = 1'>";
    """,
}
TRIED = """
() => new Promise((resolve) => {
  addEventListener(
    "securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true }
  );
  try { %s } catch { }
})
"""


@pytest.mark.parametrize("way", WAYS_IN)
async def test_the_content_policy_lets_nothing_run(house: House, guests: Guests, way: str) -> None:
    ana = await guests.come(house.site.url)
    await expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    forbidden = await ana.page.evaluate(TRIED % WAYS_IN[way])
    assert forbidden.startswith(("script-src", "img-src", "require-trusted-types"))
    assert await ana.page.evaluate("() => window.ran") is None
    assert ana.faults, "a broken policy is not noticed"
    ana.faults.clear()
