"""Every sentence is there in both languages, with the same variables, and can be said."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentSerializer, ast, parse
from fluent.syntax.visitor import Visitor

from clients.cli import messages, reading
from clients.cli.messages import LOCALES, Messages
from server.cards import face_of
from server.protocol.news import AnyNews
from server.protocol.reasons import Reason
from server.protocol.robots import ROBOTS

LANGUAGES = ("es", "en")
FILES = (*messages.FILES, "acta.ftl")
SOURCES = Path(__file__).parents[2] / "clients" / "cli"
# What a client puts in; a selector's own keys are tried besides.
SAMPLES: dict[str, tuple[str | int, ...]] = {
    **dict.fromkeys(
        ("left", "cards", "pending", "penalty", "gained", "points", "choices", "limit", "wins"),
        (0, 1, 2, 21),
    ),
    **dict.fromkeys(("paid", "seconds", "rounds", "minutes", "count", "target"), (0, 1, 2)),
    **dict.fromkeys(("you", "known", "asks", "removed", "robot", "reversed"), ("yes", "no")),
    "rank": ("A", "7", "T", "Q"),
    "suit": ("C", "H"),
}


class _Reader(Visitor):
    """Which variables a message names, which messages it quotes, which keys it chooses by."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.quoted: set[str] = set()
        self.keys: dict[str, set[str | int]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.quoted.add(node.id.name)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        assert isinstance(node.selector, ast.VariableReference)
        keys = self.keys.setdefault(node.selector.id.name, set())
        for variant in node.variants:
            key = variant.key
            keys.add(int(key.value) if isinstance(key, ast.NumberLiteral) else key.name)
        self.generic_visit(node)


def messages_of(language: str, file: str) -> dict[str, ast.Message]:
    resource = parse((LOCALES / language / file).read_text(encoding="utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, ast.Junk)]
    assert not junk
    found = [entry for entry in resource.body if isinstance(entry, ast.Message)]
    assert len({entry.id.name for entry in found}) == len(found), "an id is used twice"
    return {entry.id.name: entry for entry in found}


def read(language: str, file: str) -> dict[str, _Reader]:
    """The variables of each message, those of the messages it quotes among them."""
    readers: dict[str, _Reader] = {}
    for name, message in messages_of(language, file).items():
        readers[name] = _Reader()
        readers[name].visit(message)
    for reader in readers.values():
        for quoted in tuple(reader.quoted):
            reader.variables |= readers[quoted].variables
            reader.keys.update(readers[quoted].keys)
    return readers


@pytest.mark.parametrize("file", FILES)
def test_both_languages_have_the_same_messages_with_the_same_variables(file: str) -> None:
    spanish, english = (read(language, file) for language in LANGUAGES)
    assert spanish.keys() == english.keys()
    differing = [key for key in spanish if spanish[key].variables != english[key].variables]
    assert not differing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_of_news_has_its_sentence(language: str) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyNews)}
    assert {f"news-{tag}" for tag in tags} <= messages_of(language, "game.ftl").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_sentence(language: str) -> None:
    known = messages_of(language, "game.ftl").keys()
    assert {f"reason-{reason.value}" for reason in Reason} <= known
    assert "reason-unknown" in known


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_robot_has_its_name(language: str) -> None:
    assert {f"robot-{key}" for key, _ in ROBOTS} <= messages_of(language, "game.ftl").keys()


def _cases(reader: _Reader) -> Iterator[dict[str, str | int]]:
    """Values for all variables: every combination of what the message chooses by."""
    chosen = sorted(reader.keys)
    values = [
        tuple((reader.keys[name] - {"one", "other"}) | set(SAMPLES.get(name, ()))) or (1, 2)
        for name in chosen
    ]
    for combination in itertools.product(*values):
        known = dict(zip(chosen, combination, strict=True))
        yield {name: known.get(name, SAMPLES.get(name, ("x",))[0]) for name in reader.variables}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_every_sentence_can_be_said_whatever_its_variables(language: str, file: str) -> None:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource((LOCALES / language / file).read_text(encoding="utf-8")))
    for key, reader in read(language, file).items():
        for variables in _cases(reader):
            pattern = bundle.get_message(key).value
            assert pattern is not None, key
            said, errors = bundle.format_pattern(pattern, variables)
            assert not errors, (key, variables, errors)
            text = str(said)
            assert text == text.strip() != "", (key, variables, text)
            assert not re.search(r"[{}$]|  ", text.replace("\n    ", "\n")), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_say_what_is_possible_and_never_shout(language: str) -> None:
    for key, message in messages_of(language, "game.ftl").items():
        if key.startswith("reason-"):
            assert "!" not in FluentSerializer().serialize_entry(message), key


def test_every_message_that_the_program_says_is_there() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    said = set(re.findall(r"\"((?:cli|connection|close|news|reason|turn)-[a-z_-]+)\"", text))
    known = {key for file in FILES for key in messages_of("es", file)}
    assert said <= known
    unused = {key for key in messages_of("es", "cli.ftl") if f'"{key}"' not in text}
    built = ("cli-why-", "cli-note-", "cli-usage-", "cli-option-play")
    assert {key for key in unused if not key.startswith(built)} == set()


@pytest.mark.parametrize(
    ("language", "card", "words"),
    [
        ("es", "7H", "el 7 de corazones"),
        ("es", "QS", "la reina de picas"),
        ("es", "TC#1", "el 10 de tréboles"),
        ("en", "AD", "the ace of diamonds"),
        ("es", "JK#1", "el comodín"),
        ("es", "b+#0", "el +2 azul"),
        ("es", "k!#1", "el Saltar negro"),
        ("es", "+5#3", "el +5"),
        ("en", "n7#0", "the brown 7"),
        ("en", "EL#0", "the Choose"),
    ],
)
def test_a_card_is_said_in_words(language: str, card: str, words: str) -> None:
    assert Messages(language, signs=True).the_card(card) == words


def test_letters_of_suits_follow_the_language() -> None:
    spanish, english = (Messages(language, signs=False) for language in LANGUAGES)
    assert [spanish.short_card(f"T{suit}") for suit in "HDCS"] == ["10C", "10D", "10T", "10P"]
    assert [english.short_card(f"T{suit}") for suit in "HDCS"] == ["10H", "10D", "10C", "10S"]


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("es", "az7 mo+2 ma-Cambiar ne-Saltar +5 Elegir comodín"),
        ("en", "blu7 pur+2 bro-Change bla-Skip +5 Choose joker"),
    ],
)
def test_belts_are_short_and_as_they_may_be_typed(language: str, row: str) -> None:
    cards = ("b7#1", "p+#0", "n~#0", "k!#1", "+5#4", "EL#2", "JK#0")
    say = Messages(language, signs=True)
    assert " ".join(map(say.short_card, cards)) == row
    for card, short in zip(cards[:6], row.split(), strict=False):
        read_ = reading.read(short, language, pack="jiujitsu")
        assert isinstance(read_, reading.PlayRead)
        assert (read_.face, read_.doubtful) == (face_of(card), False)


def test_what_serves_is_one_list() -> None:
    both = Messages("es", signs=True).serving("b", ("+", "+5", "EL"), ("k+#0",))
    assert both == "azul, un +2, una roja o el +2 negro"
    assert Messages("es", signs=True).serving("H", ("7", "8")) == "corazones, un 7 o un 8"
    assert Messages("en", signs=True).serving("", ("A", "8")) == "any ace or any 8"
