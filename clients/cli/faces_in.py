"""Reads cards, suits and colours as people write them, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from server.cards import FRENCH_RANKS, JIUJITSU, JOKER, RED_CHOICE, RED_FIVE

Words = Mapping[str, tuple[str, ...]]
SUIT_WORDS: Words = {
    "C": ("treboles", "trebol", "clubs"),
    "D": ("diamantes", "diamante", "diamonds"),
    "H": ("corazones", "corazon", "hearts"),
    "S": ("picas", "pica", "spades"),
}
COLOUR_WORDS: Words = {
    "b": ("azul", "azules", "blue"),
    "p": ("morado", "morada", "morados", "purple"),
    "n": ("marron", "marrones", "brown"),
    "k": ("negro", "negra", "negros", "black"),
}
SUIT_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
SUIT_LETTERS: dict[str, dict[str, str]] = {
    "es": {"c": "H", "d": "D", "t": "C", "p": "S"},
    "en": {"h": "H", "d": "D", "c": "C", "s": "S"},
}
COLOUR_LETTERS: dict[str, dict[str, str]] = {
    "es": {"a": "b", "m": "p", "r": "n", "n": "k"},
    "en": {"b": "b", "p": "p", "r": "n", "k": "k"},
}
RANK_WORDS: dict[str, str] = {
    **{rank.lower(): rank for rank in FRENCH_RANKS},
    "10": "T",
    "as": "A",
    "ace": "A",
    "jota": "J",
    "jack": "J",
    "reina": "Q",
    "dama": "Q",
    "queen": "Q",
    "rey": "K",
    "king": "K",
}
SYMBOL_WORDS: Words = {
    "~": ("cambiar", "cambio", "change"),
    "!": ("saltar", "salto", "skip"),
}
SUITLESS_WORDS: dict[str, Words] = {
    JIUJITSU: {RED_CHOICE: ("elegir", "elige", "elijo", "choose")},
    "": {JOKER: ("comodin", "joker")},
}
_RANKS = "|".join(sorted(RANK_WORDS, key=len, reverse=True))
_FRENCH = re.compile(rf"^(?P<rank>{_RANKS})(?:\s+(?:de|of)\s+|\s*)(?P<suit>\S+)$")
_FIVE = re.compile(r"^\+5\s*(?P<suit>.*)$")
_DRAWING = re.compile(r"^(?:robar|roba|draw)\s*(?=\+)")  # as the cards themselves are called
_NUMBER = re.compile(r"^(?:[1-9]|\+2)$")
_LETTERS_LEAST = 3  # of a card's name, or other words would be taken for one


class SuitRead(msgspec.Struct, frozen=True, gc=False):
    """A suit, "" if none is to be named; `doubtful` if it may be read as another one."""

    suit: str
    doubtful: bool = False


class FaceRead(msgspec.Struct, frozen=True, gc=False):
    """A card's face, with the suit that it asks for where that was said with it."""

    face: str
    asked: str = ""
    doubtful: bool = False


def suit_in(text: str, language: str, pack: str) -> SuitRead | None:
    """The suit, or the colour of the jiu-jitsu pack, that a word means."""
    words = COLOUR_WORDS if pack == JIUJITSU else SUIT_WORDS
    if text in SUIT_SIGNS and pack != JIUJITSU:
        return SuitRead(suit=SUIT_SIGNS[text])
    if len(text) == 1:
        return _colour_letter(text, language) if pack == JIUJITSU else _letter(text, language)
    named = _begun(text, words)
    return SuitRead(suit=named[0]) if text and len(named) == 1 else None


def face_in(text: str, language: str, pack: str) -> FaceRead | None:
    """The card that a text means, if it is one."""
    if pack == JIUJITSU:
        text = _DRAWING.sub("", text)
        return _red(text, language) or _suitless(text, language, pack) or _belt(text, language)
    return _french(text, language, pack) or _suitless(text, language, pack)


def rank_in(text: str, pack: str) -> str:
    """The rank that a whole word names, as «reina», «saltar» or «+2»; "" if it is none.

    A bare number is none: it is a place in the hand.
    """
    if pack == JIUJITSU:
        named = [rank for rank, words in SYMBOL_WORDS.items() if text in words]
        return "+" if _DRAWING.sub("", text) == "+2" else "".join(named)
    return RANK_WORDS[text] if len(text) >= _LETTERS_LEAST and text in RANK_WORDS else ""


