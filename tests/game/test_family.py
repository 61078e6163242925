"""The family game: one card a turn, a stock that is rebuilt, and its variants (RULES.md §3–6)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from server.cards import deck_of
from server.events.catalog import (
    CardPlayed,
    CardsDrawn,
    RoundClosed,
    StockRebuilt,
    TurnPassed,
)
from server.game import commands as c
from server.game.commands import Draw, Pass, Play
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.table import new_table
from server.protocol.reasons import Reason
from tests.spec import TABLE, A, B, C, Given, dealt, given, like, moved, owes, table, turn_of

COMMANDS_MOST = 3_000


def family(*hands: str, top: str = "7C", stock: str = "", seats: int = 3, **more: Any) -> Given:
    chosen = {"last_card_call": "off", **more}
    return given(table("familiar", seats=seats, **chosen), dealt(*hands, top=top, stock=stock))


# One card a turn


def test_one_card_is_drawn_and_then_there_is_only_the_pass() -> None:
    """The turn never ends by itself (D29)."""
    now = (
        family("KS 3S", "2D", "2S", stock="4D 9C")
        .when(Draw(A))
        .then(CardsDrawn(A, 1, cards=("4D",)))
    )
    assert now.may(A) == {"pass", "abandon"}
    now.when(Draw(A)).refused(Reason.DRAW_LIMIT, limit=1)
    now.when(Play(A, "KS")).refused(Reason.DOES_NOT_MATCH)


def test_the_drawn_card_may_be_played_or_kept() -> None:
    now = family("KS 3S", "2D", "2S", stock="9C 4D").when(Draw(A)).accepted()
    assert now.may(A) == {"play 9C", "pass", "abandon"}
    now.when(Pass(A)).then(TurnPassed(A), moved(B))


def test_holding_a_match_nobody_draws() -> None:
    family("7S 3S", "2D", "2S", stock="4D").when(Draw(A)).refused(Reason.CAN_PLAY)


def test_drawing_at_will_is_a_switch() -> None:
    family("7S 3S", "2D", "2S", stock="4D", voluntary_draw=True).when(Draw(A)).accepted()


def test_the_last_card_of_the_stock_ends_nothing_by_itself() -> None:
    """Stock 9♦, top J♣; the new stock is made when it is next needed (D5)."""
    now = family("KD 6D 2S", "2H 5C", "3H", top="JC", stock="9D").when(Draw(A)).accepted()
    assert now.may(A) == {"pass", "abandon"}
    after = now.when(Pass(A)).then(TurnPassed(A, blocks=True), moved(B))
    assert after.table.round is not None
    assert (after.table.round.pile, after.table.round.rebuilds) == (("JC",), 0)


def test_a_penalty_that_outlasts_the_stock_is_drawn_across_the_rebuild() -> None:
    """Three, then the other nineteen are shuffled, then one more."""
    deck = [card for card in deck_of("french52", 1).cards if card not in ("2C", "KH")]
    under, stock = deck[:19], deck[19:22]
    now = given(
        table("familiar", draw="2:2", last_card_call="off"),
        dealt(" ".join([*under[1:], "2C"]), "KH", "KS", top=under[0], stock=" ".join(stock)),
    )
    for card in (*under[1:], "2C"):
        now = now.also(CardPlayed(A, card, active=card[1]), turn_of(A))
    now = now.also(owes(B, 4))
    after = now.when(Draw(B)).has(
        CardsDrawn(B, 3, penalty=4, cards=tuple(stock)), like(StockRebuilt, cards=19)
    )
    assert after.table.round is not None
    assert (len(after.table.round.stock), after.table.round.pile) == (18, ("2C",))
    assert (after.table.round.pending, after.table.round.seat) == (0, C)


def test_with_every_card_in_hands_nothing_is_drawn_and_one_passes() -> None:
    """J1 holds nothing that fits; then 5♣ comes under 9♣ and can be drawn."""
    others = [card for card in deck_of("french52", 1).cards if card not in ["KC", "QS", "JD", "5H"]]
    now = family("KC QS JD", " ".join(others), top="5H", seats=2)
    now.when(Draw(A)).refused(Reason.STOCK_EMPTY)
    passed = now.when(Pass(A)).then(TurnPassed(A, blocks=True), moved(B))
    after = passed.when(Play(B, "9H"), Draw(A))
    after.then(StockRebuilt(1, 1, stock=("5H",)), CardsDrawn(A, 1, cards=("5H",)))


@pytest.mark.parametrize("chance", range(3))
def test_three_rebuilds_of_a_game_by_chance_lose_and_double_no_card(chance: int) -> None:
    """After every event the 52 faces, each once; after a rebuild the pile is one card."""
    random = Random(chance)
    now = given(table("familiar", draw_limit=None, voluntary_draw=True, last_card_call="off"))
    now = now.when(c.Start(A, 1, random.randbytes(64).hex())).accepted()
    for _ in range(COMMANDS_MOST):
        round_ = now.table.round
        if round_ is None:
            now = now.when(
                c.NextRound(A, 1, now.table.round_number, random.randbytes(64).hex())
            ).accepted()
            continue
        legal = legal_actions(now.table, round_.seat)
        turns = [act for act in legal if isinstance(act, Play | Draw | Pass)]
        draws = [act for act in turns if isinstance(act, Draw)]
        act = draws[0] if draws and random.random() < 0.8 else random.choice(turns)
        now = _quickly(now, act)
        round_ = now.table.round
        if round_ is None:
            continue
        there = [*round_.stock, *round_.pile, *(card for hand in round_.hands for card in hand)]
        assert Counter(there) == Counter(deck_of("french52", 1).cards)
        if any(isinstance(event, StockRebuilt) for event in now.commits[-1].events):
            assert len(round_.pile) == 1
        if round_.rebuilds == 3:
            return
    raise AssertionError("never three rebuilds in one round")


def _quickly(now: Given, command: c.Command) -> Given:
    """Accepted, without the laws that read the whole log again."""
    return now.went_on(decide(now.table, command), now.table.at_ms)


def test_a_rebuilt_stock_comes_out_the_same_after_a_restart() -> None:
    """The order stands in the log, nothing is shuffled again."""
    now = family("KH QH JH TH", "2D 9D 4D", "2S 6S 7S", top="7C", draw_limit=None)
    for card in ("2S", "6S"):
        now = now.also(CardPlayed(C, card, active="S"))
    now = now.also(turn_of(A)).when(Draw(A)).accepted()
    assert now.table.round is not None
    noted = now.table.round.stock
    read = new_table(TABLE)
    for commit in now.commits:
        read = fold(read, commit)
    assert read.round is not None
    assert read.round.stock == noted


# Eights


def test_an_eight_goes_on_an_eight_unless_the_table_says_otherwise() -> None:
    family("8H 3S", "2D", "2S", top="8C").when(Play(A, "8H", "S")).accepted()
    now = family("8H 3S", "2D", "2S", top="8C", stock="4D", eight_on_eight=False)
    now.when(Play(A, "8H", "S")).refused(Reason.DOES_NOT_MATCH)


def test_not_even_to_follow_the_suit_that_was_named() -> None:
    now = family("8C 3S", "8H KD 2H", "2S", stock="4D", eight_on_eight=False)
    now.when(Play(A, "8C", "H"), Play(B, "8H", "S")).refused(
        Reason.DOES_NOT_MATCH, suit="H", ranks=()
    )
    now.when(Play(A, "8C", "H"), Play(B, "2H")).accepted()


def test_an_eight_names_a_suit_unless_it_is_silent() -> None:
    family("8H 3S", "2D", "2S").when(Play(A, "8H")).refused(Reason.SUIT_NEEDED)
    family("8H 3S", "2D", "2S", silent_eight=True).when(Play(A, "8H")).then(
        CardPlayed(A, "8H", active="H"), moved(B)
    )


def test_a_silent_eight_takes_no_name() -> None:
    family("8H 3S", "2D", "2S", silent_eight=True).when(Play(A, "8H", "S")).refused(
        Reason.SUIT_NOT_ASKED
    )


# Action cards, chosen singly


def test_jacks_queens_and_twos_do_nothing_unless_chosen() -> None:
    for card in ("JC", "QC", "2C"):
        family(f"{card} 3S", "5D", "2S").when(Play(A, card)).then(
            CardPlayed(A, card, active="C"), moved(B)
        )


def test_a_jack_skips_where_that_is_chosen() -> None:
    family("JC 3S", "5D", "2S", skip="J").when(Play(A, "JC")).has(moved(C, skipped=(B,)))


def test_a_queen_turns_the_way_where_that_is_chosen() -> None:
    family("QC 3S", "5D", "2S", reverse="Q").when(Play(A, "QC")).has(
        moved(C, reversed=True, direction=-1)
    )


def test_between_two_a_queen_that_turns_does_nothing() -> None:
    """D6): never a silent skip."""
    family("QC 3S", "5D 2S", seats=2, reverse="Q").when(Play(A, "QC")).then(
        CardPlayed(A, "QC", active="C"), moved(B, direction=1)
    )


def test_a_two_makes_draw_where_that_is_chosen() -> None:
    family("2C 3S", "5D", "2S", draw="2:2").when(Play(A, "2C")).has(moved(B, pending=2))


def test_a_two_as_last_card_makes_nobody_draw() -> None:
    family("2C", "5D", "2S", draw="2:2").when(Play(A, "2C")).then(
        CardPlayed(A, "2C", active="C"), like(RoundClosed, winner=A, totals=(0, 5, 2))
    )
