"""Who is at the door: the browser's or terminal's secret, and the seat tokens made of it."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

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


def cookie_secret(headers: Headers, *, secure: bool) -> str:
    """The secret in the browser's cookie, or empty."""
    name = COOKIE_SECURE if secure else COOKIE
    for key, value in headers:
        if key == b"cookie":
            found = _cookie(value.decode("latin-1"), name)
            if _SECRET.fullmatch(found):
                return found
    return ""


def bearer_secret(headers: Headers) -> str:
    """The secret that a terminal client sends along, or empty."""
    for key, value in headers:
        if key == b"authorization":
            scheme, _, secret = value.decode("latin-1").partition(" ")
            if scheme.lower() == "bearer" and _SECRET.fullmatch(secret):
                return secret
    return ""


def set_cookie(secret: str, *, secure: bool) -> str:
    """The header's value that leaves the secret with a browser."""
    name, safe = (COOKIE_SECURE, "; Secure") if secure else (COOKIE, "")
    return f"{name}={secret}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict{safe}"


def _cookie(header: str, name: str) -> str:
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
