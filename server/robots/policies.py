"""How robots play: three ways, each a function of what its seat has seen and of dice."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from server.cards import Card, Deck, Rank, Suit, deck_of
from server.game.commands import Draw, Name, Pass, Play
from server.game.shuffle import Dice
from server.protocol.news import Dealt, Drew, Named, PassedTurn, Played
from server.protocol.views import View
from server.robots.seen import Seen
from server.rules.scoring import points_of

Act = Play | Draw | Pass | Name
Policy = Callable[[Seen, Dice], Act]
Pick = Callable[[Seen, tuple[Card, ...], Dice], Card]  # one of the cards, at least one

FEW_CARDS = 2  # from here down a hand may be empty any moment
FORGETS_ONE_IN = 10  # calls of the last card, for a robot with its head in the clouds
PATIENCE = 300  # news of one round, after which a robot has its whims
WHIM_ONE_IN = 5
SCARCE_ONE_IN = 4  # of the deck; with less than that to be drawn, what is played soon comes back


def careful(seen: Seen, dice: Dice) -> Act:
    """Gets rid of what would cost most, and of its wilds once somebody is about to go out."""
    return _act(seen, dice, _dearest)


def sly(seen: Seen, dice: Dice) -> Act:
    """Saves wilds and specials for when somebody is about to go out, and names what hurts."""
    if _would_rather_draw(seen):
        return Draw(seen.own.seat, turn=seen.turn)
    return _act(seen, dice, _least_useful)


def impulsive(seen: Seen, dice: Dice) -> Act:
    """Plays whatever comes to hand first, and may forget to say that it was the last but one."""
    act = _act(seen, dice, _any_card)
    if isinstance(act, Play | Pass) and act.announce and forgets(seen, dice):
        return replace(act, announce=False)
    return act


def forgets(seen: Seen, dice: Dice) -> bool:
    """Whether a call of the last card is forgotten; never where the table itself watches it."""
    return seen.rules.last_card_call == "called" and dice.below(FORGETS_ONE_IN) == 0


POLICY_OF_ROBOT: dict[str, Policy] = {
    "carmen": careful,
    "tito": sly,
    "luna": impulsive,
    "olga": careful,
    "pepe": sly,
    "rita": impulsive,
    "beto": careful,
    "nora": sly,
    "hugo": impulsive,
    "ines": careful,
}


def choose(robot: str, seen: Seen, dice: Dice) -> Act:
    """What the robot with this key does in its turn."""
    return POLICY_OF_ROBOT[robot](seen, dice)


def _act(seen: Seen, dice: Dice, pick: Pick) -> Act:
    own, turn = seen.own, seen.turn
    actions = own.actions
    if actions.name:
        return Name(own.seat, suit=_suit_to_name(seen, own.hand, dice), turn=turn)
    if _has_a_whim(seen, dice):
        return _whim(seen, dice)
    if own.fits:
        card = pick(seen, _worth_playing(seen), dice)
        suit = ""
        if card in actions.suit_with:
            rest = tuple(c for c in own.hand if c != card)
            suit = _suit_to_name(seen, rest, dice)
        announce = card in actions.announce_with
        return Play(own.seat, card, suit=suit, turn=turn, announce=announce)
    if actions.draw:
        return Draw(own.seat, turn=turn)
    assert actions.passing, "whoever is in turn can do something"
    return Pass(own.seat, turn=turn, announce=actions.announce_pass)


def _worth_playing(seen: Seen) -> tuple[Card, ...]:
    """What fits; while nearly all cards are in hands, rather nothing that makes others draw: it
    would be among the few that they draw, and come straight back."""
    fits, rank = seen.own.fits, _deck(seen).rank
    if not seen.rules.rebuild_stock or _supply(seen) * SCARCE_ONE_IN >= len(rank):
        return fits
    return tuple(card for card in fits if rank[card] not in seen.rules.draw) or fits


def _has_a_whim(seen: Seen, dice: Dice) -> bool:
    """Whether the robot does anything at all for a change: where the stock is rebuilt, robots that
    always do what is best could go round in circles for ever."""
    return len(seen.news) > PATIENCE and dice.below(WHIM_ONE_IN) == 0


def _whim(seen: Seen, dice: Dice) -> Act:
    own, turn, actions = seen.own, seen.turn, seen.own.actions
    acts: list[Act] = []
    for card in own.fits:
        suit = ""
        if card in actions.suit_with:
            suit = actions.suits[dice.below(len(actions.suits))]
        acts.append(Play(own.seat, card, suit, turn, announce=card in actions.announce_with))
    if actions.draw:
        acts.append(Draw(own.seat, turn=turn))
    if actions.passing:
        acts.append(Pass(own.seat, turn=turn, announce=actions.announce_pass))
    return acts[dice.below(len(acts))]


def _supply(seen: Seen) -> int:
    """Cards that are in nobody's hand."""
    pile = seen.view.pile
    return seen.view.stock + (0 if isinstance(pile, msgspec.UnsetType) else pile.cards)


