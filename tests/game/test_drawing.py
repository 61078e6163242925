"""Drawing and passing (RULES.md §3): at will, by a limit, with and without a rebuilt stock."""

from __future__ import annotations

from collections import Counter
from typing import Any

from server.cards import deck_of
from server.events.catalog import CardPlayed, CardsDrawn, StockRebuilt, TurnPassed
from server.events.codec import pack
from server.game.commands import Draw, Pass, Play
from server.game.shuffle import deal_key, shuffle
from server.protocol.reasons import Reason
from tests.spec import (
    TABLE,
    A,
    B,
    C,
    Given,
    Step,
    dealt,
    given,
    like,
    moved,
    owes,
    seed,
    table,
    turn_of,
)


def test_a_draw_takes_the_top_card_and_the_turn_goes_on() -> None:
    given(table(), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C")).when(Draw(A)).then(
        CardsDrawn(A, 1, cards=("4D",))
    )


def test_in_clasico_one_may_draw_while_holding_a_match_and_as_often_as_one_likes() -> None:
    given(table(), dealt("7C 3S", "2C", "2D", top="7H", stock="4D 9C 9D")).when(
        Draw(A), Draw(A), Draw(A)
    ).then(CardsDrawn(A, 1, cards=("9D",)))


def test_a_drawn_card_may_be_played_at_once() -> None:
    given(table(), dealt("KC 3S", "2C", "2D", top="7H", stock="4H 9C")).when(
        Draw(A), Play(A, "4H")
    ).then(CardPlayed(A, "4H", active="H"), moved(B))


def test_while_there_are_cards_to_draw_nobody_passes() -> None:
    given(table(), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C")).when(
        Draw(A), Pass(A)
    ).refused(Reason.CANNOT_PASS)


def test_five_draws_from_a_stock_of_one_give_one_card() -> None:
    """Then four refusals, and only passing is left."""
    now = given(table(), dealt("KC 3S", "2C", "2D", top="7H", stock="4D")).when(Draw(A)).accepted()
    for _ in range(4):
        now.when(Draw(A)).refused(Reason.STOCK_EMPTY)
    assert now.may(A) == {"pass", "abandon"}


def test_whoever_holds_a_match_cannot_pass_when_the_stock_is_empty() -> None:
    now = given(table(), dealt("7C 3S", "2C", "2D", top="7H"))
    now.when(Pass(A)).refused(Reason.CANNOT_PASS)
    assert now.may(A) == {"play 7C", "abandon"}


def test_a_pass_moves_the_turn_on() -> None:
    given(table(), dealt("KC 3S", "2C", "2D", top="7H")).when(Pass(A)).then(
        TurnPassed(A, blocks=True), moved(B)
    )


# Drawing one, or up to three


def limited(limit: int, **switches: Any) -> Step:
    return table(draw_limit=limit, **switches)


