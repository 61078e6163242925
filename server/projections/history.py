"""Replays from a log: a viewer's numbered frames, a match with open hands, the exported file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from server.events.catalog import Commit, RoundClosed, RoundDealt
from server.events.store import Entry
from server.game.evolve import fold
from server.game.table import Seat, Table, new_table
from server.projections.diff import diff
from server.projections.frames import Projection, project, snapshot, steps, tree_of
from server.projections.news import OPEN, WATCHER, Viewer, news_of
from server.protocol.frames import ChatLine, Snapshot, Step, Tree
from server.protocol.robots import ROBOT_NAMES

FORMAT = "ochos-export-1"
NumberedFrame = Snapshot | Step


def tables_of(table_id: str, commits: Sequence[Commit]) -> Iterator[tuple[Table, Commit, Table]]:
    """The table before and after each commit; the first may be the start of any match."""
    table = new_table(table_id)
    for commit in commits:
        before, table = table, fold(table, commit)
        yield before, commit, table


def replay(table_id: str, commits: Sequence[Commit], viewer: Viewer) -> Iterator[NumberedFrame]:
    """The numbered frames that a viewer got: a snapshot at the first commit, then every step."""
    shown: Projection | None = None
    for _, commit, table in tables_of(table_id, commits):
        now = project(table)
        if shown is None:
            yield snapshot(now, viewer)
        else:
            frames = steps(shown, now, commit)
            yield frames.get(viewer, frames[WATCHER])
        shown = now


def replay_open(
    table_id: str, commits: Sequence[Commit], viewer: Viewer
) -> Iterator[NumberedFrame]:
    """The match with open hands: all hands of rounds that are over, and of a round that still
    runs only what `viewer` may see."""
    over = _rounds_over(commits)
    shown: Tree | None = None
    for before, commit, table in tables_of(table_id, commits):
        tree = _open_tree(table, viewer, over)
        deal = table.round.deal if table.round else before.round.deal if before.round else 0
        told = news_of(before, commit, OPEN if deal in over else viewer)
        if shown is None:
            yield Snapshot(commit.version, commit.tag, commit.at_ms, tree)
        else:
            yield Step(commit.version, commit.tag, commit.at_ms, diff(shown, tree), told)
        shown = tree


def _rounds_over(commits: Sequence[Commit]) -> frozenset[int]:
    """Numbers of the deals that are over in this part of the log."""
    deals: set[int] = set()
    running = 0
    for commit in commits:
        for event in commit.events:
            if isinstance(event, RoundDealt):
                running = event.deal
            if isinstance(event, RoundClosed):
                deals.add(running)
    return frozenset(deals)


def _open_tree(table: Table, viewer: Viewer, over: frozenset[int]) -> Tree:
    tree = tree_of(project(table), WATCHER)
    if table.round is None:
        return tree
    seats = table.players if table.round.deal in over else (viewer,)
    hands = {str(seat): list(table.round.hands[seat]) for seat in seats if seat in table.players}
    return {**tree, "hands": hands} if hands else tree


class Export(msgspec.Struct, frozen=True):
    """What goes into an exported file. `digests` are those of the chain at each entry."""

    table: str
    entries: tuple[Entry, ...]  # of the match, from its start
    commits: tuple[Commit, ...]  # the same, unpacked
    digests: tuple[bytes, ...]
    viewer: Seat  # whose hand shows in a running round; −1 for those who watch
    names: dict[str, str]  # person → name
    chat: tuple[ChatLine, ...]
    server: str


def export_lines(export: Export) -> Iterator[bytes]:
    """The exported file, line by line: canonical JSON, the last line the SHA-256 of the rest.

    Canonical: keys sorted, no spaces, UTF-8 unescaped, whole numbers below 2⁵³, lower-case hex.
    """
    total = hashlib.sha256()
    for tree in _trees(export):
        line = _canonical(tree)
        total.update(line)
        yield line
    yield _canonical({"k": "sum", "sha256": total.hexdigest()})


def _canonical(tree: Tree) -> bytes:
    return msgspec.json.encode(tree, order="sorted") + b"\n"


def _trees(export: Export) -> Iterator[Tree]:
    *_, (_, _, table) = tables_of(export.table, export.commits)
    yield {
        "k": "head",
        "format": FORMAT,
        "table": export.table,
        "match": table.match,
        "preset": table.rules.preset,
        "rules": msgspec.to_builtins(table.rules),
        "players": list(table.players),
        "finished": table.end is not None,
        "viewer": export.viewer,
        "server": export.server,
    }
    for person, name in sorted(export.names.items()):
        if person.isdecimal():
            yield {"k": "name", "person": int(person), "name": name}
    for seat, state in enumerate(table.seats):
        if state.robot:
            name = ROBOT_NAMES[state.robot]
            yield {"k": "robot", "seat": seat, "robot": state.robot, "name": name}
    for line in export.chat:
        yield {"k": "chat", **msgspec.structs.asdict(line)}
    for entry, digest in zip(export.entries, export.digests, strict=True):
        yield {
            "k": "entry",
            "v": entry.version,
            "t": entry.at_ms,
            "a": entry.act,
            "p": entry.public.hex(),
            "d": digest.hex(),
        }
    for frame in replay_open(export.table, export.commits, export.viewer):
        yield {"k": "frame", "f": msgspec.to_builtins(frame)}
