"""The reference of the rules and the tests belong together: each decision is tested somewhere."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from server.rules.presets import PRESETS
from server.rules.switches import FAULTS, SWITCHES

TESTS = Path(__file__).parents[1]
RULES = (TESTS.parent / "server/rules/RULES.md").read_text()
DECISIONS = [f"D{number}" for number in range(1, 42)]


def test_all_decisions_are_written_down_once() -> None:
    written = re.findall(r"\*\*(D\d+)\*\*", RULES)
    assert sorted(written) == sorted(DECISIONS)


@pytest.mark.parametrize("decision", DECISIONS)
def test_each_decision_is_tested(decision: str) -> None:
    """Some test says in its docstring, or in the test itself, that it tests it."""
    assert any(re.search(rf"\b{decision}\b", text) for text in functions())


@cache
def functions() -> tuple[str, ...]:
    """The text of every test of rules, game and projections."""
    found = []
    for folder in ("rules", "game", "projections"):
        for path in sorted((TESTS / folder).glob("test_*.py")):
            text = path.read_text()
            found += [
                ast.get_source_segment(text, node) or ""
                for node in ast.parse(text).body
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
            ]
    return tuple(found)


def test_every_switch_fault_and_game_is_in_the_reference() -> None:
    for key in (*(row.key for row in SWITCHES), *FAULTS, *PRESETS):
        assert f"`{key}`" in RULES, key
