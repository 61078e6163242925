"""Views as they went over the wire in the first release; clients in use rely on them.

A view may gain fields; a change of what is there needs a reason in its commit. After such a change:
`python -m tests.projections.test_golden_views` writes the file anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from server.game import commands as c
from server.projections.frames import project, tree_of
from server.projections.news import WATCHER
from server.protocol.frames import Tree
from tests.spec import (
    A,
    B,
    C,
    Given,
    dealt,
    given,
    match_ended,
    owes,
    scored,
    seed,
    table,
)

FILE = Path(__file__).parent.parent / "golden" / "views.json"


def scenes() -> dict[str, Given]:
    """Every phase of a table, and everything special in a round."""
    special = table("especiales", seats=4, robots=(C,), target=120)
    running = given(
        special,
        scored(40, 0, 12, 0),
        dealt("2H KS 8D", "2S 9C", "5D", "AC", top="7H", stock="9D TC"),
    )
    over = given(table(seats=3, robots=(C,)), scored(160, 20, 35), match_ended(A, 1, 3, 2))
    return {
        "lobby": given(table(seats=4, people=2, robots=(B,))),
        "first turn": running,
        "a card drawn": running.when(c.Draw(A)).accepted(),
        "a suit named": running.when(c.Play(A, "8D", "S")).accepted(),
        "a penalty owed": running.when(c.Play(A, "2H")).accepted(),
        "a penalty and no stock": given(
            table("especiales"), dealt("3C", "KH", "5S", top="2C"), owes(B, 4)
        ),
        "the dealer owes a suit": given(
            table(starter_eight="dealer_names"), dealt("5H", "2C", "8C KD", top="8H", naming=True)
        ),
        "a round won": given(table(), dealt("5H", "2C KD", "8D AS", top="7H"))
        .when(c.Play(A, "5H"))
        .accepted(),
        "a blocked table": given(table(), dealt("KH KC", "9D AC", "7C", top="QS"))
        .when(c.Pass(A), c.Pass(B), c.Pass(C))
        .accepted(),
        "a match won": over,
        "a rematch offered": over.when(c.OfferRematch(A, 1, seed(9))).accepted(),
        "a match abandoned": running.when(c.Abandon(B, 1)).accepted(),
        "a table expired": running.when(c.Expire(2**50)).accepted(),
        "two packs": given(
            table(seats=6), dealt("7H#0 8C#1", *("2C#0",) * 5, top="7H#1", stock="9C#0")
        ),
    }


def trees(now: Given) -> dict[str, Tree]:
    projection = project(now.table)
    return {
        str(viewer): json.loads(msgspec.json.encode(tree_of(projection, viewer)))
        for viewer in (WATCHER, A, B)
    }


@pytest.mark.parametrize("scene", scenes())
def test_a_view_is_as_it_was_in_the_first_release(scene: str) -> None:
    kept = json.loads(FILE.read_text())[scene]
    found = trees(scenes()[scene])
    for viewer, tree in kept.items():
        assert found[viewer] == tree


def test_every_scene_is_kept() -> None:
    assert json.loads(FILE.read_text()).keys() == scenes().keys()


if __name__ == "__main__":
    text = json.dumps({name: trees(now) for name, now in scenes().items()}, indent=1)
    FILE.write_text(text + "\n")
