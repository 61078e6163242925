"""The code of a rule set, by which it is shared, and its fingerprint."""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from server.rules.door import RulesConflict, rules_for
from server.rules.page.build import CODE_CHARACTERS_MAX, code_of, fingerprint, rules_of_code
from server.rules.presets import PRESETS, VARIANTS
from server.rules.ruleset import RuleSet
from tests.rules.some_rules import changes, rule_sets


@settings(max_examples=300)
@forall(rule_sets(most=20))
def test_a_code_gives_the_same_rules_again(rules: RuleSet) -> None:
    code = code_of(rules)
    assert rules_of_code(code) == rules
    assert len(code) <= CODE_CHARACTERS_MAX
    assert code.replace(".", "").replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_single_change_comes_back(preset: str) -> None:
    for _, _, rules in changes(PRESETS[preset]):
        assert rules_of_code(code_of(rules)) == rules


KEPT: list[tuple[str, dict[str, Any]]] = [
    ("familiar", {"scoring": "winner_collects", "target": 100}),  # the preset's own number
    ("clasico", {"scoring": "elimination", "limit": None}),
    ("clasico", {"scoring": "elimination", "time_limit": 30, "max_rounds": 3}),
    ("jiujitsu", {"scoring": "losers_add", "target": 300}),
    ("montanita", {"scoring": "winner_collects"}),
    ("jiujitsu", {"scoring": "places", "last_card_effect": "applies"}),
]


@pytest.mark.parametrize(("preset", "chosen"), KEPT, ids=str)
def test_what_was_chosen_with_another_way_of_counting_comes_back(
    preset: str, chosen: dict[str, Any]
) -> None:
    """Also where it is what the preset has, and another way of counting would set it anew."""
    rules = rules_for(preset, chosen)
    assert rules_of_code(code_of(rules)) == rules


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_its_own_code(preset: str) -> None:
    assert code_of(PRESETS[preset]) == preset
    assert rules_of_code(preset) == PRESETS[preset]


def packed(chosen: object) -> str:
    raw = msgspec.msgpack.encode(chosen)
    return "clasico." + base64.urlsafe_b64encode(raw).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("", ("preset", "preset", "unknown")),
        ("tarot", ("preset", "preset", "unknown")),
        ("tarot.gA", ("preset", "preset", "unknown")),
        ("clasico.!!", ("code", "code", "bad_value")),
        ("clasico.A", ("code", "code", "bad_value")),
        ("clasico.ñ", ("code", "code", "bad_value")),
        ("clasico.gA.gA", ("code", "code", "bad_value")),
        (packed([1, 2]), ("code", "code", "bad_value")),
        (packed({1: 2}), ("code", "code", "bad_value")),
        (packed("hand_size"), ("code", "code", "bad_value")),
        (packed({"nonsense": 1}), ("nonsense", "nonsense", "unknown")),
        (packed({"hand_size": 99}), ("hand_size", "hand_size", "bad_value")),
        (packed({"hand_size": [1]}), ("hand_size", "hand_size", "bad_value")),
        (packed({"play_on": True}), ("play_on", "scoring", "places_only")),
        ("clasico." + "A" * CODE_CHARACTERS_MAX, ("code", "code", "bad_value")),
    ],
    ids=lambda part: str(part)[:30],
)
def test_what_is_no_code_or_cannot_be_played_is_refused(
    code: str, named: tuple[str, str, str]
) -> None:
    with pytest.raises(RulesConflict) as caught:
        rules_of_code(code)
    assert (caught.value.switch, caught.value.other, caught.value.why) == named


@forall(st.text(max_size=60))
def test_whatever_is_sent_as_a_code_is_rules_or_a_refusal(text: str) -> None:
    for code in (text, f"clasico.{text}", packed({text: text})):
        try:
            rules = rules_of_code(code)
        except RulesConflict:
            continue
        assert rules_of_code(code_of(rules)) == rules


def test_fingerprints_tell_rules_apart() -> None:
    sets = list(PRESETS.values())
    sets += [rules for preset in list(sets) for _, _, rules in changes(preset)]
    sets += [rules_for(v.presets[0], v.switches) for v in VARIANTS]
    by_print: dict[str, RuleSet] = {}
    for rules in sets:
        known = by_print.setdefault(fingerprint(rules), rules)
        assert known == rules
    assert all(len(digits) == 12 and int(digits, 16) >= 0 for digits in by_print)


def test_a_fingerprint_does_not_go_by_the_order_of_choosing() -> None:
    one = rules_for("clasico", {"draw": {"2": 2, "3": 3}, "skip": ["Q", "J"]})
    other = rules_for("clasico", {"skip": "J,Q", "draw": "3:3,2:2"})
    assert fingerprint(one) == fingerprint(other)
