"""Whole packs: the French faces in four or two colours, the Spanish ones, the belts, the backs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import jiujitsu
from courts import Wear, clipped, cloth_pattern, court, panel_clip
from joker import jokers
from shapes import (
    BLUE,
    GREEN,
    INK,
    LEMON,
    LETTERS,
    PANEL,
    PAPER,
    PINE,
    RANKS,
    RED,
    SALMON,
    SUITS,
    TOMATO,
    Pen,
    circle,
    edge,
    glyph,
    panel,
    path,
    pips_of,
    spots,
    stroke,
    use,
    written,
)

FOUR = {"S": INK, "H": RED, "D": BLUE, "C": GREEN}
TWO = {"S": INK, "H": RED, "D": RED, "C": INK}
SPANISH = {"S": "E", "H": "K", "D": "O", "C": "B"}  # espadas, copas, oros, bastos
GOLD, GOLD_EDGE = "#f3b229", "#9a5f00"
SPANISH_COLOUR = {"O": GOLD_EDGE, "K": RED, "E": BLUE, "B": "#2f6b2d"}
SPANISH_RANK = {"A": "1", "J": "S", "Q": "C", "K": "R"}
GAPS = {"O": 0, "K": 1, "E": 2, "B": 3}  # pintas: breaks in the frame line
TALL = "EB"  # suits whose pip is a tall one
STRAW = "#ffe9a8"


class Pack(NamedTuple):
    """A design: its shared pieces and its faces by code."""

    prefix: str
    shared: str  # definitions that the faces use
    faces: dict[str, str]
    suits: dict[str, str]  # each suit alone, in a box 100 × 100
    backs: bool = True  # else its cards are turned over to the back of another design


def french(prefix: str, colours: dict[str, str]) -> Pack:
    shared = panel_clip(f"{prefix}-k") + "".join(
        f'<path id="{prefix}-p-{suit}" d="{SUITS[suit]}"/>'
        + cloth_pattern(f"{prefix}-t-{suit}", suit, colours[suit])
        for suit in LETTERS
    )
    faces = {
        rank + suit: french_face(prefix, rank, suit, colours[suit])
        for suit in LETTERS
        for rank in RANKS
    }
    suits = {
        suit: use(f"{prefix}-p-{suit}", 50, 50, 100, filled(colours[suit])) for suit in LETTERS
    }
    return Pack(prefix, shared, {**faces, **jokers()}, suits)


def filled(colour: str) -> str:
    return f' fill="{colour}"'


def french_face(prefix: str, rank: str, suit: str, colour: str) -> str:
    ref = f"{prefix}-p-{suit}"

    def mark(x: float, y: float, size: float) -> str:
        return use(ref, x, y, size, filled(colour))

    head = written(rank, colour) + mark(38, 118, 46)
    if rank in "JQK":
        wear = Wear(suit, colour, f"url(#{prefix}-t-{suit})", f"{prefix}-k", mark, mark)
        return head + court(rank, wear, {"J": LEMON, "Q": SALMON, "K": "#bcd5c6"}[rank])
    if rank == "A":
        return head + mark(159, 175, 138) + inlay(ref, suit)
    size = 46 if rank == "T" else 50
    pips = "".join(use(ref, x, y, size) for x, y in spots(pips_of(rank)))
    ground = panel(colour) if rank == "8" else ""
    return head + ground + f'<g fill="{PAPER if rank == "8" else colour}">{pips}</g>'


def inlay(ref: str, suit: str) -> str:
    """What makes an ace: a paper line inside the big pip, and a lemon core."""
    low = suit in "SC"
    paint = f' fill="none"{edge(PAPER, 4.5)}'
    line = use(ref, 159, 177 if low else 173, 86, paint)
    return line + use(ref, 159, 175 if low else 171, 40, filled(LEMON))


SPANISH_PIP = {
    "O": circle(50, 50, 45, GOLD, edge(GOLD_EDGE, 8))
    + circle(50, 50, 29, "none", edge(GOLD_EDGE, 5))
    + path("M50 27 56 44 73 50 56 56 50 73 44 56 27 50 44 44Z", RED),
    "K": path(
        "M16 8H84C84 44 74 58 58 62V78C70 80 76 86 78 95H22C24 86 30 80 42 78V62C26 58 16 44 16 8Z",
        RED,
    )
    + path("M16 8H84L82 24H18Z", GOLD)
    + path("M40 64H60V74H40Z", GOLD),
    "E": path("M50 0 63 17V64H37V17Z", "#86aee0")
    + path("M50 0 63 17V64H50Z", BLUE)
    + path("M22 60H78V72H22Z", GOLD, edge(GOLD_EDGE, 3))
    + path("M43 73H57V88H43Z", INK)
    + circle(50, 92, 8, GOLD, edge(GOLD_EDGE, 3)),
    "B": path(
        "M31 20Q28 2 50 2 72 2 71 20L76 30 68 38 61 72 62 98H38L39 74 33 58 25 50 33 42Z", "#4c9a45"
    )
    + path("M50 2Q72 2 71 20L76 30 68 38 61 72 62 98H50Z", "#2f6b2d")
    + circle(43, 20, 6.5, GOLD)
    + circle(58, 40, 6.5, GOLD)
    + circle(46, 62, 6, GOLD),
}


def spanish(prefix: str) -> Pack:
    shared = panel_clip(f"{prefix}-k") + "".join(
        f'<g id="{prefix}-p-{suit}">{SPANISH_PIP[SPANISH[suit]]}</g>'
        f'<path id="{prefix}-j-{suit}" d="{SUITS[suit]}"/>'
        + cloth_pattern(f"{prefix}-t-{suit}", suit, SPANISH_COLOUR[SPANISH[suit]])
        for suit in LETTERS
    )
    faces = {rank + suit: spanish_face(prefix, rank, suit) for suit in LETTERS for rank in RANKS}
    suits = {suit: use(f"{prefix}-p-{suit}", 50, 50, 100) for suit in LETTERS}
    return Pack(prefix, shared, {**faces, **jokers()}, suits)


def spanish_face(prefix: str, rank: str, suit: str) -> str:
    name = SPANISH[suit]
    colour, tall = SPANISH_COLOUR[name], name in TALL
    at = emblem(f"{prefix}-p-{suit}")
    head = written(SPANISH_RANK.get(rank, rank), colour) + at(38, 124, 64 if tall else 50)
    return head + spanish_picture(prefix, rank, suit) + frame(name, colour)


def spanish_picture(prefix: str, rank: str, suit: str) -> str:
    tall = SPANISH[suit] in TALL
    at = emblem(f"{prefix}-p-{suit}")
    if rank in "JQK":
        return spanish_court(prefix, rank, suit)
    if rank == "A":
        return at(159, 175, 190 if tall else 130)
    count = pips_of(rank)
    size, top, low = tall_pips(count) if tall else round_pips(count)
    ground = panel(STRAW) if rank == "8" else ""
    return ground + "".join(at(x, y, size) for x, y in spots(count, top, low))


def emblem(ref: str) -> Callable[[float, float, float], str]:
    return lambda x, y, size: use(ref, x, y, size)


def tall_pips(count: int) -> tuple[float, float, float]:
    """Size, first and last row for swords and clubs."""
    size = {2: 112, 3: 84, 4: 82, 5: 82, 6: 80}.get(count, 70 if count < 9 else 66)
    return (size, 90, 262) if count == 2 else (size, 66, 284)


def round_pips(count: int) -> tuple[float, float, float]:
    """Size, first and last row for coins and cups."""
    return {2: 74, 3: 66, 4: 62, 5: 60}.get(count, 52 if count < 9 else 48), 64, 286


def spanish_court(prefix: str, rank: str, suit: str) -> str:
    colour = SPANISH_COLOUR[SPANISH[suit]]
    jewel = f"{prefix}-j-{suit}"
    wear = Wear(
        suit,
        colour,
        f"url(#{prefix}-t-{suit})",
        f"{prefix}-k",
        emblem(f"{prefix}-p-{suit}"),
        lambda x, y, size: use(jewel, x, y, size, filled(colour)),
    )
    if rank == "Q":
        return horse(wear)
    return court(rank, wear, {"J": "#fbe3a1", "K": "#d5e4d9"}[rank])


def horse(wear: Wear) -> str:
    """Caballo: a horse's head and neck, the bridle in the colour of the suit."""
    suit = wear.suit
    coat = {"S": "#7d8b94", "H": "#a4562a", "D": "#e8d3ae", "C": "#4a3527"}[suit]
    dark = {"S": "#5f6c75", "H": "#84401b", "D": "#cdb184", "C": "#33231a"}[suit]
    mane = {"S": INK, "H": "#4a2412", "D": "#8a5a1e", "C": "#17100c"}[suit]
    neck = (
        "M120 350Q138 286 136 232L112 244Q92 248 88 226 86 212 96 200L128 128Q132 96 146 84"
        "L142 46 166 74Q214 112 214 214V350Z"
    )
    shade = "M166 74Q214 112 214 214V350H172Q190 236 136 232 178 220 176 150 174 104 154 82Z"
    bridle = "M108 178 146 232M128 128 176 158M146 232Q180 208 176 158"
    rings = "".join(circle(x, y, 7, GOLD, edge(INK, 3)) for x, y in ((146, 231), (176, 158)))
    return clipped(
        wear,
        panel("#f7d7c9")
        + path("M196 350V196Q196 96 150 74L146 44 168 58Q238 84 238 200V350Z", mane)
        + path(neck, coat)
        + path(shade, dark)
        + circle(146, 130, 6.5, INK)
        + circle(101, 222, 4.5, INK)
        + stroke("M91 236Q104 230 112 243", INK, 4)
        + stroke(bridle, wear.colour, 8)
        + rings
        + stroke("M150 234Q170 300 238 322", wear.colour, 8)
        + circle(116, 300, 28, PAPER, edge(INK, 4))
        + wear.emblem(116, 300, 36),
    )


