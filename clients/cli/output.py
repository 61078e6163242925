"""Writes whole lines to a stream that may be a terminal, a pipe or know few letters."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TextIO

import msgspec
from prompt_toolkit.utils import get_cwidth

from clients.cli.harmless import MARK, harmless

# Four colours that keep 4.5:1 on dark and light grounds where the terminal's palette is usual;
# the letter or sign always stands beside them.
SUIT_STYLES: Mapping[str, str] = {"C": "32", "D": "34", "H": "31", "S": ""}
COLUMNS_LEAST = 20  # narrower than this the terminal may cut as it likes
_PLAIN_LETTERS = {"«": '"', "»": '"', "…": "...", "·": "-", "–": "-", "—": "-", "’": "'", "→": "->"}


class Styled(msgspec.Struct, frozen=True, gc=False):
    """A piece of a line with an SGR style; without colour only its text is written."""

    text: str
    style: str


Piece = str | Styled


class Output:
    """Where lines go. Whatever comes in, no control character and no torn line comes out.

    `columns` gives the width at which a terminal would cut words; without it lines stay whole.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        encoding: str,
        colour: bool,
        columns: Callable[[], int] | None = None,
    ) -> None:
        self._stream = stream
        self._columns = columns
        self._encoding = codecs.lookup(encoding).name
        self.colour = colour

    def to(self, stream: TextIO) -> Output:
        """The same for another stream that ends at the same terminal."""
        return Output(stream, encoding=self._encoding, colour=self.colour, columns=self._columns)

    def line(self, *pieces: Piece) -> None:
        """Writes one line and hands it on at once."""
        clean = tuple(map(self._clean, pieces))
        rows = (clean,) if self._columns is None else _wrapped(clean, self._columns())
        for row in rows:
            self._stream.write("".join(map(self._painted, row)) + "\n")
        self._stream.flush()

    def can_write(self, text: str) -> bool:
        """True if the stream's encoding has every character of `text`."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    def _clean(self, piece: Piece) -> Styled:
        known = Styled(piece, "") if isinstance(piece, str) else piece
        return Styled(self.encodable(harmless(known.text)), known.style if self.colour else "")

    def _painted(self, piece: Styled) -> str:
        return f"\x1b[{piece.style}m{piece.text}\x1b[0m" if piece.style else piece.text

    def encodable(self, text: str) -> str:
        """The text as the stream can write it: letters lose their accents first, then marks."""
        if self.can_write(text):
            return text
        return "".join(self._nearest(char) for char in text)

    def _nearest(self, char: str) -> str:
        if self.can_write(char):
            return char
        bare = _PLAIN_LETTERS.get(char) or unicodedata.normalize("NFKD", char)[0]
        if self.can_write(bare) and bare.isprintable():
            return bare
        return {"¿": "", "¡": ""}.get(char, MARK if self.can_write(MARK) else "?")


def _wrapped(pieces: tuple[Styled, ...], columns: int) -> list[list[Styled]]:
    """Rows that break at blanks only; a longer word stays whole, and so does a narrow terminal."""
    rows: list[list[Styled]] = [[]]
    used = 0
    for word in _words(pieces):
        width = sum(get_cwidth(piece.text) for piece in word)
        is_blank = word[0].text.isspace()
        if used and used + width > columns >= COLUMNS_LEAST and not is_blank:
            if rows[-1][-1].text.isspace():
                rows[-1].pop()
            rows.append([])
            used = 0
        rows[-1] += word
        used += width
    return rows


def _words(pieces: tuple[Styled, ...]) -> list[list[Styled]]:
    """Blanks, and what stands between them, which may be of several styles."""
    words: list[list[Styled]] = []
    for piece in pieces:
        for text in re.findall(r"\s+|\S+", piece.text):
            part = Styled(text, piece.style)
            if words and not text.isspace() and not words[-1][-1].text.isspace():
                words[-1].append(part)
            else:
                words.append([part])
    return words
