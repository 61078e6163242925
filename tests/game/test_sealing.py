"""What people add to the coming deal: bytes and the cut (PROTOCOL.md §8). Nobody waits for them."""

from __future__ import annotations

from hashlib import sha256

import pytest

from server.cards import deck_of
from server.events.acts import act_of
from server.events.catalog import (
    DealerCut,
    DeckCut,
    EntropyDeposited,
    RoundClosed,
    RoundDealt,
)
from server.events.codec import pack
from server.game import commands as c
from server.game.sealing import coming_cut, cutter_of
from server.game.shuffle import commitment, deal_key, shuffle
from server.game.table import NOBODY
from server.projections.frames import project, tree_of
from server.projections.history import replay
from server.projections.news import WATCHER, news_of
from server.projections.view import public_view
from server.protocol.news import DeckCut as CutNews
from server.protocol.reasons import Reason
from server.protocol.views import NextSealView, SealView
from tests.spec import (
    NOON,
    TABLE,
    A,
    B,
    C,
    D,
    Given,
    dealt,
    given,
    like,
    match_ended,
    scored,
    seed,
    table,
    token,
)

DECK = deck_of("french52", 1).cards


def given_by(seat: int) -> str:
    """Bytes that tell their seat: 16 times the same."""
    return f"a{seat}" * 16


def deposit(seat: int, deal: int = 1) -> c.Deposit:
    return c.Deposit(seat, deal, given_by(seat))


def start(number: int = 1) -> c.Start:
    return c.Start(A, number, seed(2))


def deal_of(now: Given) -> RoundDealt:
    (event,) = (e for e in now.commits[-1].events if isinstance(e, RoundDealt))
    return event


def between() -> Given:
    """A round is over; C dealt it, so A deals the next, and C may cut."""
    return given(table(), scored(10, 10, 10))


# Deposits


def test_what_is_given_shows_by_its_digest_at_once_and_by_its_bytes_only_with_the_deal() -> None:
    digest = sha256(bytes.fromhex(given_by(B))).hexdigest()
    lobby = given(table()).when(deposit(B)).then(EntropyDeposited(B, 1, digest, given_by(B)))
    next_seal = public_view(lobby.table).next_seal
    assert isinstance(next_seal, NextSealView)
    assert next_seal.digests == {"1": digest}
    begun = lobby.when(start()).accepted()
    seal = public_view(begun.table).seal
    assert isinstance(seal, SealView)
    assert (seal.contributions, seal.missing, seal.seed) == ({"1": given_by(B)}, (A, C), "")


def test_nobody_gets_bytes_of_another_before_the_deal() -> None:
    """Not in a view, a step, the news, the story of the log or its public body."""
    lobby = given(table()).when(deposit(B)).accepted()
    for viewer in (WATCHER, A, B, C):
        told = [*replay(TABLE, lobby.commits, viewer), tree_of(project(lobby.table), viewer)]
        assert given_by(B) not in str(told)
    last = lobby.commits[-1]
    public, secret = pack(last.events)
    assert given_by(B).encode() not in public
    assert given_by(B).encode() in secret
    assert act_of(last.events) == "deposit 1"
    assert news_of(lobby.table, last, A) == ()


def test_a_seat_gives_once_to_each_deal() -> None:
    """Of two tabs the first counts."""
    now = given(table()).when(deposit(B)).accepted()
    again = now.when(c.Deposit(B, 1, "ff" * 16)).refused(Reason.STALE)
    assert deal_of(again.when(start()).accepted()).contributions == ((B, given_by(B)),)
    assert not project(now.table).own[B]["actions"].get("deposit")
    assert project(now.table).own[A]["actions"]["deposit"]


@pytest.mark.parametrize("deal", [0, 2, 7])
def test_only_the_coming_deal_is_given_to(deal: int) -> None:
    given(table()).when(deposit(B, deal)).refused(Reason.STALE)


def test_what_comes_after_the_lock_is_too_late() -> None:
    begun = given(table()).when(start()).accepted()
    assert deal_of(begun).missing == (A, B, C)
    begun.when(deposit(B, 1)).refused(Reason.STALE)
    begun.when(deposit(B, 2)).accepted()


def test_in_a_round_people_give_to_the_next_deal() -> None:
    """Also out of turn, and whatever else is owed; the turn stays as it is."""
    now = given(table(), dealt("8H KC", "2C", "2D", top="7H"))
    after = now.when(deposit(C, 2), c.Play(A, "8H", "C"), deposit(A, 2)).accepted()
    assert [one.seat for one in after.table.deposits] == [C, A]
    assert now.when(deposit(C, 2)).accepted().table.round == now.table.round


