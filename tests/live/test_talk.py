"""Names, chat and who is there: beside the log, and the same for everybody."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from server.events.redis_store import RedisStore
from server.events.store import MemoryStore
from server.live.asking import hash_of
from server.live.talk import Talk
from server.protocol.frames import ChatLine, Tree
from tests.live.site import Player, Site, fresh_secret, player_at, site_on, token_of
from tests.live.tables import table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_line_that_the_store_has_lost_is_kept_when_it_is_said_again() -> None:
    """In a failover, after somebody was already shown it."""
    store = MemoryStore()
    talk = Talk("t", store)
    line = ChatLine(n=0, person=1, at_ms=1, text="hola")
    assert await talk.say(line, "1-a") is not None
    store._chats.clear()
    store._marks.clear()
    assert await talk.say(line, "1-a") is None
    assert len(await store.chat("t")) == 1
    assert await talk.say(line, "1-a") is None
    assert len(await store.chat("t")) == 1


async def test_seated_people_write_and_watchers_read(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        answer = await bruno.ask("chat", text="  ¡Hola,\tmesa!  ")
        assert answer["t"] == "ack"
        for one in (ana, bruno, watcher):
            await one.until(lambda self: self.last("chat")["lines"])
            line = one.last("chat")["lines"][0]
            assert (line["n"], line["person"], line["text"]) == (1, 2, "¡Hola, mesa!")
        assert await watcher.refused("chat", text="yo también") == "not_seated"
        assert await watcher.refused("rename", name="Yo") == "not_seated"
        version = ana.version
        async with player_at(site.host, made.table) as late:
            assert late.last("chat")["lines"] == [line]
            assert late.version == version


async def test_a_line_sent_twice_is_said_once(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, _) = await table_of(site, stack, 2)
        await ana.ask("chat", id="hola", text="hola")
        async with player_at(site.host, made.table, secret=made.secret) as again:
            assert (await again.ask("chat", id="hola", text="hola"))["t"] == "ack"
        async with (
            site_on(site.hub.store) as other,
            player_at(other.host, made.table, secret=made.secret) as elsewhere,
        ):
            assert (await elsewhere.ask("chat", id="hola", text="hola"))["t"] == "ack"
        assert len(await site.hub.store.chat(made.table)) == 1


async def test_empty_lines_and_names_are_refused(site: Site) -> None:
    async with AsyncExitStack() as stack:
        _, (ana, _) = await table_of(site, stack, 2)
        for text in ("", "   ", "\u202e\u200b", "x" * 281):
            assert await ana.refused("chat", text=text) == "empty_words"
        for name in ("", " ", "\x07", "n" * 25):
            assert await ana.refused("rename", name=name) == "bad_name"
        assert await ana.refused("chat", text="x" * 2_000) == "malformed"


async def test_a_new_name_reaches_everybody_and_stays(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        await ana.do("rename", name="Ana María")
        await bruno.until(lambda self: self.last("people")["names"]["1"] == "Ana María")
        version = bruno.version
        async with (
            site_on(site.hub.store) as other,
            player_at(other.host, made.table) as late,
        ):
            assert late.last("people")["names"] == {"1": "Ana María", "2": "P1"}
            assert late.version == version


async def test_no_frame_tells_a_secret_a_token_or_its_hash(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        watcher = await stack.enter_async_context(player_at(site.host, made.table))
        await ana.do("start", match=1)
        await watcher.until_version(ana.version)
        token = token_of(made.secret, made.table)
        secrets = (made.invite, made.secret, token, hash_of(token), hash_of(made.invite))
        for one in (ana, bruno, watcher):
            assert not [secret for secret in secrets if secret in str(one.frames)]


async def test_words_at_one_process_reach_the_viewers_of_another(redis_store: RedisStore) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two, AsyncExitStack() as stack:
        made, (ana, _) = await table_of(one, stack, 2)
        far = await stack.enter_async_context(player_at(two.host, made.table))
        newcomer = await stack.enter_async_context(
            player_at(two.host, made.table, secret=fresh_secret(), invite=made.invite)
        )
        await ana.ask("chat", text="¿se oye?")
        await far.until(lambda self: self.last("chat")["lines"])
        assert far.last("chat")["lines"][0]["text"] == "¿se oye?"
        await ana.do("rename", name="Anita")
        await far.until(lambda self: self.last("people")["names"]["1"] == "Anita")
        assert await newcomer.refused("sit", invite=made.invite, name="Z") == "table_full"
        assert len(far.of("chat")) == 2
        assert len(ana.of("chat")) == 2


async def test_a_line_that_comes_again_through_another_process_is_said_once(
    redis_store: RedisStore,
) -> None:
    async with site_on(redis_store) as one, site_on(redis_store) as two, AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(one, stack, 2)
        again = await stack.enter_async_context(player_at(two.host, made.table, secret=made.secret))
        both = [
            await ana.post("chat", id="x1", text="una"),
            await again.post("chat", id="x1", text="una"),
        ]
        assert [(await ana.answer(both[0]))["t"], (await again.answer(both[1]))["t"]] == ["ack"] * 2
        await again.ask("chat", id="x2", text="dos")
        await bruno.until(lambda self: any(line["text"] == "dos" for line in _lines(self)))
        late = await stack.enter_async_context(player_at(two.host, made.table))
        for one_of in (bruno, again, late):
            assert [line["text"] for line in _lines(one_of)] == ["una", "dos"]


def _lines(player: Player) -> list[Tree]:
    return [line for frame in player.of("chat") for line in frame["lines"]]


async def test_presence_counts_seats_once_and_watchers_each(site: Site) -> None:
    async with AsyncExitStack() as stack:
        made, (ana, bruno) = await table_of(site, stack, 2)
        async with (
            player_at(site.host, made.table, secret=made.secret),
            player_at(site.host, made.table),
            player_at(site.host, made.table) as watcher,
        ):
            expected = {"t": "presence", "online": {"0": True, "1": True}, "watchers": 2}
            assert watcher.last("presence") == expected
            await ana.until(lambda self: self.last("presence") == expected)
        await ana.until(lambda self: "watchers" not in self.last("presence"))
        await bruno.close()
        await ana.until(lambda self: self.last("presence")["online"] == {"0": True})
