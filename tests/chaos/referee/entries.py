"""Entries of a log as plain data, and how they are read from a store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from server.events.catalog import Commit
from server.events.codec import entry_to_commit
from server.events.store import Entry

Event = dict[str, Any]  # its tag under `t`, its fields, secret ones too; defaults may be missing


@dataclass(frozen=True)
class LoggedEntry:
    """One entry of a log, its events as plain maps."""

    version: int
    tag: str
    command_id: str
    at_ms: int
    match_version: int
    act: str
    events: list[Event]


def from_commits(commits: Iterable[Commit]) -> list[LoggedEntry]:
    """Entries of commits that no store has kept."""
    return [
        LoggedEntry(
            version=commit.version,
            tag=commit.tag,
            command_id=commit.command_id,
            at_ms=commit.at_ms,
            match_version=commit.match_version,
            act=commit.act,
            events=[msgspec.to_builtins(event) for event in commit.events],
        )
        for commit in commits
    ]


def from_store(entries: Iterable[Entry]) -> list[LoggedEntry]:
    """What `EventStore.read` gives.

    Raises: LogCorrupt.
    """
    return from_commits(entry_to_commit(entry) for entry in entries)
