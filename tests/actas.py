"""Actas for tests: matches of every kind, and files that lie about one.

`python -m tests.actas` writes them anew into tests/golden/actas, where both verifiers read them;
`good` ones verify for ever, and of each `bad` one index.json says which line is the first bad one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from clients.cli.verify.check import report_on
from server.events.catalog import (
    AnyEvent,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    Commit,
    DealerCut,
    EntropyDeposited,
    MatchEnded,
    RoundClosed,
    RoundDealt,
    StockRebuilt,
)
from server.game import commands as c
from server.game.decide import decide
from server.game.evolve import fold
from server.game.table import actor_of, new_table
from server.robots.record import acta_of_log
from server.robots.selfplay import Plan, commit_of, log_of
from server.rules.door import rules_for
from tests.events.test_golden_logs import kept_log
from tests.forgeries import FORGED, forged
from tests.matches import evening

FLIPS = 300  # that are kept
FLIPPED_BYTES_MAX = 35_000
GOLDEN = Path(__file__).parent / "golden" / "actas"
Log = tuple[Commit, ...]


def plan(preset: str, seats: int, seed: str, mischief: int = 0, **chosen: object) -> Plan:
    return Plan(rules_for(preset, chosen), seats, seed, 1, checks=False, mischief=mischief)


def running(log: Log, rounds: int, more: int) -> Log:
    """The log up to `more` entries into the round after the first `rounds`."""
    starts = [place for place, commit in enumerate(log) if has(commit, RoundDealt)]
    return log[: starts[rounds] + more]


def has(commit: Commit, kind: type[AnyEvent]) -> bool:
    return any(isinstance(event, kind) for event in commit.events)


def abandoned() -> Log:
    """A match of two people that one leaves in the second round."""
    return left_by_one(running(log_of(plan("especiales", 2, "left")), 1, 6))


def tiny() -> Log:
    """Two hands of two cards, one act, and somebody leaves: the example of ACTA.md."""
    return left_by_one(running(log_of(plan("clasico", 2, "tiny", hand_size_two=2)), 0, 2))


def left_by_one(before: Log) -> Log:
    """The log, and whoever must act leaves the match."""
    log = list(before)
    table = new_table(log[0].events[0].table)  # type: ignore[union-attr]
    for commit in log:
        table = fold(table, commit)
    assert table.round is not None
    leaving = c.Abandon(actor_of(table.round), table.match, at_ms=table.at_ms + 1_000)
    log.append(commit_of(table, decide(table, leaving), table.at_ms + 1_000))
    return tuple(log)


GOOD: dict[str, Callable[[], Log]] = {
    "clasico": lambda: log_of(plan("clasico", 3, "acta", target=20)),
    "especiales": lambda: log_of(plan("especiales", 4, "acta", target=30)),
    "familiar": lambda: log_of(plan("familiar", 3, "acta", target=40)),
    "montanita": lambda: log_of(plan("montanita", 3, "acta")),
    "jiujitsu": lambda: log_of(plan("jiujitsu", 3, "acta", max_rounds=2)),
    "two-packs": lambda: log_of(plan("familiar", 6, "acta", target=40)),
    "rebuilt": lambda: log_of(plan("familiar", 4, "r10", draw_limit=None, target=30)),
    "taken-back": lambda: log_of(plan("montanita", 2, "r7", 15, enforcement="honour")),
    "named-by-dealer": lambda: log_of(
        plan(
            "clasico", 2, "acta 8", starter_eight="dealer_names", scoring="countdown",
            hand_size_two=2,
        )
    ),
    "rematch": lambda: evening("clasico", 2, matches=2, target=20),
    "two-packs-rebuilt": lambda: log_of(
        plan("familiar", 6, "r8", draw_limit=None, target=30, hand_size=9)
    ),
    "given": lambda: evening(
        "clasico", 3, people=3, target=60, chance=28, gifts=True
    ),
    "kept": lambda: kept_log("log-schema-1c"),
    "left-alone": lambda: kept_log("log-schema-1d"),
    "abandoned": abandoned,
    "tiny": tiny,
    "running": lambda: running(log_of(plan("familiar", 3, "acta", target=60)), 1, 9),
    "begun": lambda: running(log_of(plan("clasico", 3, "acta")), 0, 1),
}  # fmt: skip


def acta(name: str) -> bytes:
    names = {"1": "Ana", "2": "José «Ñandú» 🂡"} if name == "rematch" else None
    return acta_of_log(GOOD[name](), names)


# Files whose chain and sum are right, and which lie all the same


def changed(log: Log, nth: int, change: Callable[[AnyEvent], AnyEvent | None]) -> Log:
    """The log with the event changed that is the `nth` (from 0) for which `change` gives one."""
    found: list[Commit] = []
    for commit in log:
        events: list[AnyEvent] = []
        for event in commit.events:
            other = change(event)
            if other is not None:
                nth -= 1
            events.append(other if other is not None and nth == -1 else event)
        found.append(replace(commit, events=tuple(events)))
    assert nth < 0, "nothing was changed"
    return tuple(found)


def _seed(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundClosed):
        return None
    return replace(event, seed=f"{'0' if event.seed[0] != '0' else '1'}{event.seed[1:]}")


def _played(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, CardPlayed):
        return None
    return replace(event, card="AC" if event.card != "AC" else "2C")


def _drawn(event: AnyEvent) -> AnyEvent | None:
    return replace(event, count=event.count + 60) if isinstance(event, CardsDrawn) else None


def _rebuilt(event: AnyEvent) -> AnyEvent | None:
    return replace(event, cards=event.cards + 1) if isinstance(event, StockRebuilt) else None


def _rebuilt_again(event: AnyEvent) -> AnyEvent | None:
    return replace(event, times=event.times + 1) if isinstance(event, StockRebuilt) else None


def _taken(event: AnyEvent) -> AnyEvent | None:
    return replace(event, card="AC") if isinstance(event, CardTakenBack) else None


def _starter(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundDealt):
        return None
    return replace(event, starter="2C" if event.starter != "2C" else "3C")


def _cut(event: AnyEvent) -> AnyEvent | None:
    return replace(event, cut=event.cut + 1) if isinstance(event, RoundDealt) else None


def _deal(event: AnyEvent) -> AnyEvent | None:
    return replace(event, deal=event.deal + 1) if isinstance(event, RoundDealt) else None


def _stock(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundDealt):
        return None
    return replace(event, stock_cards=event.stock_cards - 1)


def _turned(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, DealerCut):
        return None
    return replace(event, cards=(event.cards[1], event.cards[0], *event.cards[2:]))


def _given(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundDealt):
        return None
    return replace(event, contributions=((0, "ab" * 16),), missing=())


def _deposited(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, EntropyDeposited) or event.deal == 1:
        return None
    return replace(event, sha256="ab" * 32)


def _ungiven(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundDealt) or not event.contributions or event.round == 1:
        return None
    seat, _ = event.contributions[0]
    return replace(event, contributions=event.contributions[1:], missing=(seat, *event.missing))


def _cut_elsewhere(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundDealt) or event.cut_by < 0 or event.round == 1:
        return None
    return replace(event, cut=event.cut % 51 + 1)


def _uncut(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundDealt) or event.cut_by < 0 or event.round == 1:
        return None
    return replace(event, cut=26, cut_by=-1)


def _left(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundClosed) or not event.left:
        return None
    first = event.left[0]
    return replace(event, left=(replace(first, cards=first.cards[1:]), *event.left[1:]))


def _points(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundClosed) or not event.left:
        return None
    first = event.left[0]
    return replace(event, left=(replace(first, points=first.points + 1), *event.left[1:]))


def _totals(event: AnyEvent) -> AnyEvent | None:
    if not isinstance(event, RoundClosed):
        return None
    return replace(event, totals=(event.totals[0] + 5, *event.totals[1:]))


def _unrevealed(log: Log) -> Log:
    """The round is not closed, and the match ends all the same."""
    last = log[-1]
    ended = tuple(event for event in last.events if isinstance(event, MatchEnded))
    return (*log[:-1], replace(last, events=ended))


BAD: dict[str, tuple[str, Callable[[Log], Log]]] = {
    "seal": ("clasico", lambda log: changed(log, 0, _seed)),
    "hand": ("clasico", lambda log: changed(log, 7, _played)),
    "hand-of-two-packs": ("two-packs", lambda log: changed(log, 3, _played)),
    "count-drawn": ("taken-back", lambda log: changed(log, 1, _drawn)),
    "rebuilt-count": ("rebuilt", lambda log: changed(log, 0, _rebuilt)),
    "rebuilt-times": ("rebuilt", lambda log: changed(log, 0, _rebuilt_again)),
    "pile": ("taken-back", lambda log: changed(log, 0, _taken)),
    "starter": ("jiujitsu", lambda log: changed(log, 1, _starter)),
    "cut": ("clasico", lambda log: changed(log, 0, _cut)),
    "deal": ("especiales", lambda log: changed(log, 0, _deal)),
    "stock": ("begun", lambda log: changed(log, 0, _stock)),
    "dealer-cut": ("running", lambda log: changed(log, 0, _turned)),
    "contribution": ("clasico", lambda log: changed(log, 0, _given)),
    "deposit": ("given", lambda log: changed(log, 0, _deposited)),
    "dropped": ("given", lambda log: changed(log, 0, _ungiven)),
    "cut-elsewhere": ("given", lambda log: changed(log, 0, _cut_elsewhere)),
    "uncut": ("given", lambda log: changed(log, 0, _uncut)),
    "left": ("clasico", lambda log: changed(log, 0, _left)),
    "points": ("jiujitsu", lambda log: changed(log, 1, _points)),
    "totals": ("clasico", lambda log: changed(log, 0, _totals)),
    "not-revealed": ("clasico", _unrevealed),
    "drawn-in-a-sealed-round": ("running", lambda log: changed(log, 2, _drawn)),
}  # fmt: skip


def bad_acta(name: str) -> bytes:
    if name in FORGED:
        return forged(name, acta)
    source, lie = BAD[name]
    return acta_of_log(lie(GOOD[source]()))


def golden(folder: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of every golden file of `good` or `bad`."""
    for path in sorted((GOLDEN / folder).glob("*.jsonl")):
        yield path.stem, path.read_bytes()


