"""What people add to the coming deal: their bytes, and the cut (PROTOCOL.md §8)."""

from __future__ import annotations

from hashlib import sha256

from tests.chaos.referee.drawing import event
from tests.chaos.referee.entries import Event
from tests.chaos.referee.state import Table, allow

GIVEN_DIGITS = 32


def deposit(table: Table, wish: Event) -> list[Event]:
    seat, given = wish["seat"], wish["given"]
    _before_a_deal(table, wish)
    allow(seat not in table.given, f"seat {seat} gave twice to deal {wish['deal']}")
    allow(len(given) == GIVEN_DIGITS, "a contribution that is not of 16 bytes")
    table.given[seat] = given
    digest = sha256(bytes.fromhex(given)).hexdigest()
    return [event("EntropyDeposited", seat=seat, deal=table.deal + 1, sha256=digest, given=given)]


def cut(table: Table, wish: Event) -> list[Event]:
    seat, place = wish["seat"], wish["place"]
    _before_a_deal(table, wish)
    allow(table.phase != "round", "a deck was cut while a round ran")
    allow(table.phase != "lobby" or table.rules["first_dealer"] == "host",
          "a deck was cut before its dealer was known")  # fmt: skip
    allow(place > 0, f"a deck was cut at {place}")
    allow(table.cut_by != seat, f"seat {seat} cut twice")
    table.cut_by, table.cut_at = seat, place
    return [event("DeckCut", seat=seat, deal=table.deal + 1, place=place)]


def _before_a_deal(table: Table, wish: Event) -> None:
    seat, deal = wish["seat"], wish["deal"]
    allow(seat in table.people(), f"seat {seat} gave to a deal, and is no person at this table")
    allow(deal == table.deal + 1, f"seat {seat} gave to deal {deal}, which is not the next")
    allow(table.phase != "over" or table.rematch, "somebody gave to a deal that will not come")


def drop(table: Table, *seats: int) -> None:
    """Other hands hold these seats now: what they gave goes with those who gave it."""
    for seat in seats:
        table.given.pop(seat, None)
        if table.cut_by == seat:
            table.cut_by = -1


def locked(table: Table, dealer: int, among: list[int], cards: int) -> tuple[int, int]:
    """Where the deck of `cards` cards is cut, and by which seat; −1 where nobody did."""
    places = len(table.seats)
    right = next(s for step in range(1, places) if (s := (dealer - step) % places) in among)
    by = table.cut_by if table.cut_by == right and table.cut_at < cards else -1
    at = table.cut_at if by >= 0 else cards // 2
    table.given, table.cut_by = {}, -1
    return at, by
