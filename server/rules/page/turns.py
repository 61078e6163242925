"""Sentences on drawing, passing, closing and saying it."""

from __future__ import annotations

from server.rules.page.sentence import Sentence, fixed
from server.rules.page.words import cards_en, cards_es
from server.rules.ruleset import RuleSet


def _when_es(rules: RuleSet) -> str:
    if rules.voluntary_draw:
        return "Puedes robar aunque tengas una carta que sirva."
    return "Solo se roba cuando nada sirve."


def _when_en(rules: RuleSet) -> str:
    if rules.voluntary_draw:
        return "You may draw even while you hold a card that matches."
    return "You draw only when nothing matches."


def _limit_es(rules: RuleSet) -> str:
    if rules.draw_limit is None:
        return "Se roba de una en una, hasta que se pueda jugar."
    if rules.draw_limit == 1:
        return "Se roba una sola carta por turno."
    return f"Se roban hasta {cards_es(rules.draw_limit)} por turno, de una en una."


def _limit_en(rules: RuleSet) -> str:
    if rules.draw_limit is None:
        return "You draw one by one until you can play."
    if rules.draw_limit == 1:
        return "You draw one card a turn."
    return f"You draw up to {cards_en(rules.draw_limit)} a turn, one by one."


def _drawn_es(rules: RuleSet) -> str:
    if rules.drawn_card == "must":
        return "Si la carta robada sirve, hay que jugarla."
    return "Si la carta robada sirve, puedes jugarla."


def _drawn_en(rules: RuleSet) -> str:
    if rules.drawn_card == "must":
        return "If the drawn card matches, it has to be played."
    return "If the drawn card matches, you may play it."


def _effect_es(rules: RuleSet) -> str:
    if rules.last_card_effect == "draw_applies":
        return "Si la última carta hace robar, el siguiente roba antes de contar."
    if rules.last_card_effect == "applies":
        return "El efecto de la última carta también vale."
    return "El efecto de la última carta no vale."


def _effect_en(rules: RuleSet) -> str:
    if rules.last_card_effect == "draw_applies":
        return "If the last card makes draw, the next player draws before hands are counted."
    if rules.last_card_effect == "applies":
        return "The last card has its effect as well."
    return "The last card has no effect."


def _call_es(rules: RuleSet) -> str:
    word = "Quien se queda con una carta lo dice"
    fine = cards_es(rules.last_card_fine)
    if rules.last_card_call == "automatic":
        return f"{word}; si lo olvida, roba {fine} cuando juega el siguiente."
    return f"{word}; si otro lo nota antes de que juegue el siguiente, roba {fine}."


def _call_en(rules: RuleSet) -> str:
    word = "Whoever is left with one card says so"
    fine = cards_en(rules.last_card_fine)
    if rules.last_card_call == "automatic":
        return f"{word}; forgetting it costs {fine} when the next player acts."
    return f"{word}; if somebody notices before the next player acts, forgetting it costs {fine}."


_FAULTS_ES = {
    "wrong_card": "una carta que no va",
    "out_of_turn": "jugar fuera de turno",
    "unnamed": "no pedir palo",
    "wrong_call": "acusar sin razón",
}
_FAULTS_EN = {
    "wrong_card": "a card that does not match",
    "out_of_turn": "playing out of turn",
    "unnamed": "naming no suit",
    "wrong_call": "calling without reason",
}


def _fines_es(rules: RuleSet) -> str:
    fines = [
        f"{name}, {rules.fines[key]}" for key, name in _FAULTS_ES.items() if key in rules.fines
    ]
    told = "; ".join(fines)
    return f"Las multas, en cartas: {told}." if fines else "Las faltas no llevan multa."


def _fines_en(rules: RuleSet) -> str:
    fines = [
        f"{name}, {rules.fines[key]}" for key, name in _FAULTS_EN.items() if key in rules.fines
    ]
    told = "; ".join(fines)
    return f"The fines, in cards: {told}." if fines else "Faults carry no fine."


def _clock_es(rules: RuleSet) -> str:
    slow = rules.fines.get("slow", 0)
    fine = f" y robas {cards_es(slow)}" if slow else ""
    return f"Tienes {rules.turn_seconds} segundos por turno; si se acaban, pierdes el turno{fine}."


def _clock_en(rules: RuleSet) -> str:
    slow = rules.fines.get("slow", 0)
    fine = f" and draw {cards_en(slow)}" if slow else ""
    return f"You have {rules.turn_seconds} seconds a turn; after that you lose it{fine}."


def _rebuild_es(rules: RuleSet) -> str:
    if rules.rebuild_stock:
        return "Cuando el mazo se acaba, se arma otra vez con la pila, menos la carta de arriba."
    return "Cuando el mazo se acaba, no se vuelve a armar: quien no puede jugar pasa."


def _rebuild_en(rules: RuleSet) -> str:
    if rules.rebuild_stock:
        return "When the stock runs out, the pile but its top card becomes the new one."
    return "When the stock runs out, it is not rebuilt: who cannot play passes."


DRAWING: tuple[Sentence, ...] = (
    Sentence("voluntary_draw", ("voluntary_draw",), _when_es, _when_en),
    Sentence("draw_limit", ("draw_limit",), _limit_es, _limit_en),
    Sentence("drawn_card", ("drawn_card",), _drawn_es, _drawn_en),
    Sentence("rebuild_stock", ("rebuild_stock",), _rebuild_es, _rebuild_en),
)

CLOSING: tuple[Sentence, ...] = (
    Sentence(
        "closing", ("play_on",),
        lambda r: "Quien se queda sin cartas sale, y los demás siguen hasta que quede uno."
        if r.play_on else "La ronda termina cuando alguien se queda sin cartas.",
        lambda r: "Whoever has no cards left is out, and the others play on until one is left."
        if r.play_on else "The round ends when somebody has no cards left.",
    ),
    Sentence("last_card_effect", ("last_card_effect",), _effect_es, _effect_en,
             lambda r: bool(r.skip or r.reverse or r.draw or r.play_again)
             or r.last_card_effect != "ignored"),
    Sentence(
        "blocked", ("rebuild_stock",),
        fixed("Si todos pasan uno tras otro, la mesa se bloquea y gana la mano más baja."),
        fixed("If everybody passes in turn, the table is blocked and the lowest hand wins."),
        lambda r: not r.rebuild_stock,
    ),
)  # fmt: skip

SAYING: tuple[Sentence, ...] = (
    Sentence("last_card_call", ("last_card_call", "last_card_fine"), _call_es, _call_en,
             lambda r: r.last_card_call != "off"),
    Sentence(
        "call_on_pass", ("call_on_pass",),
        fixed("También lo dice quien pasa, o pierde el turno, con una carta."),
        fixed("It is also said when passing, or losing a turn, with one card."),
        lambda r: r.call_on_pass,
    ),
    Sentence(
        "enforcement", ("enforcement",),
        lambda r: "La mesa no vigila: se puede poner cualquier carta, y los demás pueden acusar "
        "hasta que juegue el siguiente." if r.enforcement == "honour"
        else "La mesa no deja hacer lo que las reglas no permiten.",
        lambda r: "The table does not watch: any card may be played, and the others may call it "
        "until the next player acts." if r.enforcement == "honour"
        else "The table refuses what the rules do not allow.",
    ),
    Sentence("fines", ("fines",), _fines_es, _fines_en, lambda r: r.enforcement == "honour"),
    Sentence("turn_seconds", ("turn_seconds", "fines"), _clock_es, _clock_en,
             lambda r: r.turn_seconds is not None),
)  # fmt: skip
