"""Runs the server with one fault: `python -m tests.chaos.mutants NAME serve …`."""

from __future__ import annotations

import sys

from server.__main__ import main
from tests.chaos.mutants.faults import FAULTS

FAULTS[sys.argv[1]]()
sys.exit(main(sys.argv[2:]))
