"""L5 and L6 by every house's rules: who must act can, and what is listed is what is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from server.cards import deck_of
from server.events.catalog import RoundDealt
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.table import Table, deck_in_play
from server.protocol.reasons import Rejected
from server.rules.door import FOLLOW_SCORING, packs_for
from server.rules.matching import may_start
from tests.laws import cards_of, check_offers, words
from tests.projections.wishes import WISHES, wish
from tests.rules.some_rules import rule_sets
from tests.spec import NOON, given, match_started, seed, table

WISHES_MOST = 40
# By chance and not by Hypothesis, which likes the same few wishes too much to get anywhere.
KINDS = (*WISHES, *("act",) * 12, "leave_unnamed", "call", "call", "call")


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Table, ...]:
    """A table at every moment of a round, wherever these wishes have led."""
    rules = draw(rule_sets(most=5))
    chosen = {key: getattr(rules, key) for key in (*rules.changed, *FOLLOW_SCORING)}
    if draw(st.booleans()):
        chosen |= {"enforcement": "honour", "turn_seconds": 60}
    seats = draw(st.integers(2, 4))
    made = given(table(rules.preset, seats, **chosen))
    chance = Random(draw(st.integers(0, 2**32)))
    deal = _deal(made.table, seats, chance, chance.randrange(1, 7))
    now = made.went_on((match_started(made.table), deal), NOON)
    moments = [now.table]
    for _ in range(chance.randrange(WISHES_MOST)):
        if now.table.round is None:
            break
        command = wish(now.table, 0, chance.choice(KINDS), chance.randrange(1_000))
        try:
            events = decide(now.table, command)
        except Rejected:
            continue
        at_ms = max(now.table.at_ms + 1, command.at_ms)
        now = now.went_on(events, at_ms)
        moments.append(now.table)
    return tuple(moments)


def _deal(table: Table, seats: int, random: Random, size: int) -> RoundDealt:
    deck = deck_of(table.rules.pack, packs_for(table.rules, seats))
    order = random.sample(deck.cards, len(deck.cards))
    while not may_start(table.rules, deck.rank[order[0]]):
        order = [*order[1:], order[0]]
    hands = tuple(tuple(order[1 + s * size : 1 + (s + 1) * size]) for s in range(seats))
    return RoundDealt(
        round=1,
        deal=1,
        dealer=seats - 1,
        first=0,
        direction=1,
        starter=order[0],
        active=deck.suit[order[0]],
        turn=1,
        hand_sizes=(size,) * seats,
        stock_cards=4,
        hands=hands,
        stock=tuple(order[1 + seats * size :][: random.choice((0, 1, 4, 20))]),
        next_seed=seed(2),
    )


def wishes(table: Table, seat: int) -> Iterator[c.Command]:
    """Everything that a seat may ask for in a round, sense and nonsense."""
    assert table.round is not None
    deck = deck_in_play(table)
    hand = table.round.hands[seat] if seat < len(table.seats) else ()
    for card in (*hand, table.round.pile[-1], *table.round.stock[:1], "XX"):
        for suit in ("", *deck.suits, "X"):
            yield c.Play(seat, card, suit)
            yield c.Play(seat, card, suit, announce=True)
    yield from (c.Draw(seat), c.Pass(seat), c.Pass(seat, announce=True), c.Announce(seat))
    yield from (c.Name(seat, suit) for suit in (*deck.suits, "X"))
    yield from (c.CallFault(seat, accused) for accused in range(-1, len(table.seats) + 1))


def said(table: Table, command: c.Command) -> str:
    """A wish in words, but for the suit of a card that empties a hand: that is dropped (D27)."""
    assert table.round is not None
    if isinstance(command, c.Play) and len(table.round.hands[command.seat]) == 1:
        return f"play {command.card}"
    return words(command)


def accepted(table: Table, command: c.Command) -> bool:
    try:
        return bool(decide(table, command))
    except Rejected:
        return False


@settings(max_examples=120)
@forall(rounds())
def test_by_any_rules_what_is_listed_and_offered_is_what_is_accepted(
    moments: tuple[Table, ...],
) -> None:
    for now in moments:
        if now.round is None:
            continue
        assert cards_of(now) == cards_of(moments[0])
        check_offers(now)
        for seat in range(len(now.seats) + 1):
            listed = {said(now, known) for known in legal_actions(now, seat)} - {"abandon"}
            assert listed == {said(now, w) for w in wishes(now, seat) if accepted(now, w)}
