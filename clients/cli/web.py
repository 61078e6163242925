"""The few calls over HTTP: make a table, read its rules, fetch a match."""

from __future__ import annotations

import json
from typing import Any, TypeVar
from urllib import error, parse, request
from urllib.parse import quote

import msgspec

from clients.cli.exits import Exit, Stop
from clients.cli.links import Link, is_nearby, is_this_machine
from server.protocol.frames import Refused

TIMEOUT_SECONDS = 10.0
SEATS_LEAST = 2
ANSWER_BYTES_MAX = 64 * 1024 * 1024
Chosen = dict[str, Any]  # switch → value: as typed, or as the server told it
Answer = TypeVar("Answer")


class NewTable(msgspec.Struct, frozen=True, gc=False):
    """What is asked for."""

    preset: str
    seats: int
    name: str
    title: str = ""
    set: Chosen = {}


class Made(msgspec.Struct, frozen=True, gc=False):
    table: str
    invite: str
    address: str = ""  # where others reach the server


class Section(msgspec.Struct, frozen=True, gc=False):
    title: str
    sentences: tuple[str, ...]


class RulesPage(msgspec.Struct, frozen=True, gc=False):
    """Rules in words; `code` stands for them when a table is made."""

    title: str
    goal: str
    sections: tuple[Section, ...]
    code: str
    fingerprint: str
    credits: tuple[str, ...] = ()
    house: tuple[str, ...] = ()  # what was changed of the preset


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """What a choice of rules comes to."""

    preset: str
    set: Chosen
    page: RulesPage


class Facts(msgspec.Struct, frozen=True, gc=False):
    """What robots found some rules to be like, on the average."""

    rounds_a_match: float
    turns_a_round: float
    drawn_a_round: float
    blocked: float  # share of rounds
    minutes: float  # of a match, at people's pace


class PresetRow(msgspec.Struct, frozen=True, gc=False):
    key: str
    seats_least: int
    seats_most: int
    switches: Chosen
    facts: Facts | None = None


class SwitchRow(msgspec.Struct, frozen=True, gc=False):
    """A switch that can be set, and what it takes."""

    key: str
    kind: str
    title_es: str
    title_en: str
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    none: bool = False


class VariantRow(msgspec.Struct, frozen=True, gc=False):
    key: str
    presets: tuple[str, ...]
    switches: Chosen
    title_es: str
    title_en: str
    facts: dict[str, Facts] = {}  # by preset


class Offer(msgspec.Struct, frozen=True, gc=False):
    """All that can be chosen when a table is made."""

    presets: tuple[PresetRow, ...]
    switches: tuple[SwitchRow, ...]
    variants: tuple[VariantRow, ...] = ()
    usual: str = ""  # the preset to begin with


class Declined(Exception):
    """The server refused, and said why."""

    def __init__(self, frame: Refused) -> None:
        super().__init__(frame.code)
        self.frame = frame


def make_table(server: str, secret: str, wish: NewTable) -> tuple[Link, str]:
    """The link of the new table, and how to send it on: under the server's own name for itself,
    if this machine's would lead others to theirs.

    Raises: Declined, Stop (no connection).
    """
    body = json.dumps(msgspec.to_builtins(wish), ensure_ascii=False).encode("utf-8")
    made = _asked(server, "/api/tables", Made, secret, body)
    link = Link(server=server, table=made.table, invite=made.invite)
    address = made.address if made.address and is_this_machine(server) else server
    return link, f"{address}/t/{link.table}#{link.invite}"


class SeatCode(msgspec.Struct, frozen=True, gc=False):
    """What takes a seat to another device, once, until then by the server's time."""

    code: str
    until_ms: int
    now_ms: int


class MovedTo(msgspec.Struct, frozen=True, gc=False):
    table: str


def seat_code(link: Link, secret: str) -> SeatCode:
    """A code for the seat that this terminal holds there.

    Raises: Declined (no seat), Stop (no connection).
    """
    return _asked(link.server, f"/api/tables/{link.table}/code", SeatCode, secret, b"{}")


