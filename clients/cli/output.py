"""Writes whole lines to a stream that may be a terminal, a pipe or know few letters."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Mapping
from typing import TextIO

import msgspec

from clients.cli.harmless import MARK, harmless

# Four colours that keep 4.5:1 on dark and light grounds where the terminal's palette is usual;
# the letter or sign always stands beside them.
SUIT_STYLES: Mapping[str, str] = {"C": "32", "D": "34", "H": "31", "S": ""}
STRONG = "1"
_PLAIN_LETTERS = {"«": '"', "»": '"', "…": "...", "·": "-", "–": "-", "—": "-", "’": "'", "→": "->"}


class Styled(msgspec.Struct, frozen=True, gc=False):
    """A piece of a line with an SGR style; without colour only its text is written."""

    text: str
    style: str


Piece = str | Styled


class Output:
    """Where lines go. Whatever comes in, no control character and no torn line comes out."""

    def __init__(self, stream: TextIO, *, encoding: str, colour: bool) -> None:
        self._stream = stream
        self._encoding = codecs.lookup(encoding).name
        self.colour = colour

    def line(self, *pieces: Piece) -> None:
        """Writes one line and hands it on at once."""
        self._stream.write("".join(map(self._written, pieces)) + "\n")
        self._stream.flush()

    def can_write(self, text: str) -> bool:
        """True if the stream's encoding has every character of `text`."""
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    def _written(self, piece: Piece) -> str:
        if isinstance(piece, str):
            return self.encodable(harmless(piece))
        text = self.encodable(harmless(piece.text))
        return f"\x1b[{piece.style}m{text}\x1b[0m" if self.colour and piece.style else text

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
