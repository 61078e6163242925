"""Runs the server with one cheat: `python -m tests.fair.cheats NAME SEAT serve …`."""

from __future__ import annotations

import sys

from server.__main__ import main
from tests.fair.cheats import deals, histories

CHEATS = {"none": lambda seat: None, **deals.CHEATS, **histories.CHEATS}

CHEATS[sys.argv[1]](int(sys.argv[2]))
sys.exit(main(sys.argv[3:]))
