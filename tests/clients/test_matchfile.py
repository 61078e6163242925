"""Exported matches: read whole, or refused with the first line that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from clients.cli.matchfile import BadFile, read_match
from tests.clients.sample import file_of, lines_of, match_file

Lines = list[dict[str, Any]]


def place(lines: Lines, kind: str, nth: int = 0) -> int:
    """Index of the nth line of a kind."""
    return [index for index, line in enumerate(lines) if line["k"] == kind][nth]


def refused(file: bytes) -> tuple[int, str]:
    with pytest.raises(BadFile) as bad:
        read_match(file)
    return bad.value.line, bad.value.why


def test_a_whole_file_is_read() -> None:
    match = read_match(match_file())
    assert match.head.finished
    assert match.names == {"1": "Ana"}
    assert [line.text for line in match.chat] == ["¡suerte!"]
    assert len(match.steps) == sum(line["k"] == "frame" for line in lines_of(match_file())) - 1


def test_the_helper_writes_what_the_server_writes() -> None:
    assert file_of(lines_of(match_file())) == match_file()


def test_any_byte_changed_anywhere_is_noticed_at_its_line_or_by_the_sum() -> None:
    file = match_file()
    last = file.count(b"\n")
    for index in range(0, len(file), 97):
        spoilt = file[:index] + bytes((file[index] ^ 1,)) + file[index + 1 :]
        line, _ = refused(spoilt)
        own = file.count(b"\n", 0, index) + 1
        assert own <= line <= last, (index, line)


def _entry_act(lines: Lines) -> int:
    index = place(lines, "entry", 2)
    lines[index]["a"] = "play 8S suit H"
    return index


def _entry_body(lines: Lines) -> int:
    index = place(lines, "entry", 2)
    lines[index]["p"] = lines[index]["p"][:-2] + "00"
    return index


def _entry_missing(lines: Lines) -> int:
    index = place(lines, "entry", 2)
    del lines[index]
    return index


def _entry_not_hex(lines: Lines) -> int:
    index = place(lines, "entry", 2)
    lines[index]["p"] = "xy"
    return index


def _frame_missing(lines: Lines) -> int:
    del lines[place(lines, "frame", 3)]
    return len(lines) - 1


def _frame_of_another_time(lines: Lines) -> int:
    index = place(lines, "frame", 3)
    lines[index]["f"]["at_ms"] += 1
    return index


def _frame_of_no_kind(lines: Lines) -> int:
    index = place(lines, "frame", 3)
    lines[index]["f"]["t"] = "jump"
    return index


def _name_too_late(lines: Lines) -> int:
    lines.insert(place(lines, "frame"), lines.pop(place(lines, "name")))
    return place(lines, "name")


def _two_heads(lines: Lines) -> int:
    lines.insert(1, lines[0])
    return 1


def _other_format(lines: Lines) -> int:
    lines[0]["format"] = "ochos-export-9"
    return 0


def _unknown_kind(lines: Lines) -> int:
    lines.insert(1, {"k": "weather"})
    return 1


def _lacks_a_field(lines: Lines) -> int:
    del lines[1]["name"]
    return 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_entry_act, "chain"),
        (_entry_body, "chain"),
        (_entry_missing, "order"),
        (_entry_not_hex, "bad-shape"),
        (_frame_missing, "frame"),
        (_frame_of_another_time, "frame"),
        (_frame_of_no_kind, "frame"),
        (_name_too_late, "order"),
        (_two_heads, "order"),
        (_other_format, "no-head"),
        (_unknown_kind, "unknown-kind"),
        (_lacks_a_field, "bad-shape"),
    ],
)
def test_a_file_changed_with_a_right_sum_is_refused_at_that_line(
    change: Callable[[Lines], int], why: str
) -> None:
    lines = lines_of(match_file())
    index = change(lines)
    assert refused(file_of(lines)) == (index + 1, why)


def test_a_hand_changed_in_a_frame_breaks_the_sum() -> None:
    lines = match_file().split(b"\n")
    index = place(lines_of(match_file()), "frame")
    assert b'"hands":{' in lines[index]
    lines[index] = lines[index].replace(b'"KH"', b'"KD"')
    spoilt = b"\n".join(lines)
    assert spoilt != match_file()
    assert refused(spoilt) == (spoilt.count(b"\n"), "sum")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "not-json"),
        (b"[1]", "not-json"),
        (b'{"k":"name","name":"\xff","person":1}', "not-utf8"),
        (b'{"k":"name", "name":"Ana","person":1}', "not-canonical"),
        (b'{"name":"Ana","k":"name","person":1}', "not-canonical"),
        (b'{"k":"name","k":"name","name":"Ana","person":1}', "not-canonical"),
        (b'{"k":"name","name":"\\u0041na","person":1}', "not-canonical"),
        (b'{"k":"name","name":"Ana","person":1.0}', "not-json"),
        (b'{"k":"name","name":"Ana","person":9007199254740992}', "not-json"),
        (b'{"k":"name","name":"Ana","person":' + b"9" * 9_999 + b"}", "not-json"),
        (b'{"k":"name","name":"Ana","person":NaN}', "not-json"),
        (b"[" * 100_000, "not-json"),
    ],
)
def test_a_line_that_is_not_as_it_must_be_is_named(line: bytes, why: str) -> None:
    first, _, *others = match_file().split(b"\n")
    assert refused(b"\n".join((first, line, *others))) == (2, why)


def test_a_file_cut_short_lacks_its_sum() -> None:
    file = match_file()
    without_sum = file[: file.rindex(b'{"k":"sum"')]
    assert refused(without_sum) == (without_sum.count(b"\n"), "no-sum")
    assert refused(file[:-1])[1] == "no-sum"
    assert refused(b"")[0] == 1


def test_nothing_stands_after_the_sum() -> None:
    more = match_file() + json.dumps({"k": "robot"}, separators=(",", ":")).encode() + b"\n"
    assert refused(more)[0] == more.count(b"\n")
