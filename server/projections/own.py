"""What only one seat may see: its hand, what it may do now, and why not the rest."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from msgspec.structs import replace

from server.game.calls import may_announce, may_ride
from server.game.faults import callable_seats
from server.game.leaving import absence_from_ms, waiting_for
from server.game.lobby import PLAYERS_LEAST, free_seats
from server.game.playing import asking, fitting, may_stay_unnamed, playable
from server.game.sealing import coming_deck_size, may_cut, may_deposit
from server.game.table import Round, Seat, Table, actor_of, ask_of, deck_in_play
from server.game.turns import (
    Fits,
    draw_refusal,
    judged_table,
    may_name,
    pass_refusal,
    pass_rides,
    penalty_takes,
)
from server.protocol.reasons import Reason
from server.protocol.views import Actions, Own, WhyNot
from server.rules.matching import serving_ranks

_NOT_NOW = Reason.NOT_YOUR_TURN.value
_WAITING = WhyNot(_NOT_NOW, _NOT_NOW, _NOT_NOW)


def own_view(table: Table, seat: Seat, *, fits: bool = False) -> Own:
    """Hand, legal actions and reasons of one seat.

    In honour mode people must see for themselves what goes on the pile; `fits` tells it to robots.
    """
    round_ = table.round
    if round_ is None:
        return Own(seat=seat, actions=_apart(table, seat))
    if seat not in round_.seats or not round_.hands[seat]:
        return Own(seat=seat, actions=_apart(table, seat))
    if seat != round_.seat:
        return _waiting(table, round_, seat)
    return _in_turn(table, round_, seat, tells=fits or table.rules.enforcement == "strict")


def _waiting(table: Table, round_: Round, seat: Seat) -> Own:
    """A seat whose turn it is not; in honour mode it may break in, name, announce and call."""
    actions = _calling(table, round_, seat, _apart(table, seat))
    if table.rules.enforcement == "honour" or round_.namer == seat:
        judged, _ = judged_table(table, seat)
        assert judged.round is not None
        actions = _playing(judged, judged.round, seat, actions, None)
        if actions.play:
            actions = replace(actions, out_of_turn=True)
    return Own(seat=seat, hand=round_.hands[seat], actions=actions, why=_WAITING)


class _Refusals(NamedTuple):
    """Why the seat in turn may not draw or pass; None where it may."""

    draw: Reason | None
    passing: Reason | None


def _in_turn(table: Table, before: Round, seat: Seat, *, tells: bool) -> Own:
    judged, _ = judged_table(table, seat)
    round_ = judged.round
    assert round_ is not None
    hand = round_.hands[seat]
    fits = fitting(judged, round_, seat)
    refusals = _Refusals(draw_refusal(judged, round_, fits), pass_refusal(judged, round_, fits))
    apart = _calling(table, before, seat, _apart(table, seat))
    actions = _playing(judged, round_, seat, apart, fits)
    passing = refusals.passing is None
    actions = replace(
        actions,
        draw=_takes(judged, round_) if refusals.draw is None else 0,
        passing=passing,
        announce_pass=passing and pass_rides(judged, round_),
    )
    return Own(
        seat=seat,
        hand=hand,
        drawn=tuple([card for card in round_.drawn if card in hand]),
        fits=fits if tells and not round_.naming else (),
        actions=actions,
        why=_why(judged, round_, refusals),
    )


def _takes(table: Table, round_: Round) -> int:
    return penalty_takes(table, round_) if round_.pending else 1


def _playing(table: Table, round_: Round, seat: Seat, actions: Actions, fits: Fits) -> Actions:
    """The actions with the plays of this seat, and the naming of a suit."""
    play = playable(table, round_, seat, fits)
    names = may_name(round_, seat)
    if not play and not names:
        return actions
    suit_with = asking(table, round_, seat, play)
    rides = may_ride(table, len(round_.hands[seat]) - 1)
    return replace(
        actions,
        play=play,
        suit_with=suit_with,
        suits=deck_in_play(table).suits if suit_with or names else (),
        suit_free=bool(suit_with) and may_stay_unnamed(table, round_, seat),
        name=names,
        announce_with=play if rides else (),
    )


def _calling(table: Table, round_: Round, seat: Seat, actions: Actions) -> Actions:
    """The actions with what may be said of last cards and faults."""
    if table.rules.last_card_call == "off" and table.rules.enforcement == "strict":
        return actions
    called = callable_seats(table, seat)
    announce = may_announce(table, round_, seat)
    if not called and not announce:
        return actions
    return replace(actions, announce=announce, call_fault=called)


# Actions that do not belong to a turn


def _apart(table: Table, seat: Seat) -> Actions:
    state = table.seats[seat]
    if state.holder != "person" or state.gone:
        return Actions()
    match table.phase:
        case "lobby":
            return _with_sealing(table, seat, _lobby_actions(table, seat))
        case "round":
            return _running_actions(table, seat)
        case "between":
            actions = Actions(next_round=True, abandon=seat in table.players)
            return _with_sealing(table, seat, actions)
        case "over":
            return _with_sealing(table, seat, _over_actions(table, seat))
        case "new" | "closed":
            return Actions()
        case _:
            assert_never(table.phase)


def _running_actions(table: Table, seat: Seat) -> Actions:
    assert table.round is not None
    plays, deposit = seat in table.players, may_deposit(table, seat)
    if not plays or actor_of(table.round) == seat:
        return Actions(abandon=plays, deposit=deposit)
    return Actions(abandon=True, close_from_ms=absence_from_ms(table), deposit=deposit)


def _with_sealing(table: Table, seat: Seat, actions: Actions) -> Actions:
    """The actions with what the seat may add to the coming deal."""
    cut = coming_deck_size(table) if may_cut(table, seat) else 0
    return replace(actions, deposit=may_deposit(table, seat), cut=cut)


def _over_actions(table: Table, seat: Seat) -> Actions:
    open_ = table.end is not None and table.end.rematch
    offered = table.offered_by >= 0
    return Actions(
        offer_rematch=open_ and not offered,
        answer_rematch=open_ and offered and seat in waiting_for(table),
        leave=True,
    )


def _lobby_actions(table: Table, seat: Seat) -> Actions:
    if seat != table.host:
        return Actions(leave=True)
    filled = sum(bool(state.holder) for state in table.seats)
    return Actions(
        start=filled >= PLAYERS_LEAST,
        seats_to_fill=free_seats(table),
        removable=tuple(
            place for place, state in enumerate(table.seats) if state.holder and place != seat
        ),
        swap=True,
        leave=True,
    )


# Why not


def _why(table: Table, round_: Round, refusals: _Refusals) -> WhyNot:
    deck = deck_in_play(table)
    ask = ask_of(round_, deck)
    reason = Reason.DOES_NOT_MATCH
    if round_.naming:
        reason = Reason.MUST_NAME
    elif round_.paid:
        reason = Reason.MUST_TAKE_REST
    elif round_.pending:
        reason = Reason.MUST_ANSWER
    return WhyNot(
        play=reason.value,
        draw=refusals.draw.value if refusals.draw else "",
        passing=refusals.passing.value if refusals.passing else "",
        ranks=serving_ranks(table.rules, deck, ask),
        suit="" if round_.pending else round_.active,
        pending=round_.pending - round_.paid,
    )
