"""The jiu-jitsu pack: a gi tied with the belt of the colour, full panels for the symbols, and the
red cards with the wheel of the four belts."""

from __future__ import annotations

from typing import NamedTuple

from shapes import (
    BELTS,
    PANEL,
    PAPER,
    RED,
    SUITS,
    Pen,
    circle,
    edge,
    glyph,
    panel,
    path,
    stroke,
    use,
)

COLOURS = "bpnk"
NUMBERS = "123456789"
# The symbols by the key under which a page finds them: `+ ~ !` have no place in an id.
SYMBOLS = {"plus2": "+2", "change": "~", "leap": "!"}
ROMAN = {5: "V", 6: "VI", 7: "VII", 8: "VIII", 9: "IX"}
WHEEL = "bpkn"  # clockwise from the top right


class Belt(NamedTuple):
    """A belt's cloth, its seams, and the bar at its right end."""

    cloth: str
    seam: str
    bar: str


SEAMS = {"b": "#0f3d7a", "p": "#432366", "n": "#4f2d14", "k": "#6b6b70"}
BELT = {
    colour: Belt(BELTS[colour], SEAMS[colour], RED if colour == "k" else "#1d1d1f")
    for colour in COLOURS
}


def shared(prefix: str) -> str:
    """Marks, jacket, belts and the wheel: each once, however many faces use them."""
    marks = "".join(f'<path id="{prefix}-p-{colour}" d="{SUITS[colour]}"/>' for colour in COLOURS)
    belts = "".join(f'<g id="{prefix}-b-{colour}">{_belt(BELT[colour])}</g>' for colour in COLOURS)
    weave = (
        f'<pattern id="{prefix}-g" width="8" height="8" patternUnits="userSpaceOnUse">'
        '<path d="M2 2v2M6 6v2" stroke="#d9d3c8" stroke-width="1.6"/></pattern>'
    )
    return (
        marks
        + weave
        + _clip(prefix)
        + f'<g id="{prefix}-gi">{_jacket(prefix)}</g>'
        + belts
        + f'<g id="{prefix}-w">{_wheel(prefix)}</g>'
    )


def faces(prefix: str) -> dict[str, str]:
    """Every face by its key: `b7`, `kleap`, `plus5`, `EL`."""
    numbers = {c + n: _number(prefix, c, int(n)) for c in COLOURS for n in NUMBERS}
    symbols = {c + key: _symbol(prefix, c, key) for c in COLOURS for key in SYMBOLS}
    return {**numbers, **symbols, "plus5": _plus_five(prefix), "EL": _choose(prefix)}


def marks(prefix: str) -> dict[str, str]:
    """Each colour's mark alone, in a box 100 × 100; `red` is that of the red cards."""
    own = {c: use(f"{prefix}-p-{c}", 50, 50, 100, f' fill="{BELTS[c]}"') for c in COLOURS}
    return {**own, "red": _sun(50, 50, 45)}


# Faces


def _number(prefix: str, colour: str, number: int) -> str:
    belt = BELT[colour]
    picture = (
        f'<use href="#{prefix}-gi"/><use href="#{prefix}-b-{colour}"/>'
        f'<g transform="translate(166 168) rotate(-13)">{_bar(belt, number)}</g>'
        + path("M132 134 186 138 190 188 128 184Z", belt.cloth, edge(belt.seam, 3))
        + stroke("M131 172 187 148", belt.seam, 3)
    )
    head = glyph(str(number), 37, 20, Pen(belt.cloth)) + _mark(prefix, colour)
    return head + f'<g clip-path="url(#{prefix}-k)">{picture}</g>'


def _symbol(prefix: str, colour: str, key: str) -> str:
    ink = BELTS[colour]
    scale, top = {"plus2": (0.88, 22), "change": (1, 20), "leap": (0.96, 20)}[key]
    head = glyph(SYMBOLS[key], 39, top, Pen(ink, scale)) + _mark(prefix, colour)
    picture = {
        "plus2": glyph("+2", 159, 126, Pen(PAPER, 1.66, 12)),
        "change": _chase(159, 175),
        "leap": _leap(159, 175),
    }[key]
    return head + panel(ink) + _stitches() + picture


def _plus_five(prefix: str) -> str:
    head = glyph("+5", 39, 22, Pen(RED, 0.88)) + _sun(38, 118, 21)
    picture = glyph("+5", 159, 62, Pen(PAPER, 1.66, 12)) + use(f"{prefix}-w", 159, 244, 104)
    return head + panel(RED) + _stitches() + picture


