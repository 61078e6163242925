"""A server process that others are rude to, and the two people who play at it meanwhile."""

from __future__ import annotations

import asyncio
import resource
import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from tests.api.processes import Running
from tests.live.site import Player, fresh_secret, joined, made_on

MEMORY_BYTES_MORE = 48 * 2**20  # that an attack may leave behind, in pools that are used again


class Abused:
    """A server process, looked at from outside."""

    def __init__(self, running: Running, data: Path) -> None:
        self.link, self.host, self.process = running.link, running.host, running.process
        self._log = data / "server.log"
        self._memory = Path(f"/proc/{running.process.pid}/statm")

    def resident_bytes(self) -> int:
        """Its memory; 0 where the system does not tell."""
        if not self._memory.exists():
            return 0
        return int(self._memory.read_text().split()[1]) * resource.getpagesize()

    def faults(self) -> list[str]:
        """What its log calls an error: tracebacks, above all."""
        lines = self._log.read_text().splitlines()
        return [line for line in lines if msgspec.json.decode(line)["level"] == "error"]


class Quiet:
    """Two people who play a match at a table of their own while others are rude."""

    def __init__(self, ana: Player, bruno: Player) -> None:
        self.players = (ana, bruno)
        self.seconds: list[float] = []  # from an act to its answer
        self.table = ""

    async def play(self) -> None:
        """Plays on until the match is over."""
        loop = asyncio.get_running_loop()
        while self.players[0].view["phase"] != "over":
            newest = max(player.version for player in self.players)
            for player in self.players:
                await player.until_version(newest)
            if self.players[0].view["phase"] == "over":
                break
            if self.players[0].view["phase"] == "between":  # a blocked round may bring nothing
                view = self.players[0].view
                asked = {"match": view["match"], "round": view["round"]}
                await self.players[0].until_version(await self.players[0].do("next_round", **asked))
                continue
            actor = next(player for player in self.players if player.in_turn)
            began = loop.time()
            answer = await actor.act()
            self.seconds.append(loop.time() - began)
            assert answer["t"] == "ack", answer
            await actor.until_version(answer["version"])

    def told(self) -> str:
        times = sorted(self.seconds)
        p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
        return f"p50 {statistics.median(times) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms"


@asynccontextmanager
async def undisturbed(running: Abused, name: str) -> AsyncIterator[Quiet]:
    """A match beside, which must go on and end; the server must not grow. Says both figures."""
    before = running.resident_bytes()
    made = await made_on(running.link, seats=2, target=1)
    ana = await joined(running.host, made.table, secret=made.secret)
    bruno = await joined(running.host, made.table, secret=fresh_secret(), invite=made.invite)
    await bruno.do("sit", invite=made.invite, name="Bruno")
    quiet = Quiet(ana, bruno)
    quiet.table = made.table
    await ana.do("start", match=1)
    await asyncio.gather(*(player.until_version(ana.version) for player in quiet.players))
    playing = asyncio.create_task(quiet.play())
    try:
        yield quiet
        await playing
        assert ana.view["phase"] == "over"
    finally:
        playing.cancel()
        await ana.close()
        await bruno.close()
    more = running.resident_bytes() - before
    print(f"{name}: {quiet.told()} beside it, {more / 2**20:+.1f} MiB")
    assert more < MEMORY_BYTES_MORE
