"""The preloaded shim that turns a process's wall clock and slows its fsync, where it can be built.

It is compiled when it is needed; without a C compiler, or on another system than Linux, the faults
that need it are left out.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from pathlib import Path

_SOURCE = Path(__file__).with_name("shim.c")
_NUMBERS = "=qq"


class Shim:
    """One process's: `environment` is for its start, `turn` may come at any time."""

    def __init__(self, library: Path, told: Path) -> None:
        self._library = library
        self._told = told
        self._write(0, 0)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "CHAOS_SHIM": str(self._told)}

    def turn(self, *, clock_ms: int = 0, fsync_us: int = 0) -> None:
        self._write(clock_ms, fsync_us)

    def _write(self, clock_ms: int, fsync_us: int) -> None:
        # In place: the process has the file in its memory.
        mode = "r+b" if self._told.exists() else "w+b"
        with self._told.open(mode) as file:
            file.write(struct.pack(_NUMBERS, clock_ms, fsync_us))


def built_in(directory: Path) -> Path | None:
    """The library, compiled into a directory; None where that is not possible."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        return None
    library = directory / "shim.so"
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(_SOURCE), "-ldl"]
    done = subprocess.run(command, capture_output=True, check=False)
    return library if done.returncode == 0 else None
