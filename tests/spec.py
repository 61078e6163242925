"""Given / when / then for the rules: events that were, a command, and the events or the refusal.

    given(table("especiales", seats=3), dealt("QH 3S", "2C", "2D", top="7H")) \\
        .when(Play(A, "QH")) \\
        .then(CardPlayed(A, "QH", active="H"), moved(C, skipped=(B,)))

Seats A, B, C … are 0, 1, 2 …; play goes to the left (A, B, C …) unless the table says otherwise,
and the last seat dealt, so that A plays first. All given events are of the real catalog and come
to a table through `fold`; whatever is accepted is also judged by the laws that always hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from server.events import catalog as e
from server.events.catalog import AnyEvent, Commit
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.shuffle import commitment
from server.game.table import Table, deck_in_play, direction_number, new_table, seat_after
from server.protocol.reasons import Reason, Rejected
from server.rules.door import rules_for
from tests.laws import check_laws, words

A, B, C, D, E, F = range(6)
TABLE = "mesademuestraochoslocos234"
INVITE = "1f" * 32
NOON = 1_700_000_000_000  # store's time of all given events
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

Facts = str | int | tuple[str, ...]
Step = AnyEvent | Callable[[Table], tuple[AnyEvent, ...]]


def seed(number: int) -> str:
    """A seed that tells its number: 64 times the same byte."""
    return f"{number:02x}" * 64


def token(seat: int) -> str:
    """Hash of the token with which the person of a seat has sat down."""
    return f"{seat + 1:02x}" * 32


# What was


def table(
    preset: str = "clasico",
    seats: int = 3,
    *,
    people: int | None = None,
    robots: tuple[int, ...] = (),
    **switches: object,
) -> Step:
    """A table with its seats taken: `people` of them (all, if not said), some by `robots`."""
    rules = rules_for(preset, {"direction": "left", **switches})
    made = e.TableMade(
        table=TABLE,
        seats=seats,
        rules=rules,
        token_hash=token(A),
        invite_hash=INVITE,
        commitment=commitment(seed(1)),
        absence_ms=48 * HOUR_MS,
        expiry_ms=7 * DAY_MS,
        seed=seed(1),
    )
    names = ("carmen", "tito", "luna", "olga", "pepe", "rita", "beto", "nora", "hugo")
    taken = [
        e.RobotSeated(seat, names[robots.index(seat)])
        if seat in robots
        else e.SeatTaken(seat, seat + 1, token(seat))
        for seat in range(1, seats if people is None else people)
    ]
    return lambda _: (made, *taken)


def dealt(
    *hands: str,
    top: str,
    stock: str = "",
    dealer: int | None = None,
    first: int | None = None,
    naming: bool = False,
    seats: tuple[int, ...] = (),
) -> Step:
    """A deal with these cards, by seat; begins the match if none runs. The last seat dealt.

    `seats` are those that take part, where not all do.
    """

    def events(before: Table) -> tuple[AnyEvent, ...]:
        start = () if before.match else (match_started(before, dealer),)
        now = _evolved(before, start)
        by = now.players[-1] if dealer is None else dealer
        direction = direction_number(now.rules)
        after = by if naming else seat_after(now.players, by, direction)
        split = tuple(tuple(hand.split()) for hand in hands)
        return (
            *start,
            e.RoundDealt(
                round=now.round_number + 1,
                deal=now.deal,
                dealer=by,
                first=after if first is None else first,
                direction=direction,
                starter=top,
                active=deck_in_play(now).suit[top],
                turn=now.turn + 1,
                hand_sizes=tuple(map(len, split)),
                stock_cards=len(stock.split()),
                naming=naming,
                seats=seats,
                next_commitment=commitment(seed(now.deal + 1)),
                hands=split,
                stock=tuple(stock.split()),
                next_seed=seed(now.deal + 1),
            ),
        )

    return events


def match_started(before: Table, dealer: int | None = None) -> e.MatchStarted:
    """The start of a match at a table in its lobby."""
    players = tuple(seat for seat, state in enumerate(before.seats) if state.holder)
    chairs = tuple(
        e.Chair(seat, before.seats[seat].person, before.seats[seat].robot, token(seat), 1)
        for seat in players
    )
    return e.MatchStarted(
        table=before.id,
        match=before.match + 1,
        seats=len(before.seats),
        host=before.host,
        rules=before.rules,
        chairs=chairs,
        players=players,
        dealer=players[-1] if dealer is None else dealer,
        deal=before.deal,
        turn=before.turn,
        persons=before.persons,
        commitment=before.commitment,
        absence_ms=before.absence_ms,
        expiry_ms=before.expiry_ms,
        invite_hash=before.invite_hash,
        seed=before.seed,
    )


def scored(
    *totals: int,
    winner: int = A,
    eliminated: tuple[int, ...] = (),
    extra: tuple[int, ...] = (),
    sizes: tuple[int, ...] = (),
) -> Step:
    """The rounds before: whatever was played, these are the points now, and nobody has cards."""

    def events(before: Table) -> tuple[AnyEvent, ...]:
        begun = before if before.match else _evolved(before, (match_started(before),))
        card, top = deck_in_play(begun).cards[1:3]
        deal = dealt(*(card for _ in totals), top=top)
        assert callable(deal)
        opening = deal(before)
        now = _evolved(before, opening)
        closed = e.RoundClosed(
            how="out",
            round=now.round_number,
            seed=before.seed,
            winner=winner,
            totals=totals,
            eliminated=eliminated,
            extra=extra,
            sizes=sizes,
        )
        return (*opening, closed)

    return events


def owes(seat: int, cards: int) -> Step:
    """Somebody has played draw cards: `seat` is in turn and owes so many cards."""
    return turn_of(seat, pending=cards)


def turn_of(
    seat: int, *, pending: int = 0, direction: int | None = None, again: bool = False
) -> Step:
    """It has become this seat's turn."""

    def events(before: Table) -> tuple[AnyEvent, ...]:
        assert before.round is not None
        way = before.round.direction if direction is None else direction
        return (e.TurnMoved(seat, before.round.turn + 1, way, pending=pending, again=again),)

    return events


