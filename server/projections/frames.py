"""Numbered frames: the snapshot of a version, and the step from one version to the next."""

from __future__ import annotations

import msgspec

from server.events.catalog import Commit
from server.game.table import Seat, Table
from server.projections.diff import diff
from server.projections.news import WATCHER, Viewer, news_of, same_for_all
from server.projections.own import own_view
from server.projections.view import public_view, view_tree
from server.protocol.frames import Snapshot, Step, Tree


class Projection(msgspec.Struct, frozen=True, gc=False):
    """A table with its trees: what all may see, and what each person's seat may see besides."""

    table: Table
    public: Tree
    own: dict[Seat, Tree]


def project(table: Table) -> Projection:
    """The trees of a table, for all who may look at it."""
    people = tuple(seat for seat, state in enumerate(table.seats) if state.holder == "person")
    return Projection(
        table=table,
        public=view_tree(public_view(table)),
        own={seat: view_tree(own_view(table, seat)) for seat in people},
    )


def tree_of(projection: Projection, viewer: Viewer) -> Tree:
    """The whole view tree of a viewer."""
    own = projection.own.get(viewer)
    return projection.public if own is None else {**projection.public, "own": own}


def snapshot(projection: Projection, viewer: Viewer) -> Snapshot:
    table = projection.table
    return Snapshot(table.version, table.tag, table.at_ms, tree_of(projection, viewer))


def steps(before: Projection, after: Projection, commit: Commit) -> dict[Viewer, Step]:
    """The step of one commit for those who watch and for every person's seat.

    A seat that changed hands in this commit gets a whole `own`, or none.
    """
    public = diff(before.public, after.public)
    told = news_of(before.table, commit, WATCHER)
    one = same_for_all(commit)
    frames = {WATCHER: Step(commit.version, commit.tag, commit.at_ms, public, told)}
    for seat in {**before.own, **after.own}:
        news = told if one else news_of(before.table, commit, seat)
        patch = _with_own(public, before.own.get(seat), after.own.get(seat))
        frames[seat] = Step(commit.version, commit.tag, commit.at_ms, patch, news)
    return frames


def _with_own(public: Tree, old: Tree | None, new: Tree | None) -> Tree:
    if new is None:
        return public if old is None else {**public, "own": None}
    if old is None:
        return {**public, "own": new}
    own = diff(old, new)
    return {**public, "own": own} if own else public
