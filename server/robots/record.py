"""The acta of a match that robots play, as a server would write it."""

from __future__ import annotations

from server import __version__
from server.events.audit import digests
from server.events.catalog import Commit
from server.events.codec import commit_to_draft
from server.events.store import Entry
from server.projections.acta import Acta, acta_lines
from server.robots.selfplay import Plan, log_of


def acta_of_plan(plan: Plan) -> bytes:
    """The acta of the match that this plan gives."""
    return acta_of_log(log_of(plan))


def acta_of_log(commits: tuple[Commit, ...], names: dict[str, str] | None = None) -> bytes:
    """The acta of the last match of a log from its beginning."""
    return b"".join(acta_lines(match_of_log(commits, names)))


def match_of_log(commits: tuple[Commit, ...], names: dict[str, str] | None = None) -> Acta:
    """The last match of a log from its beginning, as a server has it: entries with their digests.

    The commits say what was done (`act`).
    """
    entries = tuple(map(entry_of, commits))
    table = commits[0].events[0].table  # type: ignore[union-attr]  # every log begins with TableMade
    chain, start = digests(table, entries), commits[-1].match_version
    return Acta(
        table=table,
        before=chain[start - 2],
        entries=entries[start - 1 :],
        commits=commits[start - 1 :],
        digests=chain[start - 1 :],
        server=__version__,
        names=names or {},
    )


def entry_of(commit: Commit) -> Entry:
    """The commit as it lies in the store."""
    draft = commit_to_draft(commit)
    return Entry(
        version=commit.version,
        tag=draft.tag,
        command_id=draft.command_id,
        at_ms=commit.at_ms,
        match_version=draft.match_version,
        act=draft.act,
        public=draft.public,
        secret=draft.secret,
    )
