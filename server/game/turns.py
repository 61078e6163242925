"""What the seat in turn may do, and what follows from it."""

from __future__ import annotations

from msgspec.structs import replace

from server.cards import Card, Deck
from server.events.catalog import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    SuitNamed,
    TurnMoved,
    TurnPassed,
)
from server.game.closing import close_blocked, close_out
from server.game.commands import Draw, Name, Pass, Play
from server.game.dealing import draw_cards
from server.game.table import (
    Round,
    Seat,
    Table,
    ask_of,
    deck_in_play,
    drawable,
    seat_after,
)
from server.protocol.reasons import Reason, Rejected
from server.rules.effects import Plan, names_a_suit, plan_for
from server.rules.matching import matches, serving_ranks

TurnCommand = Play | Draw | Pass | Name


def running_round(table: Table, command: TurnCommand) -> Round:
    """The round in which this seat is in turn.

    Raises: Rejected, in this order: no round, a passed turn, another's turn.
    """
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if table.phase == "over":
        raise Rejected(Reason.MATCH_OVER)
    if table.phase in ("new", "lobby"):
        raise Rejected(Reason.NOT_STARTED)
    round_ = table.round
    if round_ is None:
        raise Rejected(Reason.ROUND_OVER)
    if command.turn and command.turn != round_.turn:
        raise Rejected(Reason.STALE)
    if command.seat != round_.seat:
        raise Rejected(Reason.NOT_YOUR_TURN, seat=round_.seat)
    return round_


# Playing


def playable(table: Table, round_: Round) -> tuple[Card, ...]:
    """Cards of the seat in turn that may be played now, in the order of its hand."""
    if round_.naming:
        return ()
    deck = deck_in_play(table)
    ask = ask_of(round_, deck)
    return tuple(c for c in round_.hands[round_.seat] if matches(table.rules, deck, ask, c))


def needs_suit(table: Table, round_: Round, card: Card) -> bool:
    """Whether playing `card` must name a suit: a wild does, unless it empties the hand."""
    rank = deck_in_play(table).rank[card]
    return names_a_suit(table.rules, rank) and len(round_.hands[round_.seat]) > 1


def decide_play(table: Table, command: Play) -> tuple[AnyEvent, ...]:
    round_ = running_round(table, command)
    deck = deck_in_play(table)
    _check_play(table, round_, deck, command)
    last = len(round_.hands[command.seat]) == 1
    named = command.suit if needs_suit(table, round_, command.card) else ""
    plan = plan_for(
        table.rules,
        deck.rank[command.card],
        seats=len(table.players),
        pending=round_.pending,
    )
    played = CardPlayed(command.seat, command.card, named or deck.suit[command.card], named)
    if last:
        return (played, *_close(table, round_, played, plan))
    return (played, _moved(table, round_, plan))


def _check_play(table: Table, round_: Round, deck: Deck, command: Play) -> None:
    if command.card not in deck.place:
        raise Rejected(Reason.UNKNOWN_CARD)
    if round_.naming:
        raise Rejected(Reason.MUST_NAME)
    if command.card not in round_.hands[command.seat]:
        raise Rejected(Reason.NOT_IN_HAND, card=command.card)
    ask = ask_of(round_, deck)
    if not matches(table.rules, deck, ask, command.card):
        ranks = serving_ranks(table.rules, ask)
        if ask.pending:
            raise Rejected(Reason.MUST_ANSWER, pending=ask.pending, ranks=ranks)
        raise Rejected(
            Reason.DOES_NOT_MATCH,
            card=command.card,
            top=round_.pile[-1],
            suit=ask.suit,
            ranks=ranks,
        )
    wild = names_a_suit(table.rules, deck.rank[command.card])
    if command.suit and not wild:
        raise Rejected(Reason.SUIT_NOT_ASKED)
    if command.suit and command.suit not in deck.suits:
        raise Rejected(Reason.SUIT_NEEDED)
    if not command.suit and needs_suit(table, round_, command.card):
        raise Rejected(Reason.SUIT_NEEDED)


def _moved(table: Table, round_: Round, plan: Plan) -> TurnMoved:
    direction = -round_.direction if plan.reverse else round_.direction
    skipped = tuple(
        seat_after(table.players, round_.seat, direction, step) for step in range(1, plan.steps)
    )
    return TurnMoved(
        next=seat_after(table.players, round_.seat, direction, plan.steps),
        turn=round_.turn + 1,
        direction=direction,
        pending=plan.pending,
        skipped=skipped,
        reversed=plan.reverse,
    )


