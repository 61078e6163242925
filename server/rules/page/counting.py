"""Sentences on points, the end of a match and leaving it."""

from __future__ import annotations

from server.cards import FRENCH54, JIUJITSU
from server.rules.page.sentence import Sentence, fixed
from server.rules.page.words import number_en, number_es, plural
from server.rules.ruleset import RuleSet


def _values_es(rules: RuleSet) -> str:
    if rules.pack == JIUJITSU:
        return "Las rojas valen 50; Robar +2, Cambiar y Saltar, 20; los números, lo que dicen."
    eights = "Cada 8 y cada comodín valen 50" if rules.pack == FRENCH54 else "Cada 8 vale 50"
    return f"{eights}; cada rey, reina, jota o 10, 10; el as, 1; las demás, su número."


def _values_en(rules: RuleSet) -> str:
    if rules.pack == JIUJITSU:
        return "Reds count 50; Draw +2, Change and Skip 20; numbers what they say."
    eights = "Every 8 and every joker count" if rules.pack == FRENCH54 else "Every 8 counts"
    return f"{eights} 50; king, queen, jack and 10 count 10; the ace 1; others their number."


_SCORING_ES = {
    "winner_collects": "Quien gana la ronda se anota los puntos que los demás tienen en la mano",
    "losers_add": "Cada uno se anota los puntos que le quedan en la mano, y quien gana la ronda, "
    "nada",
    "elimination": "Cada uno se anota los puntos que le quedan en la mano, y a quien gana la ronda "
    "se le restan 100",
    "places": "No se cuentan puntos: gana quien sale primero, los demás van por orden de salida y "
    "quien se queda con cartas es el último",
    "countdown": "No se cuentan puntos: quien gana una ronda recibe una carta menos en la "
    "siguiente, y gana la partida quien gana una ronda en la que recibió una sola",
}
_SCORING_EN = {
    "winner_collects": "Whoever wins the round scores the points that the others still hold",
    "losers_add": "Everybody scores the points left in hand, and whoever wins the round scores "
    "none",
    "elimination": "Everybody scores the points left in hand, and whoever wins the round takes 100 "
    "off their own total",
    "places": "No points are counted: whoever is out first wins, the others follow in the order of "
    "going out, and the one left with cards is last",
    "countdown": "No points are counted: whoever wins a round gets one card less in the next, and "
    "whoever wins a round after being dealt a single card wins the match",
}
# At a blocked table the winner holds cards as well.
_BLOCKED_ES = {
    "winner_collects": "; con la mesa bloqueada, la diferencia con su mano",
    "losers_add": "; con la mesa bloqueada, la diferencia con la mano que gana",
    "countdown": "; una ronda bloqueada cuenta igual",
}
_BLOCKED_EN = {
    "winner_collects": "; at a blocked table, the difference to their own hand",
    "losers_add": "; at a blocked table, the difference to the winning hand",
    "countdown": "; a blocked round counts the same",
}


def _scoring_es(rules: RuleSet) -> str:
    blocked = _BLOCKED_ES.get(rules.scoring, "")
    return f"{_SCORING_ES[rules.scoring]}{blocked}."


def _scoring_en(rules: RuleSet) -> str:
    blocked = _BLOCKED_EN.get(rules.scoring, "")
    return f"{_SCORING_EN[rules.scoring]}{blocked}."


def _target_es(rules: RuleSet) -> str:
    if rules.target is None:
        target = "50 puntos por jugador"
    else:
        target = f"{rules.target} {plural(rules.target, 'punto', 'puntos')}"
    if rules.scoring == "winner_collects":
        return f"Gana la partida quien llega a {target} al cerrar una ronda."
    return (
        f"Cuando alguien llega a {target}, gana quien tiene menos; si varios tienen lo menos, "
        "juegan entre ellos una ronda más, la última."
    )


def _target_en(rules: RuleSet) -> str:
    if rules.target is None:
        target = "50 points a player"
    else:
        target = f"{rules.target} {plural(rules.target, 'point', 'points')}"
    if rules.scoring == "winner_collects":
        return f"The match is won by whoever has {target} at the close of a round."
    return (
        f"When somebody has {target}, the lowest total wins; if several are lowest, they play one "
        "more round among themselves, the last."
    )


def _limit_es(rules: RuleSet) -> str:
    limit = rules.limit or 0
    points = plural(limit, "punto", "puntos")
    return f"Quien pasa de {limit} {points} sale de la partida, y gana el último que queda."


def _limit_en(rules: RuleSet) -> str:
    limit = rules.limit or 0
    points = plural(limit, "point", "points")
    return f"Whoever is over {limit} {points} is out of the match, and the last one left wins."


def _minutes_es(rules: RuleSet) -> str:
    minutes = rules.time_limit or 0
    return (
        f"{plural(minutes, 'Pasado', 'Pasados')} {minutes} "
        f"{plural(minutes, 'minuto', 'minutos')}, la ronda en curso es la última, "
        "y gana quien tiene menos puntos."
    )


def _minutes_en(rules: RuleSet) -> str:
    minutes = rules.time_limit or 0
    return (
        f"After {minutes} {plural(minutes, 'minute', 'minutes')} the round in play is the last, "
        "and the lowest total wins."
    )


def _rounds_es(rules: RuleSet) -> str:
    rounds = rules.max_rounds or 0
    if rounds == 1:
        return "Se juega una sola ronda, y gana quien tiene menos puntos."
    return (
        f"Se juegan {number_es(rounds)} rondas como mucho; después gana quien tiene menos puntos."
    )


def _rounds_en(rules: RuleSet) -> str:
    rounds = rules.max_rounds or 0
    if rounds == 1:
        return "A single round is played, and the lowest total wins."
    return f"At most {number_en(rounds)} rounds are played; then the lowest total wins."


def _abandon_es(rules: RuleSet) -> str:
    if rules.on_abandon == "robot_plays":
        return "Si alguien deja la partida, un robot sigue con su mano."
    return "Quien deja la partida la pierde, y gana quien va primero entre los demás."


def _abandon_en(rules: RuleSet) -> str:
    if rules.on_abandon == "robot_plays":
        return "If somebody leaves the match, a robot plays on with that hand."
    return "Whoever leaves the match loses it, and the leader among the others wins."


COUNTING: tuple[Sentence, ...] = (
    Sentence("values", ("pack",), _values_es, _values_en,
             lambda r: r.scoring not in ("places", "countdown") or not r.rebuild_stock),
    Sentence("scoring", ("scoring", "rebuild_stock"), _scoring_es, _scoring_en),
    Sentence("target", ("target", "scoring"), _target_es, _target_en,
             lambda r: r.scoring in ("winner_collects", "losers_add")),
    Sentence("limit", ("limit",), _limit_es, _limit_en, lambda r: r.limit is not None),
    Sentence("time_limit", ("time_limit",), _minutes_es, _minutes_en,
             lambda r: r.time_limit is not None),
    Sentence("max_rounds", ("max_rounds",), _rounds_es, _rounds_en,
             lambda r: r.max_rounds is not None),
    Sentence("on_abandon", ("on_abandon",), _abandon_es, _abandon_en),
    Sentence(
        "absence", (),
        fixed("Si la casa no dice otra cosa, cuando a quien le toca no juega en 48 horas, los "
              "demás pueden cerrar por ausencia, y sin jugadas en siete días la mesa se levanta "
              "sin ganador."),
        fixed("Unless the house says otherwise, the others may close for absence when whoever is "
              "to act does nothing for 48 hours, and after seven days without a play the table is "
              "cleared, with no winner."),
    ),
)  # fmt: skip
