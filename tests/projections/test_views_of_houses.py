"""What views and news say of calls, faults, places, limits and other rules of houses."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from server.events.codec import pack
from server.game.commands import (
    Abandon,
    Announce,
    CallFault,
    Draw,
    Name,
    Pass,
    Play,
    Start,
    TimeOut,
)
from server.projections.news import WATCHER, news_of
from server.projections.own import own_view
from server.projections.view import public_view
from server.protocol import views as v
from tests.matches import tables
from tests.spec import (
    NOON,
    A,
    B,
    C,
    Given,
    dealt,
    given,
    owes,
    scored,
    seed,
    table,
)

STOCK = "9D 9H TD TH JD JH"


def trusting(*hands: str, **more: Any) -> Given:
    return given(
        table("montanita", enforcement="honour", **more), dealt(*hands, top="7C", stock=STOCK)
    )


def turn(now: Given) -> v.TurnView:
    seen = public_view(now.table).turn
    assert isinstance(seen, v.TurnView)
    return seen


def told(now: Given, viewer: int = WATCHER) -> list[dict[str, Any]]:
    before = tables(now.commits[:-1])[-1]
    return [
        json.loads(msgspec.json.encode(one)) for one in news_of(before, now.commits[-1], viewer)
    ]


# On trust


def test_on_trust_nobody_is_told_which_of_their_cards_match() -> None:
    now = trusting("4H KC 5D", "5C 4D", "6S QD")
    assert own_view(now.table, A).fits == ()
    assert own_view(now.table, A, fits=True).fits == ("KC",)
    strict = given(table("montanita"), dealt("4H KC 5D", "5C 4D", "6S QD", top="7C"))
    assert own_view(strict.table, A).fits == ("KC",)


def test_whoever_is_not_in_turn_is_told_that_a_card_would_be_out_of_turn() -> None:
    now = trusting("4H KC 5D", "5C 4D", "6S QD")
    assert own_view(now.table, B).actions.out_of_turn
    assert own_view(now.table, B).actions.play == ("5C", "4D")
    assert not own_view(now.table, A).actions.out_of_turn


def test_nothing_public_tells_a_fault_before_it_is_called() -> None:
    """The same card, once allowed and once not: the log's public half and all views are alike."""
    seen = []
    for held, stock in (("5C 4D", "3D 9H TD TH"), ("3S 5C", "3D 9H TD TH")):
        now = given(
            table("montanita", enforcement="honour"),
            dealt("4C KC 5D", held, "6C 2S QD", top="3C", stock=stock),
            owes(B, 3),
        ).when(Draw(B), Play(B, "3D"))
        after = now.accepted()
        public, _ = pack(after.commits[-1].events)
        seen.append((public, public_view(after.table), told(after)))
    assert seen[0] == seen[1]


def test_a_call_is_told_with_what_was_found() -> None:
    now = trusting("4H KC 5D", "5C 4D 4S", "6S QD").when(Play(A, "4H"), CallFault(C, A))
    assert told(now.accepted()) == [
        {"t": "fault_called", "seat": C, "accused": A, "fault": "wrong_card"},
        {"t": "taken_back", "seat": A, "card": "4H"},
        {"t": "drew", "seat": A, "cards": 3, "fine": "wrong_card"},
        {"t": "turn", "seat": B},
    ]


def test_a_call_of_nothing_is_told_as_such() -> None:
    now = trusting("4C KC 5D", "5C 4D 4S", "6S QD").when(Play(A, "4C"), CallFault(C, A))
    assert told(now.accepted())[0] == {"t": "fault_called", "seat": C, "accused": A}


