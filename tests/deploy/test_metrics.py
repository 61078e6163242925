"""The metrics tell Prometheus how the server is doing, and nothing of the cards."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from server.api.metrics import Family, Sample, of_game, of_process, text_of
from server.live.hub import Hub
from server.live.tally import Tally
from tests.api.processes import server_in
from tests.browser.laid import house_on, lay
from tests.deploy.ports import free_port
from tests.live.site import joined, made_on, opened, site_on
from tests.spec import A, B, C, dealt, table

# What clocks, the scheduler and the allocator have their part in.
MEASURED = re.compile(r"process_|python_|\w+_seconds_(bucket|sum)|\w+_age_seconds")
LABELS = {"version", "profile", "outcome", "code", "by", "le", "generation"}

Values = dict[str, float]


def told_by(hub: Hub) -> str:
    return text_of((*of_game(hub, "single"), *of_process()))


def values_of(text: str) -> Values:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


# L2: who looks at the metrics is a viewer too

AS_IT_LIES = (("9H QH 3S", "KC 2D 4C", "9S JD 5C"), "6S TC 6D 3C")
SWAPPED = {
    "cards between the others' hands and the stock": (
        ("9H QH 3S", "7S 7D 6H", "8C KC 3C"), "7C 2D 8H 4C",
    ),
    "the places of cards in a hand": (("9H QH 3S", "4C KC 2D", "5C 9S JD"), "6S TC 6D 3C"),
    "the order of the stock": (("9H QH 3S", "KC 2D 4C", "9S JD 5C"), "3C 6D TC 6S"),
}  # fmt: skip


async def metrics_of_a_match(hands: tuple[str, ...], stock: str) -> list[str]:
    """The same acts of all three, whatever they hold: what the metrics tell after each."""
    told: list[str] = []
    async with house_on() as house, AsyncExitStack() as stack:
        seated = table("clasico", seats=3, draw_limit=1)
        laid = await lay(house, seated, dealt(*hands, top="7H", stock=stock))
        players = [await stack.enter_async_context(laid.player(seat)) for seat in (A, B, C)]

        async def act(seat: int, kind: str, **fields: str) -> None:
            player = players[seat]
            answer = await player.ask(kind, turn=player.turn, **fields)
            if answer["t"] == "ack":
                await asyncio.gather(*(p.until_version(answer["version"]) for p in players))
            told.append(f"{answer['t']} {told_by(house.site.hub)}")

        await act(A, "play", card="9H")
        await act(A, "play", card="QH")  # not A's turn, whatever the others hold
        for seat in (B, C):
            await act(seat, "draw")
            await act(seat, "pass")
        await act(A, "play", card="QH")
    return told


def without_measures(told: list[str]) -> list[str]:
    lines = [line for text in told for line in text.splitlines()]
    return [line for line in lines if not MEASURED.match(line)]


@pytest.mark.parametrize("how", SWAPPED)
async def test_hidden_cards_change_nothing_that_the_metrics_tell(how: str) -> None:
    first = without_measures(await metrics_of_a_match(*AS_IT_LIES))
    second = without_measures(await metrics_of_a_match(*SWAPPED[how]))
    assert first == second
    assert [line.split()[0] for line in first if "HELP ochos_info" in line].count("ack") == 6


async def test_no_label_names_a_table_a_seat_a_card_or_a_reason() -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        player = await joined(site.host, made.table, secret=made.secret)
        assert await player.refused("draw", turn=1)
        text = told_by(site.hub)
        await player.close()
    assert made.table not in text
    assert set(re.findall(r'(\w+)="', text)) <= LABELS


# What they tell


async def test_they_count_what_happens() -> None:
    async with site_on() as site:
        made = await made_on(site.url)
        player = await joined(site.host, made.table, secret=made.secret)
        await player.do("add_robot")
        await player.refused("start", match=7)
        values = values_of(told_by(site.hub))
        assert values["ochos_tables"] == values["ochos_connections"] == 1
        assert values['ochos_commits_total{outcome="ok"}'] == 2  # made; a robot
        assert values["ochos_append_seconds_count"] == 2
        assert values['ochos_append_seconds_bucket{le="+Inf"}'] == 2
        assert values["ochos_connects_total"] == 1

        await player.ask("draw", turn=1)
        await player.send("bye")
        await player.until_closed()
        stranger = await joined(site.host, "a" * 26)
        await stranger.until_closed()
        with pytest.raises(Exception, match="403"):
            await opened(site.host, origin="http://elsewhere.example")
        values = values_of(told_by(site.hub))
        assert values["ochos_connections"] == 0
        assert values['ochos_closes_total{code="1000",by="server"}'] == 1
        assert values['ochos_closes_total{code="4004",by="server"}'] == 1
        assert values["ochos_handshakes_refused_total"] == 1
        assert values["ochos_refused_frames_total"] >= 1


def test_closes_by_codes_of_others_count_as_one() -> None:
    tally = Tally()
    for code in (1000, 3001, 3002, 4999):
        tally.closed(code, "client")
    assert tally.closes == {(1000, "client"): 1, (0, "client"): 3}


def test_a_label_may_hold_any_text() -> None:
    family = Family("ochos_x", "gauge", "Told.", (Sample(1.5, (("a", 'b"c\\d\ne'),)),))
    assert text_of([family]).splitlines()[-1] == r'ochos_x{a="b\"c\\d\ne"} 1.5'


# The port


async def test_they_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    async with server_in(tmp_path, OCHOS_METRICS_PORT=str(port)) as running:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            answer = await http.get("/metrics")
            assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            assert (await http.get("/")).status_code == 404
            assert (await http.post("/metrics")).status_code == 404
        async with httpx.AsyncClient(base_url=running.link) as http:
            assert (await http.get("/metrics")).status_code == 404
    values = values_of(answer.text)
    assert values["ochos_store_answered_age_seconds"] < 60
    assert values["process_resident_memory_bytes"] > 10**7


async def test_who_asks_for_nothing_is_not_waited_for(tmp_path: Path) -> None:
    port = free_port()
    async with server_in(tmp_path, OCHOS_METRICS_PORT=str(port)):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\nX: " + b"x" * 10_000)
        assert await asyncio.wait_for(reader.read(), 30) == b""
        writer.close()


async def test_a_taken_port_is_said(tmp_path: Path) -> None:
    async with server_in(tmp_path / "a") as other:
        taken = other.host.rpartition(":")[2]
        with pytest.raises(AssertionError, match=f"metrics at 127.0.0.1:{taken}: Address already"):
            async with server_in(tmp_path / "b", OCHOS_METRICS_PORT=taken):
                pass
