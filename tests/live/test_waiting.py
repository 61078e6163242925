"""How long a table waits before something happens to it by itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from server.game.commands import Play
from server.game.decide import decide
from server.game.evolve import fold
from server.game.table import SeatState, Table
from server.live.robots import Robots, robot_to_act
from server.live.waiting import ROBOT_GRACE_MS, index_wait_ms, wait_ms
from server.robots.pace import ACTS_LATER_MS, ACTS_MS, SPEAKS_MS, Span
from server.robots.selfplay import commit_of
from tests.robots.test_policies import table_of, with_round

PERSON = SeatState(holder="person", person=1)
DAY_MS = 24 * 3_600_000
HANDS = ("9D 4C 5S", "2C 3D 5H")


def a_table(preset: str = "clasico", *, person: int = -1, **rules: Any) -> Table:
    """Two robots, or a robot and a person; seat 0 is in turn."""
    made = table_of(*HANDS, top="7D", stock="9S", preset=preset, **rules)
    seats = tuple(PERSON if seat == person else state for seat, state in enumerate(made.seats))
    return replace(made, seats=seats, expiry_ms=7 * DAY_MS)


def waits(table: Table, *, speaking: bool = False) -> set[int]:
    """The waits after many versions."""
    found = (
        wait_ms(replace(table, version=version), 100, speaking=speaking) for version in range(500)
    )
    return {wait for wait in found if wait is not None}


def spans(waits: set[int], span: Span) -> bool:
    return span[0] <= min(waits) < span[0] + 20 and span[1] - 20 < max(waits) <= span[1]


def test_a_robots_turn_takes_as_long_whatever_it_does() -> None:
    plays, draws = a_table(), with_round(a_table(), active="H", pile=("7H",))
    assert waits(plays) == waits(draws)
    assert spans(waits(plays), ACTS_MS)


def test_where_calls_are_possible_a_robot_leaves_time_for_them() -> None:
    assert spans(waits(a_table("familiar", enforcement="honour")), ACTS_LATER_MS)
    assert spans(waits(a_table("familiar", last_card_call="called")), ACTS_LATER_MS)
    assert spans(waits(a_table("familiar")), ACTS_MS)


def test_what_robots_have_to_say_comes_before_what_they_do() -> None:
    honour = a_table("familiar", enforcement="honour")
    assert spans(waits(honour, speaking=True), SPEAKS_MS)
    assert spans(waits(a_table("montanita"), speaking=True), ACTS_MS)


def test_robots_speak_in_a_persons_turn_and_then_nothing_but_time_is_due() -> None:
    table = a_table("familiar", person=0, enforcement="honour")
    assert spans(waits(table, speaking=True), SPEAKS_MS)
    assert waits(table) == {7 * DAY_MS}


def test_a_persons_time_ends_before_the_tables() -> None:
    table = a_table("familiar", person=0, enforcement="honour", turn_seconds=60)
    late = replace(table, at_ms=20_000, moved_ms=20_000, turn_ms=15_000)
    assert wait_ms(late, 100, speaking=False) == index_wait_ms(late, 100) == 55_000
    assert wait_ms(replace(late, at_ms=80_000), 100, speaking=False) == 0


def test_the_index_gives_a_robot_its_grace_and_forgets_what_it_might_say() -> None:
    table = a_table("familiar", enforcement="honour")
    acts = wait_ms(table, 100, speaking=False)
    assert acts is not None
    assert index_wait_ms(table, 100) == acts + ROBOT_GRACE_MS
    assert index_wait_ms(a_table("familiar", person=0, enforcement="honour"), 100) == 7 * DAY_MS


def test_a_robot_must_act_when_it_owes_a_suit_in_anothers_turn() -> None:
    table = a_table("familiar", person=0, enforcement="honour")
    assert robot_to_act(table) is None
    assert robot_to_act(with_round(table, naming=True, namer=1)) == 1
    assert robot_to_act(with_round(a_table(person=1), naming=True, namer=1)) is None


def test_robots_that_say_nothing_to_an_act_are_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.live.robots.speak", lambda *_: None)
    table, robots = a_table("familiar", person=0, enforcement="honour"), Robots()
    assert not robots.may_speak(table)
    commit = commit_of(table, decide(table, Play(0, "4C")))  # on the seven of diamonds
    after = fold(table, commit)
    robots.hear(table, after, commit)
    assert robots.may_speak(after)
    assert robots.word(after) is None
    assert not robots.may_speak(after)
