"""What every store must do, whatever it keeps its logs in."""

from __future__ import annotations

import asyncio
from itertools import chain

from server.events.store import CHAT_LINES_MAX, TAIL_ENTRIES_MAX
from tests.store.rig import Kept, a_draft, a_table, a_tag, appended, insist

HOUR_MS = 3_600_000


async def test_what_is_appended_is_read_back_as_it_was(kept: Kept) -> None:
    table, draft = a_table(), a_draft("c", act="name H", public=b"\x00\xff\r\n", secret=b"\x01\x00")
    done = await kept.store.append(table, 0, b"", draft)
    assert (done.outcome, done.version, done.tail) == ("ok", 1, ())
    (entry,) = await kept.store.read(table)
    assert entry == await kept.store.last(table)
    assert (entry.version, entry.at_ms, entry.match_version) == (1, done.at_ms, 0)
    assert (entry.tag, entry.command_id, entry.act) == (done.tag, "c", "name H")
    assert (entry.public, entry.secret) == (draft.public, draft.secret)


async def test_versions_follow_each_other_from_one(kept: Kept) -> None:
    table = a_table()
    await appended(kept.store, table, 5)
    assert [entry.version for entry in await kept.store.read(table)] == [1, 2, 3, 4, 5]
    assert [entry.version for entry in await kept.store.read(table, after=3)] == [4, 5]
    assert await kept.store.read(table, after=5) == ()


async def test_a_table_that_nobody_made_is_empty(kept: Kept) -> None:
    table = a_table()
    assert await kept.store.read(table) == ()
    assert await kept.store.last(table) is None
    assert await kept.store.heads((table,)) == {}
    assert await kept.store.names(table) == {}
    assert await kept.store.chat(table) == {}


async def test_the_same_append_again_is_known_again(kept: Kept) -> None:
    table, draft = a_table(), a_draft("again")
    first = await kept.store.append(table, 0, b"", draft)
    again = await kept.store.append(table, 0, b"", draft)
    assert (again.outcome, again.version, again.at_ms) == ("dup", 1, first.at_ms)
    assert again.tail == await kept.store.read(table)
    assert len(again.tail) == 1


async def test_an_append_is_known_again_when_others_wrote_after_it(kept: Kept) -> None:
    table, draft = a_table(), a_draft("again")
    first = await kept.store.append(table, 0, b"", draft)
    await appended(kept.store, table, 3)
    again = await kept.store.append(table, 0, b"", draft)
    assert (again.outcome, again.version, again.at_ms) == ("dup", 1, first.at_ms)
    assert [entry.version for entry in again.tail] == [1, 2, 3, 4]


async def test_a_command_decided_anew_elsewhere_is_known_by_its_id(kept: Kept) -> None:
    table = a_table()
    version, tag = await appended(kept.store, table, 1)
    first = await kept.store.append(table, version, tag, a_draft("again"))
    other = await kept.store.append(table, version, tag, a_draft("again", act="draw"))
    assert (other.outcome, other.version) == ("dup", first.version)
    assert len(await kept.store.read(table)) == 2


async def test_who_is_behind_writes_nothing_and_gets_what_is_missing(kept: Kept) -> None:
    table = a_table()
    version, tag = await appended(kept.store, table, 2)
    await appended(kept.store, table, 2)
    late = await kept.store.append(table, version, tag, a_draft("late"))
    assert (late.outcome, late.version) == ("behind", 4)
    assert late.tail == await kept.store.read(table, after=2)
    assert len(await kept.store.read(table)) == 4


async def test_who_is_far_behind_gets_one_page(kept: Kept) -> None:
    table = a_table()
    await appended(kept.store, table, TAIL_ENTRIES_MAX + 9)
    late = await kept.store.append(table, 0, b"", a_draft("late"))
    assert (late.outcome, late.version) == ("behind", TAIL_ENTRIES_MAX + 9)
    assert [entry.version for entry in late.tail] == list(range(1, TAIL_ENTRIES_MAX + 1))


