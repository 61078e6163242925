"""Nothing acknowledged is lost and nothing is done twice, whatever breaks between us and Redis."""

from __future__ import annotations

import asyncio
import random
import time

import pytest
from redis.exceptions import RedisError

from server.events import keys, lanes, topology
from server.events.redis_store import RedisStore
from server.events.store import CHAT_LINES_MAX, Entry, LogCorrupt, StoreUnavailable
from tests.store.rig import (
    Proxy,
    Server,
    a_draft,
    a_table,
    a_tag,
    appended,
    ask,
    insist,
    programs,
    store_on,
    until,
)

SHORT_SECONDS = 0.3


async def test_an_append_whose_reply_is_lost_is_in_the_log_once(server: Server) -> None:
    async with Proxy(server) as proxy, store_on(proxy.url) as store:
        table = a_table()
        version, tag = await appended(store, table, 1)
        proxy.mode = "swallow"
        done = await store.append(table, version, tag, a_draft("lost"))
        assert (done.outcome, done.version) == ("dup", 2)
        assert [each.command_id for each in await store.read(table)] == ["c1", "lost"]


@pytest.mark.parametrize(
    "words",
    [
        "MOVED 1 127.0.0.1:1", "ASK 1 127.0.0.1:1", "TRYAGAIN Multiple keys", "LOADING it",
        "CLUSTERDOWN The cluster is down", "READONLY You can't write", "MASTERDOWN Link is down",
        "NOREPLICAS Not enough good replicas", "MISCONF Errors writing", "OOM command not allowed",
        "NOAUTH Authentication required", "NOPERM no", "BUSY a script", "NOSCRIPT No matching",
        "EXECABORT", "ERR whatever", "UNHEARDOF",
    ],
)  # fmt: skip
async def test_whatever_an_append_is_refused_with_it_is_sent_again_and_in_the_log_once(
    server: Server, words: str
) -> None:
    async with Proxy(server) as proxy, store_on(proxy.url) as store:
        table = a_table()
        version, tag = await appended(store, table, 1)
        proxy.mode, proxy.words = "answer", f"-{words}\r\n".encode()
        done = await store.append(table, version, tag, a_draft("refused"))
        assert (done.outcome, done.version) == ("ok", 2)
        assert [each.command_id for each in await store.read(table)] == ["c1", "refused"]


async def test_a_line_of_chat_whose_reply_is_lost_is_said_once(server: Server) -> None:
    async with Proxy(server) as proxy, store_on(proxy.url) as store:
        table = a_table()
        assert await store.add_chat(table, b"hola") == 1
        proxy.mode = "swallow"
        assert await store.add_chat(table, b"hola") == 2
        assert await store.chat(table) == {1: b"hola", 2: b"hola"}


async def test_reading_goes_on_after_a_cut(server: Server) -> None:
    async with Proxy(server) as proxy, store_on(proxy.url) as store:
        table = a_table()
        await appended(store, table, 2)
        await store.set_name(table, "1", "Ana")
        proxy.cut()
        assert len(await store.read(table)) == 2
        proxy.mode = "swallow"
        assert await store.names(table) == {"1": "Ana"}


async def test_the_client_sends_nothing_twice_by_itself(server: Server) -> None:
    async with Proxy(server) as proxy, store_on(proxy.url) as store:
        key = a_table()
        assert await store.client.xlen(key) == 0
        proxy.mode = "swallow"
        with pytest.raises(RedisError):
            await ask(store, "XADD", key, "*", "a", "b")
        assert await store.client.xlen(key) == 1


async def test_the_script_comes_back_when_the_server_forgets_it(redis_store: RedisStore) -> None:
    tables = [a_table() for _ in range(20)]
    await appended(redis_store, tables[0], 1)
    await ask(redis_store, "SCRIPT", "FLUSH")
    await asyncio.gather(*(appended(redis_store, table, 3) for table in tables))
    assert {version for version, _ in (await redis_store.heads(tuple(tables))).values()} == {3, 4}


async def test_one_append_that_fails_does_not_hurt_its_neighbours(server: Server) -> None:
    async with store_on(server.url, deadline_seconds=SHORT_SECONDS) as store:
        wrong, right = a_table(), [a_table() for _ in range(20)]
        await store.client.set(keys.log_of(wrong), "no log")

        async def fail() -> None:
            with pytest.raises(StoreUnavailable, match="WRONGTYPE"):
                await store.append(wrong, 0, b"", a_draft())

        began = time.monotonic()
        await asyncio.gather(fail(), *(appended(store, table, 1) for table in right), fail())
        assert time.monotonic() - began < 20
        assert set(await store.heads(tuple(right))) == set(right)


async def test_text_that_cannot_be_sent_hurts_its_sender_only(redis_store: RedisStore) -> None:
    table = a_table()
    results = await asyncio.gather(
        redis_store.append(a_table(), 0, b"", a_draft("\ud800")),
        appended(redis_store, table, 1),
        return_exceptions=True,
    )
    assert isinstance(results[0], UnicodeEncodeError)
    assert await redis_store.last(table) is not None


