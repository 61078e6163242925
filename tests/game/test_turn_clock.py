"""The clock of a turn: what happens when a seat has used up its time (RULES.md §9, D16)."""

from __future__ import annotations

from typing import Any

import pytest

from server.events.catalog import (
    CardsDrawn,
    FaultCalled,
    MatchEnded,
    RoundClosed,
    SuitDemanded,
    SuitNamed,
    TurnPassed,
    TurnTimedOut,
)
from server.game.commands import (
    Announce,
    CallFault,
    CloseForAbsence,
    Draw,
    Name,
    Pass,
    Play,
    TimeOut,
)
from server.game.deadlines import due_at_ms, due_command
from server.game.faults import turn_ends_ms
from server.protocol.reasons import Reason
from tests.spec import (
    HOUR_MS,
    NOON,
    A,
    B,
    C,
    Given,
    dealt,
    given,
    like,
    moved,
    owes,
    table,
    turn_of,
)

MINUTE_MS = 60_000
STOCK = "9D 9H TD TH 8C 8D JC JD"


def timed(*hands: str, top: str = "7C", preset: str = "montanita", **switches: Any) -> Given:
    chosen = {"turn_seconds": 60, **switches}
    return given(table(preset, **chosen), dealt(*hands, top=top, stock=STOCK))


HANDS = ("4H KC 5D", "5C 4D 4S", "6C 3S QD")


def slow(seat: int, turn: int = 1) -> TimeOut:
    return TimeOut(seat, turn, at_ms=NOON + MINUTE_MS)


def test_without_a_clock_a_turn_has_no_end() -> None:
    now = timed(*HANDS, turn_seconds=None)
    assert turn_ends_ms(now.table) == 0
    now.when(TimeOut(A, 1, at_ms=NOON + 100 * HOUR_MS)).refused(Reason.STALE)


def test_with_one_a_turn_ends_after_its_seconds() -> None:
    now = timed(*HANDS)
    assert turn_ends_ms(now.table) == due_at_ms(now.table) == NOON + MINUTE_MS
    assert due_command(now.table, NOON + MINUTE_MS) == slow(A)


@pytest.mark.parametrize(("preset", "cards"), [("montanita", 3), ("familiar", 0), ("clasico", 0)])
def test_whoever_is_slow_is_fined_and_its_turn_ends(preset: str, cards: int) -> None:
    """The fault table: three in Montañita, nothing elsewhere; in strict games too."""
    drawn = tuple(STOCK.split()[:cards])
    fined = (CardsDrawn(A, cards, fine="slow", cards=drawn),) if cards else ()
    timed(*HANDS, preset=preset).when(slow(A)).then(TurnTimedOut(A), *fined, moved(B))


def test_in_jiu_jitsu_being_slow_costs_nothing_but_the_turn() -> None:
    now = given(table("jiujitsu", turn_seconds=60), dealt("b1#0", "b2#0 b3#0", "n1#0", top="b7#0"))
    now.when(slow(A)).then(TurnTimedOut(A), moved(B))


def test_before_its_time_is_over_nobody_is_slow() -> None:
    timed(*HANDS).when(TimeOut(A, 1, at_ms=NOON + MINUTE_MS - 1)).refused(
        Reason.NOT_ABSENT_YET, at_ms=NOON + MINUTE_MS
    )


def test_a_time_that_is_over_for_another_seat_or_turn_is_stale() -> None:
    timed(*HANDS).when(slow(B)).refused(Reason.STALE)
    timed(*HANDS).when(slow(A, turn=7)).refused(Reason.STALE)


def test_a_draw_does_not_start_the_clock_anew_and_the_next_turn_does() -> None:
    now = timed("4H KH 5D", "5C 4D 4S", "6C 3S QD").when(Draw(A, at_ms=NOON + 50_000)).accepted()
    assert turn_ends_ms(now.table) == NOON + MINUTE_MS
    now = timed(*HANDS).when(Play(A, "KC", at_ms=NOON + 50_000)).accepted()
    assert turn_ends_ms(now.table) == NOON + 50_000 + MINUTE_MS


def test_a_penalty_that_is_owed_is_paid() -> None:
    timed(*HANDS, top="3C").also(owes(B, 3)).when(slow(B, turn=2)).then(
        TurnTimedOut(B),
        CardsDrawn(B, 3, fine="slow", cards=("9D", "9H", "TD")),
        CardsDrawn(B, 3, penalty=3, cards=("TH", "8C", "8D")),
        moved(C),
    )


def test_of_a_penalty_half_drawn_the_rest_is_paid() -> None:
    timed(*HANDS, top="3C", fines={}).also(owes(B, 3)).when(Draw(B), slow(B, turn=2)).then(
        TurnTimedOut(B), CardsDrawn(B, 2, penalty=2, cards=("9H", "TD")), moved(C)
    )


def test_another_play_is_given_up() -> None:
    timed("AC 4H KC", *HANDS[1:], fines={}).when(Play(A, "AC"), slow(A, turn=2)).then(
        TurnTimedOut(A), moved(B)
    )


# A suit that is owed


