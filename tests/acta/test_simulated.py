"""`ochos-server simulate --acta`: a match of robots, written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from clients.cli.verify.check import report_on
from server.robots import simulate


def test_a_simulated_match_can_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "acta.jsonl"
    assert simulate.main(("--preset", "familiar", "--matches", "1", "--acta", str(path))) == 0
    assert report_on(path.read_bytes()).bad is None


def test_an_acta_that_cannot_be_written_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--preset", "clasico", "--matches", "1", "--acta", "/nowhere/at/all")
    assert simulate.main(words) == 2
    assert "/nowhere/at/all" in capsys.readouterr().out
