"""Sentences on a turn and on what the cards do."""

from __future__ import annotations

from server.cards import FRENCH54, JOKER, RED_CHOICE, RED_FIVE
from server.rules.matching import cancels
from server.rules.page.sentence import Sentence, fixed
from server.rules.page.words import (
    cards_en,
    cards_es,
    number_en,
    number_es,
    one_en,
    one_es,
    ones_en,
    ones_es,
    opening,
    other_en,
    other_es,
    rank_en,
    rank_es,
    rank_word_en,
    rank_word_es,
    ranks_en,
    ranks_es,
    suit_en,
    suit_es,
    verb,
)
from server.rules.ruleset import RuleSet

# Wild cards


def _wild_es(rules: RuleSet) -> str:
    wild = rules.wild_suit
    goes = f"{opening(ranks_es(wild))} {verb(wild, 'va', 'van')} sobre cualquier carta"
    if rules.silent_eight:
        return f"{goes} y no {verb(wild, 'pide', 'piden')} nada: vale su propio palo."
    plays = verb(wild, "lo juega", "los juega")
    return f"{goes}, y quien {plays} pide el {suit_es(rules)} que sigue{_last_es(rules)}."


def _last_es(rules: RuleSet) -> str:
    return "" if _last_names(rules) else ", salvo que sea su última carta"


def _last_names(rules: RuleSet) -> bool:
    """Whether a last card may have to name a suit: play goes on, and it has none of its own."""
    return rules.play_on and any(rank in rules.wild_suit for rank in (RED_FIVE, RED_CHOICE, JOKER))


def _wild_en(rules: RuleSet) -> str:
    wild = rules.wild_suit
    goes = f"{opening(ranks_en(wild))} {verb(wild, 'goes', 'go')} on any card"
    if rules.silent_eight:
        return f"{goes} and {verb(wild, 'names', 'name')} nothing: its own suit is followed."
    last = "" if _last_names(rules) else ", unless it is their last card"
    plays = verb(wild, "plays it", "plays one")
    return f"{goes}, and whoever {plays} names the {suit_en(rules)} to follow{last}."


def _apart_es(rules: RuleSet) -> str:
    pairs = (f"{one_es(rank)} no va sobre {other_es(rank)}" for rank in rules.wild_suit)
    return f"{opening('; '.join(pairs))}, ni siquiera para seguir el {suit_es(rules)}."


def _apart_en(rules: RuleSet) -> str:
    pairs = (f"{one_en(rank)} does not go on {other_en(rank)}" for rank in rules.wild_suit)
    return f"{opening('; '.join(pairs))}, not even to follow the {suit_en(rules)}."


def _keep_es(rules: RuleSet) -> str:
    keep = rules.wild_keep
    goes = f"{verb(keep, 'va', 'van')} sobre cualquier carta y {verb(keep, 'deja', 'dejan')}"
    return f"{opening(ranks_es(keep))} {goes} el {suit_es(rules)} como estaba."


def _keep_en(rules: RuleSet) -> str:
    keep = rules.wild_keep
    goes = f"{verb(keep, 'goes', 'go')} on any card and {verb(keep, 'leaves', 'leave')}"
    return f"{opening(ranks_en(keep))} {goes} the {suit_en(rules)} as it was."


# Turns


def _skip_es(rules: RuleSet) -> str:
    makes = verb(rules.skip, "hace", "hacen")
    return opening(f"{ranks_es(rules.skip)} {makes} perder el turno al siguiente.")


def _skip_en(rules: RuleSet) -> str:
    makes = verb(rules.skip, "makes", "make")
    return opening(f"{ranks_en(rules.skip)} {makes} the next player lose a turn.")


def _reverse_es(rules: RuleSet) -> str:
    gives = verb(rules.reverse, "da", "dan")
    return opening(f"{ranks_es(rules.reverse)} {gives} la vuelta al sentido del juego.")


def _reverse_en(rules: RuleSet) -> str:
    turns = verb(rules.reverse, "reverses", "reverse")
    return opening(f"{ranks_en(rules.reverse)} {turns} the direction of play.")


def _reverse_two_es(rules: RuleSet) -> str:
    if rules.reverse_two == "play_again":
        return "Si solo quedan dos con cartas, quien da la vuelta puede poner otra carta, o pasar."
    return "Si solo quedan dos con cartas, la vuelta no cambia nada."


def _reverse_two_en(rules: RuleSet) -> str:
    if rules.reverse_two == "play_again":
        return (
            "When only two are left with cards, whoever reverses the direction may play another "
            "card, or pass."
        )
    return "When only two are left with cards, reversing the direction changes nothing."


def _again_es(rules: RuleSet) -> str:
    gives = verb(rules.play_again, "da", "dan")
    return opening(
        f"{ranks_es(rules.play_again)} {gives} derecho a poner otra carta que sirva o a pasar, "
        "pero no a robar."
    )


def _again_en(rules: RuleSet) -> str:
    gives = verb(rules.play_again, "gives", "give")
    return opening(
        f"{ranks_en(rules.play_again)} {gives} the right to play one more matching card or to "
        "pass, but not to draw."
    )


# Penalties


def _by_number(rules: RuleSet) -> list[tuple[int, list[str]]]:
    """Ranks that draw as much, together; the fewest cards first."""
    groups: dict[int, list[str]] = {}
    for rank, cards in rules.draw.items():
        groups.setdefault(cards, []).append(rank)
    return sorted(groups.items())


