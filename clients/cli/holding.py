"""By what this terminal holds its seat at a table: its one secret, or one that is renewed there.

A renewed secret is written down before the server hears of it: if the answer never comes, the same
request is sent again, and whichever of the two secrets holds the seat, no seat is lost.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path

from clients.cli.exits import Exit, Stop
from clients.cli.identity import config_dir, secret_in, secret_of, token_of, write_once
from clients.cli.links import Link
from clients.cli.web import Declined, SeatCode, bring_seat, invite_of, renew_token, seat_code
from server.protocol.reasons import Reason

SECRET_BYTES = 32
# Refusals after which the same request may still be granted.
_LATER = frozenset({Reason.RETRY, Reason.RESTARTING, Reason.TOO_FAST})


class Holding:
    """One table's seat. All calls but `secret` and `token` may ask the server, and take as long."""

    def __init__(self, environ: Mapping[str, str], link: Link) -> None:
        self._environ = environ
        self.link = link
        folder = config_dir(environ) / "seats"
        self._held = folder / link.table
        self._next = folder / f"{link.table}.next"  # asked for, but not known to be granted

    def secret(self) -> str:
        """Raises: Stop if a file does not hold what it should, or cannot be read."""
        return secret_in(self._held) if self._held.exists() else secret_of(self._environ)

    def token(self) -> str:
        """What this terminal says at the table; raises as `secret`."""
        return token_of(self.secret(), self.link.table)

    def settled(self) -> str:
        """The token, once a renewal that had no answer is brought to its end.

        Raises: Declined (only for now), Stop.
        """
        if self._next.exists():
            try:
                return self.renew()
            except Declined as declined:
                if declined.frame.code in _LATER:
                    raise
        return self.token()

    def renew(self) -> str:
        """Another token for the seat: whoever has the old one, on whatever device, is out.

        Raises: Declined (no seat), Stop (no connection, or nothing can be written down).
        """
        fresh = write_once(self._next, secrets.token_hex(SECRET_BYTES))
        try:
            renew_token(self.link, self.secret(), fresh)
        except Declined as declined:
            if declined.frame.code not in _LATER:
                self._next.unlink(missing_ok=True)
            raise
        self._keep_next()
        return self.token()

    def _keep_next(self) -> None:
        try:
            self._next.replace(self._held)
        except FileNotFoundError:
            pass  # another window of this terminal was first
        except OSError as error:
            raise _unkept(self._held, error) from None

    def code(self) -> SeatCode:
        """A code that takes the seat to another device; raises as `seat_code`."""
        return seat_code(self.link, self.secret())

    def brought(self, code: str) -> str:
        """The table whose seat the code has brought here, this one or another; raises as `brought`
        below."""
        return brought(self._environ, self.link.server, code).table

    def invite(self) -> str:
        """The link's secret as it is now; nothing without a seat. Raises as `invite_of`."""
        return invite_of(self.link, self.secret())


def brought(environ: Mapping[str, str], server: str, code: str) -> Link:
    """The table whose seat the code has brought here: the terminal's one secret holds it now.

    Raises: as `bring_seat`.
    """
    link = bring_seat(server, secret_of(environ), code)
    folder = config_dir(environ) / "seats"
    for name in (link.table, f"{link.table}.next"):
        try:
            (folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise _unkept(folder / name, error) from None
    return link


def _unkept(path: Path, error: OSError) -> Stop:
    return Stop(Exit.WRONG_USE, "cli-no-secret", path=str(path), why=str(error))
