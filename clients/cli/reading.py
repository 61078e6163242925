"""Reads what a person types: Spanish words, English ones, short forms of both, and cards."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

import msgspec

from server.cards import FRENCH_RANKS, FRENCH_SUITS


class Verb(StrEnum):
    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"
    ASK = "ask"
    HAND = "hand"
    TABLE = "table"
    POINTS = "points"
    NEXT = "next"
    REMATCH = "rematch"
    ACCEPT = "accept"
    REFUSE = "refuse"
    START = "start"
    ROBOT = "robot"
    REMOVE = "remove"
    SWAP = "swap"
    SIT = "sit"
    LEAVE = "leave"
    SAY = "say"
    RENAME = "rename"
    ABANDON = "abandon"
    ABSENCE = "absence"
    HELP = "help"
    QUIT = "quit"
    YES = "yes"
    NO = "no"


# What each verb is called, in Spanish and in English.
WORDS: dict[str, dict[Verb, tuple[str, ...]]] = {
    "es": {
        Verb.PLAY: ("jugar", "juega", "juego"),
        Verb.DRAW: ("robar", "roba", "robo"),
        Verb.PASS: ("pasar", "pasa", "paso"),
        Verb.ASK: ("pedir", "pide", "pido"),
        Verb.HAND: ("mano", "cartas"),
        Verb.TABLE: ("mesa",),
        Verb.POINTS: ("puntos",),
        Verb.NEXT: ("otra",),
        Verb.REMATCH: ("revancha",),
        Verb.ACCEPT: ("aceptar", "acepto"),
        Verb.REFUSE: ("rechazar", "rechazo"),
        Verb.START: ("empezar", "empieza"),
        Verb.ROBOT: ("robot",),
        Verb.REMOVE: ("quitar",),
        Verb.SWAP: ("cambiar",),
        Verb.SIT: ("sentarse",),
        Verb.LEAVE: ("levantarse",),
        Verb.SAY: ("charla", "decir"),
        Verb.RENAME: ("nombre",),
        Verb.ABANDON: ("abandonar",),
        Verb.ABSENCE: ("ausencia",),
        Verb.HELP: ("ayuda", "?"),
        Verb.QUIT: ("salir",),
        Verb.YES: ("si",),
        Verb.NO: ("no",),
    },
    "en": {
        Verb.PLAY: ("play",),
        Verb.DRAW: ("draw",),
        Verb.PASS: ("pass",),
        Verb.ASK: ("ask",),
        Verb.HAND: ("hand", "cards"),
        Verb.TABLE: ("table",),
        Verb.POINTS: ("points", "score"),
        Verb.NEXT: ("next",),
        Verb.REMATCH: ("rematch",),
        Verb.ACCEPT: ("accept",),
        Verb.REFUSE: ("refuse",),
        Verb.START: ("start",),
        Verb.ROBOT: ("robot",),
        Verb.REMOVE: ("remove",),
        Verb.SWAP: ("swap",),
        Verb.SIT: ("sit",),
        Verb.LEAVE: ("leave",),
        Verb.SAY: ("chat", "say"),
        Verb.RENAME: ("name",),
        Verb.ABANDON: ("abandon",),
        Verb.ABSENCE: ("absence",),
        Verb.HELP: ("help", "?"),
        Verb.QUIT: ("quit", "exit"),
        Verb.YES: ("yes",),
        Verb.NO: ("no",),
    },
}
# What is wanted most often has one letter; it wins over the words that begin so.
SHORT: dict[str, Verb] = {
    "r": Verb.DRAW,
    "p": Verb.PASS,
    "m": Verb.HAND,
    "d": Verb.DRAW,
    "h": Verb.HAND,
    "j": Verb.PLAY,
    "y": Verb.YES,
    "s": Verb.YES,
    "n": Verb.NO,
}
_BY_WORD = {
    word: verb for verbs in WORDS.values() for verb, words in verbs.items() for word in words
}

SUIT_WORDS: dict[str, tuple[str, ...]] = {
    "C": ("treboles", "trebol", "clubs"),
    "D": ("diamantes", "diamante", "diamonds"),
    "H": ("corazones", "corazon", "hearts"),
    "S": ("picas", "pica", "spades"),
}
SUIT_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
SUIT_LETTERS: dict[str, dict[str, str]] = {
    "es": {"c": "H", "d": "D", "t": "C", "p": "S"},
    "en": {"h": "H", "d": "D", "c": "C", "s": "S"},
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
_RANKS = "|".join(sorted(RANK_WORDS, key=len, reverse=True))
_FACE = re.compile(rf"^(?P<rank>{_RANKS})(?:\s+(?:de|of)\s+|\s*)(?P<suit>\S+)$")
_NUMBER = re.compile(r"^\d{1,2}$")
_ASKING = re.compile(r"\s+(?:pide|pido|pidiendo|pedir|asks?|asking)\s+(?:for\s+)?")


class SuitRead(msgspec.Struct, frozen=True, gc=False):
    """A suit; `doubtful` if the other language reads another one."""

    suit: str
    doubtful: bool = False


class PlayRead(msgspec.Struct, frozen=True, gc=False):
    """A card to play: its number in the hand as shown (from 1), or its face."""

    number: int = 0
    face: str = ""
    suit: str = ""  # the suit asked for with it
    doubtful: bool = False


class VerbRead(msgspec.Struct, frozen=True, gc=False):
    verb: Verb
    rest: str = ""  # what stands behind it, as typed


class Unclear(msgspec.Struct, frozen=True, gc=False):
    """Not understood; `choices` are the words that begin like it."""

    typed: str
    choices: tuple[str, ...] = ()


Read = SuitRead | PlayRead | VerbRead | Unclear


def read(typed: str, language: str, *, naming: bool = False) -> Read:
    """What a line means; `naming` says that a suit is waited for, so that a suit alone counts."""
    text = plain(typed)
    if naming and (suit := _suit(text, language)):
        return suit
    if card := _card(text, language):
        return card
    verb = _verb(text, typed, language)
    if isinstance(verb, VerbRead) and verb.verb is Verb.PLAY:
        return _card(plain(verb.rest), language) or Unclear(typed=typed)
    if isinstance(verb, VerbRead) and verb.verb is Verb.ASK:
        return _suit(plain(verb.rest).removeprefix("for "), language) or Unclear(typed=typed)
    return verb


def plain(text: str) -> str:
    """Lower case, without accents, single spaces, no full stop at the end."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in folded if not unicodedata.combining(char) and char != "\ufe0f")
    return " ".join(bare.split()).rstrip(".,;!").strip()


