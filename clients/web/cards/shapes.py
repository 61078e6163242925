"""The strokes, suits and small pieces that every card is drawn from.

A face is 250 × 350 units (5:7): an index column (x 14–74), which stays visible when cards overlap,
and a panel (x 80–238). Everything is presentation attributes, so a strict style policy may rule.
"""

from __future__ import annotations

from typing import NamedTuple

INK, PAPER, PINE, LEMON, SALMON = "#1b2a28", "#fffdf9", "#1d4f40", "#ffc933", "#f2b8a2"
RED, BLUE, GREEN, TOMATO = "#c4281f", "#1b5fb4", "#17733a", "#b8321f"
BELTS = {"b": BLUE, "p": "#6a3d9a", "n": "#7b4a26", "k": "#1d1d1f"}
RANKS = "A23456789TJQK"
LETTERS = "CDHS"

# Centre lines in a box 40 × 60 (a few are wider), drawn with a round stroke of 11.
GLYPHS = {
    "A": ("M6 54 20 6 34 54M12 39H28", 40),
    "1": ("M10 17 21 7V54M10 54H32", 40),
    "2": ("M7 19C7 2 33 2 33 19 33 32 7 38 7 54H34", 40),
    "3": ("M8 6H32L18 25C40 24 40 54 19 54 13 54 8 51 6 46", 40),
    "4": ("M27 54V6L6 41H35", 40),
    "5": ("M32 6H11L9 28C16 21 34 22 34 38 34 57 11 58 6 46", 40),
    "6": ("M27 6C14 14 6 26 6 39 6 59 34 59 34 39 34 22 11 21 7 35", 40),
    "7": ("M7 6H34L16 54M12 31H32", 40),
    "8": (
        (
            "M20 5a10.5 10.5 0 0 1 0 22a10.5 10.5 0 0 1 0-22z"
            "M20 27a13.5 13.5 0 0 1 0 28a13.5 13.5 0 0 1 0-28z"
        ),
        40,
    ),
    "9": ("M13 54C26 46 34 34 34 21 34 1 6 1 6 21 6 38 29 39 33 25", 40),
    "T": ("M4 15 13 7V54M39 6C22 6 22 54 39 54 56 54 56 6 39 6z", 58),
    "J": ("M29 6V39C29 59 7 59 6 42M17 6H29", 38),
    "Q": ("M20 6C1 6 1 54 20 54 39 54 39 6 20 6zM22 41 34 56", 40),
    "K": ("M8 6V54M33 6 9 34M17 26 34 54", 40),
    "S": ("M33 14C28 3 8 3 8 17 8 32 34 27 34 42 34 57 11 58 6 45", 40),
    "C": ("M34 15C27 1 6 3 6 30 6 57 27 59 34 45", 40),
    "R": ("M8 54V6H19C37 6 37 32 19 32H8M20 32 34 54", 40),
    "+2": ("M2 30H22M12 20V40M31 21C31 6 53 6 53 21 53 32 31 38 31 54H54", 58),
    "+5": ("M2 30H22M12 20V40M52 6H35L33 28C39 22 54 23 54 38 54 56 36 57 31 46", 58),
    "~": ("M6 18H36M26 6 37 18 26 30M38 44H8M18 32 7 44 18 56", 44),
    "!": ("M5 42C5 0 37 0 37 34M26 27 37 38 48 27M21 47v1", 52),
    "I": ("M20 6V54", 40),
    "V": ("M6 6 20 54 34 6", 40),
    "X": ("M7 6 33 54M33 6 7 54", 40),
}

