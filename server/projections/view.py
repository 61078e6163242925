"""Views: what a seat, or anybody, may see of a table. Built by allow-list, never by removal."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from server.cards import PACKS
from server.game.dealing import dealing_order
from server.game.faults import turn_ends_ms
from server.game.leaving import expires_at_ms
from server.game.sealing import coming_cut, cutter_of
from server.game.table import (
    LEFT,
    Lock,
    Result,
    Round,
    Seat,
    SeatState,
    Table,
    deck_in_play,
    top_rank,
)
from server.projections.own import own_view
from server.protocol.frames import Tree
from server.protocol.views import (
    EndView,
    LeftHand,
    NextSealView,
    Own,
    Phase,
    PileView,
    ResultView,
    RulesView,
    SealView,
    SeatView,
    TurnView,
    View,
)
from server.rules.door import packs_for
from server.rules.matching import Ask, serving_ranks
from server.rules.scoring import lowest_wins

_PHASES: dict[str, Phase] = {
    "lobby": "lobby", "round": "round", "between": "between", "over": "over", "closed": "closed",
}  # fmt: skip
_UNDER = 2  # cards shown below the top of the pile


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
        result=_result(table, table.result) if table.result else unset,
        end=_end(table) if table.end else unset,
        seal=_seal(table),
        next_seal=_next_seal(table),
        expires_at_ms=expires_at_ms(table),
        cut=table.cut if table.round_number == 1 else (),
        erased=table.erased,
    )


def _rules(table: Table) -> RulesView:
    rules = table.rules
    seats = len(table.players) or len(table.seats)
    return RulesView(
        preset=rules.preset,
        changed=rules.changed,
        packs=packs_for(rules, seats),
        target=table.target if table.match else rules.target or 0,
        wild=rules.wild_suit,
        skip=rules.skip,
        reverse=rules.reverse,
        draw=rules.draw,
        keep=rules.wild_keep,
        again=rules.play_again,
        pack=PACKS[rules.pack].key,  # as the default is told by identity: not the log's own text
        scoring=rules.scoring,
        lowest_wins=lowest_wins(rules),
        honour=rules.enforcement == "honour",
        calls=rules.last_card_call,
        fine=rules.last_card_fine if rules.last_card_call != "off" else 0,
        turn_seconds=rules.turn_seconds or 0,
        limit=rules.limit or 0,
        max_rounds=rules.max_rounds or 0,
        time_limit=rules.time_limit or 0,
    )


def _seat(table: Table, seat: Seat, state: SeatState) -> SeatView:
    round_, playing = table.round, seat in table.players
    cards = place = 0
    waiting = said = False
    if round_ is not None:
        cards = len(round_.hands[seat])
        place = round_.outs.index(seat) + 1 if not cards and seat in round_.outs else 0
        waiting = playing and seat not in round_.seats
        said = cards == 1 and seat in round_.said
    return SeatView(
        holder=state.holder,
        person=state.person,
        robot=state.robot,
        playing=playing,
        cards=cards,
        points=state.points,
        wins=state.wins,
        accepted=state.accepted,
        gone=state.gone,
        place=place,
        eliminated=state.out_after > 0,
        waiting=waiting,
        size=state.size if table.rules.scoring == "countdown" else 0,
        said=said,
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
        namer=round_.namer if round_.naming and round_.namer != round_.seat else -1,
        again=round_.again,
        paid=round_.paid,
        ends_at_ms=turn_ends_ms(table),
        act=round_.acted if calls_faults(table) else 0,
    )


def calls_faults(table: Table) -> bool:
    """Whether anything can be called at this table."""
    return table.rules.enforcement == "honour" or table.rules.last_card_call == "called"


def _pile(table: Table, round_: Round) -> PileView:
    deck = deck_in_play(table)
    ask = Ask(round_.active, top_rank(round_, deck), pending=0)
    return PileView(
        top=round_.pile[-1],
        suit=round_.active,
        cards=len(round_.pile),
        named=round_.named,
        unnamed=round_.unnamed,
        under=tuple(reversed(round_.pile[-1 - _UNDER : -1])),
        ranks=serving_ranks(table.rules, deck, ask),
    )


def _result(table: Table, result: Result) -> ResultView:
    return ResultView(
        how=result.how,
        round=result.round,
        winner=result.winner,
        gained=result.gained,
        hands={
            str(seat): LeftHand(cards, points, gained)
            for seat, cards, points, gained in result.left
        },
        outs=result.outs,
        eliminated=result.eliminated,
        extra=table.extra,
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
        return _locked(table, table.round.deal, table.round_commitment, table.round.lock)
    if table.result is not None:
        result = table.result
        return _locked(table, result.deal, result.commitment, result.lock, result.seed)
    return msgspec.UNSET


def _locked(table: Table, deal: int, commitment: str, lock: Lock, seed: str = "") -> SealView:
    sizes = dict(lock.sizes)
    order = dealing_order(table.rules, tuple(sizes), table.dealer) if sizes else ()
    return SealView(
        deal=deal,
        commitment=commitment,
        seed=seed,
        contributions={str(seat): given for seat, given in lock.contributions},
        missing=lock.missing,
        cut=lock.cut,
        cut_by=lock.cut_by,
        order=order,
        sizes=tuple([sizes[seat] for seat in order]),
    )


def _next_seal(table: Table) -> NextSealView | msgspec.UnsetType:
    if not table.commitment:
        return msgspec.UNSET
    return NextSealView(
        deal=table.deal,
        commitment=table.commitment,
        digests={str(deposit.seat): deposit.sha256 for deposit in table.deposits},
        cutter=cutter_of(table),
        cut=coming_cut(table)[1],
    )
