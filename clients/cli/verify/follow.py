"""One deal, followed card by card: dealt anew from its seed, each card where it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clients.cli.verify.canonical import Line
from clients.cli.verify.deal import key_of, points_of, rank_of, shuffled
from clients.cli.verify.fields import (
    Odd,
    by_seat,
    hexes,
    objects,
    one_of,
    pairs,
    text,
    texts,
    whole,
    wholes,
)
from clients.cli.verify.parts import Bad

UNKNOWN = ""  # a card of a deal that is not over
SCORINGS = ("winner_collects", "losers_add", "elimination", "places", "countdown")
HOWS = ("out", "blocked", "last", "stopped")
SEED_DIGITS = 128  # 64 bytes in hex
ROUND_BONUS = -100  # of a round's winner, by elimination
NOBODY = -1


@dataclass(frozen=True)
class Setting:
    """What a match brings to each of its deals."""

    table: str
    rules: Line
    players: list[int]
    deck: list[str]

    @property
    def pack(self) -> str:
        return str(self.rules["pack"])

    def dealt_to(self, lock: Line) -> list[int]:
        """The seats that a deal is for. Raises: Odd."""
        seats = wholes(lock, "seats") or self.players
        if len(set(seats)) != len(seats) or not set(seats) <= set(self.players):
            raise Odd("seats")
        return seats


@dataclass
class Round:
    """A round as the log tells it: the lock and deal, what happened, the end."""

    lock: Line
    line: int
    version: int
    commitment: str
    turned: Line | None = None  # the cut for the first deal
    turned_line: int = 0
    happened: list[tuple[int, Line]] = field(default_factory=list)  # with its line
    end: Line | None = None
    end_line: int = 0
    end_version: int = 0
    rebuilds: int = 0


class Cards:
    """Where the cards of a deal are; without its seed, how many are where."""

    def __init__(self, setting: Setting, round_: Round) -> None:
        self._setting, self._round = setting, round_
        self.hands: dict[int, list[str]] = {}
        self.stock: list[str] = []
        self.pile: list[str] = []
        self._key: bytes | None = None
        lock, sizes = round_.lock, self._sizes()
        self._seats = setting.dealt_to(lock)
        self.pile = [text(lock, "starter")]
        if round_.end is None:
            self.hands = {seat: [UNKNOWN] * sizes[seat] for seat in self._seats}
            self.stock = [UNKNOWN] * whole(lock, "stock_cards")
        else:
            self._deal(hexes(round_.end, "seed", SEED_DIGITS), sizes)
        self._check_sizes(sizes)

    def _sizes(self) -> dict[int, int]:
        lock, setting = self._round.lock, self._setting
        sizes, stock = wholes(lock, "hand_sizes"), whole(lock, "stock_cards")
        if len(sizes) != len(setting.players):
            raise Odd("hand_sizes")
        if sum(sizes) + stock + 1 != len(setting.deck) or min(*sizes, stock) < 0:
            raise Bad(self._round.line, "count", len(setting.deck))
        return dict(zip(setting.players, sizes, strict=True))

    def _check_sizes(self, sizes: dict[int, int]) -> None:
        """Every hand has its size: a seat that is not dealt to has none."""
        for seat, size in sizes.items():
            if len(self.hands.get(seat, ())) != size:
                raise Bad(self._round.line, "count", size, len(self.hands.get(seat, ())))

    def _deal(self, seed: str, sizes: dict[int, int]) -> None:
        lock, setting, line = self._round.lock, self._setting, self._round.line
        given = by_seat(lock, "contributions").items()
        self._key = key_of(seed, setting.table, lock["deal"], setting.deck, given)
        self._check_turned()
        order, cut = shuffled(self._key, "deal", setting.deck), whole(lock, "cut", 0)
        if not 0 <= cut < len(order):
            raise Bad(line, "count", f"0–{len(order) - 1}", cut)
        order = order[cut:] + order[:cut]
        self.hands = {seat: [] for seat in self._seats}
        going = self._going()
        for number in range(max(sizes.values())):
            for seat in going:
                if number < sizes[seat]:
                    self.hands[seat].append(order.pop(0))
        starter = _turned_up(order, setting)
        if [starter] != self.pile:
            raise Bad(line, "starter", starter, self.pile[0])
        self.stock = order

    def _going(self) -> list[int]:
        """Seats in the order in which they are dealt to; the dealer is the last."""
        seats, dealer = self._seats, whole(self._round.lock, "dealer")
        if dealer not in seats:
            raise Odd("dealer")
        place = seats.index(dealer)
        if self._setting.rules["direction"] == "left":
            return seats[place + 1 :] + seats[: place + 1]
        return seats[:place][::-1] + seats[place:][::-1]

    def _check_turned(self) -> None:
        turned = self._round.turned
        if turned is None:
            return
        assert self._key is not None
        shown = [card for _, card in pairs(turned, "cards")]
        order = shuffled(self._key, "cut", self._setting.deck)[: len(shown)]
        if shown != order:
            raise Bad(self._round.turned_line, "dealer-cut", " ".join(order), " ".join(shown))

    # What happens

    def take(self, line: int, event: Line) -> None:
        """One event more. Raises: Bad, Odd."""
        match event["t"]:
            case "CardPlayed":
                self._play(line, self._hand(event), text(event, "card"))
            case "CardsDrawn":
                self._draw(line, self._hand(event), whole(event, "count"))
            case "StockRebuilt":
                self._rebuild(line, event)
            case "CardTakenBack":
                hand, card = self._hand(event), text(event, "card")
                if len(self.pile) < 2 or self.pile[-1] != card:
                    raise Bad(line, "pile", self.pile[-1], card)
                hand.append(self.pile.pop())
            case "WentOut":
                hand = self._hand(event)
                if hand:
                    raise Bad(line, "count", 0, len(hand))
            case _:
                pass

    def _hand(self, of: Line) -> list[str]:
        seat = whole(of, "seat")
        if seat not in self.hands:
            raise Odd("seat")
        return self.hands[seat]

    def _play(self, line: int, hand: list[str], card: str) -> None:
        held = card if card in hand else UNKNOWN
        if held not in hand or card not in self._setting.deck or self._is_known(card, held):
            raise Bad(line, "hand", " ".join(filter(None, hand)), card)
        hand.remove(held)
        self.pile.append(card)

    def _is_known(self, card: str, held: str) -> bool:
        """Whether a card that would come out of an unknown place lies somewhere else."""
        hands = self.hands.values()
        return held is UNKNOWN and (card in self.pile or any(card in hand for hand in hands))

    def _draw(self, line: int, hand: list[str], count: int) -> None:
        if not 0 <= count <= len(self.stock):
            raise Bad(line, "count", len(self.stock), count)
        hand += self.stock[:count]
        del self.stock[:count]

    def _rebuild(self, line: int, event: Line) -> None:
        """All discards but the last `kept`, shuffled under the deal's key, are the new stock."""
        kept, cards = whole(event, "kept", 1), whole(event, "cards")
        under = self.pile[:-kept] if kept > 0 else []
        self._round.rebuilds += 1
        told, found = (len(under), self._round.rebuilds), (cards, whole(event, "times"))
        if self.stock or told != found or kept < 1:
            raise Bad(line, "rebuild", told, found)
        sealed = self._key is None
        label = f"reshuffle-{self._round.rebuilds}"
        self.stock = [UNKNOWN] * len(under) if sealed else shuffled(self._key or b"", label, under)
        self.pile = self.pile[-kept:]

    # The end

    def check_end(self, totals: dict[int, int]) -> dict[int, int]:
        """The totals after the round, computed from those before it.

        Raises: Bad, Odd.
        """
        end, line = self._round.end, self._round.end_line
        assert end is not None
        how, winner = one_of(end, "how", HOWS), whole(end, "winner", NOBODY)
        self._check_winner(line, how, winner)
        gains = self._gains(line, end, how, winner)
        scoring, collected = self._setting.rules["scoring"], sum(gains.values())
        after = dict(totals)
        if scoring == "winner_collects" and winner != NOBODY:
            gains = {winner: collected}
        elif scoring == "elimination" and winner != NOBODY:
            gains[winner] = ROUND_BONUS
        for seat, gained in gains.items():
            after[seat] += gained
        own = 0 if scoring == "losers_add" else gains.get(winner, 0)
        if whole(end, "gained", 0) != own:
            raise Bad(line, "points", own, end.get("gained", 0))
        told = wholes(end, "totals")
        if told and told != list(after.values()):
            raise Bad(line, "totals", list(after.values()), told)
        return after

    def _check_winner(self, line: int, how: str, winner: int) -> None:
        """Whoever is out holds nothing; of a blocked table the lowest hand wins."""
        if how == "stopped":
            if winner != NOBODY:
                raise Bad(line, "event", NOBODY, winner)
            return
        hand = self._hand({"seat": winner})
        if how != "blocked" and hand:
            raise Bad(line, "count", 0, len(hand))
        holding = sum(bool(cards) for cards in self.hands.values())
        if how == "last" and holding > 1:
            raise Bad(line, "count", 1, holding)
        lowest = min((self._points(seat), len(self.hands[seat])) for seat in self.hands)
        if how == "blocked" and (self._points(winner), len(hand)) != lowest:
            raise Bad(line, "points", lowest[0], self._points(winner))

    def _gains(self, line: int, end: Line, how: str, winner: int) -> dict[int, int]:
        """What each hand that was left brings: each is told, and none twice."""
        own = self._points(winner) if how == "blocked" else 0
        counted = [] if how == "stopped" else self._seats
        due = sorted(seat for seat in counted if how == "blocked" or seat != winner)
        told = sorted(whole(left, "seat") for left in objects(end, "left"))
        if told != due:
            raise Bad(line, "left", " ".join(map(str, due)), " ".join(map(str, told)))
        gains = {}
        for left in objects(end, "left"):
            seat, hand, cards = left["seat"], self._hand(left), texts(left, "cards")
            if sorted(cards) != sorted(hand):
                raise Bad(line, "left", " ".join(hand), " ".join(cards))
            gains[seat] = self._gain(self._points(seat), own, wins=seat == winner)
            found = (whole(left, "points"), whole(left, "gained", 0))
            if found != (self._points(seat), gains[seat]):
                raise Bad(line, "points", self._points(seat), left["points"])
        return gains

    def _gain(self, points: int, own: int, *, wins: bool) -> int:
        """What a hand brings: to its own total where losers add, else to the winner's."""
        scoring = self._setting.rules["scoring"]
        if scoring in ("places", "countdown"):
            return 0
        if scoring == "elimination":
            return ROUND_BONUS if wins else points
        return points - own

    def _points(self, seat: int) -> int:
        return points_of(self.hands[seat], self._setting.pack)


def _turned_up(order: list[str], setting: Setting) -> str:
    """Takes the card that opens the pile off the rest of the deal; one that may not goes back
    below half of what is left."""
    for _ in range(len(order) + 1):
        card = order.pop(0)
        if _may_open(rank_of(card, setting.pack), setting.rules):
            return card
        order.insert(len(order) // 2, card)
    return ""


def _may_open(rank: str, rules: Line) -> bool:
    if rules["starter_eight"] == "dealer_names" and rank in rules["wild_suit"]:
        return True
    return rank not in rules["starter_forbidden"]


def cards_in(events: Sequence[tuple[int, Line]]) -> int:
    """How many events moved cards."""
    moves = ("CardPlayed", "CardsDrawn", "StockRebuilt", "CardTakenBack")
    return sum(event["t"] in moves for _, event in events)
