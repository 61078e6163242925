"""The people on the court cards: standing figures, cut off by the panel's lower edge.

J wears a cap and a two-coloured coat, Q a tiara, K a crown, a beard and ermine; each suit has its
own people (skin, hair) and its own cloth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from shapes import INK, LEMON, PANEL, PAPER, SALMON, circle, edge, panel, path, stroke

SKIN = {"S": "#e9b08a", "H": "#f7d2bd", "D": "#c98a5d", "C": "#9a6240"}
SHADE = {"S": "#d6966b", "H": "#ecb79c", "D": "#b17347", "C": "#824e2f"}
HAIR = {"S": INK, "H": "#b4541f", "D": "#3a251a", "C": "#f3eee6"}
LIPS = "#a8231b"
WEAVE = {  # one small cloth per suit, in a tile 20 × 20
    "S": stroke("M0 4 10 14 20 4M0 14 10 24 20 14M0-6 10 4 20-6", LEMON, 3.4),
    "H": stroke("M0 10a10 10 0 0 0 20 0M-10 0a10 10 0 0 0 20 0a10 10 0 0 0 20 0", LEMON, 3),
    "D": path("M10 2 18 10 10 18 2 10Z", LEMON),
    "C": circle(5, 5, 3.4, LEMON) + circle(15, 15, 3.4, LEMON),
}

Emblem = Callable[[float, float, float], str]  # the suit at x, y, in a size


class Wear(NamedTuple):
    """Whose figure it is and what it wears."""

    suit: str
    colour: str
    cloth: str  # fill that names the suit's pattern
    clip: str  # id of the panel as a clip path
    emblem: Emblem
    jewel: Emblem  # the small mark on a tiara


def cloth_pattern(name: str, suit: str, colour: str) -> str:
    return (
        f'<pattern id="{name}" width="20" height="20" patternUnits="userSpaceOnUse">'
        f'<rect width="20" height="20" fill="{colour}"/>{WEAVE[suit]}</pattern>'
    )


def panel_clip(name: str) -> str:
    x, y, width, height = PANEL
    return (
        f'<clipPath id="{name}">'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10"/></clipPath>'
    )


def clipped(wear: Wear, body: str) -> str:
    return f'<g clip-path="url(#{wear.clip})">{body}</g>'


def court(rank: str, wear: Wear, ground: str) -> str:
    figure = {"J": jack, "Q": queen, "K": king}[rank](wear)
    return clipped(wear, panel(ground) + figure)


def face(suit: str, y: float = 128) -> str:
    """A face in two flat tones with the nose on the seam."""
    x, half, high = 159.0, 29.0, 37.0
    top, chin = y - high, y + 6
    outline = f"M{x - half:g} {top:g}H{x + half:g}V{chin:g}A29 29 0 0 1 {x - half:g} {chin:g}Z"
    shade = f"M{x:g} {top:g}H{x + half:g}V{chin:g}A29 29 0 0 1 {x:g} {chin + half:g}Z"
    return (
        path(outline, SKIN[suit])
        + path(shade, SHADE[suit])
        + circle(x - 14, y - 6, 3.6, INK)
        + circle(x + 14, y - 6, 3.6, INK)
        + stroke(f"M{x - 20:g} {y - 16:g}h11M{x + 9:g} {y - 16:g}h11", INK, 3)
        + stroke(f"M{x:g} {y - 10:g}V{y + 8:g}h-6", INK, 3)
        + stroke(f"M{x - 7:g} {y + 20:g}q7 5 14 0", LIPS, 3.6)
    )


def jack(wear: Wear) -> str:
    suit, colour = wear.suit, wear.colour
    hair = path("M121 96H197V158H178V120H140V158H121Z", HAIR[suit])
    neck = path("M146 150H172V184H146Z", SHADE[suit])
    coat = (
        path("M80 350V226Q80 180 128 180H159V350Z", SALMON)
        + path("M159 180H190Q238 180 238 226V350H159Z", wear.cloth)
        + path("M128 180H190L159 214Z", INK)
        + stroke("M159 232v0M159 254v0M159 276v0M159 298v0M159 320v0", INK, 9)
    )
    cap = (
        path("M112 98Q112 52 166 52 212 52 208 98Z", colour)
        + path("M110 92H208V106H110Z", INK)
        + stroke("M196 84Q226 66 222 26", PAPER, 13)
        + stroke("M197 82Q220 64 222 28", colour, 3)
    )
    staff = stroke("M104 350V196", INK, 8) + wear.emblem(104, 178, 44)
    return hair + neck + face(suit) + coat + cap + staff + circle(104, 272, 15, SKIN[suit])


def queen(wear: Wear) -> str:
    suit = wear.suit
    hair = path(
        "M159 66C96 66 104 120 108 214Q134 224 159 224T210 214C214 120 222 66 159 66Z", HAIR[suit]
    )
    neck = path("M146 150H172V196H146Z", SHADE[suit])
    pearls = ((139, 198), (148, 205), (159, 208), (170, 205), (179, 198))
    dress = (
        path("M80 350V244Q82 192 132 190 159 222 186 190 236 192 238 244V350Z", wear.cloth)
        + path("M132 350 147 244H171L186 350Z", LEMON)
        + stroke("M132 190Q159 224 186 190", INK, 8)
        + "".join(circle(x, y, 4.6, PAPER) for x, y in pearls)
    )
    fringe = path("M127 114V86H191V114Q176 99 159 99T127 114Z", HAIR[suit])
    crown = "M118 84 122 46 141 64 159 34 177 64 196 46 200 84Q159 66 118 84Z"
    tiara = path(crown, LEMON, edge(INK, 4)) + wear.jewel(159, 61, 17)
    stem = stroke("M208 350V240", INK, 6) + stroke("M208 322Q190 318 188 300", INK, 5)
    bloom = circle(208, 220, 26, PAPER, edge(INK, 4)) + wear.emblem(208, 220, 32)
    hand = circle(208, 286, 15, SKIN[suit])
    return hair + neck + face(suit) + fringe + dress + tiara + stem + bloom + hand


def king(wear: Wear) -> str:
    suit, colour = wear.suit, wear.colour
    hair = path("M118 98H200V176H118Z", HAIR[suit])
    robe = (
        path("M80 350V232Q82 186 130 180H188Q236 186 238 232V350Z", wear.cloth)
        + path("M120 350V214H198V350Z", "#f6e3d6")
        + stroke("M133 238v8M185 238v8M133 314v8M185 314v8M159 320v8", INK, 6)
    )
    beard = path(
        "M128 130Q130 142 144 140 159 130 174 140 188 142 190 130"
        " 202 176 184 206 159 236 134 206 116 176 128 130Z",
        HAIR[suit],
    ) + stroke("M152 153q7 5 14 0", LIPS, 4)
    crown = (
        path("M114 104 106 40 132 66 159 30 186 66 212 40 204 104Z", LEMON, edge(INK, 4))
        + path("M114 104 112 88H206L204 104Z", colour, edge(INK, 4))
        + "".join(circle(x, y, 7, colour) for x, y in ((106, 36), (159, 27), (212, 36)))
    )
    medal = circle(159, 276, 28, LEMON, edge(INK, 4)) + wear.emblem(159, 276, 34)
    return hair + face(suit, y=130) + robe + beard + crown + medal
