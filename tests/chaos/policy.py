"""What a client of the rig does: mostly something that its view offers, now and then nonsense."""

from __future__ import annotations

from random import Random
from typing import Any

from server.protocol import frames as f

Tree = dict[str, Any]
ILLEGAL_SHARE = 0.05
DRAW_THOUGH_PLAYABLE = 0.15
ANNOUNCE_SHARE = 0.7
CALL_SHARE = 0.05
GIVE_SHARE = 0.3
FAULT_SHARE = 0.02
SUIT_LEFT_OUT_SHARE = 0.1
NONSENSE_CARDS = ("7H", "KS", "2D#0", "JK#1", "b7#1", "EL#0", "8C")


def choose(dice: Random, view: Tree, id_: str) -> f.Command | None:
    """A command for this view, legal but for a share of 5 %; None if there is nothing to do."""
    actions: Tree = view.get("own", {}).get("actions", {})
    legal = _legal(dice, view, actions, id_)
    if legal is not None and dice.random() < ILLEGAL_SHARE:
        return illegal(dice, view, id_)
    return legal


def illegal(dice: Random, view: Tree, id_: str) -> f.Command:
    """A command that most likely is refused."""
    turn: Tree = view.get("turn", {"number": 1, "seat": 0})
    number = turn["number"] + dice.choice((0, 0, 0, -1, 1))
    hand = view.get("own", {}).get("hand", []) or NONSENSE_CARDS
    match, round_ = view.get("match", 0), view.get("round", 0)
    suit = dice.choice(("", "", "H", "b", "?"))
    wishes: list[f.Command] = [
        f.Play(id=id_, turn=max(0, number), card=dice.choice(hand), suit=suit),
        f.Play(id=id_, turn=max(0, number), card=dice.choice(NONSENSE_CARDS), suit=suit),
        f.Draw(id=id_, turn=max(0, number)),
        f.Pass(id=id_, turn=max(0, number)),
        f.Name(id=id_, turn=max(0, number), suit=suit),
        f.Announce(id=id_, turn=max(0, number)),
        f.CallFault(id=id_, accused=dice.randrange(4), act=turn.get("act", 1)),
        f.NextRound(id=id_, match=match, round=round_),
        f.Start(id=id_, match=match + 1),
        f.OfferRematch(id=id_, match=match),
        f.CutDeck(id=id_, deal=round_ + 1, place=dice.randrange(1, 120)),
        f.Deposit(id=id_, deal=round_ + 1, given=dice.randbytes(16).hex()),
    ]
    return dice.choice(wishes)


def _legal(dice: Random, view: Tree, actions: Tree, id_: str) -> f.Command | None:
    match, round_ = view.get("match", 0), view.get("round", 0)
    given = _given(dice, view, actions, id_)
    if given is not None:
        return given
    if actions.get("next_round"):
        return f.NextRound(id=id_, match=match, round=round_)
    if actions.get("answer_rematch"):
        return f.AcceptRematch(id=id_, match=match)
    if actions.get("offer_rematch"):
        return f.OfferRematch(id=id_, match=match)
    if "turn" not in view:
        return None
    return _word(dice, view, actions, id_) or _move(dice, view, actions, id_)


def _given(dice: Random, view: Tree, actions: Tree, id_: str) -> f.Command | None:
    """Something for the coming deal, by some."""
    deal = view.get("next_seal", {}).get("deal", 0)
    if actions.get("deposit") and dice.random() < GIVE_SHARE:
        return f.Deposit(id=id_, deal=deal, given=dice.randbytes(16).hex())
    if actions.get("cut") and dice.random() < GIVE_SHARE:
        return f.CutDeck(id=id_, deal=deal, place=dice.randrange(1, actions["cut"]))
    return None


def _word(dice: Random, view: Tree, actions: Tree, id_: str) -> f.Command | None:
    turn = view["turn"]
    if actions.get("announce") and dice.random() < ANNOUNCE_SHARE:
        return f.Announce(id=id_, turn=turn["number"])
    if actions.get("call_fault") and dice.random() < CALL_SHARE:
        accused = dice.choice(actions["call_fault"])
        return f.CallFault(id=id_, accused=accused, act=turn.get("act", 0))
    return None


def _move(dice: Random, view: Tree, actions: Tree, id_: str) -> f.Command | None:
    turn: Tree = view["turn"]
    own_turn = turn.get("namer", turn["seat"]) == view["own"].get("seat", 0)
    if actions.get("name") and own_turn:
        return f.Name(id=id_, turn=turn["number"], suit=dice.choice(actions["suits"]))
    if actions.get("out_of_turn") and dice.random() > FAULT_SHARE:
        return None
    may_play = bool(actions.get("play"))
    if may_play and not (actions.get("draw") and dice.random() < DRAW_THOUGH_PLAYABLE):
        return _play(dice, turn, actions, id_)
    if actions.get("draw"):
        return f.Draw(id=id_, turn=turn["number"])
    if actions.get("passing"):
        said = bool(actions.get("announce_pass")) and dice.random() < ANNOUNCE_SHARE
        return f.Pass(id=id_, turn=turn["number"], announce=said)
    return None


def _play(dice: Random, turn: Tree, actions: Tree, id_: str) -> f.Play:
    card = dice.choice(actions["play"])
    suit = ""
    left_out = actions.get("suit_free") and dice.random() < SUIT_LEFT_OUT_SHARE
    if card in actions.get("suit_with", ()) and not left_out:
        suit = dice.choice(actions["suits"])
    said = card in actions.get("announce_with", ()) and dice.random() < ANNOUNCE_SHARE
    return f.Play(id=id_, turn=turn["number"], card=card, suit=suit, announce=said)
