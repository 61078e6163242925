"""Sentences on the pack, the deal and the way of play."""

from __future__ import annotations

from server.cards import FRENCH52, FRENCH54
from server.rules.page.sentence import Sentence
from server.rules.page.words import cards_en, cards_es, opening, ranks_en, ranks_es, side_es
from server.rules.ruleset import RuleSet


def _pack_es(rules: RuleSet) -> str:
    if rules.pack == FRENCH52:
        return "Se juega con una baraja francesa de 52 cartas, sin comodines."
    if rules.pack == FRENCH54:
        return "Se juega con una baraja francesa de 54 cartas, con sus dos comodines."
    return (
        "Se juega con la baraja de jiu-jitsu, de 107 cartas: cuatro colores, como los cinturones "
        "(azul, morado, marrón y negro), con números y símbolos, y once cartas rojas sin color."
    )


def _pack_en(rules: RuleSet) -> str:
    if rules.pack == FRENCH52:
        return "It is played with a French pack of 52 cards, without jokers."
    if rules.pack == FRENCH54:
        return "It is played with a French pack of 54 cards, with its two jokers."
    return (
        "It is played with the jiu-jitsu pack of 107 cards: four colours, like the belts (blue, "
        "purple, brown and black), with numbers and symbols, and eleven red cards without a colour."
    )


def _size_es(rules: RuleSet) -> str:
    if rules.hand_size == rules.hand_size_two:
        return f"Cada uno recibe {cards_es(rules.hand_size)}."
    two = rules.hand_size_two
    return f"Cada uno recibe {cards_es(rules.hand_size)}, o {two} si son dos."


def _size_en(rules: RuleSet) -> str:
    if rules.hand_size == rules.hand_size_two:
        return f"Everybody gets {cards_en(rules.hand_size)}."
    two = rules.hand_size_two
    return f"Everybody gets {cards_en(rules.hand_size)}, or {two} when there are two players."


_FIRST_ES = {
    "host": "La primera vez reparte quien puso la mesa",
    "lowest_cut": "La primera vez se corta y reparte quien saca la carta más baja",
    "highest_cut": "La primera vez se corta y reparte quien saca la carta más alta",
}
_FIRST_EN = {
    "host": "The first deal is the host's",
    "lowest_cut": "The first deal goes to whoever cuts the lowest card",
    "highest_cut": "The first deal goes to whoever cuts the highest card",
}
_NEXT_ES = {
    "in_direction": "el siguiente en el sentido del juego",
    "left": "quien está a su izquierda",
    "right": "quien está a su derecha",
}
_NEXT_EN = {
    "in_direction": "to the next player on the way of play",
    "left": "to the player on the dealer's left",
    "right": "to the player on the dealer's right",
}


def _dealer_es(rules: RuleSet) -> str:
    return f"{_FIRST_ES[rules.first_dealer]}; después, {_NEXT_ES[rules.next_dealer]}."


def _dealer_en(rules: RuleSet) -> str:
    return f"{_FIRST_EN[rules.first_dealer]}; after that it passes {_NEXT_EN[rules.next_dealer]}."


def _starter_es(rules: RuleSet) -> str:
    barred = ranks_es(rules.starter_forbidden, "o")
    start = "La carta de arriba del mazo abre la pila"
    if not rules.starter_forbidden:
        return f"{start}."
    return f"{start}; si es {barred}, vuelve al medio del mazo y se vuelve la siguiente."


def _starter_en(rules: RuleSet) -> str:
    barred = ranks_en(rules.starter_forbidden, "or")
    start = "The top card of the stock opens the pile"
    if not rules.starter_forbidden:
        return f"{start}."
    return f"{start}; if it is {barred}, it goes back to the middle and the next one is turned."


DEALING: tuple[Sentence, ...] = (
    Sentence("pack", ("pack",), _pack_es, _pack_en),
    Sentence(
        "two_packs", ("two_packs_from",),
        lambda r: f"Desde {r.two_packs_from} jugadores se juntan dos barajas iguales.",
        lambda r: f"With {r.two_packs_from} players or more, two packs are mixed.",
        lambda r: r.two_packs_from is not None and r.two_packs_from <= 10,
    ),
    Sentence("hand_size", ("hand_size", "hand_size_two"), _size_es, _size_en),
    Sentence("dealer", ("first_dealer", "next_dealer"), _dealer_es, _dealer_en),
    Sentence(
        "direction", ("direction",),
        lambda r: f"Cada ronda empieza hacia la {side_es(r.direction)}, "
        "por quien sigue a quien repartió.",
        lambda r: f"Every round starts to the {r.direction}, with the player after the dealer.",
    ),
    Sentence("starter", ("starter_forbidden",), _starter_es, _starter_en),
    Sentence(
        "starter_named", ("starter_eight",),
        lambda r: opening(f"{ranks_es(r.wild_suit, 'o')} que abre se queda, "
                          "y quien repartió pide el palo."),
        lambda r: f"If {ranks_en(r.wild_suit, 'or')} opens, it stays, and the dealer names the "
        "suit.",
        lambda r: r.starter_eight == "dealer_names",
    ),
    Sentence(
        "starter_effects", ("starter_effects",),
        lambda r: "La carta que abre vale como si la hubiera jugado quien repartió.",
        lambda r: "The opening card counts as if the dealer had played it.",
        lambda r: r.starter_effects,
    ),
    Sentence(
        "starter_inert", ("starter_effects",),
        lambda r: "La carta que abre no tiene efecto.",
        lambda r: "The opening card has no effect.",
        lambda r: not r.starter_effects and bool(r.skip or r.reverse or r.draw),
    ),
)  # fmt: skip