def _verb(text: str, typed: str, language: str) -> VerbRead | Unclear:
    word = text.partition(" ")[0]
    rest = typed.strip().partition(" ")[2].strip()
    exact = _BY_WORD.get(word) or (SHORT.get(word) if not rest or word == "j" else None)
    if exact is not None:
        return VerbRead(verb=exact, rest=rest)
    beginning = {_BY_WORD[known] for known in _BY_WORD if word and known.startswith(word)}
    if len(beginning) == 1:
        return VerbRead(verb=beginning.pop(), rest=rest)
    return Unclear(typed=typed, choices=_choices(beginning, word, language))


def _choices(verbs: set[Verb], word: str, language: str) -> tuple[str, ...]:
    """What may be meant, a word each, in the person's language where it begins so."""
    other = next(lang for lang in WORDS if lang != language)
    return tuple(
        next(w for w in (*WORDS[language][verb], *WORDS[other][verb]) if w.startswith(word))
        for verb in Verb
        if verb in verbs
    )


def _card(text: str, language: str) -> PlayRead | None:
    """A card with the suit asked for, if the whole text is that."""
    card, *asked = _ASKING.split(text, maxsplit=1)
    named = _suit(asked[0], language) if asked else SuitRead(suit="")
    if named is None:
        return None
    if _NUMBER.match(card):
        return PlayRead(number=int(card), suit=named.suit, doubtful=named.doubtful)
    face = _face(card, language)
    if face is None:
        return None
    rank, suit = face
    doubtful = suit.doubtful or named.doubtful
    return PlayRead(face=rank + suit.suit, suit=named.suit, doubtful=doubtful)


def _face(text: str, language: str) -> tuple[str, SuitRead] | None:
    # «as» alone: the ace of spades in English, an ace that lacks its suit in Spanish.
    if text == "as":
        return "A", SuitRead(suit="S", doubtful=True)
    found = _FACE.match(text)
    suit = _suit(found["suit"], language) if found else None
    return (RANK_WORDS[found["rank"]], suit) if found and suit else None


def _suit(text: str, language: str) -> SuitRead | None:
    if text in SUIT_SIGNS:
        return SuitRead(suit=SUIT_SIGNS[text])
    if len(text) == 1:
        return _suit_of_letter(text, language)
    named = [
        suit for suit in FRENCH_SUITS if any(word.startswith(text) for word in SUIT_WORDS[suit])
    ]
    return SuitRead(suit=named[0]) if text and len(named) == 1 else None


def _suit_of_letter(letter: str, language: str) -> SuitRead | None:
    readings = {lang: letters.get(letter) for lang, letters in SUIT_LETTERS.items()}
    mine = readings.pop(language)
    others = [suit for suit in readings.values() if suit]
    suit = mine or (others[0] if others else None)
    if suit is None:
        return None
    return SuitRead(suit=suit, doubtful=any(other != suit for other in others))
