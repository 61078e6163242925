"""`ochos verify`: reads a file, checks it, and says what was found. Asks no server."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from clients.cli.harmless import harmless
from clients.cli.output import Output
from clients.cli.verify.check import Report, RoundSeen, report_on
from clients.cli.verify.parts import FILE_BYTES_MAX
from clients.cli.verify.receipts import Receipt, Verdict, judged, short

LOCALES = Path(__file__).parents[2] / "locales"
MARKS = {True: "✓", False: "✗"}
PLAIN_MARKS = {True: "OK", False: "NO"}
SHOWN_MAX = 160  # characters of what was expected and found
NO_ACTA = ("no-acta", "too-big")


class Code(IntEnum):
    """Exit codes of `ochos verify`."""

    FINE = 0
    NOT_FINE = 1
    CANNOT_READ = 2


@dataclass(frozen=True)
class Judged:
    """A receipt and what became of it."""

    version: int
    verdict: Verdict


def verify(path: str) -> Report:
    """The report on a file. Raises: OSError."""
    with Path(path).open("rb") as file:
        return report_on(file.read(FILE_BYTES_MAX + 1))


def code_of(report: Report, receipts: Iterable[Judged]) -> Code:
    if report.bad is not None:
        return Code.CANNOT_READ if report.bad.why in NO_ACTA else Code.NOT_FINE
    return Code.NOT_FINE if any(one.verdict == "bad" for one in receipts) else Code.FINE


def judge_all(report: Report, receipts: Iterable[Receipt]) -> list[Judged]:
    """Only a file that is fine can be held against receipts."""
    if report.bad is not None:
        return []
    return [Judged(one.version, judged(one, report.chain)) for one in receipts]


def tell_json(output: Output, report: Report, receipts: list[Judged]) -> None:
    """The report as one object, for programs."""
    bad = report.bad
    tree = {
        "fine": code_of(report, receipts) == Code.FINE,
        "line": 0 if bad is None else bad.line,
        "why": "" if bad is None else bad.why,
        "expected": "" if bad is None else bad.expected,
        "found": "" if bad is None else bad.found,
        "table": report.table,
        "match": report.match,
        "finished": report.finished,
        "fingerprint": report.fingerprint,
        "entries": report.entries,
        "first": report.first,
        "last": report.last,
        "digest": report.digest,
        "rounds": [asdict(round_) for round_ in report.rounds],
        "receipts": [asdict(one) for one in receipts],
    }
    output.line(json.dumps(tree, ensure_ascii=True, sort_keys=True))


class Teller:
    """Says a report in words, a line at a time."""

    def __init__(self, output: Output, language: str) -> None:
        self._output = output
        self._bundle = FluentBundle([language], use_isolating=False)
        for name in ("acta.ftl", "game.ftl"):
            text = (LOCALES / language / name).read_text(encoding="utf-8")
            self._bundle.add_resource(FluentResource(text))
        self._marks = MARKS if output.can_write("✓✗") else PLAIN_MARKS

    def tell(self, report: Report, receipts: list[Judged]) -> None:
        if report.table:
            self._tell_match(report)
        for round_ in report.rounds:
            self._tell_round(round_, report)
        if report.bad is None:
            if not report.finished:
                self._say("acta-running")
            self._say("acta-digest", version=report.last, short=short(report.digest))
            self._tell_receipts(receipts)
        self._tell_end(report, receipts)

    def _tell_match(self, report: Report) -> None:
        self._say("acta-of", match=report.match, table=report.table)
        named = f"preset-{report.preset}"
        preset = self._text(named) if self._bundle.has_message(named) else report.preset
        self._say("acta-rules", preset=preset, fingerprint=report.fingerprint)
        self._say(
            "acta-log", mark=self._marks[True], entries=report.entries,
            first=report.first, last=report.last,
        )  # fmt: skip

    def _tell_round(self, round_: RoundSeen, report: Report) -> None:
        self._say("acta-round", round=round_.round, deal=round_.deal)
        if round_.seal is None:
            self._say("acta-seal-sealed", indent=True)
        else:
            state = "good" if round_.seal else "bad"
            self._say(f"acta-seal-{state}", indent=True, mark=self._marks[round_.seal])
        if round_.contributors:
            self._say("acta-given", indent=True, who=self._seats(round_.contributors, report))
        else:
            self._say("acta-given-none", indent=True)
        if round_.missing:
            self._say("acta-missing", indent=True, who=self._seats(round_.missing, report))
        if round_.cut_by < 0:
            self._say("acta-cut", indent=True, cards=round_.cut)
        else:
            who = self._seat(round_.cut_by, report)
            self._say("acta-cut-by", indent=True, who=who, cards=round_.cut)
        if round_.seal and round_.dealt is not None:
            state = "good" if round_.dealt else "bad"
            self._say(
                f"acta-dealt-{state}", indent=True, mark=self._marks[round_.dealt],
                moves=round_.moves, rebuilds=round_.rebuilds,
            )  # fmt: skip

    def _seats(self, seats: list[int], report: Report) -> str:
        return ", ".join(self._seat(seat, report) for seat in seats)

    def _seat(self, seat: int, report: Report) -> str:
        named = report.names.get(seat, "")
        return harmless(named) if named else self._text("acta-seat", number=seat + 1)

    def _tell_receipts(self, receipts: list[Judged]) -> None:
        if not receipts:
            self._say("acta-receipt-none")
        for one in receipts:
            mark = self._marks[one.verdict == "good"]
            self._say(f"acta-receipt-{one.verdict}", mark=mark, version=one.version)

    def _tell_end(self, report: Report, receipts: list[Judged]) -> None:
        bad = report.bad
        if bad is None:
            self._tell_sound(receipts)
            return
        why = self._text(f"acta-why-{bad.why}")
        self._say("acta-not-fine", mark=self._marks[False], line=bad.line, why=why)
        cut = _first_difference(bad.expected, bad.found)
        for key, text in (("acta-expected", bad.expected), ("acta-found", bad.found)):
            if text:
                self._say(key, text=_shortened(text, cut))

    def _tell_sound(self, receipts: list[Judged]) -> None:
        """A file may be right in itself and still not what this person was told."""
        if all(one.verdict != "bad" for one in receipts):
            self._say("acta-fine", mark=self._marks[True])
            return
        self._say("acta-page-other", mark=self._marks[False])
        self._say("acta-page-refuted")

    def _say(self, key: str, *, indent: bool = False, **variables: str | int) -> None:
        self._output.line(("  " if indent else "") + self._text(key, **variables))

    def _text(self, key: str, **variables: str | int) -> str:
        message = self._bundle.get_message(key)
        assert message.value is not None, f"message {key} has no text"
        return str(self._bundle.format_pattern(message.value, variables)[0])


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), 0)


def _shortened(text: str, around: int) -> str:
    """The text, or of a long one what stands around a place in it."""
    if len(text) <= SHOWN_MAX:
        return text
    first = max(0, around - SHOWN_MAX // 2)
    last = first + SHOWN_MAX
    return f"{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}"
