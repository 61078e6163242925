"""A robot's delay is a person's, and tells nothing."""

from __future__ import annotations

import inspect

from server.robots.pace import DELAY_MS_MAX, DELAY_MS_MIN, delay_ms

TABLE = "a" * 26


def test_a_delay_lies_between_its_bounds_and_uses_them() -> None:
    delays = [delay_ms(TABLE, version, 100) for version in range(2_000)]
    assert (DELAY_MS_MIN, DELAY_MS_MAX) == (600, 1_400)
    assert min(delays) < 610
    assert max(delays) > 1_390
    assert all(DELAY_MS_MIN <= delay <= DELAY_MS_MAX for delay in delays)


def test_no_pace_is_no_delay_and_half_a_pace_half_of_it() -> None:
    assert delay_ms(TABLE, 5, 0) == 0
    assert delay_ms(TABLE, 5, 50) == delay_ms(TABLE, 5, 100) // 2


def test_every_process_waits_the_same_for_the_same_act() -> None:
    # The value is pinned: two servers of different releases at one table must agree.
    assert delay_ms(TABLE, 5, 100) == delay_ms(TABLE, 5, 100) == 844
    assert len({delay_ms(TABLE, version, 100) for version in range(50)}) > 40
    assert len({delay_ms(TABLE[:-1] + letter, 5, 100) for letter in "abcdefgh"}) > 5


def test_a_delay_knows_nothing_but_the_table_and_the_version() -> None:
    assert list(inspect.signature(delay_ms).parameters) == ["table", "version", "pace_percent"]
