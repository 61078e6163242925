"""Plays, draws, passes and names: what is allowed, and what follows (RULES.md §3–5, §8, §9)."""

from __future__ import annotations

import copy
from collections.abc import Callable

from tests.chaos.referee import packs
from tests.chaos.referee.closing import close_round
from tests.chaos.referee.drawing import (
    drop_void_windows,
    event,
    fine_forgotten,
    move_turn,
    owe_call,
    take,
)
from tests.chaos.referee.entries import Event
from tests.chaos.referee.matching import (
    answers,
    can_draw,
    drawing_over,
    drawn_match,
    fits,
    holds_match,
    matches,
    names_suit,
    next_seat,
    why_not,
)
from tests.chaos.referee.state import Latest, Round, Table, allow

# What holds again if a card is taken back.
CIRCLES = 40  # plays in a row after drawing, with which a table is blocked (RULES.md §6)
OF_THE_TURN = (
    "active", "named", "unnamed", "direction", "pending", "windows", "seat", "drawn", "again",
    "first_card", "had_answer", "announced", "turn_ms",
)  # fmt: skip


def running(table: Table) -> Round:
    allow(table.round is not None, "no round runs")
    assert table.round is not None
    return table.round


def act(
    table: Table, at_ms: int, wish: Event, do: Callable[[Table, int, Event], list[Event]]
) -> list[Event]:
    """A play, draw or pass, with the fines before it and the calls that are owed after it."""
    round_ = running(table)
    seat = wish["seat"]
    allow(round_.demanded < 0, f"seat {round_.demanded} has to name a suit first")
    allow(not round_.dealer_names, "the dealer has to name a suit first")
    allow(seat in round_.holders(), f"seat {seat} holds no cards in this round")
    owed = list(round_.windows)
    round_.owed_before = owed
    round_.latest = None  # with this act, what was played before can be taken back no more
    events = fine_forgotten(table, seat)
    events += do(table, at_ms, wish)
    table.moved_ms = at_ms
    if table.round is not None:
        drop_void_windows(round_)
        round_.idle = 0
        if round_.windows != owed:
            events.append(event("CallsOwed", seats=round_.windows))
    return events


def _close_windows(round_: Round, actor: int) -> None:
    """Where calls are fined only if somebody calls: too late now."""
    round_.windows = [seat for seat in round_.windows if seat == actor]
    round_.called.clear()
    round_.namer = -1


# A card


def play(table: Table, at_ms: int, wish: Event) -> list[Event]:
    round_, rules = running(table), table.rules
    seat, card, hand = wish["seat"], wish["card"], running(table).hands[wish["seat"]]
    allow(card in hand, f"seat {seat} does not hold {card}")
    last = len(hand) == 1
    faults = _faults(table, seat, card)
    goes_on = rules["play_on"] and len(round_.holders()) - last > 1
    named, unnamed = _naming(table, wish, last=last, goes_on=goes_on)
    if unnamed:
        faults.append("unnamed")
    announced = _announcing(table, wish)
    before = {key: copy.deepcopy(getattr(round_, key)) for key in OF_THE_TURN}
    before["windows"] = list(round_.owed_before)
    _close_windows(round_, seat)
    keeps = packs.rank(card) in rules["wild_keep"]
    stays_unnamed = keeps and round_.unnamed
    pending = _pending_after(table, card)
    holders = len(round_.holders())
    had_drawn = seat == round_.seat and (round_.drawn or round_.first_card)
    round_.circles = round_.circles + 1 if had_drawn else 0
    hand.remove(card)
    round_.pile.append(card)
    active = named or ("" if keeps else packs.suit(card)) or round_.active
    round_.active, round_.named, round_.unnamed = active, bool(named), unnamed or stays_unnamed
    round_.namer = seat if unnamed else -1
    round_.passes, round_.still = [], []
    if rules["enforcement"] == "honour":
        round_.latest = Latest(seat, card, faults, before)
    events = [
        event("CardPlayed", seat=seat, card=card, active=active, named=named,
              unnamed=round_.unnamed, announced=announced, faults=" ".join(faults))
    ]  # fmt: skip
    if rules["rebuild_stock"] and round_.circles >= CIRCLES:
        return events + close_round(table, at_ms, "blocked", -1)
    return events + _after_play(table, at_ms, card, seat, holders, pending, announced=announced)


