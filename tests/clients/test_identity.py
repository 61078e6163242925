"""The terminal's secret and links."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from clients.cli.exits import Exit, Stop
from clients.cli.identity import secret_of, token_of
from clients.cli.links import is_nearby, parse_link, parse_server
from server.api import tokens

TABLE = "mesademuestraochoslocos234"


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    secret = secret_of(environ)
    kept = tmp_path / "ochos-locos" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == ["secret"]
    assert secret_of(environ) == secret
    assert len(bytes.fromhex(secret)) == 32


def test_a_secret_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    environ = {"XDG_CONFIG_HOME": str(tmp_path)}
    secret_of(environ)
    kept = tmp_path / "ochos-locos" / "secret"
    kept.chmod(0o644)
    secret_of(environ)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"abc", b"\xff\xfe", b"g" * 64])
def test_a_spoilt_secret_is_said_and_not_used(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "ochos-locos" / "secret"
    kept.parent.mkdir()
    kept.write_bytes(content)
    with pytest.raises(Stop):
        secret_of({"XDG_CONFIG_HOME": str(tmp_path)})


def test_the_server_makes_the_same_token_of_the_secret() -> None:
    secret = tokens.fresh_secret()
    assert token_of(secret, TABLE) == tokens.token_of(secret, TABLE)


@pytest.mark.parametrize(
    ("text", "server", "invite"),
    [
        (f"http://casa:8000/t/{TABLE}#abc_-1", "http://casa:8000", "abc_-1"),
        (f"https://ochos.example/t/{TABLE}", "https://ochos.example", ""),
        (f" casa:8000/t/{TABLE}/replay#x ", "http://casa:8000", "x"),
        (f"http://[::1]:8000/t/{TABLE}", "http://[::1]:8000", ""),
        (f"HTTP://Casa/t/{TABLE}/", "http://casa", ""),
    ],
)
def test_a_link_is_read(text: str, server: str, invite: str) -> None:
    link = parse_link(text)
    assert (link.server, link.table, link.invite) == (server, TABLE, invite)
    assert link.socket == server.replace("http", "ws", 1) + f"/ws?table={TABLE}"


@pytest.mark.parametrize(
    "text",
    [
        "", "foo", "http://", f"ftp://casa/t/{TABLE}", "http://casa/t/corta", "http://casa/",
        f"http://casa/t/{TABLE.upper()}", f"http://casa/t/{TABLE}?x=1", f"http://casa:99999/t/{TABLE}",
        f"http://casa/t/{TABLE}#<script>", f"http://casa/t/{TABLE}/otra", f"/t/{TABLE}",
    ],
)  # fmt: skip
def test_what_is_no_link_is_wrong_use(text: str) -> None:
    with pytest.raises(Stop) as stop:
        parse_link(text)
    assert stop.value.code is Exit.WRONG_USE


def test_a_server_is_an_address_without_a_path() -> None:
    assert parse_server("casa:8000/") == "http://casa:8000"
    with pytest.raises(Stop):
        parse_server(f"http://casa:8000/t/{TABLE}")


def test_no_proxy_stands_before_the_home_network() -> None:
    near = ("127.0.0.1:8000", "localhost", "192.168.1.4:8000", "[::1]:8000", "casa", "casa.local")
    assert all(is_nearby(f"http://{host}") for host in near)
    assert not is_nearby("https://ochos.example")
    assert not is_nearby("https://93.184.215.14")
