"""Which of these tests can run: some drive programs that only servers have."""

from __future__ import annotations

import shutil

from tests.conftest import NEEDED_BY

collect_ignore = [
    name for name, programs in NEEDED_BY.items() if not all(map(shutil.which, programs))
]
