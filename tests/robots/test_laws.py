"""The checks of the laws find what they are for: each is shown a fault and must name it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from server.events.catalog import AnyEvent, CardsDrawn, Commit
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.table import Round, Table, new_table
from server.projections.frames import steps
from server.projections.own import own_view
from server.protocol.frames import Step
from server.protocol.reasons import Reason, Rejected
from server.protocol.views import Own
from server.robots import laws
from server.robots.selfplay import commit_of, replay_broken
from server.rules.door import rules_for

SEED = "ab" * 64


def log_of(*commands: c.Command) -> tuple[Table, tuple[Commit, ...]]:
    table, commits = new_table("laws"), []
    for command in commands:
        commits.append(commit_of(table, decide(table, command)))
        table = fold(table, commits[-1])
    return table, tuple(commits)


OPENING: tuple[c.Command, ...] = (
    c.MakeTable("laws", 3, rules_for("especiales"), "00", "00", SEED),
    c.AddRobot(0),
    c.AddRobot(0),
    c.Start(0, 1, "cd" * 64),
)


@pytest.fixture
def table() -> Table:
    """Three seats, just dealt."""
    return log_of(*OPENING)[0]


def with_round(table: Table, **changes: Any) -> Table:
    assert table.round is not None
    return replace(table, round=replace(table.round, **changes))


def round_of(table: Table) -> Round:
    assert table.round is not None
    return table.round


def test_a_sound_table_breaks_no_law(table: Table) -> None:
    assert laws.conservation_broken(table) == ""
    assert laws.stuck(table) == ""
    for seat in range(3):
        assert laws.legality_broken(table, seat, whole=True) == ""


def test_a_lost_card_and_one_held_twice_are_found(table: Table) -> None:
    stock = round_of(table).stock
    assert "L4" in laws.conservation_broken(with_round(table, stock=stock[1:]))
    assert "L4" in laws.conservation_broken(with_round(table, stock=(stock[1], *stock[1:])))
    assert "L4" in laws.conservation_broken(with_round(table, stock=("ZZ", *stock[1:])))


def test_a_seat_that_cannot_act_in_its_turn_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "legal_actions", lambda table, seat: ())
    assert laws.stuck(table).startswith("L5")


def test_a_seat_that_may_act_in_anothers_turn_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, "legal_actions", lambda table, seat: (c.Draw(seat),))
    assert "may act in" in laws.stuck(table)


# Honour: cards out of turn, suits that nobody named, calls


@pytest.fixture(params=["familiar", "montanita", "jiujitsu"])
def on_honour(request: pytest.FixtureRequest) -> Table:
    """Three seats, just dealt, and nobody watches over the rules."""
    rules = rules_for(request.param, {"enforcement": "honour"})
    return log_of(replace(OPENING[0], rules=rules), *OPENING[1:])[0]


def test_what_honour_lets_pass_breaks_no_law(on_honour: Table) -> None:
    assert laws.stuck(on_honour) == ""
    for seat in range(3):
        assert laws.legality_broken(on_honour, seat, whole=True) == ""
        assert laws.legality_broken(on_honour, seat, whole=False) == ""


def test_a_card_out_of_turn_that_is_listed_where_it_is_refused_is_found(
    on_honour: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = round_of(on_honour)
    waiting = next(seat for seat in range(3) if seat != round_.seat)
    owing = with_round(on_honour, naming=True, namer=round_.seat)
    play = c.Play(waiting, round_.hands[waiting][0], turn=round_.turn)
    monkeypatch.setattr(laws, "legal_actions", lambda table, seat: (play,) * (seat == waiting))
    assert "L5" in laws.stuck(owing)
    assert "listed but refused [('Play'" in laws.legality_broken(owing, waiting, whole=False)


def test_calls_that_a_view_does_not_offer_are_found(
    on_honour: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(table: Table, seat: int) -> Own:
        own = own_view(table, seat)
        return replace(own, actions=replace(own.actions, call_fault=()))

    monkeypatch.setattr(laws, "own_view", silent)
    assert "listed and not offered [('CallFault', '1'" in laws.legality_broken(
        on_honour, 0, whole=False
    )


def test_a_judge_that_takes_a_call_twice_is_found(
    on_honour: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:
        if isinstance(command, c.CallFault) and table.round is not None:
            return decide(with_round(table, called=()), command)
        return decide(table, command)

    judged_otherwise(monkeypatch, forgetful)
    called = with_round(on_honour, called=((0, 1),))
    assert "not listed [('CallFault', '1'" in laws.legality_broken(called, 0, whole=False)


def test_a_judge_that_lets_a_last_card_be_called_too_early_is_found(
    on_honour: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lenient(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:
        if isinstance(command, c.Play):
            return decide(table, replace(command, announce=False))
        return decide(table, command)

    judged_otherwise(monkeypatch, lenient)
    found = laws.legality_broken(on_honour, round_of(on_honour).seat, whole=True)
    assert "accepted but not listed [('Play'" in found
    assert "True)" in found


def judged_otherwise(
    monkeypatch: pytest.MonkeyPatch, judge: Callable[[Table, c.Command], tuple[AnyEvent, ...]]
) -> None:
    monkeypatch.setattr(laws, "decide", judge)


def test_a_judge_that_takes_more_than_is_listed_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lenient(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:
        if isinstance(command, c.Pass):
            return (CardsDrawn(0, 1),)
        return decide(table, command)

    judged_otherwise(monkeypatch, lenient)
    assert "accepted but not listed [('Pass'" in laws.legality_broken(table, 0, whole=False)


def test_a_judge_that_takes_less_than_is_listed_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strict(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:
        if isinstance(command, c.Draw):
            raise Rejected(Reason.STOCK_EMPTY)
        return decide(table, command)

    judged_otherwise(monkeypatch, strict)
    seat = round_of(table).seat
    assert "listed but refused [('Draw'" in laws.legality_broken(table, seat, whole=False)


def test_a_judge_that_takes_what_is_out_of_date_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def timeless(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:
        if isinstance(command, c.Draw):
            return decide(table, replace(command, turn=0))
        return decide(table, command)

    judged_otherwise(monkeypatch, timeless)
    seat = round_of(table).seat
    assert "stale and accepted" in laws.legality_broken(table, seat, whole=True)


def test_a_view_that_offers_other_things_than_the_list_is_found(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shorter(table: Table, seat: int) -> tuple[c.Command, ...]:
        return tuple(a for a in legal_actions(table, seat) if not isinstance(a, c.Abandon))

    def unkind(table: Table, command: c.Command) -> tuple[AnyEvent, ...]:
        if isinstance(command, c.Abandon):
            raise Rejected(Reason.STALE)
        return decide(table, command)

    monkeypatch.setattr(laws, "legal_actions", shorter)
    judged_otherwise(monkeypatch, unkind)
    assert "its view offers" in laws.legality_broken(table, 0, whole=True)


def test_a_step_that_leaves_something_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    before, _ = log_of(*OPENING[:-1])
    after, commits = log_of(*OPENING)
    assert laws.views_broken(before, after, commits[-1]) == ""

    def forgetful(*frames: Any) -> dict[int, Step]:
        whole = steps(*frames)
        return {
            viewer: replace(step, patch={k: v for k, v in step.patch.items() if k != "stock"})
            for viewer, step in whole.items()
        }

    monkeypatch.setattr(laws, "steps", forgetful)
    assert laws.views_broken(before, after, commits[-1]).startswith("L3")


def test_a_log_that_folds_to_something_else_is_found() -> None:
    table, commits = log_of(*OPENING)
    assert replay_broken(table, commits) == ""
    assert "L3" in replay_broken(replace(table, turn=99), commits)
