"""The referee judges what people gave to a deal, and where its deck was cut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from server.game import commands as c
from server.rules.door import rules_for
from tests.chaos.referee import LoggedEntry, check_log, from_commits
from tests.matches import worded
from tests.spec import INVITE, TABLE, A, B, C, D, given, seed, token


def log() -> list[LoggedEntry]:
    """Deposits, some of them dropped again, a cut, and a deal in the lobby; then the next."""
    now = given().when(
        c.MakeTable(TABLE, 4, rules_for("clasico"), token(A), INVITE, seed(1)),
        c.Sit(token(B), INVITE),
        c.Sit(token(C), INVITE),
        c.Deposit(A, 1, "a0" * 16),
        c.Deposit(B, 1, "b0" * 16),
        c.Deposit(C, 1, "c0" * 16),
        c.CutDeck(C, 1, 9),
        c.SwapSeats(A, B, C),
        c.Deposit(C, 1, "b1" * 16),
        c.Sit(token(D), INVITE, D),
        c.CutDeck(D, 1, 40),
        c.Start(A, 1, seed(2)),
        c.Deposit(B, 2, "c1" * 16),
        c.Abandon(A, 1),
    )
    return from_commits(worded(now.accepted().commits))


def test_what_the_engine_seals_is_right() -> None:
    assert check_log(TABLE, log()) == []


def changed(kind: str, **fields: Any) -> list[str]:
    entries = [
        replace(
            entry,
            events=[{**event, **fields} if event["t"] == kind else event for event in entry.events],
        )
        for entry in log()
    ]
    return check_log(TABLE, entries)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("RoundDealt", {"contributions": [(A, "a0" * 16)]}),
        ("RoundDealt", {"contributions": [(A, "a0" * 16), (C, "ff" * 16)]}),
        ("RoundDealt", {"missing": [B]}),
        ("RoundDealt", {"cut": 9}),
        ("RoundDealt", {"cut_by": C}),
        ("EntropyDeposited", {"sha256": "00" * 32}),
        ("EntropyDeposited", {"deal": 2}),
        ("DeckCut", {"seat": B}),
    ],
)
def test_it_sees_what_is_not(kind: str, fields: dict[str, Any]) -> None:
    assert changed(kind, **fields)
