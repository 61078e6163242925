"""What can be done, by the words that people type for it, in both languages."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, get_args


class Verb(StrEnum):
    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"
    ASK = "ask"
    ANNOUNCE = "announce"
    ACCUSE = "accuse"
    HAND = "hand"
    TABLE = "table"
    POINTS = "points"
    RULES = "rules"
    SEAL = "seal"
    CUT = "cut"
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
    MUTE = "mute"
    UNMUTE = "unmute"
    WATCHING = "watching"
    LINK = "link"
    ERASE = "erase"
    CLOSE = "close"
    CODE = "code"
    BRING = "bring"
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
        Verb.ANNOUNCE: ("una", "ultima", "locos", "avisar", "aviso"),
        Verb.ACCUSE: ("acusar", "acuso", "reclamar", "reclamo"),
        Verb.HAND: ("mano", "cartas"),
        Verb.TABLE: ("mesa",),
        Verb.POINTS: ("puntos",),
        Verb.RULES: ("reglas",),
        Verb.SEAL: ("sello",),
        Verb.CUT: ("cortar", "corta", "corto"),
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
        Verb.MUTE: ("callar", "silenciar"),
        Verb.UNMUTE: ("devolver",),
        Verb.WATCHING: ("mirar",),
        Verb.LINK: ("enlace",),
        Verb.ERASE: ("borrar",),
        Verb.CLOSE: ("cerrar",),
        Verb.CODE: ("codigo",),
        Verb.BRING: ("traer",),
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
        Verb.ANNOUNCE: ("one", "last", "crazy"),
        Verb.ACCUSE: ("call", "accuse"),
        Verb.HAND: ("hand", "cards"),
        Verb.TABLE: ("table",),
        Verb.POINTS: ("points", "score"),
        Verb.RULES: ("rules",),
        Verb.SEAL: ("seal",),
        Verb.CUT: ("cut",),
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
        Verb.MUTE: ("mute",),
        Verb.UNMUTE: ("unmute",),
        Verb.WATCHING: ("watching",),
        Verb.LINK: ("link",),
        Verb.ERASE: ("erase",),
        Verb.CLOSE: ("close",),
        Verb.CODE: ("code",),
        Verb.BRING: ("join", "bring"),
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
# What is wanted seldom, and never in a hurry: its beginning counts where nothing else begins so.
DoorVerb = Literal[
    Verb.MUTE,
    Verb.UNMUTE,
    Verb.WATCHING,
    Verb.LINK,
    Verb.ERASE,
    Verb.CLOSE,
    Verb.CODE,
    Verb.BRING,
]
AT_THE_DOOR: frozenset[Verb] = frozenset(get_args(DoorVerb))
# Spanish writes the pronoun on to the verb.
JOINED = {"borrarme": "borrar me"}
_BY_WORD = {
    word: verb for verbs in WORDS.values() for verb, words in verbs.items() for word in words
}


def verbs_of(word: str, *, alone: bool) -> set[Verb]:
    """The verbs that a word may mean: one if it is exact, else those that begin so.

    `alone` says that nothing stands behind it; only then a single letter is enough.
    """
    exact = _BY_WORD.get(word) or (SHORT.get(word) if alone or word == "j" else None)
    if exact is not None:
        return {exact}
    begun = {_BY_WORD[known] for known in _BY_WORD if word and known.startswith(word)}
    return begun - AT_THE_DOOR or begun


def choices(verbs: set[Verb], word: str, language: str) -> tuple[str, ...]:
    """What may be meant, a word each: in the person's language where any begins so."""
    other = next(lang for lang in WORDS if lang != language)
    return _begun(verbs, word, language) or _begun(verbs, word, other)


def _begun(verbs: set[Verb], word: str, language: str) -> tuple[str, ...]:
    found = (
        next((known for known in WORDS[language][verb] if known.startswith(word)), "")
        for verb in Verb
        if verb in verbs
    )
    return tuple(filter(None, found))
