"""What a visit asks of the server beside its line: rules, the link, a code, another token."""

from __future__ import annotations

import asyncio
from typing import Literal, assert_never

from clients.cli.connection import Connection
from clients.cli.deeds import Errand
from clients.cli.exits import Stop
from clients.cli.holding import Holding
from clients.cli.messages import Messages
from clients.cli.output import Line
from clients.cli.refusing import refusal
from clients.cli.rulebook import page_lines
from clients.cli.scene import Scene
from clients.cli.web import Declined, SeatCode, table_rules

Held = Literal["anew", "as before", "unknown"]


class Errands:
    """Goes for them, one at a time; what comes from the table meanwhile waits its turn."""

    def __init__(
        self,
        sent_on: str,
        holding: Holding,
        connection: Connection,
        messages: Messages,
    ) -> None:
        self._sent_on = sent_on  # where others reach the server
        self._link = holding.link
        self._holding = holding
        self._connection = connection
        self._say = messages

    async def lines(self, errand: Errand, scene: Scene) -> tuple[Line, ...]:
        """Goes for it; gives what is to be said."""
        try:
            return await self._gone_for(errand)
        except Stop as stop:
            text = self._say(stop.key, **stop.variables)
        except Declined as declined:
            text = refusal(declined.frame, scene, self._say)
        return tuple((line,) for line in text.splitlines())

    async def held(self, gone: str) -> Held:
        """Whether this terminal has another token for its seat than the one that is gone: it was
        renewed here, in this window or another one, and the line goes on by it."""
        try:
            token = await asyncio.to_thread(self._holding.settled)
        except (Stop, Declined):
            return "unknown"
        self._connection.hold(token)
        return "anew" if token != gone else "as before"

    async def _gone_for(self, errand: Errand) -> tuple[Line, ...]:
        match errand.what:
            case "rules":
                page = await asyncio.to_thread(table_rules, self._link, self._say.language)
                return tuple((line,) for line in page_lines(page, self._say))
            case "link":
                invite = await asyncio.to_thread(self._holding.invite)
                return self.link_lines("cli-link", invite)
            case "code":
                told = await asyncio.to_thread(self._holding.code)
                return code_lines(told, self._sent_on, self._say)
            case "renew":
                self._connection.hold(await asyncio.to_thread(self._holding.renew))
                return ((self._say("cli-closed-others"),),)
            case "bring":
                return await self._bring(errand.words)
            case _:
                assert_never(errand.what)

    def link_lines(self, key: str, invite: str) -> tuple[Line, ...]:
        """The link, on a line of its own."""
        fragment = f"#{invite}" if invite else ""
        return ((self._say(key),), (f"{self._sent_on}/t/{self._link.table}{fragment}",))

    async def _bring(self, words: str) -> tuple[Line, ...]:
        table = await asyncio.to_thread(self._holding.brought, words)
        if table != self._link.table:
            return ((self._say("cli-brought-elsewhere"),), (f"{self._link.server}/t/{table}",))
        self._connection.hold(self._holding.token())
        return ()


def code_lines(told: SeatCode, server: str, say: Messages) -> tuple[Line, ...]:
    """A code, and where it is typed."""
    minutes = round((told.until_ms - told.now_ms) / 60_000)
    about = say("cli-seat-code", minutes=minutes, server=server, code=told.code)
    return ((told.code,), *((line,) for line in about.splitlines()))
