"""The shim that turns a process's wall clock, where it can be built."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from tests.chaos.shim import Shim, built_in

HOUR_MS = 3_600_000
ASKS = "import time\nfor _ in range(2): print(time.time(), flush=True); input()"


def test_a_running_process_finds_its_wall_clock_turned(tmp_path: Path) -> None:
    library = built_in(tmp_path)
    if library is None:  # no compiler, or not Linux: the rig does without
        return
    shim = Shim(library, tmp_path / "told")
    process = subprocess.Popen(
        [sys.executable, "-c", ASKS],
        env={**os.environ, **shim.environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    first = float(process.stdout.readline())
    shim.turn(clock_ms=-HOUR_MS)
    second, _ = process.communicate(b"\n\n")
    assert abs(first - time.time()) < 1800
    assert abs(float(second) + 3600 - time.time()) < 1800
