"""What somebody without a plan would type next, from the Spanish lines that were read."""

from __future__ import annotations

import re

_CARD = re.compile(r"(\d+):(\S+?)(\*?)(?:,|$)")
_SIGNS = {"corazones": "♥", "diamantes": "♦", "tréboles": "♣", "picas": "♠"}
_RANKS = {"as": "A", "jota": "J", "reina": "Q", "rey": "K"}
_WILD = ("8", "Elegir", "+5")


def held(lines: list[str]) -> list[tuple[str, str, str]]:
    """Number, card and mark of each card, as the hand was last shown."""
    shown = next(line for line in reversed(lines) if line.startswith("Tu mano:"))
    return _CARD.findall(shown)


def fitting(lines: list[str]) -> list[tuple[str, str]]:
    """Number and card of those that go: marked, or, where nothing is marked, by what was said."""
    cards = held(lines)
    if any(mark for _, _, mark in cards):
        return [(number, card) for number, card, mark in cards if mark]
    said = next(line for line in reversed(lines) if line.startswith(("Te toca", "Da la", "Juegas")))
    return [(number, card) for number, card, _ in cards if _goes(card, said)]


def wrong(lines: list[str]) -> str:
    """The number of a card that does not go."""
    right = {number for number, _ in fitting(lines)}
    return next(number for number, _, _ in held(lines) if number not in right)


def answer(lines: list[str]) -> str:
    """Plays the first card that goes, calls the last one, draws, or passes."""
    options = lines[-1]
    right = fitting(lines)
    if "pedir un" in options:
        return "pide az" if "azul" in options else "pide picas"
    if "jugar" in options and right:
        return _play(*right[0], options, last=len(held(lines)) == 1)
    if "robar" in options:
        return "robar"
    # With cards unmarked, what was drawn last is what goes.
    return "pasar" if "pasar" in options else held(lines)[-1][0]


def _play(number: str, card: str, options: str, *, last: bool) -> str:
    asks = card.startswith(_WILD) and not last
    asked = (" pide az" if card in ("Elegir", "+5") else " pide picas") if asks else ""
    call = re.search(r"escribe «(\w+)» detrás", options)
    return number + asked + (f" {call[1]}" if call else "")


def _goes(card: str, said: str) -> bool:
    """Whether a French card serves, by «Sirven …» or «Responde con …»."""
    serves = re.split(r"Sirven? |Responde con ", said)[-1]
    if card == "comodín":
        return "comodín" in serves
    if any(word in serves and card.endswith(sign) for word, sign in _SIGNS.items()):
        return True
    words = [word for word, letter in _RANKS.items() if letter == card[:-1]] or [card[:-1]]
    return bool(re.search(rf"\buna? {words[0]}\b", serves))
