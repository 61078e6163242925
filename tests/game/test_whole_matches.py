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

from server.cards import PACKS, Pack
from server.events.catalog import Commit
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.faults import turn_ends_ms
from server.game.leaving import absence_from_ms, expires_at_ms
from server.game.shuffle import Dice
from server.game.table import Table, actor_of, deck_in_play, new_table, people_of
from server.projections.diff import diff, patch
from server.projections.frames import project, tree_of
from server.projections.news import WATCHER
from server.protocol.reasons import Rejected
from server.protocol.robots import ROBOTS
from server.robots import laws
from server.robots.policies import POLICY_OF_ROBOT
from server.robots.seen import seen_from
from server.robots.selfplay import commit_of, replay_broken
from server.robots.switching import rules_by_chance
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet
from server.rules.switches import FAULTS, SWITCHES, Switch

TIME_MS = 3_600_000
NAMES = [key for key, _ in ROBOTS]
SEATS = st.integers(0, 9)
SUITS = st.sampled_from(["C", "D", "H", "S", "", "X", "b", "p", "n", "k"])
ENDS = {
    "target": st.sampled_from([20, 1, 100]),
    "limit": st.sampled_from([60, 1, 200]),
    "max_rounds": st.sampled_from([3, 1, 8]),
    "time_limit": st.sampled_from([30, 1, 9999]),
}
Fields = dict[str, Any]


def values_of(row: Switch, pack: Pack) -> st.SearchStrategy[object]:
    """Any value that the row may take, small ones first."""
    ranks = st.sampled_from(pack.ranks)
    numbers = st.integers(row.least, row.most)
    if row.key in ENDS:
        return ENDS[row.key]
    match row.kind:
        case "yes_no":
            return st.booleans()
        case "choice":
            return st.sampled_from(row.values)
        case "number":
            return st.none() | numbers if row.none else numbers
        case "ranks":
            return st.lists(ranks, max_size=3)
        case "rank_numbers":
            return st.dictionaries(ranks, numbers, max_size=2)
        case "fault_numbers":
            return st.dictionaries(st.sampled_from(FAULTS), numbers, max_size=5)


@st.composite
def rule_sets(draw: st.DrawFn) -> tuple[RuleSet, int]:
    """Any rules that the door lets in, with a number of seats that they can be dealt to."""
    if draw(st.integers(0, 2)) == 0:
        # Combinations in which one switch belongs to another are too rare to be met one by one.
        return rules_by_chance(Dice(b"whole", draw(st.binary(min_size=1, max_size=3))))
    preset = draw(st.sampled_from(list(PRESETS)))
    seats = draw(st.integers(2, 10))
    rows = draw(st.lists(st.sampled_from(SWITCHES), max_size=4, unique_by=lambda row: row.key))
    base = PRESETS[preset]
    pack = PACKS[base.pack]
    # Near ends, so that matches come to them within a few rounds.
    chosen: dict[str, object] = {
        key: draw(value, label=key) for key, value in ENDS.items() if getattr(base, key) is not None
    }
    if base.scoring == "winner_collects":
        chosen["target"] = draw(ENDS["target"] | st.none())
    chosen |= {row.key: draw(values_of(row, pack), label=row.key) for row in rows}
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
        """Anything that the seat may do that must act."""
        assert self.table.round is not None
        self.do_any(actor_of(self.table.round), pick)

    @precondition(running)
    @rule(seat=SEATS, pick=st.integers(0, 200))
    def act_beside(self, seat: int, pick: int) -> None:
        """Anything that any other seat may do: calls, cards out of turn, a suit named late."""
        self.do_any(seat, pick)

    def do_any(self, seat: int, pick: int) -> None:
        acts = [a for a in legal_actions(self.table, seat) if not isinstance(a, c.Abandon)]
        if acts:
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
            seen = seen_from(self.table, actor_of(round_))
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
    @rule(ahead=st.integers(0, 2), place=st.integers(0, 30), suit=SUITS, said=st.booleans())
    def play_from_the_hand(self, ahead: int, place: int, suit: str, said: bool) -> None:
        """Of the seat in turn, or of one that is not."""
        round_, players = self.table.round, self.table.players
        assert round_ is not None
        seat = players[(players.index(round_.seat) + ahead) % len(players)]
        hand = round_.hands[seat]
        if hand:
            self.try_(c.Play(seat, hand[place % len(hand)], suit, self.table.turn, announce=said))

    @rule(seat=SEATS, kind=st.sampled_from([c.Draw, c.Pass]), stale=st.booleans())
    def draw_or_pass(self, seat: int, kind: type[c.Draw | c.Pass], stale: bool) -> None:
        self.try_(kind(seat, self.table.turn - stale))

    @rule(seat=SEATS, suit=SUITS)
    def name(self, seat: int, suit: str) -> None:
        self.try_(c.Name(seat, suit, self.table.turn))

    @rule(seat=SEATS, stale=st.booleans())
    def announce(self, seat: int, stale: bool) -> None:
        self.try_(c.Announce(seat, self.table.turn - stale))

    @rule(seat=SEATS, accused=SEATS, stale=st.booleans())
    def call(self, seat: int, accused: int, stale: bool) -> None:
        act = 0 if self.table.round is None else self.table.round.acted
        self.try_(c.CallFault(seat, accused, act - stale))

    @precondition(lambda self: turn_ends_ms(self.table) > 0)
    @rule(seat=SEATS, late=st.booleans(), patience=st.integers(0, 3))
    def run_out_of_time(self, seat: int, late: bool, patience: int) -> None:
        """The clock of a turn ends that turn when its time has come, and not before."""
        if patience:
            return
        assert self.table.round is not None
        ends, actor = turn_ends_ms(self.table), actor_of(self.table.round)
        if late:
            self.now_ms = max(self.now_ms, ends)
        done = self.try_(c.TimeOut(seat, self.table.turn, self.now_ms))
        assert done == (seat == actor and self.now_ms >= ends)

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
            assert laws.legality_broken(table, actor_of(table.round), whole=False) == ""
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
