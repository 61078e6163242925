"""What `pip install .` gives: a wheel that is complete, and nothing in it that is not needed."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel of this checkout; its build hook takes the page that is there, or builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_wheel_brings_all_that_runs(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    wanted = {
        "server/__main__.py",
        "server/api/page/index.html",
        "server/events/append.lua",
        "clients/cli/__main__.py",
        "server/protocol/PROTOCOL.md",
    }
    wanted |= {str(path.relative_to(ROOT)) for path in ROOT.glob("clients/locales/*/*.ftl")}
    wanted |= {str(path.relative_to(ROOT)) for path in ROOT.glob("server/**/*.lua")}
    assert not wanted - names
    assert [name for name in names if name.startswith("server/api/page/assets/")]


def test_the_wheel_brings_nothing_that_only_builds_or_tests(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"server", "clients"}
    assert not [name for name in wheel.namelist() if name.startswith("clients/web/")]


def test_the_wheel_names_both_commands_and_cannot_be_uploaded(wheel: zipfile.ZipFile) -> None:
    (folder,) = {name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    scripts = wheel.read(f"{folder}/entry_points.txt").decode()
    assert "ochos = clients.cli.__main__:main" in scripts
    assert "ochos-server = server.__main__:main" in scripts
    assert "Private :: Do Not Upload" in wheel.read(f"{folder}/METADATA").decode()
