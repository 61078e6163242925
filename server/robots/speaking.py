"""What robots say out of turn: that they hold their last card, and what others did wrong."""

from __future__ import annotations

from server.game.calls import CALL_FORGOTTEN, owes_call
from server.game.commands import Announce, CallFault
from server.game.shuffle import Dice
from server.game.table import NOBODY, Seat, Table
from server.protocol.news import Played
from server.robots.policies import POLICY_OF_ROBOT, Policy, careful, forgets, impulsive, sly
from server.robots.seen import Seen, Suspect

Word = Announce | CallFault
# Of ten faults that lie open, so many are called.
CALLS_OF_TEN: dict[Policy, int] = {careful: 7, sly: 5, impulsive: 3}


def may_speak(table: Table, seat: Seat, suspect: Suspect) -> bool:
    """Whether a robot in that seat has anything to consider; told by what all can see."""
    round_ = table.round
    if round_ is None or seat not in round_.seats or not round_.hands[seat]:
        return False
    return owes_call(round_, seat) or (bool(suspect.faults) and suspect.seat != seat)


def speak(robot: str, seen: Seen, dice: Dice) -> Word | None:
    """What the robot says before anybody acts, if anything.

    It calls no fault of which it is not sure: a wrong call may have its price.
    """
    own, policy = seen.own, POLICY_OF_ROBOT[robot]
    if _owes(seen) and not (policy is impulsive and forgets(seen, dice)):
        return Announce(own.seat, turn=seen.turn)
    accused = _accused(seen)
    if accused != NOBODY and dice.below(10) < CALLS_OF_TEN[policy]:
        return CallFault(own.seat, accused, act=seen.act)
    return None


def _owes(seen: Seen) -> bool:
    """Whether its last card must be called, because it was passed over; with a card that it
    played it has already called, or has forgotten to."""
    own = seen.own
    if not own.actions.announce or len(own.hand) != 1:
        return False
    played = [item for item in seen.news if isinstance(item, Played)]
    return not played or played[-1].seat != own.seat


def _accused(seen: Seen) -> Seat:
    """The seat to call, if the table lets it be called for what is wrong with its card."""
    suspect, strict = seen.suspect, seen.rules.enforcement == "strict"
    faults = [fault for fault in suspect.faults if fault == CALL_FORGOTTEN or not strict]
    return suspect.seat if faults and suspect.seat in seen.own.actions.call_fault else NOBODY
