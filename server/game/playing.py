"""Playing a card: what may be played, what is wrong with it, and what follows from it."""

from __future__ import annotations

from msgspec.structs import replace

from server.cards import Card, Deck
from server.events.catalog import AnyEvent, CardPlayed, CardsDrawn, TurnMoved, WentOut
from server.game.calls import may_ride
from server.game.closing import Close, close_round
from server.game.commands import Play
from server.game.dealing import draw_cards
from server.game.evolve_round import in_round
from server.game.table import (
    Round,
    Seat,
    Table,
    ask_of,
    deck_in_play,
    drawable,
    holding,
    next_holding,
)
from server.protocol.reasons import Reason, Rejected
from server.rules.effects import Plan, names_a_suit, naming_ranks, plan_for
from server.rules.matching import matches, serving_ranks

OUT_OF_TURN = "out_of_turn"
WRONG_CARD = "wrong_card"
UNNAMED = "unnamed"


# What may be played


def fitting(
    table: Table, round_: Round, seat: Seat, cards: tuple[Card, ...] | None = None
) -> tuple[Card, ...]:
    """Cards of the seat that go on the pile by the rules, in the order of its hand; only those
    among `cards`, if given.

    Between the two draws of a penalty only the card just drawn may answer, and only if the hand
    held no answer before.
    """
    rules, deck = table.rules, deck_in_play(table)
    ask = ask_of(round_, deck)
    if cards is None:
        cards = round_.hands[seat]
    if round_.paid and seat == round_.seat:
        drawn = () if round_.answered else round_.drawn
        cards = tuple(card for card in cards if card in drawn)
    return tuple([card for card in cards if matches(rules, deck, ask, card)])


def playable(
    table: Table, round_: Round, seat: Seat, fits: tuple[Card, ...] | None = None
) -> tuple[Card, ...]:
    """Cards that are accepted from this seat now; `fits` are those of `fitting`, if known already.

    In honour mode that is every card of the hand, but for the one that would empty it.
    """
    if round_.naming:
        return ()
    honour = table.rules.enforcement == "honour"
    if seat != round_.seat and not honour:
        return ()
    hand = round_.hands[seat]
    if seat != round_.seat:
        return hand if may_break_in(table, round_, seat) else ()
    if honour and len(hand) > 1:
        return hand
    return fitting(table, round_, seat) if fits is None else fits


def may_break_in(table: Table, round_: Round, seat: Seat) -> bool:
    """Whether a card out of turn is accepted: in honour mode, where that fault has its fine, from
    whoever holds two cards or more, unless a penalty or a suit is owed."""
    rules = table.rules
    return (
        rules.enforcement == "honour"
        and OUT_OF_TURN in rules.fines
        and not round_.pending
        and not round_.naming
        and len(round_.hands[seat]) > 1
    )


def goes_on(table: Table, round_: Round, seat: Seat) -> bool:
    """Whether the round goes on when this seat has played its last card."""
    others = sum(other != seat for other in holding(round_))
    return table.rules.play_on and others > 1


