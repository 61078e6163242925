"""What `ochos verify` was asked for, done: the report on a file, in words or as JSON."""

from __future__ import annotations

from collections.abc import Callable

from clients.cli.exits import Exit, Stop, unopened
from clients.cli.output import Output
from clients.cli.verify.check import report_on
from clients.cli.verify.program import Teller, code_of, judge_all, tell_json, verify
from clients.cli.verify.receipts import Receipt


def verify_file(
    path: str,
    receipts_of: Callable[[str], list[Receipt]],
    output: Output,
    language: str,
    *,
    as_json: bool,
) -> int:
    """The exit code: 0 fine, 1 not fine, 2 it is no acta or cannot be read.

    Raises: Stop if the file cannot be opened.
    """
    try:
        report = verify(path)
    except OSError as error:
        raise unopened("cli-no-file", path, error) from None
    receipts = judge_all(report, receipts_of(report.table))
    if as_json:
        tell_json(output, report, receipts)
    else:
        Teller(output, language).tell(report, receipts)
    return code_of(report, receipts)


def checked_match(body: bytes) -> int:
    """The number of the match in an acta that was fetched, once all of it has been checked.

    Raises: Stop, with the first line that is wrong.
    """
    report = report_on(body)
    if report.bad is not None:
        raise Stop(Exit.NOT_VERIFIED, "cli-bad-acta", line=report.bad.line, why=report.bad.why)
    return report.match
