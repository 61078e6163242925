"""The laws of the game as checks on one table; each gives what it found broken, in words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from server.events.catalog import Commit
from server.game.commands import (
    Abandon,
    AcceptRematch,
    Command,
    Draw,
    Name,
    NextRound,
    OfferRematch,
    Pass,
    Play,
    RefuseRematch,
)
from server.game.decide import decide, legal_actions
from server.game.table import Round, Seat, Table, deck_in_play
from server.projections.diff import patch
from server.projections.frames import project, steps, tree_of
from server.projections.news import WATCHER
from server.projections.view import own_view
from server.protocol.reasons import Rejected

Key = tuple[str, str, str]  # kind, card, suit: what two commands must share to be the same wish
_SEED = "00" * 64
_BAD_SUITS = ("X", "8", "hearts", " ")
_BAD_CARDS = ("", "ZZ", "8", "10H", "7H#9")
_JUDGED = (
    Play, Draw, Pass, Name, NextRound, OfferRematch, AcceptRematch, RefuseRematch, Abandon
)  # fmt: skip


def conservation_broken(table: Table) -> str:
    """L4: hands, stock and pile are the table's deck, every card once. "" if all is well."""
    round_ = table.round
    if round_ is None:
        return ""
    deck = deck_in_play(table)
    count = len(round_.stock) + len(round_.pile) + sum(map(len, round_.hands))
    there = {*round_.stock, *round_.pile}
    there.update(*round_.hands)
    if count == len(deck.cards) and there == deck.place.keys():
        return ""
    return f"L4: {count} cards, {len(deck.place.keys() ^ there)} missing or foreign"


def stuck(table: Table) -> str:
    """L5: whoever must act has a legal act; nobody else has one. "" if all is well."""
    round_ = table.round
    if round_ is None:
        return ""
    for seat in table.players:
        acts = any(
            isinstance(command, Play | Draw | Pass | Name) for command in legal_actions(table, seat)
        )
        if acts != (seat == round_.seat):
            return f"L5: seat {seat} {'may' if acts else 'may not'} act in {round_.seat}'s turn"
    return ""


def legality_broken(table: Table, seat: Seat, *, whole: bool) -> str:
    """L6: what `legal_actions` lists is what `decide` accepts, and a refusal changes nothing.

    `whole` tries every card of the deck with every suit; otherwise the seat's hand.
    """
    before = msgspec.msgpack.encode(table) if whole else b""
    listed = {
        _key(table, command)
        for command in legal_actions(table, seat)
        if isinstance(command, _JUDGED)
    }
    accepted = {
        _key(table, command)
        for command in _wishes(table, seat, whole=whole)
        if accepts(table, command)
    }
    if listed != accepted:
        return (
            f"L6: seat {seat}: listed but refused {sorted(listed - accepted)}, "
            f"accepted but not listed {sorted(accepted - listed)}"
        )
    offered = _offered(table, seat)
    # Whoever has accepted a rematch may still refuse it, but is not asked again.
    if offered != listed - {("RefuseRematch", "", "")}:
        return f"L6: seat {seat}: listed {sorted(listed)}, but its view offers {sorted(offered)}"
    stale = [c for c in _stale(table, seat, whole=whole) if accepts(table, c)]
    if stale:
        return f"L6: stale and accepted: {stale}"
    if whole and msgspec.msgpack.encode(table) != before:
        return "L6: judging has changed the table"
    return ""


def views_broken(before: Table, after: Table, commit: Commit) -> str:
    """L3: each viewer's step leads from what it saw before to what it may see now."""
    old, new = project(before), project(after)
    told = steps(old, new, commit)
    for viewer in (WATCHER, *new.own):
        if patch(tree_of(old, viewer), told[viewer].patch) != tree_of(new, viewer):
            return f"L3: the step for viewer {viewer} misses the view"
    return ""


