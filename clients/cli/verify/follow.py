"""One deal, followed card by card: dealt anew from its seed, each card where it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clients.cli.verify.canonical import Line
from clients.cli.verify.deal import key_of, points_of, rank_of, shuffled
from clients.cli.verify.parts import Bad

UNKNOWN = ""  # a card of a deal that is not over
_LOSERS = ("losers_add", "elimination")
_NONE = ("places", "countdown")


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
        if round_.end is None:
            self.hands = {seat: [UNKNOWN] * size for seat, size in sizes.items()}
            self.stock = [UNKNOWN] * int(lock["stock_cards"])
            self.pile = [str(lock["starter"])]
        else:
            self._deal(str(round_.end["seed"]), sizes)

    def _sizes(self) -> dict[int, int]:
        lock, setting = self._round.lock, self._setting
        sizes = dict(zip(setting.players, lock["hand_sizes"], strict=True))
        if sum(sizes.values()) + lock["stock_cards"] + 1 != len(setting.deck):
            raise Bad(self._round.line, "count", len(setting.deck))
        return sizes

    def _deal(self, seed: str, sizes: dict[int, int]) -> None:
        lock, setting, line = self._round.lock, self._setting, self._round.line
        given = [(int(seat), str(bytes_)) for seat, bytes_ in lock.get("contributions", [])]
        self._key = key_of(seed, setting.table, lock["deal"], setting.deck, given)
        self._check_turned()
        order, cut = shuffled(self._key, "deal", setting.deck), int(lock.get("cut", 0))
        if not 0 <= cut < len(order):
            raise Bad(line, "count", f"0–{len(order) - 1}", cut)
        order = order[cut:] + order[:cut]
        self.hands = {seat: [] for seat in setting.players}
        going = self._going()
        for number in range(max(sizes.values())):
            for seat in going:
                if number < sizes[seat]:
                    self.hands[seat].append(order.pop(0))
        starter = _turned_up(order, setting)
        if starter != lock["starter"]:
            raise Bad(line, "starter", starter, lock["starter"])
        self.pile, self.stock = [starter], order

    def _going(self) -> list[int]:
        """Seats in the order in which they are dealt to; the dealer is the last."""
        lock, setting = self._round.lock, self._setting
        seats = list(lock.get("seats") or setting.players)
        place = seats.index(lock["dealer"])
        if setting.rules["direction"] == "left":
            return seats[place + 1 :] + seats[: place + 1]
        return seats[:place][::-1] + seats[place:][::-1]

    def _check_turned(self) -> None:
        turned = self._round.turned
        if turned is None:
            return
        assert self._key is not None
        shown = [str(card) for _, card in turned["cards"]]
        order = shuffled(self._key, "cut", self._setting.deck)[: len(shown)]
        if shown != order:
            raise Bad(self._round.turned_line, "dealer-cut", " ".join(order), " ".join(shown))

    # What happens

    def take(self, line: int, event: Line) -> None:
        """One event more. Raises: Bad."""
        match event["t"]:
            case "CardPlayed":
                self._play(line, event["seat"], event["card"])
            case "CardsDrawn":
                self._draw(line, event["seat"], event["count"])
            case "StockRebuilt":
                self._rebuild(line, event)
            case "CardTakenBack":
                if len(self.pile) < 2 or self.pile[-1] != event["card"]:
                    raise Bad(line, "pile", self.pile[-1], event["card"])
                self.hands[event["seat"]].append(self.pile.pop())
            case "WentOut":
                if self.hands[event["seat"]]:
                    raise Bad(line, "count", 0, len(self.hands[event["seat"]]))
            case _:
                pass

    def _play(self, line: int, seat: int, card: str) -> None:
        hand = self.hands[seat]
        held = card if card in hand else UNKNOWN
        if held not in hand or card not in self._setting.deck or self._is_known(card, held):
            raise Bad(line, "hand", " ".join(filter(None, hand)), card)
        hand.remove(held)
        self.pile.append(card)

    def _is_known(self, card: str, held: str) -> bool:
        """Whether a card that would come out of an unknown place lies somewhere else."""
        hands = self.hands.values()
        return held is UNKNOWN and (card in self.pile or any(card in hand for hand in hands))

    def _draw(self, line: int, seat: int, count: int) -> None:
        if not 0 <= count <= len(self.stock):
            raise Bad(line, "count", len(self.stock), count)
        self.hands[seat] += self.stock[:count]
        del self.stock[:count]

    def _rebuild(self, line: int, event: Line) -> None:
        """All discards but the last `kept`, shuffled under the deal's key, are the new stock."""
        kept = event.get("kept", 1)
        under = self.pile[:-kept] if kept > 0 else []
        self._round.rebuilds += 1
        told, found = (len(under), self._round.rebuilds), (event["cards"], event["times"])
        if self.stock or told != found:
            raise Bad(line, "rebuild", told, found)
        sealed = self._key is None
        label = f"reshuffle-{event['times']}"
        self.stock = [UNKNOWN] * len(under) if sealed else shuffled(self._key or b"", label, under)
        self.pile = self.pile[-kept:]

    # The end

    def check_end(self, totals: dict[int, int]) -> dict[int, int]:
        """The totals after the round, computed from those before it.

        Raises: Bad.
        """
        end, line = self._round.end, self._round.end_line
        assert end is not None
        winner, scoring = end.get("winner", -1), self._setting.rules["scoring"]
        if end["how"] == "out" and self.hands[winner]:
            raise Bad(line, "count", 0, len(self.hands[winner]))
        own = self._points(winner) if end["how"] == "blocked" and winner >= 0 else 0
        after, sum_ = dict(totals), 0
        for left in end.get("left", []):
            seat, hand = left["seat"], self.hands[left["seat"]]
            if sorted(left["cards"]) != sorted(hand):
                raise Bad(line, "left", " ".join(hand), " ".join(left["cards"]))
            gained = _gain(scoring, self._points(seat), own, wins=seat == winner)
            if (left["points"], left.get("gained", 0)) != (self._points(seat), gained):
                raise Bad(line, "points", self._points(seat), left["points"])
            sum_ += gained
            if scoring in _LOSERS:
                after[seat] += gained
        if scoring == "winner_collects" and winner >= 0:
            after[winner] += sum_
        if scoring == "elimination" and end["how"] != "blocked" and winner >= 0:
            after[winner] += end.get("gained", 0)
        told = dict(zip(self._setting.players, end.get("totals", []), strict=False))
        if told and told != after:
            raise Bad(line, "totals", list(after.values()), end["totals"])
        return after

    def _points(self, seat: int) -> int:
        return points_of(self.hands[seat], self._setting.pack)


def _gain(scoring: str, points: int, own: int, *, wins: bool) -> int:
    """What a hand brings: to its own total where losers add, else to the winner's."""
    if scoring in _NONE:
        return 0
    if scoring == "elimination":
        return -100 if wins else points
    return points - own


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
