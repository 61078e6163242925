"""Tables on trust, for the tests of faults and calls."""

from __future__ import annotations

from typing import Any

from server.events.catalog import (
    CardsDrawn,
)
from server.game.commands import Play
from tests.spec import A, Given, dealt, given, table

STOCK = "9D 9H TD TH 8C 8D JC JD"


def honour(preset: str, *hands: str, top: str = "7C", stock: str = STOCK, **switches: Any) -> Given:
    switches = {"enforcement": "honour", **switches}
    return given(table(preset, **switches), dealt(*hands, top=top, stock=stock))


def fine(seat: int, why: str, *cards: str) -> CardsDrawn:
    return CardsDrawn(seat, len(cards), fine=why, cards=cards)


def wrong(preset: str = "montanita", **switches: Any) -> Given:
    """A has played a heart on clubs, and it is B's turn."""
    return (
        honour(preset, "4H KC 5D", "5C 4D 4S", "3H 3S QD", **switches)
        .when(Play(A, "4H"))
        .accepted()
    )


def jiujitsu(*hands: str, top: str = "b7#0", **switches: Any) -> Given:
    return honour("jiujitsu", *hands, top=top, stock="k1#0 k2#0 k3#0 k4#0", **switches)
