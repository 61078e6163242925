"""`ochos verify`: actas of real matches are fine, and whatever was changed in one is found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.cli.verify.check import report_on
from deploy import page
from server.events.catalog import AnyEvent
from server.robots.record import acta_of_plan
from server.rules.presets import PRESETS
from tests.actas import (
    BAD,
    GOOD,
    acta,
    bad_acta,
    first_bad_lines,
    flipped,
    flips,
    golden,
    golden_flips,
    plan,
)
from tests.forgeries import FORGED, chance_file

ROOT = Path(__file__).parents[2]
FLIPS_LONG = 10_000
FORGERIES_LONG = 3_000
FORGED_BY_CHANCE = ("abandoned", "begun", "clasico", "given", "jiujitsu", "tiny")
SHORT: dict[str, dict[str, object]] = {
    "clasico": {"target": 20},
    "especiales": {"target": 20},
    "familiar": {"target": 20},
    "montanita": {},
    "jiujitsu": {"max_rounds": 1},
}


@cache
def good() -> dict[str, bytes]:
    return dict(golden("good"))


def test_every_kind_of_match_is_kept_among_the_vectors() -> None:
    assert good().keys() == GOOD.keys()
    assert dict(golden("bad")).keys() == {*BAD, *FORGED} == first_bad_lines().keys()


@pytest.mark.parametrize("name", sorted(GOOD))
def test_an_acta_that_was_written_once_verifies_for_ever(name: str) -> None:
    report = report_on(good()[name])
    assert report.bad is None
    assert all(round_.dealt for round_ in report.rounds if round_.seal is not None)
    assert report.finished == (name not in ("running", "begun"))


@pytest.mark.parametrize("name", sorted(GOOD))
def test_the_server_writes_such_actas(name: str) -> None:
    assert report_on(acta(name)).bad is None


@pytest.mark.parametrize("name", sorted({*BAD, *FORGED}))
def test_a_lie_is_found_although_chain_and_sum_are_right(name: str) -> None:
    found = report_on(dict(golden("bad"))[name]).bad
    assert found is not None
    assert (found.line, found.why) == first_bad_lines()[name]


@pytest.mark.parametrize("name", sorted({*BAD, *FORGED}))
def test_lies_about_a_match_of_today_are_found(name: str) -> None:
    assert report_on(bad_acta(name)).bad is not None


@settings(max_examples=15)
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**32),
    mischief=st.sampled_from([0, 10]),
)
def test_every_match_of_robots_has_an_acta_that_verifies(
    preset: str, seats: int, seed: int, mischief: int
) -> None:
    played = plan(preset, seats, str(seed), mischief, **SHORT[preset])
    report = report_on(acta_of_plan(played))
    assert report.bad is None, (report.bad.line, report.bad.why, report.bad.expected)


def test_a_running_round_stays_sealed() -> None:
    report = report_on(good()["running"])
    assert [(one.seal, one.dealt) for one in report.rounds] == [(True, True), (None, None)]


def test_names_are_in_it_only_if_they_were_asked_for() -> None:
    assert report_on(good()["rematch"]).names[0] == "Ana"
    assert report_on(good()["clasico"]).names == {}


# Tampering


def test_one_turned_bit_is_found_wherever_it_is() -> None:
    for name, place, bit, line in golden_flips():
        found = report_on(flipped(good()[name], place, bit)).bad
        assert found is not None, (name, place, bit)
        assert found.line == line, (name, place, bit, found.why)


@pytest.mark.long
def test_both_verifiers_name_the_same_line_of_ten_thousand_turned_bits(tmp_path: Path) -> None:
    told = flips(2, FLIPS_LONG)
    assert [flip for flip in told if flip[3] == 0] == []
    path = tmp_path / "flips.json"
    path.write_text(json.dumps(told))
    the_other_verifier_agrees("flips", OCHOS_FLIPS=str(path))


@pytest.mark.long
def test_both_verifiers_say_the_same_of_three_thousand_forgeries(tmp_path: Path) -> None:
    chance, said, files = Random(3), dict[str, tuple[int, str]](), tmp_path / "bad"
    files.mkdir()
    while len(said) < FORGERIES_LONG:
        body = chance_file(good()[chance.choice(FORGED_BY_CHANCE)], chance)
        if body is not None:
            name, bad = f"{len(said)}", report_on(body).bad
            (files / f"{name}.jsonl").write_bytes(body)
            said[name] = (0, "") if bad is None else (bad.line, bad.why)
    (tmp_path / "index.json").write_text(json.dumps(said))
    the_other_verifier_agrees("check", OCHOS_FALSE=str(tmp_path))


def the_other_verifier_agrees(test: str, **environment: str) -> None:
    """Runs one test of the browser's verifier."""
    node = page.find_node() or page.install_node()
    page.install_modules(node)
    ran = subprocess.run(
        [str(node), "node_modules/vitest/vitest.mjs", "run", f"src/acta/{test}.test.ts"],
        cwd=page.WEB, env={**os.environ, **environment}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2_000:]


