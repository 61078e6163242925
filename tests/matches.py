"""Logs of whole matches, for tests of what is made of a log: legal acts by chance, nothing else."""

from __future__ import annotations

from functools import cache
from random import Random

from msgspec.structs import replace

from server.events.acts import act_of
from server.events.catalog import Commit, MatchStarted
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.sealing import coming_deck_size, may_cut, may_deposit
from server.game.table import Table, actor_of, new_table, people_of
from server.projections.acta import Acta
from server.projections.history import Export
from server.protocol.frames import ChatLine
from server.rules.door import rules_for
from server.rules.ruleset import RuleSet
from tests.spec import INVITE, NOON, TABLE, token

COMMANDS_MAX = 3_000


class _Play:
    """A table and its log."""

    def __init__(self, chance: int) -> None:
        self.random = Random(chance)
        self.table = new_table(TABLE)
        self.log: list[Commit] = []

    def do(self, command: c.Command) -> None:
        events = decide(self.table, command)
        version = self.table.version + 1
        begins = any(isinstance(event, MatchStarted) for event in events)
        commit = Commit(
            version=version,
            tag=f"{self.random.getrandbits(64):016x}",
            command_id=f"id-{version}",
            at_ms=NOON + 1_000 * version,
            match_version=version if begins else self.table.match_version,
            act=act_of(events),
            events=events,
        )
        self.log.append(commit)
        self.table = fold(self.table, commit)

    def seed(self) -> str:
        return self.random.randbytes(64).hex()


HONOUR = "honour"  # Montañita on trust, with calls right and wrong


@cache
def evening(
    preset: str,
    seats: int,
    *,
    people: int = 2,
    matches: int = 1,
    target: int = 40,
    chance: int = 1,
    gifts: bool = False,
) -> tuple[Commit, ...]:
    """The log of a table: lobby, `matches` matches to their end, a rematch between them.

    `target` is the points that end a match, where points do; with `gifts` people now and then give
    bytes to the coming deal, and cut it.
    """
    play = _Play(chance)
    _sit(play, _rules(preset, target), seats, people)
    if gifts:
        _give(play)
    play.do(c.Start(0, 1, play.seed()))
    while len(play.log) < COMMANDS_MAX:
        if play.table.phase == "over" and play.table.match == matches:
            return tuple(play.log)
        if gifts:
            _give(play)
        _go_on(play)
    raise AssertionError(f"no end after {COMMANDS_MAX} commands")


def _rules(preset: str, target: int) -> RuleSet:
    if preset == HONOUR:
        return rules_for("montanita", {"enforcement": "honour", "turn_seconds": 3_600})
    ends: dict[str, dict[str, object]] = {
        "montanita": {},
        "jiujitsu": {"limit": target, "max_rounds": 4},
    }
    return rules_for(preset, ends.get(preset, {"target": target}))


def _sit(play: _Play, rules: RuleSet, seats: int, people: int) -> None:
    play.do(c.MakeTable(TABLE, seats, rules, token(0), INVITE, play.seed()))
    for seat in range(1, people):
        play.do(c.Sit(token(seat), INVITE))
    for _ in range(people, seats):
        play.do(c.AddRobot(0))


def _give(play: _Play) -> None:
    for seat in people_of(play.table):
        if may_deposit(play.table, seat) and play.random.random() < 0.05:
            play.do(c.Deposit(seat, play.table.deal, play.random.randbytes(16).hex()))
        if may_cut(play.table, seat) and play.random.random() < 0.5:
            place = play.random.randrange(1, coming_deck_size(play.table))
            play.do(c.CutDeck(seat, play.table.deal, place))


def _go_on(play: _Play) -> None:
    table = play.table
    if table.round is not None:
        play.do(_act(play, table))
    elif table.phase == "between":
        play.do(c.NextRound(0, table.match, table.round_number, play.seed()))
    elif table.offered_by < 0:
        play.do(c.OfferRematch(0, table.match, play.seed()))
    else:
        waiting = [seat for seat in people_of(table) if not table.seats[seat].accepted]
        play.do(c.AcceptRematch(waiting[0], table.match, play.seed()))


def _act(play: _Play, table: Table) -> c.Command:
    """Whoever must act plays mostly; where it is possible somebody calls now and then."""
    assert table.round is not None
    calls = [
        command
        for seat in table.players
        for command in legal_actions(table, seat)
        if isinstance(command, c.CallFault | c.Announce)
    ]
    if calls and play.random.random() < 0.2:
        return play.random.choice(calls)
    legal = legal_actions(table, actor_of(table.round))
    turns = [act for act in legal if isinstance(act, c.Play | c.Draw | c.Pass | c.Name)]
    plays = [act for act in turns if isinstance(act, c.Play)]
    return play.random.choice(plays if plays and play.random.random() < 0.8 else turns)


def worded(log: tuple[Commit, ...]) -> tuple[Commit, ...]:
    """The log with its acts in words, as a server writes them."""
    return tuple(replace(commit, act=act_of(commit.events)) for commit in log)


def export_of(match: Acta, viewer: int, *, chat: tuple[ChatLine, ...] = ()) -> Export:
    """The exported file of the match, for a viewer."""
    return Export(
        table=match.table,
        entries=match.entries,
        commits=match.commits,
        digests=match.digests,
        viewer=viewer,
        names=match.names,
        chat=chat,
        server=match.server,
    )


def tables(log: tuple[Commit, ...]) -> list[Table]:
    """The table after each commit."""
    found = []
    table = new_table(TABLE)
    for commit in log:
        table = fold(table, commit)
        found.append(table)
    return found