def bring_seat(server: str, secret: str, code: str) -> Link:
    """The table whose seat the code has brought to this terminal.

    Raises: Declined (the code does not serve), Stop (no connection).
    """
    body = json.dumps({"code": code}).encode("ascii")
    return Link(server=server, table=_asked(server, "/api/move", MovedTo, secret, body).table)


class HeldBy(msgspec.Struct, frozen=True, gc=False):
    """What the server tells of a table: the link's secret only to those who are seated."""

    invite: str = ""


def renew_token(link: Link, secret: str, fresh: str) -> None:
    """Holds the seat by the token of `fresh` from now on; a repeat means the same.

    Raises: Declined (no seat), Stop (no connection).
    """
    body = json.dumps({"secret": fresh}).encode("ascii")
    _asked(link.server, f"/api/tables/{link.table}/token", MovedTo, secret, body)


def invite_of(link: Link, secret: str) -> str:
    """The link's secret as it is now, or nothing without a seat.

    Raises: Declined, Stop (no connection).
    """
    return _asked(link.server, f"/api/tables/{link.table}", HeldBy, secret).invite


# Rules; all of these raise Declined, or Stop without a connection


def fetch_offer(server: str) -> Offer:
    return _asked(server, "/api/rules", Offer)


def rules_by_code(server: str, code: str, language: str) -> Ruling:
    """The rules that a code stands for; a preset's name is one."""
    return _asked(server, f"/api/rules/{quote(code, safe='')}?lang={language}", Ruling)


def rules_of_choice(server: str, preset: str, chosen: Chosen, language: str) -> Ruling:
    """What a preset comes to with these switches, at the smallest table."""
    wish = {"preset": preset, "set": chosen, "seats": SEATS_LEAST, "lang": language}
    body = json.dumps(wish, ensure_ascii=False).encode("utf-8")
    return _asked(server, "/api/rules/check", Ruling, body=body)


def table_rules(link: Link, language: str) -> RulesPage:
    """The rules of a table in words."""
    return _asked(link.server, f"/api/tables/{link.table}/rules?lang={language}", RulesPage)


def _asked(
    server: str, path: str, kind: type[Answer], secret: str = "", body: bytes | None = None
) -> Answer:
    """The server's answer as the type that it must have.

    Raises: Declined, Stop (no connection).
    """
    answer = _call(server, path, secret, body)
    try:
        return msgspec.json.decode(answer, type=kind)
    except msgspec.DecodeError:
        raise Stop(Exit.NO_CONNECTION, "cli-not-a-server", server=server) from None


def fetch_export(
    link: Link, secret: str, match: int, *, acta: bool = False, names: bool = False
) -> bytes:
    """A match of the table as a file, or its acta: `match` from 1, or 0 for the last.

    Raises: Declined, Stop (no connection).
    """
    wish = {"match": str(match) if match else "", "format": "acta" if acta else ""}
    wish["names"] = "yes" if names else ""
    query = parse.urlencode({key: value for key, value in wish.items() if value})
    path = f"/api/tables/{link.table}/export"
    return _call(link.server, f"{path}?{query}" if query else path, secret)


def _call(server: str, path: str, secret: str, body: bytes | None = None) -> bytes:
    headers = {"Accept": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    if body is not None:
        headers["Content-Type"] = "application/json"
    wish = request.Request(server + path, data=body, headers=headers)  # noqa: S310
    opener = request.build_opener(*([request.ProxyHandler({})] if is_nearby(server) else []))
    try:
        with opener.open(wish, timeout=TIMEOUT_SECONDS) as answer:
            content: bytes = answer.read(ANSWER_BYTES_MAX)
            return content
    except error.HTTPError as refusal:
        raise _refused(server, refusal) from None
    except (OSError, ValueError):
        raise Stop(Exit.NO_CONNECTION, "cli-no-server", server=server) from None


def _refused(server: str, refusal: error.HTTPError) -> Stop | Declined:
    """The refusal that the server worded as a code with its facts."""
    try:
        answer: object = json.loads(refusal.read(65_536))
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or not isinstance(answer.get("code"), str):
        return Stop(Exit.NO_CONNECTION, "cli-not-a-server", server=server)
    facts = answer.get("facts")
    return Declined(Refused(answer["code"], facts=facts if isinstance(facts, dict) else {}))