# Suits


def _begun(text: str, words: Words) -> list[str]:
    """What has a word that begins with `text`."""
    return [key for key, known in words.items() if any(word.startswith(text) for word in known)]


def _letter(letter: str, language: str) -> SuitRead | None:
    suit, others = _of_letter(letter, language, SUIT_LETTERS)
    if suit is None:
        return None
    return SuitRead(suit=suit, doubtful=any(other != suit for other in others))


def _colour_letter(letter: str, language: str) -> SuitRead | None:
    """A letter that other colours begin with as well is doubtful: «m» is morado or marrón."""
    colour, _ = _of_letter(letter, language, COLOUR_LETTERS)
    if colour is None:
        return None
    return SuitRead(suit=colour, doubtful=bool(set(_begun(letter, COLOUR_WORDS)) - {colour}))


def _of_letter(
    letter: str, language: str, letters: dict[str, dict[str, str]]
) -> tuple[str | None, list[str]]:
    """What the letter stands for, and all that it stands for in the other language."""
    mine = letters[language].get(letter)
    others = [
        known[letter] for lang, known in letters.items() if lang != language and letter in known
    ]
    return mine or (others[0] if others else None), others


# Faces


def _french(text: str, language: str, pack: str) -> FaceRead | None:
    # «as» alone: the ace of spades in English, an ace that lacks its suit in Spanish.
    if text == "as":
        return FaceRead(face="AS", doubtful=True)
    found = _FRENCH.match(text)
    suit = suit_in(found["suit"], language, pack) if found else None
    if found is None or suit is None:
        return None
    return FaceRead(face=RANK_WORDS[found["rank"]] + suit.suit, doubtful=suit.doubtful)


def _red(text: str, language: str) -> FaceRead | None:
    """«+5», «robar +5 azul»"""
    found = _FIVE.match(text)
    return _asking(RED_FIVE, found["suit"], language, JIUJITSU) if found else None


def _suitless(text: str, language: str, pack: str) -> FaceRead | None:
    """«comodín», «elegir azul»: a card without a suit, and what it asks for."""
    word, _, asked = text.partition(" ")
    if len(word) < _LETTERS_LEAST:
        return None
    named = _begun(word, SUITLESS_WORDS.get(pack, SUITLESS_WORDS[""]))
    return _asking(named[0], asked, language, pack) if len(named) == 1 else None


def _asking(face: str, asked: str, language: str, pack: str) -> FaceRead | None:
    if not asked:
        return FaceRead(face=face)
    suit = suit_in(asked, language, pack)
    return FaceRead(face=face, asked=suit.suit, doubtful=suit.doubtful) if suit else None


def _belt(text: str, language: str) -> FaceRead | None:
    """«az7», «7 azul», «mo+2», «cambiar negro»: a colour and a number or symbol, in any order."""
    read = {
        FaceRead(face=colour.suit + rank, doubtful=colour.doubtful)
        for one, other in _halves(text)
        if (colour := suit_in(one, language, JIUJITSU)) and (rank := _belt_rank(other))
    }
    return read.pop() if len(read) == 1 else None


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """What may be the colour, and the rank that goes with it."""
    words = re.sub(r"\s+(?:de|of)\s+|-", " ", text).split()
    if len(words) == 2:
        yield words[0], words[1]
        yield words[1], words[0]
    elif len(words) == 1:
        cuts = [(text[:cut], text[cut:]) for cut in range(1, len(text))]
        yield from cuts
        # «cambiar» is no «cambia» of the colour R.
        yield from ((right, left) for left, right in cuts if _NUMBER.match(left))


def _belt_rank(text: str) -> str:
    """A number or symbol as the card's code has it; "" if it is none."""
    if _NUMBER.match(text):
        return "+" if text == "+2" else text
    named = _begun(text, SYMBOL_WORDS) if len(text) >= _LETTERS_LEAST else []
    return named[0] if len(named) == 1 else ""
