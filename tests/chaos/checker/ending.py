"""Assertions 9, 12 and 13: agreement at the end, the indexes, and deadlines."""

from __future__ import annotations

from collections.abc import Iterator

from server.events.catalog import TableExpired, TurnTimedOut
from server.game.deadlines import is_open
from server.game.faults import turn_ends_ms
from server.game.leaving import expires_at_ms
from server.live.waiting import index_wait_ms
from tests.chaos.checker.case import Case, Ledger
from tests.chaos.history import Answered, Converged

CONVERGE_MS = 20_000  # with room for a busy machine; some tens of milliseconds on a quiet one
ANSWER_MS = 10_000
LATE_MS = 8_000
INDEX_MS = 10_000  # a deadline is reckoned when an append is first tried, for 8 s at most


def converged(case: Case) -> Iterator[str]:
    """9. After the harm all nodes show the log's newest version and answer."""
    shown = [record for record in case.other if isinstance(record, Converged)]
    for record in shown:
        ledger = case.ledgers[record.table]
        who = f"node {record.node} on {record.table}"
        agreed = {(o.version, o.tag) for o in shown if o.table == record.table}
        if len(agreed) != 1 or not _logged(ledger, record.version, record.tag):
            yield f"{who} shows version {record.version} with tag {record.tag}"
        elif record.after_ms > CONVERGE_MS:
            yield f"{who} took {record.after_ms} ms to agree"
    for answer in case.other:
        if isinstance(answer, Answered) and not 0 <= answer.ms <= ANSWER_MS:
            took = f"in {answer.ms} ms" if answer.ms >= 0 else "never"
            yield f"node {answer.node} on {answer.table} answered {took}"
    yield from (f"a node ended with {code}" for code in case.final.ends if code)


def _logged(ledger: Ledger, version: int, tag: str) -> bool:
    return any(e.version == version and e.tag.hex() == tag for e in ledger.left.entries)


def indexes(case: Case) -> Iterator[str]:
    """12. Open tables and deadlines stand in the indexes as the logs say."""
    for ledger in case.ledgers.values():
        table = ledger.states[-1]
        if ledger.broken or table.version == 0:
            continue
        if is_open(table) != ledger.left.open_:
            yield f"{ledger.table} is {table.phase}, listed as open: {ledger.left.open_}"
        wait = index_wait_ms(table, case.final.robot_pace)
        due = None if wait is None else table.at_ms + wait
        kept = ledger.left.due
        if (due is None) != (kept is None):
            yield f"{ledger.table} is due at {due}, by the index at {kept}"
        elif due is not None and kept is not None and abs(due - kept) > INDEX_MS:
            yield f"{ledger.table} is due at {due}, by the index {kept - due} ms later"


def deadlines(case: Case) -> Iterator[str]:
    """13. No time ends early, and outside of harm none ends late."""
    for ledger in case.ledgers.values():
        for commit, before in zip(ledger.commits, ledger.states, strict=False):
            ends = 0
            for event in commit.events:
                if isinstance(event, TurnTimedOut):
                    ends = turn_ends_ms(before)
                if isinstance(event, TableExpired):
                    ends = expires_at_ms(before)
            if not ends:
                continue
            late_ms = commit.at_ms - ends
            where = f"{ledger.table}: entry {commit.version}"
            if late_ms < 0:
                yield f"{where} ended a time {-late_ms} ms early"
            if late_ms > LATE_MS and not _harmed(case, ends, commit.at_ms):
                yield f"{where} ended a time {late_ms} ms late"


def _harmed(case: Case, from_ms: int, to_ms: int) -> bool:
    """Whether harm was done in or shortly before this span of the store's time."""
    began = case.final.began_ms
    return any(
        began + fault.t <= to_ms and began + max(fault.t, fault.until) + LATE_MS >= from_ms
        for fault in case.faults
    )
