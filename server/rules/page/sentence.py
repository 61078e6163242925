"""One sentence of the rules page: when it holds, what it tells of, and how it reads."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from server.rules.page.words import Lang
from server.rules.ruleset import RuleSet

Says = Callable[[RuleSet], str]
Holds = Callable[[RuleSet], bool]


class Sentence(msgspec.Struct, frozen=True):
    """A row of the page. `tells` names the fields of the rule set that change it."""

    key: str
    tells: tuple[str, ...]
    es: Says
    en: Says
    when: Holds = lambda rules: True

    def says(self, rules: RuleSet, lang: Lang) -> str:
        return self.es(rules) if lang == "es" else self.en(rules)


def fixed(text: str) -> Says:
    """A sentence that always reads the same."""
    return lambda rules: text