def test_giving_restarts_no_clock() -> None:
    now = given(table(turn_seconds=60), dealt("8H KC", "2C", "2D", top="7H"))
    later = now.when(c.Deposit(C, 2, given_by(C), at_ms=NOON + 5_000)).accepted()
    was = (now.table.moved_ms, now.table.turn_ms)
    assert (later.table.moved_ms, later.table.turn_ms) == was
    assert later.table.at_ms == NOON + 5_000


def test_who_does_not_sit_gives_nothing() -> None:
    now = given(table(seats=3, people=2))
    now.when(deposit(C)).refused(Reason.NOT_SEATED)
    now.when(deposit(-1)).refused(Reason.NOT_SEATED)
    given(table(robots=(B,))).when(deposit(B)).refused(Reason.NOT_SEATED)


def test_an_expired_table_takes_nothing() -> None:
    now = given(table()).when(c.Expire(2**50)).accepted()
    now.when(deposit(B)).refused(Reason.TABLE_CLOSED)


def test_robots_give_nothing_and_are_not_missed() -> None:
    now = given(table(robots=(B,))).when(deposit(A), start()).accepted()
    assert (deal_of(now).contributions, deal_of(now).missing) == (((A, given_by(A)),), (C,))


def test_a_deal_waits_for_nobody() -> None:
    now = given(table()).when(start()).has(like(RoundDealt, contributions=(), missing=(A, B, C)))
    assert now.table.deposits == ()


# Whose they are


def test_what_a_seat_gave_goes_with_its_holder() -> None:
    """Freed and taken by another, who may give anew."""
    now = given(table(seats=3)).when(deposit(B), c.Leave(B)).accepted()
    assert now.table.deposits == ()
    again = now.when(c.Sit("ee" * 32, now.table.invite_hash, B)).accepted()
    begun = again.when(c.Deposit(B, 1, "ff" * 16), start()).accepted()
    assert deal_of(begun).contributions == ((B, "ff" * 16),)


def test_whom_the_host_removes_has_given_nothing() -> None:
    now = given(table()).when(deposit(B), c.RemovePerson(A, B), c.AddRobot(A, B), start())
    assert deal_of(now.accepted()).contributions == ()


def test_swapped_seats_have_to_give_again() -> None:
    now = given(table()).when(deposit(A), deposit(B), deposit(C), c.SwapSeats(A, B, C)).accepted()
    assert [one.seat for one in now.table.deposits] == [A]
    assert project(now.table).own[C]["actions"]["deposit"]
    begun = now.when(c.Deposit(C, 1, given_by(B)), start()).accepted()
    assert deal_of(begun).contributions == ((A, given_by(A)), (C, given_by(B)))


def test_a_robot_that_takes_over_drops_what_was_given() -> None:
    now = given(
        table(on_abandon="robot_plays"), dealt("5H 6S", "7H 2C", "3H KC", top="4H", stock="9S")
    )
    now = now.when(deposit(A, 2), deposit(B, 2), c.Abandon(B, 1)).accepted()
    assert [one.seat for one in now.table.deposits] == [A]
    now = now.also(RoundClosed("out", 1, seed(1), A, totals=(9, 0, 0)))
    assert deal_of(now.when(c.NextRound(A, 1, 1, seed(3))).accepted()).missing == (C,)


def test_who_leaves_after_the_match_takes_it_along_and_no_deal_comes() -> None:
    over = given(table(), scored(160, 20, 35), match_ended(A, 1, 3, 2))
    left = over.when(deposit(B, 2), c.Leave(B)).accepted()
    assert left.table.deposits == ()
    left.when(deposit(A, 2)).refused(Reason.NO_REMATCH)
    assert not project(left.table).own[A]["actions"].get("deposit")


def test_whoever_is_over_the_limit_may_give_and_is_not_missed() -> None:
    belts = table("jiujitsu", seats=3, last_card_call="off")
    now = given(belts, scored(0, 900, 0, eliminated=(B,)))
    silent = now.when(c.NextRound(A, 1, 1, seed(3))).accepted()
    assert deal_of(silent).missing == (A, C)
    giving = now.when(deposit(B, 2), c.NextRound(A, 1, 1, seed(3))).accepted()
    assert deal_of(giving).contributions == ((B, given_by(B)),)


# The cut


