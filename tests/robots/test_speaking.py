"""What robots say out of turn: only what a person could know, and only when they are sure."""

from __future__ import annotations

from typing import Any

import pytest

from server.game import commands as c
from server.game.decide import decide
from server.game.evolve import fold
from server.game.shuffle import Dice
from server.game.table import Table
from server.projections.news import news_of
from server.protocol.news import AnyNews
from server.robots.policies import POLICY_OF_ROBOT
from server.robots.seen import NO_SUSPECT, seen_from, suspect_after
from server.robots.selfplay import commit_of
from server.robots.speaking import CALLS_OF_TEN, Word, may_speak, speak
from tests.robots.test_policies import NAMES, table_of, with_round

HONOUR: dict[str, Any] = {"enforcement": "honour"}
CHANCES = 200


def words(table: Table, *acts: c.Command, robot: str = "carmen", seat: int = 1) -> set[Word | None]:
    """All that a robot in `seat` may say after these acts."""
    told: list[AnyNews] = []
    suspect = NO_SUSPECT
    for act in acts:
        commit = commit_of(table, decide(table, act))
        told += news_of(table, commit, seat)
        suspect = suspect_after(suspect, table, commit)
        table = fold(table, commit)
    if not may_speak(table, seat, suspect):
        return {None}
    seen = seen_from(table, seat, tuple(told), suspect)
    dice = (Dice(b"words", str(number).encode()) for number in range(CHANCES))
    return {speak(robot, seen, one) for one in dice}


def call(table: Table, seat: int, accused: int) -> set[Word | None]:
    return {c.CallFault(seat, accused, act=table.version + 1), None}


def montanita(*hands: str, top: str = "9D", **rules: Any) -> Table:
    return table_of(*hands, top=top, stock="AS TS JH 2H", preset="montanita", **rules)


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_calls_a_card_that_does_not_match_now_and_then(robot: str) -> None:
    table = montanita("4C KD 5D", "2C 3D 5S", "QH 6H 7H", **HONOUR)
    assert words(table, c.Play(0, "4C"), robot=robot) == call(table, 1, 0)
    assert words(table, c.Play(0, "4C"), robot=robot, seat=2) == call(table, 2, 0)
    assert words(table, c.Play(0, "4C"), robot=robot, seat=0) == {None}


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_calls_no_card_that_matches(robot: str) -> None:
    """A wrong call costs three cards here."""
    table = montanita("4D 9C 8S 6S", "2C 3D 5S", "QH 6H 7H", **HONOUR)
    for play in (c.Play(0, "4D"), c.Play(0, "9C"), c.Play(0, "8S", "H")):
        assert words(table, play, robot=robot) == {None}


def test_what_was_called_or_has_passed_is_not_called_again() -> None:
    table = montanita("4C KD 5D", "2C 3D 5S", "QH 6H 7H", **HONOUR)
    assert words(table, c.Play(0, "4C"), c.CallFault(2, 0)) == {None}
    assert words(table, c.Play(0, "4C"), c.Play(1, "2C"), seat=2) == {None}


def test_a_robot_calls_a_card_out_of_turn() -> None:
    table = montanita("4D KD 5D", "2C 3D 5S", "6D 6H 7H", **HONOUR)
    assert words(table, c.Play(2, "6D")) == call(table, 1, 2)


def test_a_robot_calls_a_suit_that_was_not_named_unless_it_is_named_in_time() -> None:
    table = montanita("8S KD 5D", "2C 3D 5S", "QH 6H 7H", **HONOUR)
    assert words(table, c.Play(0, "8S")) == call(table, 1, 0)
    assert words(table, c.Play(0, "8S"), c.Name(0, "H")) == {None}


def test_a_card_that_does_not_answer_a_penalty_is_called() -> None:
    table = with_round(montanita("4D KD 5D", "2C 3D 5S", "QH 6H 7H", top="3D", **HONOUR), pending=3)
    assert words(table, c.Play(0, "4D")) == call(table, 1, 0)


@pytest.mark.parametrize("enforcement", ["strict", "honour"])
def test_a_robot_calls_a_last_card_that_was_not_announced(enforcement: str) -> None:
    table = table_of(
        "b6#0 n9#0", "k1#0 k2#0 k3#0", "p1#0 p2#0", top="b2#0", stock="p3#0 p4#0 p5#0",
        preset="jiujitsu", enforcement=enforcement,
    )  # fmt: skip
    assert words(table, c.Play(0, "b6#0")) == call(table, 1, 0)
    assert words(table, c.Play(0, "b6#0", announce=True)) == {None}
    assert words(table, c.Play(0, "b6#0"), c.Announce(0)) == {None}


def test_where_the_table_watches_by_itself_nobody_calls() -> None:
    table = table_of("9D 4C", "2C 3D 5S", "QH 6H", top="7D", stock="AS TS", preset="familiar")
    assert words(table, c.Play(0, "9D")) == {None}


@pytest.mark.parametrize("robot", NAMES)
def test_a_robot_that_is_passed_over_with_one_card_says_so(robot: str) -> None:
    table = montanita("2D KD 5D", "2C", "QH 6H 7H")
    assert words(table, c.Play(0, "2D"), robot=robot) == {c.Announce(1, turn=6)}


def test_luna_does_not_remember_at_once_what_it_has_just_forgotten() -> None:
    table = table_of(
        "b6#0 n9#0", "k1#0 k2#0 k3#0", "p1#0 p2#0", top="b2#0", stock="p3#0", preset="jiujitsu"
    )
    assert words(table, c.Play(0, "b6#0"), robot="luna", seat=0) == {None}


def test_some_robots_notice_more_than_others() -> None:
    assert set(CALLS_OF_TEN) == set(POLICY_OF_ROBOT.values())
    assert all(0 < calls < 10 for calls in CALLS_OF_TEN.values())
    assert len(set(CALLS_OF_TEN.values())) == 3


def test_two_hands_that_look_alike_from_a_seat_bring_the_same_suspicion() -> None:
    one = montanita("4C KD 5D", "2C 3D 5S", "QH 6H 7H", **HONOUR)
    other = montanita("4C 9H 8S", "2C 3D 5S", "JH 6S 7S", **HONOUR)
    suspects = {
        suspect_after(NO_SUSPECT, table, commit_of(table, decide(table, c.Play(0, "4C"))))
        for table in (one, other)
    }
    assert len(suspects) == 1