def demanded(**switches: Any) -> Given:
    """A wild without a suit was called: A owes its name, and it is B's turn."""
    now = timed("8H KC 5D", *HANDS[1:], enforcement="honour", **switches)
    return now.when(Play(A, "8H"), CallFault(B, A)).has(like(SuitDemanded, seat=A))


def test_a_suit_that_is_owed_is_named_by_the_cards_own() -> None:
    demanded(fines={"unnamed": 0}).when(slow(A, turn=2)).then(
        TurnTimedOut(A), SuitNamed(A, "H"), moved(B)
    )


def test_a_card_without_a_suit_names_the_one_that_held() -> None:
    now = given(
        table("jiujitsu", turn_seconds=60, enforcement="honour", fines={"unnamed": 0}),
        dealt("EL#0 n1#0 n2#0", "b2#0 b3#0", "n3#0", top="k7#0"),
    )
    now.when(Play(A, "EL#0"), CallFault(B, A), slow(A, turn=2)).then(
        TurnTimedOut(A), SuitNamed(A, "k"), moved(B)
    )


def test_a_dealer_who_names_nothing_names_the_starters_own_suit() -> None:
    now = given(
        table("clasico", turn_seconds=60, starter_eight="dealer_names"),
        dealt("5S", "2C", "3C", top="8H", naming=True, dealer=C),
    )
    now.when(slow(C)).then(TurnTimedOut(C), SuitNamed(C, "H"), moved(A))


def test_while_a_suit_is_owed_the_clock_is_that_of_whoever_owes_it() -> None:
    """And the seat in turn has all its time from when it is named."""
    now = (
        timed("8H KC 5D", *HANDS[1:], enforcement="honour")
        .when(Play(A, "8H", at_ms=NOON + 10_000), CallFault(B, A, at_ms=NOON + 20_000))
        .accepted()
    )
    assert turn_ends_ms(now.table) == NOON + 20_000 + MINUTE_MS
    named = now.when(Name(A, "S", at_ms=NOON + 70_000)).accepted()
    assert turn_ends_ms(named.table) == NOON + 70_000 + MINUTE_MS


def test_naming_of_ones_own_accord_gives_nobody_more_time() -> None:
    now = (
        timed("8H KC 5D", *HANDS[1:], enforcement="honour")
        .when(Play(A, "8H"), Name(A, "S", at_ms=NOON + 30_000))
        .accepted()
    )
    assert turn_ends_ms(now.table) == NOON + MINUTE_MS


# What a time-out is not


def test_a_time_out_is_no_pass_of_a_blocked_table() -> None:
    now = given(table("clasico", turn_seconds=60), dealt("KH", "9D", "6S", top="7C"), turn_of(A))
    after = now.when(Pass(A), Pass(B), TimeOut(C, 4, at_ms=NOON + MINUTE_MS)).accepted()
    assert after.table.round is not None
    after.when(Pass(A)).has(TurnPassed(A, blocks=True))


def test_a_table_is_blocked_only_when_the_one_who_was_slow_has_passed_too() -> None:
    """C might have had a card that fits."""
    now = given(table("clasico", turn_seconds=60), dealt("KH", "9D", "6S", top="7C"), turn_of(A))
    slow_one = now.when(Pass(A), Pass(B), TimeOut(C, 4, at_ms=NOON + MINUTE_MS)).accepted()
    after = slow_one.when(Pass(A), Pass(B)).has(moved(C))
    after.when(Pass(C)).has(like(RoundClosed, how="blocked"))


def test_a_time_out_restarts_neither_absence_nor_expiry() -> None:
    """D16, D37."""
    now = timed(*HANDS).when(slow(A)).accepted()
    assert now.table.moved_ms == NOON
    now.when(CloseForAbsence(A, 2, at_ms=NOON + 48 * HOUR_MS + 1)).has(
        like(MatchEnded, how="absence", loser=B)
    )


@pytest.mark.parametrize("act", [Announce(A, at_ms=NOON + 5), CallFault(B, A, at_ms=NOON + 5)])
def test_neither_do_calls(act: Announce | CallFault) -> None:
    """D37."""
    after = timed("4C KC", *HANDS[1:], enforcement="honour").when(act).accepted()
    assert (after.table.moved_ms, after.table.at_ms) == (NOON, NOON + 5)


def test_plays_draws_passes_and_names_restart_both() -> None:
    """D37."""
    now = timed("8H KC 5D", *HANDS[1:], enforcement="honour")
    for acts in (
        (Play(A, "KC", at_ms=NOON + 5),),
        (Play(A, "8H"), Name(A, "S", at_ms=NOON + 5)),
        (Play(A, "8H"), Play(B, "4D", at_ms=NOON + 5)),
    ):
        assert now.when(*acts).accepted().table.moved_ms == NOON + 5
    drawing = timed("4H KH 5D", *HANDS[1:]).when(Draw(A, at_ms=NOON + 5)).accepted()
    assert drawing.table.moved_ms == NOON + 5


def test_after_a_time_out_what_was_played_before_can_no_longer_be_called() -> None:
    now = timed(*HANDS, enforcement="honour").when(Play(A, "4H"), slow(B, turn=2)).accepted()
    now.when(CallFault(C, A)).has(FaultCalled(C, A, ""))
