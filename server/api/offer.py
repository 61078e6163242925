"""What can be chosen when a table is made: presets, switches and robots, as rows."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from server.protocol.robots import ROBOTS
from server.robots.facts import Facts, FactsFile
from server.rules.door import RulesConflict, check_seats
from server.rules.presets import (
    PRESET_USUAL,
    PRESETS,
    SEATS_DEFAULT,
    SEATS_LEAST,
    VARIANTS,
    Variant,
)
from server.rules.ruleset import RuleSet
from server.rules.switches import SEATS_MAX, SWITCHES, Switch


class PresetOffer(msgspec.Struct, frozen=True):
    key: str
    seats: int  # that are usual
    seats_least: int
    seats_most: int
    switches: dict[str, Any]  # as the preset has them
    facts: Facts


class VariantOffer(Variant, frozen=True):
    """A variant, and what it is like for each preset that it is made for."""

    facts: dict[str, Facts] = {}


class RobotOffer(msgspec.Struct, frozen=True):
    key: str
    name: str


class Offer(msgspec.Struct, frozen=True):
    """The answer of `GET /api/rules`."""

    presets: tuple[PresetOffer, ...]
    switches: tuple[Switch, ...]
    robots: tuple[RobotOffer, ...]
    variants: tuple[VariantOffer, ...]
    pace_ms: dict[str, int]  # of each kind of act, where facts count minutes
    usual: str = PRESET_USUAL  # the preset to begin with


def load_facts() -> FactsFile:
    """What each preset and each variant is like, as robots found out."""
    text = files("server.rules").joinpath("facts.json").read_bytes()
    return msgspec.json.decode(text, type=FactsFile)


_FACTS = load_facts()
_FACTS_OF = {(row.preset, row.variant): row for row in _FACTS.rows}


def seats_most(rules: RuleSet) -> int:
    """The largest table that can be dealt by these rules."""
    most = SEATS_LEAST
    for seats in range(SEATS_LEAST, SEATS_MAX + 1):
        try:
            check_seats(rules, seats)
        except RulesConflict:
            return most
        most = seats
    return most


def _preset(rules: RuleSet) -> PresetOffer:
    return PresetOffer(
        key=rules.preset,
        seats=SEATS_DEFAULT,
        seats_least=SEATS_LEAST,
        seats_most=seats_most(rules),
        switches={row.key: getattr(rules, row.key) for row in SWITCHES},
        facts=_FACTS_OF[rules.preset, ""],
    )


def _variant(row: Variant) -> VariantOffer:
    facts = {preset: _FACTS_OF[preset, row.key] for preset in row.presets}
    return VariantOffer(**msgspec.structs.asdict(row), facts=facts)


OFFER = Offer(
    presets=tuple(_preset(rules) for rules in PRESETS.values()),
    switches=SWITCHES,
    robots=tuple(RobotOffer(key, name) for key, name in ROBOTS),
    variants=tuple(_variant(row) for row in VARIANTS),
    pace_ms=_FACTS.pace_ms,
)