def _close(table: Table, round_: Round, played: CardPlayed, plan: Plan) -> tuple[AnyEvent, ...]:
    """The end of the round; where the last card's draw applies, the next seat takes it first."""
    hands = list(round_.hands)
    hands[played.seat] = ()
    drawn: tuple[AnyEvent, ...] = ()
    after = replace(round_, pile=(*round_.pile, played.card), pending=plan.pending)
    applies = table.rules.last_card_effect == "draw_applies"
    if plan.pending and applies and drawable(table, after):
        victim = seat_after(table.players, played.seat, round_.direction)
        drawn = draw_cards(table, after, victim)
        hands[victim] += tuple(
            card for event in drawn if isinstance(event, CardsDrawn) for card in event.cards
        )
    return (*drawn, *close_out(table, round_, played.seat, tuple(hands)))


# Drawing


def draw_refusal(table: Table, round_: Round) -> Reason | None:
    """Why the seat in turn may not draw, or None if it may."""
    rules = table.rules
    if round_.naming:
        return Reason.MUST_NAME
    if not drawable(table, round_):
        return Reason.STOCK_EMPTY
    if round_.pending:
        return None
    if _limit_used(table, round_):
        return Reason.DRAW_LIMIT
    if not rules.voluntary_draw and playable(table, round_):
        return Reason.CAN_PLAY
    return None


def _limit_used(table: Table, round_: Round) -> bool:
    """Whether drawing has stopped: the limit is reached, or a drawn card matches before that."""
    limit = table.rules.draw_limit
    if limit is None or not round_.drawn:
        return False
    return len(round_.drawn) >= limit or _drawn_matches(table, round_)


def _drawn_matches(table: Table, round_: Round) -> bool:
    deck = deck_in_play(table)
    ask = ask_of(round_, deck)
    return any(matches(table.rules, deck, ask, card) for card in round_.drawn)


def decide_draw(table: Table, command: Draw) -> tuple[AnyEvent, ...]:
    """One card, or the whole penalty that is owed; what is not there is forgiven."""
    round_ = running_round(table, command)
    refusal = draw_refusal(table, round_)
    if refusal is Reason.DRAW_LIMIT:
        raise Rejected(refusal, limit=table.rules.draw_limit or 0)
    if refusal is not None:
        raise Rejected(refusal)
    drawn = draw_cards(table, round_, command.seat)
    return (*drawn, _moved(table, round_, Plan())) if round_.pending else drawn


# Passing and naming


def pass_refusal(table: Table, round_: Round) -> Reason | None:
    """Why the seat in turn may not pass, or None if it may."""
    if round_.naming:
        return Reason.MUST_NAME
    if round_.pending:
        return Reason.MUST_ANSWER if drawable(table, round_) else None
    if _limit_used(table, round_):
        must = table.rules.drawn_card == "must" and _drawn_matches(table, round_)
        return Reason.MUST_PLAY_DRAWN if must else None
    if playable(table, round_) or drawable(table, round_):
        return Reason.CANNOT_PASS
    return None


def decide_pass(table: Table, command: Pass) -> tuple[AnyEvent, ...]:
    """The turn goes on; the last of a whole round of passes for want of cards blocks the table."""
    round_ = running_round(table, command)
    refusal = pass_refusal(table, round_)
    if refusal is Reason.MUST_ANSWER:
        raise Rejected(refusal, pending=round_.pending, ranks=tuple(table.rules.draw))
    if refusal is not None:
        raise Rejected(refusal)
    stuck = not drawable(table, round_) and not playable(table, round_)
    blocks = stuck and not round_.pending
    passed = TurnPassed(command.seat, blocks=blocks, forgiven=round_.pending)
    if blocks and round_.passes + 1 >= len(table.players):
        return (passed, *close_blocked(table, round_))
    return (passed, _moved(table, round_, Plan()))


def decide_name(table: Table, command: Name) -> tuple[AnyEvent, ...]:
    """The dealer names the suit of an eight that opened the pile."""
    round_ = running_round(table, command)
    if not round_.naming:
        raise Rejected(Reason.NOTHING_TO_NAME)
    if command.suit not in deck_in_play(table).suits:
        raise Rejected(Reason.SUIT_NEEDED)
    return (SuitNamed(command.seat, command.suit), _moved(table, round_, Plan()))


def legal_turn(table: Table, seat: Seat) -> tuple[TurnCommand, ...]:
    """Every play, draw, pass and name that is accepted from this seat now."""
    round_ = table.round
    if round_ is None or round_.seat != seat:
        return ()
    suits = deck_in_play(table).suits
    if round_.naming:
        return tuple(Name(seat, suit, round_.turn) for suit in suits)
    acts: list[TurnCommand] = []
    for card in playable(table, round_):
        named = suits if needs_suit(table, round_, card) else ("",)
        acts += (Play(seat, card, suit, round_.turn) for suit in named)
    if draw_refusal(table, round_) is None:
        acts.append(Draw(seat, round_.turn))
    if pass_refusal(table, round_) is None:
        acts.append(Pass(seat, round_.turn))
    return tuple(acts)