async def test_an_append_is_known_again_however_far_behind_its_writer_is(kept: Kept) -> None:
    table = a_table()
    await appended(kept.store, table, TAIL_ENTRIES_MAX + 9)
    again = await kept.store.append(table, 0, b"", a_draft(f"c{TAIL_ENTRIES_MAX + 5}"))
    assert (again.outcome, again.version) == ("dup", TAIL_ENTRIES_MAX + 5)
    assert len(again.tail) == TAIL_ENTRIES_MAX


async def test_another_history_is_a_fork(kept: Kept) -> None:
    table = a_table()
    version, tag = await appended(kept.store, table, 3)
    ahead = await kept.store.append(table, 4, tag, a_draft("x"))
    other = await kept.store.append(table, version, a_tag(), a_draft("x"))
    older = await kept.store.append(table, 2, a_tag(), a_draft("x"))
    gone = await kept.store.append(a_table(), 1, tag, a_draft("x"))
    assert [(each.outcome, each.version) for each in (ahead, other, older, gone)] == [
        ("fork", 3),
        ("fork", 3),
        ("fork", 3),
        ("fork", 0),
    ]
    assert len(await kept.store.read(table)) == 3


async def test_of_another_history_nothing_is_settled(kept: Kept) -> None:
    table = a_table()
    version, tag = await appended(kept.store, table, 3)
    assert await kept.store.settle(table, version, tag)
    await appended(kept.store, table, 2)
    assert await kept.store.settle(table, version, tag)
    assert not await kept.store.settle(table, version, a_tag())
    assert not await kept.store.settle(table, version + 3, tag)
    assert not await kept.store.settle(a_table(), 1, tag)


async def test_eight_greedy_writers_get_everything_in_exactly_once(kept: Kept) -> None:
    table = a_table()
    wanted = [[f"w{writer}-{number}" for number in range(25)] for writer in range(8)]

    async def write(ids: list[str]) -> None:
        for command_id in ids:
            await insist(kept.store, table, command_id)

    await asyncio.gather(*(write(ids) for ids in wanted))
    entries = await kept.store.read(table)
    assert [entry.version for entry in entries] == list(range(1, 201))
    found = [entry.command_id for entry in entries]
    assert sorted(found) == sorted(chain.from_iterable(wanted))
    for ids in wanted:
        assert [each for each in found if each in ids] == ids


async def test_many_tables_at_once_do_not_mix(kept: Kept) -> None:
    tables = [a_table() for _ in range(100)]
    await asyncio.gather(*(appended(kept.store, table, 5) for table in tables))
    heads = await kept.store.heads(tuple(tables))
    for table in tables:
        entries = await kept.store.read(table)
        assert [entry.command_id for entry in entries] == ["c1", "c2", "c3", "c4", "c5"]
        assert heads[table] == (5, entries[-1].tag)


async def test_times_are_the_store_s(kept: Kept) -> None:
    table = a_table()
    before = await kept.store.now_ms()
    first = await kept.store.append(table, 0, b"", a_draft("c1"))
    assert before <= first.at_ms <= await kept.store.now_ms()
    kept.turn(48 * HOUR_MS)
    version, _ = await appended(kept.store, table, 0)
    assert version == 1
    await appended(kept.store, table, 1)
    entries = await kept.store.read(table)
    assert entries[1].at_ms - first.at_ms >= 48 * HOUR_MS


async def test_a_deadline_is_set_kept_and_cleared(kept: Kept) -> None:
    table = a_table()
    drafts = [a_draft(f"c{n}", due_ms=due) for n, due in enumerate((HOUR_MS, None, 0, -1))]
    found, version, tag = [], 0, b""
    for draft in drafts:
        done = await kept.store.append(table, version, tag, draft)
        version, tag = done.version, done.tag
        deadline = await kept.store.deadline(table)
        found.append(None if deadline is None else deadline - done.at_ms)
    assert found[0] == HOUR_MS
    assert found[1] is not None
    assert found[1] <= HOUR_MS
    assert found[2:] == [0, None]


async def test_a_table_is_due_when_its_time_is_over_and_not_before(kept: Kept) -> None:
    table, other = a_table(), a_table()
    await kept.store.append(table, 0, b"", a_draft(due_ms=HOUR_MS))
    await kept.store.append(other, 0, b"", a_draft(due_ms=3 * HOUR_MS))
    assert not {table, other} & set(await kept.store.due())
    kept.turn(HOUR_MS + 60_000)
    assert {table, other} & set(await kept.store.due()) == {table}


