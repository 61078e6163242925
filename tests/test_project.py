"""The repository itself: versions, words, places and documents that must fit together."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from server.protocol.reasons import Reason

ROOT = Path(__file__).resolve().parent.parent
LINES_MAX = 400
NOT_OURS = {"__pycache__", "build", "coverage", "data", "dist", "node_modules", "page", "page.new"}
BARRED_MODULES = {"utils", "helpers", "common", "base", "manager", "service", "misc", "util"}
# Each word is spelt apart, so that this file does not find itself.
BARRED_WORDS = {
    "a path of somebody's machine": r"(?<![\w.])/(?:wo[r]k|ro[o]t|ho[m]e/\w+)/",
    "a folder outside the project": r"\.\./sha[r]ed",
    "a number of some tracker": r"\bissu[e] #?\d+",
    "a package registry's host": r"registry\.npm[j]s|pypi\.o[r]g|pythonhos[t]ed|deb\.deb[i]an",
    "a note for later": r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b",
}


@cache
def files() -> tuple[Path, ...]:
    """All files of the project but what is built, installed, cached or kept for players."""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_OURS and is_ours(name)]
        found += [Path(folder, name) for name in names]
    return tuple(found)


def is_ours(folder: str) -> bool:
    return folder == ".ci" or not folder.startswith(".")


def texts() -> Iterator[tuple[Path, str]]:
    for path in files():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def project() -> dict[str, object]:
    table: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


@cache
def pins() -> dict[str, str]:
    """Exact versions by normalised name."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {normalised(name): version for name, version in pairs}


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_constraints_hold_exact_versions_and_nothing_else() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert line.startswith("#") or re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line), line


def test_every_dependency_is_pinned() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*table["project"]["dependencies"], *table["build-system"]["requires"]]
    wanted += table["project"]["optional-dependencies"]["dev"]
    for requirement in map(Requirement, wanted):
        version = pins().get(normalised(requirement.name))
        assert version is not None, f"{requirement.name} is not in constraints.txt"
        assert version in requirement.specifier, f"{requirement} does not allow {version}"


def test_what_is_installed_is_what_is_pinned() -> None:
    installed = {normalised(d.metadata["Name"]): d.version for d in distributions()}
    direct = project()["dependencies"]
    assert isinstance(direct, list)
    for name in {normalised(Requirement(line).name) for line in direct} & installed.keys():
        assert installed[name] == pins()[name], name


def test_the_web_clients_packages_are_pinned() -> None:
    package = json.loads((ROOT / "clients/web/package.json").read_text())
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", version), f"{name} {version}"
    lock = json.loads((ROOT / "clients/web/package-lock.json").read_text())
    assert not [path for path, entry in lock["packages"].items() if "resolved" in entry]


def test_everything_in_the_page_is_credited() -> None:
    package = json.loads((ROOT / "clients/web/package.json").read_text())
    credits_ = (ROOT / "CREDITS.md").read_text().lower().replace(" ", "-")
    for name in [*package["dependencies"], "svelte"]:
        assert name.removeprefix("@fontsource-variable/") in credits_, name


def test_versions_agree() -> None:
    version = project()["version"]
    assert json.loads((ROOT / "clients/web/package.json").read_text())["version"] == version
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("kind", BARRED_WORDS)
def test_no_file_speaks_of(kind: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(BARRED_WORDS[kind], line)
    ]
    assert not found, "\n".join(found)


def test_the_search_for_barred_words_can_find_them() -> None:
    planted = [
        "see /wor" + "k/x",
        "../sha" + "red/y",
        "iss" + "ue #2",
        "py" + "pi.org",
        "TO" + "DO",
    ]
    for pattern, text in zip(BARRED_WORDS.values(), planted, strict=True):
        assert re.search(pattern, text), pattern


def test_no_python_file_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path, text in texts()
        if path.suffix == ".py" and (lines := text.count("\n")) > LINES_MAX
    }
    assert not long


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path, text in texts()
        if path.suffix == ".py" and not text.lstrip().startswith(('"""', 'r"""'))
    ]
    assert not silent


def test_no_module_has_a_name_for_anything() -> None:
    modules = [path for path in files() if path.suffix in {".py", ".ts"}]
    assert not [path for path in modules if path.stem in BARRED_MODULES]


def test_every_reason_is_given_somewhere_in_the_server() -> None:
    code = "\n".join(
        text
        for path, text in texts()
        if path.suffix == ".py" and (ROOT / "server") in path.parents and path.stem != "reasons"
    )
    assert not [reason for reason in Reason if f"Reason.{reason.name}" not in code]


def test_every_reason_is_provoked_by_a_test() -> None:
    code = "\n".join(text for path, text in texts() if (ROOT / "tests") in path.parents)
    assert not [
        reason
        for reason in Reason
        if f"Reason.{reason.name}" not in code and f'"{reason.value}"' not in code
    ]


def test_every_reason_is_explained_in_the_protocol() -> None:
    text = (ROOT / "server/protocol/PROTOCOL.md").read_text()
    assert not [reason for reason in Reason if f"`{reason.value}`" not in text]


def test_the_readme_names_only_targets_that_there_are() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"(?m)(?:^|`)make ([a-z-]+)", (ROOT / "README.md").read_text()))
    assert {"play", "test"} <= named
    assert not [name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)]


def test_links_between_documents_lead_somewhere() -> None:
    for path, text in texts():
        if path.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
            assert (path.parent / target).exists(), f"{path.name} → {target}"


def test_clean_never_touches_what_is_kept_for_players(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("data/store/appendonly.aof", ".venv/bin/python", "server/api/page/index.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("kept or not")
    subprocess.run(["make", "clean"], cwd=tmp_path, check=False, capture_output=True)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"Makefile", "data/store/appendonly.aof"}
