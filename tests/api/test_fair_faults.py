"""Deals stay fair when servers are killed: what people gave is in, once, and what was sealed before
is what is opened after."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from clients.cli.fair.witness import Checked, Witness, gave, witnessed
from clients.cli.scene import view_of
from clients.cli.verify.deal import commitment_of
from server.events.catalog import EntropyDeposited
from server.events.codec import entry_to_commit
from server.projections.diff import patch
from server.protocol import news as n
from server.protocol.frames import Tree
from tests.api.processes import Place, Running, begun
from tests.api.test_processes import Gambler, check, entries_of, play
from tests.chaos.links import Link
from tests.live.site import Player, fresh_secret, made_on
from tests.store.rig import Server

VERIFY_SECONDS = 60.0
PEOPLE = 3


class Through(msgspec.Struct):
    """A server behind a line that can be harmed."""

    link: str
    host: str


class Giver(Gambler):
    """Somebody who adds to deals, and remembers all that was shown."""

    given = ""
    deposit_id = ""

    def __init__(self, made: object, secret: str) -> None:
        super().__init__(made, secret)  # type: ignore[arg-type]
        self.connections: list[Player] = []

    async def at(self, running: Place) -> Player:
        player = await super().at(running)
        if player not in self.connections:
            self.connections.append(player)
        return player

    async def gives(self, player: Player) -> str:
        """Sends bytes for the coming deal and does not wait."""
        self.given = secrets.token_hex(16)
        deal = player.view["next_seal"]["deal"]
        self.deposit_id = await player.post("deposit", deal=deal, given=self.given)
        return self.deposit_id

    def witness(self, deal: int) -> Witness:
        """What the terminal makes of all that was shown."""
        seen, view = Witness(), Tree()
        for frame in (frame for player in self.connections for frame in player.frames):
            if frame["t"] not in ("snapshot", "step"):
                continue
            whole = frame["t"] == "snapshot"
            view = frame["view"] if whole else patch(view, frame["patch"])
            told = msgspec.convert(frame.get("news", []), tuple[n.AnyNews, ...])
            seen = witnessed(seen, view_of(view), frame["version"], None if whole else told)
            seat = view.get("own", {}).get("seat", -1)
            if str(seat) in view.get("next_seal", {}).get("digests", {}):
                seen = gave(seen, deal, seat, self.given)
        return seen


async def givers_at(running: Running) -> list[Giver]:
    """People at a table, in the first round."""
    made = await made_on(running.link, seats=PEOPLE, target=9999)
    givers = [Giver(made, made.secret if not number else fresh_secret()) for number in range(3)]
    for number, giver in enumerate(givers):
        player = await giver.at(running)
        if number:
            await player.do("sit", invite=made.invite, name=f"P{number}")
    await (await givers[0].at(running)).do("start", match=1)
    return givers


@asynccontextmanager
async def line_to(running: Place) -> AsyncIterator[tuple[Link, Through]]:
    host, port = running.host.split(":")
    line = Link((host, int(port)))
    await line.listen()
    try:
        yield line, Through(running.link, f"127.0.0.1:{line.address[1]}")
    finally:
        line.close()


async def all_given(givers: list[Giver], running: Running) -> Tree:
    """Two give and hear that it is in; the third's answer is lost on the way. Gives what is shown
    of the coming deal when all three are in."""
    first, second, third = givers
    async with line_to(running) as (line, through):
        assert third.player is not None
        await third.player.close()
        behind = await third.at(through)
        for giver in (first, second):
            player = await giver.at(running)
            answer = await player.answer(await giver.gives(player))
            assert answer["t"] == "ack", answer
        await behind.until_version(answer["version"])
        line.swallow()
        await third.gives(behind)
        await behind.until_closed()
    assert third.deposit_id not in behind.answers
    player = await first.at(running)
    await player.until(lambda self: len(self.view["next_seal"]["digests"]) == PEOPLE)
    seal: Tree = player.view["next_seal"]
    return seal


async def to_phase(givers: list[Giver], running: Running, phase: str) -> list[Player]:
    """Plays until the round is over, or the next one is dealt."""
    players = [await giver.at(running) for giver in givers]
    while players[0].view["phase"] != phase:
        await play(list(givers), running, 1)
        players = [await giver.at(running) for giver in givers]
        newest = max(player.version for player in players)
        await asyncio.gather(*(player.until_version(newest) for player in players))
    return players


async def verified(running: Running, giver: Giver, path: Path) -> Tree:
    """What `ochos verify` says of the match's acta."""
    async with httpx.AsyncClient(base_url=running.link) as http:
        body = await http.get(f"/api/tables/{giver.made.table}/export", params={"format": "acta"})
    await asyncio.to_thread(path.write_bytes, body.content)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "clients.cli", "verify", str(path), "--json", stdout=PIPE
    )
    out, _ = await asyncio.wait_for(process.communicate(), VERIFY_SECONDS)
    assert process.returncode == 0, out.decode()
    report: Tree = json.loads(out)
    return report


@pytest.mark.parametrize("next_one", ["the same again", "another on the store"])
async def test_what_people_gave_is_in_the_deal_after_the_server_was_killed(
    tmp_path: Path, own_server: Server, next_one: str
) -> None:
    url = own_server.url
    running = await begun(tmp_path / "a", OCHOS_REDIS_URL=url)
    folder = "a" if next_one == "the same again" else "b"
    other = await begun(tmp_path / "b", OCHOS_REDIS_URL=url) if folder == "b" else None
    givers = await givers_at(running)
    await play(list(givers), running, 4)

    shown = await all_given(givers, running)
    await running.kill()
    running = other or await begun(tmp_path / "a", OCHOS_REDIS_URL=url)

    for giver in givers:  # also those who know that theirs is in: asking again changes nothing
        player = await giver.at(running)
        again = {"id": giver.deposit_id, "deal": 2, "given": giver.given}
        assert (await player.ask("deposit", **again))["t"] == "ack"
        other_bytes = {"deal": 2, "given": secrets.token_hex(16)}
        assert await player.refused("deposit", **other_bytes) == "stale"
        assert player.view["next_seal"] == shown

    players = await to_phase(givers, running, "between")
    assert [player.view["next_seal"]["commitment"] for player in players] == (
        [shown["commitment"]] * PEOPLE
    )
    players = await to_phase(givers, running, "round")
    late = {"deal": 2, "given": secrets.token_hex(16)}
    assert {await player.refused("deposit", **late) for player in players} == {"stale"}
    given = {str(player.seat): giver.given for player, giver in zip(players, givers, strict=True)}
    for player in players:
        seal = player.view["seal"]
        assert (seal["deal"], seal["contributions"]) == (2, given)
        assert seal["commitment"] == shown["commitment"]

    players = await to_phase(givers, running, "between")
    for player, giver in zip(players, givers, strict=True):
        seal = player.view["seal"]
        opened = commitment_of(seal["seed"])
        assert (seal["deal"], opened) == (2, shown["commitment"])
        assert giver.witness(2).past[-1] == Checked(2, 2, "right")

    await players[0].do("abandon", match=1)
    report = await verified(running, givers[0], tmp_path / "acta.jsonl")
    assert [(one["seal"], one["dealt"]) for one in report["rounds"]] == [(True, True)] * 2
    log = await entries_of(url, givers[0].made.table)
    check(log, givers)
    kept = [event for entry in log for event in entry_to_commit(entry).events]
    deposits = [event for event in kept if isinstance(event, EntropyDeposited)]
    assert sorted(event.given for event in deposits) == sorted(given.values())
    assert await running.end() == 0
