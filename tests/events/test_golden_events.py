"""Bodies that an earlier release wrote are read for ever as what they were.

`events-schema-N.jsonl` holds every event of that schema twice: with all its fields, and with only
those that it must have. A new schema gets a new file; an old file is never written again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.events.codec import unpack

FILES = sorted((Path(__file__).parents[1] / "golden").glob("events-schema-*.jsonl"))
LINES = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]


def test_the_first_schema_is_kept() -> None:
    assert FILES[0].name == "events-schema-1.jsonl"
    assert len({line["events"][0]["t"] for line in LINES if line["schema"] == 1}) == 22


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["events"][0]["t"])
def test_an_old_body_is_read_as_it_was_meant(line: dict[str, Any]) -> None:
    events = unpack(bytes.fromhex(line["p"]), bytes.fromhex(line["s"]))
    found = json.loads(msgspec.json.encode(events))
    assert holds(found, line["events"]), "a field has changed its name or its meaning"


def holds(now: Any, then: Any) -> bool:
    """Whether all that was said then is said now; what is new may stand beside it."""
    if isinstance(then, dict):
        return all(key in now and holds(now[key], value) for key, value in then.items())
    if isinstance(then, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return bool(now == then)