def accepts(table: Table, command: Command) -> bool:
    """Whether `decide` takes the command."""
    try:
        events = decide(table, command)
    except Rejected:
        return False
    assert events, f"{command} was accepted and nothing happened"
    return True


def _offered(table: Table, seat: Seat) -> set[Key]:
    """What the seat's view offers it, as wishes."""
    actions = own_view(table, seat).actions
    offered: set[Key] = set()
    for card in actions.play:
        suits = actions.suits if card in actions.suit_with else ("",)
        offered.update(("Play", card, suit) for suit in suits)
    if actions.name:
        offered.update(("Name", "", suit) for suit in actions.suits)
    others = {
        "Draw": actions.draw > 0,
        "Pass": actions.passing,
        "NextRound": actions.next_round,
        "OfferRematch": actions.offer_rematch,
        "AcceptRematch": actions.answer_rematch,
        "Abandon": actions.abandon,
    }
    return offered | {(kind, "", "") for kind, may in others.items() if may}


def _key(table: Table, command: Command) -> Key:
    match command:
        case Play():
            # A suit sent along with a card that empties the hand is dropped (D27).
            last = table.round is not None and len(table.round.hands[command.seat]) == 1
            return ("Play", command.card, "" if last else command.suit)
        case Name():
            return ("Name", "", command.suit)
        case _:
            return (type(command).__name__, "", "")


def _wishes(table: Table, seat: Seat, *, whole: bool) -> Iterator[Command]:
    """All that a seat might ask for, sense or nonsense, except what is out of date."""
    deck = deck_in_play(table)
    round_ = table.round
    turn = table.turn
    hand = () if round_ is None or seat not in table.players else round_.hands[seat]
    for card in deck.cards if whole else hand:
        yield Play(seat, card, turn=turn)
        # A suit with a card that names none is refused whichever it is; one of them will do.
        every = whole or deck.rank[card] in table.rules.wild_suit
        for suit in deck.suits if every else deck.suits[:1]:
            yield Play(seat, card, suit=suit, turn=turn)
    yield Draw(seat, turn=turn)
    yield Pass(seat, turn=turn)
    for suit in deck.suits:
        yield Name(seat, suit, turn=turn)
    yield NextRound(seat, match=table.match, round=table.round_number, seed=_SEED)
    yield OfferRematch(seat, match=table.match, seed=_SEED)
    yield AcceptRematch(seat, match=table.match, seed=_SEED)
    yield RefuseRematch(seat, match=table.match)
    yield Abandon(seat, match=table.match)
    if whole:
        yield from _nonsense(seat, hand, turn)


def _nonsense(seat: Seat, hand: tuple[str, ...], turn: int) -> Iterator[Command]:
    for card in _BAD_CARDS:
        yield Play(seat, card, turn=turn)
    for suit in _BAD_SUITS:
        yield Name(seat, suit, turn=turn)
        if len(hand) > 1:
            for card in hand:
                yield Play(seat, card, suit=suit, turn=turn)


def _stale(table: Table, seat: Seat, *, whole: bool) -> Iterator[Command]:
    """Wishes that name a turn, round or match which is not the present one."""
    for turn in (table.turn - 1, table.turn + 1):
        if turn > 0:
            hand = _hand(table.round, seat)
            yield from (Play(seat, card, turn=turn) for card in (hand if whole else hand[:1]))
            yield Draw(seat, turn=turn)
            yield Pass(seat, turn=turn)
    yield NextRound(seat, match=table.match, round=table.round_number + 1, seed=_SEED)
    yield NextRound(seat, match=table.match + 1, round=table.round_number, seed=_SEED)
    yield OfferRematch(seat, match=table.match + 1, seed=_SEED)
    yield AcceptRematch(seat, match=table.match - 1, seed=_SEED)
    yield Abandon(seat, match=table.match + 1)


def _hand(round_: Round | None, seat: Seat) -> tuple[str, ...]:
    return round_.hands[seat] if round_ is not None and seat < len(round_.hands) else ()
