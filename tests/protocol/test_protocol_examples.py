"""The examples of PROTOCOL.md are read strictly, with the very types that the server uses."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from server.projections.diff import patch
from server.protocol import frames
from server.protocol.frames import ClientFrame, ServerFrame, Snapshot, Step, Tree
from server.protocol.news import AnyNews
from server.protocol.reasons import Reason
from server.protocol.views import View

DOCUMENT = Path(frames.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```json (.+?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KINDS: dict[str, Any] = {"client": ClientFrame, "server": ServerFrame, "news": AnyNews}


def blocks(kind: str) -> list[list[str]]:
    return [
        body.splitlines() for words, body in BLOCK.findall(DOCUMENT) if words.split()[0] == kind
    ]


def examples(*kinds: str) -> Iterator[tuple[str, str]]:
    for kind in kinds:
        yield from ((kind, line) for lines in blocks(kind) for line in lines)


def named(kind: str) -> list[Any]:
    """The examples of a kind as parameters whose names fit on a line."""
    lines = [line for _, line in examples(kind)]
    return [
        pytest.param(kind, line, id=f"{kind} {n} {json.loads(line).get('t', '')}")
        for n, line in enumerate(lines, 1)
    ]


def tags_of(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


def plain(typed: Any) -> Any:
    return json.loads(msgspec.json.encode(typed))


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    fences = re.findall(r"^```(.*)$", DOCUMENT, re.MULTILINE)
    kinds = {words.split()[1] for words in fences if words}
    assert kinds == {"client", "server", "news", "http", "export"}


@pytest.mark.parametrize(("kind", "line"), named("client") + named("server") + named("news"))
def test_an_example_says_exactly_what_its_type_says(kind: str, line: str) -> None:
    frame = msgspec.json.decode(line, type=KINDS[kind], strict=True)
    assert plain(frame) == json.loads(line)


@pytest.mark.parametrize(("kind", "line"), named("client") + named("server"))
def test_msgpack_carries_the_same(kind: str, line: str) -> None:
    frame = msgspec.json.decode(line, type=KINDS[kind])
    packed = msgspec.msgpack.encode(frame)
    assert msgspec.msgpack.decode(packed, type=KINDS[kind]) == frame


@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_can_be_sent_has_an_example(kind: str) -> None:
    shown = {json.loads(line)["t"] for _, line in examples(kind)}
    assert shown == tags_of(KINDS[kind])


@pytest.mark.parametrize(("kind", "line"), named("client"))
def test_a_field_more_is_refused(kind: str, line: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(json.dumps({**json.loads(line), "more": 1}), type=KINDS[kind])


def strict_view(tree: Tree) -> None:
    view = msgspec.convert(tree, View, strict=True)
    assert plain(view) == tree


def follow(numbered: Iterator[Snapshot | Step]) -> Tree:
    """The view after all frames; each must follow the one before, and every view must be one."""
    view: Tree = {}
    version = 0
    for frame in numbered:
        if isinstance(frame, Snapshot):
            view = frame.view
        else:
            assert frame.version == version + 1
            view = patch(view, frame.patch)
        version = frame.version
        strict_view(view)
    return view


def test_the_steps_of_the_example_lead_from_view_to_view() -> None:
    lines = [
        line
        for words, body in BLOCK.findall(DOCUMENT)
        if words == "server"
        for line in body.splitlines()
    ]
    decoded = (msgspec.json.decode(line, type=ServerFrame) for line in lines)
    view = follow(frame for frame in decoded if isinstance(frame, Snapshot | Step))
    assert view["turn"]["number"] == 4


def test_the_export_file_is_canonical_and_its_sum_is_right() -> None:
    (lines,) = blocks("export")
    for line in lines:
        tree = json.loads(line)
        written = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert written == line
    before = "".join(line + "\n" for line in lines[:-1]).encode()
    assert json.loads(lines[-1]) == {"k": "sum", "sha256": hashlib.sha256(before).hexdigest()}


def test_the_export_file_replays() -> None:
    (lines,) = blocks("export")
    trees = [json.loads(line) for line in lines]
    assert [tree["k"] for tree in trees if tree["k"] != "frame"] == [
        "head",
        "name",
        "name",
        "chat",
        "entry",
        "entry",
        "entry",
        "sum",
    ]
    shown = [msgspec.convert(tree["f"], Snapshot | Step) for tree in trees if tree["k"] == "frame"]
    assert follow(iter(shown))["end"]["how"] == "abandoned"


def test_the_digests_of_the_export_file_chain_its_entries() -> None:
    (lines,) = blocks("export")
    entries = [tree for tree in map(json.loads, lines) if tree["k"] == "entry"]
    digest = bytes.fromhex(entries[0]["d"])
    for entry in entries[1:]:
        act = entry["a"].encode()
        head = b"".join(
            number.to_bytes(size, "big")
            for number, size in ((entry["v"], 8), (entry["t"], 8), (len(act), 4))
        )
        digest = hashlib.sha256(digest + head + act + bytes.fromhex(entry["p"])).digest()
        assert digest.hex() == entry["d"]


def test_http_examples_are_json() -> None:
    assert all(isinstance(json.loads(line), dict) for _, line in examples("http"))


def test_every_reason_and_close_code_is_listed() -> None:
    assert not [reason for reason in Reason if f"`{reason.value}`" not in DOCUMENT]
    codes = [value for name, value in vars(frames).items() if name.startswith("CLOSE_")]
    assert codes
    assert not [code for code in codes if f"| {code} |" not in DOCUMENT]
