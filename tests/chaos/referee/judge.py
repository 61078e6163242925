"""Judges a log, entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.chaos.referee import calling, leaving, lobby, playing, sealing
from tests.chaos.referee.dealing import deck_of, next_round
from tests.chaos.referee.entries import Event, LoggedEntry
from tests.chaos.referee.shape import differences, whole
from tests.chaos.referee.state import Refused, Table, allow

ACTS = {"CardPlayed": playing.play, "CardsDrawn": playing.draw, "TurnPassed": playing.pass_}
TIMED = {
    "TableMade": lobby.make,
    "SeatTaken": lobby.sit,
    "SeatFreed": lobby.free_seat,
    "SuitNamed": playing.name,
    "FaultCalled": calling.call,
    "TurnTimedOut": calling.time_out,
    "ClosedForAbsence": leaving.absence,
}
UNTIMED = {
    "RobotSeated": lobby.seat_robot,
    "SeatsSwapped": lobby.swap,
    "Announced": calling.announce,
    "PlayerAbandoned": leaving.abandon,
    "SeatTakenOver": leaving.take_over,
    "EntropyDeposited": sealing.deposit,
    "DeckCut": sealing.cut,
    "SeatMoved": lobby.move,
    "InviteRenewed": lobby.renew_invite,
}
TAG_DIGITS = 16
Cards = dict[str, list[str]]  # `stock`, `pile`, `hand 0` …; nothing between rounds


def check_log(
    table: str,
    entries: Sequence[LoggedEntry],
    after: Callable[[int, Cards], None] | None = None,
) -> list[str]:
    """What is against the rules in the whole log of a table, from its first entry on.

    Each with its version, in a sentence; empty if all is right. Judging stops at the first entry
    with a violation. `after` is told, for each version, where every card is then.
    """
    referee = Referee(table)
    for entry in entries:
        said = referee.judge(entry)
        if said:
            return said
        if after is not None:
            after(entry.version, referee.cards())
    return []


class Referee:
    """Judges the entries of one table, in order, and knows where every card is."""

    def __init__(self, table: str) -> None:
        self.table = Table(table)

    def judge(self, entry: LoggedEntry) -> list[str]:
        """What is against the rules in the next entry. After a violation nothing more is judged."""
        try:
            found = [whole(event) for event in entry.events]
            _check_head(self.table, entry)
            expected = _expected(self.table, entry, found)
            said = differences(found, expected)
            act = words(found)
            if not said and entry.act != act:
                said = [f"it is told as {entry.act!r}, and was {act!r}"]
            if not said and entry.match_version != self.table.match_version:
                version = self.table.match_version
                said = [f"its match began at {entry.match_version}, by the log at {version}"]
            if not said:
                said = _cards_astray(self.table)
        except (Refused, ValueError) as refusal:
            said = [str(refusal)]
        return [f"version {entry.version}: {text}" for text in said]

    def cards(self) -> Cards:
        """Where every card is now."""
        round_ = self.table.round
        if round_ is None:
            return {}
        hands = {f"hand {seat}": list(cards) for seat, cards in round_.hands.items()}
        return {"stock": list(round_.stock), "pile": list(round_.pile), **hands}


def _check_head(table: Table, entry: LoggedEntry) -> None:
    expected = table.last_version + 1
    allow(entry.version == expected, f"it should be version {expected}")
    allow(len(entry.tag) == TAG_DIGITS and entry.tag not in table.tags, "its tag is not a new one")
    twice = entry.command_id in table.commands
    allow(entry.command_id and not twice, f"command {entry.command_id!r} was taken already")
    allow(entry.at_ms >= table.last_ms, "its time is before that of the entry before")
    table.last_version, table.last_ms = entry.version, entry.at_ms
    table.tags.add(entry.tag)


def _expected(table: Table, entry: LoggedEntry, found: list[Event]) -> list[Event]:
    """The events that the rules imply for what was wished."""
    wish = next((event for event in found if _is_act(event)), None)
    allow(wish is not None, "nothing was done")
    assert wish is not None
    closed = table.phase == "closed" and wish["t"] != "TableErased"
    allow(not closed, "something was done at a table that is closed")
    allow(table.phase or wish["t"] == "TableMade", "something was done before a table was made")
    try:
        return _judged(table, entry, found, wish)
    finally:
        table.commands[entry.command_id] = entry.version


def _is_act(event: Event) -> bool:
    return event["t"] != "StockRebuilt" and not event.get("fine")


def _judged(table: Table, entry: LoggedEntry, found: list[Event], wish: Event) -> list[Event]:
    version, at_ms, tag = entry.version, entry.at_ms, wish["t"]
    if tag in ACTS:
        return playing.act(table, at_ms, wish, ACTS[tag])
    if tag in TIMED:
        return TIMED[tag](table, at_ms, wish)
    if tag in UNTIMED:
        return UNTIMED[tag](table, wish)
    if tag == "TableErased":
        return leaving.erase(table, wish)
    if tag == "MatchStarted":
        return lobby.start(table, version, at_ms, found)
    if tag in ("RematchOffered", "RematchAccepted", "RematchRefused"):
        return lobby.rematch(table, version, at_ms, found)
    if tag == "RoundDealt":
        return next_round(table, at_ms, found)
    if found[-1]["t"] == "TableExpired" and tag in ("TableExpired", "RoundClosed", "MatchEnded"):
        return leaving.expire(table, at_ms)
    raise Refused(f"{tag} was not caused by anything")


def _cards_astray(table: Table) -> list[str]:
    """Hands, stock and pile are always exactly the table's deck."""
    round_ = table.round
    if round_ is None:
        return []
    there = [*round_.stock, *round_.pile, *(c for hand in round_.hands.values() for c in hand)]
    right = sorted(there) == sorted(deck_of(table))
    return [] if right else ["the cards in hands, stock and pile are not the deck"]


