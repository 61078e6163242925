"""Who is at the door: the browser's or terminal's secret, and the seat tokens made of it."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from server.game.table import Table, seat_of_token
from server.live.asking import hash_of

COOKIE = "ochos"
COOKIE_SECURE = "__Host-ochos"  # over HTTPS: cannot be set by a neighbour or over plain http
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none longer
SECRET_BYTES = 32
INVITE_BYTES = 16
TABLE_BYTES = 16
_TABLE = re.compile(r"[a-z2-7]{26}")
_SECRET = re.compile(r"[0-9a-f]{64}")
_TABLE_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"  # RFC 4648 base32, in lower case

Headers = Iterable[tuple[bytes, bytes]]


class Secrets(msgspec.Struct, frozen=True):
    """By what somebody may be known: one secret for all tables, and others for single tables where
    they have renewed their token."""

    usual: str = ""
    renewed: dict[str, str] = {}  # by table

    def token_hash_at(self, table: Table) -> str:
        """The hash of the token that holds a seat there; without a seat, of the usual one."""
        usual = token_hash_of(self.usual, table.id)
        renewed = token_hash_of(self.renewed.get(table.id, ""), table.id)
        return renewed if seat_of_token(table, renewed) is not None else usual


def fresh_secret() -> str:
    """A browser's secret."""
    return secrets.token_hex(SECRET_BYTES)


def fresh_invite() -> str:
    """A link's secret: whoever has it may sit."""
    return secrets.token_urlsafe(INVITE_BYTES)


def fresh_table() -> str:
    """A table's id: 26 letters, 128 random bits."""
    number = int.from_bytes(secrets.token_bytes(TABLE_BYTES)) << 2
    return "".join(_TABLE_LETTERS[number >> shift & 31] for shift in range(125, -1, -5))


def is_table(text: str) -> bool:
    """Whether this looks like a table's id."""
    return _TABLE.fullmatch(text) is not None


def token_of(secret: str, table: str) -> str:
    """The token of whoever has this secret at one table, in hex."""
    return hmac.new(bytes.fromhex(secret), table.encode("ascii"), sha256).hexdigest()


def token_hash_of(secret: str, table: str) -> str:
    """What a log keeps of that token; empty for those without a secret."""
    return hash_of(token_of(secret, table)) if secret else ""


def cookie_secrets(headers: Headers, *, secure: bool) -> Secrets:
    """All that the browser's cookies say of who it is.

    Cookies of others come along, of any site of the domain and any port of the machine, and some
    are not written as they should be: only what begins like ours is looked at, each by itself.
    """
    usual = COOKIE_SECURE if secure else COOKIE
    prefix = f"{usual}-"
    found = {
        name: secret
        for key, value in headers
        if key == b"cookie"
        for name, secret in map(_pair, value.decode("latin-1").split(";"))
        if name.startswith(usual) and _SECRET.fullmatch(secret)
    }
    renewed = {
        name.removeprefix(prefix): secret
        for name, secret in found.items()
        if name.startswith(prefix)
    }
    return Secrets(found.get(usual, ""), renewed)


def bearer_secret(headers: Headers) -> str:
    """The secret that a terminal client sends along, or empty."""
    for key, value in headers:
        if key == b"authorization":
            scheme, _, secret = value.decode("latin-1").partition(" ")
            if scheme.lower() == "bearer" and _SECRET.fullmatch(secret):
                return secret
    return ""


def set_cookie(secret: str, *, secure: bool, table: str = "") -> str:
    """The header's value that leaves the secret with a browser, for all tables or for one."""
    name, safe = (COOKIE_SECURE, "; Secure") if secure else (COOKIE, "")
    name += f"-{table}" if table else ""
    return f"{name}={secret}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict{safe}"


def _pair(cookie: str) -> tuple[str, str]:
    name, _, value = cookie.partition("=")
    return name.strip(" \t"), value.strip(" \t")
