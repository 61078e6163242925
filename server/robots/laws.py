"""The laws of the game as checks on one table; each gives what it found broken, in words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from server.events.catalog import Commit
from server.game.commands import (
    Abandon,
    AcceptRematch,
    Announce,
    CallFault,
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
from server.game.table import Round, Seat, Table, actor_of, deck_in_play, holding
from server.projections.diff import patch
from server.projections.frames import project, steps, tree_of
from server.projections.news import WATCHER
from server.projections.own import own_view
from server.protocol.reasons import Rejected

# What two commands must share to be the same wish: kind; card, or who is accused; suit; and
# whether the last card is called with it.
Key = tuple[str, str, str, bool]
_SEED = "00" * 64
_BAD_SUITS = ("X", "8", "hearts", " ")
_BAD_CARDS = ("", "ZZ", "8", "10H", "7H#9")
_CALLS_NEAR = 3  # cards of a hand at which the quick check also tries calls that ride on a play
_IN_A_TURN = (Play, Draw, Pass, Name, Announce, CallFault)
_JUDGED = (*_IN_A_TURN, NextRound, OfferRematch, AcceptRematch, RefuseRematch, Abandon)
_KINDS_IN_A_TURN = frozenset(kind.__name__ for kind in _IN_A_TURN)


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
    """L5: whoever must act has a legal act, and nobody else has one, but for what honour lets
    pass: a card out of turn, and the suit that was not named. "" if all is well."""
    round_ = table.round
    if round_ is None:
        return ""
    actor = actor_of(round_)
    for seat in table.players:
        acts = {type(a) for a in legal_actions(table, seat)} & {Play, Draw, Pass, Name}
        if seat == actor and not acts:
            return f"L5: seat {seat} must act, and may not"
        if seat != actor and acts - _beside(table, round_, seat):
            return f"L5: seat {seat} may act in {actor}'s turn"
    return ""


def _beside(table: Table, round_: Round, seat: Seat) -> set[type[Command]]:
    """Kinds of acts that honour leaves to a seat when another must act."""
    kinds: set[type[Command]] = set()
    if table.rules.enforcement == "honour" and not round_.naming:
        if "out_of_turn" in table.rules.fines and not round_.pending:
            kinds.add(Play)
        if round_.namer == seat:
            kinds.add(Name)
    return kinds


def legality_broken(table: Table, seat: Seat, *, whole: bool) -> str:
    """L6: what `legal_actions` lists is what `decide` accepts, and a refusal changes nothing.

    `whole` tries all there is, every card of the deck with every suit; otherwise only what may be
    done in a turn is tried, with the cards of the hand, and suits where they might be named.
    """
    before = msgspec.msgpack.encode(table) if whole else b""
    judged = _JUDGED if whole else _IN_A_TURN
    listed = {
        _key(table, command)
        for command in legal_actions(table, seat)
        if isinstance(command, judged)
    }
    wishes = _all_wishes(table, seat) if whole else _wishes(table, seat)
    accepted = {_key(table, command) for command in wishes if accepts(table, command)}
    if listed != accepted:
        return (
            f"L6: seat {seat}: listed but refused {sorted(listed - accepted)}, "
            f"accepted but not listed {sorted(accepted - listed)}"
        )
    offered = {key for key in _offered(table, seat) if whole or key[0] in _KINDS_IN_A_TURN}
    # Whoever has accepted a rematch may still refuse it, but is not asked again.
    if offered != listed - {("RefuseRematch", "", "", False)}:
        return (
            f"L6: seat {seat}: listed and not offered {sorted(listed - offered)}, "
            f"its view offers besides {sorted(offered - listed)}"
        )
    if not whole:
        return ""
    stale = [command for command in _stale(table, seat) if accepts(table, command)]
    if stale:
        return f"L6: stale and accepted: {stale}"
    changed = msgspec.msgpack.encode(table) != before
    return "L6: judging has changed the table" if changed else ""


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


# What a view offers


def _offered(table: Table, seat: Seat) -> set[Key]:
    """What the seat's view offers it, as wishes."""
    actions = own_view(table, seat).actions
    offered: set[Key] = set()
    for card in actions.play:
        free = ("",) if actions.suit_free else ()
        suits = (*actions.suits, *free) if card in actions.suit_with else ("",)
        for said in (False, True) if card in actions.announce_with else (False,):
            offered.update(("Play", card, suit, said) for suit in suits)
    if actions.name:
        offered.update(("Name", "", suit, False) for suit in actions.suits)
    offered.update(("CallFault", str(accused), "", False) for accused in actions.call_fault)
    if actions.announce_pass:
        offered.add(("Pass", "", "", True))
    others = {
        "Draw": actions.draw > 0,
        "Pass": actions.passing,
        "Announce": actions.announce,
        "NextRound": actions.next_round,
        "OfferRematch": actions.offer_rematch,
        "AcceptRematch": actions.answer_rematch,
        "Abandon": actions.abandon,
    }
    return offered | {(kind, "", "", False) for kind, may in others.items() if may}


