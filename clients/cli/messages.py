"""The sentences: Fluent messages of one language, and cards and lists put in words with them."""

from __future__ import annotations

from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from clients.cli.faces import ANY_RED, REDS, rank_key, rank_of, suit_of
from server.cards import FRENCH_SUITS

LOCALES = Path(__file__).parent.parent / "locales"
FILES = ("game.ftl", "cli.ftl")
SIGNS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}  # in the order in which suits are offered
Value = str | int | float
_SAID_IN_WORDS = frozenset({"~", "!"})  # ranks that are words, not numbers


class Messages:
    """Messages of `language`; `signs` says whether suits are written as signs or as letters."""

    def __init__(self, language: str, *, signs: bool) -> None:
        self.language = language
        self.signs = signs
        self._bundle = FluentBundle([language], use_isolating=False)
        for name in FILES:
            text = (LOCALES / language / name).read_text(encoding="utf-8")
            self._bundle.add_resource(FluentResource(text))

    def __call__(self, key: str, **variables: Value) -> str:
        """The message `key` in words.

        Raises: KeyError if there is no such message.
        """
        message = self._bundle.get_message(key)
        assert message.value is not None, f"message {key} has no text"
        return str(self._bundle.format_pattern(message.value, variables)[0])

    def has(self, key: str) -> bool:
        return self._bundle.has_message(key)

    def the_card(self, card: str) -> str:
        """«el 7 de corazones»"""
        return self("the-card", **printed(card))

    def card(self, card: str) -> str:
        """«7 de corazones»"""
        return self("card", **printed(card))

    def suit(self, suit: str) -> str:
        """«corazones»"""
        return self("suit", suit=suit)

    def any_suit(self, suits: tuple[str, ...]) -> str:
        """«corazones, diamantes, tréboles o picas»"""
        order = tuple(SIGNS)
        known = sorted(suits, key=lambda suit: order.index(suit) if suit in order else len(order))
        return self.any_of(tuple(map(self.suit, known)))

    def short_card(self, card: str) -> str:
        """«7♥», or «7C» where signs cannot be shown; «az7», «ne-Saltar», «Elegir»."""
        rank, suit = rank_of(card), suit_of(card)
        if not suit:
            return self.card(card)
        if suit in FRENCH_SUITS:
            return ("10" if rank == "T" else rank) + self.suit_sign(suit)
        joint = "-" if rank in _SAID_IN_WORDS else ""
        return self("cli-colour", suit=suit) + joint + self("rank", rank=rank_key(rank))

    def suit_sign(self, suit: str) -> str:
        """The sign of a suit, or its letter in this language; an unknown one as it is."""
        if suit not in SIGNS:
            return suit
        return SIGNS[suit] if self.signs else self(f"suit-letter-{suit}")

    def any_of(self, parts: tuple[str, ...]) -> str:
        """«a, b o c»"""
        return self._listed(parts, "or")

    def all_of(self, parts: tuple[str, ...]) -> str:
        """«a, b y c»"""
        return self._listed(parts, "and")

    def serving(self, suit: str, ranks: tuple[str, ...], cards: tuple[str, ...] = ()) -> str:
        """«corazones, un 7 o un 8»: what would do, in words."""
        suits = (self.suit(suit),) if suit else ()
        by_rank = tuple(map(self._a_rank, _as_listed(ranks)))
        return self.any_of(suits + by_rank + tuple(map(self.the_card, cards)))

    def _a_rank(self, rank: str) -> str:
        return self("a-rank", rank=rank_key(rank))

    def _listed(self, parts: tuple[str, ...], word: str) -> str:
        if not parts:
            return ""
        text = parts[-1]
        for index, part in enumerate(reversed(parts[:-1])):
            joint = "last" if index == 0 else "more"
            text = (
                self(f"{word}-list-{joint}", first=part, rest=text)
                if joint == "more"
                else (self(f"{word}-list-last", first=part, rest=text))
            )
        return text


def printed(card: str) -> dict[str, str]:
    """What stands on a card, as messages choose by it."""
    return {"rank": rank_key(rank_of(card)), "suit": suit_of(card) or "none"}


def _as_listed(ranks: tuple[str, ...]) -> tuple[str, ...]:
    """Ranks as people list them: where all red ones are among them, one word says so."""
    if not set(REDS) <= set(ranks):
        return ranks
    return (*(rank for rank in ranks if rank not in REDS), ANY_RED)


def flag(value: bool) -> str:
    """A truth value as messages take it."""
    return "yes" if value else "no"