def match_ended(winner: int, *places: int) -> Step:
    """The last round has reached the target."""
    return e.MatchEnded("target", winner=winner, places=places, rematch=True)


# What is expected


class Moved(msgspec.Struct, frozen=True, gc=False):
    """The turn moving on, whatever its number and, unless said, the direction."""

    next: int
    pending: int = 0
    skipped: tuple[int, ...] = ()
    reversed: bool = False
    direction: int = 0
    again: bool = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, e.TurnMoved):
            return NotImplemented
        same = (other.next, other.pending, other.skipped, other.reversed, other.again)
        mine = (self.next, self.pending, self.skipped, self.reversed, self.again)
        return same == mine and self.direction in (0, other.direction)

    __hash__ = None  # type: ignore[assignment]


class Like(msgspec.Struct, frozen=True, gc=False):
    """An event of this class with these fields, whatever the others are."""

    event: type
    facts: dict[str, object]

    def __eq__(self, other: object) -> bool:
        return type(other) is self.event and all(
            getattr(other, name) == value for name, value in self.facts.items()
        )

    __hash__ = None  # type: ignore[assignment]


def moved(
    next: int,  # noqa: A002 - the event's own word
    *,
    pending: int = 0,
    skipped: tuple[int, ...] = (),
    reversed: bool = False,  # noqa: A002
    direction: int = 0,
    again: bool = False,
) -> Moved:
    return Moved(next, pending, skipped, reversed, direction, again)


def like(event: type, **facts: object) -> Like:
    assert facts.keys() <= {field.name for field in msgspec.structs.fields(event)}
    return Like(event, facts)


# What happens


class Given:
    """A table with its history, on which commands are tried."""

    def __init__(self, table: Table, commits: tuple[Commit, ...]) -> None:
        self.table = table
        self.commits = commits

    def when(self, *commands: c.Command) -> Outcome:
        """The last command's outcome; all before it must be accepted."""
        *before, last = commands
        now = self
        for command in before:
            now = Outcome(now, command).accepted()
        return Outcome(now, last)

    def may(self, seat: int) -> set[str]:
        """What a seat may do now, in words: `play 8C suit H`, `draw`, `pass`, `abandon` …"""
        return {words(command) for command in legal_actions(self.table, seat)}

    def also(self, *after: Step) -> Given:
        """The same with more that has happened since."""
        now = self
        for step in after:
            now = now.went_on(step(now.table) if callable(step) else (step,), NOON)
        return now

    def went_on(self, events: tuple[AnyEvent, ...], at_ms: int) -> Given:
        version = self.table.version + 1
        begins = any(isinstance(event, e.MatchStarted) for event in events)
        commit = Commit(
            version=version,
            tag=f"{version:016x}",
            command_id=f"id-{version}",
            at_ms=at_ms,
            match_version=version if begins else self.table.match_version,
            act="",
            events=events,
        )
        return Given(fold(self.table, commit), (*self.commits, commit))


class Outcome:
    """What came of a command: events, or a refusal."""

    def __init__(self, before: Given, command: c.Command) -> None:
        self.before = before
        self.command = command
        self.events: tuple[AnyEvent, ...] = ()
        self.rejected: Rejected | None = None
        untouched = msgspec.msgpack.encode(before.table)
        try:
            self.events = decide(before.table, command)
        except Rejected as rejected:
            self.rejected = rejected
        assert msgspec.msgpack.encode(before.table) == untouched, "judging has changed the table"

    def then(self, *expected: AnyEvent | Moved | Like) -> Given:
        """Exactly these events follow."""
        after = self.accepted()
        assert list(self.events) == list(expected)
        return after

    def has(self, *expected: AnyEvent | Moved | Like) -> Given:
        """These are among the events that follow."""
        after = self.accepted()
        for event in expected:
            assert any(event == found for found in self.events), f"{event} not in {self.events}"
        return after

    def has_no(self, *kinds: type) -> Given:
        after = self.accepted()
        assert not [event for event in self.events if isinstance(event, kinds)]
        return after

    def refused(self, reason: Reason, **facts: Facts) -> Given:
        """Refused for this reason (and with these facts, if any are given)."""
        assert self.rejected is not None, f"accepted: {self.events}"
        assert self.rejected.reason is reason
        assert facts.items() <= self.rejected.facts.items(), self.rejected.facts
        return self.before

    def accepted(self) -> Given:
        """The table after it; the laws that hold after every commit are checked."""
        assert self.rejected is None, f"{self.command} refused: {self.rejected}"
        at_ms = self.command.at_ms or self.before.table.at_ms
        after = self.before.went_on(self.events, at_ms)
        check_laws(self.before.table, after.table, after.commits)
        return after


def given(*history: Step) -> Given:
    return Given(new_table(TABLE), ()).also(*history)


def _evolved(before: Table, events: tuple[AnyEvent, ...]) -> Table:
    if not events:
        return before
    commit = Commit(before.version + 1, "", "bot-0", NOON, before.match_version, "", events)
    return replace(fold(before, commit), version=before.version)


def fields_of(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a value by name, for comparing parts of it."""
    return asdict(struct)
