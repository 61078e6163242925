"""Whether an acta is fine: its form first, then all that it tells, then its sum."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, field

from clients.cli.verify.canonical import Line, canonical, written_line
from clients.cli.verify.deal import PACKS, commitment_of, deck_of
from clients.cli.verify.fields import Odd, hexes, one_of, rising, text, texts, whole, wholes
from clients.cli.verify.follow import SCORINGS, SEED_DIGITS, Cards, Round, Setting, cards_in
from clients.cli.verify.given import DIGEST_DIGITS, NOBODY, Dealt, Given, people_in
from clients.cli.verify.parts import Acta, Bad, Entry, parts_of

RUNNING = "running"  # how a match "ended" that has not
SCHEMA = 1
SEATS_MAX = 256  # a seat is a byte of a deal's key
DEALS_MAX = 2**32 - 1
TABLE_BYTES_MAX = 2**16 - 1
_ODD = (
    Odd, KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, struct.error,
)  # fmt: skip
_OF_CARDS = frozenset(
    ("CardPlayed", "CardsDrawn", "StockRebuilt", "CardTakenBack", "WentOut")
)  # fmt: skip
# What moves no card. An event of neither list was made by a newer server.
_QUIET = frozenset(
    (
        "TableMade", "SeatTaken", "RobotSeated", "SeatFreed", "SeatsSwapped", "HostChanged",
        "TurnPassed", "SuitNamed", "TurnMoved", "PlayerAbandoned", "ClosedForAbsence",
        "EntropyDeposited", "DeckCut",
        "TableExpired", "RematchOffered", "RematchAccepted", "RematchRefused", "Announced",
        "CallsOwed", "FaultCalled", "SuitDemanded", "TurnTimedOut", "SeatTakenOver",
        "SeatMoved", "InviteRenewed", "TableErased",
    )
)  # fmt: skip
_KNOWN = (
    _QUIET | _OF_CARDS | {"MatchStarted", "DealerCut", "RoundDealt", "RoundClosed", "MatchEnded"}
)
# Without a round nobody has a turn.
_OF_A_TURN = frozenset(
    ("TurnPassed", "TurnMoved", "TurnTimedOut", "SuitNamed", "SuitDemanded", "Announced")
)
_OF_THE_LOCK = frozenset(
    ("EntropyDeposited", "DeckCut", "PlayerAbandoned", "SeatTakenOver", "SeatFreed")
)


@dataclass(frozen=True)
class RoundSeen:
    """What was found of a round; each mark is True, False, or None where it is still sealed."""

    round: int
    deal: int
    seal: bool | None
    dealt: bool | None
    contributors: list[int]
    missing: list[int]
    cut: int
    cut_by: int  # −1: nobody
    moves: int  # events that moved cards, each followed
    rebuilds: int
    how: str  # it closed


@dataclass
class Report:
    """What came of checking a file; `bad` is None if all of it is fine."""

    bad: Bad | None = None
    table: str = ""
    match: int = 0
    preset: str = ""
    fingerprint: str = ""
    entries: int = 0
    first: int = 0  # version
    last: int = 0
    digest: str = ""  # of the chain at the last entry
    finished: bool = False
    rounds: list[RoundSeen] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)  # by seat, where the file has them
    chain: dict[int, str] = field(default_factory=dict)  # version → digest


def report_on(body: bytes) -> Report:
    """Checks a whole file; never raises for what is in it."""
    report = Report()
    match: _Match | None = None
    try:
        acta = parts_of(body)
        _fill(report, acta)
        match = _Match(acta, report)
        match.check()
    except Bad as bad:
        report.bad = bad
    except _ODD:  # a file that was made to look like one, with an event of another shape
        report.bad = Bad(1 if match is None else match.line, "event")
    return report


def _fill(report: Report, acta: Acta) -> None:
    head = acta.head
    report.table, report.match = head["table"], head["match"]
    report.preset = str(head["rules"].get("preset", ""))
    report.fingerprint = head["fingerprint"]
    for seat in head["seats"]:
        person = seat.get("person")
        if type(seat.get("seat")) is int and type(person) is int and person in acta.names:
            report.names[seat["seat"]] = acta.names[person]
    report.entries = len(acta.entries)
    report.first, report.last = acta.entries[0].version, acta.entries[-1].version
    report.digest = acta.entries[-1].digest
    report.chain = {entry.version: entry.digest for entry in acta.entries}
    report.chain[report.first - 1] = head["before"]


class _Match:
    """A match on its way through the checks."""

    def __init__(self, acta: Acta, report: Report) -> None:
        self._acta, self._report = acta, report
        head = acta.head
        self.line = 1  # that is looked at
        self._commitment = ""  # to the coming deal; empty until the match starts
        self._people: set[int] = set()
        self._rounds: list[Round] = []
        self._open: Round | None = None
        self._turned: tuple[int, Line] | None = None
        self._deal = 0
        self._given = Given()
        self._ended: Line | None = None
        self._ended_line = 0
        players = head["players"]
        self._setting = Setting(head["table"], head["rules"], players, [])
        self._totals = dict.fromkeys(players, 0)

    def check(self) -> None:
        """Raises: Bad."""
        self._check_head()
        self._setting = self._with_deck()
        for entry in self._acta.entries:
            self.line = entry.line
            if entry.schema != SCHEMA:
                raise Bad(entry.line, "unknown-event", SCHEMA, entry.schema)
            for event in entry.events:
                self._take(entry, event)
        if self._turned is not None:
            raise Bad(self._turned[0], "event", "", "DealerCut")
        for round_ in self._rounds:
            self._check_round(round_)
        self._report.finished = self._ended is not None
        self._check_winner()
        self._check_told()
        self._check_end()

    def _with_deck(self) -> Setting:
        head, rules = self._acta.head, self._acta.head["rules"]
        players = rising(head, "players")
        if not players or not 0 <= players[0] <= players[-1] < SEATS_MAX:
            raise Odd("players")
        self._people = people_in(head)
        if len(head["table"].encode()) > TABLE_BYTES_MAX:
            raise Odd("table")
        one_of(rules, "scoring", SCORINGS)
        one_of(rules, "direction", ("left", "right"))
        text(rules, "starter_eight")
        texts(rules, "starter_forbidden")
        texts(rules, "wild_suit")
        packs = 1
        if rules["two_packs_from"] is not None and len(players) >= whole(rules, "two_packs_from"):
            packs = 2
        if head["packs"] != packs:
            raise Bad(1, "head", packs, head["packs"])
        return Setting(head["table"], rules, players, deck_of(one_of(rules, "pack", PACKS), packs))

    def _check_head(self) -> None:
        """The head says what the entry says that starts the match."""
        acta, head = self._acta, self._acta.head
        start = next((e for e in acta.entries[0].events if e["t"] == "MatchStarted"), None)
        if start is None:
            raise Bad(acta.entries[0].line, "no-start")
        for key in ("table", "match", "players"):
            if canonical(start.get(key)) != canonical(head[key]):
                raise Bad(1, "head", start.get(key), head[key])
        for key, value in start["rules"].items():
            if key not in head["rules"] or canonical(head["rules"][key]) != canonical(value):
                raise Bad(1, "head", f"{key} {value}", head["rules"].get(key))
        if start.get("log_digest", head["before"]) != head["before"]:
            raise Bad(1, "head", start["log_digest"], head["before"])
        fingerprint = hashlib.sha256(canonical(head["rules"]).encode()).hexdigest()[:12]
        if fingerprint != head["fingerprint"]:
            raise Bad(1, "head", fingerprint, head["fingerprint"])

    # The log, event by event

    def _take(self, entry: Entry, event: Line) -> None:  # noqa: C901 - one match
        kind, line = event["t"], entry.line
        if kind in _OF_THE_LOCK and self._commitment:
            self._given.take(line, event, self._deal)
        starts = kind == "MatchStarted"
        if kind not in _QUIET and (self._ended is not None or starts == bool(self._commitment)):
            raise Bad(line, "unknown-event" if kind not in _KNOWN else "event", "", kind)
        match kind:
            case "MatchStarted":
                self._commitment = hexes(event, "commitment", DIGEST_DIGITS)
                self._deal = whole(event, "deal")
            case "DealerCut":
                if self._open is not None or self._turned is not None:
                    raise Bad(line, "event", "", kind)
                self._turned = (line, event)
            case "RoundDealt":
                self._lock(entry, event)
            case "RoundClosed":
                self._close(entry, event)
            case "MatchEnded":
                if self._open is not None:
                    raise Bad(line, "not-revealed", self._open.lock["deal"])
                self._check_ended(line, event)
                self._ended, self._ended_line = event, line
            case _ if kind in _OF_A_TURN and self._open is None:
                raise Bad(line, "event", "", kind)
            case _ if kind in _OF_CARDS:
                if self._open is None:
                    raise Bad(line, "event", "", kind)
                self._open.happened.append((line, event))
            case _ if kind not in _QUIET:
                raise Bad(line, "unknown-event", "", kind)

    def _lock(self, entry: Entry, event: Line) -> None:
        told = (whole(event, "deal"), whole(event, "round"))
        expected = (self._deal, len(self._rounds) + 1)
        if self._open is not None or told != expected or not 1 <= self._deal <= DEALS_MAX:
            raise Bad(entry.line, "deal", expected, told)
        known = bool(self._rounds)  # what came before the first deal stands in another acta
        seats = self._setting.dealt_to(event)
        dealt = Dealt(self._people, seats, len(self._setting.deck))
        self._given.check(entry.line, event, dealt, known=known)
        left, self._given = self._given.left, Given()
        self._given.left = left
        self._open = Round(event, entry.line, entry.version, self._commitment)
        if self._turned is not None:
            self._open.turned_line, self._open.turned = self._turned
            self._turned = None
        self._rounds.append(self._open)
        self._deal += 1
        self._commitment = hexes(event, "next_commitment", DIGEST_DIGITS)

    def _close(self, entry: Entry, event: Line) -> None:
        if self._open is None or self._open.lock["round"] != whole(event, "round"):
            raise Bad(entry.line, "event", "", event["t"])
        self._open.end, self._open.end_line = event, entry.line
        self._open.end_version = entry.version
        self._open = None

    def _check_ended(self, line: int, event: Line) -> None:
        """Who won, who lost and the places are of those that play, and go with each other."""
        players, places = self._setting.players, wholes(event, "places")
        of_nobody = [NOBODY, *players]
        winner, loser = whole(event, "winner", NOBODY), whole(event, "loser", NOBODY)
        fits = not places or (
            len(places) == len(players) and 1 <= min(places) <= max(places) <= len(players)
        )
        if winner in players and places and fits:
            fits = places[players.index(winner)] == 1
        if text(event, "how") == RUNNING or {winner, loser} - set(of_nobody) or not fits:
            raise Bad(line, "event", "", event["t"])

    def _check_winner(self) -> None:
        """Where points are collected to the target, whoever has most of them has won."""
        ended = self._ended
        collects = self._setting.rules["scoring"] == "winner_collects"
        if ended is None or ended["how"] != "target" or not collects:
            return
        most, winner = max(self._totals.values()), ended.get("winner", NOBODY)
        if self._totals.get(winner) != most:
            raise Bad(self._ended_line, "totals", most, self._totals.get(winner, ""))

    # Rounds

    def _check_round(self, round_: Round) -> None:
        lock, end = round_.lock, round_.end
        seal, dealt = None, None
        self.line = round_.line
        try:
            if end is not None:
                found = commitment_of(hexes(end, "seed", SEED_DIGITS))
                seal = found == round_.commitment
                if not seal:
                    raise Bad(round_.end_line, "seal", round_.commitment, found)
                dealt = False
            cards = Cards(self._setting, round_)
            for self.line, event in round_.happened:
                cards.take(self.line, event)
            if end is not None:
                self.line = round_.end_line
                self._totals = cards.check_end(self._totals)
                dealt = True
        finally:
            self._report.rounds.append(
                RoundSeen(
                    round=lock["round"],
                    deal=lock["deal"],
                    seal=seal,
                    dealt=dealt,
                    contributors=[seat for seat, _ in lock.get("contributions", [])],
                    missing=list(lock.get("missing", [])),
                    cut=lock.get("cut", 0),
                    cut_by=lock.get("cut_by", -1),
                    moves=cards_in(round_.happened),
                    rebuilds=round_.rebuilds,
                    how="" if end is None else end["how"],
                )
            )

    # What the file says once more, for people

    def _check_told(self) -> None:
        """Deals and result are exactly what the entries come to."""
        expected = [*map(_deal_line, self._rounds), self._result_line()]
        for index, line in enumerate(expected):
            number, found = (
                self._acta.told[index]
                if index < len(self._acta.told)
                else (self._acta.end_line, b"")
            )
            if written_line(line) != found:
                raise Bad(number, f"{line['k']}-line", written_line(line).decode(), found.decode())
        if len(self._acta.told) > len(expected):
            raise Bad(self._acta.told[len(expected)][0], "order")

    def _result_line(self) -> Line:
        ended = self._ended or {"how": RUNNING}
        return {
            "k": "result",
            "how": ended["how"],
            "winner": ended.get("winner", -1),
            "loser": ended.get("loser", -1),
            "places": ended.get("places", []),
            "totals": list(self._totals.values()),
        }

    def _check_end(self) -> None:
        acta, end = self._acta, self._acta.end
        if end["sha256"] != acta.sha256:
            raise Bad(acta.end_line, "sum", acta.sha256, end["sha256"])
        counted = {
            "deals": len(self._rounds),
            "entries": len(acta.entries),
            "last": acta.entries[-1].digest,
            "lines": acta.end_line - 1,
        }
        for key, value in counted.items():
            if end[key] != value:
                raise Bad(acta.end_line, "counts", f"{key} {value}", end[key])


def _deal_line(round_: Round) -> Line:
    lock, end = round_.lock, round_.end
    line = {
        "k": "deal",
        "deal": lock["deal"],
        "round": lock["round"],
        "commitment": round_.commitment,
        "contributions": lock.get("contributions", []),
        "missing": lock.get("missing", []),
        "cut": lock.get("cut", 0),
        "cut_by": lock.get("cut_by", -1),
        "locked": round_.version,
    }
    return line if end is None else {**line, "seed": end["seed"], "closed": round_.end_version}
