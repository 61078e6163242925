"""Rules before and at the table: what can be chosen, what was chosen, and how that reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from clients.cli.exits import Exit, Stop
from clients.cli.messages import Messages
from clients.cli.web import (
    Chosen,
    Facts,
    Offer,
    PresetRow,
    RulesPage,
    SwitchRow,
    VariantRow,
    fetch_offer,
    rules_by_code,
)

_CODE_IN_LINK = re.compile(r"^.*#new=(?P<code>[^#]+)$")
_TABLE_IN_LINK = re.compile(r"^(?P<server>.*?)/?#rules=(?P<table>[a-z2-7]{26})$")


class Wish(msgspec.Struct, frozen=True, gc=False):
    """Rules as asked for on the command line, in the order in which they count."""

    preset: str = ""
    code: str = ""
    variants: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()  # SWITCH=VALUE


def chosen_rules(wish: Wish, server: str, language: str) -> tuple[str, Chosen]:
    """The preset, and its switches that are changed: by the code, then variants, then one by one.

    Raises: Stop (wrong use, no connection), Declined.
    """
    preset, chosen, one_by_one = wish.preset, {}, dict(map(_pair, wish.switches))
    if wish.code:
        ruling = rules_by_code(server, code_in(wish.code), language)
        preset, chosen = ruling.preset, dict(ruling.set)
    if wish.variants:
        offer = fetch_offer(server)
        for key in wish.variants:
            variant = _variant(offer, key)
            preset = preset or variant.presets[0]
            chosen |= variant.switches
    preset = preset or fetch_offer(server).usual
    return preset, chosen | one_by_one


def code_in(text: str) -> str:
    """A code as it is, or out of a link that was shared."""
    found = _CODE_IN_LINK.match(text.strip())
    return found["code"] if found else text.strip()


def table_in(text: str) -> str:
    """A link to the rules of a table as a link to that table; other texts as they are."""
    found = _TABLE_IN_LINK.match(text.strip())
    return f"{found['server']}/t/{found['table']}" if found else text


def _variant(offer: Offer, key: str) -> VariantRow:
    found = next((variant for variant in offer.variants if variant.key == key), None)
    if found is None:
        known = ", ".join(variant.key for variant in offer.variants)
        raise Stop(Exit.WRONG_USE, "cli-no-variant", typed=key, known=known)
    return found


def _pair(text: str) -> tuple[str, str]:
    switch, equals, value = text.partition("=")
    if not equals or not switch:
        raise Stop(Exit.WRONG_USE, "cli-bad-set", text=text)
    return switch.strip(), value.strip()


# In lines


def page_lines(page: RulesPage, say: Messages) -> tuple[str, ...]:
    """The page of a rule set, one sentence a line."""
    lines = [page.title, page.goal]
    if page.house:
        lines += ["", say("rules-house"), *page.house]
    for section in page.sections:
        lines += ["", section.title, *section.sentences]
    code = say("cli-rules-code", code=page.code, fingerprint=page.fingerprint)
    return (*lines, "", *page.credits, code)


def offer_lines(offer: Offer, say: Messages) -> tuple[str, ...]:
    """All presets with their variants, then all switches with what they take."""
    lines: list[str] = []
    for preset in offer.presets:
        lines += [*_preset_lines(preset, offer, say), ""]
    lines.append(say("cli-rules-switches"))
    lines += [_switch_line(row, say) for row in offer.switches]
    return tuple(lines)


def _preset_lines(preset: PresetRow, offer: Offer, say: Messages) -> Iterator[str]:
    name, about = f"preset-{preset.key}", f"preset-{preset.key}-about"
    yield say(
        "cli-rules-preset",
        preset=preset.key,
        name=say(name) if say.has(name) else preset.key,
        least=preset.seats_least,
        most=preset.seats_most,
    )
    if say.has(about):
        yield say(about)
    if preset.facts is not None:
        yield _facts(preset.facts, say)
    for variant in offer.variants:
        if preset.key in variant.presets:
            yield say("cli-rules-variant", variant=variant.key, title=_title(variant, say))
            if preset.key in variant.facts:
                yield _facts(variant.facts[preset.key], say)


def _facts(facts: Facts, say: Messages) -> str:
    """What robots found the rules to be like, in round numbers."""
    rounds = facts.rounds_a_match
    return say(
        "cli-rules-facts",
        minutes=max(1, round(facts.minutes)),
        rounds=round(rounds, 1) if rounds < 10 and round(rounds, 1) % 1 else round(rounds),
        turns=round(facts.turns_a_round),
        drawn=round(facts.drawn_a_round),
        blocked=round(100 * facts.blocked),
    )


def _switch_line(row: SwitchRow, say: Messages) -> str:
    return say("cli-rules-switch", switch=row.key, takes=_takes(row, say), title=_title(row, say))


def _takes(row: SwitchRow, say: Messages) -> str:
    """What may stand behind the «=»."""
    none = say.any_of(("", "none")) if row.none else ""
    match row.kind:
        case "yes_no":
            return say.any_of(("yes", "no"))
        case "choice":
            return say.any_of(row.values)
        case "number":
            return f"{row.least}-{row.most}{none}"
        case "ranks":
            return "Q,J"
        case "rank_numbers":
            return "2:2,3:3"
        case _:
            return "wrong_card:1"


def _title(row: SwitchRow | VariantRow, say: Messages) -> str:
    return row.title_en if say.language == "en" else row.title_es
