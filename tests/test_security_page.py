"""Every file and test that SECURITY.md names is there, and no threat goes without a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "SECURITY.md").read_text()
ROWS = [line.split(" | ") for line in TEXT.splitlines() if re.match(r"\| \d+ \|", line)]
THREATS = 33
NOT_PREVENTED = 30  # collusion
_NAMED = re.compile(r"`((?:server|clients|tests|deploy)/[\w/.-]+)(?:::(\w+))?`")
NAMED = sorted({(path, test) for path, test in _NAMED.findall(TEXT)})


@pytest.mark.parametrize(("path", "test"), NAMED, ids=lambda part: str(part)[-60:])
def test_what_it_names_is_there(path: str, test: str) -> None:
    file = ROOT / path
    assert file.is_file()
    assert not test or re.search(rf"^(?:async )?def {test}\(", file.read_text(), re.MULTILINE)


def test_every_threat_has_its_place_and_its_test() -> None:
    assert [int(row[0].strip("| ")) for row in ROWS] == list(range(1, THREATS + 1))
    for row in ROWS:
        number, *_, lives, shown = row
        if int(number.strip("| ")) == NOT_PREVENTED:
            continue
        assert _NAMED.search(lives), f"threat {number}: no file"
        assert re.search(r"`tests/", shown), f"threat {number}: no test"