def frame(name: str, colour: str) -> str:
    """The pintas: the frame line is broken above and below, as often as the suit asks."""
    x, y, width, height = PANEL
    right, low = x + width, y + height
    cuts = [x + width * (gap + 1) / (GAPS[name] + 1) for gap in range(GAPS[name])]
    starts = [x + 10, *(cut + 6.5 for cut in cuts)]
    ends = [*(cut - 6.5 for cut in cuts), right - 10]
    lines = "".join(
        f"M{a:g} {row:g}H{b:g}" for row in (y, low) for a, b in zip(starts, ends, strict=True)
    )
    left_side = f"M{x + 10:g} {y:g}Q{x:g} {y:g} {x:g} {y + 10:g}V{low - 10:g}Q{x:g} {low:g}"
    right_side = f"M{right - 10:g} {y:g}Q{right:g} {y:g} {right:g} {y + 10:g}V{low - 10:g}"
    sides = f"{left_side} {x + 10:g} {low:g}{right_side}Q{right:g} {low:g} {right - 10:g} {low:g}"
    return path(sides + lines, "none", f' stroke="{colour}" stroke-width="5"')


def belts(prefix: str) -> Pack:
    faces, suits = jiujitsu.faces(prefix), jiujitsu.marks(prefix)
    return Pack(prefix, jiujitsu.shared(prefix), faces, suits, backs=False)


class Back(NamedTuple):
    ground: str
    check: str
    eight: str


BACKS = {
    "pine": Back(PINE, "#a9d0bb", LEMON),
    "tomato": Back(TOMATO, "#ffc9b5", PAPER),
}


def back(name: str, pattern: str) -> str:
    """A checked cloth and a plate with the leaning eight."""
    ground, _, eight = BACKS[name]
    return (
        f'<rect x="10" y="10" width="230" height="330" rx="11" fill="url(#{pattern})"/>'
        + circle(125, 175, 72, ground)
        + circle(125, 175, 62, "none", f' stroke="{BACKS[name].check}" stroke-width="5"')
        + glyph("8", 125, 125, Pen(eight, 1.66, 12, -20))
    )


def back_pattern(name: str, pattern: str) -> str:
    ground, check, _ = BACKS[name]
    return (
        f'<pattern id="{pattern}" width="46" height="46" x="10" y="14"'
        f' patternUnits="userSpaceOnUse"><rect width="46" height="46" fill="{ground}"/>'
        + path("M0 0H23V46H0ZM0 0H46V23H0Z", check, ' fill-opacity=".22"')
        + path("M0 0H23V23H0Z", check, ' fill-opacity=".34"')
        + "</pattern>"
    )