def test_an_unnamed_suit_shows_until_it_is_named_and_by_whom_it_is_owed() -> None:
    now = trusting("8H KC 5D", "5C 4D 4S", "6S QD").when(Play(A, "8H")).accepted()
    pile = public_view(now.table).pile
    assert isinstance(pile, v.PileView)
    assert (pile.unnamed, pile.named) == (True, False)
    assert (turn(now).naming, turn(now).namer) == (False, -1)
    assert own_view(now.table, A).actions.name
    called = now.when(CallFault(B, A)).accepted()
    assert (turn(called).naming, turn(called).namer, turn(called).seat) == (True, A, B)
    assert told(called)[-1] == {"t": "suit_demanded", "seat": A}
    named = called.when(Name(A, "S")).accepted()
    pile = public_view(named.table).pile
    assert isinstance(pile, v.PileView)
    assert (pile.unnamed, pile.named, pile.suit) == (False, True, "S")


def test_calls_cite_the_act_that_can_be_called() -> None:
    now = trusting("4H KC 5D", "5C 4D 4S", "6S QD")
    assert turn(now).act == now.table.version
    after = now.when(Play(A, "4H")).accepted()
    assert turn(after).act == after.table.version
    wrong = after.when(CallFault(B, C)).accepted()
    assert turn(wrong).act == after.table.version
    right = after.when(CallFault(B, A)).accepted()
    assert turn(right).act == right.table.version


def test_where_nothing_is_called_there_is_no_act_to_cite() -> None:
    assert turn(given(table(), dealt("4H KC", "5C", "6S", top="7C"))).act == 0


# Last cards


def test_a_card_that_was_called_shows_beside_its_seat() -> None:
    now = given(table("familiar"), dealt("6C 9C", "5C 4D 4H", "3H 3D", top="2C", stock=STOCK))
    quiet = now.when(Play(A, "6C")).accepted()
    assert not public_view(quiet.table).seats["0"].said
    assert own_view(quiet.table, A).actions.announce
    loud = quiet.when(Announce(A)).accepted()
    assert public_view(loud.table).seats["0"].said
    assert told(loud) == [{"t": "announced", "seat": A}]
    with_it = now.when(Play(A, "6C", announce=True)).accepted()
    assert public_view(with_it.table).seats["0"].said
    assert told(with_it)[0]["announced"] is True


def test_it_shows_as_long_as_that_card_is_held_alone() -> None:
    """What others do leaves it as it is; a draw, and a play without a call, end it."""
    now = given(table("familiar"), dealt("6C 9S", "5C 4D 4H", "3C 3D 7D", top="2C", stock=STOCK))
    after = now.when(Play(A, "6C", announce=True), Play(B, "5C"), Play(C, "3C")).accepted()
    assert public_view(after.table).seats["0"].said
    drawn = after.when(Draw(A)).accepted()
    assert not public_view(drawn.table).seats["0"].said
    twice = given(table("familiar", skip="Q", seats=2), dealt("QC 9C 9S", "4D 4H", top="2C"))
    silent = twice.when(Play(A, "QC"), Play(A, "9C")).accepted()
    assert not public_view(silent.table).seats["0"].said


def test_a_call_rides_on_what_the_view_says_it_may() -> None:
    now = given(table("familiar"), dealt("6C 9C", "5C 4D 4H", "3H 3D", top="2C", stock=STOCK))
    actions = own_view(now.table, A).actions
    assert (actions.announce, actions.announce_with) == (True, ("6C", "9C"))
    passing = given(
        table("montanita", rebuild_stock=False), dealt("KH", "5C 4D", "3H 3D", top="2C")
    )
    assert own_view(passing.table, A).actions.announce_pass


# Places, limits, rounds that some sit out


def test_a_seat_that_is_out_shows_its_place_and_is_offered_nothing() -> None:
    now = given(
        table("montanita", seats=4), dealt("6C", "5C 4D", "3H 3D", "2H 2D", top="7C", stock=STOCK)
    ).when(Play(A, "6C"))
    after = now.accepted()
    assert public_view(after.table).seats["0"].place == 1
    assert own_view(after.table, A).hand == ()
    assert told(after)[1] == {"t": "went_out", "seat": A, "place": 1}