def _choose(prefix: str) -> str:
    head = use(f"{prefix}-w", 38, 50, 60) + _sun(38, 118, 21)
    return head + panel(RED) + _stitches() + use(f"{prefix}-w", 159, 175, 124)


# Pieces


def _mark(prefix: str, colour: str) -> str:
    return use(f"{prefix}-p-{colour}", 38, 118, 46, f' fill="{BELTS[colour]}"')


def _sun(x: float, y: float, r: float) -> str:
    ring = circle(x, y, r * 0.62, "none", f' stroke="{PAPER}" stroke-width="{r * 0.19:g}"')
    return circle(x, y, r, RED) + ring


def _stitches() -> str:
    return (
        '<rect x="90" y="24" width="138" height="302" rx="6" fill="none"'
        f' stroke="{PAPER}" stroke-width="3" stroke-dasharray="10 8"/>'
    )


def _clip(prefix: str) -> str:
    x, y, width, height = PANEL
    box = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10"/>'
    return f'<clipPath id="{prefix}-k">{box}</clipPath>'


def _jacket(prefix: str) -> str:
    """The gi: lapels that cross."""
    lapel = edge("#b9b1a2", 3)
    return (
        panel("#f1ede4")
        + panel(f"url(#{prefix}-g)")
        + path("M122 14 159 96 196 14Z", "#dba987")
        + path("M196 14H226L150 186H104Z", PAPER, lapel)
        + path("M122 14H92L170 186H214Z", PAPER, lapel)
    )


def _belt(belt: Belt) -> str:
    """What all cards of a colour share: the waist and the left end; the knot comes last."""
    seams = path(
        "M80 148H240M80 174H240",
        "none",
        f' stroke="{belt.seam}" stroke-width="2" stroke-dasharray="7 6" stroke-linecap="round"',
    )
    return (
        path("M70 140H250V182H70Z", belt.cloth, edge(belt.seam, 3))
        + seams
        + path("M142 164 96 280 136 294 174 176Z", belt.cloth, edge(belt.seam, 3))
    )


def _bar(belt: Belt, number: int) -> str:
    """The right end: stripes up to four, from five a numeral."""
    length = 76 if number < 5 else 84
    end = path("M-22 0H26V146H-22Z", belt.cloth, edge(belt.seam, 3))
    bar = path(f"M-22 {134 - length}H26V134H-22Z", belt.bar)
    if number < 5:
        lines = "".join(path(f"M-22 {118 - 16 * n}H26v9H-22Z", PAPER) for n in range(number))
        return end + bar + lines
    place = f"translate(2 {134 - length / 2:g}) rotate(90)"
    return end + bar + f'<g transform="{place}">{_roman(ROMAN[number])}</g>'


def _roman(text: str) -> str:
    scale = 0.56
    wide = [(20 if letter == "I" else 44) * scale for letter in text]
    x = -sum(wide) / 2
    told = ""
    for letter, width in zip(text, wide, strict=True):
        told += glyph(letter, x + width / 2, -17, Pen(PAPER, scale, 11))
        x += width
    return told


def _chase(x: float, y: float) -> str:
    """Cambiar: two arrows that chase each other."""
    arrows = "M-44-8A44 44 0 0 1 36-26M44 8A44 44 0 0 1-36 26M40-52V-24H12M-40 52V24H-12"
    return f'<g transform="translate({x:g} {y:g})">{stroke(arrows, PAPER, 15)}</g>'


def _leap(x: float, y: float) -> str:
    """Saltar: an arrow that jumps over one who waits."""
    arrow = stroke("M-50 38C-50-66 40-66 40 20M18 0 40 26 62 0", PAPER, 15)
    place = f"translate({x - 6:g} {y:g}) scale(.92)"
    return f'<g transform="{place}">{circle(-5, 34, 18, PAPER)}{arrow}</g>'


def _wheel(prefix: str) -> str:
    """The four belts as quarters of a disc, each with its own mark, in a box 100 × 100."""
    corners = [((0, -50), (50, 0)), ((50, 0), (0, 50)), ((0, 50), (-50, 0)), ((-50, 0), (0, -50))]
    sides = [(1, -1), (1, 1), (-1, 1), (-1, -1)]
    told = ""
    for colour, (start, end), (dx, dy) in zip(WHEEL, corners, sides, strict=True):
        slice_ = f"M50 50L{50 + start[0]} {50 + start[1]}A50 50 0 0 1 {50 + end[0]} {50 + end[1]}Z"
        told += path(slice_, BELTS[colour], f' stroke="{PAPER}" stroke-width="3.1"')
        told += use(f"{prefix}-p-{colour}", 50 + dx * 21.5, 50 + dy * 21.5, 20, f' fill="{PAPER}"')
    return told
