"""A check finds whatever in a store is not what servers have written, and nothing else."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from msgspec.structs import replace

from benchmarks.evening import ROBOT_PACE, Log, write, write_all
from server.events import keys
from server.events.archive import Page
from server.events.catalog import RoundDealt, TableMade
from server.events.codec import pack
from server.events.questions import Command
from server.events.raw_logs import Reach, ask, log_pages
from server.events.redis_store import RedisStore
from server.events.seal import RawEntry
from server.site.check import Report, check, check_table
from tests.conftest import LONG

FLIPS = 1_000 if LONG else 200
ENTRIES_KEPT = 24  # of the log of each table in which a byte is flipped


async def checked(reach: Reach) -> Report:
    return await check(reach, ROBOT_PACE)


async def raw_log(reach: Reach, table: str) -> list[RawEntry]:
    return [
        entry
        async for record in log_pages(reach, table)
        if isinstance(record, Page)
        for entry in record.entries
    ]


async def put(reach: Reach, table: str, log: list[RawEntry]) -> None:
    """Writes a log by hand, in place of what is there."""
    key = keys.log_of(table)
    added: list[Command] = [("XADD", key, id_, *flat) for id_, flat in log]
    await ask(reach.client_of(key), [("DEL", key), *added])


def told(report: Report) -> list[str]:
    return [str(finding) for finding in report.findings]


async def test_finished_matches_are_sound(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    entries = await write_all(store, logs)
    report = await checked(reach)
    assert told(report) == []
    counts = report.counts
    assert (report.tables, counts.entries, counts.matches) == (len(logs), entries, len(logs))
    assert (counts.unsealed, counts.clock_set_back) == (0, 0)
    assert counts.size_bytes > 100 * entries


async def test_running_matches_are_sound_at_every_version(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    for number, (name, commits) in enumerate(logs, start=1):
        await write(store, (name, commits[: number * len(commits) // 7]))
    assert told(await checked(reach)) == []


async def test_any_flipped_byte_is_named_with_its_entry(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    """Many times, one bit of one byte of one field of one entry is another."""
    dice = random.Random(1)
    fields: Counter[bytes] = Counter()
    for number, (table, commits) in enumerate(logs):
        await write(store, (table, commits))
        whole = await raw_log(reach, table)
        for _ in range(number, FLIPS, len(logs)):
            length = dice.choice((len(whole), *[min(len(whole), ENTRIES_KEPT)] * 9))
            version = dice.randrange(length) + 1
            changed, field = flipped(whole[version - 1], dice)
            await put(reach, table, [*whole[: version - 1], changed, *whole[version:length]])
            (found,) = (await check_table(reach, table, ROBOT_PACE)).findings
            assert (found.where, found.what.partition(":")[0]) == (
                f"table {table}",
                f"entry {version}",
            )
            fields[field] += 1
    assert min(fields[name] for name in (b"h", b"c", b"t", b"m", b"a", b"p", b"s", b"d")) > 3


def flipped(entry: RawEntry, dice: random.Random) -> tuple[RawEntry, bytes]:
    """One bit of one byte, of a field by chance, is another; also the name of that field."""
    id_, flat = entry
    place = dice.choice([index for index, part in enumerate(flat) if part])
    part = bytearray(flat[place])
    part[dice.randrange(len(part))] ^= 1 << dice.randrange(8)
    return (id_, (*flat[:place], bytes(part), *flat[place + 1 :])), flat[place - place % 2]


async def test_what_a_log_without_seals_says_is_looked_at(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    table, commits = logs[0]
    await write(store, (table, commits))
    whole = [(id_, flat[:14]) for id_, flat in await raw_log(reach, table)]
    await put(reach, table, whole)
    report = await checked(reach)
    assert (told(report), report.counts.unsealed) == ([], len(whole))

    played = next(v for v, commit in enumerate(commits) if commit.act.startswith("play"))
    draws = [v for v, commit in enumerate(commits) if commit.act == "draw"]
    made = commits[0].events[0]
    assert isinstance(made, TableMade)
    start = next(v for v, commit in enumerate(commits) if commit.act.startswith("start"))
    (dealt,) = (event for event in commits[start].events if isinstance(event, RoundDealt))
    hands = (dealt.hands[1], dealt.hands[0], *dealt.hands[2:])
    shuffled = tuple(
        replace(event, hands=hands) if isinstance(event, RoundDealt) else event
        for event in commits[start].events
    )
    other_seed = whole[0][1][13].replace(made.seed[:4].encode(), b"0000")
    wrong = {
        "its tag was used before": (played, b"h", whole[0][1][1]),
        "its tag has 7 bytes": (played, b"h", b"1234567"),
        "its command was obeyed before": (played, b"c", whole[played - 1][1][3]),
        "one of its fields cannot be read": (played, b"t", b"007"),
        "its match began at 4": (played, b"m", b"3"),
        "its words are not those of its events": (played, b"a", b"draw"),
        "a seed is not the one that was committed to": (0, b"s", other_seed),
        "the cards were not dealt as the seed has it": (start, b"s", pack(shuffled)[1]),
        "L4: ": (draws[0], b"s", whole[draws[1]][1][13]),  # a card that lies elsewhere
        "a log begins with the making of its table": (2, b"p", whole[0][1][11]),
        "body of schema 99": (played, b"p", b"\x92\x63" + whole[played][1][11][2:]),
    }
    for what, (index, field, value) in wrong.items():
        id_, flat = whole[index]
        place = flat.index(field) + 1
        changed = (id_, (*flat[:place], value, *flat[place + 1 :]))
        await put(reach, table, [*whole[:index], changed, *whole[index + 1 :]])
        (found,) = (await check_table(reach, table, ROBOT_PACE)).findings
        assert found.what.startswith(f"entry {index + 1}: "), (what, found)
        assert what in found.what, found


async def test_what_lies_beside_a_log_is_looked_at(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    table, commits = logs[0]
    await write(store, (table, commits[:-1]))
    assert told(await checked(reach)) == []
    bucket, other = keys.bucket_of(table), "gone"
    harm: list[Command] = [
        ("ZREM", keys.open_of(bucket), table),
        ("ZINCRBY", keys.deadlines_of(bucket), 3_600_000, table),
        ("ZADD", keys.open_of(keys.bucket_of(other)), 1, other),
        ("HSET", keys.names_of(table), "7", "Nadie"),
        ("HSET", keys.chat_of(table), "5", b"12345678no line"),
        ("HSET", keys.names_of(other), "1", "Nadie"),
        ("SET", "ol:{b00}:strange", "x"),
        ("SET", keys.log_of("0string"), "x"),
        ("HSET", keys.META, "layout", "9"),
    ]
    await ask(reach.client_of(""), harm)
    found = told(await checked(reach))
    assert [line.partition(":")[0] for line in found] == [
        "the store",
        "table 0string",
        f"table {table}", f"table {table}", f"table {table}", f"table {table}", f"table {table}",
        "ol", "ol",
        "table gone",
    ]  # fmt: skip
    assert found[0].endswith("it does not bear the mark of layout 1")
    assert found[2].endswith("the index says that it is not open, by its log it is open")
    assert found[3].endswith("the index has its deadline +3600 s off")
    assert found[4].endswith("it has a name for '7', who never sat there")
    assert found[5].endswith("its chat has 2 lines up to 5, the last given was 1")
    assert found[6].endswith("line 5 of its chat cannot be read")
    assert found[-1].endswith(":open names it, but it has no log")


async def test_a_site_is_checked_while_it_is_played_at(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(write_all(store, logs))
        while not playing.done():
            assert told(await checked(reach)) == []
            await asyncio.sleep(0)
    assert (await checked(reach)).tables == len(logs)


async def test_a_log_that_was_cut_off_is_named(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    table, commits = logs[0]
    await write(store, (table, commits))
    last = len(commits)
    await ask(store.client, [("XDEL", keys.log_of(table), f"{last - 1}-0", f"{last}-0")])
    (found,) = (await checked(reach)).findings
    assert found.what == f"entry {last - 1}: it is missing, and all up to {last}"


async def test_codes_and_what_a_host_has_said_are_no_fault(
    store: RedisStore, reach: Reach, logs: tuple[Log, ...]
) -> None:
    await write_all(store, logs[:1])
    (table, _) = logs[0]
    await store.keep_code("ab" * 32, f"{table} 1 1", 60_000)
    await store.set_name(table, "muted", "1")
    await store.set_name(table, "watching", "off")
    assert told(await checked(reach)) == []
    await store.set_name(table, "muted", "1 99")
    (finding,) = told(await checked(reach))
    assert "mutes '1 99', who never sat there" in finding
