"""Reads what a person types: Spanish words, English ones, short forms of both, and cards."""

from __future__ import annotations

import re
import unicodedata

import msgspec

from clients.cli.faces_in import SuitRead, face_in, rank_in, suit_in
from clients.cli.verbs import JOINED, Verb, choices, verbs_of
from server.cards import FRENCH52

_NUMBER = re.compile(r"^\d{1,2}$")
_ASKING = re.compile(r"\s+(?:pide|pido|pidiendo|pedir|asks?|asking)\s+(?:for\s+)?")
# «sin pedir»: a suit is left out on purpose.
_UNASKING = re.compile(
    r"(?:^|\s+)(?:sin (?:pedir|nombrar|palo|color)(?: palo| color)?"
    r"|without (?:asking|naming)(?: (?:a )?(?:suit|colour|color))?|asking nothing)$"
)
# «una», behind a play or a pass: it leaves one card, and that is said with it.
_CALLING = re.compile(
    r"(?:^|[\s,]+)(?:(?:y|and)\s+)?(?:(?:digo|decir|say|saying)\s+)?[¡«\"']*"
    r"(?:una|uno|locos|(?:ultima|last)(?: carta| card)?|voy por una|one|crazy)[!»\"']*$"
)


class PlayRead(msgspec.Struct, frozen=True, gc=False):
    """A card to play: its number in the hand as shown (from 1), its face, or its rank."""

    number: int = 0
    face: str = ""
    rank: str = ""  # instead of a face, where only that was said
    suit: str = ""  # the suit asked for with it
    unnamed: bool = False  # none is to be asked for, though it could be
    announce: bool = False  # the last card is called with it
    doubtful: bool = False


class VerbRead(msgspec.Struct, frozen=True, gc=False):
    verb: Verb
    rest: str = ""  # what stands behind it, as typed


class Unclear(msgspec.Struct, frozen=True, gc=False):
    """Not understood; `choices` are the words that begin like it."""

    typed: str
    choices: tuple[str, ...] = ()


Read = SuitRead | PlayRead | VerbRead | Unclear


def read(typed: str, language: str, *, pack: str = FRENCH52, naming: bool = False) -> Read:
    """What a line means; `naming` says that a suit is waited for, so that a suit alone counts."""
    text = plain(typed)
    if naming and (suit := _suit_or_none(text, language, pack)):
        return suit
    if card := _card(text, language, pack):
        return card
    verb = _verb(text, typed, language)
    if isinstance(verb, VerbRead) and verb.verb is Verb.PLAY:
        return _card(plain(verb.rest), language, pack) or Unclear(typed=typed)
    if isinstance(verb, VerbRead) and verb.verb is Verb.ASK:
        asked = plain(verb.rest).removeprefix("for ")
        return suit_in(asked, language, pack) or Unclear(typed=typed)
    return verb


def plain(text: str) -> str:
    """Lower case, without accents, single spaces, no mark at either end."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in folded if not unicodedata.combining(char) and char != "\ufe0f")
    return " ".join(bare.split()).rstrip(".,;!").lstrip("¡¿").strip()


def says_call(text: str) -> bool:
    """True for «una» and what else is said with one card left."""
    return bool(_CALLING.fullmatch(plain(text)))


def _suit_or_none(text: str, language: str, pack: str) -> SuitRead | None:
    if _UNASKING.fullmatch(text):
        return SuitRead(suit="")
    return suit_in(text, language, pack)


def _verb(text: str, typed: str, language: str) -> VerbRead | Unclear:
    typed = JOINED.get(text, typed)
    word = plain(typed).partition(" ")[0]
    rest = typed.strip().partition(" ")[2].strip()
    verbs = verbs_of(word, alone=not rest)
    if len(verbs) == 1:
        return VerbRead(verb=verbs.pop(), rest=rest)
    return Unclear(typed=typed, choices=choices(verbs, word, language))


def _card(text: str, language: str, pack: str) -> PlayRead | None:
    """A card with what is said of it, if the whole text is that."""
    rest, announce = _without(text, _CALLING)
    rest, unnamed = _without(rest, _UNASKING)
    card, *asked = _ASKING.split(rest, maxsplit=1)
    named = suit_in(asked[0], language, pack) if asked else SuitRead(suit="")
    found = _number_or_face(card, language, pack)
    if named is None or found is None:
        return None
    return msgspec.structs.replace(
        found,
        suit=named.suit or found.suit,
        unnamed=unnamed,
        announce=announce,
        doubtful=named.doubtful or found.doubtful,
    )


def _without(text: str, tail: re.Pattern[str]) -> tuple[str, bool]:
    """The text before the tail, and whether it had one."""
    found = tail.search(text)
    return (text[: found.start()], True) if found else (text, False)


def _number_or_face(text: str, language: str, pack: str) -> PlayRead | None:
    if _NUMBER.match(text):
        return PlayRead(number=int(text))
    face = face_in(text, language, pack)
    if face is not None:
        return PlayRead(face=face.face, suit=face.asked, doubtful=face.doubtful)
    rank = rank_in(text, pack)
    return PlayRead(rank=rank) if rank else None
