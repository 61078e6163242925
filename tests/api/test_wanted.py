"""For whom a list of one's tables says that the table waits."""

from __future__ import annotations

from server.api.http import is_wanted
from server.game.commands import CallFault, Play
from tests.game.honour import honour
from tests.spec import A, B, C


def test_a_table_waits_for_the_seat_in_turn() -> None:
    now = honour("montanita", "4C KC 5D", "5C 4D 4S", "6C 3S QD")
    assert [is_wanted(now.table, seat) for seat in (A, B, C)] == [True, False, False]


def test_or_for_the_one_that_was_called_for_naming_no_suit() -> None:
    now = honour("montanita", "8H KC 5D", "5C 4D 4S", "6C 3S QD")
    called = now.when(Play(A, "8H"), CallFault(B, A)).accepted()
    assert [is_wanted(called.table, seat) for seat in (A, B, C)] == [True, False, False]
