"""The robots that can be seated, in the order in which they are offered."""

from __future__ import annotations

ROBOTS: tuple[tuple[str, str], ...] = (
    ("carmen", "Carmen"),
    ("tito", "Tito"),
    ("luna", "Luna"),
    ("olga", "Olga"),
    ("pepe", "Pepe"),
    ("rita", "Rita"),
    ("beto", "Beto"),
    ("nora", "Nora"),
    ("hugo", "Hugo"),
    ("ines", "Inés"),
)
ROBOT_NAMES: dict[str, str] = dict(ROBOTS)
