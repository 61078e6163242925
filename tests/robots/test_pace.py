"""A robot's delay is a person's, and tells nothing."""

from __future__ import annotations

import inspect

import pytest

from server.robots.pace import ACTS_LATER_MS, ACTS_MS, SPEAKS_MS, Span, delay_ms

TABLE = "a" * 26


@pytest.mark.parametrize("span", [ACTS_MS, SPEAKS_MS, ACTS_LATER_MS])
def test_a_delay_lies_between_its_bounds_and_uses_them(span: Span) -> None:
    least, most = span
    delays = [delay_ms(TABLE, version, 100, span) for version in range(2_000)]
    assert min(delays) < least + 10
    assert max(delays) > most - 10
    assert all(least <= delay <= most for delay in delays)


def test_no_pace_is_no_delay_and_half_a_pace_half_of_it() -> None:
    assert delay_ms(TABLE, 5, 0) == 0
    assert delay_ms(TABLE, 5, 50) == delay_ms(TABLE, 5, 100) // 2


def test_every_process_waits_the_same_for_the_same_act() -> None:
    # The value is pinned: two servers of different releases at one table must agree.
    assert ACTS_MS == (600, 1_400)
    assert delay_ms(TABLE, 5, 100) == delay_ms(TABLE, 5, 100) == 844
    assert len({delay_ms(TABLE, version, 100) for version in range(50)}) > 40
    assert len({delay_ms(TABLE[:-1] + letter, 5, 100) for letter in "abcdefgh"}) > 5


def test_robots_speak_before_they_act_and_leave_people_time_to_speak() -> None:
    assert SPEAKS_MS[1] < ACTS_LATER_MS[0]
    assert ACTS_MS[1] < ACTS_LATER_MS[0]


def test_a_delay_knows_nothing_but_the_table_the_version_and_what_it_is_for() -> None:
    known = list(inspect.signature(delay_ms).parameters)
    assert known == ["table", "version", "pace_percent", "span"]
