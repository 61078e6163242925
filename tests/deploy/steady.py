"""A client that plays on whatever becomes of its server, as ours do: it comes back, and says again
what has no answer yet."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.api.processes import Place
from tests.live.site import Gone, Made, Player, joined

BACK_SECONDS = 0.2  # between two tries to come back
AGAIN = ("restarting", "retry")  # answers after which a command is said again


class Steady:
    """One person's client at one table."""

    def __init__(self, place: Place, made: Made, secret: str, *, deals: bool = False) -> None:
        self.made = made
        self.secret = secret
        self.acknowledged: dict[str, int] = {}  # command id → version
        self.refused: list[str] = []  # reasons, other than those that ask to say it again
        self.returns = 0
        self._place = place
        self._deals = deals  # starts the next round
        self._player: Player | None = None
        self._unanswered: tuple[str, dict[str, Any]] | None = None

    async def play(self, pause_seconds: float) -> None:
        """Plays until cancelled, and then finishes what has no answer."""
        try:
            while True:
                await self._turn()
                await asyncio.sleep(pause_seconds)
        except asyncio.CancelledError:
            while self._unanswered is not None:
                await self._say()

    async def sit(self, name: str) -> None:
        await self.ask("sit", invite=self.made.invite, name=name)

    async def ask(self, kind: str, **fields: Any) -> None:
        """Says something until it is answered."""
        self._unanswered = (kind, fields)
        while self._unanswered is not None:
            await self._say()

    async def at_version(self, version: int) -> Player:
        """The player once it shows this version."""
        while True:
            player = await self._there()
            await player.until(lambda self: self.version >= version or self.closed is not None)
            if player.version >= version:
                return player

    def note(self) -> None:
        """Answers are kept as they come."""

    async def leave(self) -> None:
        if self._player is not None:
            await self._player.close()

    async def _there(self) -> Player:
        """The player, connected anew if need be, with the view of before."""
        while self._player is None or self._player.closed is not None:
            seen = self._player if self._player is not None and self._player.version else None
            try:
                player = await joined(
                    self._place.host, self.made.table, secret=self.secret, seen=seen
                )
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(BACK_SECONDS)
                continue
            self.returns += seen is not None
            self._player = player
            player.answers = {}
        return self._player

    async def _turn(self) -> None:
        player = await self._there()
        if self._unanswered is None:
            await player.until(lambda self: self.closed is not None or _has_work(self), 600)
            if player.closed is not None:
                return
            self._unanswered = self._choice(player)
        if self._unanswered is not None:
            await self._say()

    def _choice(self, player: Player) -> tuple[str, dict[str, Any]] | None:
        view = player.view
        if view["phase"] == "between":
            if self._deals:
                return "next_round", {"match": view["match"], "round": view["round"]}
            return None
        if not player.in_turn:
            return None
        return player.choice()

    async def _say(self) -> None:
        assert self._unanswered is not None
        kind, fields = self._unanswered
        player = await self._there()
        fields.setdefault("id", player.next_id())
        try:
            answer = await player.ask(kind, **fields)
        except (Gone, ConnectionClosed):
            return
        player.answers.pop(fields["id"])
        if answer["t"] == "ack":
            self.acknowledged[fields["id"]] = answer["version"]
            self._unanswered = None
            await player.until(
                lambda self: self.version >= answer["version"] or self.closed is not None
            )
            with suppress(ConnectionClosed):
                await player.send("at", version=player.version)
        elif answer["code"] in AGAIN:
            await asyncio.sleep(BACK_SECONDS)
        else:
            self.refused.append(f"{kind}: {answer['code']}")
            self._unanswered = None


def _has_work(player: Player) -> bool:
    return player.in_turn or player.view.get("phase") == "between"
