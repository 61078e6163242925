"""What a person types, read in both languages."""

from __future__ import annotations

import pytest

from clients.cli.reading import PlayRead, SuitRead, Unclear, Verb, VerbRead, read

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


def test_choices_are_named_in_the_language_of_the_person() -> None:
    assert read("ca", "es") == U(typed="ca", choices=("cartas", "cambiar"))
    assert read("re", "en") == U(typed="re", choices=("rematch", "refuse", "remove"))
