"""The benchmark's loads run against a real server and count what they say they count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.__main__ import RAISED, SERVE, main
from benchmarks.load import bytes_a_connection, echo, play
from benchmarks.process import Server, running
from benchmarks.site import looked_after
from benchmarks.wire import connect, frame_of


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(SERVE, RAISED) as started:
        yield started


async def test_clients_play_as_fast_as_they_can(server: Server) -> None:
    load = await play(server, tables=2, seconds=0.5, warm_up_seconds=0.1)
    assert load.moves > 20
    assert load.server_cpu_seconds > 0
    assert load.own_ms[1] >= load.own_ms[0] > 0
    # Each move is seen by its maker, who also gets an answer, and by three others.
    assert load.frames >= 4 * load.moves


async def test_clients_keep_the_pace_that_they_are_told(server: Server) -> None:
    load = await play(server, 2, seconds=1.0, moves_a_second=20, warm_up_seconds=0.1)
    assert 10 <= load.moves <= 30


async def test_a_full_collection_is_asked_for_and_survived(server: Server) -> None:
    grown = await bytes_a_connection(server, connections=8, warm_up_tables=1)
    assert grown < 10_000_000
    assert server.memory_bytes() > 10_000_000


async def test_the_bare_stack_passes_messages_round() -> None:
    with running(("benchmarks.bare",), {}) as bare:
        load = await echo(bare, groups=2, seconds=0.3, warm_up_seconds=0.1)
    assert load.moves > 20
    assert load.bytes >= 4 * load.moves * 300


async def test_a_refused_connection_is_an_error(server: Server) -> None:
    with pytest.raises(ConnectionError, match="403"):
        await connect(server.host, server.port, lambda _: None, path="/nowhere")


def test_a_frame_is_masked_and_tells_its_length() -> None:
    assert frame_of(b"abc") == bytes((0x82, 0x83, 0, 0, 0, 0)) + b"abc"
    assert frame_of(bytes(300))[:4] == bytes((0x82, 0xFE, 1, 44))


def test_parts_can_be_run_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["robots", "--seconds", "0.1"]) == 0
    told = capsys.readouterr().out
    assert "with every law checked" in told
    assert "bare stack" not in told


async def test_a_site_is_looked_after_step_by_step() -> None:
    steps = await looked_after(tables=2)
    done = {step.name: step.entries for step in steps}
    assert done["check"] == done["backup"] == done["restore"] == done["written"] > 50
