"""A short match for replays: the same seed always gives the same file."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import msgspec

from server.events.audit import digests
from server.events.catalog import Commit
from server.events.codec import commit_to_draft
from server.events.store import Entry
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.faults import turn_ends_ms
from server.game.shuffle import Dice
from server.game.table import actor_of, new_table
from server.projections.history import Export, export_lines
from server.protocol.frames import ChatLine
from server.robots.policies import choose
from server.robots.seen import seen_from
from server.robots.selfplay import commit_of
from server.rules.door import rules_for

TABLE = "mesademuestraochoslocos234"
COMMANDS_MAX = 2_000
# What each sample is played by; the houses that trust their players have faults in them.
CHOSEN: dict[str, dict[str, object]] = {
    "clasico": {"scoring": "countdown", "hand_size": 2},
    "especiales": {"target": 60},
    "familiar": {"target": 60, "skip": "J"},
    "montanita": {"enforcement": "honour", "turn_seconds": 60},
    "jiujitsu": {"limit": 60, "max_rounds": 3},
}
ODD_OF_TEN = 3  # acts that nobody sensible does, where the house trusts its players
IDLE_OF_HUNDRED = 2  # turns that nobody takes until their time is over


@cache
def match_file(
    preset: str = "especiales", *, viewer: int = 0, commands: int = COMMANDS_MAX
) -> bytes:
    """The exported file of a match of Ana, Carmen and Tito; `commands` cuts it short."""
    commits = _Sample(preset).commits()[:commands]
    entries = tuple(map(_entry, commits))
    start = commits[-1].match_version
    export = Export(
        table=TABLE, entries=entries[start - 1 :], commits=commits[start - 1 :],
        digests=digests(TABLE, entries)[start - 1 :], viewer=viewer,
        names={"1": "Ana", "title": "Cena"}, server="0.1.0",
        chat=(ChatLine(1, 1, (start + 2) * 1_000, "¡suerte!"),),
    )  # fmt: skip
    return b"".join(export_lines(export))


class _Sample:
    """A match as it is played."""

    def __init__(self, preset: str) -> None:
        self._rules = rules_for(preset, CHOSEN[preset])
        self._table = new_table(TABLE)
        self._commits: list[Commit] = []
        self._seeds, self._dice = Dice(b"muestra", b"seeds"), Dice(b"muestra", b"acts")
        self._now_ms = 0

    def commits(self) -> tuple[Commit, ...]:
        """The log of the whole match."""
        self._do(c.MakeTable(TABLE, 3, self._rules, "00", "00", self._seeds.seed()))
        for command in (c.AddRobot(0), c.AddRobot(0), c.Start(0, 1, self._seeds.seed())):
            self._do(command)
        while self._table.phase != "over" and len(self._commits) < COMMANDS_MAX:
            self._do(self._next())
        return tuple(self._commits)

    def _do(self, command: c.Command) -> None:
        self._now_ms += 1_000
        command = msgspec.structs.replace(command, at_ms=self._now_ms)
        commit = commit_of(self._table, decide(self._table, command), self._now_ms)
        self._commits.append(commit)
        self._table = fold(self._table, commit)

    def _next(self) -> c.Command:
        table, round_ = self._table, self._table.round
        if round_ is None:
            return c.NextRound(0, 1, table.round_number, self._seeds.seed())
        if turn_ends_ms(table) and self._dice.below(100) < IDLE_OF_HUNDRED:
            self._now_ms = turn_ends_ms(table)
            return c.TimeOut(actor_of(round_), round_.turn)
        odd = self._odd() if self._rules.enforcement == "honour" else ()
        if odd and self._dice.below(10) < ODD_OF_TEN:
            return odd[self._dice.below(len(odd))]
        seat = actor_of(round_)
        robot = table.seats[seat].robot or "luna"
        return choose(robot, seen_from(table, seat, ()), self._dice)

    def _odd(self) -> tuple[c.Command, ...]:
        """What anybody may do, right or wrong, but for leaving the match."""
        seat = self._table.players[self._dice.below(len(self._table.players))]
        acts = legal_actions(self._table, seat)
        return tuple(act for act in acts if not isinstance(act, c.Abandon))


def _entry(commit: Commit) -> Entry:
    draft = commit_to_draft(commit)
    return Entry(
        commit.version, bytes.fromhex(commit.tag), commit.command_id, commit.at_ms,
        commit.match_version, commit.act, draft.public, draft.secret,
    )  # fmt: skip


def lines_of(file: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.splitlines()]


def file_of(lines: list[dict[str, Any]]) -> bytes:
    """The file of these lines, with a sum that is right for them."""
    body = b"".join(
        json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"
        for line in lines
        if line.get("k") != "sum"
    )
    digest = hashlib.sha256(body).hexdigest()
    return body + b'{"k":"sum","sha256":"' + digest.encode() + b'"}\n'
