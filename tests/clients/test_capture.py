"""A visit in which everything happens once, kept as captures in both languages."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from server.protocol import frames as f
from server.protocol import news as n
from server.protocol import views as v
from server.protocol.frames import Tree
from tests.clients.program import ochos
from tests.clients.scripted import Line, in_lobby, in_round, scripted, step

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"
LAST = "¡buenas noches!"


def tree(view: v.View) -> Tree:
    whole: Tree = msgspec.to_builtins(view)
    return whole


def between(how: str, **more: object) -> Tree:
    """The patch that closes a round."""
    hands = {"1": {"cards": ["QS", "8D"], "points": 60}, "2": {"cards": ["3C"], "points": 3}}
    result = {"how": how, "round": 2, "winner": 0, "gained": 63, "hands": hands}
    gone = {"turn": None, "pile": None, "stock": None, "pending": None}
    own = {"hand": [], "actions": {"next_round": True, "play": None, "draw": None}}
    return {"phase": "between", "result": result, "own": own, **gone, **more}


def in_turn(number: int, **more: object) -> Tree:
    actions = {"play": ["9H"], "suit_with": None, "draw": 1, "name": None, **more}
    turn = {"seat": 0, "number": number, "since_ms": 0, "naming": None}
    return {
        "phase": "round", "turn": turn, "result": None,
        "pile": {"top": "7H", "suit": "H", "cards": 9, "ranks": ["7", "8"]},
        "own": {"hand": ["9H", "QS"], "actions": {"next_round": None, **actions}},
    }  # fmt: skip


END = {
    "how": "target", "winner": 0, "places": {"0": 1, "1": 2, "2": 2}, "rematch": True,
}  # fmt: skip
OVER = {"phase": "over", "end": END, "own": {"actions": {"offer_rematch": True}}}
PENALTY: Tree = {
    "turn": {"seat": 0, "number": 20}, "pending": 4,
    "pile": {"top": "2H", "suit": "H", "cards": 9, "ranks": ["2", "8"]},
    "own": {
        "hand": ["2S", "QS"], "why": {"ranks": ["2"], "pending": 4},
        "actions": {"play": ["2S"], "suit_with": None, "draw": 4},
    },
}  # fmt: skip
NAMING = {
    "pending": None, "turn": {"seat": 0, "number": 21, "naming": True},
    "own": {"actions": {"name": True, "play": None, "draw": None, "suits": ["C", "D", "H", "S"]}},
}  # fmt: skip
HAPPENED: tuple[tuple[Tree, tuple[n.AnyNews, ...]], ...] = (
    ({"seats": {"1": {"holder": "person", "person": 2}}}, (n.Sat(1),)),
    ({"seats": {"2": {"holder": "robot", "robot": "carmen"}}}, (n.Sat(2, "carmen"),)),
    ({}, (n.Swapped(0, 1), n.HostIs(1), n.HostIs(0))),
    (tree(in_round(turn=1)), (n.MatchBegan(1, (0, 1, 2)), n.Dealt(1, 2, 1, "right", "7H"))),
    ({}, (n.Played(1, "8S", 4, "H"), n.Turn(2))),
    ({}, (n.Drew(2, 1), n.Played(2, "AH", 1), n.Turn(1, reversed=True))),
    ({}, (n.Played(1, "QH", 1), n.Turn(2, skipped=(0,)))),
    ({}, (n.Rebuilt(31), n.Drew(2, 3), n.PassedTurn(2), n.Turn(1))),
    ({}, (n.Played(1, "2H", 2), n.Turn(2, pending=2))),
    (PENALTY, (n.Played(2, "2C", 2), n.Turn(0, pending=4))),
    (NAMING, (n.Drew(0, 2, 4, ("AH", "TS")),)),
    (in_turn(22), (n.Named(0, "S"), n.Turn(0))),
    (between("out"), (n.Played(0, "9H", 0), n.RoundOver("out", 2, 0, 63))),
    (in_turn(23), (n.Dealt(3, 1, 0, "right", "7H"),)),
    (
        between("blocked", **OVER),
        (n.PassedTurn(0), n.RoundOver("blocked", 3, 0, 1), n.MatchOver("target", 0)),
    ),
    ({"end": {"offered_by": 1}, "own": {"actions": {"offer_rematch": None,
      "answer_rematch": True}}}, (n.RematchOffered(1), n.RematchAccepted(2))),
    ({"own": {"actions": {"answer_rematch": None}}}, (n.RematchAccepted(0),)),
    ({"end": {"refused_by": 1}}, (n.RematchRefused(1),)),
    ({}, (n.RoundOver("stopped", 1), n.MatchOver("abandoned", 1, 0))),
    ({}, (n.MatchOver("absence", 0, 1),)),
    ({}, (n.MatchOver("expired"),)),
    ({"seats": {"2": {"holder": None, "robot": None}}}, (n.Left(2, removed=True, robot="carmen"),)),
)  # fmt: skip


async def everything(line: Line) -> None:
    await line.greet(in_lobby())
    for version, (patch, news) in enumerate(HAPPENED, 6):
        await line.say(step(version, patch, *news))
    await line.say(f.ChatLines((f.ChatLine(1, 2, 5, LAST),)))
    await line.hear_a(f.Bye)


@pytest.mark.parametrize("language", ["es", "en"])
async def test_all_that_happens_is_told_as_it_was_before(tmp_path: Path, language: str) -> None:
    """`GOLDEN=write` writes the captures anew; read the change before keeping it."""
    async with (
        scripted(everything) as server,
        ochos("play", server.link, "--lang", language, home=tmp_path) as program,
    ):
        await program.until(LAST)
        program.close_input()
        assert await program.exit() == 0
    golden = GOLDEN / f"visit-{language}.txt"
    text = program.raw.decode()
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
