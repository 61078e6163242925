"""Works out the figures of CAPACITY.md from its tables of costs and assumptions.

`python deploy/capacity.py` writes them into the page anew; a test sees that they are up to date.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

PAGE = Path(__file__).with_name("CAPACITY.md")
DAY_S = 86_400
CPU_US = 1_000_000  # of one CPU in a second
GB, KB, TB = 1e9, 1e3, 1e12
BUCKETS = 256  # as in server/events/keys.py
_ROW = re.compile(r"^\| `(\w+)` \| ([\d,.]+)(?: ± ([\d]+) %)? \|", re.MULTILINE)
_COMPUTED = re.compile(r"(<!-- computed: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Figures:
    """The page's own figures; names are those of its tables."""

    # Costs. µs are of one CPU.
    commit_us: float
    nudge_us: float
    table_us: float
    server_us: float
    commit_store_us: float
    nudge_store_us: float
    table_store_us: float
    server_store_us: float
    connection_kb: float
    entry_bytes: float
    aof_bytes: float
    client_bytes: float
    syncs: float
    backup_entries: float
    # Assumptions
    live_commits: float
    slow_commits: float
    people: float
    slow_present: float
    slow_days: float
    day_share: float
    kept_days: float
    busy: float
    server_gb: float
    primary_gb: float


@dataclass(frozen=True)
class Load:
    """So many tables, and what they do in the busiest hour."""

    tables: float
    commits: float  # a second, at all tables
    loaded: float  # tables that a server holds, as somebody is there
    connections: float
    stored_entries: float


@dataclass(frozen=True)
class Need:
    """What a load takes; `servers` is infinite if no number is enough."""

    servers: float
    servers_for: str
    primaries: float
    primaries_for: str


def figures_in(page: str, sign: int = 0) -> Figures:
    """The figures of the page; `sign` 1 or -1 makes every cost as high or low as it may be.

    Raises: ValueError if one is missing, or told twice.
    """
    found: dict[str, float] = {}
    for name, value, percent in _ROW.findall(page):
        if name in found:
            raise ValueError(f"{name} is told twice")
        # A rate is the other way round: it is bad if it is low.
        worse = -sign if name in ("syncs", "backup_entries") else sign
        found[name] = float(value.replace(",", "")) * (1 + worse * float(percent or 0) / 100)
    expected = {field.name for field in fields(Figures)}
    if found.keys() != expected:
        raise ValueError(f"expected {sorted(expected)}, found {sorted(found)}")
    return Figures(**found)


def live(figures: Figures, tables: float) -> Load:
    """Tables whose people are all there."""
    commits = tables * figures.live_commits
    kept = commits * figures.day_share * DAY_S * figures.kept_days
    return Load(tables, commits, tables, tables * figures.people, kept)


def over_days(figures: Figures, tables: float) -> Load:
    """Tables at which people look in now and then; the busiest hour has what an even day has in
    `1 / day_share` hours."""
    daily = tables * figures.slow_commits
    present = tables * figures.people * figures.slow_present
    loaded = tables * (1 - (1 - figures.slow_present) ** figures.people)
    stored = daily * (figures.slow_days / 2 + figures.kept_days)  # in play half are half done
    return Load(tables, daily / DAY_S / figures.day_share, loaded, present, stored)


def need(f: Figures, load: Load, *, heard_by_all: bool) -> Need:
    """Servers (processes on a core of their own) and primaries; replicas come on top.

    `heard_by_all`: each server hears each commit, as it once was; now only who holds the table.
    """
    work = load.commits * f.commit_us + load.loaded * f.table_us
    overhead = f.server_us + (load.commits * f.nudge_us if heard_by_all else 0)
    free = f.busy * CPU_US - overhead
    by_cpu = math.ceil(work / free) if free > 0 else math.inf
    by_memory = math.ceil(load.connections * f.connection_kb * KB / (f.server_gb * GB))
    servers = max(by_cpu, by_memory, 1)
    store = load.commits * f.commit_store_us + load.loaded * f.table_store_us
    if math.isfinite(servers):
        told = load.commits * f.nudge_store_us * (servers if heard_by_all else 1)
        store += told + servers * f.server_store_us
    by_store_cpu = math.ceil(store / (f.busy * CPU_US))
    by_bytes = math.ceil(load.stored_entries * f.entry_bytes / (f.primary_gb * GB))
    return Need(
        servers,
        "CPU" if by_cpu >= by_memory else "memory",
        max(by_store_cpu, by_bytes, 1),
        "CPU" if by_store_cpu >= by_bytes else "memory",
    )


# The page


