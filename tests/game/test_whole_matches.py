"""Whole matches by random commands, sense and nonsense, with the laws checked after each."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from server.events.catalog import Commit
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.leaving import absence_from_ms, expires_at_ms
from server.game.shuffle import Dice
from server.game.table import Table, deck_in_play, new_table, people_of
from server.projections.diff import diff, patch
from server.projections.frames import project, tree_of
from server.projections.news import WATCHER
from server.protocol.reasons import Rejected
from server.protocol.robots import ROBOTS
from server.robots import laws
from server.robots.policies import POLICY_OF_ROBOT
from server.robots.seen import seen_from
from server.robots.selfplay import commit_of, replay_broken
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.ruleset import RuleSet
from server.rules.switches import SWITCHES, Switch

TIME_MS = 3_600_000
NAMES = [key for key, _ in ROBOTS]
SEATS = st.integers(0, 9)
SUITS = st.sampled_from(["C", "D", "H", "S", "", "X"])
Fields = dict[str, Any]


def values_of(row: Switch) -> st.SearchStrategy[object]:
    """Any value that the row may take, small ones first."""
    ranks = st.sampled_from("A23456789TJQK")
    match row.kind:
        case "yes_no":
            return st.booleans()
        case "choice":
            return st.sampled_from(row.values)
        case "number":
            number = st.integers(row.least, row.most)
            return st.none() | number if row.none else number
        case "ranks":
            return st.lists(ranks, max_size=3)
        case "rank_numbers":
            return st.dictionaries(ranks, st.integers(row.least, row.most), max_size=2)


@st.composite
def rule_sets(draw: st.DrawFn) -> tuple[RuleSet, int]:
    """Any rules that the door lets in, with a number of seats that they can be dealt to."""
    preset = draw(st.sampled_from(["clasico", "especiales"]))
    seats = draw(st.integers(2, 10))
    rows = draw(st.lists(st.sampled_from(SWITCHES), max_size=4, unique_by=lambda row: row.key))
    # A low target, so that matches end within a few rounds.
    chosen: dict[str, object] = {"target": draw(st.sampled_from([20, 1, 100, None]))}
    chosen |= {row.key: draw(values_of(row), label=row.key) for row in rows}
    try:
        rules = rules_for(preset, chosen)
        check_seats(rules, seats)
    except RulesConflict:
        assume(False)
    return rules, seats


class WholeMatch(RuleBasedStateMachine):
    """A table from its making on; every accepted command is put in its log."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table = new_table("whole")
        self.before = self.table
        self.commits: list[Commit] = []
        self.seeds = Dice(b"whole", b"seeds")
        self.dice = Dice(b"whole", b"acts")
        self.now_ms = 0

    @initialize(made=rule_sets(), people=st.sets(st.integers(1, 9)), seed=st.binary(max_size=2))
    def make(self, made: tuple[RuleSet, int], people: set[int], seed: bytes) -> None:
        """Makes a table and fills it with people and robots; some seats may stay free."""
        rules, seats = made
        self.seeds = Dice(b"whole" + seed, b"seeds")
        self.must(c.MakeTable("whole", seats, rules, "00", "aa", self.seeds.seed(),
                              absence_ms=TIME_MS, expiry_ms=7 * TIME_MS))  # fmt: skip
        for seat in range(1, seats):
            if seat in people:
                self.must(c.Sit(f"{seat:02x}", "aa", seat))
            elif seat % 3:
                self.must(c.AddRobot(0, seat))
        self.try_(c.Start(0, 1, self.seeds.seed()))

    # Doing

    def must(self, command: c.Command) -> None:
        """Puts in the log what an accepted command causes."""
        commit = commit_of(self.table, decide(self.table, command))
        commit = msgspec.structs.replace(commit, at_ms=self.now_ms)
        self.before = self.table
        self.commits.append(commit)
        self.table = fold(self.table, commit)

    def try_(self, command: c.Command) -> bool:
        """Does the command if it is accepted; a refusal must leave the table as it was."""
        table = self.table
        bytes_before = msgspec.msgpack.encode(table)
        try:
            self.must(command)
        except Rejected:
            assert self.table is table
            assert msgspec.msgpack.encode(table) == bytes_before
            return False
        return True

    def running(self) -> bool:
        return self.table.round is not None

    # Wishes in a round

    @precondition(running)
    @rule(pick=st.integers(0, 200))
    def act(self, pick: int) -> None:
        """Anything that the seat in turn may do."""
        assert self.table.round is not None
        seat = self.table.round.seat
        acts = [a for a in legal_actions(self.table, seat) if not isinstance(a, c.Abandon)]
        self.must(acts[pick % len(acts)])

    @precondition(running)
    @rule(
        turns=st.sampled_from([60, 200, 15, 2]), robot=st.sampled_from([key for key, _ in ROBOTS])
    )
    def play_on(self, turns: int, robot: str) -> None:
        """Some turns as a robot would play them, so that matches come to their end."""
        for _ in range(turns):
            round_ = self.table.round
            if round_ is None:
                return
            seen = seen_from(self.table, round_.seat)
            self.must(POLICY_OF_ROBOT[robot](seen, self.dice))
            assert laws.conservation_broken(self.table) == ""
            assert laws.stuck(self.table) == ""

    @precondition(running)
    @rule(seat=SEATS, place=st.integers(0, 120), suit=SUITS, stale=st.booleans())
    def play_any_card(self, seat: int, place: int, suit: str, stale: bool) -> None:
        cards = deck_in_play(self.table).cards
        turn = self.table.turn - stale
        self.try_(c.Play(seat, cards[place % len(cards)], suit, turn))

    @precondition(running)
    @rule(place=st.integers(0, 30), suit=SUITS)
    def play_from_the_hand(self, place: int, suit: str) -> None:
        assert self.table.round is not None
        seat = self.table.round.seat
        hand = self.table.round.hands[seat]
        self.try_(c.Play(seat, hand[place % len(hand)], suit, self.table.turn))

    @rule(seat=SEATS, kind=st.sampled_from([c.Draw, c.Pass]), stale=st.booleans())
    def draw_or_pass(self, seat: int, kind: type[c.Draw | c.Pass], stale: bool) -> None:
        self.try_(kind(seat, self.table.turn - stale))

    @rule(seat=SEATS, suit=SUITS)
    def name(self, seat: int, suit: str) -> None:
        self.try_(c.Name(seat, suit, self.table.turn))

    # Wishes at other times

    @precondition(lambda self: self.table.phase == "between")
    @rule(pick=st.integers(0, 9))
    def deal_again(self, pick: int) -> None:
        table, people = self.table, people_of(self.table)
        seat = people[pick % len(people)]
        self.must(c.NextRound(seat, table.match, table.round_number, self.seeds.seed()))

    @rule(seat=SEATS, ahead=st.sampled_from([0, 0, 0, 1, -1]))
    def next_round(self, seat: int, ahead: int) -> None:
        table = self.table
        self.try_(c.NextRound(seat, table.match, table.round_number + ahead, self.seeds.seed()))

    @rule(seat=SEATS, accept=st.booleans())
    def rematch(self, seat: int, accept: bool) -> None:
        match, seed = self.table.match, self.seeds.seed()
        if not self.try_(c.OfferRematch(seat, match, seed)):
            wish = c.AcceptRematch(seat, match, seed) if accept else c.RefuseRematch(seat, match)
            self.try_(wish)

    @precondition(lambda self: self.table.phase == "over")
    @rule()
    def all_accept(self) -> None:
        people = people_of(self.table)
        if not people or self.table.end is None or not self.table.end.rematch:
            return
        match = self.table.match
        self.try_(c.OfferRematch(people[0], match, self.seeds.seed()))
        for seat in people:
            self.try_(c.AcceptRematch(seat, match, self.seeds.seed()))
        assert self.table.match == match + 1, "all have accepted, and no match has begun"

    @rule(seat=SEATS, sure=st.integers(0, 9))
    def go_away(self, seat: int, sure: int) -> None:
        if sure == 9:
            self.try_(c.Abandon(seat, self.table.match))
        if sure > 7:
            self.try_(c.Leave(seat))

    @rule(seat=SEATS, hours=st.sampled_from([0.5, 1.0, 2.0, 8.0]), sure=st.integers(0, 9))
    def wait(self, seat: int, hours: float, sure: int) -> None:
        """Time goes by; then somebody closes for absence, or the sweeper comes."""
        if sure < 9:
            return
        self.now_ms += int(hours * TIME_MS)
        absent_from, expires = absence_from_ms(self.table), expires_at_ms(self.table)
        closed = self.try_(c.CloseForAbsence(seat, self.table.turn, self.now_ms))
        assert not closed or self.now_ms >= absent_from > 0
        expired = self.try_(c.Expire(self.now_ms))
        assert expired == (not closed and 0 < expires <= self.now_ms)

    @rule(seat=SEATS, other=SEATS)
    def move_about(self, seat: int, other: int) -> None:
        """Commands of the lobby, which a match refuses."""
        self.try_(c.SwapSeats(seat, seat, other))
        self.try_(c.AddRobot(seat, other))
        self.try_(c.RemoveRobot(seat, other))
        self.try_(c.Sit("ff", "aa", other))
        self.try_(c.Sit("fe", "wrong", other))
        self.try_(c.Start(seat, self.table.match + 1, self.seeds.seed()))

    # Laws

    @invariant()
    def cards_are_conserved(self) -> None:
        assert laws.conservation_broken(self.table) == ""

    @invariant()
    def somebody_can_act(self) -> None:
        assert laws.stuck(self.table) == ""

    @invariant()
    def what_is_listed_is_what_is_accepted(self) -> None:
        """One seat in full each time, the one in turn and the rest by turns."""
        table = self.table
        if table.phase == "new":
            return
        if table.round is not None:
            assert laws.legality_broken(table, table.round.seat, whole=False) == ""
        if len(self.commits) % 5 == 0:
            seat = len(self.commits) // 5 % len(table.seats)
            assert laws.legality_broken(table, seat, whole=True) == ""

    @invariant()
    def steps_lead_from_view_to_view(self) -> None:
        """For the last step, and for what a client that slept since the start has missed."""
        if not self.commits:
            return
        if self.before.phase != "new":
            assert laws.views_broken(self.before, self.table, self.commits[-1]) == ""
        asleep, awake = project(self.before), project(self.table)
        for viewer in (WATCHER, *awake.own):
            old, new = tree_of(asleep, viewer), tree_of(awake, viewer)
            assert patch(old, diff(old, new)) == new
            assert patch(new, diff(new, old)) == old

    def teardown(self) -> None:
        assert replay_broken(self.table, tuple(self.commits)) == ""


TestWholeMatch = WholeMatch.TestCase
TestWholeMatch.settings = settings(stateful_step_count=40)


def test_the_entry_of_a_rematch_is_enough_to_load_the_table() -> None:
    """The commit that starts it also tells who accepted; nothing before it is read."""
    match = WholeMatch()
    rules = rules_for("clasico", {"target": 1})
    match.must(c.MakeTable("whole", 2, rules, "00", "aa", match.seeds.seed()))
    match.must(c.AddRobot(0))
    match.must(c.Start(0, 1, match.seeds.seed()))
    match.play_on(200, "carmen")
    match.must(c.OfferRematch(0, 1, match.seeds.seed()))
    assert match.table.match == 2
    assert fold(new_table("whole"), match.commits[-1]) == match.table
