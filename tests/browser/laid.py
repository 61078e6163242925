"""Tables that are laid as a test needs them: a log with chosen cards, in the store of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from server.api.tokens import fresh_invite, fresh_table, token_hash_of
from server.events import catalog as e
from server.events.acts import act_of
from server.events.codec import commit_to_draft
from server.events.store import MemoryStore
from server.live.asking import hash_of
from tests.live.site import HandClock, Player, Site, fresh_secret, player_at, site_on
from tests.spec import Step, given

NAMES = ("Ana", "Beto", "Dora", "Elsa", "Félix", "Gala", "Hilda", "Iván", "Julia", "Karim")


class House:
    """A server whose store the test fills."""

    def __init__(self, site: Site, store: MemoryStore) -> None:
        self.site = site
        self.store = store


class Laid(msgspec.Struct):
    """A table in its place: who opens `link` with the secret of a seat sits there."""

    house: House
    table: str
    link: str
    secrets: tuple[str, ...]  # by seat

    def as_seat(self, seat: int) -> dict[str, Any]:
        """For `Guests.come`: who sits there."""
        return {"url": self.link, "secret": self.secrets[seat]}

    def player(self, seat: int) -> Any:
        """A seat that speaks by its socket, without a page."""
        return player_at(self.house.site.host, self.table, secret=self.secrets[seat])

    async def acts(self) -> list[str]:
        """What the log says that people did; what pages add to a deal by themselves is left out."""
        acts = [entry.act for entry in await self.house.store.read(self.table)]
        return [act for act in acts if not act.startswith("deposit ")]


@asynccontextmanager
async def house_on(**settings: Any) -> AsyncIterator[House]:
    store = MemoryStore(HandClock())
    async with site_on(store, **settings) as site:
        yield House(site, store)


async def lay(
    house: House,
    *history: Step,
    names: tuple[str, ...] = NAMES,
    title: str = "Los viernes",
) -> Laid:
    """Lays a table with this history (in the words of `tests.spec`), under keys of its own."""
    known = given(*history)
    table, invite = fresh_table(), fresh_invite()
    secrets = tuple(fresh_secret() for _ in known.table.seats)
    keys = Keys(table, hash_of(invite), tuple(token_hash_of(s, table) for s in secrets))
    tag = b""
    for commit in known.commits:
        events = tuple(keys.turned_in(event) for event in commit.events)
        draft = commit_to_draft(replace(commit, events=events, act=act_of(events)))
        appended = await house.store.append(table, commit.version - 1, tag, draft)
        assert appended.outcome == "ok", appended
        tag = appended.tag
    for seat, state in enumerate(known.table.seats):
        if state.person:
            await house.store.set_name(table, str(state.person), names[seat])
    await house.store.set_name(table, "title", title)
    return Laid(house, table, f"{house.site.url}/t/{table}#{invite}", secrets)


class Keys(msgspec.Struct, frozen=True):
    """What the people and the link of a table are known by."""

    table: str
    invite_hash: str
    token_hashes: tuple[str, ...]  # by seat

    def turned_in(self, event: e.AnyEvent) -> e.AnyEvent:
        """The event with these keys for those of the history."""
        match event:
            case e.TableMade():
                return replace(
                    event,
                    table=self.table,
                    invite_hash=self.invite_hash,
                    token_hash=self.token_hashes[0],
                )
            case e.SeatTaken():
                return replace(event, token_hash=self.token_hashes[event.seat])
            case e.MatchStarted():
                return replace(
                    event,
                    table=self.table,
                    invite_hash=self.invite_hash,
                    chairs=tuple(self._chair(chair) for chair in event.chairs),
                )
            case _:
                return event

    def _chair(self, chair: e.Chair) -> e.Chair:
        return replace(chair, token_hash=self.token_hashes[chair.seat] if chair.person else "")


async def answered(player: Player, kind: str, **fields: Any) -> int:
    """What a seat does in its turn, accepted and shown to it."""
    return await player.do(kind, turn=player.turn, **fields)
