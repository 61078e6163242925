"""The acta: the file of a match by which anybody can check it without a server.

server/protocol/ACTA.md says what stands in it. Only public bodies and revealed seeds go in: all
that was hidden in a round that is over follows from its seed.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterator

import msgspec

from server.events.catalog import (
    AnyEvent,
    Commit,
    MatchEnded,
    MatchStarted,
    RoundClosed,
    RoundDealt,
)
from server.events.store import Entry
from server.game.evolve import fold
from server.game.table import Table, new_table
from server.protocol.frames import Tree
from server.rules.door import packs_for
from server.rules.page.build import fingerprint

FORMAT = "ochos-acta-1"
RUNNING = "running"


class Acta(msgspec.Struct, frozen=True):
    """What goes into an acta. `digests` are those of the chain at each entry."""

    table: str
    before: bytes  # the chain's digest before the first entry
    entries: tuple[Entry, ...]  # of the match, from its start
    commits: tuple[Commit, ...]  # the same, unpacked
    digests: tuple[bytes, ...]
    server: str
    names: dict[str, str] = {}  # person → name; only if they were asked for


def acta_lines(acta: Acta) -> Iterator[bytes]:
    """The file, line by line: canonical JSON, the last line the SHA-256 of the rest."""
    total, lines = hashlib.sha256(), 0
    for tree in _trees(acta):
        line = _canonical(tree)
        total.update(line)
        lines += 1
        yield line
    yield _canonical(
        {
            "k": "end",
            "deals": sum(isinstance(event, RoundDealt) for event in _events(acta)),
            "entries": len(acta.entries),
            "last": acta.digests[-1].hex(),
            "lines": lines,
            "sha256": total.hexdigest(),
        }
    )


def _canonical(tree: Tree) -> bytes:
    return msgspec.json.encode(tree, order="sorted") + b"\n"


def _trees(acta: Acta) -> Iterator[Tree]:
    yield _head(acta)
    for person, name in sorted(acta.names.items()):
        if person.isdecimal():
            yield {"k": "name", "person": int(person), "name": name}
    for entry, digest in zip(acta.entries, acta.digests, strict=True):
        yield {
            "k": "entry",
            "v": entry.version,
            "t": entry.at_ms,
            "a": entry.act,
            "e": msgspec.msgpack.decode(entry.public),
            "p": b64encode(entry.public).decode(),
            "d": digest.hex(),
        }
    yield from _deals(acta)
    yield _result(acta)


def _head(acta: Acta) -> Tree:
    table = fold(new_table(acta.table), acta.commits[0])
    return {
        "k": "head",
        "format": FORMAT,
        "table": acta.table,
        "match": table.match,
        "rules": msgspec.to_builtins(table.rules),
        "fingerprint": fingerprint(table.rules),
        "packs": packs_for(table.rules, len(table.players)),
        "players": list(table.players),
        "seats": _seats(table),
        "first": acta.entries[0].version,
        "before": acta.before.hex(),
        "server": acta.server,
    }


def _seats(table: Table) -> list[Tree]:
    """Who sat where when the match started: a robot's key, or a person's number."""
    return [
        {"seat": seat, "robot": state.robot} if state.robot
        else {"seat": seat, "person": state.person}
        for seat, state in enumerate(table.seats)
        if state.holder
    ]  # fmt: skip


def _events(acta: Acta) -> Iterator[AnyEvent]:
    for commit in acta.commits:
        yield from commit.events


def _deals(acta: Acta) -> Iterator[Tree]:
    """What of each deal stands in the log in several places, once more in one."""
    commitment, told = "", dict[int, Tree]()
    for commit in acta.commits:
        for event in commit.events:
            if isinstance(event, MatchStarted):
                commitment = event.commitment
            if isinstance(event, RoundDealt):
                told[event.round] = {
                    "k": "deal",
                    "deal": event.deal,
                    "round": event.round,
                    "commitment": commitment,
                    "contributions": [list(given) for given in event.contributions],
                    "missing": list(event.missing),
                    "cut": event.cut,
                    "cut_by": event.cut_by,
                    "locked": commit.version,
                }
                commitment = event.next_commitment
            if isinstance(event, RoundClosed):
                told[event.round] |= {"seed": event.seed, "closed": commit.version}
    yield from told.values()


def _result(acta: Acta) -> Tree:
    totals: tuple[int, ...] = ()
    ended = MatchEnded(how="target")
    how = RUNNING
    for event in _events(acta):
        if isinstance(event, MatchStarted):
            totals = (0,) * len(event.players)
        if isinstance(event, RoundClosed):
            totals = event.totals or totals
        if isinstance(event, MatchEnded):
            ended, how = event, event.how
    return {
        "k": "result",
        "how": how,
        "winner": ended.winner,
        "loser": ended.loser,
        "places": list(ended.places),
        "totals": list(totals),
    }
