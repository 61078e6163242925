"""Reads one log from its beginning and says whether it is all that a log must be."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec.structs import astuple

from server.events.acts import act_of
from server.events.archive import Page
from server.events.archive import Table as Standing
from server.events.audit import first_digest, next_digest
from server.events.catalog import (
    AnyEvent,
    Commit,
    EntropyDeposited,
    MatchStarted,
    RoundClosed,
    RoundDealt,
    TableMade,
)
from server.events.codec import entry_to_commit
from server.events.seal import FIELDS, RawEntry, Unsealed, checked_seal
from server.events.store import Entry, LogCorrupt
from server.game.deadlines import is_open
from server.game.dealing import deal_round
from server.game.evolve import fold, happen
from server.game.shuffle import commitment
from server.game.table import Lock, Table, new_table, seen_version
from server.robots.laws import conservation_broken

TAG_BYTES = 8
_OURS = ("bot-", "to-")  # ids of robots and deadlines: they follow from the version they answer


class Unsound(Exception):
    """The entry cannot be what was appended; the text says what shows it, without its content."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"entry {version}: {what}")
        self.version = version  # of the first such entry
        self.what = what


class Counts(msgspec.Struct, frozen=True):
    """What was counted in a log."""

    entries: int = 0
    matches: int = 0
    size_bytes: int = 0
    unsealed: int = 0  # entries of a release before seals
    clock_set_back: int = 0  # entries that are older than the one before

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


class SoundLog:
    """A log as far as it was read, and the table that it comes to.

    Everything is looked at that a log alone can show: the seal of each entry, its place, tag, id,
    time and words, what was promised of each deal, and every card.
    """

    def __init__(self, table: str) -> None:
        self.table: Table = new_table(table)
        self.counts = Counts()
        self.listed_ms: int | None = None  # since when the table is open
        self._seal = b""
        self._digest = first_digest(table)
        self._tags: set[bytes] = set()
        self._own_ids: set[str] = set()

    def read(self, page: Page) -> None:
        """Reads on.

        Raises: Unsound, at the first entry that is not sound; then nothing more can be read.
        """
        for raw in page.entries:
            try:
                self._take(raw)
            except (Unsealed, LogCorrupt) as error:
                raise Unsound(self.counts.entries + 1, _without_number(error)) from error

    def end(self, standing: Standing) -> None:
        """That nothing was cut off from the end of what was read.

        Raises: Unsound.
        """
        if standing.newest > self.counts.entries:
            missing = f"it is missing, and all up to {standing.newest}"
            raise Unsound(self.counts.entries + 1, missing)

    def _take(self, raw: RawEntry) -> None:
        version = self.counts.entries + 1
        seal = checked_seal(self._seal, raw, version)
        entry = _entry(version, raw)
        commit = entry_to_commit(entry)
        self._check_place(entry)
        self._check_digest(commit)
        _check_promises(self.table, commit)
        _check_words(entry, commit)
        before, after = self.table, _folded(self.table, commit)
        expected = version if _starts(commit) else before.match_version
        _demand(entry.match_version == expected, f"its match began at {expected}")
        broken = conservation_broken(after)
        _demand(not broken, broken)
        self._count(raw, entry, seal, after)

    def _check_place(self, entry: Entry) -> None:
        """That it follows on what is there, and is no repeat."""
        _demand(len(entry.tag) == TAG_BYTES, f"its tag has {len(entry.tag)} bytes")
        _demand(entry.tag not in self._tags, "its tag was used before")
        is_own = entry.command_id.startswith(_OURS)
        again = (
            entry.command_id in self._own_ids
            if is_own
            else seen_version(self.table, entry.command_id) is not None
        )
        _demand(bool(entry.command_id) and not again, "its command was obeyed before")

    def _check_digest(self, commit: Commit) -> None:
        """That a match which says what was before it says it rightly."""
        for event in commit.events:
            if isinstance(event, MatchStarted) and event.log_digest:
                is_so = event.log_digest == self._digest.hex()
                _demand(is_so, "it tells another history before it")

    def _count(self, raw: RawEntry, entry: Entry, seal: bytes, after: Table) -> None:
        if is_open(after):
            self.listed_ms = entry.at_ms if self.listed_ms is None else self.listed_ms
        else:
            self.listed_ms = None
        self.counts += Counts(
            entries=1,
            matches=entry.match_version == entry.version,
            size_bytes=len(raw[0]) + sum(map(len, raw[1])),
            unsealed=not seal,
            clock_set_back=entry.at_ms < self.table.at_ms,
        )
        self.table, self._seal = after, seal
        self._digest = next_digest(self._digest, entry)
        self._tags.add(entry.tag)
        if entry.command_id.startswith(_OURS):
            self._own_ids.add(entry.command_id)


