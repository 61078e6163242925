"""Sentences on the pack, the deal and the way of play."""

from __future__ import annotations

from server.cards import FRENCH52, FRENCH54, JIUJITSU
from server.rules.effects import names_a_suit
from server.rules.matching import may_start
from server.rules.page.sentence import Sentence
from server.rules.page.words import (
    cards_en,
    cards_es,
    number_en,
    number_es,
    ones_en,
    ones_es,
    side_es,
    suit_en,
    suit_es,
)
from server.rules.ruleset import RuleSet
from server.rules.switches import SEATS_MAX


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


def _two_packs_es(rules: RuleSet) -> str:
    seats = rules.two_packs_from or 0
    if seats == 2:
        return "Siempre se mezclan dos barajas iguales."
    return f"Con {number_es(seats)} jugadores o más se mezclan dos barajas iguales."


def _two_packs_en(rules: RuleSet) -> str:
    seats = rules.two_packs_from or 0
    if seats == 2:
        return "Two equal packs are always mixed."
    return f"With {number_en(seats)} players or more, two equal packs are mixed."


def _size_es(rules: RuleSet) -> str:
    start = "Al empezar, cada uno" if rules.scoring == "countdown" else "Cada uno"
    two = ""
    if rules.hand_size != rules.hand_size_two:
        two = f", o {number_es(rules.hand_size_two)} si juegan dos"
    return f"{start} recibe {cards_es(rules.hand_size)}{two}."


def _size_en(rules: RuleSet) -> str:
    start = "At first everybody" if rules.scoring == "countdown" else "Everybody"
    two = ""
    if rules.hand_size != rules.hand_size_two:
        two = f", or {number_en(rules.hand_size_two)} if two play"
    return f"{start} gets {cards_en(rules.hand_size)}{two}."


_NEXT_ES = {
    "in_direction": "el siguiente hacia donde se juega",
    "left": "quien está a su izquierda",
    "right": "quien está a su derecha",
}
_NEXT_EN = {
    "in_direction": "to the next player in the direction of play",
    "left": "to the player on the dealer's left",
    "right": "to the player on the dealer's right",
}


def _dealer_es(rules: RuleSet) -> str:
    first = "La primera vez reparte quien puso la mesa"
    if rules.first_dealer != "host":
        low, high = ("más baja", "más alta")
        if rules.pack == JIUJITSU:
            low, high = ("de menos puntos", "de más puntos")
        which = low if rules.first_dealer == "lowest_cut" else high
        first = f"La primera vez se corta, y reparte quien saca la carta {which}"
    return f"{first}; después, {_NEXT_ES[rules.next_dealer]}."


def _dealer_en(rules: RuleSet) -> str:
    first = "The first deal is the host's"
    if rules.first_dealer != "host":
        low, high = ("lowest card", "highest card")
        if rules.pack == JIUJITSU:
            low, high = ("card with fewest points", "card with most points")
        which = low if rules.first_dealer == "lowest_cut" else high
        first = f"The first deal goes to whoever cuts the {which}"
    return f"{first}; after that it passes {_NEXT_EN[rules.next_dealer]}."


# The card that opens


def _barred(rules: RuleSet) -> tuple[str, ...]:
    """Ranks that go back into the stock when they are turned."""
    return tuple(rank for rank in rules.starter_forbidden if not may_start(rules, rank))


def _starter_es(rules: RuleSet) -> str:
    start = "La carta de arriba del mazo abre la pila"
    if not _barred(rules):
        return f"{start}."
    barred = ones_es(_barred(rules))
    return f"{start}; si es {barred}, vuelve al medio del mazo y se da vuelta la siguiente."


def _starter_en(rules: RuleSet) -> str:
    start = "The top card of the stock opens the pile"
    if not _barred(rules):
        return f"{start}."
    barred = ones_en(_barred(rules))
    return f"{start}; if it is {barred}, it goes back into the middle and the next one is turned."


def _open_wilds(rules: RuleSet) -> tuple[str, ...]:
    """Ranks that name suits and may open the pile."""
    return tuple(r for r in rules.wild_suit if may_start(rules, r) and names_a_suit(rules, r))


def _named_es(rules: RuleSet) -> str:
    opens = f"Si abre {ones_es(_open_wilds(rules))}"
    if rules.starter_eight == "dealer_names":
        return f"{opens}, quien repartió pide el {suit_es(rules)} antes de empezar."
    return f"{opens}, vale su propio {suit_es(rules)}."


def _named_en(rules: RuleSet) -> str:
    opens = f"If {ones_en(_open_wilds(rules))} opens"
    if rules.starter_eight == "dealer_names":
        return f"{opens}, the dealer names the {suit_en(rules)} before anything else."
    return f"{opens}, its own {suit_en(rules)} is followed."


def _effects_es(rules: RuleSet) -> str:
    turns = ", y si da la vuelta, empieza quien repartió" if rules.reverse else ""
    return f"La carta que abre vale como si la hubiera jugado quien repartió{turns}."


def _effects_en(rules: RuleSet) -> str:
    turns = ", and if it reverses the direction, the dealer begins" if rules.reverse else ""
    return f"The opening card counts as if the dealer had played it{turns}."


def acts(rules: RuleSet) -> bool:
    """Whether any card does something besides being played."""
    return bool(rules.skip or rules.reverse or rules.draw or rules.play_again)


def _starters_act(rules: RuleSet) -> bool:
    return bool(rules.skip or rules.reverse or rules.draw)


DEALING: tuple[Sentence, ...] = (
    Sentence("pack", ("pack",), _pack_es, _pack_en),
    Sentence("two_packs", ("two_packs_from",), _two_packs_es, _two_packs_en,
             lambda r: r.two_packs_from is not None and r.two_packs_from <= SEATS_MAX),
    Sentence("hand_size", ("hand_size", "hand_size_two", "scoring"), _size_es, _size_en),
    Sentence("dealer", ("first_dealer", "next_dealer", "pack"), _dealer_es, _dealer_en),
    Sentence(
        "direction", ("direction",),
        lambda r: f"Cada ronda empieza hacia la {side_es(r.direction)}, por quien sigue a quien "
        "repartió.",
        lambda r: f"Every round starts to the {r.direction}, with the player after the dealer.",
    ),
    Sentence("starter", ("starter_forbidden", "starter_eight"), _starter_es, _starter_en),
    Sentence("starter_named", ("starter_eight", "starter_forbidden"), _named_es, _named_en,
             lambda r: bool(_open_wilds(r))),
    Sentence("starter_effects", ("starter_effects", "reverse"), _effects_es, _effects_en,
             lambda r: r.starter_effects and _starters_act(r)),
    Sentence(
        "starter_inert", ("starter_effects",),
        lambda r: "La carta que abre no tiene efecto.",
        lambda r: "The opening card has no effect.",
        lambda r: not r.starter_effects and acts(r),
    ),
)  # fmt: skip
