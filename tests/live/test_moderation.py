"""Who writes, who watches, and what is kept of people's words: the host's say, and everybody's."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from server.events.archive_directory import ArchiveDirectory
from server.events.redis_store import RedisStore
from server.protocol.frames import CLOSE_WATCHING_OFF, Tree
from tests.live.site import Player, Site, fresh_secret, made_on, player_at, site_on
from tests.live.tables import all_at, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


def shown(player: Player) -> dict[int, str]:
    """The lines of chat that a client shows by now."""
    lines: dict[int, str] = {}
    for frame in player.of("chat"):
        lines |= {line["n"]: line["text"] for line in frame["lines"]}
        for n in frame.get("gone", ()):
            lines.pop(n, None)
    return lines


def people(player: Player) -> Tree:
    return player.last("people")


async def test_a_muted_persons_lines_are_refused_and_everybody_knows(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, (ana, bruno) = await table_of(site, stack, 2)
        await ana.do("mute", person=2, muted=True)
        await bruno.until(lambda self: people(self).get("muted") == [2])
        assert await bruno.refused("chat", text="pero...") == "muted"
        assert await bruno.refused("rename", name="Pero no") == "muted"
        await ana.do("chat", text="un momento")
        await ana.do("mute", person=2, muted=False)
        await bruno.until(lambda self: "muted" not in people(self))
        await bruno.do("chat", text="¡gracias!")
        assert (await bruno.ask("rename", name="Bruno Gil"))["t"] == "ack"
        await ana.until(lambda self: list(shown(self).values()) == ["un momento", "¡gracias!"])


async def test_a_muted_person_takes_no_other_name_by_sitting_down_once_more(site: Site) -> None:
    made = await made_on(site.url, seats=2)
    async with (
        player_at(site.host, made.table, secret=made.secret) as ana,
        player_at(site.host, made.table, secret=fresh_secret(), invite=made.invite) as bruno,
    ):
        sitting = {"id": "sit-1", "invite": made.invite}
        await bruno.do("sit", **sitting, name="Bruno")
        await ana.until(lambda self: people(self)["names"].get("2") == "Bruno")
        await ana.do("mute", person=2, muted=True)
        bruno.answers.clear()
        assert await bruno.refused("sit", **sitting, name="Pero no") == "muted"
        # The same once more, as after a lost answer: it was accepted, and still is.
        bruno.answers.clear()
        await bruno.do("sit", **sitting, name="Bruno")
        await ana.do("mute", person=2, muted=False)
        assert people(ana)["names"]["2"] == "Bruno"


async def test_a_muted_person_is_muted_also_after_leaving_and_coming_back(site: Site) -> None:
    made = await made_on(site.url, seats=2)
    async with (
        player_at(site.host, made.table, secret=made.secret) as ana,
        player_at(site.host, made.table, secret=fresh_secret(), invite=made.invite) as bruno,
    ):
        await bruno.do("sit", invite=made.invite, name="Bruno")
        await ana.until_version(bruno.version)
        await ana.do("mute", person=2, muted=True)
        await bruno.do("leave")
        await bruno.do("sit", invite=made.invite, name="Bruno")
        assert await bruno.refused("chat", text="otra vez yo") == "muted"
        await ana.until(lambda self: people(self).get("muted") == [2, 3])
        await ana.do("mute", person=3, muted=False)
        assert (await bruno.ask("chat", text="¡gracias!"))["t"] == "ack"
        await bruno.do("leave")
        await bruno.do("sit", invite=made.invite, name="Bruno")
        assert (await bruno.ask("chat", text="y otra vez"))["t"] == "ack"


async def test_only_the_host_mutes_and_nobody_who_is_not_there_or_the_host(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        assert await bruno.refused("mute", person=1, muted=True) == "not_host"
        assert await bruno.refused("watching", open=False) == "not_host"
        assert await bruno.refused("erase_words", person=1) == "not_host"
        assert await watcher.refused("erase_words") == "not_seated"
        assert await ana.refused("mute", person=1, muted=True) == "seat_empty"
        assert await ana.refused("mute", person=9, muted=True) == "seat_empty"


async def test_where_nobody_may_watch_watchers_are_told_and_seats_stay(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        await ana.do("watching", open=False)
        assert await watcher.until_closed() == CLOSE_WATCHING_OFF
        assert watcher.last("notice") == {"t": "notice", "kind": "watching_off"}
        async with player_at(site.host, made.table) as late:
            assert await late.until_closed() == CLOSE_WATCHING_OFF
            assert late.answers[""]["code"] == "watching_off"
        async with httpx.AsyncClient(base_url=site.url) as http:
            path = f"/api/tables/{made.table}/export"
            assert (await http.get(path)).json()["code"] == "watching_off"
        await bruno.do("chat", text="solos")
        await ana.do("watching", open=True)
        async with player_at(site.host, made.table) as again:
            assert again.closed is None


async def test_whoever_may_still_sit_down_is_let_in_where_nobody_may_watch(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana,) = await table_of(site, stack, 1)
        await ana.do("watching", open=False)
        guest = await stack.enter_async_context(
            player_at(site.host, made.table, secret=fresh_secret(), invite=made.invite)
        )
        waiting = await stack.enter_async_context(
            player_at(site.host, made.table, secret=fresh_secret(), invite=made.invite)
        )
        assert guest.closed is waiting.closed is None
        await guest.do("sit", invite=made.invite, name="Bea")
        assert await waiting.until_closed() == CLOSE_WATCHING_OFF
        assert guest.closed is None


async def test_a_persons_words_are_erased_everywhere_and_the_log_stays(
    redis_store: RedisStore,
) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two, AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(one, stack, 2)
        far = await stack.enter_async_context(player_at(two.host, made.table))
        await bruno.do("chat", text="mi secreto")
        await ana.do("chat", text="hola")
        await bruno.do("chat", text="otro")
        await far.until(lambda self: len(shown(self)) == 3)
        log = await redis_store.read(made.table)
        await bruno.do("erase_words")
        for player in (ana, bruno, far):
            await player.until(lambda self: list(shown(self).values()) == ["hola"])
            await player.until(lambda self: people(self)["names"] == {"1": "Ana"})
        assert await redis_store.read(made.table) == log
        assert list(await redis_store.chat(made.table)) == [2]
        await bruno.do("chat", text="nuevo")
        await far.until(lambda self: shown(self) == {2: "hola", 4: "nuevo"})
        await ana.do("erase_words", person=2)
        await far.until(lambda self: shown(self) == {2: "hola"})
        async with player_at(two.host, made.table) as late:
            assert shown(late) == {2: "hola"}


async def test_a_table_that_its_host_erases_is_closed_and_says_nothing_of_people(
    redis_store: RedisStore,
) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two, AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(one, stack, 2)
        far = await stack.enter_async_context(player_at(two.host, made.table))
        await bruno.do("chat", text="hasta luego")
        await ana.do("start", match=1)
        await ana.act() if ana.in_turn else await bruno.act()
        assert await bruno.refused("erase_table") == "not_host"
        version = await ana.do("erase_table")
        await all_at([ana, bruno, far], version)
        for player in (ana, bruno, far):
            assert (player.view["phase"], player.view["erased"]) == ("closed", True)
            assert player.last("step")["news"][0] == {"t": "erased", "seat": 0}
            await player.until(lambda self: people(self) == {"t": "people", "names": {}})
            await player.until(lambda self: shown(self) == {})
        assert await bruno.refused("chat", text="¿hola?") == "table_closed"
        assert await bruno.refused("rename", name="Bruno") == "table_closed"
        assert await redis_store.names(made.table) == {}
        assert await redis_store.chat(made.table) == {}
        async with player_at(two.host, made.table) as late, httpx.AsyncClient() as http:
            assert late.view["erased"] is True
            info = (await http.get(f"{two.url}/api/tables/{made.table}")).json()
            assert (info["phase"], info["title"]) == ("closed", "")
            export = (await http.get(f"{two.url}/api/tables/{made.table}/export")).text
            assert '"k":"frame"' in export
            assert '"k":"name"' not in export


async def test_what_a_crash_left_beside_an_erased_table_is_erased_when_it_is_opened(
    redis_store: RedisStore,
) -> None:
    async with site_on(redis_store) as one, AsyncExitStack() as stack:
        made, (ana, _) = await table_of(one, stack, 2)
        await ana.do("erase_table")
    await redis_store.set_name(made.table, "1", "Ana")
    await redis_store.add_chat(made.table, b'{"person":1,"at_ms":1,"text":"resto"}')
    async with site_on(redis_store) as two, player_at(two.host, made.table) as late:
        assert people(late) == {"t": "people", "names": {}}
        assert await redis_store.names(made.table) == {}
        assert await redis_store.chat(made.table) == {}


@pytest.mark.parametrize("asked", ["erase_words", "erase_table"])
async def test_what_is_erased_is_not_kept_in_the_archive_either(
    redis_store: RedisStore, tmp_path: Path, asked: str
) -> None:
    async with site_on(redis_store, data=tmp_path) as site, AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        archived = ArchiveDirectory(tmp_path / "archive")
        archived.put(made.table, b"as it was brought back from, with names and chat")
        await ana.do(asked)
        assert not archived.holds(made.table)