# Suits in a box 100 × 100.
SUITS = {
    "H": "M50 93C18 66 6 50 6 32 6 16 18 7 29 7 39 7 46 13 50 22 54 13 61 7 71 7 82 7 94 16 94 32"
    " 94 50 82 66 50 93Z",
    "S": "M50 5C68 28 94 41 94 61 94 74 85 82 74 82 66 82 59 78 55 71 56 81 60 89 67 94H33"
    "C40 89 44 81 45 71 41 78 34 82 26 82 15 82 6 74 6 61 6 41 32 28 50 5Z",
    "D": "M50 3C59 22 71 38 88 50 71 62 59 78 50 97 41 78 29 62 12 50 29 38 41 22 50 3Z",
    "C": "M50 5A22 22 0 0 1 67 41 22 22 0 1 1 56 69C57 80 60 88 67 94H33C40 88 43 80 44 69"
    "A22 22 0 1 1 33 41 22 22 0 0 1 50 5Z",
    # The belts: drop, flower, rock, mountain
    "b": "M50 4C66 28 84 44 84 64A34 34 0 0 1 16 64C16 44 34 28 50 4Z",
    "p": "M50 50C20 50 24 6 50 6 76 6 80 50 50 50 50 20 94 24 94 50 94 76 50 80 50 50 80 50 76 94"
    " 50 94 24 94 20 50 50 50 50 80 6 76 6 50 6 24 50 20 50 50Z",
    "n": "M50 5 89 27V73L50 95 11 73V27Z",
    "k": "M36 14 60 52 70 40 96 88H4Z",
}


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


PANEL = Box(80, 14, 158, 322)


def path(d: str, fill: str, more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{more}/>'


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{more}/>'


def edge(colour: str, width: float) -> str:
    """Attributes for an outline with round joins."""
    return f' stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"'


def stroke(d: str, colour: str, width: float = 11) -> str:
    """A line with round ends."""
    return path(d, "none", edge(colour, width) + ' stroke-linecap="round"')


class Pen(NamedTuple):
    """How a rank is written."""

    colour: str
    scale: float = 1
    width: float = 11.5
    turn: int = 0  # degrees


def glyph(name: str, x: float, y: float, pen: Pen) -> str:
    """One rank, centred on `x`, its top on `y`."""
    d, wide = GLYPHS[name]
    turned = f" rotate({pen.turn} {wide / 2:g} 30)" if pen.turn else ""
    scaled = f" scale({pen.scale:g})" if pen.scale != 1 else ""
    place = f"translate({x - wide * pen.scale / 2:g} {y:g}){scaled}{turned}"
    return f'<g transform="{place}">{stroke(d, pen.colour, pen.width)}</g>'


def use(ref: str, x: float, y: float, size: float, paint: str = "") -> str:
    """A shape of the sprite, centred, `size` units wide."""
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"
    return f'<use href="#{ref}" transform="{place}"{paint}/>'


def panel(fill: str) -> str:
    x, y, width, height = PANEL
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="{fill}"/>'


def spots(count: int, top: float = 62, low: float = 288) -> list[tuple[float, float]]:
    """Where `count` pips (2–10) stand in the panel."""
    left, middle, right = 117.0, 159.0, 201.0
    half = (top + low) / 2
    rows3 = (top, half, low)
    rows4 = tuple(top + (low - top) * row / 3 for row in range(4))

    def pairs(rows: tuple[float, ...]) -> list[tuple[float, float]]:
        return [(x, y) for y in rows for x in (left, right)]

    def line(*rows: float) -> list[tuple[float, float]]:
        return [(middle, y) for y in rows]

    return {
        2: line(top, low),
        3: line(*rows3),
        4: pairs((top, low)),
        5: pairs((top, low)) + line(half),
        6: pairs(rows3),
        7: pairs(rows3) + line((top + half) / 2),
        8: pairs(rows3) + line((top + half) / 2, (low + half) / 2),
        9: pairs(rows4) + line(half),
        10: pairs(rows4) + line((rows4[0] + rows4[1]) / 2, (rows4[2] + rows4[3]) / 2),
    }[count]


def written(rank: str, colour: str) -> str:
    """The rank in the index column. The eight is the mad one: it leans."""
    return glyph(rank, 38 if rank == "T" else 37, 20, Pen(colour, turn=-20 if rank == "8" else 0))


def pips_of(rank: str) -> int:
    return 10 if rank == "T" else int(rank)
