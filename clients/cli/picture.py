"""The table in plain lines: what lies on it, who sits round it, the hand, the scores."""

from __future__ import annotations

from clients.cli.faces import REDS, rank_of, suit_of
from clients.cli.house import customs, head
from clients.cli.messages import Messages, flag
from clients.cli.options import Options
from clients.cli.output import SUIT_STYLES, Line, Piece, Styled
from clients.cli.scene import Scene
from clients.cli.standing import Standing
from clients.cli.telling import Teller
from server.protocol import news as n
from server.protocol.views import SeatView

PLAYABLE = "*"
RED_STYLE = "31"


class Picture:
    """Draws a scene, line by line."""

    def __init__(self, messages: Messages, scene: Scene) -> None:
        self._say = messages
        self._scene = scene
        self._view = scene.view
        self._standing = Standing(messages, scene)
        own = scene.own
        self._options = Options(messages, scene, own) if own is not None else None

    def table(self) -> tuple[Line, ...]:
        """All that is public, as short as it goes."""
        house = " ".join(customs(self._scene, self._say))
        first = (head(self._scene, self._say),)
        return (first, *(((house,),) if house else ()), *self.state())

    def state(self) -> tuple[Line, ...]:
        """How it stands, without saying again which table this is."""
        over = self._view.phase == "over"
        ending = self._standing.match_end() if over else ()
        return (*self._phase(), *self._seats(), *self._middle(), *ending)

    def own_turn(self, *leads: str) -> tuple[Line, ...]:
        """What the holder of the turn needs to know; `leads` say that it is their turn."""
        scene, said = self._scene, " ".join(filter(None, leads))
        if scene.turn is not None and scene.turn.naming:
            question = self._say("turn-naming", pack=self._view.rules.pack)
            return ((" ".join(filter(None, (said, question))),), *self.choice())
        if self._view.pending and self._options is not None:
            return ((said, " ", self._options.owes()), *self.choice())
        return ((said, " ", self.top(), " ", self._serves()), *self.choice())

    def choice(self) -> tuple[Line, ...]:
        """The hand and what can be done with it."""
        return (*self.hand(), self.options())

    def hand(self) -> tuple[Line, ...]:
        """The hand on one line, numbered, what can be played marked."""
        own = self._scene.own
        if own is None:
            return ((self._say("watching"),),)
        if not own.hand:
            return ((self._say("cli-hand-empty"),),)
        pieces: list[Piece] = [self._say("cli-hand")]
        for number, card in enumerate(own.hand, 1):
            mark = PLAYABLE if card in self.marked else ""
            comma = "," if number < len(own.hand) else ""
            pieces += [f" {number}:", self.card(card), mark + comma]
        return (tuple(pieces),)

    def hand_in_words(self) -> tuple[Line, ...]:
        """The hand, one card a line."""
        own = self._scene.own
        if own is None or not own.hand:
            return self.hand()
        return (
            (self._say("cli-hand"),),
            *(
                (
                    self._say(
                        "cli-hand-card",
                        number=number,
                        card=self._say.card(card),
                        playable=flag(card in self.marked),
                    ),
                )
                for number, card in enumerate(own.hand, 1)
            ),
        )

    @property
    def marked(self) -> tuple[str, ...]:
        """Cards of the own hand that are said to go."""
        return self._options.marked if self._options is not None else ()

    def options(self) -> Line:
        """«Puedes jugar una de las marcadas con *, robar o pasar.»"""
        sentences = self._options.sentences() if self._options is not None else ()
        return (" ".join(sentences),) if sentences else ()

    def card(self, card: str) -> Piece:
        style = RED_STYLE if rank_of(card) in REDS else SUIT_STYLES.get(suit_of(card), "")
        return Styled(self._say.short_card(card), style)

    def cards(self, cards: tuple[str, ...]) -> Line:
        """Cards in a row, as they are held."""
        row: list[Piece] = []
        for card in cards:
            row += [" "] if row else []
            row.append(self.card(card))
        return tuple(row)

    def top(self) -> str:
        pile = self._scene.pile
        assert pile is not None
        return self._say(
            "cli-top",
            card=self._say.the_card(pile.top),
            named=flag(pile.named and not pile.unnamed),
            asked=self._say.suit(pile.suit),
            unnamed=flag(pile.unnamed),
            word=self._say("suit-word", pack=self._view.rules.pack),
        )

    def points(self) -> tuple[Line, ...]:
        """Scores of the match, and matches won at this table; the table where nothing counts."""
        return (self._standing.points() if self._scene.playing else ()) or self.table()

    def after(self, item: n.AnyNews) -> tuple[Line, ...]:
        """What the close of a round or a match shows behind its sentence."""
        return self._standing.after(item)

    def hints(self) -> tuple[Line, ...]:
        """What can be done outside a turn, as the actions in the view say."""
        own = self._scene.own
        if own is None:
            return ()
        actions = own.actions
        end = self._standing.end()
        in_lobby, is_host = self._view.phase == "lobby", self._view.host == own.seat
        waits = end is not None and end.offered_by >= 0 and end.refused_by < 0
        keys = (
            ("cli-lobby-host", in_lobby and is_host),
            ("cli-lobby-guest", in_lobby and not is_host),
            ("cli-waiting-answers", waits and not actions.answer_rematch),
            ("cli-next-hint", actions.next_round),
            ("cli-rematch-hint", actions.offer_rematch),
            ("cli-answer-hint", actions.answer_rematch),
        )
        return tuple((self._say(key),) for key, wanted in keys if wanted)

    def help(self) -> tuple[Line, ...]:
        """What can be typed; of the door only what is this seat's to say."""
        sits, erased = self._scene.own is not None, self._view.erased
        told = (
            ("cli-help", True),
            ("cli-help-seat", sits and not erased),
            ("cli-help-host", self._scene.is_host and not erased),
            ("cli-help-watch", not sits),
            ("cli-help-end", True),
        )
        keys = (key for key, holds in told if holds)
        return tuple((line,) for key in keys for line in self._say(key).splitlines())

    def _phase(self) -> tuple[Line, ...]:
        view, say = self._view, self._say
        match view.phase:
            case "lobby":
                return ((say("cli-lobby"),),)
            case "round":
                direction = view.direction or "right"
                return (
                    (say("cli-round", match=view.match, round=view.round, direction=direction),),
                )
            case "between":
                return ((say("cli-between", round=view.round),),)
            case "over":
                return self._over()
            case "closed":
                return ((say("cli-closed"),),)

    def _over(self) -> tuple[Line, ...]:
        """How the match ended, in the words in which it was told."""
        end = self._standing.end()
        if end is None:
            return ((self._say("cli-over"),),)
        over = n.MatchOver(how=end.how, winner=end.winner, loser=end.loser)
        told = Teller(self._say, self._scene, self._scene).lines((over,))
        return tuple((line,) for line in told)

    def _seats(self) -> tuple[Line, ...]:
        return tuple((self._seat(seat, state),) for seat, state in self._scene.seats)

    def _seat(self, seat: int, state: SeatView) -> str:
        if not state.holder:
            return self._say("cli-seat-free", number=seat + 1)
        notes = self._notes(seat, state)
        return self._say(
            "cli-seat",
            number=seat + 1,
            who=self._scene.name(seat, self._say),
            notes=f" ({', '.join(notes)})" if notes else "",
            what=self._what(state),
        )

    def _notes(self, seat: int, state: SeatView) -> tuple[str, ...]:
        scene, say = self._scene, self._say
        in_round = self._view.phase == "round"
        started = self._view.match > 0
        away = state.holder == "person" and not scene.online.get(str(seat), False)
        noted = (
            ("you", seat == scene.me),
            ("host", seat == self._view.host),
            ("robot", state.holder == "robot"),
            ("turn", in_round and scene.actor == seat),
            ("said", state.said),
            ("gone", state.gone),
            ("away", away and not state.gone and seat != scene.me),
            ("accepted", state.accepted and self._view.phase == "over"),
            ("eliminated", state.eliminated),
            ("waiting", in_round and state.waiting and not state.eliminated),
            ("watches", started and not state.playing),
        )
        notes = tuple(say(f"cli-note-{key}") for key, holds in noted if holds)
        return (*notes, say("cli-note-out", place=state.place)) if state.place else notes

    def _what(self, state: SeatView) -> str:
        if not state.playing:
            return "none"
        scored = self._standing.what(state)
        cards = self._say("cards", cards=state.cards) if self._view.phase == "round" else ""
        return ", ".join(part for part in (cards, scored) if part) or "none"

    def _middle(self) -> tuple[Line, ...]:
        if self._view.phase != "round" or self._scene.pile is None:
            return ()
        say = self._say
        lines: list[Line] = [(self.top(), " ", say("stock-left", cards=self._view.stock))]
        if self._view.pending:
            lines.append((say("cli-pending", pending=self._view.pending),))
        return tuple(lines)

    def _serves(self) -> str:
        pile = self._scene.pile
        assert pile is not None
        serves = self._say.serving(pile.suit, pile.ranks)
        return self._say("serves", serves=self._say("cli-any-card") if pile.unnamed else serves)
