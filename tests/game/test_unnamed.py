"""Wilds for which no suit was named (RULES.md §9)."""

from __future__ import annotations

from server.events.catalog import (
    CardPlayed,
    FaultCalled,
    SuitNamed,
)
from server.game.commands import CallFault, Name, Play
from server.protocol.reasons import Reason
from tests.game.honour import honour, jiujitsu
from tests.spec import A, B, C, Given, moved

# A wild for which no suit was named


def unnamed(*hands: str) -> Given:
    return honour("montanita", *hands).when(Play(A, "8H")).accepted()


def test_unnamed_and_uncalled_any_card_may_follow() -> None:
    """D19."""
    now = unnamed("8H KC 5D", "5C 4D 4S", "6C 3S QD")
    now.when(Play(B, "4S")).then(CardPlayed(B, "4S", active="S"), moved(C))


def test_whoever_played_it_may_name_until_the_next_seat_acts() -> None:
    now = unnamed("8H KC 5D", "5C 4D 4S", "6C 3S QD")
    assert {"name S", "name C"} < now.may(A)
    after = now.when(Name(A, "S")).then(SuitNamed(A, "S"))
    after.when(Play(B, "5C")).has(CardPlayed(B, "5C", active="C", faults="wrong_card"))
    after.when(CallFault(B, A)).has(FaultCalled(B, A, ""))


def test_nobody_else_names_it() -> None:
    now = unnamed("8H KC 5D", "5C 4D 4S", "6C 3S QD")
    now.when(Name(C, "S")).refused(Reason.NOT_YOUR_TURN)
    now.when(Name(B, "S")).refused(Reason.NOTHING_TO_NAME)


def test_once_the_next_seat_has_acted_it_is_too_late_to_name() -> None:
    now = unnamed("8H KC 5D", "5C 4D 4S", "6C 3S QD").when(Play(B, "4S")).accepted()
    now.when(Name(A, "S")).refused(Reason.NOT_YOUR_TURN)


def test_once_called_its_seat_alone_may_act_and_must_name() -> None:
    now = unnamed("8H KC 5D", "5C 4D 4S", "6C 3S QD").when(CallFault(B, A)).accepted()
    names = {"name C", "name D", "name H", "name S"}
    assert {act for act in now.may(A) if act.split()[0] != "call"} == names | {"abandon"}
    assert not {act.split()[0] for act in now.may(B)} & {"play", "draw", "pass", "name"}
    after = now.when(Name(A, "S")).then(SuitNamed(A, "S"), moved(B))
    assert after.table.turn == now.table.turn + 1
    after.when(Play(B, "4S")).has(CardPlayed(B, "4S", active="S"))


def test_what_was_called_once_is_not_fined_again() -> None:
    """One card, one fine: a second call of the same finds nothing."""
    now = unnamed("8H KC 5D", "5C 4D 4S", "6C 3S QD").when(CallFault(B, A)).accepted()
    now.when(CallFault(C, A)).has(FaultCalled(C, A, ""))


def test_a_joker_leaves_an_unnamed_suit_unnamed() -> None:
    """D19."""
    now = unnamed("8H KC 5D", "JK#0 4D 4S", "6C 2S QD").when(Play(B, "JK#0"))
    after = now.has(CardPlayed(B, "JK#0", active="H", unnamed=True)).table
    assert after.round is not None
    assert after.round.namer == -1


def test_on_an_unnamed_draw_five_any_draw_two_answers() -> None:
    """D19."""
    now = jiujitsu("+5#0 b1#0 n1#0", "p+#0 n2#0", "n4#0 n5#0").when(Play(A, "+5#0"))
    now.has(moved(B, pending=5)).when(Play(B, "p+#0")).has(
        CardPlayed(B, "p+#0", active="p"), moved(C, pending=7)
    )
