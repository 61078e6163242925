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
    D,
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
        **scenes_of_other_houses(),
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


def scenes_of_other_houses() -> dict[str, Given]:
    """What calls, faults, penalties in two goes, places and other ways of counting show."""
    trusting = table("montanita", enforcement="honour", turn_seconds=60)
    hands = ("8H KC 5D", "6C 4D", "6S 3S QD")
    trusted = given(trusting, dealt(*hands, top="7C", stock="9D 9H TD TH JD JH"))
    family = given(table("familiar"), dealt("6C 9C", "5C 4D", "3H 3D", top="2C", stock="KD QD JD"))
    belts = table("jiujitsu", seats=4, robots=(D,))
    return {
        "a call that is due": family.when(c.Play(A, "6C")).accepted(),
        "a last card that was called": family.when(c.Play(A, "6C", announce=True)).accepted(),
        "a deal that was cut for": given(table("familiar")).when(c.Start(A, 1, seed(2))).accepted(),
        "on trust": trusted,
        "a suit that was not named": trusted.when(c.Play(A, "8H")).accepted(),
        "a suit that must be named": trusted.when(c.Play(A, "8H"), c.CallFault(B, A)).accepted(),
        "a card taken back": trusted.when(c.Play(A, "5D"), c.CallFault(B, A)).accepted(),
        "another play": given(
            table("montanita"), dealt("AC 5C 4H", "5D 4D", "6S", top="7C", stock="9D")
        )
        .when(c.Play(A, "AC"))
        .accepted(),
        "a penalty half drawn": given(
            table("montanita"),
            dealt("KH", "KC 4H", "6S 9S", top="3C", stock="3D 9H TD"),
            owes(B, 3),
        )
        .when(c.Draw(B))
        .accepted(),
        "a seat that is out": given(
            table("montanita", seats=4),
            dealt("6C", "5C 4D", "3H 3D", "2H 2D", top="7C", stock="9D"),
        )
        .when(c.Play(A, "6C"))
        .accepted(),
        "a match of places": given(table("montanita", seats=2), dealt("6C", "5C 4D", top="7C"))
        .when(c.Play(A, "6C"))
        .accepted(),
        "a seat over the limit": given(
            belts,
            scored(0, 887, 0, 0),
            dealt("b1#0", "b2#0", "n3#0", "k+#0", top="b7#0", first=A, dealer=A),
        )
        .when(c.Play(A, "b1#0"))
        .accepted(),
        "a round without it": given(
            belts,
            scored(0, 900, 0, 0, eliminated=(B,)),
            dealt("b1#0", "", "n3#0", "k+#0", top="b7#0", seats=(A, C, D), dealer=A, first=C),
        ),
        "a tie for the lowest": given(
            table("familiar"), scored(104, 38, 37), dealt("5H", "2C", "3C", top="7H", first=A)
        )
        .when(c.Play(A, "5H"))
        .accepted(),
        "a countdown": given(table(scoring="countdown"), scored(0, 0, 0, sizes=(5, 4, 5))),
        "a robot plays on": given(
            table(on_abandon="robot_plays"), dealt("5H 6S", "7H 2C", "3H KC", top="4H", stock="9S")
        )
        .when(c.Abandon(B, 1))
        .accepted(),
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
