"""A refusal in words: why, and what is possible now."""

from __future__ import annotations

from datetime import datetime

from clients.cli.harmless import harmless
from clients.cli.messages import Messages, flag
from clients.cli.scene import Scene
from server.protocol.frames import Refused, Tree


def refusal(frame: Refused, scene: Scene, messages: Messages) -> str:
    """The sentence for a refused command, with its facts in words."""
    key = f"reason-{frame.code}"
    if not messages.has(key):
        return messages("reason-unknown", code=harmless(frame.code[:40]))
    facts = frame.facts
    switch, other = (harmless(_text(facts, name)) for name in ("switch", "other"))
    if key == "reason-bad_rules":
        own = "cli-bad-rule" if switch == other else "cli-bad-rules"
        return messages(own, switch=switch, other=other, why=_text(facts, "why"))
    ranks = tuple(rank for rank in _texts(facts, "ranks"))
    suit = _text(facts, "suit")
    seat = facts.get("seat")
    known_seat = isinstance(seat, int) and str(seat) in scene.view.seats
    at_ms = facts.get("at_ms")
    return messages(
        key,
        card=messages.the_card(_text(facts, "card")),
        top=messages.the_card(_text(facts, "top")),
        serves=messages.serving(suit, ranks),
        choices=len(ranks),
        pending=_number(facts, "pending"),
        limit=_number(facts, "limit"),
        pack=scene.view.rules.pack,
        known=flag(known_seat or isinstance(at_ms, int)),
        who=scene.name(_number(facts, "seat"), messages) if known_seat else "",
        when=_moment(at_ms) if isinstance(at_ms, int) else "",
        switch=switch,
        other=other,
    )


def _text(facts: Tree, key: str) -> str:
    value = facts.get(key, "")
    return value if isinstance(value, str) else ""


def _texts(facts: Tree, key: str) -> tuple[str, ...]:
    value = facts.get(key, ())
    if not isinstance(value, list | tuple):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def _number(facts: Tree, key: str) -> int:
    value = facts.get(key, 0)
    return value if isinstance(value, int) else 0


def _moment(at_ms: int) -> str:
    """A moment of the store's clock in local time, or nothing if no calendar has it."""
    try:
        return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return ""
