"""What people write, made safe to show."""

from __future__ import annotations

import pytest

from server.live.words import clean


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \n María ", "Ana María"),
        ("Niñ\u0303o", "Niñ\u0303o"),
        ("a\u0301", "á"),
        ("\x1b[2J\x1b]0;t\x07hola\x9b", "[2J]0;thola"),
        ("abc\u202edef\u2066ghi", "abcdefghi"),
        ("z\u200bero\u00adwidth\ufeff", "zerowidth"),
        ("x" + "\u0336" * 9, "x" + "\u0336" * 3),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("👩\u200d👧 bien", "👩\u200d👧 bien"),
        ("a\u200db", "ab"),
    ],
)
def test_words_are_kept_as_meant_and_safe_to_show(written: str, shown: str) -> None:
    assert clean(written) == shown
