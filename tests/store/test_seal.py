"""Every entry bears a seal over itself and the entry before, and any change breaks it."""

from __future__ import annotations

import pytest

from server.events import keys
from server.events.redis_store import RedisStore
from server.events.seal import RawEntry, Unsealed, checked_seal
from tests.store.rig import a_table, appended, ask


async def raw_log(store: RedisStore, table: str) -> list[RawEntry]:
    found = await ask(store, "XRANGE", keys.log_of(table), "-", "+")
    return [(id_, tuple(flat)) for id_, flat in found]


def sealed_until(log: list[RawEntry]) -> int:
    """How many entries are as they were written."""
    seal = b""
    for version, entry in enumerate(log, start=1):
        try:
            seal = checked_seal(seal, entry, version)
        except Unsealed:
            return version - 1
    return len(log)


async def test_every_entry_is_sealed(redis_store: RedisStore) -> None:
    table = a_table()
    await appended(redis_store, table, 5, public=bytes(range(256)), secret=b"\xc1\x00", act="ñ 5")
    log = await raw_log(redis_store, table)
    assert [len(flat[-1]) for _, flat in log] == [16] * 5
    assert sealed_until(log) == 5


async def test_a_byte_that_changes_anywhere_breaks_the_seal(redis_store: RedisStore) -> None:
    table = a_table()
    await appended(redis_store, table, 3, public=b"\x92\x01\x90", secret=b"\xc1")
    log = await raw_log(redis_store, table)
    for index, (id_, flat) in enumerate(log):
        for place, part in enumerate(flat):
            for at in range(len(part)):
                flipped = part[:at] + bytes([part[at] ^ 1]) + part[at + 1 :]
                changed = (id_, (*flat[:place], flipped, *flat[place + 1 :]))
                assert sealed_until([*log[:index], changed, *log[index + 1 :]]) == index


async def test_entries_cannot_change_places_or_go_missing(redis_store: RedisStore) -> None:
    table = a_table()
    await appended(redis_store, table, 4)
    (one, two, three, four) = await raw_log(redis_store, table)
    assert sealed_until([one, three, four]) == 1
    assert sealed_until([one, (two[0], three[1]), (three[0], two[1]), four]) == 1


@pytest.mark.parametrize("seals", [0, 1])
async def test_a_log_of_an_older_release_goes_on_with_seals(
    redis_store: RedisStore, seals: int
) -> None:
    table = a_table()
    tag = b"12345678"
    fields = ("h", tag, "c", "c1", "t", 1, "m", 0, "a", "make 4", "p", b"", "s", b"")
    version = seals
    if seals:
        await appended(redis_store, table, 1)
    await ask(redis_store, "XADD", keys.log_of(table), f"{version + 1}-0", *fields)
    await appended(redis_store, table, 2)
    log = await raw_log(redis_store, table)
    assert sealed_until(log) == len(log) == seals + 3
    assert len(log[seals][1]) == 14
