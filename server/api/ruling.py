"""Rules for people: the page of a rule set, and what a choice of switches comes to."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from server.protocol.reasons import Reason, Rejected
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.page.build import RulesPage, code_of, fingerprint, page_of, rules_of_code
from server.rules.page.words import Lang
from server.rules.presets import SEATS_DEFAULT
from server.rules.ruleset import RuleSet

Word = Annotated[str, Meta(max_length=64)]


class RulesWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that is to be looked at before a table is made of it."""

    preset: Word
    seats: int = SEATS_DEFAULT
    set: dict[Word, Any] = {}  # switch → value
    lang: Word = "es"


class RulesAnswer(msgspec.Struct, frozen=True):
    """Rules that can be played: their code, what differs from the preset, and their page."""

    preset: str
    set: dict[str, Any]  # the changed switches with their values
    code: str
    fingerprint: str
    page: RulesPage


def refuse(conflict: RulesConflict) -> Rejected:
    """The refusal that names both switches and why they do not go together."""
    return Rejected(
        Reason.BAD_RULES, switch=conflict.switch, other=conflict.other, why=conflict.why
    )


def lang_in(word: str) -> Lang:
    """The language of a page: English if asked for, otherwise Spanish."""
    return "en" if word.startswith("en") else "es"


def checked(wish: RulesWish) -> RulesAnswer:
    """What the choice comes to.

    Raises: Rejected if it cannot be played.
    """
    try:
        rules = rules_for(wish.preset, wish.set)
        check_seats(rules, wish.seats)
    except RulesConflict as conflict:
        raise refuse(conflict) from None
    return answer_for(rules, lang_in(wish.lang))


def of_code(code: str, lang: Lang) -> RulesAnswer:
    """The rules that a code stands for.

    Raises: Rejected if it stands for none.
    """
    try:
        return answer_for(rules_of_code(code), lang)
    except RulesConflict as conflict:
        raise refuse(conflict) from None


def answer_for(rules: RuleSet, lang: Lang) -> RulesAnswer:
    return RulesAnswer(
        preset=rules.preset,
        set={key: getattr(rules, key) for key in rules.changed},
        code=code_of(rules),
        fingerprint=fingerprint(rules),
        page=page_of(rules, lang),
    )
