"""`ochos-server simulate`: whole matches played by robots, the laws checked after every event."""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from server.game.shuffle import Dice
from server.robots.facts import FactsFile, pace_ms, row_of, rows
from server.robots.record import acta_of_plan
from server.robots.selfplay import Plan, Played, play_match
from server.robots.switching import changes_of, rules_by_chance
from server.rules.door import RulesConflict, check_seats, rules_for
from server.rules.presets import PRESETS
from server.rules.switches import SEATS_MAX

JOBS_DEFAULT = 2
MATCHES_A_TASK = 4
VIOLATIONS_SHOWN = 20
RANDOM = "random"  # in the place of a preset: other rules in every match
MISCHIEF: tuple[int, ...] = (0, 5, 15)  # percent, by turns, where the rules are random


class Summary(msgspec.Struct, frozen=True):
    """All matches of a run taken together."""

    preset: str
    seats: int  # 0 where every match has its own number of them
    matches: int
    rounds: int
    blocked: int
    commands: int
    turns: int
    plays: int
    passes: int
    drawn: int
    calls: int  # faults that were called
    ends: dict[str, int]  # how matches ended
    rounds_least: int  # of a match
    rounds_most: int
    wins: tuple[int, ...]  # by seat
    digest: str  # SHA-256 over the digests of the logs, in order of the matches
    violations: tuple[str, ...]


def main(argv: Sequence[str]) -> int:
    """Runs the command line; 0 if no law was broken, 1 if one was, 2 for a wrong wish."""
    wish = _parser().parse_args(argv)
    if wish.facts:
        return _write_facts(wish.facts, wish.jobs)
    try:
        plans = _random_plans(wish) if wish.random_switches else _plans(wish)
        if wish.acta:
            with open(wish.acta, "wb") as file:
                file.write(acta_of_plan(plans[0]))
    except (RulesConflict, ValueError, OSError) as error:
        print(f"simulate: {error}")
        return 2
    title, seats = (RANDOM, 0) if wish.random_switches else (wish.preset, wish.seats)
    summary = summary_of(title, seats, play_all(plans, wish.jobs))
    print(_as_json(summary) if wish.json else _as_text(summary))
    return 1 if summary.violations else 0


def _write_facts(path: str, jobs: int) -> int:
    """Plays every preset and variant as often as it takes, and writes what it was like."""
    with multiprocessing.Pool(jobs) as pool:
        told = tuple(pool.imap(row_of, rows(), 1))
    with open(path, "w", encoding="utf-8") as file:
        file.write(FactsFile(pace_ms(), told).text())
    return 0


def _plans(wish: argparse.Namespace) -> list[Plan]:
    """Raises: RulesConflict; ValueError for a switch without a value, or no preset at all."""
    if wish.preset is None:
        raise ValueError("expected --preset or --random-switches")
    rules = rules_for(wish.preset, _chosen(wish.set))
    check_seats(rules, wish.seats)
    checks = not wish.unchecked
    return [
        Plan(rules, wish.seats, wish.seed, number, checks=checks, mischief=wish.mischief)
        for number in range(1, wish.matches + 1)
    ]


def _random_plans(wish: argparse.Namespace) -> list[Plan]:
    """One match by each of so many combinations, the same ones for the same seed."""
    plans = []
    for number in range(1, wish.random_switches + 1):
        rules, seats = rules_by_chance(Dice(f"{wish.seed} {number}".encode(), b"rules"))
        mischief = MISCHIEF[number % len(MISCHIEF)]
        checks = not wish.unchecked
        plans.append(Plan(rules, seats, wish.seed, number, checks=checks, mischief=mischief))
    return plans


def play_all(plans: Sequence[Plan], jobs: int) -> list[Played]:
    """Plays all matches, on `jobs` processes; in order of the plans."""
    if jobs <= 1 or len(plans) <= MATCHES_A_TASK:
        return [_played(plan) for plan in plans]
    with multiprocessing.Pool(jobs) as pool:
        return list(pool.imap(_played, plans, MATCHES_A_TASK))


def _played(plan: Plan) -> Played:
    """The match; one that breaks down is a violation, and says by which rules."""
    try:
        played = play_match(plan)
    except Exception as error:
        broken = f"match {plan.number} broke down: {type(error).__name__} {error}"
        played = Played(plan.number, violations=(broken,))
    rules = f" [{plan.seats} seats, {changes_of(plan.rules)}]"
    told = tuple(text + rules for text in played.violations)
    return msgspec.structs.replace(played, violations=told)


