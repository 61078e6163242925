"""Bodies that an earlier release wrote are read for ever as what they were.

`events-schema-N.jsonl` holds every event of that schema twice: with all its fields, and with only
those that it must have. A new schema, and new events or fields within one (`1b`), get a new file;
an old file is never written again. `python -m tests.events.test_golden_events NAME` writes a file
`NAME` (`events-schema-Nx.jsonl`), if there is none, of whatever no other file holds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.events.codec import SCHEMA, pack, unpack
from tests.events.any_event import EVENTS
from tests.events.example import example

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted(GOLDEN.glob("events-schema-*.jsonl"))
LINES = [json.loads(line) for file in FILES for line in file.read_text().splitlines()]


def test_the_first_schema_is_kept() -> None:
    assert FILES[0].name == "events-schema-1.jsonl"
    first = [json.loads(line)["events"][0]["t"] for line in FILES[0].read_text().splitlines()]
    assert len(set(first)) == 22


def kept() -> dict[str, set[str]]:
    """Fields of every event, as far as the files hold them."""
    found: dict[str, set[str]] = {}
    for line in LINES:
        for event in line["events"]:
            found.setdefault(event["t"], set()).update(event.keys() - {"t"})
    return found


def fields(kind: type[msgspec.Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)}


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_field_of_every_event_is_kept(kind: type[msgspec.Struct]) -> None:
    assert fields(kind) == kept().get(kind.__name__)


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


def lines() -> Iterator[dict[str, Any]]:
    """Every event that has something which no file holds, with all fields and with the fewest."""
    for kind in EVENTS:
        if fields(kind) == kept().get(kind.__name__):
            continue
        for whole in (True, False):
            event = example(kind, whole=whole)
            public, secret = pack((event,))
            yield {
                "schema": SCHEMA,
                "p": public.hex(),
                "s": secret.hex(),
                "events": json.loads(msgspec.json.encode((event,))),
            }


if __name__ == "__main__":
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines())
    with (GOLDEN / sys.argv[1]).open("x") as file:
        file.write(text)
