"""A table whose views cannot be right is left with a word, and not with a traceback."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from clients.cli.scene import view_of
from server.protocol import views as v
from server.protocol.frames import Tree
from tests.clients.scripted import in_round

LEFT = {"cards": ["7H"], "points": 7}


def _seat(tree: Tree) -> None:
    tree["seats"]["zz"] = tree["seats"]["0"]


def _hand(tree: Tree) -> None:
    tree["result"] = {"how": "out", "round": 1, "winner": 0, "gained": 7, "hands": {"": LEFT}}


def _place(tree: Tree) -> None:
    tree["end"] = {"how": "target", "winner": 0, "loser": -1, "places": {"٣": 1}}


@pytest.mark.parametrize("spoil", [_seat, _hand, _place])
def test_seats_without_a_number_are_no_view(spoil: Callable[[Tree], None]) -> None:
    tree: Tree = msgspec.to_builtins(in_round())
    assert isinstance(view_of(tree), v.View)
    spoil(tree)
    with pytest.raises(msgspec.ValidationError, match="seat"):
        view_of(tree)
