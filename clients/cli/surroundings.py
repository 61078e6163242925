"""What the environment says: language, letters, colour, and whether somebody sits at a keyboard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Literal, TextIO

from clients.cli.output import Output

Colour = Literal["auto", "always", "never"]
LANGUAGES = ("es", "en")
_LOCALE_VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG")


def language_of(environ: Mapping[str, str]) -> str:
    """Spanish, unless the environment asks for English."""
    chosen = environ.get("OCHOS_LANG") or next(
        (environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(v)), ""
    )
    return "en" if chosen.lower().startswith("en") else "es"


def encoding_of(stream: TextIO, environ: Mapping[str, str]) -> str:
    """The encoding in which `stream` is read by who sees it.

    Python writes UTF-8 under the locale C; a terminal set to C need not show it (PEP 538, 540).
    """
    asked = environ.get("PYTHONIOENCODING", "").partition(":")[0]
    if not asked and environ.get("PYTHONUTF8") != "1" and _locale(environ) in ("C", "POSIX"):
        return "ascii"
    return stream.encoding or "ascii"


def _locale(environ: Mapping[str, str]) -> str:
    """The locale's name as the person set it: Python itself may have set LC_CTYPE to C.UTF-8."""
    named = [environ.get(variable, "") for variable in _LOCALE_VARIABLES]
    if named[0] == "" and named[1] == "C.UTF-8" and named[2] in ("C", "POSIX"):
        return named[2]
    return next((name for name in named if name), "")


def wants_colour(stream: TextIO, environ: Mapping[str, str], colour: Colour) -> bool:
    """Colour if asked for; by itself only on a terminal that knows it, and without NO_COLOR."""
    if colour != "auto":
        return colour == "always"
    return stream.isatty() and not is_dumb(environ) and not environ.get("NO_COLOR")


def is_dumb(environ: Mapping[str, str]) -> bool:
    """True for a terminal on which no cursor may be moved."""
    return environ.get("TERM", "") in ("", "dumb", "unknown")


def is_attended(environ: Mapping[str, str]) -> bool:
    """True if a person types into a terminal that can keep a line of input in place."""
    # Without an input at all there is no object to ask.
    attended = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return attended and not is_dumb(environ)


def output_for(
    stream: TextIO,
    environ: Mapping[str, str],
    colour: Colour,
    columns: Callable[[], int] | None = None,
) -> Output:
    """Where lines for `stream` go, as its surroundings allow."""
    return Output(
        stream,
        encoding=encoding_of(stream, environ),
        columns=columns,
        colour=wants_colour(stream, environ, colour),
    )