async def test_nobody_answers_until_the_deadline(own_server: Server) -> None:
    async with (
        Proxy(own_server) as proxy,
        store_on(proxy.url, deadline_seconds=SHORT_SECONDS) as store,
    ):
        table = a_table()
        await appended(store, table, 1)
        proxy.mode = "refuse"
        proxy.cut()
        for call in (store.append(table, 1, b"", a_draft()), store.read(table), store.due()):
            with pytest.raises(StoreUnavailable):
                await call


async def test_a_stuck_server_keeps_nobody_waiting_for_his_turn(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topology, "SOCKET_SECONDS", 0.2)
    monkeypatch.setattr(lanes, "PIPELINE_CALLS_MAX", 1)
    async with (
        Proxy(own_server) as proxy,
        store_on(proxy.url, deadline_seconds=SHORT_SECONDS) as store,
    ):
        await appended(store, a_table(), 1)
        proxy.mode = "stall"
        began = time.monotonic()
        waiting = [store.append(a_table(), 0, b"", a_draft()) for _ in range(30)]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(result, StoreUnavailable) for result in results)
        assert time.monotonic() - began < 20
        proxy.mode = "pass"


async def test_an_append_that_outlives_its_deadline_is_in_the_log_once_at_most(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topology, "SOCKET_SECONDS", 0.1)
    async with (
        Proxy(own_server) as proxy,
        store_on(proxy.url, deadline_seconds=SHORT_SECONDS) as store,
    ):
        table = a_table()
        version, tag = await appended(store, table, 1)
        draft = a_draft("late")
        proxy.mode = "stall"
        with pytest.raises(StoreUnavailable):
            await store.append(table, version, tag, draft)
        proxy.mode = "pass"
        assert (await store.append(table, version, tag, draft)).version == 2
        assert [each.command_id for each in await store.read(table)] == ["c1", "late"]


@pytest.mark.parametrize("program", programs())
async def test_a_killed_server_has_lost_nothing_that_was_acknowledged(program: str) -> None:
    server = Server(programs()[program]).start()
    tables = [a_table() for _ in range(20)]
    acknowledged: dict[str, list[tuple[int, str]]] = {table: [] for table in tables}
    is_over = False

    async def write(store: RedisStore, table: str) -> None:
        version, tag = 0, b""
        while not is_over:
            draft = a_draft(f"c{version + 1}")
            done = await store.append(table, version, tag, draft)
            assert done.outcome in ("ok", "dup")
            assert done.version == version + 1
            version, tag = done.version, done.tag
            acknowledged[table].append((version, draft.command_id))

    def entries() -> int:
        return sum(len(each) for each in acknowledged.values())

    try:
        async with store_on(server.url) as store, asyncio.TaskGroup() as writers:
            for table in tables:
                writers.create_task(write(store, table))
            for _ in range(3):
                so_far = entries()
                await until(lambda so_far=so_far: entries() > so_far + 500)  # type: ignore[misc]
                server.kill()
                server.start()
            so_far = entries()
            await until(lambda: entries() > so_far + 500)
            is_over = True
        async with store_on(server.url) as store:
            for table in tables:
                found = [(each.version, each.command_id) for each in await store.read(table)]
                assert found == acknowledged[table]
    finally:
        server.stop()


async def test_cancelled_appends_are_in_the_log_once_or_not_at_all(server: Server) -> None:
    chance = random.Random(1)
    tables = [a_table() for _ in range(10)]
    async with store_on(server.url) as store:

        async def write(number: int) -> None:
            await insist(store, tables[number % 10], f"x{number}")

        tasks = [asyncio.create_task(write(number)) for number in range(1000)]
        for task in chance.sample(tasks, 1000):
            task.cancel()
            if chance.random() < 0.1:
                await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)
        written = [each.version for each in (await _lasts(store, tables)) if each]
        assert 0 < sum(written) < 1000
        for table in tables:
            await insist(store, table, "after")
            found = [each.command_id for each in await store.read(table)]
            assert len(found) == len(set(found))
            assert found[-1] == "after"


async def _lasts(store: RedisStore, tables: list[str]) -> list[Entry | None]:
    return [await store.last(table) for table in tables]


async def test_a_cancelled_question_leaves_no_answer_for_the_next(server: Server) -> None:
    chance = random.Random(2)
    async with (
        Proxy(server, delay=0.002) as proxy,
        store_on(proxy.url, connections_max=2) as store,
    ):
        tables = [a_table() for _ in range(2)]
        for table in tables:
            await store.set_name(table, "title", table)

        async def ask(table: str) -> bool:
            return await store.names(table) == {"title": table}

        for _ in range(100):
            tasks = [asyncio.create_task(ask(tables[number % 2])) for number in range(10)]
            await asyncio.sleep(chance.random() * 0.008)
            for task in tasks:
                task.cancel()
            answers = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(answer is True or isinstance(answer, BaseException) for answer in answers)
        assert await asyncio.gather(*(ask(table) for table in tables)) == [True, True]


