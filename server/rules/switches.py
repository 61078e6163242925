"""The switches: one row each. The rows feed the table-making form, the API and the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from server.cards import FRENCH52, FRENCH54, JIUJITSU, PACKS

Kind = Literal["yes_no", "choice", "number", "ranks", "rank_numbers", "fault_numbers"]
Value = bool | int | str | None | tuple[str, ...] | dict[str, int]
TARGET_MAX = 9_999
HAND_MAX = 20
SEATS_MAX = 10
TURN_SECONDS_MAX = 3_600
FINE_MAX = 9
RANKS: tuple[str, ...] = tuple(dict.fromkeys(r for pack in PACKS.values() for r in pack.ranks))
FAULTS: tuple[str, ...] = ("wrong_card", "out_of_turn", "unnamed", "slow", "wrong_call")


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
        return _in_order(row, parts, RANKS)
    raise ValueError(f"{row.key}: expected ranks of a pack, found {value!r}")


def _in_order(row: Switch, parts: Iterable[object], known: tuple[str, ...]) -> tuple[str, ...]:
    found = frozenset(str(part) for part in parts)
    if found <= frozenset(known):
        return tuple(name for name in known if name in found)
    raise ValueError(f"{row.key}: expected some of {', '.join(known)}")


def _numbers_by(known: tuple[str, ...]) -> Callable[[Switch, object], dict[str, int]]:
    def parse(row: Switch, value: object) -> dict[str, int]:
        if value in ("none", ""):
            return {}
        pairs = value
        if isinstance(value, str):
            pairs = dict(part.partition(":")[::2] for part in value.split(","))
        if not isinstance(pairs, dict) or not all(isinstance(key, str) for key in pairs):
            raise ValueError(f"{row.key}: expected name:cards pairs, found {value!r}")
        names = _in_order(row, pairs, known)
        numbers = {name: _number(row, pairs[name]) for name in names}
        return {name: number for name, number in numbers.items() if number is not None}

    return parse


_PARSERS: dict[Kind, Callable[[Switch, object], Value]] = {
    "yes_no": _yes_no,
    "choice": _choice,
    "number": _number,
    "ranks": _ranks,
    "rank_numbers": _numbers_by(RANKS),
    "fault_numbers": _numbers_by(FAULTS),
}

SWITCHES: tuple[Switch, ...] = (
    # The pack and the deal
    Switch("pack", "choice", "Baraja", "Pack", values=(FRENCH52, FRENCH54, JIUJITSU)),
    Switch("two_packs_from", "number", "Dos barajas desde (jugadores)", "Two packs from (players)",
           least=2, most=SEATS_MAX + 1, none=True),
    Switch("hand_size", "number", "Cartas por jugador", "Cards each", least=1, most=HAND_MAX),
    Switch("hand_size_two", "number", "Cartas si son dos", "Cards each for two",
           least=1, most=HAND_MAX),
    Switch("direction", "choice", "Hacia dónde se juega", "Way of play", values=("right", "left")),
    Switch("first_dealer", "choice", "Quién reparte primero", "Who deals first",
           values=("host", "lowest_cut", "highest_cut")),
    Switch("next_dealer", "choice", "Quién reparte después", "Who deals next",
           values=("in_direction", "left", "right")),
    Switch("starter_forbidden", "ranks", "No pueden abrir la pila", "May not open the pile"),
    Switch("starter_eight", "choice", "Si abre un 8", "If an eight opens",
           values=("buried", "dealer_names")),
    Switch("starter_effects", "yes_no", "La carta que abre tiene efecto",
           "The opening card has its effect"),
    # What the cards do
    Switch("wild_suit", "ranks", "Van sobre todo y piden palo", "Go on anything and name a suit"),
    Switch("wild_keep", "ranks", "Van sobre todo y dejan el palo",
           "Go on anything and keep the suit"),
    Switch("skip", "ranks", "Hace perder el turno", "Skips the next player"),
    Switch("reverse", "ranks", "Da la vuelta", "Turns the way of play"),
    Switch("draw", "rank_numbers", "Hace robar", "Makes the next player draw", least=1, most=9),
    Switch("play_again", "ranks", "Da otra jugada", "Gives another play"),
    Switch("reverse_two", "choice", "La vuelta entre dos", "Turning with two",
           values=("nothing", "play_again")),
    Switch("answers", "choice", "Con qué se responde a un castigo", "What answers a penalty",
           values=("any_draw", "jiujitsu")),
    Switch("stacking", "yes_no", "Los castigos se suman", "Penalties add up"),
    Switch("penalty_first_card", "yes_no", "El castigo se roba en dos veces",
           "A penalty is drawn in two goes"),
    Switch("eight_on_eight", "yes_no", "Un 8 va sobre otro 8", "An eight goes on an eight"),
    Switch("silent_eight", "yes_no", "El 8 no pide palo", "An eight names no suit"),
    # Drawing and closing
    Switch("draw_limit", "number", "Cuántas se roban por turno", "Cards drawn a turn",
           least=1, most=3, none=True),
    Switch("voluntary_draw", "yes_no", "Se puede robar teniendo carta",
           "Drawing is allowed while holding a match"),
    Switch("drawn_card", "choice", "La carta robada que sirve", "A drawn card that matches",
           values=("may", "must")),
    Switch("rebuild_stock", "yes_no", "El mazo se vuelve a armar", "The stock is rebuilt"),
    Switch("last_card_effect", "choice", "Efecto de la última carta", "Effect of the last card",
           values=("ignored", "draw_applies", "applies")),
    Switch("play_on", "yes_no", "Se sigue hasta que quede uno", "Play on until one is left"),
    # Saying it, and faults
    Switch("last_card_call", "choice", "Avisar la última carta", "Calling the last card",
           values=("off", "automatic", "called")),
    Switch("last_card_fine", "number", "Multa por no avisar", "Fine for a forgotten call",
           least=0, most=FINE_MAX),
    Switch("call_on_pass", "yes_no", "También se avisa al pasar", "Also called when passing"),
    Switch("enforcement", "choice", "Quién cuida las reglas", "Who watches the rules",
           values=("strict", "honour")),
    Switch("fines", "fault_numbers", "Multas por faltas", "Fines for faults",
           least=0, most=FINE_MAX),
    Switch("turn_seconds", "number", "Segundos por turno", "Seconds a turn",
           least=5, most=TURN_SECONDS_MAX, none=True),
    # Counting
    Switch("scoring", "choice", "Cómo se cuenta", "How it counts",
           values=("winner_collects", "losers_add", "elimination", "places", "countdown")),
    Switch("target", "number", "Puntos que acaban la partida", "Points that end the match",
           least=1, most=TARGET_MAX, none=True),
    Switch("limit", "number", "Quién pasa de estos puntos sale", "Over these points one is out",
           least=1, most=TARGET_MAX, none=True),
    Switch("time_limit", "number", "Minutos de partida", "Minutes of a match",
           least=1, most=TARGET_MAX, none=True),
    Switch("max_rounds", "number", "Rondas como mucho", "Rounds at most",
           least=1, most=TARGET_MAX, none=True),
    Switch("on_abandon", "choice", "Si alguien se va", "If somebody leaves",
           values=("ends", "robot_plays")),
)  # fmt: skip
SWITCH_BY_KEY: dict[str, Switch] = {row.key: row for row in SWITCHES}
