"""Sentences on a turn and on what the cards do."""

from __future__ import annotations

from server.cards import RED_CHOICE, RED_FIVE
from server.rules.page.sentence import Sentence
from server.rules.page.words import (
    listed_en,
    listed_es,
    opening,
    rank_en,
    rank_es,
    rank_word_en,
    rank_word_es,
    ranks_en,
    ranks_es,
    suit_en,
    suit_es,
)
from server.rules.ruleset import RuleSet


def _wild_es(rules: RuleSet) -> str:
    names = opening(ranks_es(rules.wild_suit))
    go = "va" if len(rules.wild_suit) == 1 else "van"
    plays = "lo juega" if len(rules.wild_suit) == 1 else "los juega"
    if rules.silent_eight:
        return f"{names} {go} sobre cualquier carta, y vale su propio palo."
    return (
        f"{names} {go} sobre cualquier carta, y quien {plays} pide el {suit_es(rules)} que sigue."
    )


def _wild_en(rules: RuleSet) -> str:
    names = opening(ranks_en(rules.wild_suit))
    go = "goes" if len(rules.wild_suit) == 1 else "go"
    if rules.silent_eight:
        return f"{names} {go} on any card, and its own suit is to be followed."
    return f"{names} {go} on any card, and whoever plays it names the {suit_en(rules)} to follow."


def _by_number(rules: RuleSet) -> list[tuple[int, list[str]]]:
    """Ranks that draw as much, together."""
    groups: dict[int, list[str]] = {}
    for rank, cards in rules.draw.items():
        groups.setdefault(cards, []).append(rank)
    return list(groups.items())


def _draws_es(rules: RuleSet) -> str:
    parts = [
        f"{ranks_es(ranks)} {'hace' if len(ranks) == 1 else 'hacen'} robar {cards}"
        for cards, ranks in _by_number(rules)
    ]
    return opening(f"{listed_es(parts)} al siguiente, que además pierde el turno.")


def _draws_en(rules: RuleSet) -> str:
    parts = [
        f"{ranks_en(ranks)} {'makes' if len(ranks) == 1 else 'make'} the next player draw {cards}"
        for cards, ranks in _by_number(rules)
    ]
    return opening(f"{listed_en(parts)}, and lose the turn.")


def _answers_es(rules: RuleSet) -> str:
    if rules.answers == "jiujitsu":
        return (
            f"A un castigo se responde con otra carta de robar (sobre {rank_es(RED_FIVE)}, un +2 "
            f"solo del color pedido) o con {rank_es(RED_CHOICE)}, que lo anula."
        )
    return f"Quien debe robar puede responder con {ranks_es(rules.draw, 'o')}, de cualquier palo."


def _answers_en(rules: RuleSet) -> str:
    if rules.answers == "jiujitsu":
        return (
            f"A penalty is answered with another drawing card (on {rank_en(RED_FIVE)}, a +2 only "
            f"in the colour named) or with {rank_en(RED_CHOICE)}, which wipes it out."
        )
    return f"Whoever owes cards may answer with {ranks_en(rules.draw, 'or')} of any suit."


def _reverse_es(rules: RuleSet) -> str:
    return opening(f"{ranks_es(rules.reverse)} {_turns(rules)} la vuelta al sentido del juego.")


def _turns(rules: RuleSet) -> str:
    return "da" if len(rules.reverse) == 1 else "dan"


def _reverse_en(rules: RuleSet) -> str:
    verb = "turns" if len(rules.reverse) == 1 else "turn"
    return opening(f"{ranks_en(rules.reverse)} {verb} the way of play round.")


def _skip_es(rules: RuleSet) -> str:
    verb = "hace" if len(rules.skip) == 1 else "hacen"
    return opening(f"{ranks_es(rules.skip)} {verb} perder el turno al siguiente.")


def _skip_en(rules: RuleSet) -> str:
    verb = "makes" if len(rules.skip) == 1 else "make"
    return opening(f"{ranks_en(rules.skip)} {verb} the next player lose a turn.")


EFFECTS: tuple[Sentence, ...] = (
    Sentence(
        "matching", ("pack",),
        lambda r: f"En tu turno pones una carta del mismo {suit_es(r)} o del mismo "
        f"{rank_word_es(r)} que la de arriba.",
        lambda r: f"On your turn you play a card of the same {suit_en(r)} or the same "
        f"{rank_word_en(r)} as the top one.",
    ),
    Sentence("wild", ("wild_suit", "silent_eight", "pack"), _wild_es, _wild_en,
             lambda r: bool(r.wild_suit)),
    Sentence(
        "no_eight_on_eight", ("eight_on_eight",),
        lambda r: opening(f"{ranks_es(r.wild_suit)} no se pone sobre otra carta igual."),
        lambda r: opening(f"{ranks_en(r.wild_suit)} may not go on another of its kind."),
        lambda r: not r.eight_on_eight,
    ),
    Sentence(
        "wild_keep", ("wild_keep",),
        lambda r: opening(f"{ranks_es(r.wild_keep)} se pone sobre cualquier carta y deja el palo "
                          "como estaba."),
        lambda r: opening(f"{ranks_en(r.wild_keep)} may be played on anything and leaves the suit "
                          "as it was."),
        lambda r: bool(r.wild_keep),
    ),
    Sentence("skip", ("skip",), _skip_es, _skip_en, lambda r: bool(r.skip)),
    Sentence("reverse", ("reverse",), _reverse_es, _reverse_en, lambda r: bool(r.reverse)),
    Sentence(
        "reverse_two", ("reverse_two",),
        lambda r: "Si solo quedan dos, " + (
            "quien la juega puede poner otra carta." if r.reverse_two == "play_again"
            else "eso no cambia nada."),
        lambda r: "With two players left, " + (
            "whoever plays it may play another card." if r.reverse_two == "play_again"
            else "that changes nothing."),
        lambda r: bool(r.reverse),
    ),
    Sentence(
        "play_again", ("play_again",),
        lambda r: opening(f"{ranks_es(r.play_again)} da derecho a poner otra carta que sirva, "
                          "o a pasar; robar, no."),
        lambda r: opening(f"{ranks_en(r.play_again)} gives the right to play one more matching "
                          "card, or to pass; not to draw."),
        lambda r: bool(r.play_again),
    ),
    Sentence("draw", ("draw",), _draws_es, _draws_en, lambda r: bool(r.draw)),
    Sentence("answers", ("answers", "draw"), _answers_es, _answers_en, lambda r: bool(r.draw)),
    Sentence(
        "stacking", ("stacking",),
        lambda r: "Los castigos se suman y pasan al siguiente." if r.stacking
        else "Los castigos no se suman: vale solo la última carta.",
        lambda r: "Penalties add up and pass on to the next player." if r.stacking
        else "Penalties do not add up: only the last card counts.",
        lambda r: bool(r.draw),
    ),
    Sentence(
        "penalty_first_card", ("penalty_first_card",),
        lambda r: "Un castigo se roba en dos veces: primero una carta, que solo se juega si "
        "responde y no tenías con qué responder, y después el resto.",
        lambda r: "A penalty is taken in two goes: first one card, which may be played only if it "
        "answers and you had no answer before, and then the rest.",
        lambda r: r.penalty_first_card and bool(r.draw),
    ),
)  # fmt: skip