def test_the_seat_to_the_dealers_right_cuts() -> None:
    """The host deals first; clockwise from above are A, B, C, so C sits to A's right."""
    now = given(table()).when(c.CutDeck(C, 1, 7)).then(DeckCut(C, 1, 7))
    assert act_of(now.commits[-1].events) == "cut 2 at 7"
    assert news_of(now.table, now.commits[-1], WATCHER) == (CutNews(C, 7),)
    next_seal = public_view(now.table).next_seal
    assert isinstance(next_seal, NextSealView)
    assert (next_seal.cutter, next_seal.cut) == (C, 7)
    begun = now.when(start()).accepted()
    assert (deal_of(begun).cut, deal_of(begun).cut_by) == (7, C)
    seal = public_view(begun.table).seal
    assert isinstance(seal, SealView)
    assert (seal.cut, seal.cut_by) == (7, C)


def test_it_sits_to_the_right_whichever_way_is_played() -> None:
    assert [cutter_of(given(table(direction=way)).table) for way in ("left", "right")] == [C, C]


def test_a_cut_turns_the_deck_and_nothing_else() -> None:
    """The shuffled order is that of the key; the cut says where it begins."""
    for place in (1, 7, 51):
        now = given(table()).when(c.CutDeck(C, 1, place), start()).accepted()
        order = shuffle(deal_key(seed(1), TABLE, 1, DECK), "deal", DECK)
        order = order[place:] + order[:place]
        hands = deal_of(now).hands
        assert hands == (order[2:15:3], order[0:15:3], order[1:15:3])


@pytest.mark.parametrize("place", [0, -1, 52, 1_000])
def test_a_deck_is_cut_between_its_cards(place: int) -> None:
    outcome = given(table()).when(c.CutDeck(C, 1, place))
    outcome.refused(Reason.NO_SUCH_PLACE, limit=51)


def test_nobody_else_cuts() -> None:
    for seat in (A, B):
        given(table()).when(c.CutDeck(seat, 1, 7)).refused(Reason.NOT_CUTTER, seat=C)


def test_it_is_cut_once() -> None:
    now = given(table()).when(c.CutDeck(C, 1, 7)).accepted()
    now.when(c.CutDeck(C, 1, 8)).refused(Reason.STALE)
    now.when(c.CutDeck(C, 2, 8)).refused(Reason.STALE)


def test_without_a_cut_it_is_half_the_deck() -> None:
    assert deal_of(given(table()).when(start()).accepted()).cut == 26
    two = given(table(seats=6)).when(start()).accepted()
    assert (deal_of(two).cut, deal_of(two).cut_by) == (52, NOBODY)


def test_robots_leave_it_at_half() -> None:
    now = given(table(robots=(C,)))
    assert cutter_of(now.table) == C
    for own in project(now.table).own.values():
        assert not own["actions"].get("cut")
    assert deal_of(now.when(start()).accepted()).cut_by == NOBODY


def test_a_host_alone_has_nobody_to_cut() -> None:
    now = given(table(people=1))
    assert cutter_of(now.table) == NOBODY
    now.when(c.CutDeck(A, 1, 7)).refused(Reason.NOT_CUTTER)


def test_where_the_first_dealer_is_cut_for_nobody_cuts_before_the_start() -> None:
    now = given(table("familiar"))
    now.when(c.CutDeck(C, 1, 7)).refused(Reason.NOT_CUTTER)
    begun = now.when(deposit(A), start()).accepted()
    assert deal_of(begun).cut_by == NOBODY
    (cut,) = (e for e in begun.commits[-1].events if isinstance(e, DealerCut))
    key = deal_key(seed(1), TABLE, 1, DECK, ((A, given_by(A)),))
    assert cut.cards[0][1] == shuffle(key, "cut", DECK)[0]


def test_whoever_comes_to_sit_at_the_dealers_right_may_cut_instead() -> None:
    now = given(table(seats=4, people=3)).when(c.CutDeck(C, 1, 7)).accepted()
    fourth = now.when(c.Sit(token(D), now.table.invite_hash, D)).accepted()
    assert coming_cut(fourth.table) == (NOBODY, 0)
    assert deal_of(fourth.when(start()).accepted()).cut == 26
    anew = fourth.when(c.CutDeck(D, 1, 40), start()).accepted()
    assert (deal_of(anew).cut, deal_of(anew).cut_by) == (40, D)


def test_a_cut_goes_with_who_made_it() -> None:
    now = given(table()).when(c.CutDeck(C, 1, 7), c.SwapSeats(A, B, C)).accepted()
    assert coming_cut(now.table) == (NOBODY, 0)
    assert deal_of(now.when(start()).accepted()).cut == 26


