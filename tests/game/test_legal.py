"""L6: what is listed as legal is what is accepted, at tables in any state whatever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from server.cards import deck_of
from server.events.catalog import RematchOffered, RematchRefused, SeatFreed
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.table import Table
from server.projections.own import own_view
from server.protocol.reasons import Rejected
from tests.spec import A, B, C, Given, dealt, given, match_ended, scored, table, turn_of

DECK = deck_of("french52", 1)
SEED = "5e" * 64
switches: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "stacking": st.booleans(),
        "draw_limit": st.sampled_from((None, 1, 2, 3)),
        "voluntary_draw": st.booleans(),
        "drawn_card": st.sampled_from(("may", "must")),
        "rebuild_stock": st.booleans(),
        "starter_eight": st.sampled_from(("buried", "dealer_names")),
        "draw": st.sampled_from(({"2": 2}, {"2": 2, "3": 3}, {"8": 5})),
        "last_card_effect": st.sampled_from(("ignored", "draw_applies")),
    },
)


@st.composite
def tables(draw: st.DrawFn) -> Given:
    """A table in the middle of a round: any cards, anybody's turn, a penalty or a draw or two."""
    cards = draw(st.permutations(DECK.cards))
    seats = draw(st.integers(2, 4))
    chosen = draw(switches)
    sizes = draw(st.lists(st.integers(1, 4), min_size=seats, max_size=seats))
    hands, rest = [], list(cards)
    for size in sizes:
        hands.append(" ".join(rest[:size]))
        rest = rest[size:]
    stock = rest[1 : 1 + draw(st.integers(0, 3))]
    naming = chosen.get("starter_eight") == "dealer_names" and rest[0][0] == "8"
    now = given(
        table("especiales", seats=seats, **chosen),
        dealt(*hands, top=rest[0], stock=" ".join(stock), naming=naming),
    )
    if not naming:
        now = now.also(
            turn_of(
                draw(st.integers(0, seats - 1)),
                pending=draw(st.sampled_from((0, 0, 0, 2, 4))),
                direction=draw(st.sampled_from((1, -1))),
            )
        )
    for _ in range(draw(st.integers(0, 3))):
        now = any_turn(now, draw)
    return now


def any_turn(now: Given, draw: st.DrawFn) -> Given:
    """One legal turn on, if the round still runs."""
    round_ = now.table.round
    if round_ is None:
        return now
    turns = [
        command
        for command in legal_actions(now.table, round_.seat)
        if isinstance(command, c.Play | c.Draw | c.Pass | c.Name)
    ]
    return now.when(draw(st.sampled_from(turns))).accepted()


def wishes(seat: int, table: Table) -> Iterator[c.Command]:
    """Everything that a seat may ask for in this match, sense or nonsense."""
    for card in DECK.cards:
        yield from (c.Play(seat, card, suit) for suit in ("", *DECK.suits, "X"))
    yield from (c.Draw(seat), c.Pass(seat))
    yield from (c.Name(seat, suit) for suit in (*DECK.suits, "X"))
    yield c.NextRound(seat, table.match, table.round_number, SEED)
    yield c.Abandon(seat, table.match)
    yield c.OfferRematch(seat, table.match, SEED)
    yield c.AcceptRematch(seat, table.match, SEED)
    yield c.RefuseRematch(seat, table.match)


def wish(table: Table, command: c.Command) -> tuple[str, str, str]:
    """A wish without what does not matter for its judgement (the suit sent along is D27's)."""
    card = getattr(command, "card", "")
    suit = getattr(command, "suit", "")
    if card and table.round is not None and len(table.round.hands[table.round.seat]) == 1:
        suit = ""
    return type(command).__name__, card, suit


def accepted(table: Table, command: c.Command) -> bool:
    try:
        return bool(decide(table, command))
    except Rejected:
        return False


@settings(max_examples=120)
@forall(tables())
def test_what_is_listed_as_legal_is_what_is_accepted(now: Given) -> None:
    table = now.table
    for seat in range(-1, len(table.seats) + 1):
        listed = {wish(table, command) for command in legal_actions(table, seat)}
        taken = {wish(table, w) for w in wishes(seat, table) if accepted(table, w)}
        assert listed == taken, seat


PHASES = {
    "lobby": given(table(seats=3)),
    "between": given(table(robots=(B,)), scored(1, 0, 0)),
    "over": given(table(), scored(160, 0, 0), match_ended(A, 1, 2, 2)),
    "offered": given(
        table(robots=(C,)), scored(160, 0, 0), match_ended(A, 1, 2, 2), RematchOffered(A)
    ),
    "refused": given(
        table(), scored(160, 0, 0), match_ended(A, 1, 2, 2), RematchOffered(B), RematchRefused(A)
    ),
    "left": given(table(), scored(160, 0, 0), match_ended(A, 1, 2, 2), SeatFreed(B)),
    "abandoned": given(table(), dealt("2C", "3C", "4C", top="5C")).when(c.Abandon(B, 1)).accepted(),
    "expired": given(table(), dealt("2C", "3C", "4C", top="5C")).when(c.Expire(2**50)).accepted(),
}


@pytest.mark.parametrize("phase", PHASES)
def test_outside_a_round_too_what_is_listed_is_what_is_accepted(phase: str) -> None:
    now = PHASES[phase].table
    for seat in range(-1, len(now.seats) + 1):
        listed = {wish(now, command) for command in legal_actions(now, seat)}
        assert listed == {wish(now, w) for w in wishes(seat, now) if accepted(now, w)}, seat


@settings(max_examples=200)
@forall(tables())
def test_whoever_is_in_turn_can_always_do_something_and_nobody_else_can(now: Given) -> None:
    """L5."""
    table = now.table
    if table.round is None:
        return
    for seat in range(len(table.seats)):
        acts = [
            command
            for command in legal_actions(table, seat)
            if isinstance(command, c.Play | c.Draw | c.Pass | c.Name)
        ]
        assert bool(acts) == (seat == table.round.seat)


@settings(max_examples=120)
@forall(tables())
def test_the_view_offers_what_is_legal_and_says_why_not_for_the_rest(now: Given) -> None:
    table = now.table
    for seat in range(len(table.seats)):
        own, may = own_view(table, seat), now.may(seat)
        plays = {
            f"play {card} suit {suit}" if card in own.actions.suit_with else f"play {card}"
            for card in own.actions.play
            for suit in own.actions.suits or ("",)
        }
        assert plays == {act for act in may if act.startswith("play")}
        assert bool(own.actions.draw) == ("draw" in may)
        assert own.actions.passing == ("pass" in may)
        assert own.actions.name == any(act.startswith("name") for act in may)
        if table.round is None:
            continue
        assert own.why.draw == refusal(table, c.Draw(seat))
        assert own.why.passing == refusal(table, c.Pass(seat))
        for card in set(own.hand) - set(own.actions.play):
            suit = "S" if card[0] == "8" else ""
            assert own.why.play == refusal(table, c.Play(seat, card, suit))


def refusal(table: Table, command: c.Command) -> str:
    try:
        decide(table, command)
    except Rejected as rejected:
        return rejected.reason.value
    return ""