@pytest.mark.parametrize("name", ["begun", "clasico"])
def test_a_line_less_a_line_twice_or_two_in_each_others_place_are_found(name: str) -> None:
    lines = good()[name].splitlines(keepends=True)
    for place in range(len(lines)):
        less = [*lines[:place], *lines[place + 1 :]]
        twice = [*lines[: place + 1], *lines[place:]]
        other = [*lines[:place], *lines[place : place + 2][::-1], *lines[place + 2 :]]
        for changed in (less, twice, other):
            body = b"".join(changed)
            assert body == good()[name] or report_on(body).bad is not None, place


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "no-acta"),
        (b"\n", "no-acta"),
        (b"Querida abuela:\n", "no-acta"),
        (b"\xff\xfe{\x00", "no-acta"),
        (b'\xef\xbb\xbf{"format":"ochos-acta-1"}\n', "not-json"),
        (b'{"format":"ochos-acta-1"}\r\n', "not-canonical"),
        (b'{"a":NaN,"format":"ochos-acta-1"}\n', "not-json"),
        (b'{"a":1.0,"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":-0,"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":9007199254740992,"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":' + b"9" * 100_000 + b',"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":1,"a":1,"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":"\\u00f1","format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":"\\ud800","format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":"\xc3","format":"ochos-acta-1"}\n', "not-utf8"),
        (b'{"a":' + b"[" * 100_000 + b',"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"a":' + b"[" * 17 + b"]" * 17 + b',"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'{"\xc3\xb1":1,"format":"ochos-acta-1"}\n', "not-canonical"),
        (b'["format","ochos-acta-1",{"format":"ochos-acta-1"}]\n', "not-json"),
        (b'{"format":"ochos-acta-1","k":"end"}\n', "shape"),
        (b'{"format":"ochos-acta-1","k":["head"]}\n', "unknown-kind"),
    ],
)
def test_a_hostile_file_is_refused_by_its_line(body: bytes, why: str) -> None:
    found = report_on(body).bad
    assert found is not None
    assert (found.line, found.why) == (1, why)


def test_a_huge_file_is_refused_unread() -> None:
    found = report_on(b'{"format":"ochos-acta-1"}' + b" " * (64 * 1024 * 1024)).bad
    assert found is not None
    assert found.why == "too-big"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda body: body[:-1], "no-end"),
        (lambda body: body + b"\n", "after-end"),
        (lambda body: body + b"{}\n", "after-end"),
        (lambda body: body.replace(b"\n", b"\r\n"), "not-canonical"),
        (lambda body: body.replace(b'"seats":', b'"seats": '), "not-canonical"),
        (lambda body: body[: body.rindex(b"{")], "no-end"),
    ],
)
def test_what_was_done_to_a_whole_file_is_named(change: object, why: str) -> None:
    assert callable(change)
    found = report_on(change(good()["clasico"])).bad
    assert found is not None
    assert found.why == why


# The program, without a server


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The verifier in a Python in which nothing of the server can be imported."""
    barred = (
        "import runpy, sys; sys.modules['server'] = None; "
        f"sys.argv = ['verify', *{list(words)!r}]; "
        "runpy.run_module('clients.cli.verify', run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-c", barred], cwd=ROOT, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


def test_the_verifier_runs_without_the_server(tmp_path: Path) -> None:
    path = tmp_path / "acta.jsonl"
    path.write_bytes(good()["rebuilt"])
    ran = run(str(path))
    assert ran.returncode == 0, ran.stderr
    assert "✓ Todo cuadra." in ran.stdout
    assert "✓ La semilla es la del sello" in ran.stdout


def test_it_names_the_first_bad_line_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "acta.jsonl"
    path.write_bytes(dict(golden("bad"))["hand"])
    line, _ = first_bad_lines()["hand"]
    spanish, english = run(str(path)), run(str(path), LANG="en_US.UTF-8")
    assert (spanish.returncode, english.returncode) == (1, 1)
    assert f"✗ No cuadra desde la línea {line}: esa carta no estaba en esa mano." in spanish.stdout
    assert f"✗ It is wrong from line {line} on: that card was not in that hand." in english.stdout


def test_what_is_no_acta_or_not_there_is_another_code(tmp_path: Path) -> None:
    path = tmp_path / "acta.jsonl"
    path.write_text("Querida abuela:\n")
    assert run(str(path)).returncode == 2
    assert run(str(tmp_path / "none")).returncode == 2


def test_programs_get_json(tmp_path: Path) -> None:
    path = tmp_path / "acta.jsonl"
    path.write_bytes(good()["running"])
    told = json.loads(run(str(path), "--json").stdout)
    assert told["fine"] is True
    assert told["finished"] is False
    assert [round_["seal"] for round_ in told["rounds"]] == [True, None]


def test_a_receipt_is_held_against_the_file(tmp_path: Path) -> None:
    path = tmp_path / "acta.jsonl"
    path.write_bytes(good()["clasico"])
    report = report_on(good()["clasico"])
    fine = run(str(path), "--receipt", f"{report.last}:{report.digest}")
    assert fine.returncode == 0
    assert "Reglas: Clásico, huella" in fine.stdout
    assert f"✓ Tu recibo de la versión {report.last} coincide" in fine.stdout
    wrong = run(str(path), "--receipt", f"{report.last}:{'0' * 64}")
    assert wrong.returncode == 1
    assert f"✗ Tu recibo de la versión {report.last} NO coincide" in wrong.stdout
    assert "✗ Por sí sola cuadra, pero no es la historia que se contó aquí." in wrong.stdout
    assert "Todo cuadra" not in wrong.stdout, "it is not for who was told something else"
    aloud = run(str(path), "--receipt", f"{report.last}:abcd efgh")
    assert aloud.returncode == 2, "G is none of the letters"


def test_the_example_of_the_page_is_a_whole_acta() -> None:
    page = (ROOT / "server" / "protocol" / "ACTA.md").read_text(encoding="utf-8")
    example = page.split("```acta\n")[1].split("```")[0]
    assert example.encode() == good()["tiny"]


@pytest.mark.parametrize(
    "verifier", ["clients/cli/verify/check.py", "clients/web/src/acta/check.ts"]
)
def test_both_verifiers_know_every_event_of_the_catalog(verifier: str) -> None:
    text = (ROOT / verifier).read_text(encoding="utf-8")
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyEvent)}
    assert {tag for tag in tags if f'"{tag}"' not in text} == set()
