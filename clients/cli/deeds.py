"""What a typed line comes to: a command for the table, a question, a sentence, an errand."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec

from clients.cli.scene import Scene
from server.protocol import frames as f


class Send(msgspec.Struct, frozen=True, gc=False):
    command: f.Command


class Say(msgspec.Struct, frozen=True, gc=False):
    line: str


class Show(msgspec.Struct, frozen=True, gc=False):
    what: Literal["hand", "table", "points", "seal", "help"]


class Errand(msgspec.Struct, frozen=True, gc=False):
    """Something to ask of the server beside the line; `words` is what was typed for it."""

    what: Literal["rules", "link", "code", "renew", "bring"]
    words: str = ""


class Confirm(msgspec.Struct, frozen=True, gc=False):
    """To be done once the person says so; `enter` says that an empty line is a yes."""

    question: str
    command: f.Command | Errand
    enter: bool = False


class WhichSuit(msgspec.Struct, frozen=True, gc=False):
    """A card that asks for a suit came without one."""

    question: str
    card: str
    turn: int
    announce: bool = False


class SitDown(msgspec.Struct, frozen=True, gc=False):
    pass


class Quit(msgspec.Struct, frozen=True, gc=False):
    pass


Deed = Send | Say | Show | Errand | Confirm | WhichSuit | SitDown | Quit


def is_outdated(question: Confirm | WhichSuit, scene: Scene) -> bool:
    """True if what was asked makes no sense any more: the turn, or the act, has passed."""
    turn = scene.turn
    if isinstance(question, WhichSuit):
        return turn is None or question.turn != turn.number
    match question.command:
        case f.Play() | f.Name() | f.CloseForAbsence():
            return turn is None or question.command.turn != turn.number
        case f.CallFault():
            return turn is None or question.command.act != turn.act
        case _:
            return False


def new_id() -> str:
    """A name for a command that nothing else bears."""
    return secrets.token_hex(8)
