"""The terminal's own codec against the server's, and against what is no frame."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
import pytest

from clients.cli.codec import BadFrame, pack, unpack
from clients.cli.patch import patched
from server.projections.diff import diff
from server.protocol import frames as f
from server.protocol import news as n

SENT: tuple[f.ClientFrame, ...] = (
    f.Hello(table="mesademuestraochoslocos234", token="ab", version=7, tag="00ff", lang="es"),
    f.At(version=2**53 - 1),
    f.Bye(),
    f.Sit(id="a", invite="x", name="Ñandú 李"),
    f.AddRobot(id="b"),
    f.Play(id="c", turn=9, card="8S#1", suit="H"),
    f.Pass(id="d", turn=0),
    f.Chat(id="e", text="hola"),
)  # fmt: skip
RECEIVED: tuple[f.ServerFrame, ...] = (
    f.Welcome(table="t", server="0", seat=3, now_ms=1_796_000_000_000),
    f.Snapshot(version=4, tag="00", at_ms=9, view={"phase": "lobby", "seats": {"0": {}}}),
    f.Step(5, "01", 10, {"a": None}, (n.Played(1, "8S", 2, "H"), n.Turn(0, (1, 2), pending=4))),
    f.Ack("c", 5),
    f.Refused("does_not_match", "c", {"card": "9C", "ranks": ["7", "8"]}),
    f.People({"1": "Ñandú"}, "Cena"),
    f.Presence({"0": True}, 3),
    f.ChatLines((f.ChatLine(1, 1, 5, "hola"),)),
    f.Beat(7, 5),
    f.Notice("restart"),
    f.Reset(),
)


@pytest.mark.parametrize("frame", SENT, ids=lambda frame: type(frame).__name__)
def test_the_server_reads_what_the_terminal_writes(frame: f.ClientFrame) -> None:
    assert msgspec.msgpack.decode(pack(frame), type=f.ClientFrame) == frame


@pytest.mark.parametrize("frame", RECEIVED, ids=lambda frame: type(frame).__name__)
def test_the_terminal_reads_what_the_server_writes(frame: f.ServerFrame) -> None:
    assert unpack(msgspec.msgpack.encode(frame)) == frame


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc0",
        msgpack.packb([1, 2]),
        msgpack.packb({"t": "beat", "now_ms": 1, "version": 2}) + b"\x00",
        msgpack.packb({"t": "beat", "now_ms": "x", "version": 2}),
        msgpack.packb({"t": "beat", "now_ms": 1, "version": msgpack.ExtType(4, b"x")}),
        msgpack.packb({"t": "beat", "now_ms": 1, "version": msgpack.Timestamp(1)}),
        msgpack.packb({"t": "step", "version": 1, "tag": "", "at_ms": 1, "patch": {}, "news": 7}),
        msgpack.packb({1: 2}),
        b"\x81\xa1t\xa2\xff\xfe",
        b"\x91" * 4_000,
        b"\xdd\xff\xff\xff\xff",
    ],
)
def test_what_is_no_frame_is_refused(body: bytes) -> None:
    with pytest.raises(BadFrame):
        unpack(body)


def test_a_frame_of_an_unknown_kind_is_passed_over() -> None:
    assert unpack(msgpack.packb({"t": "weather", "rain": True})) is None


def test_unknown_fields_and_unknown_news_are_passed_over() -> None:
    news = [{"t": "sneezed", "seat": 1}, {"t": "passed", "seat": 1, "why": "x"}]
    tree = {"t": "step", "version": 1, "tag": "", "at_ms": 1, "patch": {}, "news": news, "new": 1}
    assert unpack(msgpack.packb(tree)) == f.Step(1, "", 1, {}, (n.PassedTurn(1),))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({}, {"a": 1}),
        ({"a": 1}, {}),
        ({"a": {"b": 1, "c": [1, 2]}}, {"a": {"c": [2]}}),
        ({"a": [1]}, {"a": {"b": True}}),
        ({"a": {"b": {"c": 1}}}, {"a": "x"}),
    ],
)
def test_a_patch_gives_what_the_server_has(old: dict[str, Any], new: dict[str, Any]) -> None:
    kept = msgspec.msgpack.encode(old)
    assert patched(old, diff(old, new)) == new
    assert msgspec.msgpack.encode(old) == kept, "the old tree stays as it was"