def _without_number(error: Exception) -> str:
    return str(error).partition(": ")[2] if isinstance(error, LogCorrupt) else str(error)


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Unsealed(otherwise)


def _entry(version: int, raw: RawEntry) -> Entry:
    """Raises: Unsealed."""
    tag, command_id, at, match, act, public, secret = raw[1][1 : 2 * len(FIELDS) : 2]
    try:
        return Entry(
            version=version,
            tag=tag,
            command_id=command_id.decode(),
            at_ms=_number(at),
            match_version=_number(match),
            act=act.decode(),
            public=public,
            secret=secret,
        )
    except ValueError as error:
        raise Unsealed("one of its fields cannot be read") from error


def _number(digits: bytes) -> int:
    number = int(digits)
    if digits != b"%d" % number or number < 0:
        raise ValueError("a number in digits that we never write")
    return number


def _check_words(entry: Entry, commit: Commit) -> None:
    try:
        _demand(entry.act == act_of(commit.events), "its words are not those of its events")
    except AssertionError as error:
        raise Unsealed("nothing is done in it") from error


def _check_promises(table: Table, commit: Commit) -> None:
    """That it is about this table, and every seed is the one that was committed to."""
    _demand(
        (table.version == 0) == any(isinstance(event, TableMade) for event in commit.events),
        "a log begins with the making of its table, and only so",
    )
    for index, event in enumerate(commit.events):
        match event:
            case TableMade() | MatchStarted():
                _demand(event.table == table.id, "it is another table's")
                _check_seed(event.seed, event.commitment)
            case RoundDealt():
                _check_seed(event.next_seed, event.next_commitment)
                _check_deal(table, commit.events[:index], event)
            case EntropyDeposited():
                bound = hashlib.sha256(_bytes_of(event.given)).hexdigest()
                _demand(bound == event.sha256, "what was given to the deal is something else")
            case RoundClosed():
                _check_seed(event.seed, table.round_commitment)
            case _:
                pass


def _check_deal(table: Table, before: tuple[AnyEvent, ...], dealt: RoundDealt) -> None:
    """That the cards lie as the seed, and what people added to it, make them lie."""
    try:
        now = happen(table, before)
        lock = Lock(dealt.contributions, dealt.missing, dealt.cut, dealt.cut_by)
        seats = dealt.seats or now.players
        again = deal_round(now, dealt.round, dealt.dealer, seats, dealt.next_seed, lock)
    # What a log holds that we did not write can be anything.
    except Exception as error:
        raise Unsealed(f"the deal cannot be dealt again ({type(error).__name__})") from error
    are_equal = (again.hands, again.starter, again.stock) == (
        dealt.hands,
        dealt.starter,
        dealt.stock,
    )
    _demand(are_equal, "the cards were not dealt as the seed has it")


def _bytes_of(digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""


def _check_seed(seed: str, promised: str) -> None:
    try:
        is_kept = not seed or commitment(seed) == promised
    except ValueError:
        is_kept = False
    _demand(is_kept, "a seed is not the one that was committed to")


def _starts(commit: Commit) -> bool:
    return any(isinstance(event, MatchStarted) for event in commit.events)


def _folded(table: Table, commit: Commit) -> Table:
    try:
        return fold(table, commit)
    # What a log holds that we did not write can be anything.
    except Exception as error:
        raise Unsealed(f"its events do not fit the table ({type(error).__name__})") from error
