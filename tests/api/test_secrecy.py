"""L2 from outside: two servers whose tables differ in what a viewer may not know answer alike.

`tests/projections` compares what is made for a viewer; here it is all that comes out of a whole
server: every page and file, greetings at any version, refusals, metrics and the log.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace

import httpx
import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import given as forall
from msgspec.structs import replace
from structlog.testing import capture_logs

from server.api.metrics import of_game, text_of
from server.api.tokens import token_hash_of
from server.events.acts import act_of
from server.events.codec import commit_to_draft
from server.events.store import MemoryStore
from server.game.table import deck_in_play
from server.live.asking import hash_of
from tests.browser.laid import Keys
from tests.live.site import HandClock, Player, Site, player_at, site_on
from tests.projections.interference import (
    Case,
    House,
    NotTheSame,
    difference,
    first_run,
    second_run,
)
from tests.projections.test_noninterference import cases
from tests.spec import TABLE, Given
from tests.store.rig import until

LONG = os.environ.get("OCHOS_TESTS") == "long"
EXAMPLES = 200 if LONG else 8
INVITE = "an-invitation-to-look-at"
TIMES = re.compile(rb'("now_ms":|now_ms\xcf)(\d+|.{8})', re.DOTALL)
PATHS = (
    *("/", f"/t/{TABLE}", f"/t/{TABLE}/replay", "/health", "/ready", "/api/rules"),
    *(f"/api/tables/{TABLE}{rest}" for rest in ("", "/rules", "/rules?lang=en", "/export")),
    *(f"/api/tables/{TABLE}/export?{rest}" for rest in ("match=1", "match=2", "match=x")),
    *(f"/api/tables/{TABLE}/export?format=acta{rest}" for rest in ("", "&names=yes")),
    f"/api/tables/{'b' * 26}",
    "/api/move",
)
NOISE = ("null", "", '{"t":"steal","id":"a"}', '{"t":"play","id":"b","turn":1}', "[" * 1_000)


def secret_of(seat: int) -> str:
    return f"{seat + 1:02x}" * 32


@asynccontextmanager
async def served(log: Given) -> AsyncIterator[Site]:
    """A server that finds this log in its store."""
    store = MemoryStore(HandClock())
    seats = range(len(log.table.seats))
    keys = Keys(
        TABLE, hash_of(INVITE), tuple(token_hash_of(secret_of(seat), TABLE) for seat in seats)
    )
    tag = b""
    for commit in log.commits:
        events = tuple(keys.turned_in(event) for event in commit.events)
        draft = commit_to_draft(replace(commit, events=events, act=act_of(events)))
        appended = await store.append(TABLE, commit.version - 1, tag, draft)
        assert appended.outcome == "ok"
        tag = appended.tag
    for person in seats:
        await store.set_name(TABLE, str(person + 1), f"P{person}")
    async with site_on(store) as site:
        yield site


async def outside(log: Given, viewer: int, chance: int) -> list[bytes]:
    """All that a viewer can get out of a server: of seat −1 whoever only watches."""
    got: list[bytes] = []
    with capture_logs() as lines:
        async with served(log) as site:
            got += [answer async for answer in _fetched(site, viewer)]
            got += [frame async for frame in _shown(site, log, viewer, Random(chance))]
            got += list(_measured(site))
    got += [repr({**line, "ms": 0}).encode() for line in lines]
    return [TIMES.sub(rb"\1", body) for body in got]


async def _fetched(site: Site, viewer: int) -> AsyncIterator[bytes]:
    headers = {"authorization": f"Bearer {secret_of(viewer)}"} if viewer >= 0 else {}
    async with httpx.AsyncClient(base_url=site.url, headers=headers) as http:
        for path in PATHS:
            answer = await http.get(path)
            told = sorted((name, value) for name, value in answer.headers.items() if name != "date")
            yield repr((path, answer.status_code, told)).encode()
            yield answer.content


async def _shown(site: Site, log: Given, viewer: int, random: Random) -> AsyncIterator[bytes]:
    """Greetings of a late comer and of one who comes back, in both codecs, and refusals."""
    secret = secret_of(viewer) if viewer >= 0 else ""
    back = random.choice(log.commits)
    for packed in (False, True):
        for seen in (None, SimpleNamespace(version=back.version, tag=back.tag, view={})):
            player = player_at(site.host, TABLE, secret=secret, packed=packed, seen=seen)  # type: ignore[arg-type]
            async with player as came:
                if not packed:
                    await _guess(came, log, random)
                for frame in came.frames:
                    if frame["t"] != "beat":  # it comes by the clock, with what a welcome tells
                        yield msgspec.json.encode(frame)
                for raw in came.raw:
                    yield raw
            await until(lambda: site.hub.connections() == 0)


async def _guess(player: Player, log: Given, random: Random) -> None:
    """Cards that the viewer may not hold, acts that are not its own, and noise."""
    deck = deck_in_play(log.table)
    turn = log.table.round.turn if log.table.round else 1
    for number, card in enumerate(random.sample(deck.cards, 4)):
        if card not in player.hand:
            await player.ask("play", turn=turn + number % 2, card=card, id=f"guess-{number}")
    before = len(player.of("refused"))
    for message in NOISE:
        await player.send_raw(message)
    await player.until(lambda self: len(self.of("refused")) >= before + len(NOISE))


def _measured(site: Site) -> Iterator[bytes]:
    """Metrics, without those that tell times."""
    for line in text_of(of_game(site.hub, "always")).splitlines():
        if "_seconds" not in line:
            yield line.encode()


def test_two_servers_that_differ_in_what_is_hidden_cannot_be_told_apart() -> None:
    others_differ = compared = 0

    @settings(
        max_examples=EXAMPLES,
        derandomize=not LONG,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @forall(cases())
    def same(case: Case) -> None:
        nonlocal others_differ, compared
        case = replace(case, robots=())  # else one of them may act meanwhile
        first = first_run(House(), case)
        try:
            second = second_run(House(), case, first)
        except NotTheSame:
            return
        compared += 1
        one, other = (
            replace(run, seen=tuple(asyncio.run(outside(run.log, case.viewer, case.chance))))
            for run in (first, second)
        )
        assert not difference(one, other)
        neighbour = (case.viewer + 1) % case.seats
        if case.change == "identities" and not first.closed:
            told = [asyncio.run(outside(run.log, neighbour, 0)) for run in (first, second)]
            others_differ += told[0] != told[1]

    same()
    assert compared > EXAMPLES / 2
    assert others_differ, "nothing was hidden from anybody: these examples prove nothing"
