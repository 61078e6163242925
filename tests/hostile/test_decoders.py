"""Whatever is sent, typed or laid in a file is taken or refused: nothing of ours fails over it."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli.codec import BadFrame as BadServerFrame
from clients.cli.codec import unpack as unpacked_by_terminal
from clients.cli.exits import Stop
from clients.cli.links import parse_link, parse_server
from clients.cli.matchfile import BadFile, read_match
from clients.cli.reading import read
from clients.cli.verify.canonical import NotCanonical, written_line
from clients.cli.verify.check import report_on
from clients.cli.verify.receipts import typed_receipt
from server.api.door import Door
from server.api.http import _decode_rules, _decode_wish
from server.api.making import _rules_of
from server.api.metrics import _answer_to
from server.api.ruling import checked
from server.api.tokens import bearer_secret, cookie_secrets
from server.cards import PACKS
from server.events.archive import ArchiveBroken, ArchiveWriter, Head, verified
from server.events.codec import entry_to_commit
from server.events.store import Entry, LogCorrupt
from server.live.codecs import JSON, MSGPACK, BadFrame, Codec
from server.protocol.reasons import Rejected
from server.robots.record import entry_of
from server.settings import Settings
from tests.acta.test_verify import good
from tests.clients.sample import match_file
from tests.hostile.anything import OBJECTS, PACKABLE, TREES, as_json, spoilt
from tests.matches import worded
from tests.spec import dealt, table
from tests.spec import given as history

HELLO = {"t": "hello", "table": "a" * 26, "token": "f" * 64, "version": 3, "tag": "0" * 16}
PLAY = {"t": "play", "id": "mine-1", "turn": 4, "card": "8C", "suit": "H", "announce": True}


def taken_or_refused(codec: Codec, body: bytes | str) -> None:
    try:
        frame = codec.unpack(body)
    except BadFrame:
        return
    assert codec.unpack(body) == frame


# Frames


@given(
    st.binary(max_size=200).map(lambda body: body.decode("latin-1"))
    | st.text(max_size=200)
    | (TREES | OBJECTS).map(lambda tree: as_json(tree).decode())
    | spoilt(as_json(PLAY)).map(lambda body: body.decode("utf-8", "replace"))
    | spoilt(as_json(HELLO)).map(lambda body: body.decode("utf-8", "replace"))
)
def test_text_frames(body: str) -> None:
    taken_or_refused(JSON, body)


@given(
    st.binary(max_size=200)
    | PACKABLE.map(msgspec.msgpack.encode)
    | spoilt(msgspec.msgpack.encode(PLAY))
    | spoilt(msgspec.msgpack.encode(HELLO))
)
def test_binary_frames(body: bytes) -> None:
    taken_or_refused(MSGPACK, body)


@pytest.mark.parametrize(
    "body",
    [
        b"\x81\xa1t\xdd\xff\xff\xff\xff",  # a list that claims 2³² items
        b"\xdf\x00\x01\x86\xa0" + b"\xa1t\x01" * 5_000,  # a map of 100,000, which breaks off
        b"\x82\xa1t\xa4draw\xa1t\xa4play",  # a key twice
        b"\x81\xa1t\xd6\xff\x00\x00\x00\x00",  # a timestamp
        b"\x81" * 16_000,
        b"\xc7\xff\x05" + b"x" * 255,
    ],
)
def test_binary_frames_that_were_made_to_hurt(body: bytes) -> None:
    taken_or_refused(MSGPACK, body)
    with pytest.raises(BadFrame):
        MSGPACK.unpack(body)


def test_of_a_key_that_comes_twice_the_last_counts_in_both_codecs() -> None:
    body = b'{"t":"draw","id":"a","turn":1,"turn":2}'
    packed = b"\x84\xa1t\xa4draw\xa2id\xa1a\xa4turn\x01\xa4turn\x02"
    assert JSON.unpack(body.decode()) == MSGPACK.unpack(packed)


@given(st.binary(max_size=200) | PACKABLE.map(msgspec.msgpack.encode))
def test_frames_of_a_hostile_server(body: bytes) -> None:
    with suppress(BadServerFrame):
        unpacked_by_terminal(body)


# HTTP


@given(OBJECTS.map(as_json) | st.binary(max_size=100) | st.builds(
    lambda chosen, preset, seats: as_json(
        {"preset": preset, "name": "Ana", "seats": seats, "set": chosen}
    ),
    OBJECTS, st.sampled_from(("clasico", "montanita", "x", "")), st.integers(-3, 99),
))  # fmt: skip
def test_bodies_of_requests(body: bytes) -> None:
    for decode, use in ((_decode_wish, _rules_of), (_decode_rules, checked)):
        try:
            wish = decode(body)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue
        with suppress(Rejected):
            use(wish)  # type: ignore[arg-type]


NAMES = st.sampled_from(
    [
        b"host",
        b"origin",
        b"cookie",
        b"authorization",
        b"x-forwarded-for",
        b"x-forwarded-proto",
        b"x-forwarded-host",
    ]
)
VALUES = st.binary(max_size=40) | st.sampled_from(
    [b"[::1", b"[", b"::1", b"//", b"http://[", b"null", b"localhost:", b"127.0.0.1:99999",
     b"ochos=" + b"f" * 64, b"Bearer " + b"f" * 64, b"Bearer \xff", b"1.2.3.4, [", b"fe80::1%eth0"]
)  # fmt: skip


@given(st.lists(st.tuples(NAMES, VALUES), max_size=6), st.sampled_from(("", "127.0.0.1", "x")))
def test_headers(headers: list[tuple[bytes, bytes]], peer: str) -> None:
    door = Door(Settings(trusted_proxies=("127.0.0.0/8",)))
    scope: dict[str, Any] = {"scheme": "ws", "headers": headers, "client": (peer, 1)}
    visitor = door.visitor(scope)
    door.knows(visitor)
    door.is_foreign_page(visitor)
    for secret in (bearer_secret(headers), cookie_secrets(headers, secure=visitor.secure).usual):
        assert len(secret) in (0, 64)


@given(st.binary(max_size=100) | st.sampled_from([b"GET /metrics?x HTTP/1.1\r\n\r\n", b"GET"]))
def test_requests_for_metrics(head: bytes) -> None:
    assert _answer_to(head, lambda: "").startswith(b"HTTP/1.1 ")


# Entries of logs


@cache
def some_entry() -> Entry:
    made = history(table("montanita", 3, robots=(2,)), dealt("8C 9C", "KH", "2D", top="7H"))
    return entry_of(worded(made.commits)[-1])


@given(
    st.sampled_from(("public", "secret")),
    st.binary(max_size=60)
    | PACKABLE.map(msgspec.msgpack.encode)
    | spoilt(some_entry().public)
    | spoilt(some_entry().secret),
)
def test_entries_of_logs(half: str, body: bytes) -> None:
    with suppress(LogCorrupt):
        entry_to_commit(msgspec.structs.replace(some_entry(), **{half: body}))


# Files


@cache
def example_acta() -> bytes:
    return good()["begun"]


@given(st.binary(max_size=300) | spoilt(example_acta()))
def test_actas(body: bytes) -> None:
    report = report_on(body)
    assert report.bad is not None or body == example_acta()


@given(st.data())
def test_actas_with_other_values_in_lines_that_add_up(data: st.DataObject) -> None:
    """Whoever forges a file makes its sum fit as well."""
    lines = [msgspec.json.decode(line) for line in example_acta().splitlines()]
    forged = data.draw(st.sampled_from(lines))
    forged[data.draw(st.sampled_from(sorted(forged)))] = data.draw(TREES)
    try:
        written = [written_line(line) for line in lines]
    except (NotCanonical, TypeError, ValueError):
        return
    body = b"".join(written[:-1])
    lines[-1] = {**lines[-1], "sha256": hashlib.sha256(body).hexdigest()}
    report_on(body + written_line(lines[-1]))


@given(st.binary(max_size=300) | spoilt(match_file()))
def test_exports(body: bytes) -> None:
    with suppress(BadFile):
        read_match(body)


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backup") / "good"
    writer = ArchiveWriter(path)
    writer.put(Head("ochos-backup-1", 1, 0))
    writer.finish()
    return path


@given(data=st.data())
def test_backups_and_archives(backup: Path, data: st.DataObject) -> None:
    body = data.draw(st.binary(max_size=200) | spoilt(backup.read_bytes()))
    path = backup.with_name("bad")
    path.write_bytes(body)
    with suppress(ArchiveBroken, OSError):
        verified(path)


# What is typed


@given(
    st.text(max_size=40) | st.sampled_from(("٣ picas", "8️⃣", "10 ♥ a ♠", "x" * 10_000)),
    st.sampled_from(("es", "en")),
    st.sampled_from(sorted(PACKS)),
    st.booleans(),
)
def test_lines_that_are_typed(typed: str, language: str, pack: str, naming: bool) -> None:
    read(typed, language, pack=pack, naming=naming)


@given(st.text(max_size=60) | st.sampled_from(("http://[", "http://[::1", "//", "a:99999", "\x00")))
def test_links_and_receipts(typed: str) -> None:
    for parse in (parse_link, parse_server, lambda text: parse_link(f"http://x/t/{text}")):
        with suppress(Stop):
            parse(typed)
    with suppress(ValueError):
        typed_receipt(typed)
