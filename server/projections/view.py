"""Views: what a seat, or anybody, may see of a table. Built by allow-list, never by removal."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from server.game.leaving import absence_from_ms, expires_at_ms, waiting_for
from server.game.lobby import PLAYERS_LEAST, free_seats
from server.game.table import (
    LEFT,
    Result,
    Round,
    Seat,
    SeatState,
    Table,
    ask_of,
    deck_in_play,
    drawable,
)
from server.game.turns import draw_refusal, needs_suit, pass_refusal, playable
from server.protocol.frames import Tree
from server.protocol.reasons import Reason
from server.protocol.views import (
    Actions,
    EndView,
    LeftHand,
    Own,
    Phase,
    PileView,
    ResultView,
    RulesView,
    SealView,
    SeatView,
    TurnView,
    View,
    WhyNot,
)
from server.rules.matching import serving_ranks
from server.rules.presets import changed_switches, packs_for

_PHASES: dict[str, Phase] = {
    "lobby": "lobby", "round": "round", "between": "between", "over": "over", "closed": "closed",
}  # fmt: skip
_UNDER = 2  # cards shown below the top of the pile
_NOT_NOW = Reason.NOT_YOUR_TURN.value
_WAITING = WhyNot(_NOT_NOW, _NOT_NOW, _NOT_NOW)


def view(table: Table, seat: Seat | None) -> View:
    """All that the holder of `seat` may see, or, for None, those who watch."""
    public = public_view(table)
    return public if seat is None else replace(public, own=own_view(table, seat))


def view_tree(view_: View | Own) -> Tree:
    """The plain tree of a view: text, whole numbers, booleans, lists and objects."""
    tree: Tree = msgspec.to_builtins(view_)
    return tree


def public_view(table: Table) -> View:
    """What anybody who has the link may see."""
    round_ = table.round
    unset = msgspec.UNSET
    return View(
        table=table.id,
        phase=_PHASES[table.phase],
        rules=_rules(table),
        host=table.host,
        seats={str(seat): _seat(table, seat, state) for seat, state in enumerate(table.seats)},
        match=table.match,
        round=table.round_number,
        dealer=table.dealer if table.match else -1,
        direction=_direction(table),
        turn=_turn(table, round_) if round_ else unset,
        pile=_pile(table, round_) if round_ else unset,
        stock=len(round_.stock) if round_ else 0,
        pending=round_.pending if round_ else 0,
        result=_result(table.result) if table.result else unset,
        end=_end(table) if table.end else unset,
        seal=_seal(table),
        next_seal=SealView(table.deal, table.commitment) if table.commitment else unset,
        expires_at_ms=expires_at_ms(table),
    )


def _rules(table: Table) -> RulesView:
    rules = table.rules
    seats = len(table.players) or len(table.seats)
    return RulesView(
        preset=rules.preset,
        changed=changed_switches(rules),
        packs=packs_for(rules, seats),
        target=table.target if table.match else rules.target or 0,
        wild=rules.wild_suit,
        skip=rules.skip,
        reverse=rules.reverse,
        draw=rules.draw,
    )


def _seat(table: Table, seat: Seat, state: SeatState) -> SeatView:
    return SeatView(
        holder=state.holder,
        person=state.person,
        robot=state.robot,
        playing=seat in table.players,
        cards=len(table.round.hands[seat]) if table.round else 0,
        points=state.points,
        wins=state.wins,
        accepted=state.accepted,
        gone=state.gone,
    )


def _direction(table: Table) -> Literal["", "left", "right"]:
    if table.round is None:
        return ""
    return "left" if table.round.direction == LEFT else "right"


def _turn(table: Table, round_: Round) -> TurnView:
    return TurnView(
        seat=round_.seat,
        number=round_.turn,
        since_ms=table.moved_ms,
        drawn=len(round_.drawn),
        naming=round_.naming,
    )


def _pile(table: Table, round_: Round) -> PileView:
    ask = ask_of(round_, deck_in_play(table))
    return PileView(
        top=round_.pile[-1],
        suit=round_.active,
        cards=len(round_.pile),
        named=round_.named,
        under=tuple(reversed(round_.pile[-1 - _UNDER : -1])),
        ranks=serving_ranks(table.rules, replace(ask, pending=0)),
    )


def _result(result: Result) -> ResultView:
    return ResultView(
        how=result.how,
        round=result.round,
        winner=result.winner,
        gained=result.gained,
        hands={
            str(seat): LeftHand(cards, points, gained)
            for seat, cards, points, gained in result.left
        },
    )


def _end(table: Table) -> EndView:
    end = table.end
    assert end is not None
    return EndView(
        how=end.how,
        winner=end.winner,
        loser=end.loser,
        places={str(seat): place for seat, place in zip(table.players, end.places, strict=False)},
        rematch=end.rematch,
        offered_by=table.offered_by,
        refused_by=table.refused_by,
    )


def _seal(table: Table) -> SealView | msgspec.UnsetType:
    if table.round is not None:
        return SealView(table.round.deal, table.round_commitment)
    if table.result is not None:
        return SealView(table.result.deal, table.result.commitment, table.result.seed)
    return msgspec.UNSET


# What only the seat itself may see


def own_view(table: Table, seat: Seat) -> Own:
    """Hand, legal actions and reasons of one seat."""
    round_ = table.round
    if round_ is None:
        return Own(seat=seat, actions=_apart(table, seat))
    hand = round_.hands[seat]
    if seat != round_.seat:
        why = _WAITING if seat in table.players else WhyNot()
        return Own(seat=seat, hand=hand, actions=_apart(table, seat), why=why)
    play = playable(table, round_)
    refusals = _Refusals(draw_refusal(table, round_), pass_refusal(table, round_))
    return Own(
        seat=seat,
        hand=hand,
        drawn=tuple(card for card in round_.drawn if card in hand),
        actions=_in_turn(table, round_, play, refusals),
        why=_why(table, round_, refusals),
    )


class _Refusals(NamedTuple):
    """Why the seat in turn may not draw or pass; None where it may."""

    draw: Reason | None
    passing: Reason | None


def _apart(table: Table, seat: Seat) -> Actions:
    """Actions that do not belong to a turn."""
    state = table.seats[seat]
    if state.holder != "person" or state.gone:
        return Actions()
    match table.phase:
        case "lobby":
            return _lobby_actions(table, seat)
        case "round":
            plays = seat in table.players
            return Actions(abandon=plays, close_from_ms=absence_from_ms(table) if plays else 0)
        case "between":
            return Actions(next_round=True, abandon=seat in table.players)
        case "over":
            return _over_actions(table, seat)
        case "new" | "closed":
            return Actions()
        case _:
            assert_never(table.phase)


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


def _in_turn(table: Table, round_: Round, play: tuple[str, ...], refusals: _Refusals) -> Actions:
    suit_with = tuple(card for card in play if needs_suit(table, round_, card))
    takes = min(round_.pending, drawable(table, round_)) if round_.pending else 1
    state = table.seats[round_.seat]
    return Actions(
        play=play,
        suit_with=suit_with,
        suits=deck_in_play(table).suits if suit_with or round_.naming else (),
        draw=takes if refusals.draw is None else 0,
        passing=refusals.passing is None,
        name=round_.naming,
        abandon=state.holder == "person" and not state.gone,
    )


def _why(table: Table, round_: Round, refusals: _Refusals) -> WhyNot:
    ask = ask_of(round_, deck_in_play(table))
    reason = Reason.DOES_NOT_MATCH
    if round_.naming:
        reason = Reason.MUST_NAME
    elif round_.pending:
        reason = Reason.MUST_ANSWER
    return WhyNot(
        play=reason.value,
        draw=refusals.draw.value if refusals.draw else "",
        passing=refusals.passing.value if refusals.passing else "",
        ranks=serving_ranks(table.rules, ask),
        suit="" if round_.pending else round_.active,
        pending=round_.pending,
    )