def _draws_es(rules: RuleSet) -> str:
    (cards, ranks), *others = _by_number(rules)
    start = f"Con {ones_es(ranks)} el siguiente"
    if not others:
        return f"{start} roba {cards_es(cards)} y pierde el turno."
    more = "".join(f"; con {ones_es(more)}, {number_es(count)}" for count, more in others)
    return f"{start} pierde el turno y roba {cards_es(cards)}{more}."


def _draws_en(rules: RuleSet) -> str:
    (cards, ranks), *others = _by_number(rules)
    start = f"With {ones_en(ranks)} the next player"
    if not others:
        return f"{start} draws {cards_en(cards)} and loses the turn."
    more = "".join(f"; with {ones_en(more)}, {number_en(count)}" for count, more in others)
    return f"{start} loses the turn and draws {cards_en(cards)}{more}."


def _answers_es(rules: RuleSet) -> str:
    start = "Quien debe robar solo puede responder con otra carta que haga robar"
    if rules.answers == "any_draw":
        return f"{start}, del {suit_es(rules)} que sea."
    five, wipes = _on_five(rules), _wiping(rules)
    same = f" (a {one_es(RED_FIVE)}, {ones_es(five)} solo si es del color pedido)" if five else ""
    wiped = f" o con {ones_es(wipes)}, que anula el castigo" if wipes else ""
    return f"{start}{same}{wiped}."


def _answers_en(rules: RuleSet) -> str:
    start = "Whoever owes cards may answer only with another draw card"
    if rules.answers == "any_draw":
        return f"{start}, of any {suit_en(rules)}."
    five, wipes = _on_five(rules), _wiping(rules)
    same = f" (to {one_en(RED_FIVE)}, {ones_en(five)} only in the colour named)" if five else ""
    wiped = f" or with {ones_en(wipes)}, which cancels the penalty" if wipes else ""
    return f"{start}{same}{wiped}."


def _on_five(rules: RuleSet) -> list[str]:
    """Ranks that answer a +5 in the named colour only."""
    return [rank for rank in rules.draw if rank != RED_FIVE and RED_FIVE in rules.draw]


def _wiping(rules: RuleSet) -> list[str]:
    """Ranks that wipe a penalty out."""
    return [rank for rank in rules.wild_suit if cancels(rules, rank)]


def _stacking_es(rules: RuleSet) -> str:
    if rules.stacking:
        return "Los castigos se suman y pasan al siguiente."
    return "Los castigos no se suman: el siguiente debe solo lo de la última carta."


def _stacking_en(rules: RuleSet) -> str:
    if rules.stacking:
        return "Penalties add up and pass on to the next player."
    return "Penalties do not add up: the next player owes only what the last card says."


EFFECTS: tuple[Sentence, ...] = (
    Sentence(
        "matching", ("pack",),
        lambda r: f"En tu turno pones una carta del mismo {suit_es(r)} o del mismo "
        f"{rank_word_es(r)} que la de arriba.",
        lambda r: f"On your turn you play a card of the same {suit_en(r)} or the same "
        f"{rank_word_en(r)} as the top one.",
    ),
    Sentence("wild", ("wild_suit", "silent_eight", "pack", "play_on"), _wild_es, _wild_en,
             lambda r: bool(r.wild_suit)),
    Sentence("no_eight_on_eight", ("eight_on_eight", "wild_suit"), _apart_es, _apart_en,
             lambda r: not r.eight_on_eight),
    Sentence("wild_keep", ("wild_keep",), _keep_es, _keep_en, lambda r: bool(r.wild_keep)),
    Sentence(
        "joker", ("pack", "wild_keep"),
        lambda r: f"{opening(rank_es(JOKER))} cuenta como un 3 sin palo: sobre él va un 3.",
        lambda r: f"{opening(rank_en(JOKER))} counts as a 3 without a suit: a 3 goes on it.",
        lambda r: r.pack == FRENCH54 and JOKER in r.wild_keep,
    ),
    Sentence("skip", ("skip",), _skip_es, _skip_en, lambda r: bool(r.skip)),
    Sentence("reverse", ("reverse",), _reverse_es, _reverse_en, lambda r: bool(r.reverse)),
    Sentence("reverse_two", ("reverse_two",), _reverse_two_es, _reverse_two_en,
             lambda r: bool(r.reverse)),
    Sentence("play_again", ("play_again",), _again_es, _again_en, lambda r: bool(r.play_again)),
    Sentence("draw", ("draw",), _draws_es, _draws_en, lambda r: bool(r.draw)),
    Sentence("answers", ("answers", "draw", "wild_suit"), _answers_es, _answers_en,
             lambda r: bool(r.draw)),
    Sentence("stacking", ("stacking",), _stacking_es, _stacking_en, lambda r: bool(r.draw)),
    Sentence(
        "penalty_first_card", ("penalty_first_card",),
        fixed("Un castigo se roba en dos veces: primero una carta, que solo se juega si responde "
              "y no tenías ya con qué responder, y después el resto."),
        fixed("A penalty is taken in two goes: first one card, which may be played only if it "
              "answers and you had no answer before, and then the rest."),
        lambda r: r.penalty_first_card and bool(r.draw),
    ),
    Sentence(
        "forgiven", ("draw",),
        fixed("Lo que no alcanza el mazo, se perdona."),
        fixed("What the stock cannot give is forgiven."),
        lambda r: bool(r.draw),
    ),
)  # fmt: skip
