"""Buckets, addresses, open connections; tokens and ids."""

from __future__ import annotations

import hashlib
import hmac
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import InvalidStatus

from server.api import limits as at
from server.api.limits import Bucket, Buckets, Gatekeeper, Rate, network_of
from server.api.tokens import (
    bearer_secret,
    cookie_secrets,
    fresh_invite,
    fresh_secret,
    fresh_table,
    is_table,
    set_cookie,
    token_hash_of,
    token_of,
)
from server.settings import Limits
from tests.live.site import made_on, opened, player_at, site_on


def test_a_bucket_gives_its_burst_and_then_what_time_fills_in() -> None:
    bucket = Bucket(2.0, 3, now_s=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5)
    assert not bucket.take(0.6)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_addresses_that_were_quiet_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at, "KEPT_MAX", 10)
    now_s = [0.0]
    buckets = Buckets(Rate(1.0, 1), lambda: now_s[0])
    for number in range(50):
        now_s[0] += 0.3
        assert buckets.take(f"10.0.0.{number}")
        assert len(buckets._buckets) <= 10
    assert not buckets.take("10.0.0.49")


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, counts_as: str) -> None:
    assert network_of(address) == counts_as


def test_who_leaves_makes_room_for_the_next() -> None:
    gate = Gatekeeper(Limits(connections=2, connects_burst=100), lambda: 0.0)
    assert [gate.enter("a") for _ in range(3)] == [True, True, False]
    assert gate.enter("b")
    gate.exit("a")
    assert gate.enter("a")


def test_who_is_turned_away_leaves_nothing_behind() -> None:
    gate = Gatekeeper(Limits(connects_burst=1), lambda: 0.0)
    assert gate.enter("10.0.0.1")
    gate.exit("10.0.0.1")
    assert not gate.enter("10.0.0.1")
    assert gate.addresses == 0


async def test_an_address_has_so_many_connections_and_no_more() -> None:
    async with site_on(limits=Limits(connections=3, connects_burst=100)) as site:
        made = await made_on(site.url)
        async with AsyncExitStack() as stack:
            for _ in range(3):
                await stack.enter_async_context(player_at(site.host, made.table))
            with pytest.raises(InvalidStatus):
                await opened(site.host)
        async with player_at(site.host, made.table) as again:
            assert again.closed is None


async def test_a_table_has_places_for_so_many_watchers_and_says_so() -> None:
    async with site_on(limits=Limits(watchers=2, connects_burst=100)) as site:
        made = await made_on(site.url)
        async with AsyncExitStack() as stack:
            for _ in range(2):
                await stack.enter_async_context(player_at(site.host, made.table))
            async with player_at(site.host, made.table) as third:
                assert third.frames == [{"t": "refused", "code": "too_many_watchers"}]
                assert await third.until_closed() == 1013
            async with player_at(site.host, made.table, secret=made.secret) as host:
                assert host.seat == 0


def test_a_token_is_the_hmac_of_the_table_and_the_log_keeps_its_hash() -> None:
    secret, table = fresh_secret(), fresh_table()
    token = hmac.new(bytes.fromhex(secret), table.encode(), hashlib.sha256).hexdigest()
    assert token_of(secret, table) == token
    assert token_hash_of(secret, table) == hashlib.sha256(token.encode()).hexdigest()
    assert token_hash_of("", table) == ""


def test_ids_and_secrets_are_long_and_never_the_same() -> None:
    tables = {fresh_table() for _ in range(1_000)}
    assert len(tables) == 1_000
    assert all(is_table(table) for table in tables)
    assert {table[-1] for table in tables} <= set("aeimquy4")  # 128 bits in 26 letters of 5
    assert len({table[0] for table in tables}) == 32
    assert len(fresh_invite()) == 22
    assert len(fresh_secret()) == 64


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("ochos={s}", True),
        ("other=1; ochos={s}; x=y", True),
        ("ochos=short", False),
        ("ochos={s}0", False),
        ("__Host-ochos={s}", False),
        ("ochos=<script>; ;;==", False),
        ("", False),
    ],
)
def test_only_a_whole_secret_is_read_from_a_cookie(header: str, *, found: bool) -> None:
    secret = fresh_secret()
    headers = [(b"cookie", header.format(s=secret).encode())]
    assert cookie_secrets(headers, secure=False).usual == (secret if found else "")


@pytest.mark.parametrize(
    "other",
    [
        "a/b=1", "version=1", "path=/", "secure", "expires=never", "alone", "q=\"half", "ñ=1",
        "a=b=c", "a:b=[1,2]", "=", "$Version=1", "ochos=short", "ochos-mesa=x",
    ],
)  # fmt: skip
def test_no_neighbours_cookie_makes_a_player_a_stranger(other: str) -> None:
    # All ports of one machine, and all sites of one domain, share their cookies; and a browser
    # whose secret is not found is given a new one, which puts an end to all of its seats.
    mine, renewed, table = fresh_secret(), fresh_secret(), fresh_table()
    own = f"ochos={mine}; ochos-{table}={renewed}"
    for header in (f"{other}; {own}", f"{own}; {other}"):
        found = cookie_secrets([(b"cookie", header.encode())], secure=False)
        assert (found.usual, found.renewed) == (mine, {table: renewed})


def test_over_https_the_cookie_has_another_name_and_is_secure() -> None:
    secret = fresh_secret()
    headers = [(b"cookie", f"ochos={'0' * 64}; __Host-ochos={secret}".encode())]
    assert cookie_secrets(headers, secure=True).usual == secret
    assert set_cookie(secret, secure=True).startswith(f"__Host-ochos={secret}; Path=/; ")
    assert set_cookie(secret, secure=True).endswith("HttpOnly; SameSite=Strict; Secure")
    assert "Secure" not in set_cookie(secret, secure=False)


def test_a_bearer_secret_is_read_from_its_header() -> None:
    secret = fresh_secret()
    assert bearer_secret([(b"authorization", f"Bearer {secret}".encode())]) == secret
    assert bearer_secret([(b"authorization", f"bearer {secret}".encode())]) == secret
    assert bearer_secret([(b"authorization", f"Basic {secret}".encode())]) == ""
    assert bearer_secret([(b"authorization", b"Bearer x")]) == ""
    assert bearer_secret([]) == ""
