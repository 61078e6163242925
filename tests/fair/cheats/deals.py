"""Cheats at the deal: what people gave, the seal, the cards, what is opened at the end."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from server.events.catalog import AnyEvent, Left, RoundDealt
from server.game import closing, dealing, leaving, lobby
from server.game.sealing import lock_of
from server.game.shuffle import commitment, deal_key
from server.game.table import Lock, Seat, Table
from tests.fair.cheats.patching import put

Given = Sequence[tuple[int, str]]
FRIEND_LIKES = "8"  # the rank that whoever is not cheated shall get


def dropping(seat: Seat) -> None:
    """Leaves out what a person gave, and says that they gave nothing."""

    def lock(table: Table, seats: tuple[Seat, ...]) -> Lock:
        fair = lock_of(table, seats)
        kept = tuple(given for given in fair.contributions if given[0] != seat)
        return replace(fair, contributions=kept, missing=tuple(sorted({*fair.missing, seat})))

    put("lock_of", lock, lobby, leaving)


def deaf(seat: Seat) -> None:
    """Lists what a person gave, but shuffles without it."""

    def key(seed: str, table: str, deal: int, deck: Sequence[str], given: Given) -> bytes:
        return deal_key(seed, table, deal, deck, tuple(one for one in given if one[0] != seat))

    put("deal_key", key, dealing)


def resealing(seat: Seat) -> None:
    """Looks for a seed by which the other has a good hand, and changes the seal to fit it."""
    _choosing(seat, lambda table, seed: replace(table, seed=seed, commitment=commitment(seed)))


def rerolling(seat: Seat) -> None:
    """The same, under the seal that was shown."""
    _choosing(seat, lambda table, seed: replace(table, seed=seed))


def _choosing(seat: Seat, sealed: Callable[[Table, str], Table]) -> None:
    start = lobby.start_match

    def chosen(table: Table, *others: Any, **named: Any) -> tuple[AnyEvent, ...]:
        for number in count():
            seed = hashlib.sha512(b"%d" % number).hexdigest()
            events = start(sealed(table, seed), *others, **named)
            (dealt,) = (event for event in events if isinstance(event, RoundDealt))
            if _friend_is_lucky(dealt, seat):
                return events
        raise AssertionError("no seed will do")

    put("start_match", chosen, lobby)


def _friend_is_lucky(dealt: RoundDealt, seat: Seat) -> bool:
    others = (hand for place, hand in enumerate(dealt.hands) if place != seat)
    return any(card.startswith(FRIEND_LIKES) for hand in others for card in hand)


def swapping(seat: Seat) -> None:
    """Deals a person another card than the shuffle gave them: one from the stock."""

    def swapped(dealt: RoundDealt) -> RoundDealt:
        hand = dealt.hands[seat]
        hands = list(dealt.hands)
        hands[seat] = (dealt.stock[-1], *hand[1:])
        return replace(dealt, hands=tuple(hands), stock=(*dealt.stock[:-1], hand[0]))

    _dealing(swapped)


def palming(seat: Seat) -> None:
    """Puts the stock in another order than the shuffle gave it."""
    _dealing(lambda dealt: replace(dealt, stock=dealt.stock[::-1]))


def _dealing(changed: Callable[[RoundDealt], RoundDealt]) -> None:
    deal = dealing.deal_round
    put("deal_round", lambda *asked: changed(deal(*asked)), lobby, leaving)


def revealing(seat: Seat) -> None:
    """At the end shows another hand than the one that the losers held."""
    left_of: Callable[..., tuple[Left, ...]] = closing._left

    def left(table: Table, *others: Any) -> tuple[Left, ...]:
        assert table.round is not None
        card = table.round.pile[0]  # the stock may be empty by then
        return tuple(replace(one, cards=(card, *one.cards[1:])) for one in left_of(table, *others))

    put("_left", left, closing)


CHEATS: dict[str, Callable[[Seat], None]] = {
    cheat.__name__: cheat
    for cheat in (dropping, deaf, resealing, rerolling, swapping, palming, revealing)
}
