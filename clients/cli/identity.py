"""Who this terminal is: a secret in a file of its owner only, and a token from it per table."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from clients.cli.exits import Exit, Stop

_SECRET = re.compile(r"^[0-9a-f]{64}$")
_OWNER_ONLY = 0o600


def secret_of(environ: Mapping[str, str]) -> str:
    """The secret of this terminal, 64 hex digits; made at the first call.

    Raises: Stop if the file cannot be written or does not hold one.
    """
    return write_once(config_dir(environ) / "secret", secrets.token_hex(32))


def write_once(path: Path, fresh: str) -> str:
    """The secret that the file holds: `fresh`, unless one is there already.

    Raises: Stop if the file cannot be written or does not hold one.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _create(path, fresh)
    except OSError as error:
        raise Stop(Exit.WRONG_USE, "cli-no-secret", path=str(path), why=str(error)) from error
    return secret_in(path)


def secret_in(path: Path) -> str:
    """The secret that a file holds; from now on only its owner can read it.

    Raises: Stop if it cannot be read or does not hold one.
    """
    try:
        path.chmod(_OWNER_ONLY)
        secret = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(Exit.WRONG_USE, "cli-no-secret", path=str(path), why=str(error)) from error
    if not _SECRET.match(secret):
        raise Stop(Exit.WRONG_USE, "cli-bad-secret", path=str(path))
    return secret


def config_dir(environ: Mapping[str, str]) -> Path:
    """Where this program keeps what belongs to its user (XDG base directories)."""
    base = environ.get("XDG_CONFIG_HOME", "")
    home = Path(base) if base.startswith("/") else Path.home() / ".config"
    return home / "ochos-locos"


def token_of(secret: str, table: str) -> str:
    """The token of this terminal's seat at `table`: it opens that table and no other."""
    return hmac.new(bytes.fromhex(secret), table.encode("ascii"), hashlib.sha256).hexdigest()


def _create(path: Path, fresh: str) -> None:
    """Writes the secret unless the file is there; whoever comes second leaves it alone.

    It is written beside its place first: another process may never read half a secret.
    """
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(fresh + "\n")
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
