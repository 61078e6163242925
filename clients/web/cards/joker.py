"""The joker of the French packs, whatever their design."""

from __future__ import annotations

from shapes import INK, LEMON, PAPER, PINE, RED, SUITS, circle, edge, panel, path, stroke


def jokers() -> dict[str, str]:
    """The two of a pack: they differ in colour only."""
    return {"JK-0": joker(RED), "JK-1": joker(PINE)}


def joker(colour: str) -> str:
    """An eight that laughs; a star stands for its rank and a cap for its suit."""
    x, y = 159, 175
    cap = "M-44-84-66-128-22-104 0-142 22-104 66-128 44-84Q0-104-44-84Z"
    body = (
        f'<g fill="{PAPER}" stroke="{INK}" stroke-width="15">'
        '<circle cy="-47" r="40"/><circle cy="45" r="52"/></g>'
        + circle(-14, -52, 6, INK)
        + circle(14, -52, 6, INK)
        + stroke("M-16-36Q0-20 16-36", colour, 7)
        + path(cap, colour, edge(INK, 6))
        + circle(-66, -130, 8, INK)
        + circle(0, -144, 8, INK)
        + circle(66, -130, 8, INK)
        + _pip(SUITS["S"], -22, 44, 34, INK)
        + _pip(SUITS["H"], 22, 44, 34, RED)
    )
    star = "M50 4 62 36 96 38 69 58 79 92 50 72 21 92 31 58 4 38 38 36Z"
    crown = "M12 82 4 30 32 54 50 16 68 54 96 30 88 82Z"
    place = f"translate({x + 8} {y + 28}) rotate(-10) scale(.86)"
    head = _pip(star, 38, 50, 60, colour) + _pip(crown, 38, 116, 46, colour)
    return head + panel(LEMON) + f'<g transform="{place}">{body}</g>'


def _pip(shape: str, x: float, y: float, size: float, colour: str) -> str:
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"
    return path(shape, colour, f' transform="{place}"')
