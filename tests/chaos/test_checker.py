"""Each assertion of the checker holds for a true history and breaks for one tampered with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from msgspec.structs import replace

from server.events.catalog import (
    AnyEvent,
    CardPlayed,
    MatchStarted,
    RoundDealt,
    TurnMoved,
    TurnTimedOut,
)
from server.events.codec import pack, unpack
from server.events.store import Entry
from tests.chaos.checker.check import ASSERTIONS, check
from tests.chaos.counts import counts_of
from tests.chaos.history import (
    Answered,
    Closed,
    Converged,
    Final,
    Heard,
    History,
    Invoked,
    Left,
    Opened,
    Record,
    load,
    save,
)
from tests.chaos.run import Plan, run

PLAN = Plan(seed=5, seconds=2.0, nodes=1, tables=1, only=("slow_client",))
Told = tuple[History, Final]
_encode, _decode = msgspec.msgpack.encode, msgspec.msgpack.decode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def told() -> Told:
    """A quiet run of one table."""
    with TemporaryDirectory(prefix="ol-") as folder:
        return await run(PLAN, Path(folder))


# Ways to tamper


def with_left(told: Told, **changes: Any) -> Told:
    history, final = told
    ((table, left),) = final.tables.items()
    return history, replace(final, tables={table: replace(left, **changes)})


def left_of(told: Told) -> Left:
    (left,) = told[1].tables.values()
    return left


def with_entry(told: Told, place: int, **changes: Any) -> Told:
    entries = list(left_of(told).entries)
    entries[place] = replace(entries[place], **changes)
    return with_left(told, entries=tuple(entries))


def with_events(told: Told, place: int, change: Callable[[AnyEvent], AnyEvent]) -> Told:
    entry = left_of(told).entries[place]
    public, secret = pack(tuple(change(event) for event in unpack(entry.public, entry.secret)))
    return with_entry(told, place, public=public, secret=secret)


def place_of(told: Told, kind: type[AnyEvent]) -> int:
    """Of an entry with such an event."""

    def holds(entry: Entry) -> bool:
        return any(isinstance(event, kind) for event in unpack(entry.public, entry.secret))

    return next(place for place, entry in enumerate(left_of(told).entries) if holds(entry))


def with_records(told: Told, change: Callable[[list[Record]], list[Record]]) -> Told:
    return History(change(list(told[0].records))), told[1]


def a_step(records: list[Record]) -> int:
    """The place of a step in the middle."""
    steps = [
        place
        for place, record in enumerate(records)
        if isinstance(record, Heard) and _decode(record.frame)["t"] == "step"
    ]
    return steps[len(steps) // 2]


def with_step(told: Told, **changes: Any) -> Told:
    def change(records: list[Record]) -> list[Record]:
        place = a_step(records)
        heard = records[place]
        assert isinstance(heard, Heard)
        records[place] = replace(heard, frame=_encode(_decode(heard.frame) | changes))
        return records

    return with_records(told, change)


def without_a_step(told: Told) -> Told:
    def change(records: list[Record]) -> list[Record]:
        del records[a_step(records)]
        return records

    return with_records(told, change)


def greeted_with_an_old_view(told: Told) -> Told:
    def change(records: list[Record]) -> list[Record]:
        opened = next(r for r in records if isinstance(r, Opened) and r.token_hash)
        first = next(
            r
            for r in records
            if isinstance(r, Heard) and r.conn == opened.conn and b"snapshot" in r.frame
        )
        people = _encode({"t": "people", "names": {}})
        again: list[Record] = [
            replace(opened, conn=9999),
            replace(first, conn=9999),
            Heard(0, 9999, people),
        ]
        return [*records, *again]

    return with_records(told, change)


def with_a_foreign_card(told: Told) -> Told:
    def change(records: list[Record]) -> list[Record]:
        watcher = next(r for r in records if isinstance(r, Opened) and not r.token_hash)
        shown = [_encode({"t": "notice", "kind": card}) for card in ("2H#0", "2H", "KS", "3C")]
        return [*records, *(Heard(0, watcher.conn, frame) for frame in shown)]

    return with_records(told, change)


def with_a_false_receipt(told: Told) -> Told:
    def change(records: list[Record]) -> list[Record]:
        watcher = next(r for r in records if isinstance(r, Opened) and not r.token_hash)
        beat = _encode({"t": "beat", "now_ms": 0, "version": 3, "digest": "ab" * 32})
        return [*records, Heard(0, watcher.conn, beat)]

    return with_records(told, change)


def at_the_end(told: Told, kind: type[Record], **changes: Any) -> Told:
    def change(records: list[Record]) -> list[Record]:
        return [replace(r, **changes) if isinstance(r, kind) else r for r in records]

    return with_records(told, change)


def doubled_id(told: Told) -> Told:
    first = left_of(told).entries[-2]
    return with_entry(told, -1, command_id=first.command_id)


def lost(told: Told) -> Told:
    left = left_of(told)
    return with_left(told, entries=left.entries[:-5], ids=left.ids[:-5])


def refused_but_kept(told: Told) -> Told:
    """An ack becomes a refusal."""

    def change(records: list[Record]) -> list[Record]:
        sent = {r.cmd for r in records if isinstance(r, Invoked) and b"chat" not in r.frame}
        for place, record in enumerate(records):
            frame = _decode(record.frame) if isinstance(record, Heard) else {}
            if isinstance(record, Heard) and frame["t"] == "ack" and frame["id"] in sent:
                nack = {"t": "refused", "id": frame["id"], "code": "stale"}
                records[place] = replace(record, frame=_encode(nack))
        return records

    return with_records(told, change)


def other_suit(event: AnyEvent) -> AnyEvent:
    if not isinstance(event, CardPlayed):
        return event
    return replace(event, active="S" if event.active == "D" else "D")


def doubled_card(event: AnyEvent) -> AnyEvent:
    if not isinstance(event, RoundDealt):
        return event
    return replace(event, stock=(event.starter, *event.stock[1:]))


def timed_out(event: AnyEvent) -> AnyEvent:
    return TurnTimedOut(seat=0) if isinstance(event, TurnMoved) else event


def other_seed(event: AnyEvent) -> AnyEvent:
    return replace(event, seed="ab" * 64) if isinstance(event, MatchStarted) else event


TAMPERED: list[tuple[str, Callable[[Told], Told]]] = [
    ("contiguous", lambda t: with_left(t, ids=(*left_of(t).ids[:-1], "9999-0"))),
    ("contiguous", lambda t: with_left(t, ids=tuple(id_[:-1] + "1" for id_ in left_of(t).ids))),
    ("chain", lambda t: with_step(t, tag="00" * 8)),
    ("chain", lambda t: with_entry(t, 5, tag=left_of(t).entries[4].tag)),
    ("exactly once", doubled_id),
    ("exactly once", lost),
    ("exactly once", refused_but_kept),
    ("no invention", lambda t: with_entry(t, 5, command_id="ffffffff-x")),
    ("no invention", lambda t: with_entry(t, 5, command_id="to-1")),
    ("legality", lambda t: with_events(t, place_of(t, CardPlayed), other_suit)),
    ("replay is live", lambda t: with_step(t, news=[{"t": "passed", "seat": 1}])),
    ("replay is live", with_a_false_receipt),
    ("monotonic", without_a_step),
    ("reads own writes", greeted_with_an_old_view),
    ("convergence", lambda t: at_the_end(t, Converged, version=1)),
    ("convergence", lambda t: at_the_end(t, Answered, ms=-1)),
    ("cards conserved", lambda t: with_events(t, place_of(t, RoundDealt), doubled_card)),
    ("no leak", with_a_foreign_card),
    ("no leak", lambda t: (t[0], replace(t[1], outputs={"log": '{"error":"bad card KS"}'}))),
    ("no leak", lambda t: (t[0], replace(t[1], outputs={"log": f"x {t[1].secrets[0]} y"}))),
    ("indexes", lambda t: with_left(t, open_=not left_of(t).open_)),
    ("indexes", lambda t: with_left(t, due=1 if left_of(t).due is None else None)),
    ("deadlines", lambda t: with_events(t, place_of(t, CardPlayed), timed_out)),
    ("fairness", lambda t: with_events(t, place_of(t, MatchStarted), other_seed)),
]  # fmt: skip


@pytest.mark.asyncio(loop_scope="module")
async def test_a_true_history_breaks_no_assertion(told: Told, tmp_path: Path) -> None:
    assert check(*told) == []
    counts = counts_of(*told)
    assert counts.acknowledged > 20
    assert (counts.lost, counts.doubled, counts.resets) == (0, 0, 0)
    save(tmp_path / "told.gz", *told)
    assert check(*load(tmp_path / "told.gz")) == []


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("assertion", "tamper"), TAMPERED)
async def test_a_tampered_history_breaks_its_assertion(
    told: Told, assertion: str, tamper: Callable[[Told], Told]
) -> None:
    found = {violation.assertion: violation.told for violation in check(*tamper(told))}
    assert assertion in found, found


def test_every_assertion_is_tampered_with() -> None:
    assert {name for name, _ in TAMPERED} == set(ASSERTIONS)


def undone(told: Told, *, shown_since: bool = False) -> Told:
    """A connection is shown a version that a failover undoes, and is gone; its node may have shown
    somebody else, while it was there, what stands in that place."""
    history, final = told
    ((table, left),) = final.tables.items()
    version = len(left.entries)
    lost = {"t": "step", "version": version, "tag": "00" * 8, "patch": {}, "news": []}
    true = lost | {"tag": left.entries[-1].tag.hex()}
    t = history.records[-1].t
    opened = [Opened(t, 900 + n, f"late{n}", 0, table, version=version - 1) for n in range(2)]
    since: list[Record] = [Heard(t, 901, _encode(true))] if shown_since else []
    heard: list[Record] = [Heard(t, 900, _encode(lost)), *since, Closed(t, 900), Closed(t, 901)]
    return History([*history.records, *opened, *heard]), replace(final, may_reset=True)


@pytest.mark.asyncio(loop_scope="module")
async def test_who_is_gone_before_anybody_knows_better_need_not_be_told(told: Told) -> None:
    assert "chain" not in {violation.assertion for violation in check(*undone(told))}
    history, final = undone(told)
    kept = check(history, replace(final, may_reset=False))
    assert "chain" in {violation.assertion for violation in kept}
    late = check(*undone(told, shown_since=True))
    assert "chain" in {violation.assertion for violation in late}