def _faults(table: Table, seat: int, card: str) -> list[str]:
    """What is wrong with the card. Raises: Refused if that is not left to calls."""
    round_, rules = running(table), table.rules
    honour, last = rules["enforcement"] == "honour", len(round_.hands[seat]) == 1
    faults = []
    if seat != round_.seat:
        free = honour and "out_of_turn" in rules["fines"] and not round_.pending and not last
        allow(free, f"seat {seat} played {card} out of turn: seat {round_.seat} is in turn")
        faults.append("out_of_turn")
        fit = matches(rules, round_, card)
    else:
        fit = fits(rules, round_, card)
    if not fit:
        why = why_not(rules, round_, card)
        allow(honour and not last, f"seat {seat} played {card}; {why}")
        faults.append("wrong_card")
    return faults


def _naming(table: Table, wish: Event, *, last: bool, goes_on: bool) -> tuple[str, bool]:
    """The suit that is named, and whether one should have been."""
    rules, card, suit = table.rules, wish["card"], wish["named"]
    must = names_suit(rules, card) and (not last or (goes_on and not packs.suit(card)))
    if not must:
        allow(not suit, f"{card} names no suit here")
        return "", False
    if suit:
        allow(suit in packs.suits_of(rules["pack"]), f"there is no suit {suit}")
        return suit, False
    free = rules["enforcement"] == "honour" and "unnamed" in rules["fines"] and not last
    allow(free, f"{card} was played without naming a suit")
    return "", True


def _announcing(table: Table, wish: Event) -> bool:
    """The last card was called, with the play or before it in this turn."""
    round_ = running(table)
    said = round_.announced == wish["seat"]
    if wish["announced"] and not said:
        calls = table.rules["last_card_call"] != "off"
        two = len(round_.hands[wish["seat"]]) == 2
        allow(calls and two, f"with {wish['card']} there was no last card to call")
    return bool(wish["announced"] or (said and len(round_.hands[wish["seat"]]) == 2))


def _pending_after(table: Table, card: str) -> int:
    """Cards that are owed after the card, if it has its effect."""
    round_, rules = running(table), table.rules
    number: int = rules["draw"].get(packs.rank(card), 0)
    if round_.pending and answers(rules, round_, card):
        if not number:  # Choose wipes the penalty out
            return 0
        return number + (round_.pending if rules["stacking"] else 0)
    return number  # what was owed and not answered is gone (D36)


def _after_play(
    table: Table, at_ms: int, card: str, seat: int, holders: int, pending: int, *, announced: bool
) -> list[Event]:
    round_, rules = running(table), table.rules
    last = not round_.hands[seat]
    if not last:
        events = [_effects(table, at_ms, card, seat, holders, pending, full=True)]
        if len(round_.hands[seat]) == 1 and not announced:
            round_.windows = [other for other in round_.windows if other != seat]
            owe_call(table, seat)
        return events + _owed_by_skipped(table, events[0])
    if not rules["play_on"]:
        events = []
        if rules["last_card_effect"] == "draw_applies" and pending:
            other = next_seat(table, round_, seat, round_.direction)
            events = take(table, other, pending, owed=pending)
        return events + close_round(table, at_ms, "out", seat)
    round_.out.append(seat)
    events = [event("WentOut", seat=seat, place=len(round_.out))]
    if len(round_.holders()) == 1:
        return events + close_round(table, at_ms, "last", round_.out[0])
    if rules["last_card_effect"] != "applies":
        to = next_seat(table, round_, seat, round_.direction)
        return [*events, move_turn(table, at_ms, to)]
    moved = _effects(table, at_ms, card, seat, holders, pending, full=False)
    return [*events, moved, *_owed_by_skipped(table, moved)]


def _effects(
    table: Table, at_ms: int, card: str, seat: int, holders: int, pending: int, *, full: bool
) -> Event:
    """Where the turn goes. Not `full`: the last card of a hand gives no other play (D11)."""
    round_, rules, rank = running(table), table.rules, packs.rank(card)
    if rank in rules["play_again"] and full:
        return move_turn(table, at_ms, seat, again=True)
    if rank in rules["reverse"]:
        if holders > 2:
            round_.direction = -round_.direction
            to = next_seat(table, round_, seat, round_.direction)
            return move_turn(table, at_ms, to, reversed_=True)
        if rules["reverse_two"] == "play_again" and full:
            return move_turn(table, at_ms, seat, again=True)
    to = next_seat(table, round_, seat, round_.direction)
    if rank in rules["skip"]:
        after = next_seat(table, round_, to, round_.direction)
        return move_turn(table, at_ms, after, skipped=(to,))
    return move_turn(table, at_ms, to, pending=pending)


def _owed_by_skipped(table: Table, moved: Event) -> list[Event]:
    if table.rules["call_on_pass"]:
        for seat in moved["skipped"]:
            owe_call(table, seat)
    return []


# Drawing


