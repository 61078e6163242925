"""A whole log that an earlier release wrote folds for ever to the match that was played.

First line: what came of it. Every other line: an entry as it stood in the store, bytes in hex.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.events.acts import act_of
from server.events.audit import digests
from server.events.codec import entry_to_commit
from server.events.store import Entry
from server.game.evolve import fold
from server.game.table import Table, new_table

FILES = sorted((Path(__file__).parents[1] / "golden").glob("log-schema-*.jsonl"))


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


def test_the_first_schema_is_kept() -> None:
    assert FILES[0].name == "log-schema-1.jsonl"


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