def _key(table: Table, command: Command) -> Key:
    match command:
        case Play():
            suit = "" if _drops_suit(table, command) else command.suit
            return ("Play", command.card, suit, command.announce)
        case Pass():
            return ("Pass", "", "", command.announce)
        case Name():
            return ("Name", "", command.suit, False)
        case CallFault():
            return ("CallFault", str(command.accused), "", False)
        case _:
            return (type(command).__name__, "", "", False)


def _drops_suit(table: Table, play: Play) -> bool:
    """Whether a suit sent along is dropped (D27): the card empties the hand, and play does not go
    on, or the card has a suit of its own."""
    round_ = table.round
    if round_ is None or len(round_.hands[play.seat]) != 1:
        return False
    goes_on = table.rules.play_on and len(holding(round_)) > 2
    return not goes_on or bool(deck_in_play(table).suit.get(play.card, "-"))


# What may be wished


def _all_wishes(table: Table, seat: Seat) -> Iterator[Command]:
    """All that a seat might ask for, sense or nonsense, except what is out of date."""
    yield from _any_plays(table, seat)
    yield from _wishes(table, seat)
    yield from _nonsense(seat, _hand(table.round, seat), table.turn)
    yield NextRound(seat, match=table.match, round=table.round_number, seed=_SEED)
    yield OfferRematch(seat, match=table.match, seed=_SEED)
    yield AcceptRematch(seat, match=table.match, seed=_SEED)
    yield RefuseRematch(seat, match=table.match)
    yield Abandon(seat, match=table.match)


def _wishes(table: Table, seat: Seat) -> Iterator[Command]:
    """What a seat might ask for in a turn, of its own or another's."""
    turn = table.turn
    yield from _plays(table, seat, _hand(table.round, seat))
    yield from (Pass(seat, turn=turn, announce=said) for said in (False, True))
    yield Draw(seat, turn=turn)
    yield from (Name(seat, suit, turn=turn) for suit in deck_in_play(table).suits)
    yield Announce(seat, turn=turn)
    act = 0 if table.round is None else table.round.acted
    yield from (CallFault(seat, accused, act) for accused in range(len(table.seats)))


def _any_plays(table: Table, seat: Seat) -> Iterator[Play]:
    deck, turn = deck_in_play(table), table.turn
    for said in (False, True):
        for card in deck.cards:
            for suit in ("", *deck.suits):
                yield Play(seat, card, suit, turn, announce=said)


def _plays(table: Table, seat: Seat, hand: tuple[str, ...]) -> Iterator[Play]:
    deck, turn = deck_in_play(table), table.turn
    for said in (False, True) if len(hand) <= _CALLS_NEAR else (False,):
        for card in hand:
            suits = deck.suits if deck.rank[card] in table.rules.wild_suit else deck.suits[:1]
            for suit in ("", *suits):
                yield Play(seat, card, suit, turn, announce=said)


def _nonsense(seat: Seat, hand: tuple[str, ...], turn: int) -> Iterator[Command]:
    for card in _BAD_CARDS:
        yield Play(seat, card, turn=turn)
    for suit in _BAD_SUITS:
        yield Name(seat, suit, turn=turn)
        if len(hand) > 1:
            for card in hand:
                yield Play(seat, card, suit=suit, turn=turn)


def _stale(table: Table, seat: Seat) -> Iterator[Command]:
    """Wishes that name a turn, round or match which is not the present one."""
    for turn in (table.turn - 1, table.turn + 1):
        if turn > 0:
            yield from (Play(seat, card, turn=turn) for card in _hand(table.round, seat)[:2])
            yield Draw(seat, turn=turn)
            yield Pass(seat, turn=turn)
            yield Announce(seat, turn=turn)
    if table.round is not None and table.round.acted > 1:
        others = (accused for accused in table.round.seats if accused != seat)
        yield from (CallFault(seat, accused, table.round.acted - 1) for accused in others)
    yield NextRound(seat, match=table.match, round=table.round_number + 1, seed=_SEED)
    yield NextRound(seat, match=table.match + 1, round=table.round_number, seed=_SEED)
    yield OfferRematch(seat, match=table.match + 1, seed=_SEED)
    yield AcceptRematch(seat, match=table.match - 1, seed=_SEED)
    yield Abandon(seat, match=table.match + 1)


def _hand(round_: Round | None, seat: Seat) -> tuple[str, ...]:
    return round_.hands[seat] if round_ is not None and seat < len(round_.hands) else ()
