"""Which requests are let in: by the name under which they reached us and the page they come from.

A browser sends a page's scripts' cookies along to whoever the page asks; so `Origin` must be ours.
A name server can give any name our address (DNS rebinding); so `Host` must be ours as well.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from typing import Any

import msgspec

from server.api.limits import network_of
from server.settings import Settings

_OWN_NAMES = ("localhost",)


class Visitor(msgspec.Struct, frozen=True):
    """What a request tells of where it comes from."""

    address: str  # as it counts for limits
    host: str
    origin: str  # empty if there is none
    secure: bool


class Door:
    """Judges hosts and origins by the settings."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = tuple(map(ipaddress.ip_network, settings.trusted_proxies))
        self._origins = frozenset(settings.public_origins)
        self._names = frozenset(
            (*_OWN_NAMES, *_machine_names(), *(_name_of(o) for o in settings.public_origins))
        )

    def visitor(self, scope: Mapping[str, Any]) -> Visitor:
        headers = _headers_of(scope)
        peer = (scope.get("client") or ("", 0))[0]
        secure = scope["scheme"] in ("https", "wss")
        host = headers.get(b"host", "")
        if self._proxies and self._is_proxy(peer):
            peer = headers.get(b"x-forwarded-for", peer).rpartition(",")[2].strip()
            secure = headers.get(b"x-forwarded-proto", "http").strip() == "https"
            host = headers.get(b"x-forwarded-host", host).strip()
        origin = headers.get(b"origin", "")
        return Visitor(network_of(peer), host.lower(), origin.lower(), secure)

    def _is_proxy(self, peer: str) -> bool:
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self._proxies)

    def knows(self, visitor: Visitor) -> bool:
        """Whether the request was meant for us: an address cannot be rebound, a name can."""
        name = _name_of("//" + visitor.host)
        return name in self._names or _is_address(name)

    def is_own_page(self, visitor: Visitor) -> bool:
        """Whether the request comes from a page of ours."""
        if visitor.origin in self._origins:
            return True
        scheme = "https" if visitor.secure else "http"
        return bool(visitor.host) and visitor.origin == f"{scheme}://{visitor.host}"

    def is_foreign_page(self, visitor: Visitor) -> bool:
        """Whether it comes from a page that is not ours; programs send no origin at all."""
        return bool(visitor.origin) and not self.is_own_page(visitor)


def _headers_of(scope: Mapping[str, Any]) -> dict[bytes, str]:
    """The first of each name; but what a proxy says stands behind what came from outside."""
    found: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name not in found or name.startswith(b"x-forwarded-"):
            found[name] = value.decode("latin-1")
    return found


def _name_of(origin: str) -> str:
    """The host of `scheme://host:port`, without the port and without brackets."""
    host = origin.partition("//")[2]
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _machine_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local")
