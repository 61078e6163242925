"""What the seat in turn may do, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from server.cards import Card, Suit
from server.events.catalog import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    RoundClosed,
    SuitNamed,
    TurnMoved,
    TurnPassed,
)
from server.game.calls import calls_after, due_fines, fine, may_ride
from server.game.closing import close_blocked, stands_still
from server.game.commands import Draw, Name, Pass, Play
from server.game.dealing import draw_cards
from server.game.evolve import evolve
from server.game.evolve_round import in_round
from server.game.playing import (
    asking,
    check_play,
    fitting,
    may_break_in,
    may_stay_unnamed,
    moved,
    play_events,
    playable,
)
from server.game.table import (
    NOBODY,
    Round,
    Seat,
    Table,
    deck_in_play,
    drawable,
    holding,
    top_rank,
)
from server.protocol.reasons import Reason, Rejected
from server.rules.effects import Plan

TurnCommand = Play | Draw | Pass | Name
Act = Play | Draw | Pass
Fits = tuple[Card, ...] | None  # what `fitting` gives for the seat in turn, if known already
CALL_FORGOTTEN = "call_forgotten"
CIRCLING_MAX = 40  # plays in a row right after drawing, with which the round is blocked


def running_round(table: Table, turn: int = 0) -> Round:
    """The round in play; a passed turn is refused.

    Raises: Rejected.
    """
    if table.phase == "closed":
        raise Rejected(Reason.TABLE_CLOSED)
    if table.phase == "over":
        raise Rejected(Reason.MATCH_OVER)
    if table.phase in ("new", "lobby"):
        raise Rejected(Reason.NOT_STARTED)
    if table.round is None:
        raise Rejected(Reason.ROUND_OVER)
    if turn and turn != table.round.turn:
        raise Rejected(Reason.STALE)
    return table.round


def _in_turn(table: Table, command: TurnCommand) -> Round:
    round_ = running_round(table, command.turn)
    if command.seat == round_.seat:
        return round_
    breaks_in = isinstance(command, Play) and command.seat in holding(round_)
    if breaks_in and may_break_in(table, round_, command.seat):
        return round_
    raise Rejected(Reason.NOT_YOUR_TURN, seat=round_.seat)


# Every act: fines that are due first, then the act itself, then the calls that it brings


def judged_table(table: Table, seat: Seat) -> tuple[Table, tuple[AnyEvent, ...]]:
    """The table on which an act of `seat` is judged, and the fines that lead to it.

    Whoever has forgotten its call is fined just before another seat acts; what that act may be is
    judged as if those cards were already drawn.
    """
    assert table.round is not None
    if not table.round.owing:
        return table, ()
    events: list[AnyEvent] = []
    for owing in due_fines(table, table.round, seat):
        assert table.round is not None
        for event in fine(table, table.round, owing, CALL_FORGOTTEN):
            events.append(event)
            table = evolve(table, event)
    return table, tuple(events)


def _acted(
    table: Table, command: Act, judge: Callable[[Table, Round], tuple[AnyEvent, ...]]
) -> tuple[AnyEvent, ...]:
    before = table.round
    assert before is not None
    if table.rules.last_card_call == "off":
        return judge(table, before)
    judged, fines = judged_table(table, command.seat)
    assert judged.round is not None
    events = judge(judged, judged.round)
    after = judged
    for event in events:
        if isinstance(event, RoundClosed):
            return (*fines, *events)
        after = evolve(after, event)
    assert after.round is not None
    due = _calls_due(table, events)
    calls = calls_after(table, before, after.round, command.seat, due)
    return (*fines, *events, *calls)


def _calls_due(table: Table, events: tuple[AnyEvent, ...]) -> tuple[Seat, ...]:
    """Seats that owe a call because of this act, if they hold one card then: who has played
    without calling, and on passing for want of a card or losing a turn, where that counts."""
    due: list[Seat] = []
    for event in events:
        if isinstance(event, CardPlayed) and not event.announced:
            due.append(event.seat)
        if not table.rules.call_on_pass:
            continue
        if isinstance(event, TurnPassed) and not event.gave_up and not event.announced:
            due.append(event.seat)
        if isinstance(event, TurnMoved):
            due += event.skipped
    return tuple(due)


# Playing


def decide_play(table: Table, command: Play) -> tuple[AnyEvent, ...]:
    """Raises: Rejected."""
    _in_turn(table, command)

    def judge(judged: Table, round_: Round) -> tuple[AnyEvent, ...]:
        check_play(judged, round_, command)
        events = play_events(judged, round_, command)
        if goes_in_circles(judged, round_, command.seat):
            after = evolve(judged, events[0])
            assert after.round is not None
            return (events[0], *close_blocked(after, after.round, command.at_ms))
        return events

    return _acted(table, command, judge)


def goes_in_circles(table: Table, round_: Round, seat: Seat) -> bool:
    """Whether this play is one too many of cards that only go round.

    With all cards in hands and a pile of two, a reverse or a skip can bounce between two seats
    for ever: each must draw the one card that there is, and must play it. Whoever has drawn is
    known to all, so the count tells nothing.
    """
    had_drawn = bool(round_.drawn) and seat == round_.seat
    return had_drawn and table.rules.rebuild_stock and round_.circling + 1 >= CIRCLING_MAX


# Drawing


def draw_refusal(table: Table, round_: Round, fits: Fits = None) -> Reason | None:
    """Why the seat in turn may not draw, or None if it may."""
    rules = table.rules
    if round_.naming:
        return Reason.MUST_NAME
    if not drawable(table, round_):
        return Reason.STOCK_EMPTY
    if round_.pending:
        return None if round_.pending > round_.paid else Reason.DRAW_LIMIT
    if round_.again:
        return Reason.PLAY_OR_PASS
    if _limit_used(table, round_, fits):
        return Reason.DRAW_LIMIT
    if not rules.voluntary_draw and _fitting(table, round_, fits):
        return Reason.CAN_PLAY
    return None


def _fitting(table: Table, round_: Round, fits: Fits) -> tuple[Card, ...]:
    return fitting(table, round_, round_.seat) if fits is None else fits


def _limit_used(table: Table, round_: Round, fits: Fits) -> bool:
    """Whether drawing has stopped: the limit is reached, or a drawn card matches before that."""
    limit = table.rules.draw_limit
    if limit is None or not round_.drawn:
        return False
    return len(round_.drawn) >= limit or _drawn_fits(table, round_, fits)


def _drawn_fits(table: Table, round_: Round, fits: Fits) -> bool:
    return not set(round_.drawn).isdisjoint(_fitting(table, round_, fits))


def decide_draw(table: Table, command: Draw) -> tuple[AnyEvent, ...]:
    """One card, or what is owed of a penalty; what is not there is forgiven.

    Raises: Rejected.
    """
    _in_turn(table, command)

    def judge(judged: Table, round_: Round) -> tuple[AnyEvent, ...]:
        refusal = draw_refusal(judged, round_)
        if refusal is Reason.DRAW_LIMIT:
            raise Rejected(refusal, limit=judged.rules.draw_limit or round_.paid)
        if refusal is not None:
            raise Rejected(refusal)
        if round_.pending:
            return _take_penalty(judged, round_)
        return draw_cards(judged, round_, CardsDrawn(command.seat, 1))

    return _acted(table, command, judge)


def penalty_takes(table: Table, round_: Round) -> int:
    """Cards that the next draw takes of the penalty that is owed."""
    if table.rules.penalty_first_card and not round_.paid:
        return min(1, drawable(table, round_))
    return min(round_.pending - round_.paid, drawable(table, round_))


def _take_penalty(table: Table, round_: Round) -> tuple[AnyEvent, ...]:
    """The whole penalty, or, where it is taken in two goes, its first card and then the rest."""
    seat = round_.seat
    takes = penalty_takes(table, round_)
    if table.rules.penalty_first_card and not round_.paid:
        had = bool(fitting(table, round_, seat))
        draw = CardsDrawn(seat, takes, round_.pending, had_answer=had)
        return draw_cards(table, round_, draw)
    owed = round_.pending - round_.paid
    drawn = draw_cards(table, round_, CardsDrawn(seat, takes, owed))
    return (*drawn, moved(round_, round_, seat, Plan()))


# Passing and naming


def pass_refusal(table: Table, round_: Round, fits: Fits = None) -> Reason | None:
    """Why the seat in turn may not pass, or None if it may."""
    if round_.naming:
        return Reason.MUST_NAME
    if round_.pending:
        rest = round_.pending > round_.paid and drawable(table, round_)
        return Reason.MUST_ANSWER if rest else None
    if round_.again:
        return None
    if _limit_used(table, round_, fits):
        must = table.rules.drawn_card == "must" and _drawn_fits(table, round_, fits)
        return Reason.MUST_PLAY_DRAWN if must else None
    if drawable(table, round_) or _fitting(table, round_, fits):
        return Reason.CANNOT_PASS
    return None


def decide_pass(table: Table, command: Pass) -> tuple[AnyEvent, ...]:
    """The turn goes on; the last of a whole round of passes for want of cards blocks the table.

    Raises: Rejected.
    """
    _in_turn(table, command)
    return _acted(table, command, lambda judged, round_: _pass(judged, round_, command))


def _pass(table: Table, round_: Round, command: Pass) -> tuple[AnyEvent, ...]:
    refusal = pass_refusal(table, round_)
    if refusal is Reason.MUST_ANSWER:
        owed = round_.pending - round_.paid
        raise Rejected(refusal, pending=owed, ranks=tuple(table.rules.draw))
    if refusal is not None:
        raise Rejected(refusal)
    if command.announce and not pass_rides(table, round_):
        raise Rejected(Reason.NOTHING_TO_CALL)
    stuck = not drawable(table, round_) and not fitting(table, round_, command.seat)
    blocks = stuck and not round_.pending
    passed = TurnPassed(
        command.seat,
        blocks=blocks,
        forgiven=max(0, round_.pending - round_.paid),
        gave_up=round_.again,
        announced=command.announce,
    )
    after = in_round(round_, passed)
    if after.passes >= len(holding(round_)) or stands_still(table, after):
        return (passed, *close_blocked(table, round_, command.at_ms))
    return (passed, moved(round_, round_, command.seat, Plan()))


def pass_rides(table: Table, round_: Round) -> bool:
    """Whether the call may ride on a pass of the seat in turn."""
    cards = len(round_.hands[round_.seat])
    return table.rules.call_on_pass and not round_.again and may_ride(table, cards)


def may_name(round_: Round, seat: Seat) -> bool:
    """Whether the seat may name a suit: it owes one, or has played a wild without naming."""
    return round_.namer == seat and seat != NOBODY


def decide_name(table: Table, command: Name) -> tuple[AnyEvent, ...]:
    """Names the suit that is owed: by the dealer for an eight that opened the pile, or by whoever
    played a wild without naming, until the next seat acts.

    Raises: Rejected.
    """
    round_ = running_round(table, command.turn)
    if not may_name(round_, command.seat):
        if command.seat != round_.seat:
            raise Rejected(Reason.NOT_YOUR_TURN, seat=round_.seat)
        raise Rejected(Reason.NOTHING_TO_NAME)
    if command.suit not in deck_in_play(table).suits:
        raise Rejected(Reason.SUIT_NEEDED)
    return (SuitNamed(command.seat, command.suit), *after_naming(table, round_))


def after_naming(table: Table, round_: Round) -> tuple[TurnMoved, ...]:
    """A starter that was named is as if the dealer had played it. A turn that had to wait for a
    name begins anew, with all its time; a name that nobody waited for changes no turn."""
    if not round_.naming:
        return ()
    if round_.namer != round_.seat:
        return (_turn_anew(round_),)
    rank = top_rank(round_, deck_in_play(table))
    owed = table.rules.draw.get(rank, 0) if table.rules.starter_effects else 0
    return (moved(round_, round_, round_.seat, Plan(pending=owed)),)


def _turn_anew(round_: Round) -> TurnMoved:
    return TurnMoved(
        next=round_.seat,
        turn=round_.turn + 1,
        direction=round_.direction,
        pending=round_.pending,
        again=round_.again,
    )


def legal_turn(table: Table, seat: Seat) -> tuple[TurnCommand, ...]:
    """Every play, draw, pass and name that is accepted from this seat now."""
    round_ = table.round
    if round_ is None or seat not in round_.seats:
        return ()
    suits = deck_in_play(table).suits
    names = suits if may_name(round_, seat) else ()
    acts: list[TurnCommand] = [Name(seat, suit, round_.turn) for suit in names]
    judged, _ = judged_table(table, seat)
    assert judged.round is not None
    if seat != round_.seat:
        return (*acts, *_plays(judged, judged.round, seat, None))
    fits = fitting(judged, judged.round, seat)
    acts += _plays(judged, judged.round, seat, fits)
    if draw_refusal(judged, judged.round, fits) is None:
        acts.append(Draw(seat, round_.turn))
    if pass_refusal(judged, judged.round, fits) is None:
        acts.append(Pass(seat, round_.turn))
        if pass_rides(judged, judged.round):
            acts.append(Pass(seat, round_.turn, announce=True))
    return tuple(acts)


def _plays(table: Table, round_: Round, seat: Seat, fits: Fits) -> list[Play]:
    plays: list[Play] = []
    rides = may_ride(table, len(round_.hands[seat]) - 1)
    cards = playable(table, round_, seat, fits)
    suit_with = asking(table, round_, seat, cards)
    for card in cards:
        named: tuple[Suit, ...] = ("",)
        if card in suit_with:
            free = ("",) if may_stay_unnamed(table, round_, seat) else ()
            named = (*deck_in_play(table).suits, *free)
        for suit in named:
            play = Play(seat, card, suit, round_.turn)
            plays.append(play)
            if rides:
                plays.append(replace(play, announce=True))
    return plays
