"""What seats may wish in a round: legal acts and others, faults, calls, times that are over."""

from __future__ import annotations

from collections.abc import Callable

from server.game import commands as c
from server.game.decide import legal_actions
from server.game.faults import turn_ends_ms
from server.game.table import Round, Table, actor_of, deck_in_play, holding

TURN = c.Play | c.Draw | c.Pass | c.Name
Wish = Callable[[Table, Round, int], c.Command]  # of a number by chance


def _act(table: Table, round_: Round, number: int) -> c.Command:
    """A legal act of the seat that must act; one that fits, now and then."""
    legal = legal_actions(table, actor_of(round_))
    turns = [command for command in legal if isinstance(command, TURN)]
    return turns[number % len(turns)]


def _draw(table: Table, round_: Round, number: int) -> c.Command:
    return c.Draw(round_.seat)


def _pass(table: Table, round_: Round, number: int) -> c.Command:
    return c.Pass(round_.seat, announce=number % 4 == 0)


def _misplay(table: Table, round_: Round, number: int) -> c.Command:
    """Any card of the seat in turn, with a suit or without."""
    return _card(table, round_, round_.seat, number)


def _break_in(table: Table, round_: Round, number: int) -> c.Command:
    """Any card of a seat that is not in turn."""
    others = [seat for seat in holding(round_) if seat != round_.seat]
    return _card(table, round_, others[number % len(others)], number // 7)


def _card(table: Table, round_: Round, seat: int, number: int) -> c.Command:
    deck, hand = deck_in_play(table), round_.hands[seat]
    card = hand[number % len(hand)]
    wild = deck.rank[card] in table.rules.wild_suit
    suit = deck.suits[number % 4] if wild and number % 3 else ""
    return c.Play(seat, card, suit, announce=len(hand) == 2 and number % 2 == 0)


def _leave_unnamed(table: Table, round_: Round, number: int) -> c.Command:
    """A wild without a suit, of the seat in turn; any card, if it holds none."""
    rank = deck_in_play(table).rank
    wild = [card for card in round_.hands[round_.seat] if rank[card] in table.rules.wild_suit]
    return c.Play(round_.seat, wild[0]) if wild else _misplay(table, round_, number)


def _name(table: Table, round_: Round, number: int) -> c.Command:
    suits = deck_in_play(table).suits
    return c.Name(round_.namer if round_.namer >= 0 else round_.seat, suits[number % 4])


def _announce(table: Table, round_: Round, number: int) -> c.Command:
    return c.Announce(number % len(table.seats))


def _call(table: Table, round_: Round, number: int) -> c.Command:
    """Anybody calls anybody; every other time whoever has played something wrong."""
    seats = len(table.seats)
    caller = number % seats
    accused = (caller + 1 + number // seats % (seats - 1)) % seats
    if round_.latest is not None and number // 50 % 2:
        accused = round_.latest.seat
    return c.CallFault(caller, accused)


def _deposit(table: Table, round_: Round, number: int) -> c.Command:
    """Somebody's bytes for the deal to come."""
    return c.Deposit(number % len(table.seats), table.deal, f"{number:032x}")


def _time_out(table: Table, round_: Round, number: int) -> c.Command:
    return c.TimeOut(actor_of(round_), round_.turn, at_ms=turn_ends_ms(table))


WISHES: dict[str, Wish] = {
    "act": _act,
    "draw": _draw,
    "pass": _pass,
    "misplay": _misplay,
    "break_in": _break_in,
    "leave_unnamed": _leave_unnamed,
    "name": _name,
    "announce": _announce,
    "call": _call,
    "time_out": _time_out,
    "deposit": _deposit,
}
GUESS = "guess"


def wish(table: Table, viewer: int, kind: str, number: int) -> c.Command:
    """The command that `kind` and `number` come to at this table; `guess` is the viewer's own."""
    assert table.round is not None
    if kind == GUESS:
        deck = deck_in_play(table)
        suit = ("", deck.suits[0])[number % 2]
        return c.Play(viewer, deck.cards[number % len(deck.cards)], suit)
    return WISHES[kind](table, table.round, number)
