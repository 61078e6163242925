"""Sentences on calling the last card, on faults and on the clock."""

from __future__ import annotations

from server.rules.page.sentence import Sentence, fixed
from server.rules.page.words import cards_en, cards_es, plural, suit_en, suit_es
from server.rules.ruleset import RuleSet


def _call_es(rules: RuleSet) -> str:
    word = "Quien se queda con una sola carta avisa"
    cards = rules.last_card_fine
    if not cards:
        return f"{word}; olvidarlo no cuesta nada."
    if rules.last_card_call == "automatic":
        return f"{word}; si lo olvida, roba {cards_es(cards)} antes de que juegue otro."
    return (
        f"{word}; si lo olvida y alguien lo nota antes de que juegue otro, roba {cards_es(cards)}."
    )


def _call_en(rules: RuleSet) -> str:
    word = "Whoever is left with a single card says so; forgetting it costs"
    cards = rules.last_card_fine
    if not cards:
        return f"{word} nothing."
    if rules.last_card_call == "automatic":
        return f"{word} {cards_en(cards)}, drawn before another player acts."
    return f"{word} {cards_en(cards)}, if somebody notices before another player acts."


def _enforcement_es(rules: RuleSet) -> str:
    if rules.enforcement == "honour":
        return (
            "En tu turno la mesa deja poner cualquier carta (solo la última tiene que servir), y "
            "lo que está mal vale si nadie lo reclama antes de la jugada siguiente."
        )
    return "La mesa no deja hacer lo que las reglas no permiten."


def _enforcement_en(rules: RuleSet) -> str:
    if rules.enforcement == "honour":
        return (
            "On your turn the table lets you play any card (only the last one has to match), and "
            "what is wrong counts unless somebody calls it before the next act."
        )
    return "The table refuses what the rules do not allow."


# Faults, where the table is on trust


def _fined_es(rules: RuleSet, fault: str) -> str:
    cards = rules.fines.get(fault, 0)
    return f"roba {cards_es(cards)}" if cards else "no roba nada"


def _fined_en(rules: RuleSet, fault: str) -> str:
    cards = rules.fines.get(fault, 0)
    return f"draws {cards_en(cards)}" if cards else "draws nothing"


def _wrong_card_es(rules: RuleSet) -> str:
    fine = _fined_es(rules, "wrong_card")
    return f"Si se la reclaman, quien puso una carta que no va la recoge, {fine} y pierde el turno."


def _wrong_card_en(rules: RuleSet) -> str:
    fine = _fined_en(rules, "wrong_card")
    return f"If called, a card that does not match goes back; its player {fine} and loses the turn."


def _out_of_turn_es(rules: RuleSet) -> str:
    if "out_of_turn" not in rules.fines:
        return "Fuera de turno no se puede jugar."
    fine = _fined_es(rules, "out_of_turn")
    return f"Quien jugó fuera de turno, si se lo reclaman, recoge lo que puso y {fine}."


def _out_of_turn_en(rules: RuleSet) -> str:
    if "out_of_turn" not in rules.fines:
        return "Nobody can play out of turn."
    fine = _fined_en(rules, "out_of_turn")
    return f"If called, a card out of turn goes back as well; its player {fine}."


def _unnamed_es(rules: RuleSet) -> str:
    suit = suit_es(rules)
    if "unnamed" not in rules.fines:
        return f"Cuando hay que pedir {suit}, se pide al poner la carta."
    fined = _fined_es(rules, "unnamed")
    return f"Quien no pidió {suit}, si se lo reclaman, {fined} y tiene que pedirlo."


def _unnamed_en(rules: RuleSet) -> str:
    suit = suit_en(rules)
    if "unnamed" not in rules.fines:
        return f"A {suit} that is due has to be named with the card."
    return f"If called, whoever named no {suit} {_fined_en(rules, 'unnamed')} and has to name one."


def _wrong_call_es(rules: RuleSet) -> str:
    cards = rules.fines.get("wrong_call", 0)
    return f"Reclamar sin razón {f'cuesta {cards_es(cards)}' if cards else 'no cuesta nada'}."


def _wrong_call_en(rules: RuleSet) -> str:
    cards = rules.fines.get("wrong_call", 0)
    return f"Calling without reason costs {cards_en(cards) if cards else 'nothing'}."


def _clock_es(rules: RuleSet) -> str:
    seconds, slow = rules.turn_seconds or 0, rules.fines.get("slow", 0)
    fine = f" y robas {cards_es(slow)}" if slow else ""
    return (
        f"Tienes {seconds} {plural(seconds, 'segundo', 'segundos')} por turno; si se acaban, "
        f"pierdes el turno{fine}."
    )


def _clock_en(rules: RuleSet) -> str:
    seconds, slow = rules.turn_seconds or 0, rules.fines.get("slow", 0)
    fine = f" and draw {cards_en(slow)}" if slow else ""
    return (
        f"You have {seconds} {plural(seconds, 'second', 'seconds')} a turn; when they are over, "
        f"you lose it{fine}."
    )


def _on_trust(rules: RuleSet) -> bool:
    return rules.enforcement == "honour"


def _names(rules: RuleSet) -> bool:
    return bool(rules.wild_suit) and not rules.silent_eight


SAYING: tuple[Sentence, ...] = (
    Sentence("last_card_call", ("last_card_call", "last_card_fine"), _call_es, _call_en,
             lambda r: r.last_card_call != "off"),
    Sentence(
        "call_on_pass", ("call_on_pass",),
        fixed("También avisa quien pasa o pierde el turno con una sola carta."),
        fixed("Whoever passes or loses a turn with a single card says so too."),
        lambda r: r.call_on_pass,
    ),
    Sentence("enforcement", ("enforcement",), _enforcement_es, _enforcement_en),
    Sentence("wrong_card", ("fines",), _wrong_card_es, _wrong_card_en, _on_trust),
    Sentence("out_of_turn", ("fines",), _out_of_turn_es, _out_of_turn_en, _on_trust),
    Sentence("unnamed", ("fines",), _unnamed_es, _unnamed_en,
             lambda r: _on_trust(r) and _names(r)),
    Sentence("wrong_call", ("fines",), _wrong_call_es, _wrong_call_en, _on_trust),
    Sentence("turn_seconds", ("turn_seconds", "fines"), _clock_es, _clock_en,
             lambda r: r.turn_seconds is not None),
)  # fmt: skip
