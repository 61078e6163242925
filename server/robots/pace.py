"""How long a robot takes: fixed by public facts, so that waiting tells nothing of a hand."""

from __future__ import annotations

from hashlib import sha256

DELAY_MS_MIN = 600
DELAY_MS_MAX = 1_400


def delay_ms(table: str, version: int, pace_percent: int) -> int:
    """Milliseconds until the act that answers `version`, alike for every kind of act.

    `pace_percent` is the setting, 0 (at once) to 100 (like a person).
    """
    assert 0 <= pace_percent <= 100, pace_percent
    word = int.from_bytes(sha256(f"ol-pace-1 {table} {version}".encode()).digest()[:4], "big")
    human_ms = DELAY_MS_MIN + word % (DELAY_MS_MAX - DELAY_MS_MIN + 1)
    return human_ms * pace_percent // 100