def first_bad_lines() -> dict[str, tuple[int, str]]:
    """Of each bad file: the first bad line, and why."""
    told = json.loads((GOLDEN / "index.json").read_text(encoding="utf-8"))
    return {name: (line, why) for name, (line, why) in told.items()}


# Flips: a bit of a good file turned

Flip = tuple[str, int, int, int]  # file, place, bit, first bad line


def flips(seed: int, times: int) -> list[Flip]:
    """So many turned bits with the line that the verifier names; the same ones every time."""
    chance, good = Random(seed), dict(golden("good"))
    names = sorted(name for name, body in good.items() if len(body) < FLIPPED_BYTES_MAX)
    found: list[Flip] = []
    for _ in range(times):
        name = chance.choice(names)
        place, bit = chance.randrange(len(good[name])), chance.randrange(8)
        bad = report_on(flipped(good[name], place, bit)).bad
        found.append((name, place, bit, 0 if bad is None else bad.line))
    return found


def flipped(body: bytes, place: int, bit: int) -> bytes:
    return body[:place] + bytes((body[place] ^ 1 << bit,)) + body[place + 1 :]


def golden_flips() -> list[Flip]:
    told = json.loads((GOLDEN / "flips.json").read_text(encoding="utf-8"))
    return [(name, place, bit, line) for name, place, bit, line in told]


def _write() -> None:
    lines: dict[str, tuple[int, str]] = {}
    for folder, names, make in (("good", GOOD, acta), ("bad", [*BAD, *FORGED], bad_acta)):
        (GOLDEN / folder).mkdir(parents=True, exist_ok=True)
        for name in names:
            body = make(name)
            (GOLDEN / folder / f"{name}.jsonl").write_bytes(body)
            found = report_on(body).bad
            print(folder, name, len(body), body.count(b"\n"), found)
            if found is not None:
                lines[name] = (found.line, found.why)
    text = json.dumps(lines, indent=1, sort_keys=True)
    (GOLDEN / "index.json").write_text(text + "\n", encoding="utf-8")
    rows = ",\n".join(json.dumps(flip) for flip in flips(1, FLIPS))
    (GOLDEN / "flips.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    _write()
