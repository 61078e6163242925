"""What people should know of a table's rules without opening their page."""

from __future__ import annotations

from clients.cli.messages import Messages, Value, flag
from clients.cli.scene import Scene


def head(scene: Scene, say: Messages) -> str:
    """Which table this is, and how it counts."""
    rules = scene.view.rules
    key = f"preset-{rules.preset}"
    return say(
        "cli-table-head",
        titled=flag(bool(scene.title)),
        title=scene.title,
        preset=say(key) if say.has(key) else rules.preset,
        scoring=rules.scoring,
        target=rules.target,
        limit=rules.limit,
        packs=rules.packs,
    )


def customs(scene: Scene, say: Messages) -> tuple[str, ...]:
    """What is watched, said and timed at this table, a sentence each."""
    rules = scene.view.rules
    word = say("cli-call-word", pack=rules.pack)
    told: tuple[tuple[str, bool, dict[str, Value]], ...] = (
        ("cli-house-honour", rules.honour, {}),
        ("cli-house-calls", rules.calls != "off", {"word": word, "calls": rules.calls}),
        ("cli-house-clock", rules.turn_seconds > 0, {"seconds": rules.turn_seconds}),
        ("cli-house-rounds", rules.max_rounds > 0, {"rounds": rules.max_rounds}),
        ("cli-house-time", rules.time_limit > 0, {"minutes": rules.time_limit}),
        ("cli-house-changed", bool(rules.changed), {}),
    )
    return tuple(say(key, **variables) for key, holds, variables in told if holds)
