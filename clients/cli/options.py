"""What the holder of a turn may do, as sentences; the actions in the view say what that is."""

from __future__ import annotations

from clients.cli.faces import rank_of
from clients.cli.messages import Messages, flag
from clients.cli.scene import Scene
from server.cards import face_of
from server.protocol.views import Actions, Own


class Options:
    """The actions of one seat, in words."""

    def __init__(self, messages: Messages, scene: Scene, own: Own) -> None:
        self._say = messages
        self._scene = scene
        self._own = own

    @property
    def marked(self) -> tuple[str, ...]:
        """Cards of which it may be said that they go: in honour mode people see for themselves."""
        actions = self._own.actions
        if actions.out_of_turn or self._takes_any:
            return ()
        return actions.play

    @property
    def _takes_any(self) -> bool:
        """Whether any card of the hand is accepted, right or wrong."""
        return self._scene.view.rules.honour and len(self._own.hand) > 1

    def sentences(self) -> tuple[str, ...]:
        """«Puedes jugar una de las marcadas con *, robar o pasar.», and how to call one's last."""
        options = self._options(self._own.actions)
        if not options:
            return ()
        return (self._say("cli-options", options=self._say.any_of(options)), *self._calls())

    def owes(self) -> str:
        """The penalty that is owed, and what answers it, as the view's reasons say."""
        why, turn = self._own.why, self._scene.turn
        others = self._others(why.ranks)
        return self._say(
            "cli-turn-owes",
            pending=why.pending or self._scene.view.pending,
            paid=turn.paid if turn is not None else 0,
            first=flag(self._draws_first),
            choices=len(why.ranks) + len(others),
            serves=self._say.serving("", why.ranks, others),
        )

    def _others(self, ranks: tuple[str, ...]) -> tuple[str, ...]:
        """Cards that answer because of their suit, besides those of some rank."""
        faces = (face_of(card) for card in self.marked if rank_of(card) not in ranks)
        return tuple(dict.fromkeys(faces))

    def _options(self, actions: Actions) -> tuple[str, ...]:
        say = self._say
        options: list[str] = []
        if actions.play:
            options.append(say(self._play_key(actions)))
        if actions.name:
            word = say("suit-word", pack=self._scene.view.rules.pack)
            suits = say.any_suit(actions.suits)
            options.append(say("cli-option-name", suits=suits, word=word))
        if actions.draw:
            options.append(self._draw(actions))
        if actions.passing:
            options.append(say("cli-option-pass"))
        return tuple(options)

    def _play_key(self, actions: Actions) -> str:
        if self._takes_any:
            return "cli-option-play-one"
        every = set(self._own.hand) == set(actions.play)
        return "cli-option-play-all" if every else "cli-option-play"

    def _draw(self, actions: Actions) -> str:
        turn = self._scene.turn
        if self._draws_first:
            return self._say("cli-option-draw-first")
        if turn is not None and turn.paid:
            return self._say("cli-option-draw-rest", cards=actions.draw)
        return self._say("cli-option-draw", cards=actions.draw)

    @property
    def _draws_first(self) -> bool:
        """Whether a penalty of several cards is taken one card first."""
        turn = self._scene.turn
        paid = turn is not None and turn.paid > 0
        return self._own.actions.draw == 1 and self._scene.view.pending > 1 and not paid

    def _calls(self) -> tuple[str, ...]:
        """How to say that one is left with one card, where that is due."""
        actions = self._own.actions
        word = self._say("cli-call-word", pack=self._scene.view.rules.pack)
        told = (
            ("cli-announce-with", actions.announce and bool(actions.announce_with)),
            ("cli-announce-pass", actions.announce_pass),
        )
        return tuple(self._say(key, word=word) for key, holds in told if holds)
