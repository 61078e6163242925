"""What a commit does to a table besides its events, and events as values that travel."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from server.cards import deck_of
from server.events import catalog as e
from server.events.catalog import AnyEvent, Commit
from server.events.codec import pack, unpack
from server.game import commands as c
from server.game.evolve import fold
from server.game.table import SEEN_A_SEAT, Table, new_table, seen_version
from tests.spec import TABLE, A, B, C, Given, dealt, given, match_ended, scored, seed, table

DECK = deck_of("french52", 1)


def commit(table: Table, command_id: str, *events: AnyEvent, at_ms: int = 0) -> Commit:
    version = table.version + 1
    return Commit(version, f"{version:016x}", command_id, at_ms, table.match_version, "", events)


def test_a_commit_that_is_not_the_next_is_a_fault() -> None:
    now = given(table()).table
    with pytest.raises(AssertionError):
        fold(now, msgspec.structs.replace(commit(now, "x"), version=now.version + 2))


def test_a_table_remembers_at_which_version_a_command_was_accepted() -> None:
    now = given(table()).table
    now = fold(now, commit(now, "mine"))
    now = fold(now, commit(now, "other"))
    assert seen_version(now, "mine") == 2
    assert seen_version(now, "never") is None


def test_it_remembers_the_last_64_for_each_seat_and_not_more() -> None:
    now = given(table(seats=2)).table
    for number in range(3 * SEEN_A_SEAT):
        now = fold(now, commit(now, f"c{number}"))
    assert len(now.seen) == 2 * SEEN_A_SEAT
    assert seen_version(now, f"c{SEEN_A_SEAT - 1}") is None
    assert seen_version(now, f"c{SEEN_A_SEAT}") is not None


@pytest.mark.parametrize("command_id", ["bot-7", "to-7"])
def test_commands_of_robots_and_clocks_need_not_be_remembered(command_id: str) -> None:
    now = given(table()).table
    assert fold(now, commit(now, command_id)).seen == now.seen


def test_what_was_seen_is_still_known_after_the_start_of_a_match() -> None:
    """The table loads from that entry, so the start carries it."""
    now = given(table()).table
    now = fold(now, commit(now, "before the start"))
    after = Given(now, ()).when(c.Start(A, 1, seed(2)))
    started = commit(now, "start", *after.events)
    loaded = fold(new_table(TABLE), msgspec.structs.replace(started, match_version=now.version + 1))
    assert seen_version(loaded, "before the start") == now.version
    assert seen_version(loaded, "start") == now.version + 1


def test_the_entry_of_a_rematch_is_enough_to_load_the_table() -> None:
    """Also when people have answered in the same entry; the laws in `spec` compare the two."""
    given(table(), scored(160, 20, 35), match_ended(A, 1, 3, 2)).when(
        c.OfferRematch(A, 1), c.AcceptRematch(C, 1), c.AcceptRematch(B, 1, seed(9))
    ).accepted()


def test_each_round_starts_from_its_own_opening_events_alone() -> None:
    """L10: whatever the round before left behind, the table is that of a fresh round."""
    opening = dealt("5H 6H", "2C", "2D", top="7H", stock="9H", dealer=C)
    clean = given(table("especiales"), scored(9, 0, 0), opening).table
    stale = given(
        table("especiales"),
        dealt("8H AS 2H", "2C", "2D", top="7H", stock="4D", dealer=C),
        e.CardsDrawn(A, 1, cards=("4D",)),
        e.CardPlayed(A, "8H", active="S", named="S"),
        e.TurnMoved(C, 2, -1, pending=4, reversed=True),
        e.TurnPassed(C, blocks=True),
        e.CallsOwed((A, B)),
        e.Announced(A),
        e.FaultCalled(A, B),
        e.StockRebuilt(1, 1, stock=("7H",)),
        e.WentOut(B, 1),
        e.CardPlayed(C, "2D", active="D", unnamed=True, faults="wrong_card unnamed"),
        e.SuitDemanded(C),
        e.RoundClosed("out", 1, seed(1), A, totals=(9, 0, 0)),
        opening,
    ).table
    assert stale.round is not None
    assert clean.round is not None
    numbers = {"turn": clean.round.turn, "acted": clean.round.acted}
    assert msgspec.structs.replace(stale.round, **numbers) == clean.round


def test_a_rematch_is_a_fresh_table_but_for_what_goes_on() -> None:
    """L10: numbers, wins and people go on; everything else is as after a first start."""
    fresh = given(table(robots=(B, C))).when(c.Start(A, 1, seed(2))).accepted().table
    over = given(table(robots=(B, C)), scored(160, 20, 35), match_ended(A, 1, 3, 2))
    again = over.when(c.OfferRematch(A, 1, seed(9))).accepted().table
    goes_on = {
        "version", "tag", "at_ms", "moved_ms", "match_version", "seats", "match", "deal",
        "commitment", "seed", "round_commitment", "turn", "seen", "round",
    }  # fmt: skip
    for name in Table.__struct_fields__:
        if name not in goes_on:
            assert getattr(again, name) == getattr(fresh, name), name
    assert [seat.points for seat in again.seats] == [0, 0, 0]
    assert again.round is not None
    assert (again.round.pending, again.round.drawn, again.round.passes) == (0, (), 0)


def test_points_seats_and_hands_go_by_the_seat_and_not_by_the_order_of_players() -> None:
    now = given(table(seats=4)).when(c.Leave(B), c.Start(A, 1, seed(2))).accepted().table
    assert now.round is not None
    assert [len(hand) for hand in now.round.hands] == [5, 0, 5, 5]


# Events as values


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=lambda kind: kind.__name__)
def test_every_event_has_a_schema_and_its_own_name_as_tag(kind: type[AnyEvent]) -> None:
    schema = msgspec.json.schema(kind)
    name = schema["$ref"].rpartition("/")[2]
    assert schema["$defs"][name]["properties"]["t"] == {"enum": [kind.__name__]}


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=lambda kind: kind.__name__)
def test_every_event_says_what_it_is_and_takes_no_unknown_field(kind: type[AnyEvent]) -> None:
    assert kind.__struct_config__.forbid_unknown_fields
    assert kind.__struct_config__.frozen


def test_the_events_of_a_whole_evening_go_through_the_log_unchanged() -> None:
    now = (
        given(table("especiales", robots=(B, C)), scored(160, 20, 35), match_ended(A, 1, 3, 2))
        .when(c.OfferRematch(A, 1, seed(9)), c.Draw(B), c.Abandon(A, 2))
        .accepted()
    )
    kinds = set()
    for known in now.commits:
        assert unpack(*pack(known.events)) == known.events
        kinds |= {type(event) for event in known.events}
    assert {e.RoundDealt, e.CardsDrawn, e.MatchStarted} < kinds


def test_what_is_hidden_stands_in_the_secret_body_alone() -> None:
    """Of a deal and a draw the public bodies name no card but the starter, and no seed."""
    now = given(table()).when(c.Start(A, 1, seed(2)), c.Draw(B)).accepted()
    bodies = [pack(known.events) for known in now.commits]
    public, secret = (b"".join(parts) for parts in zip(*bodies, strict=True))
    assert now.table.round is not None
    hidden = set(DECK.cards) - {now.table.round.pile[0]}
    assert [card for card in hidden if card.encode() in public] == []
    assert [card for card in hidden if card.encode() not in secret] == []
    for number in (1, 2):
        assert seed(number).encode() not in public
        assert seed(number).encode() in secret
