"""Sentences on drawing, passing and closing a round."""

from __future__ import annotations

from server.rules.page.dealing import acts
from server.rules.page.sentence import Sentence
from server.rules.page.words import cards_en, cards_es
from server.rules.ruleset import RuleSet


def _when_es(rules: RuleSet) -> str:
    if rules.voluntary_draw:
        return "Puedes robar aunque tengas una carta que sirva."
    return "Solo robas cuando no tienes ninguna carta que sirva."


def _when_en(rules: RuleSet) -> str:
    if rules.voluntary_draw:
        return "You may draw even while you hold a card that matches."
    return "You draw only when you hold no card that matches."


def _limit_es(rules: RuleSet) -> str:
    limit = rules.draw_limit
    if limit is None:
        return "Se roba de una en una, y solo se pasa cuando nada sirve y no queda qué robar."
    if limit == 1:
        return "Robas una sola carta por turno, y después puedes pasar."
    return (
        f"Robas hasta {cards_es(limit)} por turno, de una en una, hasta la primera que sirve, y "
        "después puedes pasar."
    )


def _limit_en(rules: RuleSet) -> str:
    limit = rules.draw_limit
    if limit is None:
        return (
            "Cards are drawn one by one, and you pass only when nothing matches and there is "
            "nothing left to draw."
        )
    if limit == 1:
        return "You draw one card a turn, and then you may pass."
    return (
        f"You draw up to {cards_en(limit)} a turn, one by one, until one matches, and then you may "
        "pass."
    )


def _drawn_es(rules: RuleSet) -> str:
    if rules.drawn_card == "must":
        return "Si la carta robada sirve, hay que jugar."
    return "Si la carta robada sirve, puedes jugarla en el mismo turno."


def _drawn_en(rules: RuleSet) -> str:
    if rules.drawn_card == "must":
        return "If the drawn card matches, you have to play."
    return "If the drawn card matches, you may play it in the same turn."


def _rebuild_es(rules: RuleSet) -> str:
    if rules.rebuild_stock:
        return (
            "Cuando el mazo se acaba, se baraja la pila, menos la carta de arriba, y sirve de "
            "mazo nuevo."
        )
    return "Cuando el mazo se acaba, no se vuelve a armar."


def _rebuild_en(rules: RuleSet) -> str:
    if rules.rebuild_stock:
        return (
            "When the stock runs out, the pile, except for its top card, is shuffled into a new "
            "stock."
        )
    return "When the stock runs out, it is not rebuilt."


DRAWING: tuple[Sentence, ...] = (
    Sentence("voluntary_draw", ("voluntary_draw",), _when_es, _when_en),
    Sentence("draw_limit", ("draw_limit",), _limit_es, _limit_en),
    Sentence("drawn_card", ("drawn_card",), _drawn_es, _drawn_en),
    Sentence("rebuild_stock", ("rebuild_stock",), _rebuild_es, _rebuild_en),
)


# Closing


def _closing_es(rules: RuleSet) -> str:
    if rules.play_on:
        return "Quien se queda sin cartas sale, y los demás siguen hasta que solo uno tenga cartas."
    return "La ronda termina cuando alguien se queda sin cartas."


def _closing_en(rules: RuleSet) -> str:
    if rules.play_on:
        return (
            "Whoever has no cards left is out, and the others play on until only one of them "
            "holds cards."
        )
    return "The round ends when somebody has no cards left."


def _effect_es(rules: RuleSet) -> str:
    if rules.last_card_effect == "draw_applies":
        return (
            "Si la última carta hace robar, el siguiente roba sin poder responder, y esas cartas "
            "cuentan; ningún otro efecto vale."
        )
    if rules.last_card_effect == "applies":
        again = ", menos el de poner otra carta" if rules.play_again else ""
        return f"La última carta tiene su efecto{again}."
    return "La última carta no tiene efecto."


def _effect_en(rules: RuleSet) -> str:
    if rules.last_card_effect == "draw_applies":
        return (
            "If the last card is a draw card, the next player draws and cannot answer, and those "
            "cards count; no other effect applies."
        )
    if rules.last_card_effect == "applies":
        again = ", except for another play" if rules.play_again else ""
        return f"The last card has its effect{again}."
    return "The last card has no effect."


_STUCK_ES = "Si nadie puede jugar ni robar y todos pasan, la mesa se bloquea"
_STUCK_EN = "If nobody can play or draw and everybody passes, the table is blocked"


def _blocked_es(rules: RuleSet) -> str:
    start = _STUCK_ES
    if rules.play_on:
        return f"{start} y los puestos que faltan van de la mano más baja a la más alta."
    tie = "si empatan, la de menos cartas, y después la de quien jugaría antes"
    return f"{start} y gana la mano de menos puntos ({tie})."


def _blocked_en(rules: RuleSet) -> str:
    start = _STUCK_EN
    if rules.play_on:
        return f"{start} and the places that are left go from the lowest hand up."
    tie = "if tied, the one with fewest cards, and then whoever would play first"
    return f"{start} and the hand with fewest points wins ({tie})."


def _circling_es(rules: RuleSet) -> str:
    start = "Si cuarenta veces seguidas alguien roba y juega en el mismo turno, la mesa se bloquea"
    return _blocked_es(rules).replace(_STUCK_ES, start)


def _circling_en(rules: RuleSet) -> str:
    start = (
        "If forty times in a row somebody draws and plays in the same turn, the table is blocked"
    )
    return _blocked_en(rules).replace(_STUCK_EN, start)


def _still_es(rules: RuleSet) -> str:
    return (
        "También se bloquea si, sin nada que robar, en dos vueltas nadie juega, aunque a alguien "
        "solo se le haya acabado el tiempo."
    )


def _still_en(rules: RuleSet) -> str:
    return (
        "It is blocked too if, with nothing to draw, nobody plays for two times round the table, "
        "even where somebody's time has only run out."
    )


CLOSING: tuple[Sentence, ...] = (
    Sentence("closing", ("play_on",), _closing_es, _closing_en),
    Sentence("last_card_effect", ("last_card_effect", "play_again"), _effect_es, _effect_en, acts),
    Sentence("blocked", ("rebuild_stock", "play_on"), _blocked_es, _blocked_en,
             lambda r: not r.rebuild_stock),
    Sentence("circling", ("rebuild_stock", "play_on"), _circling_es, _circling_en,
             lambda r: r.rebuild_stock),
    Sentence("still", ("turn_seconds",), _still_es, _still_en,
             lambda r: r.turn_seconds is not None),
)  # fmt: skip
