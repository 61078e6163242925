"""Who of those seated has a connection open, as changes that are worth a line."""

from __future__ import annotations

from clients.cli.scene import Scene


class Attendance:
    """Remembers who was here. Who has just sat down has not «come back»."""

    def __init__(self) -> None:
        self._here: frozenset[int] = frozenset()
        self._away: frozenset[int] = frozenset()

    def changes(self, scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Persons that came back, and persons that went, since the last time."""
        seated = {
            state.person: seat
            for seat, state in scene.seats
            if state.holder == "person" and not state.gone
        }
        here = frozenset(
            person
            for person, seat in seated.items()
            if seat == scene.me or str(seat) in scene.online
        )
        away = frozenset(seated) - here
        back, gone = sorted(here & self._away), sorted(away & self._here)
        self._here, self._away = here, away
        return tuple(back), tuple(gone)
