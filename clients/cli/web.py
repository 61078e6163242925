"""The few calls over HTTP: make a table, look at one, fetch a match."""

from __future__ import annotations

import json
from urllib import error, request

import msgspec

from clients.cli.exits import Exit, Stop
from clients.cli.links import Link, is_nearby
from server.protocol.frames import Refused

TIMEOUT_SECONDS = 10.0
ANSWER_BYTES_MAX = 64 * 1024 * 1024


class NewTable(msgspec.Struct, frozen=True, gc=False):
    """What is asked for."""

    preset: str
    seats: int
    name: str
    title: str = ""
    set: dict[str, bool | int | str | tuple[str, ...]] = {}


class Made(msgspec.Struct, frozen=True, gc=False):
    table: str
    invite: str


class Declined(Exception):
    """The server refused, and said why."""

    def __init__(self, frame: Refused) -> None:
        super().__init__(frame.code)
        self.frame = frame


def make_table(server: str, secret: str, wish: NewTable) -> Link:
    """The link of the new table.

    Raises: Declined, Stop (no connection).
    """
    body = json.dumps(msgspec.to_builtins(wish), ensure_ascii=False).encode("utf-8")
    answer = _call(server, "/api/tables", secret, body)
    try:
        made = msgspec.json.decode(answer, type=Made)
    except msgspec.DecodeError:
        raise Stop(Exit.NO_CONNECTION, "cli-not-a-server", server=server) from None
    return Link(server=server, table=made.table, invite=made.invite)


def fetch_export(link: Link, secret: str, match: int) -> bytes:
    """A match of the table as a file: `match` from 1, or 0 for the last.

    Raises: Declined, Stop (no connection).
    """
    query = f"?match={match}" if match else ""
    return _call(link.server, f"/api/tables/{link.table}/export{query}", secret)


def _call(server: str, path: str, secret: str, body: bytes | None = None) -> bytes:
    headers = {"Authorization": f"Bearer {secret}", "Accept": "application/json"}
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
