"""The terminal adds to each deal by itself, checks every one, and says so if it is cheated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from clients.cli.fair.guard import Guard
from clients.cli.fair.witness import Fault, Witness, faults_of, gave, witnessed
from clients.cli.messages import Messages
from clients.cli.scene import empty_scene, view_of
from server.events.catalog import Commit, RoundClosed, RoundDealt
from server.game import commands as c
from server.game.decide import legal_actions
from server.game.evolve import fold
from server.game.table import Table, actor_of, new_table
from server.projections.frames import Projection, project, steps, tree_of
from server.protocol import frames as f
from tests.clients.program import ANSWER_SECONDS, ochos
from tests.clients.scripted import Line, in_round, scripted, step
from tests.matches import HONOUR, evening
from tests.spec import NOON, TABLE, A, B, C, Given, given, seed, table

MINE, THEIRS = "a0" * 16, "b1" * 16


def a_round() -> Given:
    """A lobby with deposits and a cut, some turns, and an end that reveals the deal."""
    acts = (c.Deposit(A, 1, MINE), c.Deposit(B, 1, THEIRS), c.CutDeck(C, 1, 9))
    now = given(table()).when(*acts, c.Start(A, 1, seed(2))).accepted()
    for _ in range(6):
        now = now.when(_some_act(now.table)).accepted()
    return now.when(c.Abandon(B, 1)).accepted()


def _some_act(now: Table) -> c.Command:
    assert now.round is not None
    acts = legal_actions(now, actor_of(now.round))
    kinds = (c.Play, c.Name, c.Draw, c.Pass)
    return next(act for kind in kinds for act in acts if isinstance(act, kind))


Change = Callable[[Commit], Commit]


def seen(
    log: Sequence[Commit], *, change: Change = lambda commit: commit, away: tuple[int, ...] = ()
) -> Witness:
    """What A has witnessed of a log; of versions in `away` the view came whole."""
    witness, state = Witness(), new_table(TABLE)
    shown: Projection | None = None
    for commit in map(change, log):
        state = fold(state, commit)
        now = project(state)
        view = view_of(msgspec.json.decode(msgspec.json.encode(tree_of(now, A))))
        whole = shown is None or commit.version in away
        news = None if whole or shown is None else steps(shown, now, commit)[A].news
        witness = witnessed(witness, view, commit.version, news)
        shown = now
        if commit.events and type(commit.events[0]).__name__ == "EntropyDeposited":
            witness = gave(witness, 1, A, MINE)
    return witness


def dealing(**fields: object) -> Change:
    """The table deals otherwise than it should."""

    def change(commit: Commit) -> Commit:
        events = tuple(
            replace(event, **fields) if isinstance(event, RoundDealt) else event
            for event in commit.events
        )
        return replace(commit, events=events)

    return change


@pytest.mark.parametrize("preset", ["clasico", "montanita", "jiujitsu", HONOUR])
def test_fair_rounds_are_found_right(preset: str) -> None:
    """Whole matches: rebuilt stocks, penalties, cards taken back."""
    past = seen(evening(preset, 3, people=3)).past
    assert past
    assert {one.verdict for one in past} == {"right"}


def test_so_is_a_round_to_which_people_added_and_that_was_broken_off() -> None:
    (one,) = seen(a_round().commits).past
    assert one.verdict == "right"


def test_who_was_away_knows_only_half() -> None:
    log = a_round().commits
    (one,) = seen(log, away=(log[-2].version,)).past
    assert (one.verdict, one.faults) == ("half", ())


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"contributions": ((B, THEIRS),)}, "left_out"),
        ({"contributions": ((A, MINE),)}, "left_out_other"),
        ({"contributions": ((A, MINE), (B, MINE))}, "left_out_other"),
        ({"contributions": ((A, MINE), (B, THEIRS), (C, MINE))}, "added"),
        ({"cut": 10}, "cut"),
    ],
)
def test_a_table_that_cheats_at_the_lock_is_found_out(
    fields: dict[str, object], fault: Fault
) -> None:
    """Also the server that drops a contribution: its client says so."""
    now = a_round()
    start = next(n for n, one in enumerate(now.commits) if len(one.events) > 1 and n)
    deal, faults = faults_of(seen(now.commits[: start + 1], change=dealing(**fields)))
    assert (deal, faults[:1]) == (1, (fault,))


def test_another_hand_and_another_seed_are_found_out() -> None:
    log, _ = with_hands_swapped()
    assert faults_of(seen(log)) == (1, ("cards",))
    now = a_round()
    forged = tuple(
        replace(event, seed=seed(7)) if isinstance(event, RoundClosed) else event
        for event in now.commits[-1].events
    )
    log = (*now.commits[:-1], replace(now.commits[-1], events=forged))
    assert faults_of(seen(log)) == (1, ("seed", "cards"))


def test_so_they_are_by_who_was_sent_the_view_anew_after_the_deal() -> None:
    """Else a server could blind everybody by one snapshot in each round."""
    log, dealt = with_hands_swapped()
    for away in range(dealt + 1, log[-1].version + 1):
        assert faults_of(seen(log, away=(away,))) == (1, ("cards",))


def with_hands_swapped() -> tuple[tuple[Commit, ...], int]:
    """A log in which A and B were dealt a card of each other, and the version of that deal."""
    now = a_round()
    (event,) = (e for one in now.commits for e in one.events if isinstance(e, RoundDealt))
    hand, other = event.hands[A], event.hands[B]
    swapped = (hand[:-1] + other[-1:], other[:-1] + hand[-1:], event.hands[C])
    start = next(n for n, one in enumerate(now.commits) if event in one.events)
    over = now.commits[: start + 1]
    state = new_table(TABLE)
    for commit in map(dealing(hands=swapped), over):
        state = fold(state, commit)
    stopped = Given(state, tuple(map(dealing(hands=swapped), over))).when(c.Abandon(B, 1))
    log = stopped.before.went_on(stopped.events, NOON).commits
    return log, now.commits[start].version


# At the terminal


def test_it_gives_once_to_each_deal_and_says_nothing_of_a_refusal() -> None:
    sent: list[f.Command] = []
    guard = Guard(Messages("es", signs=False), sent.append)
    tree = tree_of(project(given(table()).table), A)
    snapshot = f.Snapshot(1, "", 0, tree)
    scene = empty_scene(TABLE).with_snapshot(snapshot)
    assert guard.hear(snapshot, scene) == ()
    assert guard.hear(f.Step(2, "", 0, {}), scene) == ()
    (command,) = sent
    assert isinstance(command, f.Deposit)
    assert (command.deal, len(command.given)) == (1, 32)
    assert guard.answers(f.Refused("stale", command.id))
    assert not guard.answers(f.Refused("stale", "typed"))


async def test_the_seal_is_told_and_the_deck_is_cut(tmp_path: Path) -> None:
    view = in_round()
    sealed = {"deal": 3, "commitment": "c3" * 32, "cutter": 0, "digests": {"1": "d1" * 32}}
    heard: list[f.ClientFrame] = []
    deposited = asyncio.Event()

    async def told(line: Line) -> None:
        await line.greet(view)
        wanted = {"next_seal": sealed, "own": {"actions": {"cut": 52, "deposit": True}}}
        await line.say(step(6, wanted))
        for _ in range(2):
            frame = await line.hear()
            heard.append(frame)
            deposited.set()
            assert isinstance(frame, f.Deposit | f.CutDeck)
            await line.say(f.Ack(frame.id, 6))
        await line.hear_a(f.Bye)

    async with (
        scripted(told) as server,
        ochos("play", server.link, "--lang", "es", home=tmp_path) as program,
    ):
        await asyncio.wait_for(deposited.wait(), ANSWER_SECONDS)
        await program.until("Te toca cortar")
        program.type("sello", "cortar 20")
        await program.until("Ya pusieron azar: Beto.")
        program.close_input()
        assert await program.exit() == 0
    assert {type(frame) for frame in heard} == {f.Deposit, f.CutDeck}
    assert [frame.place for frame in heard if isinstance(frame, f.CutDeck)] == [20]