async def test_what_is_not_written_sets_no_deadline(kept: Kept) -> None:
    table = a_table()
    await appended(kept.store, table, 1)
    late = await kept.store.append(table, 0, b"", a_draft("late", due_ms=0, open_=True))
    assert late.outcome == "behind"
    assert await kept.store.deadline(table) is None
    assert table not in await kept.store.open_tables()


async def test_open_tables_are_listed_by_when_they_opened(kept: Kept) -> None:
    table = a_table()
    first = await kept.store.append(table, 0, b"", a_draft("c1", open_=True))
    assert (await kept.store.open_tables())[table] == first.at_ms
    kept.turn(1000)
    second = await kept.store.append(table, 1, first.tag, a_draft("c2", open_=True))
    third = await kept.store.append(table, 2, second.tag, a_draft("c3"))
    assert (await kept.store.open_tables())[table] == first.at_ms
    await kept.store.append(table, 3, third.tag, a_draft("c4", open_=False))
    assert table not in await kept.store.open_tables()


async def test_names_are_kept_beside_the_log(kept: Kept) -> None:
    table = a_table()
    for field, name in (("1", "Ana"), ("title", "Jueves"), ("1", "Año Nuevo ♥")):
        await kept.store.set_name(table, field, name)
    assert await kept.store.names(table) == {"1": "Año Nuevo ♥", "title": "Jueves"}
    assert await kept.store.last(table) is None


async def test_chat_keeps_the_newest_lines_in_order(kept: Kept) -> None:
    table = a_table()
    lines = [f"line {number} ñ".encode() for number in range(1, CHAT_LINES_MAX + 4)]
    numbers = [await kept.store.add_chat(table, line) for line in lines]
    assert numbers == list(range(1, CHAT_LINES_MAX + 4))
    found = await kept.store.chat(table)
    assert list(found) == numbers[3:]
    assert list(found.values()) == lines[3:]


async def test_the_same_words_twice_are_two_lines(kept: Kept) -> None:
    table = a_table()
    assert [await kept.store.add_chat(table, b"ja") for _ in range(2)] == [1, 2]
    assert await kept.store.chat(table) == {1: b"ja", 2: b"ja"}


async def test_a_line_under_the_same_mark_is_kept_once(kept: Kept) -> None:
    table, mark = a_table(), b"8 bytes."
    assert [await kept.store.add_chat(table, line, mark) for line in (b"ja", b"otra")] == [1, 1]
    assert await kept.store.add_chat(table, b"ja", b"another.") == 2
    assert await kept.store.chat(table) == {1: b"ja", 2: b"ja"}


# What people may take back, and codes


async def test_what_is_erased_is_gone_and_no_number_is_given_again(kept: Kept) -> None:
    table = a_table()
    for field in ("1", "2", "title"):
        await kept.store.set_name(table, field, field)
    for line in (b"one", b"two", b"three"):
        await kept.store.add_chat(table, line)
    for _ in range(2):  # an answer may be lost, and asked for again
        await kept.store.erase(table, ("1", "title"), (1, 3))
    assert await kept.store.names(table) == {"2": "2"}
    assert await kept.store.chat(table) == {2: b"two"}
    assert await kept.store.add_chat(table, b"four") == 4
    await kept.store.erase(table, (), ())
    assert await kept.store.chat(table) == {2: b"two", 4: b"four"}


async def test_a_code_is_somebodys_until_its_time_is_over(kept: Kept) -> None:
    digest, other = a_table(), a_table()
    until_ms = await kept.store.keep_code(digest, "ana 1 1", HOUR_MS)
    assert 0 < until_ms - await kept.store.now_ms() <= HOUR_MS
    assert await kept.store.keep_code(digest, "bruno 2 1", HOUR_MS) == 0
    assert await kept.store.keep_code(digest, "ana 1 1", HOUR_MS) >= until_ms
    found = await kept.store.code(digest)
    assert found is not None
    assert found.whose == "ana 1 1"
    assert await kept.store.code(other) is None
    kept.turn(HOUR_MS + 60_000)
    assert await kept.store.keep_code(digest, "bruno 2 1", HOUR_MS) > until_ms
