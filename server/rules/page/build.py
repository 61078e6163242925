"""The rules page of one rule set: its sections and sentences, its code and its fingerprint."""

from __future__ import annotations

import base64
import hashlib

import msgspec

from server.cards import JIUJITSU
from server.rules.door import FOLLOW_SCORING, RulesConflict, rules_for
from server.rules.page.counting import COUNTING
from server.rules.page.dealing import DEALING
from server.rules.page.drawing import CLOSING, DRAWING
from server.rules.page.effects import EFFECTS
from server.rules.page.saying import SAYING
from server.rules.page.sentence import Sentence
from server.rules.page.words import Lang
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet
from server.rules.switches import SWITCH_BY_KEY, Switch

TITLES: dict[str, tuple[str, str]] = {
    "clasico": ("Ocho loco clásico", "Classic Crazy Eights"),
    "especiales": ("Ocho loco con especiales", "Crazy Eights with action cards"),
    "familiar": ("El juego familiar", "The family game"),
    "montanita": ("Montañita", "Montañita"),
    "jiujitsu": ("Ochos locos de jiu-jitsu", "Jiu-jitsu Crazy Eights"),
}
_GOAL = (
    "Se trata de quedarse sin cartas antes que los demás.",
    "The aim is to get rid of all your cards before the others.",
)
SECTIONS: tuple[tuple[str, str, tuple[Sentence, ...]], ...] = (
    ("El reparto", "The deal", DEALING),
    ("Tu turno y las cartas", "Your turn and the cards", EFFECTS),
    ("Robar y pasar", "Drawing and passing", DRAWING),
    ("Cómo se cierra", "Closing", CLOSING),
    ("Avisos y faltas", "Calls and faults", SAYING),
    ("Puntos y partida", "Points and match", COUNTING),
)
SENTENCES: tuple[Sentence, ...] = tuple(row for _, _, rows in SECTIONS for row in rows)
CREDITS = (
    (
        "La baraja y el juego de jiu-jitsu son de Luis De Palma, con licencia Creative Commons; "
        "los dibujos son propios."
    ),
    (
        "The jiu-jitsu pack and game are by Luis De Palma, under a Creative Commons licence; "
        "the drawings are our own."
    ),
)


class Section(msgspec.Struct, frozen=True):
    title: str
    sentences: tuple[str, ...]


class RulesPage(msgspec.Struct, frozen=True):
    """What is shown to people; `code` is short and gives the same rules again. `house` says what is
    not as the preset has it: the sentences that tell the changed switches.
    """

    title: str
    goal: str
    sections: tuple[Section, ...]
    code: str
    fingerprint: str
    credits: tuple[str, ...] = ()
    house: tuple[str, ...] = ()


def page_of(rules: RuleSet, lang: Lang) -> RulesPage:
    """The rules of a table in plain words."""
    pick = 0 if lang == "es" else 1
    sections = tuple(
        Section(title[pick], tuple(s.says(rules, lang) for s in rows if s.when(rules)))
        for *title, rows in SECTIONS
    )
    return RulesPage(
        title=TITLES[rules.preset][pick],
        goal=_GOAL[pick],
        sections=tuple(section for section in sections if section.sentences),
        code=code_of(rules),
        fingerprint=fingerprint(rules),
        credits=(CREDITS[pick],) if rules.pack == JIUJITSU else (),
        house=house_of(rules, lang),
    )


def house_of(rules: RuleSet, lang: Lang) -> tuple[str, ...]:
    """What the table changed of its preset, in sentences; what was taken away goes by its title."""
    usual = PRESETS[rules.preset]
    changed = set(rules.changed)
    shown = [s for s in SENTENCES if s.when(rules) and changed & set(s.tells)]
    new = [s for s in shown if not s.when(usual) or s.says(rules, lang) != s.says(usual, lang)]
    told = {key for sentence in new for key in sentence.tells}
    silent = {key for s in SENTENCES if s.when(usual) and not s.when(rules) for key in s.tells}
    gone = [SWITCH_BY_KEY[key] for key in rules.changed if key in silent - told]
    return (*(s.says(rules, lang) for s in new), *(_without(row, lang) for row in gone))


def _without(row: Switch, lang: Lang) -> str:
    return f"Sin «{row.title_es}»." if lang == "es" else f"Without “{row.title_en}”."


# Codes and fingerprints


def fingerprint(rules: RuleSet) -> str:
    """Twelve hex digits that two rule sets share only if they are the same."""
    told = msgspec.json.encode(rules, order="sorted")
    return hashlib.sha256(told).hexdigest()[:12]


def code_of(rules: RuleSet) -> str:
    """A code for sharing: the preset, and what was changed, packed.

    `rules_of_code` gives the same rules again.
    """
    if not rules.changed:
        return rules.preset
    chosen = {key: getattr(rules, key) for key in (*rules.changed, *_brought(rules))}
    packed = msgspec.msgpack.encode(chosen)
    return f"{rules.preset}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def _brought(rules: RuleSet) -> tuple[str, ...]:
    """Switches that another way of counting would set anew, also where they are as ever."""
    return FOLLOW_SCORING if "scoring" in rules.changed else ()


CODE_CHARACTERS_MAX = 1_000


def rules_of_code(code: str) -> RuleSet:
    """The rules that a code stands for.

    Raises: RulesConflict if it is no code of ours, or names rules that cannot be played.
    """
    preset, _, packed = code.partition(".")
    if len(code) > CODE_CHARACTERS_MAX:
        raise RulesConflict("code", "code", "bad_value")
    if not packed:
        return rules_for(preset)
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        chosen = msgspec.msgpack.decode(raw, type=dict[str, object])
    except (ValueError, msgspec.MsgspecError):
        raise RulesConflict("code", "code", "bad_value") from None
    return rules_for(preset, chosen)
