"""Fields of events, with what a missing one means, and how two events are compared."""

from __future__ import annotations

from typing import Any

from tests.chaos.referee.entries import Event

NEEDED = "(needed)"  # stands for the default of a field that must be there

FIELDS: dict[str, dict[str, Any]] = {
    "TableMade": {"table": NEEDED, "seats": NEEDED, "rules": NEEDED, "token_hash": "",
                  "invite_hash": "", "commitment": "", "absence_ms": 0, "expiry_ms": 0, "seed": ""},
    "SeatTaken": {"seat": NEEDED, "person": NEEDED, "token_hash": "", "epoch": 1},
    "RobotSeated": {"seat": NEEDED, "robot": NEEDED},
    "SeatFreed": {"seat": NEEDED, "removed": False},
    "SeatsSwapped": {"seat": NEEDED, "other": NEEDED},
    "HostChanged": {"seat": NEEDED},
    "MatchStarted": {"table": NEEDED, "match": NEEDED, "seats": NEEDED, "host": NEEDED,
                     "rules": NEEDED, "chairs": NEEDED, "players": NEEDED, "dealer": NEEDED,
                     "deal": NEEDED, "turn": NEEDED, "persons": NEEDED, "commitment": NEEDED,
                     "absence_ms": 0, "expiry_ms": 0, "seen": [], "invite_hash": "", "seed": "",
                     "log_digest": ""},
    "RoundDealt": {"round": NEEDED, "deal": NEEDED, "dealer": NEEDED, "first": NEEDED,
                   "direction": NEEDED, "starter": NEEDED, "active": NEEDED, "turn": NEEDED,
                   "hand_sizes": NEEDED, "stock_cards": NEEDED, "contributions": [], "missing": [],
                   "cut": 0, "cut_by": -1, "naming": False, "seats": [], "pending": 0,
                   "skipped": [], "next_commitment": "", "hands": [], "stock": [], "next_seed": ""},
    "EntropyDeposited": {"seat": NEEDED, "deal": NEEDED, "sha256": NEEDED, "given": ""},
    "SeatMoved": {"seat": NEEDED, "epoch": NEEDED, "token_hash": ""},
    "InviteRenewed": {"seat": NEEDED, "invite_hash": ""},
    "TableErased": {"seat": NEEDED},
    "DeckCut": {"seat": NEEDED, "deal": NEEDED, "place": NEEDED},
    "CardPlayed": {"seat": NEEDED, "card": NEEDED, "active": NEEDED, "named": "",
                   "unnamed": False, "announced": False, "faults": ""},
    "StockRebuilt": {"cards": NEEDED, "times": NEEDED, "kept": 1, "stock": []},
    "CardsDrawn": {"seat": NEEDED, "count": NEEDED, "penalty": 0, "fine": "",
                   "had_answer": False, "cards": []},
    "TurnPassed": {"seat": NEEDED, "blocks": False, "forgiven": 0, "gave_up": False,
                   "announced": False},
    "SuitNamed": {"seat": NEEDED, "suit": NEEDED},
    "TurnMoved": {"next": NEEDED, "turn": NEEDED, "direction": NEEDED, "pending": 0,
                  "skipped": [], "reversed": False, "again": False},
    "Announced": {"seat": NEEDED},
    "CallsOwed": {"seats": []},
    "FaultCalled": {"seat": NEEDED, "accused": NEEDED, "fault": ""},
    "CardTakenBack": {"seat": NEEDED, "card": NEEDED, "turn": NEEDED},
    "SuitDemanded": {"seat": NEEDED},
    "TurnTimedOut": {"seat": NEEDED},
    "WentOut": {"seat": NEEDED, "place": NEEDED},
    "DealerCut": {"cards": NEEDED, "dealer": NEEDED},
    "SeatTakenOver": {"seat": NEEDED, "robot": NEEDED},
    "RoundClosed": {"how": NEEDED, "round": NEEDED, "seed": NEEDED, "winner": -1, "gained": 0,
                    "left": [], "totals": [], "eliminated": [], "extra": [], "sizes": []},
    "MatchEnded": {"how": NEEDED, "winner": -1, "loser": -1, "places": [], "rematch": False},
    "PlayerAbandoned": {"seat": NEEDED},
    "ClosedForAbsence": {"seat": NEEDED, "absent": NEEDED},
    "TableExpired": {},
    "RematchOffered": {"seat": NEEDED},
    "RematchAccepted": {"seat": NEEDED},
    "RematchRefused": {"seat": NEEDED},
}  # fmt: skip
CHAIR = {"seat": NEEDED, "person": 0, "robot": "", "token_hash": "", "epoch": 0, "wins": 0}
LEFT = {"seat": NEEDED, "cards": NEEDED, "points": NEEDED, "gained": 0}
# What a switch says in a log that is older than the switch.
RULES = {
    "starter_effects": False, "wild_keep": [], "play_again": [], "answers": "any_draw",
    "penalty_first_card": False, "eight_on_eight": True, "silent_eight": False, "play_on": False,
    "last_card_call": "off", "last_card_fine": 2, "call_on_pass": False, "fines": {},
    "enforcement": "strict", "turn_seconds": None, "limit": None, "time_limit": None,
    "max_rounds": None, "changed": [],
}  # fmt: skip


def plain(value: Any) -> Any:
    """The value with lists for tuples, so that equal things compare equal."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def whole(event: Event) -> Event:
    """The event with every field, defaults filled in.

    Raises: ValueError for an event or a field that is not known, or is missing.
    """
    tag = event.get("t")
    if tag not in FIELDS:
        raise ValueError(f"there is no event {tag!r}")
    found: Event = _filled(str(tag), FIELDS[str(tag)], {k: v for k, v in event.items() if k != "t"})
    if "rules" in found:
        found["rules"] = RULES | found["rules"]
    if "chairs" in found:
        found["chairs"] = [_filled("Chair", CHAIR, chair) for chair in found["chairs"]]
    if "left" in found:
        found["left"] = [_filled("Left", LEFT, left) for left in found["left"]]
    return {"t": tag, **found}


def _filled(name: str, fields: dict[str, Any], found: Event) -> Event:
    unknown = found.keys() - fields.keys()
    missing = {key for key, value in fields.items() if value == NEEDED} - found.keys()
    if unknown or missing:
        raise ValueError(f"{name} with unknown {sorted(unknown)}, missing {sorted(missing)}")
    return plain({**fields, **found})  # type: ignore[no-any-return]


def differences(found: list[Event], expected: list[Event]) -> list[str]:
    """What is otherwise than it should be, in sentences."""
    said: list[str] = []
    for number, (one, other) in enumerate(zip(found, expected, strict=False), 1):
        if one["t"] != other["t"]:
            return [*said, f"event {number} is {one['t']}, the rules ask for {_short(other)}"]
        for key, value in other.items():
            if one[key] != value:
                said.append(f"{one['t']}.{key} is {one[key]!r}, by the rules it is {value!r}")
    said += (f"{_short(event)} follows from nothing" for event in found[len(expected) :])
    said += (f"{_short(event)} is missing" for event in expected[len(found) :])
    return said


def _short(event: Event) -> str:
    fields = (f"{key}={value!r}" for key, value in event.items() if key != "t" and value)
    return f"{event['t']}({', '.join(fields)})"