def test_with_a_limit_of_one_a_second_draw_is_refused() -> None:
    """The turn does not end by itself, passing is all that is left (D29)."""
    now = (
        given(limited(1), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C"))
        .when(Draw(A))
        .then(CardsDrawn(A, 1, cards=("4D",)))
    )
    now.when(Draw(A)).refused(Reason.DRAW_LIMIT, limit=1)
    assert now.may(A) == {"pass", "abandon"}


def test_with_a_limit_nobody_passes_before_drawing() -> None:
    given(limited(1), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C")).when(Pass(A)).refused(
        Reason.CANNOT_PASS
    )


def test_with_the_limit_used_up_one_may_pass_holding_a_match() -> None:
    now = (
        given(limited(1), dealt("7C 3S", "2C", "2D", top="7H", stock="4D 9C"))
        .when(Draw(A))
        .accepted()
    )
    assert now.may(A) == {"play 7C", "pass", "abandon"}
    now.when(Pass(A)).then(TurnPassed(A, blocks=False), moved(B))


def test_the_next_turn_has_a_limit_of_its_own() -> None:
    given(limited(1), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C")).when(
        Draw(A), Pass(A), Draw(B)
    ).then(CardsDrawn(B, 1, cards=("9C",)))


def test_up_to_three_may_be_drawn() -> None:
    now = (
        given(limited(3), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C TD 5D"))
        .when(Draw(A), Draw(A), Draw(A))
        .accepted()
    )
    now.when(Draw(A)).refused(Reason.DRAW_LIMIT, limit=3)
    assert now.may(A) == {"pass", "abandon"}


def test_drawing_up_to_three_stops_at_the_first_drawn_card_that_matches() -> None:
    now = (
        given(limited(3), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9H TD 5D"))
        .when(Draw(A), Draw(A))
        .accepted()
    )
    now.when(Draw(A)).refused(Reason.DRAW_LIMIT, limit=3)
    assert now.may(A) == {"play 9H", "pass", "abandon"}


def test_a_match_held_before_does_not_stop_drawing_up_to_three() -> None:
    given(limited(3), dealt("7C 3S", "2C", "2D", top="7H", stock="4D 9D TD")).when(
        Draw(A), Draw(A)
    ).then(CardsDrawn(A, 1, cards=("9D",)))


def test_a_drawn_card_that_matches_must_be_played_where_the_table_says_so() -> None:
    now = (
        given(limited(1, drawn_card="must"), dealt("KC 3S", "2C", "2D", top="7H", stock="4H 9C"))
        .when(Draw(A))
        .accepted()
    )
    assert now.may(A) == {"play 4H", "abandon"}
    now.when(Pass(A)).refused(Reason.MUST_PLAY_DRAWN)


def test_a_drawn_card_that_does_not_match_need_not_be_played() -> None:
    given(limited(1, drawn_card="must"), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9C")).when(
        Draw(A), Pass(A)
    ).then(TurnPassed(A), moved(B))


def test_after_a_voluntary_draw_any_matching_card_may_be_played() -> None:
    now = (
        given(limited(1, drawn_card="must"), dealt("7C 3S", "2C", "2D", top="7H", stock="4H 9C"))
        .when(Draw(A))
        .accepted()
    )
    assert now.may(A) == {"play 4H", "play 7C", "abandon"}


def test_a_penalty_is_taken_whole_whatever_the_limit() -> None:
    given(
        table("especiales", draw_limit=1),
        dealt("3C", "KH", "5C", top="2C", stock="KD 9H 9S 7S"),
        owes(B, 4),
    ).when(Draw(B)).then(CardsDrawn(B, 4, penalty=4, cards=("KD", "9H", "9S", "7S")), moved(C))


def test_where_one_draws_only_for_want_of_a_card_a_match_forbids_it() -> None:
    now = given(table(voluntary_draw=False), dealt("7C 3S", "2C", "2D", top="7H", stock="4D 9C"))
    now.when(Draw(A)).refused(Reason.CAN_PLAY)
    assert now.may(A) == {"play 7C", "abandon"}


def test_where_one_draws_only_for_want_of_a_card_one_goes_on_until_there_is_one() -> None:
    now = (
        given(table(voluntary_draw=False), dealt("KC 3S", "2C", "2D", top="7H", stock="4D 9H"))
        .when(Draw(A), Draw(A))
        .accepted()
    )
    now.when(Draw(A)).refused(Reason.STOCK_EMPTY)
    assert now.may(A) == {"play 9H", "abandon"}


def test_the_variant_draw_one_and_play_it_if_it_serves() -> None:
    """Drawing one: three switches together."""
    one = table(draw_limit=1, voluntary_draw=False, drawn_card="must")
    now = given(one, dealt("KC 3S", "2C", "2D", top="7H", stock="4H 9C"))
    assert now.may(A) == {"draw", "abandon"}
    assert now.when(Draw(A)).accepted().may(A) == {"play 4H", "abandon"}


# A stock that is rebuilt


def rebuilt(**switches: Any) -> Step:
    return table(rebuild_stock=True, **switches)


def pile(*cards: str) -> tuple[Step, ...]:
    """Cards played since the deal, by seat A from a hand that holds them."""
    steps: list[Step] = []
    for card in cards:
        steps += [CardPlayed(A, card, active=card[1]), turn_of(A)]
    return tuple(steps)


def expected_rebuild(*under: str) -> tuple[str, ...]:
    key = deal_key(seed(1), TABLE, 1, deck_of("french52", 1).cards)
    return shuffle(key, "reshuffle-1", under)


def test_the_last_card_of_the_stock_is_drawn_without_a_rebuild() -> None:
    """The new stock is made when it is next needed (D5)."""
    given(
        rebuilt(), dealt("6H 9H KC 3S", "2C", "2D", top="7H", stock="4D"), *pile("6H", "9H")
    ).when(Draw(A)).then(CardsDrawn(A, 1, cards=("4D",)))


def test_an_empty_stock_is_rebuilt_from_all_discards_but_the_top() -> None:
    stock = expected_rebuild("7H", "6H")
    given(rebuilt(), dealt("6H 9H KC 3S", "2C", "2D", top="7H"), *pile("6H", "9H")).when(
        Draw(A)
    ).then(StockRebuilt(2, times=1, stock=stock), CardsDrawn(A, 1, cards=stock[:1]))


def test_a_second_rebuild_takes_only_what_was_discarded_since() -> None:
    """Nothing is copied, each rebuild has its own shuffle."""
    now = (
        given(
            rebuilt(),
            dealt("6H 9H 5H KC 3S", "2C", "2D", top="7H"),
            *pile("6H", "9H"),
        )
        .when(Draw(A), Draw(A), Play(A, "5H"))
        .accepted()
        .also(turn_of(A))
    )
    now.when(Draw(A)).then(StockRebuilt(1, times=2, stock=("9H",)), CardsDrawn(A, 1, cards=("9H",)))


def test_a_stock_that_ends_within_a_penalty_is_rebuilt_on_the_way() -> None:
    """Three, then the rest is shuffled, then one more; the top stays."""
    cards = "6H 9H 5H"
    stock = expected_rebuild("7H", "6H", "9H")
    after = (
        given(
            rebuilt(preset="especiales"),
            dealt(cards + " KC 3S", "KS", "2D", top="7H", stock="4D 4C 4S"),
            *pile(*cards.split()),
            owes(B, 4),
        )
        .when(Draw(B))
        .then(
            CardsDrawn(B, 3, penalty=4, cards=("4D", "4C", "4S")),
            StockRebuilt(3, times=1, stock=stock),
            CardsDrawn(B, 1, penalty=1, cards=stock[:1]),
            moved(C),
        )
    )
    round_ = after.table.round
    assert round_ is not None
    assert (round_.pile, round_.stock) == (("5H",), stock[1:])


def test_what_even_a_rebuild_cannot_give_is_forgiven() -> None:
    after = given(
        rebuilt(preset="especiales"),
        dealt("6H KC", "KS", "2D", top="7H", stock="4D"),
        *pile("6H"),
        owes(B, 6),
    ).when(Draw(B))
    after.then(
        CardsDrawn(B, 1, penalty=6, cards=("4D",)),
        StockRebuilt(1, times=1, stock=("7H",)),
        CardsDrawn(B, 1, penalty=5, cards=("7H",)),
        moved(C),
    )


def test_nothing_can_be_drawn_when_every_other_card_is_held() -> None:
    """No crash, and passing is what is left."""
    now = given(rebuilt(), dealt("KC QS JD", "2H", "2D", top="5C"), turn_of(A))
    now.when(Draw(A)).refused(Reason.STOCK_EMPTY)


def test_a_card_that_came_under_another_can_be_drawn_again() -> None:
    """5♣ under 9♣."""
    given(rebuilt(), dealt("KC QS JD", "9C 2H", "2D", top="5C"), turn_of(B)).when(
        Play(B, "9C"), Draw(C)
    ).then(StockRebuilt(1, times=1, stock=("5C",)), CardsDrawn(C, 1, cards=("5C",)))


def test_the_active_suit_survives_a_rebuild() -> None:
    """It is part of the state and not read off the pile."""
    now = (
        given(rebuilt(), dealt("6H 8H KC 3S", "5D", "2D 5S", top="7H"), *pile("6H"), turn_of(A))
        .when(Play(A, "8H", "S"), Draw(B))
        .accepted()
        .also(turn_of(C))
    )
    now.when(Play(C, "2D")).refused(Reason.DOES_NOT_MATCH, suit="S", ranks=("8",))
    now.when(Play(C, "5S")).has(like(CardPlayed, card="5S"))


def test_three_rebuilds_of_two_packs_lose_no_card() -> None:
    """104 cards before and after, each once."""
    deck = deck_of("french52", 2)
    hands = [" ".join(deck.cards[start : start + 17]) for start in range(0, 102, 17)]
    now = given(
        rebuilt(two_packs_from=2, seats=6),
        dealt(*hands, top=deck.cards[102], stock=deck.cards[103]),
    )
    before = Counter(deck.cards)
    for _ in range(3):
        now = now.also(*pile(*held(now, 5)))
        now = now.when(*(Draw(A) for _ in range(5))).accepted()
        round_ = now.table.round
        assert round_ is not None
        there = [*round_.stock, *round_.pile, *(c for hand in round_.hands for c in hand)]
        assert Counter(there) == before
    assert now.table.round is not None
    assert now.table.round.rebuilds == 3


def held(now: Given, count: int) -> tuple[str, ...]:
    assert now.table.round is not None
    return now.table.round.hands[A][:count]


def test_a_pass_tells_nobody_whether_a_card_served() -> None:
    """The public part of the log is the same whether the seat held a match or not."""
    public = []
    for hand in ("7C 3S", "KC 3S"):
        now = given(limited(1), dealt(hand, "2C", "2D", top="7H", stock="4D"))
        after = now.when(Draw(A), Pass(A)).accepted()
        public.append(pack(after.commits[-1].events)[0])
    assert public[0] == public[1]
