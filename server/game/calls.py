"""Calling the last card: when it is due, saying it, and what forgetting it costs."""

from __future__ import annotations

from server.events.catalog import Announced, AnyEvent, CallsOwed, CardsDrawn
from server.game.commands import Announce
from server.game.dealing import Drawing, draw_cards
from server.game.table import Round, Seat, Table
from server.protocol.reasons import Reason, Rejected

CALL_FORGOTTEN = "call_forgotten"


def owes_call(round_: Round, seat: Seat) -> bool:
    """Whether the seat may still say what it should have said: it holds one card, uncalled."""
    return seat in round_.owing and len(round_.hands[seat]) == 1


def due_fines(table: Table, round_: Round, seat: Seat) -> tuple[Seat, ...]:
    """Seats that are fined just before `seat` acts, in the order in which their calls were due."""
    if table.rules.last_card_call != "automatic":
        return ()
    return tuple(other for other in round_.owing if other != seat and owes_call(round_, other))


def fine(table: Table, round_: Round, seat: Seat, why: str, keep: int = 1) -> Drawing:
    """The cards that a fault costs, if any; what stock and discards cannot give is forgiven."""
    rules = table.rules
    cards = rules.last_card_fine if why == CALL_FORGOTTEN else rules.fines.get(why, 0)
    return draw_cards(table, round_, CardsDrawn(seat, cards, fine=why), keep) if cards else ()


def announcing_turn(table: Table, round_: Round, seat: Seat) -> bool:
    """Whether the seat in turn may call before it plays: it holds exactly two cards."""
    return (
        table.rules.last_card_call != "off"
        and seat == round_.seat
        and len(round_.hands[seat]) == 2
        and not round_.announced
    )


def may_announce(table: Table, round_: Round, seat: Seat) -> bool:
    if table.rules.last_card_call == "off":
        return False
    return owes_call(round_, seat) or announcing_turn(table, round_, seat)


def may_ride(table: Table, cards_left: int) -> bool:
    """Whether the call may ride on an act that leaves so many cards."""
    return table.rules.last_card_call != "off" and cards_left == 1


def decide_announce(table: Table, round_: Round, command: Announce) -> tuple[AnyEvent, ...]:
    """A call that is due now or with the next play; elsewhere it is refused."""
    if not may_announce(table, round_, command.seat):
        raise Rejected(Reason.NOTHING_TO_CALL)
    return (Announced(command.seat),)


def calls_after(
    table: Table, before: Round, after: Round, seat: Seat, due: tuple[Seat, ...]
) -> tuple[CallsOwed, ...]:
    """What is owed after `seat` has acted, if that has changed.

    The act closes the windows of all other seats; `due` are those that owe a call because of it.
    """
    owing = () if table.rules.last_card_call == "off" else _owing(before, after, seat, due)
    return () if owing == after.owing else (CallsOwed(owing),)


def _owing(before: Round, after: Round, seat: Seat, due: tuple[Seat, ...]) -> tuple[Seat, ...]:
    still = tuple(s for s in before.owing if s == seat and len(after.hands[s]) == 1)
    fresh = tuple(s for s in due if len(after.hands[s]) == 1 and s not in still)
    return (*still, *fresh)
