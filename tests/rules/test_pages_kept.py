"""What the rules page says, sentence by sentence, at tables of every kind.

Whoever changes a sentence reads the change here: `python -m tests.rules.test_pages_kept` writes the
file anew, and its difference shows what people will read.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from server.rules.door import rules_for
from server.rules.page.build import SENTENCES, page_of
from server.rules.page.words import LANGS, Lang
from server.rules.presets import PRESETS, VARIANTS
from server.rules.ruleset import RuleSet

FILE = Path(__file__).parents[1] / "golden" / "rules_pages.json"
# Tables that between them make every sentence say everything that it can say
HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "on trust": ("montanita", {"enforcement": "honour", "turn_seconds": 60}),
    "on trust without fines": ("clasico", {"enforcement": "honour", "fines": {}}),
    "on trust in jiu-jitsu": ("jiujitsu", {"enforcement": "honour", "turn_seconds": 45}),
    "silent and on trust": ("familiar", {"enforcement": "honour", "silent_eight": True}),
    "calls that cost nothing": ("familiar", {"last_card_fine": 0}),
    "called in a family": ("familiar", {"last_card_call": "called", "last_card_fine": 1}),
    "two wilds apart": ("familiar", {"wild_suit": "5,8", "eight_on_eight": False}),
    "two wilds that the dealer names": (
        "familiar", {"wild_suit": "5,8", "starter_eight": "dealer_names"}
    ),
    "eights that open": ("clasico", {"starter_forbidden": "none"}),
    "two silent wilds": ("familiar", {"wild_suit": "5,8", "silent_eight": True}),
    "two that keep the suit": ("clasico", {"wild_keep": "5,6"}),
    "two that skip and turn": ("clasico", {"skip": "J,Q", "reverse": "K,A"}),
    "two that give another play": ("clasico", {"play_again": "J,Q", "rebuild_stock": True}),
    "draws of several sizes": ("clasico", {"draw": "2:2,3:2,4:1,5:5"}),
    "any answer in jiu-jitsu": ("jiujitsu", {"answers": "any_draw"}),
    "jiu-jitsu without +5": ("jiujitsu", {"draw": "+:2"}),
    "jiu-jitsu on five only": ("jiujitsu", {"draw": "+5:5"}),
    "lowest cut in jiu-jitsu": ("jiujitsu", {"first_dealer": "lowest_cut", "direction": "left"}),
    "highest cut": ("clasico", {"first_dealer": "highest_cut", "next_dealer": "right"}),
    "always two packs": ("clasico", {"two_packs_from": 2}),
    "draw two": ("clasico", {"draw_limit": 2}),
    "places": ("especiales", {"scoring": "places"}),
    "places with last cards": (
        "jiujitsu", {"scoring": "places", "last_card_effect": "applies", "rebuild_stock": False}
    ),
    "elimination by one round": (
        "clasico", {"scoring": "elimination", "limit": 1, "max_rounds": 1, "time_limit": 1}
    ),
    "elimination without a limit": ("jiujitsu", {"limit": None, "max_rounds": 12}),
    "one point": ("familiar", {"target": 1, "rebuild_stock": False}),
    "countdown that is rebuilt": ("clasico", {"scoring": "countdown", "rebuild_stock": True}),
    "a robot plays on": ("clasico", {"on_abandon": "robot_plays"}),
    "starters that act": ("especiales", {"starter_effects": True}),
    "starters that act and do not turn": ("familiar", {"starter_effects": True, "draw": "2:2"}),
    "one card each": ("clasico", {"hand_size": 1, "hand_size_two": 12}),
}  # fmt: skip


def rule_sets() -> dict[str, RuleSet]:
    houses = {name: rules_for(preset, chosen) for name, (preset, chosen) in HOUSES.items()}
    named = {f"{v.key} in {p}": rules_for(p, v.switches) for v in VARIANTS for p in v.presets[:1]}
    return {**PRESETS, **named, **houses}


Kept = dict[str, Any]


@cache
def pages() -> Kept:
    """What each sentence says anywhere, and which of it each table's page says."""
    texts: dict[str, dict[str, list[str]]] = {sentence.key: {} for sentence in SENTENCES}
    told: dict[str, list[str]] = {}
    for name, rules in rule_sets().items():
        told[name] = []
        for sentence in SENTENCES:
            if not sentence.when(rules):
                continue
            numbers = []
            for lang in LANGS:
                known = texts[sentence.key].setdefault(lang, [])
                text = sentence.says(rules, lang)
                if text not in known:
                    known.append(text)
                numbers.append(known.index(text))
            told[name].append(" ".join([sentence.key, *map(str, numbers)]))
    return {"sentences": texts, "pages": told}


KEPT: Kept = json.loads(FILE.read_text())


@pytest.mark.parametrize("key", [sentence.key for sentence in SENTENCES])
def test_a_sentence_says_what_it_said(key: str) -> None:
    assert pages()["sentences"][key] == KEPT["sentences"][key]


@pytest.mark.parametrize("name", rule_sets())
def test_a_page_says_what_it_said(name: str) -> None:
    assert pages()["pages"][name] == KEPT["pages"][name]


def test_what_is_kept_is_all() -> None:
    now = pages()
    assert now["pages"].keys() == KEPT["pages"].keys()
    assert now["sentences"].keys() == KEPT["sentences"].keys()
    assert all(now["sentences"].values()), "some sentence is on none of these pages"


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_is_made_of_those_sentences_in_that_order(lang: Lang) -> None:
    for name, rules in rule_sets().items():
        page = page_of(rules, lang)
        shown = [sentence for section in page.sections for sentence in section.sentences]
        place = 1 + LANGS.index(lang)
        expected = []
        for line in KEPT["pages"][name]:
            words = line.split()
            expected.append(KEPT["sentences"][words[0]][lang][int(words[place])])
        assert shown == expected


def test_titles_goals_and_sections_are_in_the_language_of_the_page() -> None:
    es, en = page_of(PRESETS["familiar"], "es"), page_of(PRESETS["familiar"], "en")
    assert (es.title, en.title) == ("El juego familiar", "The family game")
    assert es.goal == "Se trata de quedarse sin cartas antes que los demás."
    assert en.goal == "The aim is to get rid of all your cards before the others."
    assert [section.title for section in es.sections] == [
        "El reparto", "Tu turno y las cartas", "Robar y pasar", "Cómo se cierra",
        "Avisos y faltas", "Puntos y partida",
    ]  # fmt: skip
    assert [section.title for section in en.sections] == [
        "The deal", "Your turn and the cards", "Drawing and passing", "Closing",
        "Calls and faults", "Points and match",
    ]  # fmt: skip


if __name__ == "__main__":
    FILE.write_text(json.dumps(pages(), indent=1, ensure_ascii=False) + "\n")
