"""What a terminal keeps of a table's log, and that it is held against an acta."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from clients.cli.fair.histories import Histories
from clients.cli.messages import Messages
from clients.cli.receipts_kept import ROUNDS_MAX, TABLES_MAX, Receipts
from clients.cli.scene import empty_scene
from clients.cli.verify.receipts import Receipt, judged, short
from server.protocol import frames as f
from tests.clients.program import ochos
from tests.live.site import site_on
from tests.live.tables import play_on, table_of
from tests.spec import TABLE

HERE = f.Presence()  # what ends a greeting
TWO = "El servidor contó dos historias de esta mesa"
DIGEST = "457d4a8d332563f2663f97deafa2e1a241b912a18e50a0253995d419697fa16f"


def at(home: Path) -> Receipts:
    return Receipts({"XDG_CONFIG_HOME": str(home)})


def test_the_last_of_each_round_is_kept(tmp_path: Path) -> None:
    at(tmp_path).keep("mesa", "1.1", Receipt(5, "a" * 64))
    at(tmp_path).keep("mesa", "1.1", Receipt(9, "b" * 64))
    at(tmp_path).keep("mesa", "1.2", Receipt(20, "c" * 64))
    assert at(tmp_path).of("mesa") == [Receipt(9, "b" * 64), Receipt(20, "c" * 64)]
    assert at(tmp_path).of("otra") == []
    path = tmp_path / "ochos-locos" / "receipts.json"
    assert path.stat().st_mode & 0o777 == 0o600


def test_many_do_not_fill_the_disk(tmp_path: Path) -> None:
    for number in range(ROUNDS_MAX + 5):
        at(tmp_path).keep("mesa", f"1.{number}", Receipt(number + 1, DIGEST))
    assert len(at(tmp_path).of("mesa")) == ROUNDS_MAX
    for number in range(TABLES_MAX):
        at(tmp_path).keep(f"mesa-{number}", "1.1", Receipt(1, DIGEST))
    assert at(tmp_path).of("mesa") == []


def test_a_file_that_holds_something_else_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "ochos-locos").mkdir()
    for text in ("", "[]", '{"mesa": 3}', '{"mesa": {"1.1": ["x", 3]}}', "[" * 100_000):
        (tmp_path / "ochos-locos" / "receipts.json").write_text(text)
        assert at(tmp_path).of("mesa") == []
    at(tmp_path).keep("mesa", "1.1", Receipt(5, "no digest"))
    assert at(tmp_path).of("mesa") == []


def test_the_letters_that_are_said_aloud() -> None:
    assert short(DIGEST) == "LFSB NXZC"


async def test_who_watched_in_a_terminal_can_hold_the_acta_against_it(tmp_path: Path) -> None:
    async with site_on() as site, AsyncExitStack() as stack:
        made, players = await table_of(site, stack, 2, target=1)
        link = f"{site.url}/t/{made.table}"
        async with ochos("watch", link, home=tmp_path) as program:
            await program.until("Estás mirando")
            await players[0].do("start", match=1)
            await play_on(players)
            await players[0].ask("chat", text="¡Otra, otra!")  # comes after the last receipt
            await program.until("¡Otra, otra!")
        async with httpx.AsyncClient(base_url=site.url) as http:
            answer = await http.get(f"/api/tables/{made.table}/export?format=acta")
    path = tmp_path / "acta.jsonl"
    path.write_bytes(answer.content)
    async with ochos("verify", str(path), home=tmp_path) as program:
        assert await program.exit() == 0
        assert any("✓ Tu recibo de la versión" in line for line in program.lines)
    kept = tmp_path / "ochos-locos" / "receipts.json"
    told = json.loads(kept.read_text())
    for receipt in told[made.table].values():
        receipt[1] = "0" * 64
    kept.write_text(json.dumps(told))
    async with ochos("verificar", str(path), home=tmp_path) as program:
        assert await program.exit() == 1
        assert any("NO coincide" in line for line in program.lines)


# What a terminal makes of what it is told


def beat(version: int, letter: str) -> f.Beat:
    return f.Beat(1, version, letter * 64)


def welcome(version: int, letter: str) -> f.Welcome:
    return f.Welcome(table=TABLE, server="0", version=version, digest=letter * 64)


def visit(home: Path, *frames: f.ServerFrame) -> str:
    """All that is said in a visit in which these frames come."""
    histories = Histories(TABLE, Messages("es", signs=False), at(home))
    scene = empty_scene(TABLE)
    told = [line for frame in frames for line in histories.hear(frame, scene, is_in=True)]
    return "\n".join(told)


def test_one_history_is_believed_however_often_it_is_told(tmp_path: Path) -> None:
    assert not visit(tmp_path, welcome(5, "a"), HERE, beat(5, "a"), beat(9, "b"), HERE)
    assert not visit(tmp_path, welcome(9, "b"), HERE, beat(12, "c"), HERE)


def test_a_server_that_has_not_caught_up_yet_is_no_liar(tmp_path: Path) -> None:
    visit(tmp_path, welcome(9, "b"), HERE)
    assert not visit(tmp_path, welcome(8, "a"), HERE, beat(9, "b"), HERE)


@pytest.mark.parametrize("frames", [(beat(9, "c"), HERE), (welcome(7, "c"), HERE)])
def test_two_histories_in_one_visit_are_told(
    tmp_path: Path, frames: tuple[f.ServerFrame, ...]
) -> None:
    """Also where the table goes back in silence."""
    assert visit(tmp_path, beat(9, "b"), HERE, *frames).startswith(TWO)


def test_two_histories_in_two_visits_are_told_once_a_visit_from_then_on(tmp_path: Path) -> None:
    visit(tmp_path, welcome(9, "b"), HERE)
    assert visit(tmp_path, welcome(9, "c"), HERE, beat(9, "d"), HERE).count(TWO) == 1
    assert visit(tmp_path, welcome(30, "e"), HERE).count(TWO) == 1
    assert {Receipt(9, "b" * 64), Receipt(9, "c" * 64)} <= set(at(tmp_path).of(TABLE))


def test_a_table_that_says_that_it_went_back_is_no_liar(tmp_path: Path) -> None:
    told = visit(tmp_path, beat(9, "b"), HERE, welcome(7, "c"), f.Reset(), HERE, beat(9, "d"), HERE)
    assert told.startswith("El servidor dice que la mesa volvió a un estado anterior")
    assert TWO not in told
    assert not visit(tmp_path, welcome(9, "d"), HERE)
    kept = {receipt.digest[0]: receipt.withdrawn for receipt in at(tmp_path).of(TABLE)}
    assert kept == {"b": True, "c": False, "d": False}


def test_after_it_the_table_may_not_tell_two_histories_either(tmp_path: Path) -> None:
    assert TWO in visit(tmp_path, welcome(7, "c"), f.Reset(), HERE, beat(7, "d"), HERE)


def test_a_receipt_that_was_taken_back_makes_no_acta_wrong() -> None:
    chain = {9: DIGEST}
    assert judged(Receipt(9, "b" * 64), chain) == "bad"
    assert judged(Receipt(9, "b" * 64, withdrawn=True), chain) == "withdrawn"
    assert judged(Receipt(9, DIGEST, withdrawn=True), chain) == "good"
