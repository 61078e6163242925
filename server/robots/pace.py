"""How long a robot takes: fixed by public facts, so that waiting tells nothing of a hand."""

from __future__ import annotations

from hashlib import sha256

from server.game.commands import Announce, CallFault, Command, Draw, Name, NextRound, Pass, Play

Span = tuple[int, int]  # least and most milliseconds

ACTS_MS: Span = (600, 1_400)  # every play, draw, pass and name
# Where faults can be called: robots speak first, and acts wait long enough for people to speak.
SPEAKS_MS: Span = (1_200, 2_000)
ACTS_LATER_MS: Span = (2_400, 3_600)


def delay_ms(table: str, version: int, pace_percent: int, span: Span = ACTS_MS) -> int:
    """Milliseconds until the act that answers `version`, alike for every kind of act.

    `pace_percent` is the setting, 0 (at once) to 100 (like a person).
    """
    assert 0 <= pace_percent <= 100, pace_percent
    least, most = span
    word = int.from_bytes(sha256(f"ol-pace-1 {table} {version}".encode()).digest()[:4], "big")
    human_ms = least + word % (most - least + 1)
    return human_ms * pace_percent // 100


# How long people take, one act with another: the clock of matches that are only played in thought.
PERSON_MS: dict[type[Command], int] = {
    Play: 6_000,
    Draw: 3_000,
    Pass: 2_000,
    Name: 3_000,
    Announce: 1_000,
    CallFault: 2_000,
    NextRound: 30_000,  # shuffling, dealing and sorting
}
SAID_MS = 1_000  # anything else
