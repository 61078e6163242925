"""Receipts that this terminal keeps: the log's digest as each table's server told it, last of each
round. They are held against an acta of the table, and against what the table tells later.

Beside the rounds stand those that the table took back by itself, and two that contradict each
other.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from clients.cli.identity import config_dir
from clients.cli.verify.receipts import Receipt, is_digest

TABLES_MAX = 40
ROUNDS_MAX = 24
_OWNER_ONLY = 0o600
_WITHDRAWN = "withdrawn "  # before the round: of a history that the table said was gone
Rounds = dict[str, tuple[int, str]]  # round → version and digest
_REFUTED = ("refuted before", "refuted after")  # in place of a round


class Receipts:
    """The receipts of all tables, in a file that only its owner can read."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._path = config_dir(environ) / "receipts.json"

    def of(self, table: str) -> list[Receipt]:
        """What is kept of a table; none if there is no file, or it holds something else."""
        kept = self._read().get(table, {}).items()
        return [
            Receipt(version, digest, withdrawn=round_.startswith(_WITHDRAWN))
            for round_, (version, digest) in kept
        ]

    def other_than(self, table: str, receipt: Receipt) -> Receipt | None:
        """One of the same version with another digest, unless it was taken back."""
        return next(
            (
                kept
                for kept in self.of(table)
                if not kept.withdrawn
                and kept.version == receipt.version
                and kept.digest != receipt.digest
            ),
            None,
        )

    def refuted(self, table: str) -> tuple[Receipt, Receipt] | None:
        """Two that contradict each other, as they were told; they are kept for good."""
        rounds = self._read().get(table, {})
        if not all(place in rounds for place in _REFUTED):
            return None
        before, after = (Receipt(*rounds[place]) for place in _REFUTED)
        return before, after

    def refute(self, table: str, before: Receipt, after: Receipt) -> None:
        """Keeps two that contradict each other, unless there are two already."""
        if self.refuted(table) is None:
            for place, receipt in zip(_REFUTED, (before, after), strict=True):
                self.keep(table, place, receipt)

    def withdraw(self, table: str) -> None:
        """The table says that it went back to an older state: what was told does not bind it."""
        tables = self._read()
        rounds = tables.get(table, {})
        tables[table] = {
            round_ if round_ in _REFUTED or round_.startswith(_WITHDRAWN)
            else f"{_WITHDRAWN}{round_} {kept[0]}": kept
            for round_, kept in rounds.items()
        }  # fmt: skip
        self._keep_all(tables)

    def keep(self, table: str, round_: str, receipt: Receipt) -> None:
        """Keeps the newest receipt of a round. One that cannot be kept is given up."""
        if not receipt.version or not is_digest(receipt.digest):
            return
        tables = self._read()
        rounds = tables.pop(table, {})  # the table seen last is the last
        known = rounds.pop(round_, (0, ""))
        rounds[round_] = max(known, (receipt.version, receipt.digest))
        tables[table] = _newest(rounds)
        self._keep_all(tables)

    def _keep_all(self, tables: dict[str, Rounds]) -> None:
        with contextlib.suppress(OSError):
            self._write(dict(list(tables.items())[-TABLES_MAX:]))

    def _read(self) -> dict[str, Rounds]:
        try:
            found = json.loads(self._path.read_text("utf-8"))
            return {
                table: {
                    round_: (version, digest)
                    for round_, (version, digest) in rounds.items()
                    if type(version) is int and is_digest(digest)
                }
                for table, rounds in found.items()
            }
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return {}

    def _write(self, tables: dict[str, Rounds]) -> None:
        """Beside its place first: another process may never read half a file."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self._path.with_name(f"receipts.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(tables, file)
        Path(draft).replace(self._path)


def _newest(rounds: Rounds) -> Rounds:
    """The last ones, and those that contradict each other."""
    pinned = {place: rounds[place] for place in _REFUTED if place in rounds}
    others = [(round_, kept) for round_, kept in rounds.items() if round_ not in pinned]
    return dict(others[-ROUNDS_MAX:]) | pinned
