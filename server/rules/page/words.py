"""Names of ranks and small words in which the rules page speaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from server.cards import JIUJITSU
from server.rules.ruleset import RuleSet

Lang = Literal["es", "en"]
LANGS: tuple[Lang, ...] = ("es", "en")

_ES = {
    "A": "el as", "J": "la jota", "Q": "la reina", "K": "el rey", "T": "el 10", "JK": "el comodín",
    "+": "Robar +2", "~": "Cambiar", "!": "Saltar", "+5": "Robar +5", "EL": "Elegir",
}  # fmt: skip
_EN = {
    "A": "the ace", "J": "the jack", "Q": "the queen", "K": "the king", "T": "the 10",
    "JK": "the joker", "+": "Draw +2", "~": "Change", "!": "Skip", "+5": "Draw +5", "EL": "Choose",
}  # fmt: skip
_NUMBERS_ES = ("cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
_NUMBERS_EN = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def rank_es(rank: str) -> str:
    return _ES.get(rank, f"el {rank}")


def rank_en(rank: str) -> str:
    return _EN.get(rank, f"the {rank}")


def listed_es(parts: Iterable[str], last: str = "y") -> str:
    """`a, b y c`; before a sound of i the last word is `e`."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    link = "e" if last == "y" and items[-1].lower().startswith(("i", "hi")) else last
    return f"{', '.join(items[:-1])} {link} {items[-1]}"


def listed_en(parts: Iterable[str], last: str = "and") -> str:
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def ranks_es(ranks: Iterable[str], last: str = "y") -> str:
    return listed_es((rank_es(rank) for rank in ranks), last)


def ranks_en(ranks: Iterable[str], last: str = "and") -> str:
    return listed_en((rank_en(rank) for rank in ranks), last)


def opening(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def cards_es(count: int) -> str:
    """`una carta`, `dos cartas`, `12 cartas`."""
    number = _NUMBERS_ES[count] if count < len(_NUMBERS_ES) else str(count)
    return f"{number} carta" if count == 1 else f"{number} cartas"


def cards_en(count: int) -> str:
    number = _NUMBERS_EN[count] if count < len(_NUMBERS_EN) else str(count)
    return f"{number} card" if count == 1 else f"{number} cards"


def suit_es(rules: RuleSet) -> str:
    return "color" if rules.pack == JIUJITSU else "palo"


def suit_en(rules: RuleSet) -> str:
    return "colour" if rules.pack == JIUJITSU else "suit"


def rank_word_es(rules: RuleSet) -> str:
    return "número o símbolo" if rules.pack == JIUJITSU else "número o figura"


def rank_word_en(rules: RuleSet) -> str:
    return "number or symbol" if rules.pack == JIUJITSU else "rank"


def side_es(direction: str) -> str:
    return "izquierda" if direction == "left" else "derecha"


def plural(count: int, one: str, more: str) -> str:
    return one if count == 1 else more
