"""Whole matches without I/O: robots in every seat, the laws checked on the way."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from server.events.acts import act_of
from server.events.catalog import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    Commit,
    FaultCalled,
    MatchStarted,
    RoundClosed,
    RoundDealt,
    TurnPassed,
)
from server.events.codec import pack, unpack
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.faults import turn_ends_ms
from server.game.leaving import expires_at_ms
from server.game.shuffle import Dice
from server.game.table import Seat, Table, actor_of, clock_rests, new_table
from server.projections.news import WATCHER, news_of
from server.projections.view import calls_faults
from server.protocol.news import AnyNews
from server.protocol.robots import ROBOTS
from server.robots import laws
from server.robots.pace import PERSON_MS, SAID_MS
from server.robots.policies import choose
from server.robots.seen import NO_SUSPECT, Seen, Suspect, seen_from, suspect_after
from server.robots.speaking import may_speak, speak
from server.rules.ruleset import RuleSet

COMMANDS_MAX = 100_000  # of a match; a longer one counts as endless
WHOLE_EVERY = 101  # commands between two checks of every wish of a seat
VIEWS_EVERY = 53  # commands between two checks of patches
STEP_MS = 1_000  # between two commits without a time of their own
IDLE_OF_THOUSAND = 3  # turns that nobody takes until their time is over, where there is mischief


class Plan(msgspec.Struct, frozen=True, gc=False):
    """Which match to play; the same plan gives the same log."""

    rules: RuleSet
    seats: int
    seed: str
    number: int = 0
    checks: bool = True
    mischief: int = 0  # percent of acts that are anything allowed, by any seat, sense or nonsense
    away: tuple[Seat, ...] = ()  # seats that do nothing any more, where turns have a clock
    away_from: int = 0  # commands after which they are away


class Played(msgspec.Struct, frozen=True, gc=False):
    """What came of a match."""

    number: int
    rounds: int = 0
    blocked: int = 0  # rounds
    commands: int = 0
    turns: int = 0
    plays: int = 0
    passes: int = 0
    drawn: int = 0  # cards
    calls: int = 0  # faults that were called, rightly or not
    ms: int = 0  # as long as people would take
    winner: int = -1
    how: str = ""  # the match ended
    digest: str = ""  # SHA-256 of the whole log, hex
    violations: tuple[str, ...] = ()


def play_match(plan: Plan) -> Played:
    """Plays one match at a table of its own, to its end."""
    match = _Match(plan)
    match.open()
    while not match.ended() and len(match.commits) < COMMANDS_MAX:
        match.go_on()
        if plan.checks:
            match.check()
    if plan.checks:
        match.check_end()
    return match.played()


def log_of(plan: Plan, table: str = "") -> tuple[Commit, ...]:
    """The whole log of a table at which one match is played to its end; the same plan and table
    give the same log."""
    match = _Match(plan)
    match.table = new_table(table) if table else match.table
    match.open()
    while not match.ended() and len(match.commits) < COMMANDS_MAX:
        match.go_on()
    return tuple(match.commits)


class _Match:
    """A match in play: its table, its log and what everybody was told of the round."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.table: Table = new_table(f"selfplay-{plan.number}")
        self.before = self.table
        self.commits: list[Commit] = []
        self.news: tuple[AnyNews, ...] = ()
        self.suspect: Suspect = NO_SUSPECT
        self.now_ms = 0
        self.violations: list[str] = []
        key = f"{plan.seed} {plan.number}".encode()
        self.seeds = Dice(key, b"seeds")
        self.dice = Dice(key, b"acts")
        self.mischief = Dice(key, b"mischief")

    def open(self) -> None:
        """Makes the table, seats the robots and deals the first round.

        A table's maker is a person; here a robot's policy plays for it too.
        """
        plan = self.plan
        self.do(c.MakeTable(self.table.id, plan.seats, plan.rules, "00", "00", self.seeds.seed()))
        for _ in range(plan.seats - 1):
            self.do(c.AddRobot(0))
        self.do(c.Start(0, 1, self.seeds.seed()))

    def go_on(self) -> None:
        """The next word or act of somebody, or the next deal."""
        table = self.table
        if table.round is None:
            self.do(c.NextRound(0, table.match, table.round_number, self.seeds.seed()))
            return
        command = self.nobody() or self.nonsense() or self.word()
        if command is None:
            seat = actor_of(table.round)
            command = choose(self.robot(seat), self.seen(seat), self.dice)
        self.do(command)

    def ended(self) -> bool:
        """Whether the match is over, or has expired with nobody there."""
        return self.table.phase in ("over", "closed")

    def away(self) -> tuple[Seat, ...]:
        return self.plan.away if len(self.commits) >= self.plan.away_from else ()

    def nobody(self) -> c.Command | None:
        """What comes of itself where whoever must act is away: its time runs out, or in the end
        the table's."""
        table = self.table
        assert table.round is not None
        if actor_of(table.round) not in self.away():
            return None
        if clock_rests(table.round):
            self.now_ms = max(self.now_ms, expires_at_ms(table))
            return c.Expire()
        if not turn_ends_ms(table):
            return None
        self.now_ms = max(self.now_ms, turn_ends_ms(table))
        return c.TimeOut(actor_of(table.round), table.round.turn)

    def nonsense(self) -> c.Command | None:
        """Now and then, anything that is allowed; or a turn that nobody takes."""
        table, dice = self.table, self.mischief
        if self.away() or not self.plan.mischief or dice.below(100) >= self.plan.mischief:
            return None
        assert table.round is not None
        if turn_ends_ms(table) and dice.below(1_000) < 10 * IDLE_OF_THOUSAND:
            self.now_ms = max(self.now_ms, turn_ends_ms(table))
            return c.TimeOut(actor_of(table.round), table.round.turn)
        seat = table.players[dice.below(len(table.players))]
        acts = [a for a in legal_actions(table, seat) if not isinstance(a, c.Abandon)]
        return acts[dice.below(len(acts))] if acts else None

    def word(self) -> c.Command | None:
        """What a robot has to say before anybody acts."""
        away = self.away()
        for seat in self.table.players:
            if seat not in away and may_speak(self.table, seat, self.suspect):
                word = speak(self.robot(seat), self.seen(seat), self.dice)
                if word is not None:
                    return word
        return None

    def robot(self, seat: int) -> str:
        return self.table.seats[seat].robot or ROBOTS[-1][0]

    def seen(self, seat: int) -> Seen:
        return seen_from(self.table, seat, self.news, self.suspect)

    def do(self, command: c.Command) -> None:
        """Takes a command that must be accepted."""
        self.before = self.table
        self.now_ms += PERSON_MS.get(type(command), SAID_MS)
        command = msgspec.structs.replace(command, at_ms=self.now_ms)
        commit = commit_of(self.table, decide(self.table, command), self.now_ms)
        self.commits.append(commit)
        self.table = fold(self.table, commit)
        self.news = _news_after(self.news, self.before, commit)
        self.suspect = suspect_after(self.suspect, self.before, commit)

    def check(self) -> None:
        """L4 and L5 always, L6 for the seat to act; all of L6, and patches, now and then.

        Where calls are possible, and with all of L6, also for one of the others, by turns.
        """
        table, number = self.table, len(self.commits)
        found = [laws.conservation_broken(table), laws.stuck(table)]
        actor = 0 if table.round is None else actor_of(table.round)
        other = number % self.plan.seats
        whole = number % WHOLE_EVERY == 0 or table.round is None
        found.append(laws.legality_broken(table, actor, whole=whole))
        if whole or calls_faults(table):
            found.append(laws.legality_broken(table, other, whole=whole))
        if number % VIEWS_EVERY == 0 or table.round is None:
            found.append(laws.views_broken(self.before, table, self.commits[-1]))
        self._found(*found)

    def check_end(self) -> None:
        """The match has ended, and its log gives the same table, whole or from the start on."""
        if not self.ended():
            self._found(f"L5: no end after {len(self.commits)} commands")
        self._found(replay_broken(self.table, tuple(self.commits)))

    def _found(self, *found: str) -> None:
        where = f"match {self.plan.number}, version {self.table.version}"
        self.violations += (f"{where}: {text}" for text in found if text)

    def played(self) -> Played:
        events = [event for commit in self.commits for event in commit.events]
        closed = [event for event in events if isinstance(event, RoundClosed)]
        end = self.table.end
        return Played(
            number=self.plan.number,
            rounds=len(closed),
            blocked=sum(event.how == "blocked" for event in closed),
            commands=len(self.commits),
            turns=self.table.turn,
            plays=sum(isinstance(event, CardPlayed) for event in events),
            passes=sum(isinstance(event, TurnPassed) for event in events),
            drawn=sum(event.count for event in events if isinstance(event, CardsDrawn)),
            calls=sum(isinstance(event, FaultCalled) for event in events),
            ms=self.now_ms,
            winner=-1 if end is None else end.winner,
            how="" if end is None else end.how,
            digest=log_digest(tuple(self.commits)),
            violations=tuple(self.violations),
        )


