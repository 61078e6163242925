"""Links to tables: `http://host:port/t/<table>#<invite>`, also without a scheme."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

import msgspec

from clients.cli.exits import Exit, Stop

_PATH = re.compile(r"^/t/([a-z2-7]{26})(?:/replay)?/?$")
_INVITE = re.compile(r"^[A-Za-z0-9_-]{0,64}$")
DEFAULT_SERVER = "http://127.0.0.1:8000"


class Link(msgspec.Struct, frozen=True, gc=False):
    server: str  # origin, without a slash at the end
    table: str
    invite: str = ""

    @property
    def socket(self) -> str:
        """Address of the server's socket; the table is there for a proxy before several servers."""
        return f"ws{self.server.removeprefix('http')}/ws?table={self.table}"

    @property
    def api(self) -> str:
        return f"{self.server}/api/tables/{self.table}"


def parse_link(text: str) -> Link:
    """The link written as `text`.

    Raises: Stop (wrong use) if it is not one.
    """
    server, path, fragment = _split(text)
    found = _PATH.match(path)
    if found is None or not _INVITE.match(fragment):
        raise Stop(Exit.WRONG_USE, "cli-bad-link", text=text)
    return Link(server=server, table=found[1], invite=fragment)


def parse_server(text: str) -> str:
    """The origin of a server.

    Raises: Stop (wrong use) if `text` is not one.
    """
    server, path, fragment = _split(text)
    if path.strip("/") or fragment:
        raise Stop(Exit.WRONG_USE, "cli-bad-server", text=text)
    return server


def _split(text: str) -> tuple[str, str, str]:
    address = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Stop(Exit.WRONG_USE, "cli-bad-link", text=text) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise Stop(Exit.WRONG_USE, "cli-bad-link", text=text)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    server = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    return server, parts.path, parts.fragment


def is_this_machine(server: str) -> bool:
    """True for an address that leads everybody to their own machine."""
    host = urlsplit(server).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_nearby(server: str) -> bool:
    """True for this machine and the home network, which no proxy stands before."""
    host = urlsplit(server).hostname or ""
    if host == "localhost" or host.endswith((".local", ".localhost")) or "." not in host:
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
