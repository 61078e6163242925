"""Writes one SVG sprite per card design: `python3 make_sprites.py [FOLDER]`, standard library only.

Each sprite holds a symbol per face (`f4-7H`), per suit (`f4-suit-H`) and per back (`f4-back-pine`).
Every id bears the design's prefix, so that several sprites may stand in one document.
"""

from __future__ import annotations

import sys
from pathlib import Path

from packs import BACKS, FOUR, TWO, Pack, back, back_pattern, belts, french, spanish
from shapes import PAPER

DEFAULT_FOLDER = Path(__file__).parent.parent / "src" / "cards" / "sprites"
DESIGNS = {
    "francesa-4": french("f4", FOUR),
    "francesa-2": french("f2", TWO),
    "espanola": spanish("es"),
    "jiujitsu": belts("jj"),
}


def sprite(pack: Pack) -> str:
    """All symbols of a design as one document, a line each."""
    prefix = pack.prefix
    backed = tuple(BACKS) if pack.backs else ()
    patterns = "".join(back_pattern(name, f"{prefix}-r-{name}") for name in backed)
    faces = [card(f"{prefix}-{code}", body) for code, body in pack.faces.items()]
    backs = [card(f"{prefix}-back-{name}", back(name, f"{prefix}-r-{name}")) for name in backed]
    suits = [
        symbol(f"{prefix}-suit-{suit}", "0 0 100 100", body) for suit, body in pack.suits.items()
    ]
    head = '<svg xmlns="http://www.w3.org/2000/svg">'
    lines = [head, f"<defs>{pack.shared}{patterns}</defs>", *faces, *backs, *suits, "</svg>"]
    return "\n".join(lines) + "\n"


def card(name: str, body: str) -> str:
    paper = f'<rect width="250" height="350" rx="18" fill="{PAPER}"/>'
    return symbol(name, "0 0 250 350", paper + body)


def symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, pack in DESIGNS.items():
        (folder / f"{name}.svg").write_text(sprite(pack), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER)
