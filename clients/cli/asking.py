"""From what was typed to what is done: a command for the table, a question, or a sentence."""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec

from clients.cli.deeds import (
    Confirm,
    Deed,
    Errand,
    Quit,
    Say,
    Send,
    Show,
    SitDown,
    WhichSuit,
    new_id,
)
from clients.cli.door import Doorkeeper
from clients.cli.faces import rank_of
from clients.cli.faces_in import SuitRead
from clients.cli.messages import Messages, flag
from clients.cli.reading import PlayRead, Unclear, VerbRead, plain, says_call
from clients.cli.scene import Scene
from clients.cli.verbs import Verb
from server.cards import PACKS, deck_of, face_of
from server.protocol import frames as f
from server.protocol.robots import ROBOTS
from server.protocol.views import NextSealView

_PHASE_REASONS = {
    "lobby": "reason-not_started",
    "between": "reason-round_over",
    "over": "reason-match_over",
    "closed": "reason-table_closed",
}


class Asker:
    """Judges nothing: the table does. `shown` is the hand as the person last saw it numbered."""

    def __init__(self, messages: Messages, scene: Scene, shown: tuple[str, ...]) -> None:
        self._say = messages
        self._scene = scene
        self._shown = shown

    def deed(
        self, read: PlayRead | SuitRead | VerbRead | Unclear, open_: WhichSuit | None = None
    ) -> Deed:
        """What to do; `open_` is a card that still lacks its suit."""
        match read:
            case PlayRead():
                return self._play(read)
            case SuitRead():
                return self._suit(read, open_)
            case VerbRead():
                return self._verb(read)
            case Unclear(choices=()):
                return Say(self._say("cli-not-understood", typed=read.typed.strip()))
            case Unclear():
                choices = self._say.any_of(read.choices)
                return Say(self._say("cli-which", typed=read.typed.strip(), choices=choices))
            case _:
                assert_never(read)

    # Cards

    def _play(self, read: PlayRead) -> Deed:
        turn = self._scene.turn
        if turn is None:
            return self._no_round()
        if read.number and not 1 <= read.number <= len(self._shown):
            return Say(self._say("cli-no-such-number", cards=len(self._shown)))
        if read.rank:
            return self._play_rank(read)
        card = self._shown[read.number - 1] if read.number else self._held(read.face)
        own = self._scene.own
        asks = own is not None and card in own.actions.suit_with
        if asks and not read.suit and not read.unnamed:
            return WhichSuit(self._suit_question(card), card, turn.number, read.announce)
        play = f.Play(
            id=new_id(), turn=turn.number, card=card, suit=read.suit, announce=read.announce
        )
        return self._sure(play, self._echo(play), doubtful=read.doubtful)

    def _play_rank(self, read: PlayRead) -> Deed:
        """Only the rank was said: enough where the hand has one such card."""
        own = self._scene.own
        hand = own.hand if own is not None else ()
        faces = tuple(dict.fromkeys(face_of(card) for card in hand if rank_of(card) == read.rank))
        if len(faces) == 1:
            return self._play(msgspec.structs.replace(read, rank="", face=faces[0]))
        if not faces:
            return Say(self._say("cli-no-such-card"))
        listed = self._say.any_of(tuple(map(self._say.the_card, faces)))
        return Say(self._say("cli-which-card", choices=listed))

    def _suit(self, read: SuitRead, open_: WhichSuit | None) -> Deed:
        turn = self._scene.turn
        if turn is None:
            return self._no_round()
        if open_ is not None:
            play = f.Play(
                id=new_id(),
                turn=turn.number,
                card=open_.card,
                suit=read.suit,
                announce=open_.announce,
            )
            return self._sure(play, self._echo(play), doubtful=read.doubtful)
        if not read.suit:
            return Say(self._say("reason-must_name", pack=self._pack))
        echo = self._say("cli-echo-suit", asked=self._say.suit(read.suit))
        name = f.Name(id=new_id(), turn=turn.number, suit=read.suit)
        return self._sure(name, echo, doubtful=read.doubtful)

    def _sure(self, command: f.Play | f.Name, echo: str, *, doubtful: bool) -> Deed:
        """Sends at once, but for what may be meant otherwise, or would be a fault."""
        own = self._scene.own
        if isinstance(command, f.Play) and own is not None and own.actions.out_of_turn:
            return Confirm(self._say("cli-confirm-early", sentence=echo), command)
        if not doubtful:
            return Send(command)
        return Confirm(self._say("cli-confirm-play", sentence=echo), command, enter=True)

    def _echo(self, play: f.Play) -> str:
        return self._say(
            "cli-echo-play",
            card=self._say.the_card(play.card),
            asks=flag(bool(play.suit)),
            asked=self._say.suit(play.suit),
            says=flag(play.announce),
            words=self._say("call-words", pack=self._pack),
        )

    def _suit_question(self, card: str) -> str:
        own = self._scene.own
        suits = own.actions.suits if own is not None else ()
        return self._say(
            "cli-which-suit",
            card=self._say.the_card(card),
            suits=self._say.any_suit(suits),
            word=self._say("suit-word", pack=self._pack),
            free=flag(own is not None and own.actions.suit_free),
        )

    def _held(self, face: str) -> str:
        """The card of this face in the hand; a copy that may be played comes first."""
        own = self._scene.own
        hand = own.hand if own is not None else ()
        playable = own.actions.play if own is not None else ()
        for card in (*playable, *hand):
            if face_of(card) == face:
                return card
        rules, first = self._scene.view.rules, f"{face}#0"
        copies = 2 if rules.packs > 1 else 1
        knows = rules.pack in PACKS and first in deck_of(rules.pack, copies).place
        return first if knows else face

    @property
    def _pack(self) -> str:
        return self._scene.view.rules.pack

    def _no_round(self) -> Deed:
        return Say(self._say(_PHASE_REASONS.get(self._scene.view.phase, "reason-round_over")))

    # Words

    def _verb(self, read: VerbRead) -> Deed:  # noqa: C901
        view, rest = self._scene.view, read.rest
        match read.verb:
            case Verb.DRAW | Verb.PASS | Verb.ANNOUNCE:
                return self._turn_act(read.verb, rest)
            case Verb.ACCUSE:
                return self._accuse(rest)
            case Verb.HAND:
                return Show("hand")
            case Verb.TABLE:
                return Show("table")
            case Verb.POINTS:
                return Show("points")
            case Verb.RULES:
                return Errand("rules")
            case Verb.SEAL:
                return Show("seal")
            case Verb.CUT:
                return self._cut(rest)
            case Verb.HELP:
                return Show("help")
            case Verb.QUIT:
                return Quit()
            case Verb.NEXT:
                return Send(f.NextRound(id=new_id(), match=view.match, round=view.round))
            case Verb.REMATCH | Verb.ACCEPT | Verb.REFUSE:
                return Send(self._rematch(read.verb))
            case Verb.START:
                return Send(f.Start(id=new_id(), match=view.match + 1))
            case Verb.ROBOT:
                return Send(f.AddRobot(id=new_id(), robot=_robot_key(rest)))
            case Verb.REMOVE | Verb.SWAP:
                return self._seats(read.verb, rest)
            case Verb.SIT:
                return SitDown()
            case Verb.LEAVE:
                return Send(f.Leave(id=new_id()))
            case Verb.SAY:
                return self._words(rest)
            case Verb.RENAME:
                return self._rename(rest)
            case Verb.ABANDON:
                question = self._say("cli-confirm-abandon")
                return Confirm(question, f.Abandon(id=new_id(), match=view.match))
            case Verb.ABSENCE:
                return self._absence()
            case (
                Verb.MUTE
                | Verb.UNMUTE
                | Verb.WATCHING
                | Verb.LINK
                | Verb.ERASE
                | Verb.CLOSE
                | Verb.CODE
                | Verb.BRING
            ):
                return Doorkeeper(self._say, self._scene).deed(read.verb, rest)
            case Verb.YES | Verb.NO:
                return Say(self._say("cli-nothing-asked"))
            case Verb.PLAY | Verb.ASK:
                return Say(self._say("cli-not-understood", typed=read.verb))
            case _:
                assert_never(read.verb)

    def _turn_act(self, verb: Literal[Verb.DRAW, Verb.PASS, Verb.ANNOUNCE], rest: str) -> Deed:
        """`rest` «una» calls the last card with the pass."""
        turn = self._scene.turn
        if turn is None:
            return self._no_round()
        match verb:
            case Verb.DRAW:
                return Send(f.Draw(id=new_id(), turn=turn.number))
            case Verb.PASS:
                return Send(f.Pass(id=new_id(), turn=turn.number, announce=says_call(rest)))
            case Verb.ANNOUNCE:
                return Send(f.Announce(id=new_id(), turn=turn.number))

    def _accuse(self, rest: str) -> Deed:
        """Calls a fault of somebody; where it may be wrong, only after a second Enter."""
        turn = self._scene.turn
        if turn is None:
            return self._no_round()
        meant = self._meant(rest)
        if len(meant) != 1:
            names = tuple(self._scene.name(seat, self._say) for seat in meant)
            if names and rest:
                choices = self._say.any_of(names)
                return Say(self._say("cli-which", typed=rest, choices=choices))
            return Say(self._say("cli-need-player"))
        call = f.CallFault(id=new_id(), accused=meant[0], act=turn.act)
        if not self._scene.view.rules.honour:
            return Send(call)
        who = self._scene.name(meant[0], self._say)
        return Confirm(self._say("cli-confirm-accuse", who=who), call, enter=True)

    def _meant(self, rest: str) -> tuple[int, ...]:
        """Other seats by name, by the beginning of one, or by number; without a word, those that
        may be called."""
        scene, typed = self._scene, plain(rest)
        others = tuple(seat for seat in scene.playing if seat != scene.me)
        if not typed:
            own = scene.own
            return own.actions.call_fault if own is not None else ()
        names = {seat: plain(scene.name(seat, self._say)) for seat in others}
        exact = tuple(seat for seat, name in names.items() if name == typed)
        numbered = tuple(seat for seat in others if typed == str(seat + 1))
        begun = tuple(seat for seat, name in names.items() if name.startswith(typed))
        return exact or numbered or begun

    def _rematch(self, verb: Literal[Verb.REMATCH, Verb.ACCEPT, Verb.REFUSE]) -> f.Command:
        """«revancha» accepts where one is offered: both mean yes."""
        view, own = self._scene.view, self._scene.own
        match_ = view.match
        if verb is Verb.REFUSE:
            return f.RefuseRematch(id=new_id(), match=match_)
        offered = own is not None and own.actions.answer_rematch
        if verb is Verb.ACCEPT or offered:
            return f.AcceptRematch(id=new_id(), match=match_)
        return f.OfferRematch(id=new_id(), match=match_)

    def _seats(self, verb: Literal[Verb.REMOVE, Verb.SWAP], rest: str) -> Deed:
        numbers = [int(word) - 1 for word in rest.split() if word.isdecimal() and len(word) < 3]
        if verb is Verb.SWAP:
            if len(numbers) != 2 or min(numbers) < 0:
                return Say(self._say("cli-need-two-numbers"))
            return Send(f.SwapSeats(id=new_id(), seat=numbers[0], other=numbers[1]))
        if len(numbers) != 1 or numbers[0] < 0:
            return Say(self._say("cli-need-number"))
        is_robot = self._scene.seat(numbers[0]).holder == "robot"
        kind = f.RemoveRobot if is_robot else f.RemovePerson
        return Send(kind(id=new_id(), seat=numbers[0]))

    def _cut(self, rest: str) -> Deed:
        """Cuts the deck of the coming deal; in the middle, where no place is said."""
        own, following = self._scene.own, self._scene.view.next_seal
        cards = own.actions.cut if own is not None else 0
        typed = rest.strip()
        if not isinstance(following, NextSealView) or not (typed.isdecimal() or not typed):
            return Say(self._say("cli-cut-how"))
        place = int(typed) if 0 < len(typed) < 4 else max(1, cards // 2)
        if not place:
            return Say(self._say("cli-cut-how"))
        return Send(f.CutDeck(id=new_id(), deal=following.deal, place=place))

    def _words(self, rest: str) -> Deed:
        if not rest:
            return Say(self._say("cli-need-words"))
        return Send(f.Chat(id=new_id(), text=rest[: 2 * f.CHAT_CHARACTERS_MAX]))

    def _rename(self, rest: str) -> Deed:
        if not rest:
            return Say(self._say("cli-need-name"))
        return Send(f.Rename(id=new_id(), name=rest[: 2 * f.CHAT_CHARACTERS_MAX]))

    def _absence(self) -> Deed:
        turn, own = self._scene.turn, self._scene.own
        if turn is None or own is None or not own.actions.close_from_ms:
            return Say(self._say("cli-absence-unknown"))
        question = self._say("cli-confirm-absence", who=self._scene.name(turn.seat, self._say))
        return Confirm(question, f.CloseForAbsence(id=new_id(), turn=turn.number))


def _robot_key(typed: str) -> str:
    """The key of the robot meant; what is typed, where none is; "" takes the next by the list."""
    name = plain(typed)
    found = [key for key, _ in ROBOTS if name and key.startswith(name)]
    return found[0] if found else name[:16]