def summary_of(title: str, seats: int, matches: Iterable[Played]) -> Summary:
    played = tuple(matches)
    won = range(seats or SEATS_MAX)
    digest = sha256("".join(match.digest for match in played).encode())
    return Summary(
        preset=title,
        seats=seats,
        matches=len(played),
        rounds=sum(match.rounds for match in played),
        blocked=sum(match.blocked for match in played),
        commands=sum(match.commands for match in played),
        turns=sum(match.turns for match in played),
        plays=sum(match.plays for match in played),
        passes=sum(match.passes for match in played),
        drawn=sum(match.drawn for match in played),
        calls=sum(match.calls for match in played),
        ends=dict(sorted(Counter(match.how or "none" for match in played).items())),
        rounds_least=min((match.rounds for match in played), default=0),
        rounds_most=max((match.rounds for match in played), default=0),
        wins=tuple(sum(match.winner == seat for match in played) for seat in won),
        digest=digest.hexdigest(),
        violations=tuple(text for match in played for text in match.violations),
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ochos-server simulate",
        description="Plays whole matches between robots and checks the laws of the game.",
    )
    parser.add_argument("--preset", choices=sorted(PRESETS))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=_count, default=100)
    parser.add_argument("--seed", default="1", help="any words; the same ones give the same logs")
    parser.add_argument(
        "--set", action="append", default=[], metavar="SWITCH=VALUE", help="may be repeated"
    )
    parser.add_argument(
        "--random-switches", type=_count, default=0, metavar="N",
        help="instead of a preset: N matches, each by rules of its own",
    )  # fmt: skip
    parser.add_argument(
        "--mischief", type=int, choices=range(101), default=0, metavar="PERCENT",
        help="acts that are anything the table lets pass, by anybody",
    )  # fmt: skip
    parser.add_argument(
        "--facts", default="", metavar="FILE",
        help="instead of all else: writes what each preset and each variant is like",
    )  # fmt: skip
    parser.add_argument(
        "--acta", default="", metavar="FILE",
        help="also writes the acta of the first match, for `ochos verify`",
    )  # fmt: skip
    parser.add_argument("--jobs", type=_count, default=JOBS_DEFAULT, help="processes")
    parser.add_argument("--unchecked", action="store_true", help="only play: to measure the game")
    parser.add_argument("--json", action="store_true")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("expected a number from 1 up")
    return number


def _chosen(settings: Sequence[str]) -> dict[str, object]:
    """The switches of `SWITCH=VALUE` words.

    Raises: ValueError if there is no `=`.
    """
    chosen: dict[str, object] = {}
    for setting in settings:
        key, found, value = setting.partition("=")
        if not found:
            raise ValueError(f"expected SWITCH=VALUE, found {setting!r}")
        chosen[key] = value
    return chosen


def _as_json(summary: Summary) -> str:
    return json.dumps(msgspec.to_builtins(summary), sort_keys=True)


def _as_text(summary: Summary) -> str:
    s, rounds = summary, max(1, summary.rounds)
    lines = [
        f"{s.preset}, {s.seats or 'any'} seats",
        f"matches          {s.matches:,} ({s.rounds:,} rounds, {s.commands:,} commands)",
        f"rounds a match   {s.rounds / s.matches:.1f} ({s.rounds_least} to {s.rounds_most})",
        f"turns a round    {s.turns / rounds:.1f}",
        f"plays            {s.plays:,}",
        f"cards drawn      {s.drawn:,} ({s.drawn / rounds:.1f} a round)",
        f"passes           {s.passes:,}",
        f"blocked rounds   {s.blocked:,} ({100 * s.blocked / rounds:.1f} %)",
        f"faults called    {s.calls:,}",
        f"matches ended    {', '.join(f'{how} {count:,}' for how, count in s.ends.items())}",
        f"matches won      {', '.join(_wins(s))}",
        f"digest           {s.digest}",
        f"violations       {len(s.violations)}",
        *(f"  {text}" for text in s.violations[:VIOLATIONS_SHOWN]),
    ]
    return "\n".join(lines)


def _wins(summary: Summary) -> list[str]:
    return [f"seat {seat} {wins:,}" for seat, wins in enumerate(summary.wins)]
