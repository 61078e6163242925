"""A visit in which everything happens once, kept as captures in both languages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from server.protocol import frames as f
from server.protocol import news as n
from server.protocol import views as v
from server.protocol.frames import Tree
from tests.clients.program import ochos
from tests.clients.scripted import Line, Script, in_lobby, in_round, scripted, step

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
    ({}, (n.Swapped(0, 1), n.HostIs(1), n.HostIs(0), n.InviteRenewed(0))),
    (tree(in_round(turn=1)), (n.MatchBegan(1, (0, 1, 2)), n.Dealt(1, 2, 1, "right", "7H"))),
    ({}, (n.Played(1, "8S", 4, "H"), n.Turn(2))),
    ({}, (n.Drew(2, 1), n.Played(2, "AH", 1), n.Turn(1, reversed=True))),
    ({}, (n.Played(1, "QH", 1), n.Turn(2, skipped=(0,)))),
    ({}, (n.Rebuilt(31), n.Drew(2, 3), n.PassedTurn(2), n.Turn(1))),
    ({}, (n.Played(1, "2H", 2), n.Turn(2, pending=2))),
    (PENALTY, (n.Played(2, "2C", 2), n.Turn(0, pending=4))),
    (NAMING, (n.Drew(0, 2, 4, own=("AH", "TS")),)),
    (in_turn(22), (n.Named(0, "S"), n.Turn(0))),
    (between("out"), (n.Played(0, "9H", 0), n.RoundOver("out", 2, 0, 63))),
    ({}, (n.DeckCut(1, 20), n.DeckCut(0, 31))),
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
    ({}, (n.Erased(0),)),
)  # fmt: skip


def by_rules(view: v.View, **rules: object) -> v.View:
    """The table with other rules."""
    whole = {**msgspec.to_builtins(view.rules), **rules}
    return msgspec.structs.replace(view, rules=msgspec.convert(whole, v.RulesView))


# At a table that trusts its players: jokers, faults, the clock, places.
TRUSTING = by_rules(
    in_round(turn=1), preset="montanita", pack="french54", scoring="places", honour=True,
    calls="automatic", fine=3, turn_seconds=60, target=0, changed=["enforcement"],
)  # fmt: skip
NAMES_LATE = {"own": {"actions": {"name": True, "suits": ["C", "D", "H", "S"]}}}
WRONG_FINE = n.Drew(1, 3, fine="wrong_card")
ROBOT = {"holder": "robot", "robot": "olga", "person": None}
PLACED = {"how": "places", "winner": 1, "places": {"1": 1, "0": 2, "2": 3}}
DEMANDED = {"turn": {"naming": True, "namer": 0}, **NAMES_LATE}
NAMED = {
    "turn": {"naming": None, "namer": None}, "own": {"actions": {"name": None, "suits": None}},
}  # fmt: skip
TRUSTED: tuple[tuple[Tree, tuple[n.AnyNews, ...]], ...] = (
    ({}, (n.DealerCut(((0, "7H"), (1, "JK#0"), (2, "7S"), (0, "4C"), (2, "9D")), 0),)),
    ({}, (n.Dealt(1, 2, 1, "right", "7H"),)),
    ({}, (n.Played(1, "JK#1", 1, announced=True), n.Turn(2, pending=3))),
    ({}, (n.Drew(2, 1, 3), n.Drew(2, 2, 2), n.Turn(1))),
    ({}, (n.PassedTurn(1, announced=True), n.Turn(2))),
    ({}, (n.Drew(1, 3, fine="call_forgotten"), n.Played(2, "AH", 3), n.Turn(2, again=True))),
    ({}, (n.Announced(1),)),
    ({}, (n.FaultCalled(2, 1, "wrong_card"), n.TakenBack(1, "2C"), WRONG_FINE)),
    ({}, (n.FaultCalled(1, 2, "out_of_turn"), n.TakenBack(2, "KS"))),
    ({}, (n.FaultCalled(2, 1), n.Drew(2, 3, fine="wrong_call"))),
    ({}, (n.FaultCalled(0, 1, "call_forgotten"), n.Drew(1, 3, fine="call_forgotten"))),
    ({}, (n.FaultCalled(1, 2, "unnamed"), n.Drew(2, 0, fine="unnamed"), n.SuitDemanded(2))),
    (NAMES_LATE, (n.Played(0, "8S", 3, unnamed=True),)),
    (DEMANDED, (n.FaultCalled(1, 0, "unnamed"), n.SuitDemanded(0))),
    (NAMED, (n.Named(0, "C"),)),
    ({}, (n.TimedOut(1), n.Drew(1, 3, fine="slow"), n.Turn(2))),
    ({}, (n.TimedOut(0), n.Drew(0, 2, fine="slow", own=("9S", "JK#0")), n.Turn(1))),
    (
        {"seats": {"1": {"cards": None, "place": 1}}},
        (n.Played(1, "QH", 0), n.WentOut(1, 1), n.Turn(2)),
    ),
    ({"seats": {"1": ROBOT}}, (n.TakenOver(1, "olga"),)),
    (
        between("last", phase="over", end=PLACED),
        (n.WentOut(0, 2), n.RoundOver("last", 1), n.MatchOver("places", 1)),
    ),
)  # fmt: skip
# With the belts: colours, red cards, what a starter does, elimination and the last round.
BELTS = by_rules(
    in_round(turn=1), preset="jiujitsu", pack="jiujitsu", scoring="elimination", limit=150,
    lowest_wins=True, calls="called", fine=2, max_rounds=50, time_limit=60, target=0,
    wild=["+5", "EL"],
)  # fmt: skip
OWES_FIVE: Tree = {
    "turn": {"seat": 0, "number": 20}, "pending": 5,
    "pile": {"top": "+5#1", "suit": "k", "cards": 9, "ranks": ["+5", "EL"], "named": True},
    "own": {
        "hand": ["k+#0", "b7#1", "p!#0", "EL#4"], "why": {"ranks": ["+5", "EL"], "pending": 5},
        "actions": {"play": ["k+#0", "EL#4"], "suit_with": ["EL#4"], "draw": 5,
                    "suits": ["b", "p", "n", "k"]},
    },
}  # fmt: skip
OUT = {"how": "out", "round": 2, "winner": 2, "gained": -100, "eliminated": [0], "hands": {
    "0": {"cards": ["b7#1", "+5#0"], "points": 57, "gained": 57},
    "1": {"cards": ["n~#0", "k9#1"], "points": 29, "gained": 9},
}}  # fmt: skip
LEFT = {"phase": "between", "result": OUT, "turn": None, "pile": None, "pending": None,
        "own": {"hand": [], "actions": {"next_round": True, "play": None, "draw": None}},
        "seats": {"0": {"points": 151, "eliminated": True}, "1": {"points": 29}}}  # fmt: skip
TIED = {"result": {**OUT, "eliminated": [], "extra": [1, 2]}}
BELTED: tuple[tuple[Tree, tuple[n.AnyNews, ...]], ...] = (
    ({"pending": 2}, (n.Dealt(2, 2, 1, "right", "p+#1"),)),
    ({"pending": None}, (n.Drew(1, 2, 2), n.Turn(2))),
    ({}, (n.Played(2, "k!#0", 4), n.Turn(1, skipped=(0,)))),
    ({}, (n.Played(1, "n~#1", 4), n.Turn(2, reversed=True))),
    ({}, (n.Played(2, "EL#0", 3, "p"), n.Turn(1))),
    (OWES_FIVE, (n.Played(1, "+5#1", 1, "k"), n.Turn(0, pending=5))),
    ({"own": {"actions": {"call_fault": [1]}}}, ()),
    (LEFT, (n.Played(2, "b1#0", 0), n.RoundOver("out", 2, 2, -100, eliminated=(0,)))),
    (TIED, (n.RoundOver("blocked", 3, 2, 0, extra=(1, 2)),)),
    (
        {"phase": "over", "end": {"how": "rounds", "winner": 2, "places": {"2": 1, "1": 2, "0": 3}},
         "own": {"actions": {"next_round": None}}},
        (n.MatchOver("rounds", 2), n.MatchOver("time", 1), n.MatchOver("last_left", 0)),
    ),
)  # fmt: skip
SHOWN = {
    "visit": (in_lobby(), HAPPENED),
    "trust": (TRUSTING, TRUSTED),
    "belts": (BELTS, BELTED),
}


def shows(name: str) -> Script:
    """A table at which everything happens once."""
    view, happened = SHOWN[name]

    async def table(line: Line) -> None:
        await line.greet(view)
        for version, (patch, news) in enumerate(happened, 6):
            await line.say(step(version, patch, *news))
        await line.say(f.ChatLines((f.ChatLine(1, 2, 5, LAST),)))
        await line.hear_a(f.Bye)

    return table


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("name", SHOWN)
async def test_all_that_happens_is_told_as_it_was_before(
    tmp_path: Path, name: str, language: str
) -> None:
    """`GOLDEN=write` writes the captures anew; read the change before keeping it."""
    async with (
        scripted(shows(name)) as server,
        ochos("play", server.link, "--lang", language, home=tmp_path) as program,
    ):
        await program.until(LAST)
        program.type("puntos", "mesa")
        program.close_input()
        assert await program.exit() == 0
    golden = GOLDEN / f"{name}-{language}.txt"
    text = program.raw.decode()
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_kind_of_news_happens_in_one_of_the_captures() -> None:
    told = {type(item) for _, happened in SHOWN.values() for _, news in happened for item in news}
    assert told == set(get_args(n.AnyNews))