def commit_of(table: Table, events: tuple[AnyEvent, ...], at_ms: int = 0) -> Commit:
    """The next entry of a log that no store keeps; its tag, id and, unless it is given, its time
    follow from its number."""
    version = table.version + 1
    starts = any(isinstance(event, MatchStarted) for event in events)
    return Commit(
        version=version,
        tag=f"{version:016x}",
        command_id=f"c-{version}",
        at_ms=at_ms or version * STEP_MS,
        match_version=version if starts else table.match_version,
        act=act_of(events),
        events=events,
    )


def replay_broken(table: Table, commits: tuple[Commit, ...]) -> str:
    """L3, L7: the log, packed and unpacked, folds to the table, from its beginning as well as from
    the entry that began the match. "" if all is well."""
    whole, loaded = new_table(table.id), new_table(table.id)
    for commit in commits:
        events = unpack(*pack(commit.events))
        if events != commit.events:
            return f"L7: version {commit.version} is not what was packed"
        read = msgspec.structs.replace(commit, events=events)
        whole = fold(whole, read)
        if commit.version >= table.match_version:
            loaded = fold(loaded, read)
    if whole != table:
        return "L3: the log does not fold to the table"
    return "" if loaded == table else "L10: the match's own entries do not fold to the table"


def log_digest(commits: tuple[Commit, ...]) -> str:
    """SHA-256 over the bodies of a log, public and secret, in hex."""
    digest = sha256()
    for commit in commits:
        for part in (commit.act.encode(), *pack(commit.events)):
            digest.update(len(part).to_bytes(4, "big") + part)
    return digest.hexdigest()


def _news_after(news: tuple[AnyNews, ...], before: Table, commit: Commit) -> tuple[AnyNews, ...]:
    """What everybody has been told since the last deal."""
    told = news_of(before, commit, WATCHER)
    dealt = any(isinstance(event, RoundDealt) for event in commit.events)
    return told if dealt else news + told