def computed(page: str) -> dict[str, str]:
    """The parts of the page that follow from its tables."""
    middle, low, high = (figures_in(page, sign) for sign in (0, -1, 1))
    return {
        "needs": _needs(middle, low, high),
        "limits": _limits(middle, low, high),
    }


def _needs(middle: Figures, low: Figures, high: Figures) -> str:
    head = (
        "tables in play", "commits/s", "people connected", "logs in the store", "servers",
        "primaries", "servers, if each heard all", "primaries then",
    )  # fmt: skip
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for words, kind, tables in (
        ("10 thousand, live", live, 10_000),
        ("10 thousand, over days", over_days, 10_000),
        ("1 million, live", live, 1_000_000),
        ("1 million, over days", over_days, 1_000_000),
        ("100 million, over days", over_days, 100_000_000),
    ):
        load = kind(middle, tables)
        cells = [words, _round(load.commits), _round(load.connections)]
        cells.append(_bytes(load.stored_entries * middle.entry_bytes))
        for heard_by_all in (False, True):
            needs = [
                need(each, kind(each, tables), heard_by_all=heard_by_all)
                for each in (middle, low, high)
            ]
            cells.append(_span([each.servers for each in needs], needs[0].servers_for))
            told = _span([each.primaries for each in needs], needs[0].primaries_for)
            cells.append(told if math.isfinite(needs[0].servers) else "–")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _limits(middle: Figures, low: Figures, high: Figures) -> str:
    def told(figure: Callable[[Figures], float]) -> str:
        return _span([figure(each) for each in (middle, low, high)])

    rows = (
        (
            "commits/s of the site at which all servers did nothing but hear, when all heard all",
            lambda f: CPU_US / f.nudge_us,
        ),
        (
            "servers at which hearing all cost as much as all commits",
            lambda f: f.commit_us / f.nudge_us,
        ),
        (
            "servers at which telling all cost the store as much as the commit",
            lambda f: f.commit_store_us / f.nudge_store_us,
        ),
        ("tables at rest, with their people, that fill a server", lambda f: CPU_US / f.table_us),
        ("live tables that fill a server, with no other server about", _live_tables),
        ("servers whose looking about fills one CPU of the store", _sweeping_servers),
        (
            "connections in the memory of a server",
            lambda f: f.server_gb * GB / f.connection_kb / KB,
        ),
        ("commits/s that a CPU of the store takes", lambda f: CPU_US / f.commit_store_us),
        (
            "MB/s to append-only files for 1,000 commits/s, on each copy",
            lambda f: 1_000 * f.aof_bytes / 1e6,
        ),
        ("Mbit/s to people for 1,000 commits/s", lambda f: 8_000 * f.client_bytes / 1e6),
        (
            "million entries that one backup process reads in an hour",
            lambda f: f.backup_entries * 3_600 / 1e6,
        ),
        (
            "commits/s at which a primary without batches would wait for its disk alone",
            lambda f: f.syncs,
        ),
    )
    lines = ["| limit | value |", "|---|---|"]
    lines += [f"| {words} | {told(figure)} |" for words, figure in rows]
    return "\n".join(lines) + "\n"


def _live_tables(f: Figures) -> float:
    a_table = f.live_commits * (f.commit_us + f.nudge_us) + f.table_us
    return (CPU_US - f.server_us) / a_table


def _sweeping_servers(f: Figures) -> float:
    return CPU_US / f.server_store_us


def _span(values: Sequence[float], why: str = "") -> str:
    """The first, with the lowest and the highest behind it."""
    middle, *others = values
    if not math.isfinite(middle):
        return "**no number is enough**"
    ends = " – ".join(_round(each) for each in sorted(others))
    told = _round(middle)
    return told + (f" ({ends})" if ends != f"{told} – {told}" else "") + (f", {why}" if why else "")


def _round(value: float) -> str:
    """To two digits, as more would be a lie."""
    if not math.isfinite(value):
        return "∞"
    if value <= 0:
        return "0"
    if value < 10 and value == int(value):
        return f"{value:.0f}"
    digits = 1 - math.floor(math.log10(value))
    rounded = round(value, digits)
    return f"{rounded:,.0f}" if digits <= 0 else f"{rounded:,.{digits}f}"


def _bytes(value: float) -> str:
    return f"{_round(value / TB)} TB" if value >= TB else f"{_round(value / GB)} GB"


def written_anew(page: str) -> str:
    """The page with its computed parts as they follow from the rest."""
    parts = computed(page)
    return _COMPUTED.sub(lambda found: found[1] + parts[found[2]] + found[3], page)


if __name__ == "__main__":
    PAGE.write_text(written_anew(PAGE.read_text()))
    sys.exit(0)
