"""Frames to commands: adds who asks, when, and the chance that a deal needs."""

from __future__ import annotations

import hashlib
import secrets
from typing import assert_never

from server.game import commands as c
from server.protocol import frames as f

SEED_BYTES = 64

# What can be asked of the game; names and chat live beside the log.
GameFrame = (
    f.Sit
    | f.Leave
    | f.RemovePerson
    | f.SwapSeats
    | f.AddRobot
    | f.RemoveRobot
    | f.Start
    | f.Play
    | f.Draw
    | f.Pass
    | f.Name
    | f.Announce
    | f.CallFault
    | f.NextRound
    | f.OfferRematch
    | f.AcceptRematch
    | f.RefuseRematch
    | f.Abandon
    | f.CloseForAbsence
    | f.Deposit
    | f.CutDeck
    | f.RenewInvite
    | f.EraseTable
)


def fresh_seed() -> str:
    """The seed of a deal, from the operating system, in hex."""
    return secrets.token_hex(SEED_BYTES)


def hash_of(secret: str) -> str:
    """What the log keeps of a token or a link's secret: its SHA-256 in hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def command_of(  # noqa: C901
    frame: GameFrame, seat: int, token_hash: str, at_ms: int
) -> c.Command:
    """The command of a frame that the holder of `seat` sends; −1 for those who watch."""
    match frame:
        case f.Play():
            turn = _cited(frame.turn)
            return c.Play(seat, frame.card, frame.suit, turn, at_ms, frame.announce)
        case f.Draw():
            return c.Draw(seat, _cited(frame.turn), at_ms)
        case f.Pass():
            return c.Pass(seat, _cited(frame.turn), at_ms, frame.announce)
        case f.Name():
            return c.Name(seat, frame.suit, _cited(frame.turn), at_ms)
        case f.Announce():
            return c.Announce(seat, _cited(frame.turn), at_ms)
        case f.CallFault():
            return c.CallFault(seat, frame.accused, _cited(frame.act), at_ms)
        case f.NextRound():
            return c.NextRound(seat, frame.match, frame.round, fresh_seed(), at_ms)
        case f.Deposit():
            return c.Deposit(seat, frame.deal, frame.given, at_ms)
        case f.CutDeck():
            return c.CutDeck(seat, frame.deal, frame.place, at_ms)
        case f.Sit():
            return c.Sit(token_hash, hash_of(frame.invite), frame.seat, at_ms)
        case f.Leave():
            return c.Leave(seat, at_ms)
        case f.RemovePerson():
            return c.RemovePerson(seat, frame.seat, at_ms)
        case f.SwapSeats():
            return c.SwapSeats(seat, frame.seat, frame.other, at_ms)
        case f.AddRobot():
            return c.AddRobot(seat, frame.seat, frame.robot, at_ms)
        case f.RemoveRobot():
            return c.RemoveRobot(seat, frame.seat, at_ms)
        case f.Start():
            return c.Start(seat, frame.match, fresh_seed(), at_ms)
        case f.OfferRematch():
            return c.OfferRematch(seat, frame.match, fresh_seed(), at_ms)
        case f.AcceptRematch():
            return c.AcceptRematch(seat, frame.match, fresh_seed(), at_ms)
        case f.RefuseRematch():
            return c.RefuseRematch(seat, frame.match, at_ms)
        case f.Abandon():
            return c.Abandon(seat, frame.match, at_ms)
        case f.CloseForAbsence():
            return c.CloseForAbsence(seat, _cited(frame.turn), at_ms)
        case f.RenewInvite():
            return c.RenewInvite(seat, hash_of(frame.invite), at_ms)
        case f.EraseTable():
            return c.EraseTable(seat, at_ms)
        case _:
            assert_never(frame)


def _cited(number: int) -> int:
    """A command without a turn or an act would be judged on any; from outside there is no such
    thing."""
    return number or -1
