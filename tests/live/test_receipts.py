"""Receipts: every client hears the digest of the log that its table shows; and a server that tells
two people two histories is found out by what they keep."""

from __future__ import annotations

from contextlib import AsyncExitStack

import httpx

from clients.cli.verify.check import Report, report_on
from clients.cli.verify.receipts import Receipt, judged
from server.events.audit import digests
from server.events.store import Draft, Entry, MemoryStore
from tests.live.site import (
    HandClock,
    Made,
    Player,
    Site,
    fresh_secret,
    made_on,
    player_at,
    site_on,
)
from tests.live.tables import all_at, play_on, table_of, who_is_in_turn


def held_by(player: Player) -> dict[int, str]:
    """What a client keeps: version → digest."""
    return {frame["version"]: frame["digest"] for frame in player.frames if frame.get("digest")}


async def held_at_the_end(player: Player) -> Receipt:
    """The receipt of the version that the player shows now."""
    await player.until(lambda self: self.version in held_by(self))
    return Receipt(player.version, held_by(player)[player.version])


async def chain_of(site: Site, table: str) -> tuple[str, ...]:
    """The digests of the table's log, that of version 1 first."""
    log = await site.hub.store.read(table)
    return tuple(digest.hex() for digest in digests(table, log))


async def acta_of(site: Site, table: str) -> Report:
    async with httpx.AsyncClient(base_url=site.url) as http:
        answer = await http.get(f"/api/tables/{table}/export", params={"format": "acta"})
    return report_on(answer.content)


async def test_a_greeting_and_every_end_of_a_round_bring_the_digest_of_the_log() -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, target=1)
        await players[0].do("start", match=1)
        await play_on(players)
        for player in players:
            receipt = await held_at_the_end(player)
            chain = await chain_of(site, made.table)
            assert receipt.version == len(chain)
            assert {v: chain[v - 1] for v in held_by(player)} == held_by(player)
            assert judged(receipt, (await acta_of(site, made.table)).chain) == "good"


async def test_a_process_that_only_loads_the_last_match_knows_the_digest_before_it() -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, target=1)
        await players[0].do("start", match=1)
        await play_on(players)
        await players[0].do("offer_rematch", match=1)
        await players[1].until_version(players[0].version)
        await players[1].do("accept_rematch", match=1)
        room = await site.hub.room(made.table)
        assert room is not None
        chain = await chain_of(site, made.table)
        assert room.digest == chain[-1]
        assert room.table.match == 2
        assert await room.load()
        assert room.digest == chain[-1]


def draft_of(entry: Entry) -> Draft:
    return Draft(
        command_id=entry.command_id, tag=entry.tag, match_version=entry.match_version,
        act=entry.act, public=entry.public, secret=entry.secret,
    )  # fmt: skip


async def forked_from(site: Site, table: str) -> MemoryStore:
    """A second history of a table, the same so far."""
    other, before = MemoryStore(HandClock()), b""
    for entry in await site.hub.store.read(table):
        await other.append(table, entry.version - 1, before, draft_of(entry))
        before = entry.tag
    return other


async def test_a_server_that_tells_two_people_two_histories_is_found_out() -> None:
    """It keeps two logs of one table, equal up to a point, and shows each person another."""
    async with site_on() as one, AsyncExitStack() as stack:
        made, secrets = await made_on(one.url, seats=2, target=1), [fresh_secret()]
        secrets.insert(0, made.secret)
        here = [await seated(one, made, secret, stack) for secret in secrets]
        await here[1].do("sit", invite=made.invite, name="Bruno")
        await here[0].do("start", match=1)
        async with site_on(await forked_from(one, made.table)) as other, AsyncExitStack() as more:
            there = [await seated(other, made, secret, more) for secret in secrets]
            mover = who_is_in_turn(there)
            await all_at(there, await mover.do("draw", turn=mover.turn))
            await play_on(here)
            await play_on(there)
            ana, bruno = await held_at_the_end(here[0]), await held_at_the_end(there[1])
            told_ana = await acta_of(one, made.table)
            told_bruno = await acta_of(other, made.table)
    assert (told_ana.bad, told_bruno.bad) == (None, None), "each history is fine by itself"
    assert judged(ana, told_ana.chain) == judged(bruno, told_bruno.chain) == "good"
    across = {judged(ana, told_bruno.chain), judged(bruno, told_ana.chain)}
    assert "good" not in across
    assert "bad" in across


async def seated(site: Site, made: Made, secret: str, stack: AsyncExitStack) -> Player:
    return await stack.enter_async_context(
        player_at(site.host, made.table, secret=secret, invite=made.invite)
    )
