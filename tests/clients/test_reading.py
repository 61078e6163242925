"""What a person types, read in both languages."""

from __future__ import annotations

import pytest

from clients.cli.faces_in import SuitRead
from clients.cli.reading import PlayRead, Unclear, VerbRead, read, says_call
from clients.cli.verbs import Verb

P, S, V, U = PlayRead, SuitRead, VerbRead, Unclear


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("9co", P(face="9H")),
        ("9 corazones", P(face="9H")),
        ("  Jugar   9 de CORAZÓN ", P(face="9H")),
        ("juega 9♥", P(face="9H")),
        ("9♥\ufe0f", P(face="9H")),
        ("9t", P(face="9C")),
        ("10p", P(face="TS")),
        ("td", P(face="TD")),
        ("jt", P(face="JC")),
        ("reina de picas", P(face="QS")),
        ("dama picas", P(face="QS")),
        ("as de tréboles", P(face="AC")),
        ("9h", P(face="9H")),
        ("play queen of spades", P(face="QS")),
        ("3", P(number=3)),
        ("jugar 12", P(number=12)),
        ("j 3", P(number=3)),
        ("3 pide picas", P(number=3, suit="S")),
        ("8p pide t", P(face="8S", suit="C")),
        ("8s ask for hearts", P(face="8S", suit="H")),
        ("robar", V(verb=Verb.DRAW)),
        ("r", V(verb=Verb.DRAW)),
        ("draw", V(verb=Verb.DRAW)),
        ("Pasar.", V(verb=Verb.PASS)),
        ("man", V(verb=Verb.HAND)),
        ("emp", V(verb=Verb.START)),
        ("?", V(verb=Verb.HELP)),
        ("sí", V(verb=Verb.YES)),
        ("charla ¡Hola, Ñandú!  ", V(verb=Verb.SAY, rest="¡Hola, Ñandú!")),
        ("robot Olga", V(verb=Verb.ROBOT, rest="Olga")),
        ("pedir picas", S(suit="S")),
        ("ro", U(typed="ro", choices=("robar", "robot"))),
        ("xyz", U(typed="xyz")),
        ("", U(typed="")),
        ("reina", P(rank="Q")),
        ("7co una", P(face="7H", announce=True)),
        ("jugá 7co, ¡una!", P(face="7H", announce=True)),
        ("7 y digo una", P(number=7, announce=True)),
        ("8p sin pedir", P(face="8S", unnamed=True)),
        ("3 sin pedir palo una", P(number=3, unnamed=True, announce=True)),
        ("8p pide co una", P(face="8S", suit="H", announce=True)),
        ("una", V(verb=Verb.ANNOUNCE)),
        ("¡Una!", V(verb=Verb.ANNOUNCE)),
        ("paso una", V(verb=Verb.PASS, rest="una")),
        ("acusar Tito", V(verb=Verb.ACCUSE, rest="Tito")),
        ("reclamo 3", V(verb=Verb.ACCUSE, rest="3")),
        ("charla dame una", V(verb=Verb.SAY, rest="dame una")),
        ("reglas", V(verb=Verb.RULES)),
        ("comodín", P(face="JK")),
        ("comodín pide picas", P(face="JK", suit="S")),
        ("jok una", P(face="JK", announce=True)),
        ("jugar", U(typed="jugar")),
        ("99999999999", U(typed="99999999999")),
    ],
)
def test_spanish_reads(typed: str, meant: object) -> None:
    assert read(typed, "es") == meant


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("9c", "es", P(face="9H", doubtful=True)),
        ("9c", "en", P(face="9C", doubtful=True)),
        ("9 c", "es", P(face="9H", doubtful=True)),
        ("8p pide c", "es", P(face="8S", suit="H", doubtful=True)),
        ("3 pide c", "es", P(number=3, suit="H", doubtful=True)),
        ("pide c", "es", S(suit="H", doubtful=True)),
        ("ask c", "en", S(suit="C", doubtful=True)),
        ("as", "es", P(face="AS", doubtful=True)),
        ("9d", "es", P(face="9D")),
        ("9cl", "en", P(face="9C")),
        ("9t", "en", P(face="9C")),
        ("9he one", "en", P(face="9H", announce=True)),
        ("8s ask for hearts and say one", "en", P(face="8S", suit="H", announce=True)),
        ("8s without asking", "en", P(face="8S", unnamed=True)),
        ("call Tito", "en", V(verb=Verb.ACCUSE, rest="Tito")),
        ("pass one", "en", V(verb=Verb.PASS, rest="one")),
    ],
)
def test_what_the_two_languages_read_differently_is_doubtful(
    typed: str, language: str, meant: object
) -> None:
    assert read(typed, language) == meant


