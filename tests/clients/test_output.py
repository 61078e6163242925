"""Lines on terminals that know little, and text that would command a terminal."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli.harmless import MARK, harmless
from clients.cli.output import Output, Styled
from clients.cli.surroundings import encoding_of, language_of, wants_colour

HOSTILE = (
    "\x1b[2J", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07", "\x1bP1$r\x1b\\", "\x9b31m", "\x07", "\r",
    "\n", "\x7f", "\u202egnp.exe", "\u2066x\u2069", "\u2028", "\ud800", "\U000e0041", "\ufeff",
)  # fmt: skip


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def written(
    *pieces: str | Styled, encoding: str = "utf-8", colour: bool = False, columns: int = 0
) -> str:
    stream = io.StringIO()
    width = (lambda: columns) if columns else None
    Output(stream, encoding=encoding, colour=colour, columns=width).line(*pieces)
    return stream.getvalue()


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_would_command_the_terminal_becomes_a_mark(hostile: str) -> None:
    text = written(f"Ana{hostile}!", colour=True)
    assert text.endswith("\n")
    assert "\x1b" not in text
    assert all(unicodedata.category(char) not in ("Cc", "Cs", "Zl") for char in text[:-1])
    assert MARK in text


@given(st.text())
def test_no_text_whatever_leaves_its_line(text: str) -> None:
    line = written(text, Styled(text, "31"))
    assert line.count("\n") == 1
    assert len(line.splitlines()) == 1
    assert "\x1b" not in line


@given(st.text(), st.sampled_from(["ascii", "latin-1", "cp1252", "utf-8"]))
def test_whatever_comes_can_be_written_in_any_encoding(text: str, encoding: str) -> None:
    written(text, encoding=encoding).encode(encoding)


def test_harmless_keeps_ordinary_words_of_all_scripts() -> None:
    for text in ("Ñandú", "José María", "李雷", "مريم", "👩‍🍳", "e\u0301"):
        assert harmless(text) == text


def test_without_letters_for_them_accents_fall_and_signs_become_marks() -> None:
    assert written("¿Qué pasó, Ñandú? «sí» 🂡…", encoding="ascii") == 'Que paso, Nandu? "si" ?...\n'
    assert written("¿Qué pasó, Ñandú? 🂡", encoding="latin-1") == "¿Qué pasó, Ñandú? ?\n"


def test_colour_is_written_only_where_it_is_wanted() -> None:
    piece = Styled("7♥", "31")
    assert written("1:", piece, colour=True) == "1:\x1b[31m7♥\x1b[0m\n"
    assert written("1:", piece) == "1:7♥\n"


def test_lines_break_at_blanks_and_never_within_a_card() -> None:
    hand = ("Tu mano:", " 1:", Styled("7♥", "31"), "*,", " 2:", Styled("10♠", ""), "*")
    assert written(*hand, columns=20) == "Tu mano: 1:7♥*,\n2:10♠*\n"
    assert written(*hand, columns=3).count("\n") == 1
    assert written("a" * 50, columns=20) == "a" * 50 + "\n"


@pytest.mark.parametrize(
    ("environ", "encoding"),
    [
        ({"LANG": "C"}, "ascii"),
        ({"LC_ALL": "POSIX", "LANG": "es_ES.UTF-8"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),  # as Python leaves it (PEP 538)
        ({"LANG": "C.UTF-8"}, "utf-8"),
        ({"LANG": "es_ES.UTF-8"}, "utf-8"),
        ({}, "utf-8"),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, "utf-8"),
    ],
)
def test_the_locale_c_means_plain_letters(environ: dict[str, str], encoding: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert encoding_of(stream, environ) == encoding


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "es"),
        ({"LANG": "en_US", "LC_ALL": "es_MX"}, "es"),
        ({"LANG": "en_US", "OCHOS_LANG": "es"}, "es"),
    ],
)
def test_spanish_comes_first(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


@pytest.mark.parametrize(
    ("stream", "environ", "colour"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {}, False),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colour_comes_by_itself_only_on_a_terminal_that_knows_it(
    stream: io.StringIO, environ: dict[str, str], colour: bool
) -> None:
    assert wants_colour(stream, environ, "auto") is colour
    assert wants_colour(stream, environ, "always")
    assert not wants_colour(stream, environ, "never")
