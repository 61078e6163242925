"""Receipts that this terminal keeps: the log's digest as each table's server told it, last of each
round. They are held against an acta of the table."""

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


class Receipts:
    """The receipts of all tables, in a file that only its owner can read."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._path = config_dir(environ) / "receipts.json"

    def of(self, table: str) -> list[Receipt]:
        """What is kept of a table; none if there is no file, or it holds something else."""
        kept = self._read().get(table, {}).values()
        return [Receipt(version, digest) for version, digest in kept]

    def keep(self, table: str, round_: str, receipt: Receipt) -> None:
        """Keeps the last receipt of a round. One that cannot be kept is given up."""
        if not receipt.version or not is_digest(receipt.digest):
            return
        tables = self._read()
        rounds = tables.pop(table, {})  # the table seen last is the last
        rounds.pop(round_, None)
        rounds[round_] = (receipt.version, receipt.digest)
        tables[table] = dict(list(rounds.items())[-ROUNDS_MAX:])
        with contextlib.suppress(OSError):
            self._write(dict(list(tables.items())[-TABLES_MAX:]))

    def _read(self) -> dict[str, dict[str, tuple[int, str]]]:
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

    def _write(self, tables: dict[str, dict[str, tuple[int, str]]]) -> None:
        """Beside its place first: another process may never read half a file."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self._path.with_name(f"receipts.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(tables, file)
        Path(draft).replace(self._path)
