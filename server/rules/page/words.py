"""Names of ranks and small words in which the rules page speaks."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Literal

from server.cards import JIUJITSU
from server.rules.ruleset import RuleSet

Lang = Literal["es", "en"]
LANGS: tuple[Lang, ...] = ("es", "en")

# The rank with its article, and one card of it; other ranks are numbers.
_ES = {
    "A": ("el as", "un as"),
    "J": ("la jota", "una jota"),
    "Q": ("la reina", "una reina"),
    "K": ("el rey", "un rey"),
    "T": ("el 10", "un 10"),
    "JK": ("el comodín", "un comodín"),
    "+": ("Robar +2", "un Robar +2"),
    "~": ("Cambiar", "un Cambiar"),
    "!": ("Saltar", "un Saltar"),
    "+5": ("Robar +5", "un Robar +5"),
    "EL": ("Elegir", "un Elegir"),
}
_EN = {
    "A": ("the ace", "an ace"),
    "8": ("the 8", "an 8"),
    "J": ("the jack", "a jack"),
    "Q": ("the queen", "a queen"),
    "K": ("the king", "a king"),
    "T": ("the 10", "a 10"),
    "JK": ("the joker", "a joker"),
    "+": ("Draw +2", "a Draw +2"),
    "~": ("Change", "a Change"),
    "!": ("Skip", "a Skip"),
    "+5": ("Draw +5", "a Draw +5"),
    "EL": ("Choose", "a Choose"),
}
_NUMBERS_ES = (
    "cero", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
)  # fmt: skip
_NUMBERS_EN = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


# Ranks


def rank_es(rank: str) -> str:
    """`el 8`, `la reina`, `Robar +2`."""
    return _ES[rank][0] if rank in _ES else f"el {rank}"


def rank_en(rank: str) -> str:
    return _EN[rank][0] if rank in _EN else f"the {rank}"


def one_es(rank: str) -> str:
    """`un 8`, `una reina`, `un Robar +2`."""
    return _ES[rank][1] if rank in _ES else f"un {rank}"


def one_en(rank: str) -> str:
    return _EN[rank][1] if rank in _EN else f"a {rank}"


def other_es(rank: str) -> str:
    """`otro 8`, `otra reina`."""
    return one_es(rank).replace("un", "otr", 1).replace("otr ", "otro ", 1)


def other_en(rank: str) -> str:
    return f"another {one_en(rank).partition(' ')[2]}"


def ranks_es(ranks: Iterable[str]) -> str:
    return listed_es(rank_es(rank) for rank in ranks)


def ranks_en(ranks: Iterable[str]) -> str:
    return listed_en(rank_en(rank) for rank in ranks)


def ones_es(ranks: Iterable[str]) -> str:
    """`un 8 o una reina`."""
    return listed_es((one_es(rank) for rank in ranks), "o")


def ones_en(ranks: Iterable[str]) -> str:
    return listed_en((one_en(rank) for rank in ranks), "or")


# Lists and numbers


def listed_es(parts: Iterable[str], last: str = "y") -> str:
    """`a, b y c`."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def listed_en(parts: Iterable[str], last: str = "and") -> str:
    return listed_es(parts, last)


def opening(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def number_es(count: int) -> str:
    """`una`, `dos` … `diez`, `11`; of cards and rounds."""
    return _NUMBERS_ES[count] if count < len(_NUMBERS_ES) else str(count)


def number_en(count: int) -> str:
    return _NUMBERS_EN[count] if count < len(_NUMBERS_EN) else str(count)


def cards_es(count: int) -> str:
    """`una carta`, `dos cartas`, `12 cartas`."""
    return f"{number_es(count)} {plural(count, 'carta', 'cartas')}"


def cards_en(count: int) -> str:
    return f"{number_en(count)} {plural(count, 'card', 'cards')}"


def plural(count: int, one: str, more: str) -> str:
    return one if count == 1 else more


def verb(subjects: Sized, one: str, more: str) -> str:
    """The form of a verb for one subject or for several."""
    return plural(len(subjects), one, more)


# What a pack calls its parts


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
