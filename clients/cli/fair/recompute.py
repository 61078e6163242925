"""A deal dealt again from its seed, and held against every card that was seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from clients.cli.verify.deal import key_of, shuffled
from server.protocol import news as n
from server.protocol.views import LeftHand, SealView

Move = n.Played | n.TakenBack | n.Drew | n.Rebuilt


class Tape(msgspec.Struct, frozen=True, gc=False):
    """What was seen of a round, from its deal on."""

    me: int  # one's own seat as it was dealt, −1 for those who watch
    hand: tuple[str, ...]  # one's own, as dealt
    starter: str
    moves: tuple[Move, ...] = ()
    torn: bool = False  # not seen to its end: what came after the moves is not known


def moves_of(news: Iterable[n.AnyNews]) -> tuple[Move, ...]:
    return tuple([item for item in news if isinstance(item, Move)])


def cards_fit(
    table: str,
    deck: Sequence[str],
    seal: SealView,
    tape: Tape,
    left: Mapping[str, LeftHand],
) -> bool:
    """Whether every card that was seen is the one that the seed gives; `left` is what all held at
    the end. Raises: ValueError if the seal holds nonsense."""
    cards, me = _Cards(table, deck, seal), tape.me
    if me in cards.hands and tuple(cards.hands[me]) != tape.hand:
        return False
    if not cards.turn_up(tape.starter):
        return False
    if not all(cards.follow(move, me) for move in tape.moves):
        return False
    return tape.torn or all(
        sorted(hand.cards) == sorted(cards.hands.get(int(seat), ())) for seat, hand in left.items()
    )


class _Cards:
    """Where every card is, as the seed has it."""

    def __init__(self, table: str, deck: Sequence[str], seal: SealView) -> None:
        given = [(int(seat), bytes_) for seat, bytes_ in seal.contributions.items()]
        self._key = key_of(seal.seed, table, seal.deal, deck, given)
        order = shuffled(self._key, "deal", deck)
        self.stock = order[seal.cut :] + order[: seal.cut]
        self.pile: list[str] = []
        self.hands: dict[int, list[str]] = {seat: [] for seat in seal.order}
        self._rebuilds = 0
        sizes = dict(zip(seal.order, seal.sizes, strict=True))
        for dealt in range(max(sizes.values(), default=0)):
            for seat in seal.order:
                if dealt < sizes[seat]:
                    self.hands[seat].append(self.stock.pop(0))

    def turn_up(self, starter: str) -> bool:
        """Whatever is turned before the starter goes back below half of the others."""
        for _ in range(len(self.stock)):
            card = self.stock.pop(0)
            if card == starter:
                self.pile = [card]
                return True
            self.stock.insert(len(self.stock) // 2, card)
        return False

    def follow(self, move: Move, me: int) -> bool:
        match move:
            case n.Played():
                return self._leaves(move.seat, move.card)
            case n.TakenBack():
                self.hands.setdefault(move.seat, []).append(move.card)
                return bool(self.pile) and self.pile.pop() == move.card
            case n.Drew():
                drawn = [self.stock.pop(0) for _ in range(min(move.cards, len(self.stock)))]
                self.hands.setdefault(move.seat, []).extend(drawn)
                seen = move.seat != me or tuple(drawn) == move.own
                return len(drawn) == move.cards and seen
            case n.Rebuilt():
                return self._rebuild(move.cards)

    def _leaves(self, seat: int, card: str) -> bool:
        if card not in self.hands.get(seat, ()):
            return False
        self.hands[seat].remove(card)
        self.pile.append(card)
        return True

    def _rebuild(self, cards: int) -> bool:
        if self.stock or cards > len(self.pile):
            return False
        self._rebuilds += 1
        self.stock = shuffled(self._key, f"reshuffle-{self._rebuilds}", self.pile[:cards])
        self.pile = self.pile[cards:]
        return True
