"""The switches: one row each. The rows feed the table-making form, the API and the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from server.cards import FRENCH_RANKS

Kind = Literal["yes_no", "choice", "number", "ranks", "rank_numbers"]
Value = bool | int | str | None | tuple[str, ...] | dict[str, int]
TARGET_MAX = 9_999
HAND_MAX = 20
SEATS_MAX = 10


class Switch(msgspec.Struct, frozen=True):
    """A row: what may be chosen, and how it is called. The key is a field of the RuleSet."""

    key: str
    kind: Kind
    title_es: str
    title_en: str
    values: tuple[str, ...] = ()  # of a choice
    least: int = 0  # of a number
    most: int = 0
    none: bool = False  # a number that may be left open

    def parse(self, value: object) -> Value:
        """The typed value of a JSON value or a word of the command line.

        Raises: ValueError with what is expected.
        """
        return _PARSERS[self.kind](self, value)


def _yes_no(row: Switch, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("yes", "no"):
        return value == "yes"
    raise ValueError(f"{row.key}: expected yes or no, found {value!r}")


def _choice(row: Switch, value: object) -> str:
    if isinstance(value, str) and value in row.values:
        return value
    raise ValueError(f"{row.key}: expected one of {', '.join(row.values)}, found {value!r}")


def _number(row: Switch, value: object) -> int | None:
    if row.none and value in (None, "none"):
        return None
    number = int(value) if isinstance(value, str) and value.isdecimal() else value
    if isinstance(number, int) and not isinstance(number, bool) and row.least <= number <= row.most:
        return number
    raise ValueError(f"{row.key}: expected {row.least} to {row.most}, found {value!r}")


def _ranks(row: Switch, value: object) -> tuple[str, ...]:
    if value in ("none", ""):
        return ()
    parts = tuple(value.split(",")) if isinstance(value, str) else value
    if isinstance(parts, list | tuple) and all(isinstance(p, str) for p in parts):
        found = tuple(dict.fromkeys(str(p) for p in parts))
        if set(found) <= set(FRENCH_RANKS):
            return tuple(rank for rank in FRENCH_RANKS if rank in found)
    raise ValueError(f"{row.key}: expected ranks of the pack, found {value!r}")


def _rank_numbers(row: Switch, value: object) -> dict[str, int]:
    if value in ("none", ""):
        return {}
    pairs = value
    if isinstance(value, str):
        pairs = dict(part.partition(":")[::2] for part in value.split(","))
    if isinstance(pairs, dict):
        ranks = _ranks(row, tuple(pairs))
        numbers = {rank: _number(row, pairs[rank]) for rank in ranks}
        return {rank: number for rank, number in numbers.items() if number is not None}
    raise ValueError(f"{row.key}: expected rank:cards pairs, found {value!r}")


_PARSERS: dict[Kind, Callable[[Switch, object], Value]] = {
    "yes_no": _yes_no,
    "choice": _choice,
    "number": _number,
    "ranks": _ranks,
    "rank_numbers": _rank_numbers,
}

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "target",
        "number",
        "Puntos para ganar la partida",
        "Points that win the match",
        least=1,
        most=TARGET_MAX,
        none=True,
    ),
    Switch("hand_size", "number", "Cartas por jugador", "Cards each", least=1, most=HAND_MAX),
    Switch(
        "hand_size_two", "number", "Cartas si son dos", "Cards each for two", least=1, most=HAND_MAX
    ),
    Switch("direction", "choice", "Hacia dónde se juega", "Way of play", values=("right", "left")),
    Switch(
        "two_packs_from",
        "number",
        "Dos barajas desde (jugadores)",
        "Two packs from (players)",
        least=2,
        most=SEATS_MAX + 1,
    ),
    Switch(
        "starter_eight",
        "choice",
        "Si abre un 8",
        "If an eight opens",
        values=("buried", "dealer_names"),
    ),
    Switch("skip", "ranks", "Hace perder el turno", "Skips the next player"),
    Switch("reverse", "ranks", "Da la vuelta", "Turns the way of play"),
    Switch("draw", "rank_numbers", "Hace robar", "Makes the next player draw", least=1, most=9),
    Switch("stacking", "yes_no", "Los castigos se suman", "Penalties add up"),
    Switch(
        "last_card_effect",
        "choice",
        "Efecto de la última carta",
        "Effect of the last card",
        values=("ignored", "draw_applies"),
    ),
    Switch(
        "draw_limit",
        "number",
        "Cuántas se roban por turno",
        "Cards drawn a turn",
        least=1,
        most=3,
        none=True,
    ),
    Switch(
        "voluntary_draw",
        "yes_no",
        "Se puede robar teniendo carta",
        "Drawing is allowed while holding a match",
    ),
    Switch(
        "drawn_card",
        "choice",
        "La carta robada que sirve",
        "A drawn card that matches",
        values=("may", "must"),
    ),
    Switch("rebuild_stock", "yes_no", "El mazo se vuelve a armar", "The stock is rebuilt"),
)
SWITCH_BY_KEY: dict[str, Switch] = {row.key: row for row in SWITCHES}