def test_a_suit_alone_counts_only_where_one_is_waited_for() -> None:
    assert read("p", "es") == V(verb=Verb.PASS)
    assert read("p", "es", naming=True) == S(suit="S")
    assert read("corazones", "es", naming=True) == S(suit="H")
    assert read("robar", "es", naming=True) == V(verb=Verb.DRAW)
    assert read("sin pedir", "es", naming=True) == S(suit="")


def test_choices_are_named_in_the_language_of_the_person() -> None:
    assert read("ca", "es") == U(typed="ca", choices=("cartas", "cambiar"))
    assert read("re", "en") == U(typed="re", choices=("rematch", "refuse", "remove"))
    assert read("rec", "en") == U(typed="rec", choices=("reclamar", "rechazar"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("az7", P(face="b7")),
        ("7 azul", P(face="b7")),
        ("7az", P(face="b7")),
        ("el 7 azul", U(typed="el 7 azul")),
        ("blue 7", P(face="b7")),
        ("mo+2", P(face="p+")),
        ("+2 morado", P(face="p+")),
        ("robar +2 morado", P(face="p+")),
        ("ne-Saltar", P(face="k!")),
        ("nesal", P(face="k!")),
        ("cambiar marrón", P(face="n~")),
        ("ma cambio", P(face="n~")),
        ("purple skip", P(face="p!")),
        ("elegir", P(face="EL")),
        ("elegir azul", P(face="EL", suit="b")),
        ("ele ne", P(face="EL", suit="k")),
        ("elegir pide ma locos", P(face="EL", suit="n", announce=True)),
        ("elegir sin pedir", P(face="EL", unnamed=True)),
        ("+5", P(face="+5")),
        ("+5 azul", P(face="+5", suit="b")),
        ("robar +5 negro", P(face="+5", suit="k")),
        ("draw +5 brown", P(face="+5", suit="n")),
        ("5 azul", P(face="b5")),
        ("5", P(number=5)),
        ("az+2 locos", P(face="b+", announce=True)),
        ("saltar", P(rank="!")),
        ("+2", P(rank="+")),
        ("locos", V(verb=Verb.ANNOUNCE)),
        ("robar", V(verb=Verb.DRAW)),
        ("sal", V(verb=Verb.QUIT)),
        ("cambiar 1 3", V(verb=Verb.SWAP, rest="1 3")),
        ("pide azul", S(suit="b")),
    ],
)
def test_the_belts_are_read_in_both_languages(typed: str, meant: object) -> None:
    assert read(typed, "es", pack="jiujitsu") == meant


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("a7", "es", P(face="b7")),
        ("r7", "es", P(face="n7")),
        ("n7", "es", P(face="k7")),
        ("k7", "es", P(face="k7")),
        ("m7", "es", P(face="p7", doubtful=True)),
        ("b7", "en", P(face="b7", doubtful=True)),
        ("p7", "en", P(face="p7")),
        ("elegir m", "es", P(face="EL", suit="p", doubtful=True)),
        ("bl7", "en", U(typed="bl7")),
    ],
)
def test_a_letter_that_may_be_two_colours_is_doubtful(
    typed: str, language: str, meant: object
) -> None:
    assert read(typed, language, pack="jiujitsu") == meant


@pytest.mark.parametrize("word", ["una", "¡una!", "locos", "last card", "One!"])
def test_what_is_said_with_one_card_left(word: str) -> None:
    assert says_call(word)
    assert not says_call("ninguna")
