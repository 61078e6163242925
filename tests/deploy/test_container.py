"""The container's file without an engine: its steps are done here, and what they give started."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from asyncio.subprocess import PIPE
from pathlib import Path

import httpx
import pytest

from tests.deploy.containerfile import FILE, Image, context, steps
from tests.deploy.ports import free_port

DEPLOY = FILE.parent


def test_the_build_is_sent_all_it_needs_and_nothing_that_is_made() -> None:
    sent = {path.as_posix() for path in context()}
    assert {"pyproject.toml", "constraints.txt", "hatch_build.py", "deploy/page.py"} <= sent
    assert {"README.md", "LICENSE", "clients/web/package-lock.json", "server/__main__.py"} <= sent
    tops = {path.partition("/")[0] for path in sent}
    assert not tops & {".git", ".venv", "data", "tests"}
    assert not [path for path in sent if path.startswith("server/api/page/")]


def test_it_runs_as_nobody_in_particular_with_a_check_of_its_health() -> None:
    words = [step.word for step in steps()]
    last = words[len(words) - words[::-1].index("FROM") :]
    assert {"USER", "HEALTHCHECK", "VOLUME", "STOPSIGNAL", "ENTRYPOINT", "CMD"} <= set(last)
    assert "pip" not in " ".join(step.rest for step in steps()[words.index("CMD") :])


@pytest.mark.parametrize("name", ["compose.yaml", "compose.cluster.yaml"])
def test_what_a_compose_file_names_is_there(name: str) -> None:
    text = (DEPLOY / name).read_text()
    for path in re.findall(r"(\./[\w./-]+)(?=:/)", text):
        assert (DEPLOY / path).exists(), path
    known = (DEPLOY.parent / "server" / "settings.py").read_text()
    for setting in set(re.findall(r"OCHOS_\w+", text)):
        assert setting in known, setting


@pytest.mark.long
async def test_its_steps_give_a_server_that_serves_the_page(tmp_path: Path) -> None:
    image = Image(tmp_path)
    await asyncio.to_thread(image.build)
    assert (image.stages, image.user) == (2, "10001:10001")
    port = free_port()
    around = image.surroundings() | {
        "OCHOS_HOST": "127.0.0.1",
        "OCHOS_PORT": str(port),
        "PYTHONPATH": "",
    }
    os.chmod(tmp_path / "data", 0o700)
    program = tmp_path / "opt" / "ochos" / "bin" / image.command[0]
    running = await asyncio.create_subprocess_exec(
        program, *image.command[1:], cwd="/", env=around, stdout=PIPE
    )
    try:
        assert running.stdout is not None
        link = (await asyncio.wait_for(running.stdout.readline(), 120)).decode().strip()
        health = [word.replace(":8000/", f":{port}/") for word in image.health]
        checking = await asyncio.create_subprocess_exec(*health, cwd="/", env=around)
        assert await checking.wait() == 0
        async with httpx.AsyncClient(base_url=link) as http:
            page = await http.get("/")
            assert page.status_code == 200
            for part in re.findall(r'"(/assets/[^"]+)"', page.text):
                assert (await http.get(part)).status_code == 200
    finally:
        running.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(running.wait(), 30) == 0
