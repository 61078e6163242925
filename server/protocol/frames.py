"""Every frame of the protocol, both ways; PROTOCOL.md explains them with examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from server.protocol.news import AnyNews

SUBPROTOCOLS = ("ochos.1.msgpack", "ochos.1.json")  # in the server's order
FRAME_BYTES_MAX = 16_384
CHAT_CHARACTERS_MAX = 280
NAME_CHARACTERS_MAX = 24

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]
TableId = Annotated[str, Meta(pattern=r"^[a-z2-7]{26}$")]
Given = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]  # 16 bytes in hex
SeatNumber = Annotated[int, Meta(ge=0, le=49)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
CardCode = Annotated[str, Meta(min_length=1, max_length=6)]
Secret = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")]
FreshInvite = Annotated[str, Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Meta(max_length=2 * CHAT_CHARACTERS_MAX)]
Tree = dict[str, Any]  # a plain tree: text, whole numbers, booleans, lists, objects


class _In(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="t",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A frame from a client. Unknown fields are refused."""


class _Command(_In, frozen=True):
    """A wish; `id` names it for ever, so that a repeat is answered as the first was."""

    id: CommandId


class Hello(_In, frozen=True, tag="hello"):
    """First frame of a connection. `token` only from clients without a cookie."""

    table: TableId
    token: Secret = ""
    invite: Secret = ""  # the link's secret, for those who may want to sit
    version: Count = 0  # last version seen; 0 = nothing
    tag: Annotated[str, Meta(max_length=16)] = ""  # its tag
    lang: Annotated[str, Meta(max_length=8)] = ""


class At(_In, frozen=True, tag="at"):
    """The version this client shows; sent every 15 s."""

    version: Count


class Bye(_In, frozen=True, tag="bye"):
    """A goodbye before closing."""


class Sit(_Command, frozen=True, tag="sit"):
    invite: Secret
    name: Words
    seat: SeatNumber | None = None  # none = the first that is free


class Rename(_Command, frozen=True, tag="rename"):
    name: Words


class Leave(_Command, frozen=True, tag="leave"):
    """Frees one's seat: before the start, or after a match is over."""


class RemovePerson(_Command, frozen=True, tag="remove"):
    seat: SeatNumber


class SwapSeats(_Command, frozen=True, tag="swap"):
    seat: SeatNumber
    other: SeatNumber


class AddRobot(_Command, frozen=True, tag="add_robot"):
    seat: SeatNumber | None = None
    robot: Annotated[str, Meta(max_length=16)] = ""  # key; "" = the next by the list


class RemoveRobot(_Command, frozen=True, tag="remove_robot"):
    seat: SeatNumber


class Start(_Command, frozen=True, tag="start"):
    match: Count  # number of the match that is to begin


class Deposit(_Command, frozen=True, tag="deposit"):
    """Random bytes for the deal of this number, the coming one."""

    deal: Count
    given: Given


class CutDeck(_Command, frozen=True, tag="cut"):
    """Cuts the deck of the coming deal: so many cards go from the top below."""

    deal: Count
    place: Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Play(_Command, frozen=True, tag="play"):
    turn: Count
    card: CardCode
    suit: Annotated[str, Meta(max_length=16)] = ""
    announce: bool = False  # the last card is called with it


class Draw(_Command, frozen=True, tag="draw"):
    turn: Count


class Pass(_Command, frozen=True, tag="pass"):
    turn: Count
    announce: bool = False


class Announce(_Command, frozen=True, tag="announce"):
    """Calls the last card."""

    turn: Count


class CallFault(_Command, frozen=True, tag="call_fault"):
    """Says that a seat's latest act was against the rules; `act` is that act's version."""

    accused: SeatNumber
    act: Count


class Name(_Command, frozen=True, tag="name"):
    turn: Count
    suit: Annotated[str, Meta(max_length=16)]


class NextRound(_Command, frozen=True, tag="next_round"):
    match: Count
    round: Count  # the round that it closes


class OfferRematch(_Command, frozen=True, tag="offer_rematch"):
    match: Count


class AcceptRematch(_Command, frozen=True, tag="accept_rematch"):
    match: Count


class RefuseRematch(_Command, frozen=True, tag="refuse_rematch"):
    match: Count


class Abandon(_Command, frozen=True, tag="abandon"):
    match: Count


class CloseForAbsence(_Command, frozen=True, tag="close_for_absence"):
    turn: Count


class Chat(_Command, frozen=True, tag="chat"):
    text: Words


