"""Where a request comes from, and under which name."""

from __future__ import annotations

from typing import Any

import pytest

from server.api.door import Door
from server.settings import Settings


def scope_of(client: str, scheme: str = "http", **headers: str) -> dict[str, Any]:
    sent = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    return {"client": (client, 1), "scheme": scheme, "headers": sent}


@pytest.mark.parametrize("proxy", ["127.0.0.1", "10.0.8.200", "::ffff:10.0.8.1", "fd00::1"])
def test_forwarded_headers_count_from_trusted_proxies_alone(proxy: str) -> None:
    forwarded = {
        "host": "127.0.0.1:8000",
        "x_forwarded_for": "203.0.113.9, 198.51.100.7",
        "x_forwarded_proto": "https",
        "x_forwarded_host": "Juego.example",
    }
    proxies = ("127.0.0.1/32", "10.0.8.0/24", "fd00::/64")
    door = Door(Settings(trusted_proxies=proxies, public_origins=("https://juego.example",)))
    trusted = door.visitor(scope_of(proxy, **forwarded))
    assert trusted.address == "198.51.100.7"
    assert trusted.secure
    assert door.knows(trusted)
    stranger = door.visitor(scope_of("203.0.113.1", **forwarded))
    assert stranger.address == "203.0.113.1"
    assert not stranger.secure
    assert stranger.host == "127.0.0.1:8000"


def test_what_a_stranger_writes_before_a_proxy_does_not_count() -> None:
    # Some proxies put a line of their own behind those that came.
    proxy = scope_of("127.0.0.1", host="juego.example")
    lines = ((b"for", b"203.0.113.9", b"198.51.100.7"), (b"proto", b"https", b"http"))
    for name, forged, told in lines:
        proxy["headers"] += [(b"x-forwarded-" + name, forged), (b"x-forwarded-" + name, told)]
    visitor = Door(Settings(trusted_proxies=("127.0.0.1",))).visitor(proxy)
    assert (visitor.address, visitor.secure) == ("198.51.100.7", False)


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.20:8000", True),
        ("localhost", True),
        ("rebound.example", False),
        ("127.0.0.1.nip.example", False),
    ],
)
def test_addresses_are_known_and_names_must_be_ours(host: str, *, known: bool) -> None:
    door = Door(Settings())
    assert door.knows(door.visitor(scope_of("127.0.0.1", host=host))) is known
