"""What a run came to, in numbers."""

from __future__ import annotations

from collections import Counter

import msgspec

from tests.chaos.checker.case import Case
from tests.chaos.checker.commands import exactly_once, fates_of
from tests.chaos.history import Final, History


class Counts(msgspec.Struct, frozen=True):
    """Commands by what became of them, harm by its kind, and what was broken."""

    acknowledged: int = 0
    refused: int = 0
    unknown: int = 0  # never answered
    repeats: int = 0  # copies of a command beyond its first
    entries: int = 0
    frames: int = 0
    resets: int = 0
    lost: int = 0  # acknowledged, but not in the log
    doubled: int = 0
    violations: int = 0
    faults: dict[str, int] = {}

    def plus(self, other: Counts) -> Counts:
        sums = {
            field: getattr(self, field) + getattr(other, field)
            for field in self.__struct_fields__
            if field != "faults"
        }
        return Counts(**sums, faults=dict(Counter(self.faults) + Counter(other.faults)))

    def line(self) -> str:
        return (
            f"{self.acknowledged} acknowledged, {self.refused} refused, {self.unknown} unknown, "
            f"{self.repeats} repeats, {self.entries} entries, {self.frames} frames, "
            f"{sum(self.faults.values())} faults, {self.lost} lost, {self.doubled} doubled, "
            f"{self.resets} resets, {self.violations} violations"
        )

    def told(self) -> str:
        faults = ", ".join(f"{kind} {times}" for kind, times in sorted(self.faults.items()))
        return f"{self.line()}\nfaults: {faults}"


def counts_of(history: History, final: Final) -> Counts:
    """Violations are for the checker to count."""
    case = Case(history, final)
    fates = fates_of(case).values()
    told = list(exactly_once(case))
    frames = [frame for story in case.stories.values() for frame in story.frames]
    return Counts(
        acknowledged=sum(bool(fate.acks) for fate in fates),
        refused=sum(not fate.acks and bool(fate.nacks) for fate in fates),
        unknown=sum(not fate.acks and not fate.nacks for fate in fates),
        repeats=sum(len(fate.copies) - 1 for fate in fates),
        entries=sum(len(left.entries) for left in final.tables.values()),
        frames=len(frames),
        resets=sum(frame.kind == "reset" for frame in frames),
        lost=sum("acknowledged" in one for one in told),
        doubled=sum("stands" in one and "times" in one for one in told),
        faults=history.faults(),
    )
