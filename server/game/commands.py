"""What can be asked of a table. Chance (seeds) and time (`at_ms`) come in with the command."""

from __future__ import annotations

import msgspec

from server.rules.ruleset import RuleSet


class _Command(msgspec.Struct, frozen=True, gc=False):
    """A wish. `at_ms` is the store's time when it was made."""


class MakeTable(_Command, frozen=True):
    table: str
    seats: int
    rules: RuleSet
    token_hash: str
    invite_hash: str
    seed: str  # 64 bytes in hex, for deal 1
    absence_ms: int = 48 * 3_600_000
    expiry_ms: int = 7 * 24 * 3_600_000
    at_ms: int = 0


class Sit(_Command, frozen=True):
    token_hash: str
    invite_hash: str
    seat: int | None = None
    at_ms: int = 0


class Leave(_Command, frozen=True):
    seat: int
    at_ms: int = 0


class RemovePerson(_Command, frozen=True):
    seat: int
    target: int
    at_ms: int = 0


class SwapSeats(_Command, frozen=True):
    seat: int
    one: int
    other: int
    at_ms: int = 0


class AddRobot(_Command, frozen=True):
    seat: int
    target: int | None = None
    robot: str = ""
    at_ms: int = 0


class RemoveRobot(_Command, frozen=True):
    seat: int
    target: int
    at_ms: int = 0


class Start(_Command, frozen=True):
    seat: int
    match: int
    seed: str  # for the deal after the one that starts
    at_ms: int = 0


class Deposit(_Command, frozen=True):
    """Random bytes for the coming deal."""

    seat: int
    deal: int
    given: str  # 16 bytes in hex
    at_ms: int = 0


class CutDeck(_Command, frozen=True):
    """Cuts the deck of the coming deal: so many cards go from the top below."""

    seat: int
    deal: int
    place: int
    at_ms: int = 0


class Play(_Command, frozen=True):
    """`turn` 0 = whatever turn it is (robots, tests); otherwise a passed turn is refused."""

    seat: int
    card: str
    suit: str = ""
    turn: int = 0
    at_ms: int = 0
    announce: bool = False  # the last card is called with it


class Draw(_Command, frozen=True):
    seat: int
    turn: int = 0
    at_ms: int = 0


class Pass(_Command, frozen=True):
    seat: int
    turn: int = 0
    at_ms: int = 0
    announce: bool = False


class Name(_Command, frozen=True):
    seat: int
    suit: str
    turn: int = 0
    at_ms: int = 0


class Announce(_Command, frozen=True):
    """Calls the last card."""

    seat: int
    turn: int = 0
    at_ms: int = 0


class CallFault(_Command, frozen=True):
    """Says that the accused seat's latest act was against the rules; `act` is its version."""

    seat: int
    accused: int
    act: int = 0  # 0 = whatever act it is (robots, tests)
    at_ms: int = 0


class TimeOut(_Command, frozen=True):
    """From the sweeper, when the seat to act has used up its time."""

    seat: int
    turn: int
    at_ms: int = 0


class NextRound(_Command, frozen=True):
    seat: int
    match: int
    round: int
    seed: str = ""
    at_ms: int = 0


class OfferRematch(_Command, frozen=True):
    seat: int
    match: int
    seed: str = ""  # used if nobody else has to accept
    at_ms: int = 0


class AcceptRematch(_Command, frozen=True):
    seat: int
    match: int
    seed: str = ""
    at_ms: int = 0


class RefuseRematch(_Command, frozen=True):
    seat: int
    match: int
    at_ms: int = 0


class Abandon(_Command, frozen=True):
    seat: int
    match: int
    at_ms: int = 0


class CloseForAbsence(_Command, frozen=True):
    seat: int
    turn: int
    at_ms: int = 0


class MoveSeat(_Command, frozen=True):
    """Gives a person's seat to another token; `epoch` is the one that it has until now."""

    person: int
    epoch: int
    token_hash: str
    at_ms: int = 0


class RenewInvite(_Command, frozen=True):
    """Another secret for the link."""

    seat: int
    invite_hash: str
    at_ms: int = 0


class EraseTable(_Command, frozen=True):
    """Closes the table for good; what people wrote there is then erased."""

    seat: int
    at_ms: int = 0


class Expire(_Command, frozen=True):
    """From the sweeper, when the table's time is over."""

    at_ms: int = 0


Command = (
    MakeTable
    | Sit
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
    | Expire
    | Announce
    | CallFault
    | TimeOut
    | Deposit
    | CutDeck
    | MoveSeat
    | RenewInvite
    | EraseTable
)
