"""Sentences on points, the end of a match and leaving it."""

from __future__ import annotations

from server.cards import FRENCH54, JIUJITSU
from server.rules.page.sentence import Sentence, fixed
from server.rules.page.words import plural
from server.rules.ruleset import RuleSet


def _values_es(rules: RuleSet) -> str:
    if rules.pack == JIUJITSU:
        return "Las rojas valen 50; Robar +2, Cambiar y Saltar, 20; los números, lo que dicen."
    joker = " y cada comodín" if rules.pack == FRENCH54 else ""
    return f"Cada 8{joker} vale 50; rey, reina, jota y 10 valen 10; el as, 1; las demás, su número."


def _values_en(rules: RuleSet) -> str:
    if rules.pack == JIUJITSU:
        return "Reds count 50; Draw +2, Change and Skip 20; numbers what they say."
    joker = " and every joker" if rules.pack == FRENCH54 else ""
    return (
        f"Every 8{joker} counts 50; king, queen, jack and 10 count 10; an ace 1; others their "
        "number."
    )


_SCORING_ES = {
    "winner_collects": "Quien gana la ronda recoge los puntos que tienen los demás en la mano.",
    "losers_add": "Cada uno suma los puntos que le quedan en la mano; quien gana la ronda, cero.",
    "elimination": "Cada uno suma los puntos de su mano, y quien gana la ronda resta 100.",
    "places": "No se cuentan puntos: valen los puestos, en el orden de salida.",
    "countdown": "No se cuentan puntos: quien gana una ronda recibe una carta menos en la "
    "siguiente, y gana la partida quien gana una ronda con una sola carta.",
}
_SCORING_EN = {
    "winner_collects": "Whoever wins the round collects the points the others still hold.",
    "losers_add": "Everybody adds the points left in hand; whoever wins the round adds none.",
    "elimination": "Everybody adds the points left in hand, and whoever wins the round takes off "
    "100.",
    "places": "No points are counted: what counts is the order of going out.",
    "countdown": "No points are counted: whoever wins a round gets one card less in the next, and "
    "whoever wins a round with a single card wins the match.",
}


def _end_es(rules: RuleSet) -> str:
    target = "50 puntos por jugador" if rules.target is None else f"{rules.target} puntos"
    if rules.scoring == "winner_collects":
        return f"Gana la partida quien llega a {target} al cerrar una ronda."
    return (
        f"Cuando alguien llega a {target}, gana quien tiene menos; si empatan, juegan una ronda "
        "más entre ellos."
    )


def _end_en(rules: RuleSet) -> str:
    target = "50 points a player" if rules.target is None else f"{rules.target} points"
    if rules.scoring == "winner_collects":
        return f"The match is won by whoever has {target} at the close of a round."
    return (
        f"When somebody has {target}, the lowest total wins; those who tie for it play one more "
        "round."
    )


COUNTING: tuple[Sentence, ...] = (
    Sentence("values", ("pack",), _values_es, _values_en,
             lambda r: r.scoring not in ("places", "countdown") or not r.rebuild_stock),
    Sentence("scoring", ("scoring",), lambda r: _SCORING_ES[r.scoring],
             lambda r: _SCORING_EN[r.scoring]),
    Sentence("target", ("target", "scoring"), _end_es, _end_en,
             lambda r: r.scoring in ("winner_collects", "losers_add")),
    Sentence(
        "limit", ("limit",),
        lambda r: f"Quien pasa de {r.limit} puntos sale de la partida, y gana quien queda.",
        lambda r: f"Whoever is over {r.limit} points is out of the match, and the last one left "
        "wins.",
        lambda r: r.limit is not None,
    ),
    Sentence(
        "time_limit", ("time_limit",),
        lambda r: f"Al cabo de {r.time_limit} {plural(r.time_limit or 0, 'minuto', 'minutos')} se "
        "acaba la ronda y gana quien tiene menos puntos.",
        lambda r: f"After {r.time_limit} {plural(r.time_limit or 0, 'minute', 'minutes')} the "
        "round is finished and the lowest total wins.",
        lambda r: r.time_limit is not None,
    ),
    Sentence(
        "max_rounds", ("max_rounds",),
        lambda r: f"Se juegan como mucho {r.max_rounds} "
        f"{plural(r.max_rounds or 0, 'ronda', 'rondas')}.",
        lambda r: f"At most {r.max_rounds} {plural(r.max_rounds or 0, 'round is', 'rounds are')} "
        "played.",
        lambda r: r.max_rounds is not None,
    ),
    Sentence(
        "on_abandon", ("on_abandon",),
        lambda r: "Si alguien se levanta, un robot juega por él." if r.on_abandon == "robot_plays"
        else "Quien se levanta a mitad de la partida la pierde, y gana quien va primero entre los "
        "demás.",
        lambda r: "If somebody leaves, a robot plays on." if r.on_abandon == "robot_plays"
        else "Whoever leaves in the middle of the match loses it, and the leader among the others "
        "wins.",
    ),
    Sentence(
        "absence", (),
        fixed("Si a quien le toca no juega en 48 horas, cualquiera puede cerrar por ausencia; sin "
              "jugadas en siete días, la mesa se levanta sin ganador."),
        fixed("If whoever is to act does nothing for 48 hours, any other player may close for "
              "absence; after seven days without a play the table is cleared, with no winner."),
    ),
)  # fmt: skip
