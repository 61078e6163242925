"""A short match for replays: the same seed always gives the same file."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from itertools import count
from typing import Any

from server.events.audit import digests
from server.events.catalog import Commit
from server.events.codec import commit_to_draft
from server.events.store import Entry
from server.game import commands as c
from server.game.decide import decide
from server.game.evolve import fold
from server.game.shuffle import Dice
from server.game.table import Table, new_table
from server.projections.history import Export, export_lines
from server.protocol.frames import ChatLine
from server.robots.policies import choose
from server.robots.seen import seen_from
from server.robots.selfplay import commit_of
from server.rules.door import rules_for

TABLE = "mesademuestraochoslocos234"
COMMANDS_MAX = 2_000
TARGET = 60


@cache
def match_file(*, viewer: int = 0, commands: int = COMMANDS_MAX) -> bytes:
    """The exported file of a match of Ana, Carmen and Tito; `commands` cuts it short."""
    commits = _commits()[:commands]
    entries = tuple(map(_entry, commits))
    start = commits[-1].match_version
    export = Export(
        table=TABLE, entries=entries[start - 1 :], commits=commits[start - 1 :],
        digests=digests(TABLE, entries)[start - 1 :], viewer=viewer,
        names={"1": "Ana", "title": "Cena"}, server="0.1.0",
        chat=(ChatLine(1, 1, (start + 2) * 1_000, "¡suerte!"),),
    )  # fmt: skip
    return b"".join(export_lines(export))


@cache
def _commits() -> tuple[Commit, ...]:
    table, commits = new_table(TABLE), []
    seeds, dice = Dice(b"muestra", b"seeds"), Dice(b"muestra", b"acts")

    def do(command: c.Command) -> Table:
        commits.append(commit_of(table, decide(table, command)))
        return fold(table, commits[-1])

    rules = rules_for("especiales", {"target": TARGET})
    for command in (
        c.MakeTable(TABLE, 3, rules, "00", "00", seeds.seed()), c.AddRobot(0), c.AddRobot(0),
        c.Start(0, 1, seeds.seed()),
    ):  # fmt: skip
        table = do(command)
    for _ in count():
        if table.phase == "over" or len(commits) >= COMMANDS_MAX:
            return tuple(commits)
        if table.round is None:
            table = do(c.NextRound(0, 1, table.round_number, seeds.seed()))
        else:
            seat = table.round.seat
            robot = table.seats[seat].robot or "luna"
            table = do(choose(robot, seen_from(table, seat, ()), dice))
    raise AssertionError("unreachable")


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
