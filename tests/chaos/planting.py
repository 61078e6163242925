"""Ways of planting a fault in a log, each for the first place where it can be planted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.chaos.gamelogs import Log, before, renumbered, retold
from tests.chaos.referee import LoggedEntry, Referee, matching, packs
from tests.chaos.referee.entries import Event

Fits = Callable[[Event, LoggedEntry], bool]
Plant = Callable[[str, Log], Log]


def anywhere(event: Event, entry: LoggedEntry) -> bool:
    return True


def changed(tag: str, where: Fits = anywhere, **fields: Any) -> Plant:
    """The first event of this kind gets these fields, which may be functions of it."""

    def plant(table: str, log: Log) -> Log:
        at, event = first(log, tag, where)
        for name, value in fields.items():
            event[name] = value(event) if callable(value) else value
        retold(log, at)
        return log

    return plant


def first(log: Log, tag: str, where: Fits = anywhere) -> tuple[int, Event]:
    """Place of the first entry with such an event, and the event."""
    for at, entry in enumerate(log):
        for event in entry.events:
            if event["t"] == tag and where(event, entry):
                return at, event
    raise AssertionError(f"the log has no such {tag}")


def dropped(tag: str, where: Fits = anywhere) -> Plant:
    """The first event of this kind is missing."""

    def plant(table: str, log: Log) -> Log:
        at, event = first(log, tag, where)
        log[at].events.remove(event)
        return log

    return plant


def removed(tag: str, where: Fits = anywhere) -> Plant:
    """The whole entry of the first such event is missing; versions close up."""

    def plant(table: str, log: Log) -> Log:
        at, _ = first(log, tag, where)
        return renumbered(log[:at] + log[at + 1 :])

    return plant


def doubled(tag: str, where: Fits = anywhere) -> Plant:
    """The entry of the first such event comes twice."""

    def plant(table: str, log: Log) -> Log:
        at, _ = first(log, tag, where)
        return renumbered(log[: at + 1] + log[at:])

    return plant


def headed(at: int, **fields: Any) -> Plant:
    """The head of an entry tells something else."""

    def plant(table: str, log: Log) -> Log:
        log[at] = replace(log[at], **fields)
        return log

    return plant


def another_card(choose: Callable[[Referee, Event], str | None]) -> Plant:
    """The first play for which `choose` knows another card becomes a play of that card."""

    def plant(table: str, log: Log) -> Log:
        referee = Referee(table)
        for at, entry in enumerate(log):
            event = entry.events[0]
            card = choose(referee, event) if event["t"] == "CardPlayed" else None
            if card is not None:
                event.update(card=card, active=packs.suit(card))
                event.pop("named", None)
                retold(log, at)
                return log
            assert not referee.judge(entry)
        raise AssertionError("no play could be changed so")

    return plant


def of_another(referee: Referee, event: Event) -> str | None:
    """A card that matches, out of another hand."""
    round_ = referee.table.round
    assert round_ is not None
    others = [seat for seat in round_.holders() if seat != event["seat"]]
    fits = (c for seat in others for c in round_.hands[seat] if _plain_match(referee, c))
    return next(fits, None)


def unfit(referee: Referee, event: Event) -> str | None:
    """A card of the hand that does not fit."""
    round_ = referee.table.round
    assert round_ is not None
    hand = round_.hands[event["seat"]]
    wrong = (c for c in hand if not matching.fits(referee.table.rules, round_, c))
    return next(wrong, None) if len(hand) > 2 else None


def no_answer(referee: Referee, event: Event) -> str | None:
    """A card that matches where only an answer may be played."""
    round_ = referee.table.round
    assert round_ is not None
    hand = round_.hands[event["seat"]] if round_.pending else []
    plain = (c for c in hand if packs.suit(c) == round_.active and packs.rank(c) not in "28QA")
    return next(plain, None)


def _plain_match(referee: Referee, card: str) -> bool:
    round_, rules = referee.table.round, referee.table.rules
    assert round_ is not None
    named = matching.names_suit(rules, card)
    return matching.matches(rules, round_, card) and not named


def out_of_turn(table: str, log: Log) -> Log:
    """The next but one plays a card that matches, while another is in turn."""
    for at in range(len(log)):
        event = log[at].events[0]
        if event["t"] != "CardPlayed":
            continue
        referee = before(table, log, at)
        round_ = referee.table.round
        assert round_ is not None
        for seat in round_.holders():
            for card in round_.hands[seat]:
                if seat != event["seat"] and _plain_match(referee, card):
                    event.update(seat=seat, card=card, active=packs.suit(card))
                    event.pop("named", None)
                    retold(log, at)
                    return log
    raise AssertionError("nobody could play out of turn")


def swapped(name: str) -> Callable[[Event], Any]:
    """The first two of a list change places."""
    return lambda event: [event[name][1], event[name][0], *event[name][2:]]


def more(name: str, by: int = 1) -> Callable[[Event], int]:
    return lambda event: event.get(name, 0) + by


def other_seat(name: str, seats: int) -> Callable[[Event], int]:
    return lambda event: (event[name] + 1) % seats


def has(name: str, *values: object) -> Fits:
    """The field is set, or is one of these."""
    return lambda event, _: event.get(name) in values if values else bool(event.get(name))


def lacks(name: str) -> Fits:
    return lambda event, _: not event.get(name)


def entry_has(tag: str) -> Fits:
    return lambda _, entry: any(event["t"] == tag for event in entry.events)


def hands_swapped(event: Event) -> list[Any]:
    """Two cards of two hands change places."""
    one, other, *rest = (list(hand) for hand in event["hands"])
    one[0], other[0] = other[0], one[0]
    return [one, other, *rest]


def stock_doubled(event: Event) -> list[str]:
    return [event["stock"][0], event["stock"][0], *event["stock"][2:]]


def winner_of(seats: int) -> Callable[[Event], int]:
    return other_seat("winner", seats)


def played_on(table: str, log: Log) -> Log:
    """The last card of a hand does not close the round: the turn moves on."""
    at, _ = first(log, "RoundClosed")
    turn = next(e["turn"] for x in reversed(log[:at]) for e in x.events if e["t"] == "TurnMoved")
    moved = {"t": "TurnMoved", "next": 0, "turn": turn + 1, "direction": -1}
    log[at] = replace(log[at], events=[log[at].events[0], moved])
    return log


def blocked_early(table: str, log: Log) -> Log:
    """The blocked round closes with the last time-out before it."""
    at, closed = first(log, "RoundClosed", has("how", "blocked"))
    before = max(n for n in range(at) if log[n].act.startswith("timeout"))
    moved = next(e for e in log[before].events if e["t"] == "TurnMoved")
    log[before].events[log[before].events.index(moved)] = closed
    return log


def match_ended_early(table: str, log: Log) -> Log:
    at, _ = first(log, "RoundClosed")
    end = {"t": "MatchEnded", "how": "target", "winner": 0, "places": [1, 2, 3], "rematch": True}
    log[at].events.append(end)
    return log


def too_late(hours: float, tag: str) -> Plant:
    """Between a deal and the first act of the round somebody says that a time is over."""

    def plant(table: str, log: Log) -> Log:
        at, dealt = first(log, "RoundDealt")
        actor = dealt["first"]
        seed = next(e["seed"] for x in log[:at] for e in x.events if e.get("seed"))
        totals = [0] * len(dealt["hand_sizes"])
        closed = {"t": "RoundClosed", "how": "stopped", "round": 1, "seed": seed, "totals": totals}
        expired = {"t": "MatchEnded", "how": "expired", "places": [1] * len(totals)}
        events: dict[str, list[Event]] = {
            "TurnTimedOut": [{"t": tag, "seat": actor}],
            "ClosedForAbsence": [{"t": tag, "seat": 0 if actor else 1, "absent": actor}],
            "TableExpired": [closed, expired, {"t": tag}],
        }
        late = log[at].at_ms + int(hours * 3_600_000)
        entry = replace(log[at], at_ms=late, events=events[tag], command_id="late")
        log = renumbered([*log[: at + 1], entry])
        retold(log, at + 1)
        return log

    return plant
