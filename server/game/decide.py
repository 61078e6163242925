"""Judges a command: the events that it causes, or why it is refused."""

from __future__ import annotations

from typing import assert_never

from server.events.catalog import AnyEvent
from server.game import admission, calls, faults, leaving, lobby, sealing, turns
from server.game import commands as c
from server.game.table import Seat, Table, people_of


def decide(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:  # noqa: C901 - one match
    """The events of an accepted command.

    Raises: Rejected with the reason; nothing has changed then.
    """
    match command:
        case c.Play():
            return turns.decide_play(table, command)
        case c.Draw():
            return turns.decide_draw(table, command)
        case c.Pass():
            return turns.decide_pass(table, command)
        case c.Name():
            return turns.decide_name(table, command)
        case c.Announce():
            return calls.decide_announce(table, turns.running_round(table, command.turn), command)
        case c.CallFault():
            return faults.decide_call(table, command)
        case c.TimeOut():
            return faults.decide_time_out(table, command)
        case c.NextRound():
            return leaving.decide_next_round(table, command)
        case c.Deposit():
            return sealing.decide_deposit(table, command)
        case c.CutDeck():
            return sealing.decide_cut(table, command)
        case c.OfferRematch():
            return leaving.decide_offer(table, command)
        case c.AcceptRematch():
            return leaving.decide_accept(table, command)
        case c.RefuseRematch():
            return leaving.decide_refuse(table, command)
        case c.Abandon():
            return leaving.decide_abandon(table, command)
        case c.CloseForAbsence():
            return leaving.decide_close_for_absence(table, command)
        case c.Expire():
            return leaving.decide_expire(table, command)
        case c.MoveSeat():
            return admission.decide_move(table, command)
        case c.RenewInvite():
            return admission.decide_renew_invite(table, command)
        case c.EraseTable():
            return admission.decide_erase(table, command)
        case c.MakeTable():
            return lobby.decide_make(table, command)
        case c.Sit():
            return lobby.decide_sit(table, command)
        case c.Leave():
            return lobby.decide_leave(table, command)
        case c.RemovePerson():
            return lobby.decide_remove(table, command)
        case c.SwapSeats():
            return lobby.decide_swap(table, command)
        case c.AddRobot():
            return lobby.decide_add_robot(table, command)
        case c.RemoveRobot():
            return lobby.decide_remove_robot(table, command)
        case c.Start():
            return lobby.decide_start(table, command)
        case _:
            assert_never(command)


def legal_actions(table: Table, seat: Seat) -> tuple[c.Command, ...]:
    """All commands of play, draw, pass, name, announce, call, next round, rematch and abandoning
    that `decide` accepts from this seat now."""
    return (
        *turns.legal_turn(table, seat),
        *_legal_calls(table, seat),
        *_legal_between(table, seat),
    )


def _legal_calls(table: Table, seat: Seat) -> tuple[c.Command, ...]:
    round_ = table.round
    if round_ is None or seat not in round_.seats:
        return ()
    called = tuple(
        c.CallFault(seat, accused, round_.acted) for accused in faults.callable_seats(table, seat)
    )
    if calls.may_announce(table, round_, seat):
        return (c.Announce(seat, round_.turn), *called)
    return called


def _legal_between(table: Table, seat: Seat) -> tuple[c.Command, ...]:
    if seat not in people_of(table):
        return ()
    acts: list[c.Command] = []
    if table.phase == "between":
        acts.append(c.NextRound(seat, table.match, table.round_number))
    if table.phase in ("round", "between") and seat in table.players:
        acts.append(c.Abandon(seat, table.match))
    if table.phase == "over" and table.end is not None and table.end.rematch:
        if table.offered_by < 0:
            acts.append(c.OfferRematch(seat, table.match))
        else:
            if not table.seats[seat].accepted:
                acts.append(c.AcceptRematch(seat, table.match))
            acts.append(c.RefuseRematch(seat, table.match))
    return tuple(acts)