def test_a_cut_deeper_than_the_deck_that_is_left_does_not_count() -> None:
    """Of two packs at the 80th card; then one leaves, and one pack is dealt."""
    now = given(table(seats=6)).when(c.CutDeck(5, 1, 80), c.Leave(B)).accepted()
    assert deal_of(now.when(start()).accepted()).cut == 26


def test_between_rounds_the_next_dealers_neighbour_cuts() -> None:
    now = between()
    assert (cutter_of(now.table), project(now.table).own[C]["actions"]["cut"]) == (C, 52)
    assert not project(now.table).own[A]["actions"].get("cut")
    after = now.when(c.CutDeck(C, 2, 13), c.NextRound(A, 1, 1, seed(3))).accepted()
    assert (deal_of(after).dealer, deal_of(after).cut, deal_of(after).cut_by) == (A, 13, C)


def test_while_a_round_runs_nobody_cuts() -> None:
    now = given(table(), dealt("8H KC", "2C", "2D", top="7H"))
    now.when(c.CutDeck(C, 2, 13)).refused(Reason.ROUND_RUNNING)


def test_before_a_rematch_people_give_and_cut_as_well() -> None:
    over = given(table(), scored(160, 20, 35), match_ended(A, 1, 3, 2))
    now = over.when(
        deposit(A, 2), c.CutDeck(C, 2, 13), c.OfferRematch(A, 1), c.AcceptRematch(B, 1)
    ).accepted()
    again = now.when(deposit(C, 2), c.AcceptRematch(C, 1, seed(9))).accepted()
    event = deal_of(again)
    assert event.contributions == ((A, given_by(A)), (C, given_by(C)))
    assert (event.missing, event.cut, event.cut_by) == ((B,), 13, C)
    assert (again.table.deposits, again.table.cut_by) == ((), NOBODY)


# What comes of it


def test_every_contribution_changes_the_deal() -> None:
    deals = set()
    for acts in ((), (deposit(A),), (deposit(B),), (deposit(A), deposit(B))):
        deals.add(deal_of(given(table()).when(*acts, start()).accepted()).hands)
    deals.add(deal_of(given(table()).when(c.Deposit(A, 1, "00" * 16), start()).accepted()).hands)
    assert len(deals) == 5


def test_whoever_knows_all_that_is_public_cannot_deal() -> None:
    """With the same contributions and cut, each seed that the commitment may stand for gives
    other cards."""
    acts = (deposit(A), deposit(B), c.CutDeck(C, 1, 9), start())
    begun = given(table()).when(*acts).accepted()
    event = deal_of(begun)
    hands = set()
    for number in range(1, 30):
        key = deal_key(seed(number), TABLE, 1, DECK, event.contributions)
        order = shuffle(key, "deal", DECK)
        hands.add((*order[event.cut :], *order[: event.cut])[0:15:3])
    assert len(hands) == 29
    assert event.hands[B] in hands


def test_a_rebuilt_stock_comes_of_the_same_key() -> None:
    """Contributions of the deal, not those that have come in since for the next one."""
    begun = given(table(seats=2)).when(deposit(A), start()).accepted()
    assert begun.table.round is not None
    assert begun.table.round.lock.contributions == ((A, given_by(A)),)
    later = begun.when(deposit(B, 2)).accepted()
    assert later.table.round == begun.table.round


@pytest.mark.parametrize("way", ["abandon", "absence", "expire"])
def test_the_seed_is_revealed_however_a_match_ends(way: str) -> None:
    """D39; with what people had added, so that anybody can deal again."""
    ends: dict[str, c.Command] = {
        "abandon": c.Abandon(B, 1),
        "absence": c.CloseForAbsence(A, 1, at_ms=2**50),
        "expire": c.Expire(2**50),
    }
    begun = given(table()).when(deposit(A), c.CutDeck(C, 1, 9), start()).accepted()
    over = begun.when(ends[way]).accepted()
    seal = public_view(over.table).seal
    assert isinstance(seal, SealView)
    assert commitment(seal.seed) == seal.commitment == commitment(seed(1))
    given_ = tuple((int(seat), text) for seat, text in seal.contributions.items())
    order = shuffle(deal_key(seal.seed, TABLE, seal.deal, DECK, given_), "deal", DECK)
    order = order[seal.cut :] + order[: seal.cut]
    assert (seal.order, seal.sizes) == ((B, C, A), (5, 5, 5))
    assert deal_of(begun).hands[B] == order[0:15:3]