# Which card


def _dearest(seen: Seen, cards: tuple[Card, ...], dice: Dice) -> Card:
    wilds, plain = _parted(seen, cards, _wilds(seen))
    if wilds and (not plain or somebody_low(seen.view, seen.own.seat)):
        return wilds[0]
    suits = _suit_counts(seen, seen.own.hand)
    suit = _deck(seen).suit
    return max(plain, key=lambda card: (_cost(seen, card), suits.get(suit[card], 0)))


def _least_useful(seen: Seen, cards: tuple[Card, ...], dice: Dice) -> Card:
    rules = seen.rules
    wilds, plain = _parted(seen, cards, _wilds(seen))
    effects = (*rules.draw, *rules.skip, *rules.reverse, *rules.play_again)
    special, simple = _parted(seen, plain, effects)
    suits = _suit_counts(seen, seen.own.hand)
    suit = _deck(seen).suit
    if somebody_low(seen.view, seen.own.seat):
        urgent = special or wilds or simple
        return min(urgent, key=lambda card: (_strength(seen, card), -suits.get(suit[card], 0)))
    return max(simple or special or wilds, key=lambda card: suits.get(suit[card], 0))


def _any_card(seen: Seen, cards: tuple[Card, ...], dice: Dice) -> Card:
    return cards[dice.below(len(cards))]


def _would_rather_draw(seen: Seen) -> bool:
    """Whether only wilds would serve and none is needed yet: then one card is worth drawing."""
    own, view = seen.own, seen.view
    if own.drawn or view.pending or own.actions.draw != 1 or not own.fits:
        return False
    _, plain = _parted(seen, own.fits, _wilds(seen))
    return not plain and len(own.hand) > FEW_CARDS and not somebody_low(view, own.seat)


def somebody_low(view: View, seat: int) -> bool:
    """Whether somebody else in the match holds so few cards that the round may end soon."""
    return any(
        other.playing and other.cards <= FEW_CARDS and number != str(seat)
        for number, other in view.seats.items()
    )


def _cost(seen: Seen, card: Card) -> int:
    """Points that the card costs whoever still holds it at the end."""
    return points_of(_deck(seen), (card,))


def _strength(seen: Seen, card: Card) -> int:
    """0 for what hits the next seat hardest, more for what hits it less."""
    rules, rank = seen.rules, _deck(seen).rank[card]
    if rank in rules.draw:
        return 0
    return 1 if rank in rules.skip else 2


# Which suit


def _suit_to_name(seen: Seen, rest: tuple[Card, ...], dice: Dice) -> Suit:
    """The suit it holds most of; among equals, one that the next seat had to draw at."""
    suits = seen.own.actions.suits
    counts = _suit_counts(seen, rest)
    most = max(counts[suit] for suit in suits)
    best = tuple(suit for suit in suits if counts[suit] == most)
    missed = _suit_missed(seen)
    return missed if missed in best else best[dice.below(len(best))]


def _suit_missed(seen: Seen) -> Suit:
    """The suit at which somebody else last drew or passed; "" if nobody has."""
    suit_of = _deck(seen).suit
    active = missed = ""
    for item in seen.news:
        match item:
            case Dealt():
                active = suit_of[item.top]
            case Played():
                active = item.suit or suit_of[item.card] or active
            case Named():
                active = item.suit
            case Drew() if not item.penalty and not item.fine and item.seat != seen.own.seat:
                missed = active
            case PassedTurn() if item.seat != seen.own.seat:
                missed = active
            case _:
                pass  # tells nothing of what anybody holds
    return missed


def _suit_counts(seen: Seen, cards: tuple[Card, ...]) -> dict[Suit, int]:
    """Cards of each suit, wilds left out: they need no suit."""
    deck, wild = _deck(seen), _wilds(seen)
    counts = dict.fromkeys(deck.suits, 0)
    for card in cards:
        if deck.rank[card] not in wild:
            counts[deck.suit[card]] += 1
    return counts


def _wilds(seen: Seen) -> tuple[Rank, ...]:
    return (*seen.rules.wild_suit, *seen.rules.wild_keep)


def _deck(seen: Seen) -> Deck:
    return deck_of(seen.rules.pack, seen.view.rules.packs)


def _parted(
    seen: Seen, cards: tuple[Card, ...], ranks: tuple[Rank, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Those of one of the ranks, and the others."""
    rank = _deck(seen).rank
    of_ranks = tuple(card for card in cards if rank[card] in ranks)
    return of_ranks, tuple(card for card in cards if rank[card] not in ranks)
