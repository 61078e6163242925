"""Rule sets by chance: any preset with any switches changed, as far as it can be played."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from server.cards import PACKS
from server.rules.door import RulesConflict, rules_for
from server.rules.presets import PRESETS
from server.rules.ruleset import RuleSet
from server.rules.switches import FAULTS, SWITCHES, Switch


def values_of(row: Switch, pack: str) -> tuple[Any, ...]:
    """Values of a switch that are worth trying: all of a few, the ends of many."""
    ranks = PACKS[pack].ranks
    match row.kind:
        case "yes_no":
            return (False, True)
        case "choice":
            return row.values
        case "number":
            middle = (row.least + row.most) // 2
            numbers = dict.fromkeys((row.least, row.least + 1, middle, row.most))
            return (*numbers, *((None,) if row.none else ()))
        case "ranks":
            return ((), *((rank,) for rank in ranks), ranks[2:4], ranks[4:7])
        case "rank_numbers":
            return ({}, *({rank: 4} for rank in ranks), {ranks[3]: 1, ranks[4]: 2, ranks[5]: 2})
        case "fault_numbers":
            each = tuple({fault: cards} for fault in FAULTS for cards in (0, 5))
            return ({}, *each, dict.fromkeys(FAULTS, 3))


def changes(rules: RuleSet) -> list[tuple[str, Any, RuleSet]]:
    """Every switch at every other value that can be played: key, value, and the whole."""
    found = []
    for row in SWITCHES:
        for value in values_of(row, rules.pack):
            if value == getattr(rules, row.key):
                continue
            chosen = {key: getattr(rules, key) for key in rules.changed}
            try:
                changed = rules_for(rules.preset, {**chosen, row.key: value})
            except RulesConflict:
                continue
            found.append((row.key, value, changed))
    return found


@st.composite
def rule_sets(draw: st.DrawFn, most: int = 8) -> RuleSet:
    """A preset with up to so many switches at any value, left out where they cannot be played."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    chosen: dict[str, Any] = {}
    rules = rules_for(preset)
    for row in draw(st.lists(st.sampled_from(SWITCHES), max_size=most)):
        value = draw(st.sampled_from(values_of(row, rules.pack)))
        try:
            rules = rules_for(preset, {**chosen, row.key: value})
        except RulesConflict:
            continue
        chosen[row.key] = value
    return rules
