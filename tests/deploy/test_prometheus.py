"""Prometheus can read the metrics."""

from __future__ import annotations

import subprocess
from pathlib import Path

from server.api.metrics import of_game, of_process, text_of
from tests.live.site import joined, made_on, site_on


async def test_it_finds_nothing_amiss_with_the_metrics(tmp_path: Path) -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        player = await joined(site.host, made.table, secret=made.secret)
        await player.refused("start", match=7)
        await player.close()
        text = text_of((*of_game(site.hub, "single"), *of_process()))
    told = tmp_path / "metrics.txt"
    told.write_text(text)
    with told.open() as metrics:
        check = subprocess.run(  # noqa: ASYNC221 - nothing else goes on
            ("promtool", "check", "metrics"), stdin=metrics, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    assert (check.returncode, check.stderr) == (0, "")