def test_a_seat_over_the_limit_shows_and_waits() -> None:
    now = given(
        table("jiujitsu", seats=4),
        scored(0, 900, 0, 0, eliminated=(B,)),
        dealt("b1#0", "", "n3#0", "k1#0", top="b7#0", seats=(A, C, 3), dealer=A, first=C),
    )
    seat = public_view(now.table).seats["1"]
    assert (seat.eliminated, seat.waiting, seat.playing, seat.points) == (True, True, True, 900)
    assert not public_view(now.table).seats["2"].waiting


def test_a_round_among_the_tied_is_told_and_the_others_wait() -> None:
    now = given(
        table("familiar"), scored(104, 38, 37), dealt("5H", "2C", "3C", top="7H", first=A)
    ).when(Play(A, "5H"))
    result = public_view(now.accepted().table).result
    assert isinstance(result, v.ResultView)
    assert result.extra == (B, C)
    assert told(now.accepted())[1]["extra"] == [B, C]


def test_where_it_counts_down_the_next_deal_shows() -> None:
    now = given(table(scoring="countdown"), scored(0, 0, 0, sizes=(5, 4, 5)))
    sizes = [public_view(now.table).seats[str(seat)].size for seat in (A, B, C)]
    assert sizes == [5, 4, 5]


# Time, cuts, robots that play on


def test_the_end_of_a_turn_shows_and_a_time_out_is_told() -> None:
    now = given(
        table("montanita", turn_seconds=60), dealt("4H KC", "5C 4D", "6S", top="7C", stock=STOCK)
    )
    assert turn(now).ends_at_ms == NOON + 60_000
    after = now.when(TimeOut(A, 1, at_ms=NOON + 60_000)).accepted()
    assert [news["t"] for news in told(after)] == ["timed_out", "drew", "turn"]


def test_a_cut_is_told_with_every_card_that_was_turned() -> None:
    now = given(table("familiar")).when(Start(A, 1, seed(2))).accepted()
    cut = told(now)[1]
    assert (cut["t"], cut["dealer"]) == ("cut", now.table.dealer)
    assert [list(pair) for pair in now.table.cut] == cut["cards"]


def test_a_robot_that_plays_on_is_told_and_shows() -> None:
    now = given(
        table(on_abandon="robot_plays"), dealt("5H 6S", "7H 2C", "3H", top="4H", stock="9S")
    ).when(Abandon(B, 1))
    after = now.accepted()
    assert told(after) == [{"t": "taken_over", "seat": B, "robot": "carmen"}]
    assert public_view(after.table).seats["1"].robot == "carmen"


def test_another_play_and_a_penalty_half_drawn_show() -> None:
    ace = given(table("montanita"), dealt("AC 5C 4H", "5D", "6S", top="7C", stock=STOCK))
    again = ace.when(Play(A, "AC")).accepted()
    assert turn(again).again
    assert own_view(again.table, A).actions.passing
    assert told(again)[1] == {"t": "turn", "seat": A, "again": True}
    owing = given(
        table("montanita"), dealt("KH", "KC 4H", "6S", top="3C", stock=STOCK), owes(B, 3)
    ).when(Draw(B))
    after = owing.accepted()
    assert (turn(after).paid, public_view(after.table).pending) == (1, 3)
    assert own_view(after.table, B).actions.draw == 2
    assert own_view(after.table, B).why.play == "must_take_rest"


def test_a_pass_that_calls_is_told_so() -> None:
    now = given(
        table("montanita", rebuild_stock=False), dealt("KH", "5D 4D", "6S 9S", top="7C")
    ).when(Pass(A, announce=True))
    assert told(now.accepted())[0] == {"t": "passed", "seat": A, "announced": True}


def test_what_a_table_plays_by_is_in_the_view() -> None:
    rules = public_view(given(table("montanita", enforcement="honour")).table).rules
    assert (rules.honour, rules.calls, rules.fine) == (True, "automatic", 3)
    assert (rules.keep, rules.again, rules.pack) == (("JK",), ("A",), "french54")
    belts = public_view(given(table("jiujitsu")).table).rules
    assert (belts.limit, belts.max_rounds, belts.lowest_wins, belts.calls) == (
        888,
        50,
        True,
        "called",
    )
    assert public_view(given(table()).table).rules.fine == 0