def asking(table: Table, round_: Round, seat: Seat, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Those of `cards` that name a suit: a wild does, unless it empties the hand and has its own,
    or play ends with it."""
    naming, deck = naming_ranks(table.rules), deck_in_play(table)
    wild = tuple([card for card in cards if deck.rank[card] in naming])
    if not wild or len(round_.hands[seat]) > 1:
        return wild
    return tuple(c for c in wild if not deck.suit[c] and goes_on(table, round_, seat))


def may_stay_unnamed(table: Table, round_: Round, seat: Seat) -> bool:
    """Whether a wild is accepted without a suit, as a fault that somebody may call."""
    rules = table.rules
    honour = rules.enforcement == "honour" and UNNAMED in rules.fines
    return honour and len(round_.hands[seat]) > 1


def check_play(table: Table, round_: Round, command: Play) -> None:
    """Raises: Rejected if the card is not accepted."""
    deck = deck_in_play(table)
    seat, card = command.seat, command.card
    if card not in deck.place:
        raise Rejected(Reason.UNKNOWN_CARD)
    if round_.naming:
        raise Rejected(Reason.MUST_NAME)
    if card not in round_.hands[seat]:
        raise Rejected(Reason.NOT_IN_HAND, card=card)
    if card not in playable(table, round_, seat, fitting(table, round_, seat, (card,))):
        raise _misfit(table, round_, deck, card)
    _check_suit(table, round_, command)
    if command.announce and not may_ride(table, len(round_.hands[seat]) - 1):
        raise Rejected(Reason.NOTHING_TO_CALL)


def _check_suit(table: Table, round_: Round, command: Play) -> None:
    seat, card, deck = command.seat, command.card, deck_in_play(table)
    if not names_a_suit(table.rules, deck.rank[card]):
        if command.suit:
            raise Rejected(Reason.SUIT_NOT_ASKED)
        return
    if command.suit:
        if command.suit not in deck.suits:
            raise Rejected(Reason.SUIT_NEEDED)
    elif asking(table, round_, seat, (card,)) and not may_stay_unnamed(table, round_, seat):
        raise Rejected(Reason.SUIT_NEEDED)


def _misfit(table: Table, round_: Round, deck: Deck, card: Card) -> Rejected:
    ask = ask_of(round_, deck)
    ranks = serving_ranks(table.rules, deck, ask)
    if round_.paid:
        return Rejected(Reason.MUST_TAKE_REST, pending=round_.pending - round_.paid)
    if ask.pending:
        return Rejected(Reason.MUST_ANSWER, pending=ask.pending, ranks=ranks)
    return Rejected(
        Reason.DOES_NOT_MATCH, card=card, top=round_.pile[-1], suit=ask.suit, ranks=ranks
    )


# What follows


def faults_of(table: Table, round_: Round, command: Play) -> str:
    """What is wrong with an accepted card, in the order in which it counts."""
    seat, card = command.seat, command.card
    if table.rules.enforcement == "strict":
        return ""
    faults = []
    if seat != round_.seat:
        faults.append(OUT_OF_TURN)
    if not fitting(table, round_, seat, (card,)):
        faults.append(WRONG_CARD)
    if asking(table, round_, seat, (card,)) and not command.suit:
        faults.append(UNNAMED)
    return " ".join(faults)


def play_events(table: Table, round_: Round, command: Play) -> tuple[AnyEvent, ...]:
    """The card, and what follows from it: the next turn, a seat that is out, or the close."""
    deck = deck_in_play(table)
    seat, card = command.seat, command.card
    faults = faults_of(table, round_, command)
    rank = deck.rank[card]
    ask = ask_of(round_, deck)
    # A card that looks like an answer counts as one, or the sum would tell a hidden fault.
    answers = not ask.pending or matches(table.rules, deck, ask, card)
    plan = plan_for(table.rules, rank, ask, seats=len(holding(round_)), answers=answers)
    named = command.suit and (command.suit if asking(table, round_, seat, (card,)) else "")
    keeps = rank in table.rules.wild_keep
    played = CardPlayed(
        seat=seat,
        card=card,
        active=named or (round_.active if keeps else deck.suit[card] or round_.active),
        named=named,
        unnamed=UNNAMED in faults or (keeps and round_.unnamed),
        announced=command.announce or _called_before(round_, seat),
        faults=faults,
    )
    if len(round_.hands[seat]) > 1:
        return (played, moved(round_, round_, seat, plan))
    after = in_round(round_, played)
    if goes_on(table, round_, seat):
        out = WentOut(seat, len(round_.outs) + 1)
        return (played, out, _moved_on(table, round_, after, seat, plan))
    return (played, *_close(table, after, seat, plan, command.at_ms))


def _called_before(round_: Round, seat: Seat) -> bool:
    """Whether the seat called in this turn what it is about to hold: one card, of two."""
    return round_.announced and seat == round_.seat and len(round_.hands[seat]) == 2


def moved(before: Round, after: Round, seat: Seat, plan: Plan) -> TurnMoved:
    """The turn that follows an act of `seat`. A right to play again keeps the turn."""
    turn = before.turn + 1
    if plan.again and after.hands[seat]:
        return TurnMoved(seat, turn, after.direction, plan.pending, again=True)
    direction = -after.direction if plan.reverse else after.direction
    passed_over = range(1, plan.steps) if plan.steps > 1 else ()
    skipped = tuple([next_holding(after, seat, direction, step) for step in passed_over])
    return TurnMoved(
        next=next_holding(after, seat, direction, plan.steps),
        turn=turn,
        direction=direction,
        pending=plan.pending,
        skipped=skipped,
        reversed=plan.reverse,
    )


def _moved_on(table: Table, before: Round, after: Round, seat: Seat, plan: Plan) -> TurnMoved:
    """The turn after a seat went out; its card has its effect unless that is ignored."""
    applies = table.rules.last_card_effect == "applies"
    return moved(before, after, seat, replace(plan, again=False) if applies else Plan())


def _close(table: Table, after: Round, seat: Seat, plan: Plan, at_ms: int) -> tuple[AnyEvent, ...]:
    """The end of the round; where the last card's draw applies, the next seat takes it first."""
    if table.rules.play_on:
        outs = (*after.outs, seat)
        return (
            WentOut(seat, len(outs)),
            *close_round(table, after, Close("last", outs[0], after.hands, outs, at_ms)),
        )
    drawn: tuple[AnyEvent, ...] = ()
    hands = list(after.hands)
    applies = table.rules.last_card_effect == "draw_applies"
    if plan.pending and applies and drawable(table, after):
        victim = next_holding(after, seat, after.direction)
        drawn = draw_cards(table, after, CardsDrawn(victim, plan.pending, plan.pending))
        for event in drawn:
            if isinstance(event, CardsDrawn):
                hands[victim] += event.cards
    return (*drawn, *close_round(table, after, Close("out", seat, tuple(hands), (), at_ms)))