def draw(table: Table, at_ms: int, wish: Event) -> list[Event]:
    round_, rules, seat = running(table), table.rules, wish["seat"]
    allow(seat == round_.seat, f"seat {seat} drew out of turn: seat {round_.seat} is in turn")
    _close_windows(round_, seat)
    allow(can_draw(rules, round_), f"seat {seat} drew, and there is nothing to draw")
    round_.passes = []
    if round_.pending:
        return _pay(table, at_ms, seat)
    allow(not round_.again, f"seat {seat} may play once more or pass, but not draw")
    limit = rules["draw_limit"]
    over = drawing_over(rules, round_)
    allow(not over, f"seat {seat} drew more than {limit}, or on after a card that matches")
    if not rules["voluntary_draw"]:
        allow(not holds_match(rules, round_, seat), f"seat {seat} drew while holding a match")
    events = take(table, seat, 1)
    round_.drawn.append(round_.hands[seat][-1])
    return events


def _pay(table: Table, at_ms: int, seat: int) -> list[Event]:
    """A penalty is taken, whole or in two goes (D30)."""
    round_, rules = running(table), table.rules
    if rules["penalty_first_card"] and not round_.first_card:
        held = any(answers(rules, round_, card) for card in round_.hands[seat])
        events = take(table, seat, 1, owed=round_.pending, answer=held)
        round_.first_card, round_.had_answer = round_.hands[seat][-1], held
        return events
    rest = round_.pending - bool(round_.first_card)
    allow(rest, f"seat {seat} drew, and its penalty is paid")
    events = take(table, seat, rest, owed=rest)
    to = next_seat(table, round_, seat, round_.direction)
    return [*events, move_turn(table, at_ms, to)]


# Passing


def pass_(table: Table, at_ms: int, wish: Event) -> list[Event]:
    round_, rules, seat = running(table), table.rules, wish["seat"]
    allow(seat == round_.seat, f"seat {seat} passed out of turn: seat {round_.seat} is in turn")
    _close_windows(round_, seat)
    dry = not can_draw(rules, round_)
    rest = round_.pending - bool(round_.first_card) if round_.pending else 0
    gave_up, blocks = round_.again, False
    if rest:
        allow(dry, f"seat {seat} passed, and owes {rest} cards that can be drawn")
    elif not round_.pending:
        none = not holds_match(rules, round_, seat)
        blocks = none and dry
        must = rules["drawn_card"] == "must" and drawn_match(rules, round_)
        used_up = drawing_over(rules, round_) and not must
        why = f"seat {seat} passed, and could play or draw"
        allow(gave_up or blocks or used_up, why)
    may_call = rules["call_on_pass"] and not gave_up and len(round_.hands[seat]) == 1
    announced = wish["announced"]
    allow(not announced or may_call, f"seat {seat} called its last card with a pass")
    events = [
        event("TurnPassed", seat=seat, blocks=blocks, forgiven=rest, gave_up=gave_up,
              announced=announced)
    ]  # fmt: skip
    round_.passes = [*round_.passes, seat] if blocks else []
    round_.still.append("pass")
    all_passed = set(round_.passes) >= set(round_.holders())
    if all_passed or (dry and round_.stands_still()):
        return events + close_round(table, at_ms, "blocked", -1)
    to = next_seat(table, round_, seat, round_.direction)
    events.append(move_turn(table, at_ms, to))
    if may_call and not announced:
        owe_call(table, seat)
    return events


# Naming


def name(table: Table, at_ms: int, wish: Event) -> list[Event]:
    """A suit is named: by the dealer, of one's own accord, or because it was called."""
    round_, seat, suit = running(table), wish["seat"], wish["suit"]
    allow(suit in packs.suits_of(table.rules["pack"]), f"there is no suit {suit}")
    who = round_.dealer if round_.dealer_names else max(round_.demanded, round_.namer)
    allow(seat == who, f"seat {seat} named {suit}, and has nothing to name")
    table.moved_ms = at_ms
    round_.idle = 0
    return [event("SuitNamed", seat=seat, suit=suit), *suit_named(table, at_ms, suit)]


def suit_named(table: Table, at_ms: int, suit: str) -> list[Event]:
    """What follows from a name: the turn moves on where everybody waited for it."""
    round_ = running(table)
    demanded, dealer = round_.demanded >= 0, round_.dealer_names
    round_.still = []
    round_.active, round_.named, round_.unnamed = suit, True, False
    round_.namer, round_.demanded, round_.dealer_names = -1, -1, False
    if round_.latest is not None and "unnamed" in round_.latest.faults:
        round_.latest.faults.remove("unnamed")
    if dealer:
        to = next_seat(table, round_, round_.dealer, round_.direction)
        return [move_turn(table, at_ms, to, pending=round_.first_pending)]
    if demanded:
        return [move_turn(table, at_ms, round_.seat, pending=round_.pending, again=round_.again)]
    return []