WORDS = {
    "TableMade": "make {seats}",
    "SeatTaken": "sit {seat}",
    "RobotSeated": "robot {seat} {robot}",
    "SeatTakenOver": "robot {seat} {robot}",
    "SeatsSwapped": "swap {seat} {other}",
    "HostChanged": "host {seat}",
    "RoundDealt": "deal {round}",
    "EntropyDeposited": "deposit {seat}",
    "DeckCut": "cut {seat} at {place}",
    "SeatMoved": "move {seat} epoch {epoch}",
    "InviteRenewed": "renew invite",
    "TableErased": "erase",
    "Announced": "announce",
    "TurnTimedOut": "timeout {seat}",
    "TurnPassed": "pass",
    "SuitNamed": "name {suit}",
    "PlayerAbandoned": "abandon",
    "ClosedForAbsence": "absent {absent}",
    "TableExpired": "expire",
    "RematchOffered": "offer rematch",
    "RematchAccepted": "accept rematch",
    "RematchRefused": "refuse rematch",
}


def words(events: list[Event]) -> str:
    """What an entry did, as its field `a` tells it."""
    tags = [event["t"] for event in events]
    if "MatchStarted" in tags:
        started = events[tags.index("MatchStarted")]
        dealt = events[tags.index("RoundDealt")]
        return f"{'start' if started['match'] == 1 else 'rematch'} deal {dealt['round']}"
    return next((said for said in map(_words, events) if said), "")


def _words(event: Event) -> str:
    fields: dict[str, Any] = event
    match event["t"]:
        case "SeatFreed":
            return f"{'remove' if event['removed'] else 'leave'} {event['seat']}"
        case "CardPlayed":
            named = f" suit {event['named']}" if event["named"] else ""
            return f"play {event['card']}{named}"
        case "CardsDrawn":
            if event["fine"]:
                return ""
            return f"draw {event['count']}" if event["penalty"] else "draw"
        case "FaultCalled":
            return f"call {event['accused']} {event['fault'] or 'nothing'}"
    return WORDS.get(str(event["t"]), "").format(**fields)
