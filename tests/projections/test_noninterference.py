"""L2: what a viewer may not know changes no frame of theirs, not even its length."""

from __future__ import annotations

import os
from typing import get_args

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from server.cards import JIUJITSU
from server.rules.door import FOLLOW_SCORING
from server.rules.presets import PRESETS
from tests.projections.interference import (
    Case,
    Change,
    House,
    NotTheSame,
    difference,
    first_run,
    second_run,
)
from tests.projections.leaks import LEAKS, AnswerTold, FaultTold
from tests.projections.more_leaks import MORE_LEAKS
from tests.rules.some_rules import rule_sets

LONG = os.environ.get("OCHOS_TESTS") == "long"
EXAMPLES = 200
EXAMPLES_LONG = 20_000  # in PARTS, side by side
PARTS = 10
EXAMPLES_TO_CATCH = 2_000
COMMANDS_MAX = 30

kinds = st.sampled_from(
    ("act",) * 6
    + ("draw", "draw", "pass", "misplay", "leave_unnamed", "break_in", "name")
    + ("announce", "call", "time_out", "deposit", "guess")
)
choices = st.tuples(kinds, st.integers(0, 1_000))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Any rules, half of them on trust, often with a clock."""
    rules = draw(rule_sets(most=4))
    seats = draw(st.integers(2, 4))
    chosen = {key: getattr(rules, key) for key in (*rules.changed, *FOLLOW_SCORING)}
    chosen["enforcement"] = draw(st.sampled_from(("strict", "honour")))
    chosen["turn_seconds"] = draw(st.sampled_from((None, 60)))
    packs = 1
    if rules.pack != JIUJITSU:
        packs = draw(st.sampled_from((1, 1, 2)))
        chosen["two_packs_from"] = 2 if packs == 2 else None
    viewer = draw(st.integers(-1, seats - 1))
    others = [seat for seat in range(1, seats) if seat != viewer]
    return Case(
        switches=chosen,
        preset=rules.preset,
        seats=seats,
        packs=packs,
        viewer=viewer,
        change=draw(st.sampled_from(("identities", "identities", "places", "seed", "given"))),
        chance=draw(st.integers(0, 2**32)),
        stock=draw(st.sampled_from((0, 1, 2, 4, 31))),
        hand=draw(st.integers(1, 7)),
        pending=draw(st.sampled_from((0, 0, 3))) if rules.draw else 0,
        choices=tuple(draw(st.lists(choices, min_size=5, max_size=COMMANDS_MAX))),
        robots=tuple(seat for seat in others if draw(st.booleans())),
    )


@st.composite
def penalties(draw: st.DrawFn) -> Case:
    """A penalty in two goes, on trust: whether the card that follows was allowed is hidden."""
    hand = draw(st.integers(2, 4))
    seats = draw(st.integers(2, 4))
    calls = st.tuples(st.just("call"), st.integers(0, 12))
    return Case(
        switches={"enforcement": "honour", "turn_seconds": 60},
        preset="montanita",
        seats=seats,
        packs=1,
        viewer=draw(st.sampled_from((-1, seats - 1))),
        change="identities",
        chance=draw(st.integers(0, 2**32)),
        stock=31,
        hand=hand,
        pending=3,
        choices=(
            ("draw", 0),
            ("misplay", draw(st.sampled_from((hand, *range(hand))))),  # the last is the one drawn
            *draw(st.lists(calls | choices, max_size=4)),
        ),
    )


class Search:
    """Cases tried in one house, and how many of them could be compared."""

    def __init__(self, house: House, tried: st.SearchStrategy[Case] | None = None) -> None:
        self.house = house
        self.tried = cases() if tried is None else tried
        self.cases = 0
        self.compared = 0
        self.kinds: set[str | int] = set()  # what was compared

    def told_apart(self, case: Case) -> str:
        """How the viewer could tell the two runs apart; "" if it could not."""
        self.cases += 1
        first = first_run(self.house, case)
        try:
            second = second_run(self.house, case, first)
        except NotTheSame:
            return ""
        self.compared += 1
        self.kinds |= {case.preset, str(case.switches["enforcement"]), case.change, case.packs}
        self.kinds |= {"watcher" if case.viewer < 0 else "seat", "robots" * bool(case.robots)}
        return difference(first, second)

    def run(self, examples: int, phases: tuple[Phase, ...]) -> None:
        @settings(
            max_examples=examples,
            derandomize=not LONG,
            database=None,
            deadline=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        )
        @forall(self.tried)
        def same(case: Case) -> None:
            found = self.told_apart(case)
            assert not found, found

        same()


def test_no_viewer_learns_what_the_rules_hide() -> None:
    search = Search(House())
    search.run(EXAMPLES, (Phase.generate, Phase.shrink))
    assert search.compared > search.cases / 2
    assert search.kinds >= {*PRESETS, "strict", "honour", "watcher", "seat", "robots", 1, 2}
    assert search.kinds >= set(get_args(Change))


def test_nobody_learns_from_a_penalty_in_two_goes_who_held_an_answer() -> None:
    """Neither whether the card that follows was allowed, until somebody calls it."""
    search = Search(House(), penalties())
    search.run(EXAMPLES, (Phase.generate, Phase.shrink))
    assert search.compared > search.cases / 2


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_no_viewer_learns_what_the_rules_hide_in_many_runs(part: int) -> None:
    """Each part is by chance, so that no two are alike; how many were compared is printed."""
    search, paying = Search(House()), Search(House(), penalties())
    search.run(EXAMPLES_LONG // PARTS, (Phase.generate, Phase.shrink))
    paying.run(EXAMPLES_LONG // PARTS // 4, (Phase.generate, Phase.shrink))
    print(f"part {part}: {search.compared} of {search.cases} compared, {paying.compared} penalties")
    assert search.compared > search.cases / 2


@pytest.mark.parametrize("leak", [*LEAKS, *MORE_LEAKS], ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: type[House]) -> None:
    search = Search(leak(), penalties() if leak in (FaultTold, AnswerTold) else None)
    with pytest.raises(AssertionError, match="frame"):
        search.run(EXAMPLES_TO_CATCH, (Phase.generate,))
