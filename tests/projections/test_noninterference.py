"""L2: what a viewer may not know changes no frame of theirs, not even its length."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from tests.projections.interference import (
    Case,
    House,
    NotTheSame,
    difference,
    first_run,
    second_run,
)
from tests.projections.leaks import LEAKS

LONG = os.environ.get("OCHOS_TESTS") == "long"
EXAMPLES = 300
EXAMPLES_LONG = 20_000
EXAMPLES_TO_CATCH = 2_000
COMMANDS_MAX = 30

switches: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "stacking": st.booleans(),
        "draw_limit": st.sampled_from((None, 1, 3)),
        "voluntary_draw": st.booleans(),
        "drawn_card": st.sampled_from(("may", "must")),
        "rebuild_stock": st.booleans(),
        "draw": st.just({"2": 2, "3": 3}),
        "last_card_effect": st.just("draw_applies"),
    },
)
kinds = st.sampled_from(("act", "act", "act", "draw", "pass", "misplay", "guess"))
choices = st.tuples(kinds, st.integers(0, 1_000))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    seats = draw(st.integers(2, 4))
    preset = draw(st.sampled_from(("clasico", "especiales")))
    chosen = dict(draw(switches))
    if preset == "clasico" and "draw" not in chosen:
        chosen.pop("last_card_effect", None)
    return Case(
        switches=chosen,
        preset=preset,
        seats=seats,
        packs=draw(st.sampled_from((1, 1, 2))),
        viewer=draw(st.integers(-1, seats - 1)),
        change=draw(st.sampled_from(("identities", "identities", "places", "seed"))),
        chance=draw(st.integers(0, 2**32)),
        stock=draw(st.sampled_from((0, 1, 2, 4, 31))),
        hand=draw(st.integers(1, 7)),
        choices=tuple(draw(st.lists(choices, min_size=5, max_size=COMMANDS_MAX))),
    )


class Search:
    """Cases tried in one house, and how many of them could be compared."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cases = 0
        self.compared = 0

    def told_apart(self, case: Case) -> str:
        """How the viewer could tell the two runs apart; "" if it could not."""
        self.cases += 1
        first = first_run(self.house, case)
        try:
            second = second_run(self.house, case, first)
        except NotTheSame:
            return ""
        self.compared += 1
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
        @forall(cases())
        def same(case: Case) -> None:
            found = self.told_apart(case)
            assert not found, found

        same()


def test_no_viewer_learns_what_the_rules_hide() -> None:
    search = Search(House())
    search.run(EXAMPLES, (Phase.generate, Phase.shrink))
    assert search.compared > search.cases / 2


@pytest.mark.long
def test_no_viewer_learns_what_the_rules_hide_in_many_runs() -> None:
    Search(House()).run(EXAMPLES_LONG, (Phase.generate, Phase.shrink))


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: type[House]) -> None:
    with pytest.raises(AssertionError, match="frame"):
        Search(leak()).run(EXAMPLES_TO_CATCH, (Phase.generate,))
