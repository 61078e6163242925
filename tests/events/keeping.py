"""Writes a golden log, and the state in which it ends, beside the others if there is none so far.

`python -m tests.events.keeping given NAME` plays a match of people who give to deals and cut, at a
real server on a real store; `alone NAME` one of robots while people are away. NAME is that of
`log-schema-NAME.jsonl`.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

from redis.asyncio import Redis

from server.events.audit import digests
from server.events.catalog import DeckCut, EntropyDeposited, RoundClosed, StockRebuilt
from server.events.codec import entry_to_commit
from server.events.redis_store import RedisStore
from server.events.store import Entry
from server.robots.record import entry_of as stored
from server.robots.selfplay import Plan, log_of
from server.rules.door import rules_for
from tests.events.test_golden_logs import (
    GOLDEN,
    STATES,
    entry_of,
    folded,
    state_of,
    told_of,
)
from tests.live.site import Player, Site, site_on
from tests.live.tables import table_of
from tests.store.rig import Server, programs

TRIES_MAX = 200
ENTRIES_MAX = 140  # a golden file is read by people too
RULES = {"target": 40, "draw_limit": "none", "hand_size": 7, "turn_seconds": 600}
WANTED = (EntropyDeposited, DeckCut, StockRebuilt, RoundClosed)
Line = dict[str, Any]


async def kept() -> tuple[str, list[Line]]:
    """A table, and the entries of its log; the first that has all that is wanted."""
    server = Server(programs()["valkey"]).start()
    store = RedisStore(server.url)
    try:
        async with site_on(store) as site:
            for _ in range(TRIES_MAX):
                table = await _played(site)
                lines = await _lines(server.url, table)
                if len(lines) <= ENTRIES_MAX and _has_all(lines):
                    return table, lines
    finally:
        await store.close()
        server.stop()
    raise AssertionError(f"none of {TRIES_MAX} matches had all that is wanted")


async def _played(site: Site) -> str:
    """Two people and a robot play a match; to the second deal only one of them gives."""
    async with AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, robots=1, preset="familiar", **RULES)
        await _give(players)
        await players[0].do("start", match=1)
        while players[0].view["phase"] != "over":
            await _settled(players)
            if players[0].view["phase"] == "between":
                await _cut(players)
                view = players[0].view
                await players[0].do("next_round", match=view["match"], round=view["round"])
                continue
            view = players[0].view
            await _give(players[: 1 if view["next_seal"]["deal"] == 2 else 2])
            actor = next((player for player in players if player.in_turn), None)
            if actor is None:
                seen = players[0].version
                await players[0].until(lambda self, seen=seen: self.version > seen)  # type: ignore[misc]
            else:
                answer = await actor.act()
                await actor.until_version(answer.get("version", 0))
        return made.table


async def _settled(players: list[Player]) -> None:
    newest = max(player.version for player in players)
    for player in players:
        await player.until_version(newest)


async def _give(players: list[Player]) -> None:
    for player in players:
        if player.actions.get("deposit"):
            deal, given = player.view["next_seal"]["deal"], secrets.token_hex(16)
            await player.do("deposit", deal=deal, given=given)
    await _settled(players)


async def _cut(players: list[Player]) -> None:
    for player in players:
        if player.actions.get("cut"):
            await player.do("cut", deal=player.view["next_seal"]["deal"], place=17)
    await _settled(players)


async def _lines(url: str, table: str) -> list[Line]:
    """The log as it lies in the store."""
    redis: Redis = Redis.from_url(url)
    try:
        (key,) = [key async for key in redis.scan_iter(f"ol:*:t:{table}")]
        entries: Any = await redis.xrange(key)
        return [_line(*entry) for entry in entries]
    finally:
        await redis.aclose()


def _line(id_: bytes, fields: dict[bytes, bytes]) -> Line:
    text = {name.decode(): value for name, value in fields.items()}
    hexed = {name: text[name].hex() for name in "hps"}
    numbers = {name: int(text[name]) for name in "tm"}
    words = {name: text[name].decode() for name in "cad"}
    return {"v": int(id_.split(b"-")[0]), **hexed, **numbers, **words}


def _has_all(lines: list[Line]) -> bool:
    events = [e for line in lines for e in entry_to_commit(entry_of(line)).events]
    found = Counter(type(event) for event in events)
    return found.keys() >= set(WANTED) and found[RoundClosed] > 1


def alone() -> tuple[str, list[Line]]:
    """A match that robots play while others are away, and that stands still in the end."""
    table = "solos23456abcdefghijklmnop"
    rules = rules_for("montanita", {"turn_seconds": 30, "rebuild_stock": False})
    plan = Plan(rules, 4, "away", 1, checks=False, away=(0, 2))
    return table, [_plain(stored(commit)) for commit in log_of(plan, table)]


def _plain(entry: Entry) -> Line:
    """An entry without a seal, as no store has written it."""
    hexed = {"h": entry.tag.hex(), "p": entry.public.hex(), "s": entry.secret.hex()}
    numbers = {"v": entry.version, "t": entry.at_ms, "m": entry.match_version}
    return {**hexed, **numbers, "c": entry.command_id, "a": entry.act}


def _write(name: str, log: tuple[str, list[Line]]) -> None:
    file = GOLDEN / f"log-schema-{name}.jsonl"
    table, lines = log
    entries = [entry_of(line) for line in lines]
    now = folded(table, entries)
    digest = digests(table, entries)[-1].hex()
    head = {"table": table, "entries": len(entries), "digest": digest, **told_of(now)}
    with file.open("x", encoding="utf-8") as out:
        for line in (head, *lines):
            out.write(json.dumps(line, separators=(",", ":")) + "\n")
    states = STATES | {file.stem: state_of(now)}
    rows = ",\n".join(
        f'"{key}": {json.dumps(state, separators=(",", ":"))}' for key, state in states.items()
    )
    (GOLDEN / "log-states.json").write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    wish, made = sys.argv[1:]
    _write(made, alone() if wish == "alone" else asyncio.run(kept()))