class RenewInvite(_Command, frozen=True, tag="renew_invite"):
    """Another secret for the link, of the client's own making, so that a repeat means the same."""

    invite: FreshInvite


class Mute(_Command, frozen=True, tag="mute"):
    """Lets a person write no lines of chat, or lets them again."""

    person: Count
    muted: bool


class Watching(_Command, frozen=True, tag="watching"):
    """Lets anybody watch who has the link, or nobody."""

    open: bool


class EraseWords(_Command, frozen=True, tag="erase_words"):
    """Erases a person's name and lines of chat: one's own, or as the host anybody's."""

    person: Count = 0  # 0 = oneself


class EraseTable(_Command, frozen=True, tag="erase_table"):
    """Closes the table for good, and erases its title, all names and all lines."""


Command = (
    Sit
    | Rename
    | Leave
    | RemovePerson
    | SwapSeats
    | AddRobot
    | RemoveRobot
    | Start
    | Play
    | Draw
    | Pass
    | Name
    | NextRound
    | OfferRematch
    | AcceptRematch
    | RefuseRematch
    | Abandon
    | CloseForAbsence
    | Chat
    | Announce
    | CallFault
    | Deposit
    | CutDeck
    | RenewInvite
    | Mute
    | Watching
    | EraseWords
    | EraseTable
)
ClientFrame = Hello | At | Bye | Command


class _Out(msgspec.Struct, frozen=True, gc=False, tag_field="t", omit_defaults=True):
    """A frame from the server. Clients ignore fields that they do not know."""


class Welcome(_Out, frozen=True, tag="welcome"):
    """Answer to hello. `seat` is −1 for those who watch."""

    table: str
    server: str  # the server's version
    seat: int = -1
    may_sit: bool = False  # the link's secret was right and a seat can be taken
    now_ms: int = 0  # store's time
    version: int = 0  # the table's
    digest: str = ""  # of its log up to that version, hex: a receipt to keep


class Snapshot(_Out, frozen=True, tag="snapshot"):
    """A whole view at a version (numbered)."""

    version: int
    tag: str
    at_ms: int
    view: Tree


class Step(_Out, frozen=True, tag="step"):
    """One version on (numbered): a merge patch (RFC 7396) of the view, and what happened."""

    version: int
    tag: str
    at_ms: int
    patch: Tree
    news: tuple[AnyNews, ...] = ()


class Ack(_Out, frozen=True, tag="ack"):
    """The command is in the log, at `version`."""

    id: str
    version: int


class Refused(_Out, frozen=True, tag="refused"):
    """The command changed nothing; `id` is empty where the frame had none."""

    code: str
    id: str = ""
    facts: Tree = {}


class People(_Out, frozen=True, tag="people"):
    """Names, by the person's number as text; robots' names come by their seat's `robot` key."""

    names: dict[str, str]
    title: str = ""  # of the table
    muted: tuple[int, ...] = ()  # persons whose lines are refused
    watching_off: bool = False  # the host lets nobody watch


class Presence(_Out, frozen=True, tag="presence"):
    """Who has a connection open, and how many watch."""

    online: dict[str, bool] = {}  # seat → true
    watchers: int = 0


class ChatLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    n: int  # line number
    person: int
    at_ms: int
    text: str


class ChatLines(_Out, frozen=True, tag="chat"):
    """Lines of the chat; after a hello the last ones, later one at a time."""

    lines: tuple[ChatLine, ...]
    gone: tuple[int, ...] = ()  # numbers of lines that were erased


class Beat(_Out, frozen=True, tag="beat"):
    """A sign of life, at the latest every 15 s; `version` is the table's, so that a gap shows."""

    now_ms: int
    version: int
    digest: str = ""  # of the log up to that version


class Notice(_Out, frozen=True, tag="notice"):
    """`restart`: the server stops, come back; `moved`: another token holds this seat now;
    `watching_off`: the host lets nobody watch any more."""

    kind: Literal["restart", "moved", "watching_off"]


class Reset(_Out, frozen=True, tag="reset"):
    """What this client has seen is not the table's history; a snapshot follows."""


ServerFrame = (
    Welcome
    | Snapshot
    | Step
    | Ack
    | Refused
    | People
    | Presence
    | ChatLines
    | Beat
    | Notice
    | Reset
)

CLOSE_RESTART = 1012
CLOSE_ABUSE = 1008
CLOSE_SIZE = 1009
CLOSE_SLOW = 1013
CLOSE_TOKEN_REPLACED = 4001
CLOSE_BAD_FRAME = 4003
CLOSE_NO_SUCH_TABLE = 4004
CLOSE_WATCHING_OFF = 4005
