"""What is refused, in which order it is judged, and that nothing has happened then."""

from __future__ import annotations

import pytest

from server.game import commands as c
from server.game.commands import Draw, Name, Pass, Play
from server.game.decide import decide
from server.protocol.reasons import Reason, Rejected
from tests.spec import (
    NOON,
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
    turn_of,
)


def running() -> Given:
    return given(table(), dealt("KC 3S 8D", "2C", "2D", top="7H", stock="9S"))


def reason_of(now: Given, command: c.Command) -> Reason:
    with pytest.raises(Rejected) as caught:
        decide(now.table, command)
    return caught.value.reason


def test_seven_misplays_have_seven_reasons() -> None:
    over = given(table(seats=2), scored(120, 20), match_ended(A, 1, 2))
    reasons = [
        reason_of(running(), Play(B, "2C")),
        reason_of(running(), Play(A, "2C")),
        reason_of(running(), Play(A, "3S")),
        reason_of(running(), Play(A, "8D")),
        reason_of(over, Play(A, "8D", "S")),
        reason_of(running(), Play(A, "3S", turn=7)),
        reason_of(running(), Play(A, "11C")),
    ]
    assert reasons == [
        Reason.NOT_YOUR_TURN,
        Reason.NOT_IN_HAND,
        Reason.DOES_NOT_MATCH,
        Reason.SUIT_NEEDED,
        Reason.MATCH_OVER,
        Reason.STALE,
        Reason.UNKNOWN_CARD,
    ]


@pytest.mark.parametrize(
    "command",
    [Play(B, "2C"), Play(B, "KC"), Play(B, "11C"), Play(B, "8D", "X"), Draw(B), Pass(B)],
    ids=str,
)
def test_out_of_turn_the_answer_is_the_same_whatever_is_asked(command: c.Command) -> None:
    """Nothing can be learnt of a hand by naming cards."""
    running().when(command).refused(Reason.NOT_YOUR_TURN, seat=A)


def test_a_card_in_anothers_hand_and_one_in_the_stock_get_the_same_answer() -> None:
    now = running()
    facts = []
    for card in ("2C", "9S", "7H"):
        with pytest.raises(Rejected) as caught:
            decide(now.table, Play(A, card))
        facts.append((caught.value.reason, caught.value.facts))
    assert facts == [(Reason.NOT_IN_HAND, {"card": card}) for card in ("2C", "9S", "7H")]


@pytest.mark.parametrize("command", [Play(A, "2C"), Play(A, "3S"), Pass(A)], ids=str)
def test_a_refused_action_does_not_move_the_turn(command: c.Command) -> None:
    """Whoever comes next is still not in turn."""
    before = running()
    with pytest.raises(Rejected):
        decide(before.table, command)
    before.when(Play(B, "2C")).refused(Reason.NOT_YOUR_TURN, seat=A)
    before.when(Draw(A)).accepted()


@pytest.mark.parametrize(
    "command", [Play(A, "KC", turn=1), Draw(A, 1), Pass(A, 1), Name(A, "S", 1)]
)
def test_what_was_decided_on_an_earlier_turn_is_stale(command: c.Command) -> None:
    """Also for whoever is in turn again by now: the click was meant for the turn before."""
    running().also(turn_of(B), turn_of(C), turn_of(A)).when(command).refused(Reason.STALE)


def test_a_click_of_the_turn_before_is_stale_and_not_out_of_turn() -> None:
    """The second of two tabs is judged on the new turn."""
    now = given(table(), dealt("7C 7S", "2C", "2D", top="7H")).when(Play(A, "7C", turn=1))
    now.accepted().when(Play(A, "7S", turn=1)).refused(Reason.STALE)


@pytest.mark.parametrize("command", [Play(A, "KC"), Draw(A), Pass(A), Name(A, "S")])
def test_before_the_start_nobody_plays(command: c.Command) -> None:
    given(table()).when(command).refused(Reason.NOT_STARTED)
    given().when(command).refused(Reason.NOT_STARTED)


@pytest.mark.parametrize("command", [Play(A, "KC"), Draw(A), Pass(A), Name(A, "S")])
def test_between_rounds_nobody_plays(command: c.Command) -> None:
    given(table(), scored(1, 0, 0)).when(command).refused(Reason.ROUND_OVER)


@pytest.mark.parametrize("command", [Play(A, "KC"), Draw(A), Pass(A), Name(A, "S")])
def test_after_the_match_nobody_plays(command: c.Command) -> None:
    given(table(seats=2), scored(120, 20), match_ended(A, 1, 2)).when(command).refused(
        Reason.MATCH_OVER
    )


@pytest.mark.parametrize("command", [Play(A, "KC"), Draw(A), Pass(A), Name(A, "S")])
def test_at_a_closed_table_nobody_plays(command: c.Command) -> None:
    now = given(table(people=1)).when(c.Leave(A)).accepted()
    now.when(command).refused(Reason.TABLE_CLOSED)


@pytest.mark.parametrize("seat", [-1, 3, 49])
def test_who_watches_is_not_in_turn(seat: int) -> None:
    now = given(table(seats=4, people=3), dealt("KC", "2C", "2D", top="7H", stock="9S"))
    for command in (Play(seat, "KC"), Draw(seat), Pass(seat)):
        now.when(command).refused(Reason.NOT_YOUR_TURN)


@pytest.mark.parametrize("seat", [-1, 3, 49])
def test_on_trust_too_who_watches_plays_nothing(seat: int) -> None:
    """A card out of turn is for those who hold cards."""
    now = given(
        table("montanita", seats=4, people=3, enforcement="honour"),
        dealt("KC 4D", "2C 5D", "2D 6D", top="7H", stock="9S"),
    )
    now.when(Play(seat, "2D")).refused(Reason.NOT_YOUR_TURN)


def test_a_penalty_is_told_before_the_suit_that_is_missing() -> None:
    given(table("especiales"), dealt("3C", "8H KC", "5C", top="2C"), owes(B, 2)).when(
        Play(B, "8H")
    ).refused(Reason.MUST_ANSWER)


def test_a_card_that_is_not_held_is_told_before_the_penalty() -> None:
    given(table("especiales"), dealt("3C", "8H KC", "5C", top="2C"), owes(B, 2)).when(
        Play(B, "2D")
    ).refused(Reason.NOT_IN_HAND)


def test_rules_that_a_table_began_with_are_not_changed() -> None:
    """The commands know no such wish, and the rules stand on the start of the match."""
    kinds = [kind.__name__ for kind in c.Command.__args__]
    assert not [name for name in kinds if "Rule" in name or "Target" in name or "Switch" in name]


def test_time_goes_in_with_the_command_and_changes_no_other_judgement() -> None:
    """A play three days late is as good as one at once."""
    for at_ms in (0, NOON, NOON + 10**9):
        given(table(), dealt("7C 7S", "2C", "2D", top="7H")).when(
            Play(A, "7C", at_ms=at_ms)
        ).accepted()


def test_a_seed_in_a_refused_command_is_not_used() -> None:
    now = given(table(), dealt("KC", "2C", "2D", top="7H"))
    now.when(c.NextRound(A, 1, 1, seed(9))).refused(Reason.ROUND_RUNNING)
    assert now.table.seed == seed(2)
