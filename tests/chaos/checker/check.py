"""The checker: a pure function over history and final state. Each assertion has its own message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from tests.chaos.checker.case import Case
from tests.chaos.checker.commands import chain, contiguous, exactly_once, legal, no_invention
from tests.chaos.checker.deals import cards_conserved, fair
from tests.chaos.checker.ending import converged, deadlines, indexes
from tests.chaos.checker.frames import monotonic, no_leak, reads_own_writes, replay_is_live
from tests.chaos.history import Final, History

TOLD_MAX = 5  # of each assertion

Assertion = Callable[[Case], Iterator[str]]
ASSERTIONS: dict[str, Assertion] = {
    "contiguous": contiguous,
    "chain": chain,
    "exactly once": exactly_once,
    "no invention": no_invention,
    "legality": legal,
    "replay is live": replay_is_live,
    "monotonic": monotonic,
    "reads own writes": reads_own_writes,
    "convergence": converged,
    "cards conserved": cards_conserved,
    "no leak": no_leak,
    "indexes": indexes,
    "deadlines": deadlines,
    "fairness": fair,
}


class Violation(msgspec.Struct, frozen=True):
    """What was broken, and how it shows."""

    assertion: str
    told: str

    def __str__(self) -> str:
        return f"{self.assertion}: {self.told}"


def check(history: History, final: Final) -> list[Violation]:
    """All that is wrong with a run; at most five of each kind."""
    case = Case(history, final)
    found = []
    for name, assertion in ASSERTIONS.items():
        found += [Violation(name, told) for told in islice(_told(assertion, case), TOLD_MAX)]
    return found


def _told(assertion: Assertion, case: Case) -> Iterator[str]:
    try:
        yield from assertion(case)
    except Exception as error:  # a log may be such nonsense that it cannot even be shown
        yield f"cannot be judged: {type(error).__name__}: {error}"
