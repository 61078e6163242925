"""A full disk: nothing is acknowledged that is not kept, the server lives on, and so does play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

import httpx

from tests.api.processes import server_in
from tests.live.site import Made, fresh_secret

PATIENT_SECONDS = 60.0
WISH = {"preset": "clasico", "seats": 4, "name": "Ana", "set": {}}


async def asked_to_make(http: httpx.AsyncClient) -> httpx.Response:
    headers = {"authorization": f"Bearer {fresh_secret()}"}
    return await http.post("/api/tables", json=WISH, headers=headers)


def no_file_may_grow(pid: int) -> None:
    """Writes of this process that lengthen a file fail, as on a full disk; also those of what it
    starts."""
    prlimit(pid, RLIMIT_FSIZE, (100, RLIM_INFINITY))


def files_may_grow(pid: int) -> None:
    prlimit(pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))


async def test_on_a_full_disk_nothing_is_acknowledged_and_when_there_is_room_play_goes_on(
    tmp_path: Path,
) -> None:
    async with (
        server_in(tmp_path) as running,
        httpx.AsyncClient(base_url=running.link, timeout=PATIENT_SECONDS) as http,
    ):
        made: list[Made] = []
        for _ in range(2):
            answer = (await asked_to_make(http)).json()
            made.append(Made(answer["table"], answer["invite"], ""))
        no_file_may_grow(running.process.pid)
        no_file_may_grow(int((tmp_path / "store.writer").read_text()))
        refused = await asked_to_make(http)
        assert (refused.status_code, refused.json()["code"]) == (503, "retry")
        assert (await http.get("/health")).status_code == 200
        files_may_grow(running.process.pid)
        async with asyncio.timeout(PATIENT_SECONDS):
            while (answered := await asked_to_make(http)).status_code != 201:
                assert answered.status_code == 503
        made.append(Made(answered.json()["table"], answered.json()["invite"], ""))
        for each in made:
            assert (await http.get(f"/api/tables/{each.table}")).status_code == 200
        assert running.process.returncode is None
        # It is asked of the store now and then.
        async with asyncio.timeout(PATIENT_SECONDS):
            while not (await http.get("/ready")).json()["ready"]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