async def test_closing_waits_for_appends_under_way(server: Server) -> None:
    async with Proxy(server, delay=0.02) as proxy:
        store = RedisStore(proxy.url)
        table = a_table()
        under_way = asyncio.create_task(store.append(table, 0, b"", a_draft()))
        await asyncio.sleep(0)
        await store.close()
        assert under_way.done()
        assert (await under_way).outcome == "ok"
        with pytest.raises(StoreUnavailable):
            await store.append(table, 0, b"", a_draft())


async def _fill(store: RedisStore, table: str) -> None:
    """Appends until the server says that it is full."""
    told = ""
    while "OutOfMemory" not in told:
        try:
            await appended(store, table, 1000, public=b"x" * 20_000)
        except StoreUnavailable as unavailable:
            told = str(unavailable)


async def test_a_full_server_refuses_and_forgets_nothing() -> None:
    server = Server(programs()["valkey"], maxmemory="8mb", maxmemory_policy="noeviction").start()
    try:
        async with store_on(server.url, deadline_seconds=2) as store:
            table = a_table()
            await _fill(store, table)
            last = await store.last(table)
            assert last is not None
            version = last.version
            assert version > 50
            assert len(await store.read(table)) == version
        server.kill()
        server.start()
        async with store_on(server.url) as store:
            assert [each.version for each in await store.read(table)] == list(range(1, version + 1))
    finally:
        server.stop()


async def test_long_logs_are_read_in_pages(
    redis_store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.events.redis_store.PAGE_ENTRIES", 7)
    table = a_table()
    await appended(redis_store, table, 21)
    assert [each.version for each in await redis_store.read(table)] == list(range(1, 22))
    assert [each.version for each in await redis_store.read(table, after=15)] == list(range(16, 22))


async def _append_by_hand(store: RedisStore, table: str, id_: str, tag: bytes) -> None:
    fields = ("h", tag, "c", "x", "t", 1, "m", 0, "a", "pass", "p", b"", "s", b"")
    await ask(store, "XADD", keys.log_of(table), id_, *fields)


@pytest.mark.parametrize("id_", ["4-0", "2-1"])
async def test_a_gap_or_a_strange_id_is_noticed(redis_store: RedisStore, id_: str) -> None:
    table = a_table()
    version, tag = await appended(redis_store, table, 1)
    await _append_by_hand(redis_store, table, id_, a_tag())
    assert (await redis_store.append(table, version, tag, a_draft())).outcome == "corrupt"
    with pytest.raises(LogCorrupt):
        await redis_store.read(table)
    assert await redis_store.client.xlen(keys.log_of(table)) == 2


async def test_nothing_is_written_behind_a_strange_id(redis_store: RedisStore) -> None:
    table, tag = a_table(), a_tag()
    await appended(redis_store, table, 1)
    await _append_by_hand(redis_store, table, "2-1", tag)
    assert (await redis_store.append(table, 2, tag, a_draft())).outcome == "corrupt"
    assert await redis_store.client.xlen(keys.log_of(table)) == 2


async def test_a_log_without_our_fields_is_noticed(redis_store: RedisStore) -> None:
    table = a_table()
    await redis_store.client.xadd(keys.log_of(table), {"h": "x"}, id="1-0")
    with pytest.raises(LogCorrupt):
        await redis_store.last(table)


async def test_a_log_that_moved_back_is_a_fork(redis_store: RedisStore) -> None:
    table = a_table()
    version, tag = await appended(redis_store, table, 3)
    await redis_store.client.xdel(keys.log_of(table), "3-0", "2-0", "1-0")
    await redis_store.client.delete(keys.log_of(table))
    assert (await redis_store.append(table, version, tag, a_draft())).outcome == "fork"
    await appended(redis_store, table, 3)
    assert (await redis_store.append(table, version, tag, a_draft())).outcome == "fork"


async def test_chat_at_its_limit_counts_on(redis_store: RedisStore) -> None:
    table = a_table()
    for _ in range(CHAT_LINES_MAX):
        await redis_store.add_chat(table, b"x")
    await redis_store.client.hdel(keys.chat_of(table), str(CHAT_LINES_MAX))
    assert await redis_store.add_chat(table, b"y") == CHAT_LINES_MAX + 1
    assert list(await redis_store.chat(table)) == [*range(1, CHAT_LINES_MAX), CHAT_LINES_MAX + 1]


async def test_what_a_store_forgot_is_another_entry_when_it_is_sent_again(
    own_server: Server,
) -> None:
    """A primary took it and died with it; its replica takes it again, at another time. Whoever has
    seen the first must not take the second for it."""
    async with store_on(own_server.url) as store:
        table, draft = a_table(), a_draft("c1")
        first = await store.append(table, 0, b"", draft)
        await ask(store, "DEL", keys.log_of(table))
        while await store.now_ms() == first.at_ms:
            pass
        again = await store.append(table, 0, b"", draft)
        assert (again.outcome, again.version) == ("ok", 1)
        assert again.tag != first.tag
        assert (await store.last(table)) is not None
        assert (await store.append(table, 1, first.tag, a_draft("c2"))).outcome == "fork"
        assert (await store.append(table, 1, again.tag, a_draft("c2"))).outcome == "ok"
