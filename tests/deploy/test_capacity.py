"""The capacity page says what follows from its own tables, and from the program's own bounds."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from deploy.capacity import (
    BUCKETS,
    PAGE,
    figures_in,
    live,
    need,
    over_days,
    written_anew,
)
from server.events import keys


@pytest.fixture
def page() -> str:
    return PAGE.read_text()


def test_the_figures_of_the_page_follow_from_its_tables(page: str) -> None:
    assert page == written_anew(page), "run `python deploy/capacity.py`"


def test_another_cost_gives_another_page(page: str) -> None:
    cost = next(line for line in page.splitlines() if line.startswith("| `commit_us` |"))
    dearer = page.replace(cost, cost.replace("| `commit_us` | ", "| `commit_us` | 9"))
    assert written_anew(dearer) != dearer


def test_a_figure_that_is_missing_or_told_twice_is_noticed(page: str) -> None:
    row = next(line for line in page.splitlines() if line.startswith("| `people` |"))
    with pytest.raises(ValueError, match="expected"):
        figures_in(page.replace(row, ""))
    with pytest.raises(ValueError, match="twice"):
        figures_in(page.replace(row, f"{row}\n{row}"))


def test_the_page_counts_with_the_buckets_that_there_are() -> None:
    assert len(keys.BUCKETS) == BUCKETS


def test_no_number_of_servers_is_enough_where_each_hears_more_than_it_can(page: str) -> None:
    figures = replace(figures_in(page), nudge_us=10.0, live_commits=0.25)
    crowd = live(figures, 1_000_000)  # 2.5 CPU seconds a second at each server, only to hear
    assert math.isinf(need(figures, crowd, heard_by_all=True).servers)
    assert math.isfinite(need(figures, crowd, heard_by_all=False).servers)


def test_more_tables_never_need_less(page: str) -> None:
    figures = figures_in(page)
    for kind in (live, over_days):
        for heard_by_all in (True, False):
            needs = [
                need(figures, kind(figures, 10**power), heard_by_all=heard_by_all)
                for power in range(9)
            ]
            assert [each.servers for each in needs] == sorted(each.servers for each in needs)
            assert needs[0].primaries == 1


def test_costs_at_their_worst_need_no_less(page: str) -> None:
    low, high = (figures_in(page, sign) for sign in (-1, 1))
    best = need(low, live(low, 10_000), heard_by_all=True)
    worst = need(high, live(high, 10_000), heard_by_all=True)
    assert best.servers <= worst.servers
    assert best.primaries <= worst.primaries
