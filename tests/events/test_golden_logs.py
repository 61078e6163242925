"""A whole log that an earlier release wrote folds for ever to the match that was played.

First line: what came of it. Every other line: an entry as it stood in the store, bytes in hex.
`log-states.json` holds the state in which each log ends. Whoever raises the schema keeps a log of
the new one under the next number, and the state in which it ends beside the others
(`python -m tests.events.keeping`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import msgpack

from clients.cli.verify.check import report_on
from server.events.acts import act_of
from server.events.archive import Page
from server.events.audit import digests
from server.events.catalog import (
    Commit,
    EntropyDeposited,
    RoundClosed,
    RoundDealt,
    StockRebuilt,
)
from server.events.codec import SCHEMA, UPCASTS, entry_to_commit
from server.events.store import Entry
from server.game.evolve import fold
from server.game.table import Table, new_table
from server.site.sound import SoundLog
from tests.events.test_golden_events import holds

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted(GOLDEN.glob("log-schema-*.jsonl"))
SEED_BYTES = 64
STATES = json.loads((GOLDEN / "log-states.json").read_text())


def entry_of(line: dict[str, Any]) -> Entry:
    return Entry(
        version=line["v"],
        tag=bytes.fromhex(line["h"]),
        command_id=line["c"],
        at_ms=line["t"],
        match_version=line["m"],
        act=line["a"],
        public=bytes.fromhex(line["p"]),
        secret=bytes.fromhex(line["s"]),
    )


def folded(table: str, entries: list[Entry]) -> Table:
    now = new_table(table)
    for entry in entries:
        now = fold(now, entry_to_commit(entry))
    return now


def told_of(table: Table) -> dict[str, object]:
    assert table.end is not None
    assert table.result is not None
    return {
        "winner": table.end.winner,
        "places": list(table.end.places),
        "points": [seat.points for seat in table.seats],
        "rounds": table.round_number,
        "turn": table.turn,
        "left": [[seat, list(cards)] for seat, cards, *_ in table.result.left],
    }


def state_of(table: Table) -> dict[str, Any]:
    """All that the table is, but for what is as it always is at first."""
    told: dict[str, Any] = json.loads(msgspec.json.encode(_told(table)))
    return told


def _told(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        found = {field.name: (getattr(value, field.name), field.default) for field in fields}
        return {name: _told(now) for name, (now, default) in found.items() if now != default}
    if isinstance(value, tuple | list):
        return [_told(each) for each in value]
    return value


def test_every_schema_so_far_has_a_log_its_events_and_a_way_to_the_next() -> None:
    schemas = range(1, SCHEMA + 1)
    assert {f"log-schema-{schema}.jsonl" for schema in schemas} <= {file.name for file in FILES}
    assert all((GOLDEN / f"events-schema-{schema}.jsonl").exists() for schema in schemas)
    assert set(UPCASTS) == set(schemas[:-1])
    for file in FILES:
        bodies = [bytes.fromhex(json.loads(line)["p"]) for line in lines_of(file)]
        (schema,) = {msgpack.decode(body)[0] for body in bodies}
        assert file.name.startswith(f"log-schema-{schema}")
    assert STATES.keys() == {file.stem for file in FILES}


def lines_of(file: Path) -> list[str]:
    """The entries of a golden log."""
    return file.read_text().splitlines()[1:]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_old_log_is_sound_by_the_check_of_today(file: Path) -> None:
    head = json.loads(file.read_text().splitlines()[0])
    log = SoundLog(head["table"])
    entries = [raw_entry(json.loads(line)) for line in lines_of(file)]
    log.read(Page(head["table"], tuple(entries)))
    assert log.counts.entries == len(entries)
    assert holds(state_of(log.table), STATES[file.stem])


def raw_entry(line: dict[str, Any]) -> tuple[bytes, tuple[bytes, ...]]:
    """As it stood in the store, with its seal if it has one."""
    values = {
        "h": bytes.fromhex(line["h"]),
        "c": line["c"].encode(),
        "t": str(line["t"]).encode(),
        "m": str(line["m"]).encode(),
        "a": line["a"].encode(),
        "p": bytes.fromhex(line["p"]),
        "s": bytes.fromhex(line["s"]),
    } | ({"d": line["d"].encode()} if "d" in line else {})
    flat = [part for name, value in values.items() for part in (name.encode(), value)]
    return b"%d-0" % line["v"], tuple(flat)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_old_match_ends_as_it_ended(file: Path) -> None:
    head, *lines = (json.loads(line) for line in file.read_text().splitlines())
    entries = [entry_of(line) for line in lines]
    start = entries[-1].match_version
    for table in (
        folded(head["table"], entries),
        folded(head["table"], entries[start - 1 :]),  # as a table is loaded
    ):
        assert told_of(table) == {key: head[key] for key in told_of(table)}
    assert (len(entries), digests(head["table"], entries)[-1].hex()) == (
        head["entries"],
        head["digest"],
    )
    assert [act_of(entry_to_commit(entry).events) for entry in entries] == [
        entry.act for entry in entries
    ]


def kept_log(name: str) -> tuple[Commit, ...]:
    """The commits of a golden log."""
    return tuple(
        entry_to_commit(entry_of(json.loads(line))) for line in lines_of(GOLDEN / f"{name}.jsonl")
    )


def test_a_kept_log_tells_all_of_a_fair_deal() -> None:
    """What people gave, the cut, what the deal locked, and the seeds that were shown."""
    log = kept_log("log-schema-1c")
    events = [event for commit in log for event in commit.events]
    given = [event for event in events if isinstance(event, EntropyDeposited)]
    deals = [event for event in events if isinstance(event, RoundDealt)]
    closes = [event for event in events if isinstance(event, RoundClosed)]
    locked = [len(deal.contributions) for deal in deals]
    assert (locked, [deal.missing for deal in deals]) == ([2, 1], [(), (1,)])
    assert {(one.seat, one.given) for one in given} >= {
        one for deal in deals for one in deal.contributions
    }
    assert [(deal.cut_by, deal.cut) for deal in deals] == [(-1, 26), (1, 17)]
    assert all(len(bytes.fromhex(close.seed)) == SEED_BYTES for close in closes)
    assert any(isinstance(event, StockRebuilt) for event in events)


def test_a_kept_log_tells_of_a_table_that_stood_still() -> None:
    *_, last = kept_log("log-schema-1d")
    assert [event.how for event in last.events if isinstance(event, RoundClosed)] == ["blocked"]
    assert last.act.startswith("timeout")


@pytest.mark.parametrize(("name", "vector"), [("1c", "kept"), ("1d", "left-alone")])
def test_the_acta_of_a_kept_log_is_a_common_vector(name: str, vector: str) -> None:
    """Both verifiers read it, and come to the digest that the log has."""
    head = json.loads((GOLDEN / f"log-schema-{name}.jsonl").read_text().splitlines()[0])
    report = report_on((GOLDEN / "actas" / "good" / f"{vector}.jsonl").read_bytes())
    assert (report.table, report.digest) == (head["table"], head["digest"])
