"""What the address of a store says: which servers to ask, and how to reach each."""

from __future__ import annotations

from typing import Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec

Kind = Literal["single", "cluster", "sentinel"]

PORT = 6379
SENTINEL_PORT = 26379
FORMS = (
    "redis://host:port, rediss://host:port, unix:///path, redis+cluster://host:port,host:port "
    "or redis+sentinel://host:port,host:port/service"
)
_KINDS: dict[str, Kind] = {
    "redis": "single", "rediss": "single", "unix": "single",
    "redis+cluster": "cluster", "rediss+cluster": "cluster",
    "redis+sentinel": "sentinel", "rediss+sentinel": "sentinel",
}  # fmt: skip
_OF_SENTINELS = ("sentinel_username", "sentinel_password")


class Address(msgspec.Struct, frozen=True, order=True):
    """Of one server; a Unix socket's path has port 0."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" if self.port else host


class Place(msgspec.Struct, frozen=True):
    """A store's address, taken apart. Its text is without password."""

    kind: Kind
    addresses: tuple[Address, ...]  # of the server, of some nodes, or of the sentinels
    url: str  # as it was given
    service: str = ""  # what the sentinels call the store

    def __str__(self) -> str:
        hosts = ",".join(str(address) for address in self.addresses)
        return f"{self.service} at {hosts}" if self.service else hosts

    def url_of(self, address: Address) -> str:
        """For redis-py, of one server."""
        if self.kind == "single":
            return self.url
        parts = urlsplit(self.url)
        user = parts.netloc.rpartition("@")[0]
        options = [pair for pair in parse_qsl(parts.query) if pair[0] not in _OF_SENTINELS]
        return _url(parts.scheme, user, address, options)

    def sentinel_url_of(self, address: Address) -> str:
        """For redis-py, of one sentinel."""
        parts = urlsplit(self.url)
        options = dict(parse_qsl(parts.query))
        named = [("username", options.pop("sentinel_username", ""))]
        named += [("password", options.pop("sentinel_password", ""))]
        given = [pair for pair in named if pair[1]]
        return _url(parts.scheme, "", address, [*given, *options.items()])


def place_of(url: str) -> Place:
    """Raises: ValueError, whose text names no password."""
    parts = urlsplit(url)
    kind = _KINDS.get(parts.scheme)
    if kind is None:
        raise ValueError(f"a store's address is expected as {FORMS}")
    if kind == "single":
        return Place(kind, (_single(url),), url)
    standard = PORT if kind == "cluster" else SENTINEL_PORT
    hosts = parts.netloc.rpartition("@")[2].split(",")
    addresses = tuple(address_of(host, standard) for host in hosts if host)
    service = parts.path.strip("/")
    if not addresses or (kind == "sentinel") != bool(service):
        raise ValueError(f"a store's address is expected as {FORMS}")
    return Place(kind, addresses, url, service)


def address_of(text: str, standard_port: int = PORT) -> Address:
    """Of `host`, `host:port` or `[host]:port`.

    Raises: ValueError.
    """
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = text, ""
    if (port and not port.isdecimal()) or not host:
        raise ValueError(f"expected host:port, found {text!r}")
    return Address(host.strip("[]"), int(port) if port else standard_port)


def _single(url: str) -> Address:
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return Address(parts.path, 0)
    return Address(parts.hostname or "localhost", parts.port or PORT)


def _url(scheme: str, user: str, address: Address, options: list[tuple[str, str]]) -> str:
    at = f"{user}@" if user else ""
    query = f"?{urlencode(options)}" if options else ""
    return f"{scheme.partition('+')[0]}://{at}{address}/0{query}"
