"""The nightly backup: whole files only, the newest of them kept."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.api.processes import server_in
from tests.live.site import joined, made_on

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "deploy" / "backup.sh"


async def backed_up(program: Path, folder: Path, data: Path, keep: int) -> int:
    running = await asyncio.create_subprocess_exec(
        SCRIPT, str(folder), str(keep),
        env={**os.environ, "OCHOS_SERVER": str(program), "OCHOS_DATA": str(data)},
        stderr=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    return await running.wait()


def a_program(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


async def test_it_backs_up_beside_a_running_server_and_the_file_can_be_restored(
    tmp_path: Path,
) -> None:
    server = a_program(
        tmp_path / "ochos-server", f'cd {ROOT} && exec {sys.executable} -m server "$@"'
    )
    (tmp_path / "backups").mkdir()
    async with server_in(tmp_path / "data") as running:
        made = await made_on(running.link)
        assert await backed_up(server, tmp_path / "backups", tmp_path / "data", 3) == 0
    (kept,) = (tmp_path / "backups").iterdir()
    restoring = await asyncio.create_subprocess_exec(
        server, "restore", str(kept), env={**os.environ, "OCHOS_DATA": str(tmp_path / "other")}
    )
    assert await restoring.wait() == 0
    async with server_in(tmp_path / "other") as running:
        player = await joined(running.host, made.table, secret=made.secret)
        assert player.view["phase"] == "lobby"
        await player.close()


async def test_the_newest_are_kept_and_what_failed_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"ochos-2026110{day}T041500Z.gz").touch()
    (folder / "something-else").touch()
    works = a_program(tmp_path / "works", 'echo content > "$2"')
    fails = a_program(tmp_path / "fails", 'echo half > "$2"; exit 1')
    assert await backed_up(fails, folder, tmp_path, 3) != 0
    assert len(list(folder.iterdir())) == 6
    assert await backed_up(works, folder, tmp_path, 3) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names[:2] == ["ochos-20261104T041500Z.gz", "ochos-20261105T041500Z.gz"]
    assert names[-1] == "something-else"
    assert len(names) == 4
