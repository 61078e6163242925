"""Somebody at a browser: opens a link, clicks, and reads what a page shows.

Whatever goes wrong in a page (a script's error, a broken content policy, an answer that is none)
is kept as a fault; the fixture `guests` fails a test that ends with one.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    WebSocket,
    expect,
)

from server.protocol.frames import Tree

ANSWER_MS = 60_000
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
# What Chromium says by itself where there is no server; only tests that take one away expect it.
NO_SERVER = re.compile(r"WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|ERR_EMPTY_RESPONSE")
# Tells what the policy forbids, and when something was last pressed.
BESIDES = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
for (const kind of ["click", "keydown"])
  addEventListener(kind, () => { window.pressed_ms = performance.now(); }, true);
"""
UNHURRIED = "() => performance.now() - (window.pressed_ms ?? -1000) > 260"
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"

expect.set_options(timeout=ANSWER_MS)


class Guest:
    """One page, all that it was sent, and all that went wrong on it."""

    CORNER: Position = {"x": 9, "y": 9}  # of a card: what others leave uncovered

    def __init__(self, page: Page) -> None:
        self.page = page
        self.received: list[str] = []  # frames of the server, as they came
        self.sent: list[Tree] = []
        self.sockets = 0  # connections opened
        self.faults: list[str] = []
        self.asked: list[str] = []  # addresses of all that the page asked for
        self.may_lose_server = False
        self._news = asyncio.Event()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("websocket", self._opened)
        page.on("request", lambda request: self.asked.append(request.url))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.may_lose_server and NO_SERVER.search(message.text):
            return
        self.faults.append(f"{message.type}: {message.text}")

    def _opened(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", self._told)
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _told(self, text: str | bytes) -> None:
        self.received.append(str(text))
        self._news.set()

    # What was said

    async def until(self, holds: Callable[[Guest], object]) -> None:
        """Waits for a condition on what the page was sent."""
        async with asyncio.timeout(ANSWER_MS / 1000):
            while not holds(self):
                self._news.clear()
                await self._news.wait()

    async def told_more(self, version: int) -> None:
        """Waits until the page was told of what came after `version`."""
        await self.until(lambda self: self.version > version)

    def frames(self, kind: str) -> list[Tree]:
        return [frame for frame in map(json.loads, self.received) if frame["t"] == kind]

    @property
    def version(self) -> int:
        """The last version that the page was told."""
        numbered = [*self.frames("snapshot"), *self.frames("step")]
        return max((int(frame["version"]) for frame in numbered), default=0)

    # What is on the page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def able(self, name: str | re.Pattern[str]) -> Locator:
        """A button of the table that does something now."""
        return self.page.locator('button:not([aria-disabled="true"])').and_(self.button(name))

    @property
    def strip(self) -> Locator:
        """Whose turn it is, and what is asked for."""
        return self.page.get_by_role("status", name=re.compile("^(Turno|Turn)$"))

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("listbox").get_by_role("option")

    @property
    def playable(self) -> Locator:
        return self.page.get_by_role("option", name=re.compile("se puede jugar|can be played"))

    @property
    def result(self) -> Locator:
        """The napkin after a round or a match."""
        return self.page.locator("section.napkin")

    @property
    def chooser(self) -> Locator:
        return self.page.get_by_role("dialog", name="¿Qué palo pides?")

    def card(self, code: str) -> Locator:
        return self.page.locator(f'[role="option"][data-card="{code}"]')

    def plate(self, name: str) -> Locator:
        """Somebody else at the table, as it is read out."""
        return self.page.locator(".around").get_by_role("listitem").filter(has_text=name)

    async def still(self) -> None:
        """Nothing moves on the page any more."""
        await self.page.wait_for_function(STILL)

    async def unhurried(self) -> None:
        """The last press is long enough ago for the next one not to be half of a double one."""
        await self.page.wait_for_function(UNHURRIED)

    @property
    def answered(self) -> bool:
        """Nothing that was sent still waits for its answer."""
        answers = {frame.get("id") for kind in ("ack", "refused") for frame in self.frames(kind)}
        return all(frame["id"] in answers for frame in self.sent if "id" in frame)

    async def in_turn(self, after: int = 0) -> None:
        """The page says so, of what came once it was told of version `after`."""
        await self.until(lambda self: self.answered and self.version >= after)
        await expect(self.strip).to_contain_text(re.compile("Te toca|Te caen"))

    async def play(self, code: str) -> None:
        """Two clicks: one chooses the card, one plays it."""
        await self.card(code).click(position=self.CORNER)
        await self.button(re.compile("^Jugar")).click()


class Guests:
    """Everybody who has come to a browser in a test."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.all: list[Guest] = []
        self._contexts: list[BrowserContext] = []

    async def come(self, url: str, *, secret: str = "", **options: Any) -> Guest:
        """A new browser profile with one page; `secret`: what its cookie says.

        Options are those of Playwright's contexts; a Spanish phone or desk is what they usually
        are.
        """
        options = {"locale": "es-ES", "viewport": DESK, **options}
        context = await self.browser.new_context(**options)
        context.set_default_timeout(ANSWER_MS)
        self._contexts.append(context)
        await context.add_init_script(BESIDES)
        if secret:
            origin = url.split("/t/")[0]
            await context.add_cookies([{"name": "ochos", "value": secret, "url": origin}])
        return await self.tab(context, url)

    async def tab(self, context: BrowserContext, url: str) -> Guest:
        """One more page of a profile."""
        guest = Guest(await context.new_page())
        self.all.append(guest)
        await guest.page.goto(url)
        return guest

    async def phone(self, url: str, *, secret: str = "", **options: Any) -> Guest:
        """A profile on a phone: held upright, touched, dense."""
        held = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        return await self.come(url, secret=secret, **{**held, **options})

    async def leave(self) -> None:
        """All pages close; whatever went wrong on one of them fails the test."""
        for context in self._contexts:
            await context.close()
        faults = [fault for guest in self.all for fault in guest.faults]
        assert not faults, "\n".join(faults)
