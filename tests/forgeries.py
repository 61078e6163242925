"""Actas that somebody has written anew: one thing told falsely, all sums and digests right.

Whoever keeps a log can do that, and so can whoever sends a file to somebody without a receipt. What
is changed is the tree of a good file, so that it may also be what no server would ever write.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

Tree = dict[str, Any]
Lie = Callable[[list[Tree]], object]


def trees_of(body: bytes) -> list[Tree]:
    """The head, names and entries of a file; all else follows from them."""
    lines = [json.loads(line) for line in body.splitlines()]
    return [line for line in lines if line["k"] in ("head", "name", "entry")]


def written(trees: list[Tree]) -> bytes:
    """The file that tells this, whole: fingerprint, chain, deals, result and sum are made anew."""
    head, entries = trees[0], [tree for tree in trees if tree["k"] == "entry"]
    head["fingerprint"] = hashlib.sha256(_canonical(head["rules"])).hexdigest()[:12]
    digest = bytes.fromhex(head["before"])
    for version, entry in enumerate(entries, head["first"]):
        raw, act = msgspec.msgpack.encode(entry["e"]), entry["a"].encode()
        bound = struct.pack(">QQI", version, entry["t"], len(act)) + act + raw
        digest = hashlib.sha256(digest + bound).digest()
        entry |= {"v": version, "p": base64.b64encode(raw).decode(), "d": digest.hex()}
    deals, result = list(_deals(entries)), _result(entries, len(head["players"]))
    lines = [_canonical(tree) + b"\n" for tree in (*trees, *deals, result)]
    end = {
        "k": "end", "deals": len(deals), "entries": len(entries), "last": digest.hex(),
        "lines": len(lines), "sha256": hashlib.sha256(b"".join(lines)).hexdigest(),
    }  # fmt: skip
    return b"".join(lines) + _canonical(end) + b"\n"


def _canonical(tree: object) -> bytes:
    text = json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def events_of(trees: list[Tree], kind: str = "") -> Iterator[Tree]:
    """All events, or those of a kind, in order."""
    for entry in trees:
        if entry["k"] == "entry":
            yield from (event for event in entry["e"][1] if not kind or event.get("t") == kind)


def _deals(entries: list[Tree]) -> Iterator[Tree]:
    seal, told = "", dict[object, Tree]()
    for entry in entries:
        for event in entry["e"][1]:
            if event.get("t") == "MatchStarted":
                seal = event.get("commitment")
            elif event.get("t") == "RoundDealt":
                told[len(told)] = {
                    "k": "deal", "deal": event.get("deal"), "round": event.get("round"),
                    "commitment": seal, "contributions": event.get("contributions", []),
                    "missing": event.get("missing", []), "cut": event.get("cut", 0),
                    "cut_by": event.get("cut_by", -1), "locked": entry["v"],
                }  # fmt: skip
                seal = event.get("next_commitment")
            elif event.get("t") == "RoundClosed" and told:
                told[len(told) - 1] |= {"seed": event.get("seed"), "closed": entry["v"]}
    yield from told.values()


def _result(entries: list[Tree], players: int) -> Tree:
    closed = [event for event in events_of(entries, "RoundClosed") if event.get("totals")]
    ended = next(events_of(entries, "MatchEnded"), {"how": "running"})
    return {
        "k": "result", "how": ended.get("how"), "winner": ended.get("winner", -1),
        "loser": ended.get("loser", -1), "places": ended.get("places", []),
        "totals": closed[-1]["totals"] if closed else [0] * players,
    }  # fmt: skip


# Lies


def event(kind: str, **told: object) -> Lie:
    """The first event of a kind tells other things."""
    return lambda trees: next(events_of(trees, kind)).update(told)


def last(kind: str, **told: object) -> Lie:
    """The last event of a kind tells other things."""
    return lambda trees: list(events_of(trees, kind))[-1].update(told)


def head(**told: object) -> Lie:
    return lambda trees: trees[0].update(told)


def rules(**told: object) -> Lie:
    """Other rules, in the head and in the log."""

    def lie(trees: list[Tree]) -> None:
        trees[0]["rules"].update(told)
        next(events_of(trees, "MatchStarted"))["rules"].update(told)

    return lie


def started(**told: object) -> Lie:
    """Other things about the match, in the head and in the log."""

    def lie(trees: list[Tree]) -> None:
        trees[0].update(told)
        next(events_of(trees, "MatchStarted")).update(told)

    return lie


def both(*lies: Lie) -> Lie:
    return lambda trees: [lie(trees) for lie in lies]


def before(kind: str, *events: Tree) -> Lie:
    """Events put before the first of a kind."""

    def lie(trees: list[Tree]) -> None:
        entry = next(e for e in trees if any(events_of([e], kind)))
        told = entry["e"][1]
        place = next(place for place, event in enumerate(told) if event["t"] == kind)
        told[place:place] = deepcopy(list(events))

    return lie


def afterwards(*events: Tree) -> Lie:
    """One more entry at the end."""
    return lambda trees: trees.append({**deepcopy(trees[-1]), "e": [1, deepcopy(list(events))]})


def _put_in_twice(trees: list[Tree]) -> None:
    """A seat that gave has other bytes in the deal besides: whoever knows the seed may choose."""
    dealt = next(events_of(trees, "RoundDealt"))
    seat, given = dealt["contributions"][0]
    dealt["contributions"][:1] = [[seat, "ab" * 16], [seat, given]]


def _put_in_twice_later(trees: list[Tree]) -> None:
    _put_in_twice([tree for tree in trees[2:] if tree["k"] == "entry"])


def _second_match(trees: list[Tree]) -> None:
    start = next(events_of(trees, "MatchStarted"))
    before("MatchStarted", {**start, "commitment": ""})(trees)


def _left(change: Callable[[list[Tree]], list[Tree]], sign: int) -> Lie:
    """Other hands than those that were left, and totals that follow from them."""

    def lie(trees: list[Tree]) -> None:
        closed = list(events_of(trees, "RoundClosed"))[-1]
        more = sign * sum(left.get("gained", 0) for left in closed["left"])
        closed["gained"] += more
        closed["totals"][trees[0]["players"].index(closed["winner"])] += more
        closed["left"] = change(closed["left"])

    return lie


def _bonus(trees: list[Tree]) -> None:
    closed = list(events_of(trees, "RoundClosed"))[-1]
    closed["gained"] -= 1_000
    closed["totals"][trees[0]["players"].index(closed["winner"])] -= 1_000


def _joined(trees: list[Tree]) -> None:
    hands = (left for closed in events_of(trees, "RoundClosed") for left in closed["left"])
    hand = next(hand for hand in hands if len(hand["cards"]) > 1)
    hand["cards"] = [" ".join(sorted(hand["cards"]))]


def _seed(change: Callable[[str], str]) -> Lie:
    def lie(trees: list[Tree]) -> None:
        closed = next(events_of(trees, "RoundClosed"))
        closed["seed"] = change(closed["seed"])

    return lie


def _longer(trees: list[Tree]) -> None:
    list(events_of(trees, "RoundClosed"))[-1]["totals"].append(999)


def _nested(levels: int) -> Lie:
    value: object = None
    for _ in range(levels):
        value = [value]
    return lambda trees: trees[0]["rules"].update(zz=value)


def _named(*persons: int) -> Lie:
    names = [{"k": "name", "person": person, "name": "Ana"} for person in persons]
    return lambda trees: trees.__setitem__(slice(1, 1), names)


_TURNED = {"t": "DealerCut", "cards": [[0, "AS"]], "dealer": 0}
_PERSON = {"person": 1, "seat": 0}
_ROBOT = {"robot": "carmen", "seat": 1}
# Name → the good file that it is made of, and how.
FORGED: dict[str, tuple[str, Lie]] = {
    # What would let somebody choose the cards
    "given-twice": ("given", _put_in_twice),
    "given-twice-later": ("given", _put_in_twice_later),
    "given-by-a-robot": ("tiny", event("RoundDealt", contributions=[[1, "ab" * 16]])),
    "given-by-nobody": ("tiny", event("RoundDealt", contributions=[[77, "ab" * 16]])),
    "given-with-blanks": (
        "tiny", event("RoundDealt", contributions=[[0, " " * 16 + "ab" * 8]], missing=[]),
    ),
    "given-by-a-text": (
        "tiny", event("RoundDealt", contributions=[["0", "ab" * 16]], missing=[]),
    ),
    "nobody-missing": ("tiny", event("RoundDealt", missing=[])),
    "missing-twice": ("tiny", event("RoundDealt", missing=[0, 0])),
    "a-robot-missing": ("tiny", event("RoundDealt", missing=[0, 1])),
    "none-is-not-nothing": ("tiny", event("RoundDealt", seats=None)),
    "seed-in-capitals": ("tiny", _seed(str.upper)),
    "seed-with-a-blank": ("tiny", _seed(lambda seed: f"{seed[:2]} {seed[2:]}")),
    "dealt-to-a-seat-twice": ("begun", event("RoundDealt", seats=[0, 0, 1, 2])),
    "dealt-to-too-few": ("begun", event("RoundDealt", seats=[0, 1])),
    "stock-of-less-than-nothing": (
        "tiny", event("RoundDealt", hand_sizes=[2, 1_000_002], stock_cards=47 - 1_000_000),
    ),
    "hand-of-less-than-nothing": ("begun", event("RoundDealt", hand_sizes=[-1_000, 1_010, 5])),
    "no-seats-of-hands": ("tiny", event("RoundDealt", hand_sizes=[])),
    "kept-nothing": ("rebuilt", event("StockRebuilt", kept=0)),
    "turned-twice": ("tiny", before("RoundDealt", _TURNED, {**_TURNED, "cards": []})),
    "turned-for-nothing": ("tiny", before("PlayerAbandoned", _TURNED)),
    # Rounds and matches
    "second-match": ("tiny", _second_match),
    "seal-of-nothing": ("tiny", event("MatchStarted", commitment="")),
    "next-seal-of-nothing": ("tiny", event("RoundDealt", next_commitment="")),
    "deal-too-far": (
        "tiny", both(event("MatchStarted", deal=2**40), event("RoundDealt", deal=2**40)),
    ),
    "act-after-the-end": ("tiny", afterwards({"t": "TurnPassed", "seat": 0})),
    "newer-schema": ("tiny", lambda trees: trees[-1]["e"].__setitem__(0, 99)),
    "a-yes-for-a-number": ("tiny", event("CardPlayed", seat=True)),
    "a-yes-for-the-match": ("tiny", event("MatchStarted", match=True)),
    "a-yes-among-players": ("tiny", event("MatchStarted", players=[False, True])),
    # Points and the end
    "left-out": ("clasico", _left(lambda _: [], -1)),
    "left-twice": ("clasico", _left(lambda left: [*left, *left], 1)),
    "left-as-one": ("clasico", _joined),
    "left-none": ("tiny", event("RoundClosed", left=None)),
    "collected": ("clasico", event("RoundClosed", gained=12_345)),
    "bonus": ("jiujitsu", _bonus),
    "another-won": ("clasico", last("RoundClosed", how="last", winner=-1)),
    "nobody-stopped": ("tiny", event("RoundClosed", winner=9)),
    "closed-otherwise": ("tiny", event("RoundClosed", how="luck")),
    "totals-of-more": ("clasico", _longer),
    "ended-running": ("tiny", event("MatchEnded", how="running")),
    "winner-of-nowhere": ("tiny", event("MatchEnded", winner=7)),
    "winner-not-first": ("tiny", event("MatchEnded", places=[1, 2])),
    "places-of-more": ("tiny", event("MatchEnded", places=[2, 1, 3])),
    "target-of-another": ("clasico", last("MatchEnded", winner=0, places=[1, 2, 2])),
    # The head
    "person-of-a-list": ("tiny", head(seats=[{"person": [], "seat": 0}, _ROBOT])),
    "seat-twice": ("tiny", head(seats=[_PERSON, _PERSON, _ROBOT])),
    "person-and-robot": ("tiny", head(seats=[{**_PERSON, "robot": "luna"}, _ROBOT])),
    "player-of-no-seat": ("tiny", head(seats=[_PERSON])),
    "players-twice": ("tiny", started(players=[0, 1, 1])),
    "player-too-far": ("tiny", started(players=[0, 300])),
    "table-too-long": ("tiny", started(table="x" * 70_000)),
    "rules-of-a-text": ("tiny", rules(starter_forbidden="8")),
    "rules-of-nothing": ("tiny", rules(wild_suit=None)),
    "packs-of-a-yes": ("tiny", rules(two_packs_from=False)),
    "pack-of-all-objects": ("tiny", rules(pack="constructor")),
    "scored-otherwise": ("tiny", rules(scoring="luck")),
    "nested-too-deep": ("tiny", _nested(16)),
    "named-twice": ("tiny", _named(1, 1)),
}  # fmt: skip


def forged(name: str, good: Callable[[str], bytes]) -> bytes:
    source, lie = FORGED[name]
    trees = trees_of(good(source))
    lie(trees)
    return written(trees)


# Files that are changed by chance

_VALUES: tuple[object, ...] = (
    None, True, False, 0, -1, 1, 2, 26, 52, 255, 256, 2**31, 2**32, 2**53 - 1, 1 - 2**53, "", "0",
    "AS", "JK#0", "out", "blocked", "stopped", "running", "left", "places", "elimination",
    "winner_collects", "jiujitsu", "ab" * 16, "AB" * 16, "ab" * 32, "é", "\x7f\0", "🂡", [], {}, [0],
    [1, 0], [0, 0], [[0, "ab" * 16]], [[1, "ab" * 16], [1, "cd" * 16]], {"seat": 0}, [[[[[]]]]],
)  # fmt: skip


def chance_file(body: bytes, chance: Random) -> bytes | None:
    """A good file with a few things changed by chance; None if nothing can be made of that."""
    trees = trees_of(body)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        entry = chance.choice(trees)
        within = entry if entry["k"] != "entry" or chance.random() < 0.1 else entry["e"][1]
        if within:
            _change(within, chance)
    try:
        return written(trees)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, struct.error):
        return None


def _change(within: Any, chance: Random) -> None:
    """Something in a tree is another value, gone, there twice, or what stands elsewhere in it."""
    paths = list(_paths(within))
    holder, key = chance.choice(paths)
    match chance.randrange(6):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 2 if type(holder[key]) is int:
            holder[key] += chance.choice((-1, 1, 100))
        case 3 if isinstance(holder[key], list):
            chance.shuffle(holder[key])
        case 4:
            other, elsewhere = chance.choice(paths)
            holder[key] = deepcopy(other.get(elsewhere) if isinstance(other, dict) else other)
        case _:
            holder[key] = deepcopy(chance.choice(_VALUES))


def _paths(tree: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if key not in ("k", "t", "format"):
            yield tree, key
        if isinstance(value, dict | list):
            yield from _paths(value)
