"""The units are sound in the eyes of systemd itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).resolve().parent.parent.parent / "deploy" / "systemd"
EXPOSURE_MAX = 2.0  # of 10, by `systemd-analyze security`


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units, with a program that is there in place of those that are installed elsewhere."""
    program = shutil.which("true")
    for unit in UNITS.iterdir():
        text = re.sub(r"^(ExecStart=)\S+", rf"\1{program}", unit.read_text(), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    return tmp_path


def analyze(*words: str) -> tuple[int, str]:
    done = subprocess.run(("systemd-analyze", *words), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", [unit.name for unit in UNITS.glob("*.[st]*")])
def test_systemd_finds_nothing_amiss(installed: Path, name: str) -> None:
    assert analyze("verify", str(installed / name)) == (0, "")


def test_little_is_left_to_whoever_breaks_in(installed: Path) -> None:
    code, told = analyze("security", "--offline=true", str(installed / "ochos-locos.service"))
    found = re.search(r"exposure level for \S+: ([\d.]+)", told)
    assert code == 0
    assert found is not None
    assert float(found[1]) < EXPOSURE_MAX


def test_the_example_settings_are_settings() -> None:
    known = (UNITS.parent.parent / "server" / "settings.py").read_text()
    for name in re.findall(r"^#?(OCHOS_\w+)=", (UNITS / "ochos-locos.env").read_text(), re.M):
        assert name in known, name
