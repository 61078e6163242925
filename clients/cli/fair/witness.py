"""What this program has seen of the deals of a table, so that it can check them by itself."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec.structs import replace

from clients.cli.fair.recompute import Tape, cards_fit, moves_of
from clients.cli.verify.deal import commitment_of, deck_of
from server.protocol import news as n
from server.protocol.views import NextSealView, Own, ResultView, SealView, View

Fault = Literal["changed", "left_out", "left_out_other", "added", "cut", "seed", "cards"]
# `half`: the seal is right, but not every card was seen here. `unseen`: its end was not.
Verdict = Literal["right", "half", "unseen", "wrong"]
WATCHER = -1


class Coming(msgspec.Struct, frozen=True, gc=False):
    """The next deal, before it is dealt."""

    deal: int
    commitment: str  # as it was first told
    seat: int
    digests: dict[str, str]  # as last seen
    cut: int
    changed: bool = False  # another commitment was told later
    mine: str = ""  # what was given from here, once the table has said that it is in


class Playing(msgspec.Struct, frozen=True, gc=False):
    deal: int
    round: int
    commitment: str
    sealed: bool  # its seal was seen before it was dealt
    faults: tuple[Fault, ...] = ()
    tape: Tape | None = None  # None: its beginning was not seen


class Checked(msgspec.Struct, frozen=True, gc=False):
    deal: int
    round: int
    verdict: Verdict
    faults: tuple[Fault, ...] = ()


class Witness(msgspec.Struct, frozen=True, gc=False):
    version: int = 0  # of the last view
    coming: Coming | None = None
    playing: Playing | None = None
    past: tuple[Checked, ...] = ()  # oldest first


def witnessed(
    before: Witness, view: View, version: int, news: tuple[n.AnyNews, ...] | None
) -> Witness:
    """One more view; `news` are those of its step, None where it came whole."""
    now = replace(before, version=version)
    follows = news is not None or version == before.version
    seal = view.seal
    if isinstance(seal, SealView):
        known = {now.playing.deal} if now.playing else set()
        if seal.deal not in known | {one.deal for one in now.past}:
            now = _dealt(now, view, seal, news, follows)
        elif now.playing is not None and now.playing.tape is not None:
            now = replace(now, playing=_moved(now.playing, news or (), follows))
        if seal.seed and now.playing is not None and seal.deal == now.playing.deal:
            now = _ended(now, now.playing, view, seal)
    return replace(now, coming=_coming(now.coming, view))


def gave(before: Witness, deal: int, seat: int, given: str) -> Witness:
    """The table has said that these bytes are in."""
    coming = before.coming
    if coming is None or (coming.deal, coming.seat) != (deal, seat):
        return before
    return replace(before, coming=replace(coming, mine=given))


def forgotten(before: Witness) -> Witness:
    """The table's history is another one now."""
    now = _past(before, before.playing, "unseen") if before.playing else before
    return replace(now, version=0, coming=None)


def faults_of(witness: Witness) -> tuple[int, tuple[Fault, ...]]:
    """The last deal that is not right, in play or over, and why; 0 if there is none."""
    if witness.playing is not None and witness.playing.faults:
        return witness.playing.deal, witness.playing.faults
    wrong = [one for one in witness.past if one.verdict == "wrong"]
    return (wrong[-1].deal, wrong[-1].faults) if wrong else (0, ())


def _me(view: View) -> int:
    return view.own.seat if isinstance(view.own, Own) else WATCHER


def _coming(known: Coming | None, view: View) -> Coming | None:
    following = view.next_seal
    if not isinstance(following, NextSealView):
        return known
    me = _me(view)
    if known is None or known.deal != following.deal:
        return Coming(following.deal, following.commitment, me, following.digests, following.cut)
    return replace(
        known,
        changed=known.changed or known.commitment != following.commitment,
        seat=me,
        mine=known.mine if me == known.seat else "",
        digests=following.digests,
        cut=following.cut,
    )


def _dealt(
    before: Witness,
    view: View,
    seal: SealView,
    news: tuple[n.AnyNews, ...] | None,
    follows: bool,
) -> Witness:
    coming = before.coming
    if coming is not None and coming.deal != seal.deal:
        coming = None
    told = next((item for item in news or () if isinstance(item, n.Dealt)), None)
    playing = Playing(
        deal=seal.deal,
        round=view.round,
        commitment=coming.commitment if coming else seal.commitment,
        sealed=coming is not None,
        faults=_lock_faults(coming, seal, _me(view), follows=follows) if coming else (),
        tape=Tape(_me(view), told.cards, told.top, moves_of(news or ())) if told else None,
    )
    now = _past(before, before.playing, "unseen") if before.playing else before
    return replace(now, playing=playing)


def _lock_faults(coming: Coming, seal: SealView, me: int, *, follows: bool) -> tuple[Fault, ...]:
    """What is wrong with the list that was locked; whoever was away in between can tell less."""
    listed, faults = seal.contributions, list[Fault]()
    if coming.changed or coming.commitment != seal.commitment:
        faults.append("changed")
    left_out = bool(coming.mine) and coming.seat == me and listed.get(str(me)) != coming.mine
    if left_out:
        faults.append("left_out")
    if not follows:
        return tuple(faults)
    others = [seat for seat in coming.digests if not (left_out and seat == str(me))]
    if any(_digest(listed.get(seat, "")) != coming.digests[seat] for seat in others):
        faults.append("left_out_other")
    if listed.keys() - coming.digests.keys():
        faults.append("added")
    if coming.cut and coming.cut != seal.cut:
        faults.append("cut")
    return tuple(faults)


def _digest(given: str) -> str:
    try:
        return sha256(bytes.fromhex(given)).hexdigest()
    except ValueError:
        return ""


def _moved(playing: Playing, news: tuple[n.AnyNews, ...], follows: bool) -> Playing:
    """What came before a gap still counts: who could be sent the view anew could be blinded."""
    tape = playing.tape
    if tape is None or tape.torn:
        return playing
    if not follows:
        return replace(playing, tape=replace(tape, torn=True))
    return replace(playing, tape=replace(tape, moves=(*tape.moves, *moves_of(news))))


def _ended(before: Witness, playing: Playing, view: View, seal: SealView) -> Witness:
    faults = list(playing.faults)
    if not _seed_fits(seal.seed, playing.commitment):
        faults.append("seed")
    if playing.tape is not None and not _cards_fit(view, seal, playing.tape):
        faults.append("cards")
    whole = playing.tape is not None and not playing.tape.torn and playing.sealed
    return _past(before, replace(playing, faults=tuple(faults)), "right" if whole else "half")


def _seed_fits(seed: str, commitment: str) -> bool:
    try:
        return commitment_of(seed) == commitment
    except ValueError:
        return False


def _cards_fit(view: View, seal: SealView, tape: Tape) -> bool:
    left = view.result.hands if isinstance(view.result, ResultView) else {}
    try:
        deck = deck_of(view.rules.pack, view.rules.packs)
        return cards_fit(view.table, deck, seal, tape, left)
    except (ValueError, KeyError, IndexError):
        return False


def _past(before: Witness, playing: Playing, verdict: Verdict) -> Witness:
    found: Verdict = "wrong" if playing.faults else verdict
    checked = Checked(playing.deal, playing.round, found, playing.faults)
    return replace(before, playing=None, past=(*before.past, checked))
