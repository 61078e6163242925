"""The table in plain lines: what lies on it, who sits round it, the hand, the scores."""

from __future__ import annotations

from clients.cli.messages import Messages, flag
from clients.cli.output import SUIT_STYLES, Piece, Styled
from clients.cli.scene import Scene
from clients.cli.telling import Teller
from server.protocol import news as n
from server.protocol.views import Actions, EndView, ResultView, SeatView

Line = tuple[Piece, ...]
PLAYABLE = "*"


class Picture:
    """Draws a scene, line by line."""

    def __init__(self, messages: Messages, scene: Scene) -> None:
        self._say = messages
        self._scene = scene
        self._view = scene.view

    def table(self) -> tuple[Line, ...]:
        """All that is public, as short as it goes."""
        ending = self._match_end() if self._view.phase == "over" else ()
        return (self._head(), *self._phase(), *self._seats(), *self._middle(), *ending)

    def own_turn(self, lead: str) -> tuple[Line, ...]:
        """What the holder of the turn needs to know; `lead` says that it is their turn."""
        scene = self._scene
        assert scene.own is not None
        if scene.turn is not None and scene.turn.naming:
            known: Line = (lead, " ", self._say("turn-naming"))
        elif self._view.pending:
            known = (lead, " ", self._owes())
        else:
            known = (lead, " ", self.top(), " ", self._serves())
        return (known, *self.choice())

    def choice(self) -> tuple[Line, ...]:
        """The hand and what can be done with it."""
        own = self._scene.own
        return self.hand() if own is None else (*self.hand(), self.options(own.actions))

    def hand(self) -> tuple[Line, ...]:
        """The hand on one line, numbered, what can be played marked."""
        own = self._scene.own
        if own is None:
            return ((self._say("watching"),),)
        if not own.hand:
            return ((self._say("cli-hand-empty"),),)
        pieces: list[Piece] = [self._say("cli-hand")]
        for number, card in enumerate(own.hand, 1):
            mark = PLAYABLE if card in own.actions.play else ""
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
                        playable=flag(card in own.actions.play),
                    ),
                )
                for number, card in enumerate(own.hand, 1)
            ),
        )

    def options(self, actions: Actions) -> Line:
        """«Puedes jugar una de las marcadas con *, robar o pasar.»"""
        say = self._say
        own = self._scene.own
        options: list[str] = []
        if actions.play:
            every = own is not None and set(own.hand) == set(actions.play)
            options.append(say("cli-option-play-all" if every else "cli-option-play"))
        if actions.name:
            suits = say.any_suit(actions.suits)
            options.append(say("cli-option-name", suits=suits))
        if actions.draw:
            options.append(say("cli-option-draw", cards=actions.draw))
        if actions.passing:
            options.append(say("cli-option-pass"))
        return (say("cli-options", options=say.any_of(tuple(options))),) if options else ()

    def card(self, card: str) -> Piece:
        return Styled(self._say.short_card(card), SUIT_STYLES.get(card[1:2], ""))

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
            named=flag(pile.named),
            asked=self._say.suit(pile.suit),
        )

    def points(self) -> tuple[Line, ...]:
        """Scores of the match, and matches won at this table."""
        if not self._scene.playing:
            return self.table()
        return (*self._standings(), *self._series())

    def _standings(self) -> tuple[Line, ...]:
        say, scene = self._say, self._scene
        listed = say.all_of(
            tuple(
                say("cli-standing", who=scene.name(seat, say), points=scene.seat(seat).points)
                for seat in sorted(scene.playing, key=lambda s: -scene.seat(s).points)
            )
        )
        return ((say("cli-standings", list=listed),),)

    def _series(self) -> tuple[Line, ...]:
        say, scene = self._say, self._scene
        if not any(state.wins for _, state in scene.seats):
            return ()
        listed = say.all_of(
            tuple(
                say("cli-standing", who=scene.name(seat, say), points=scene.seat(seat).wins)
                for seat in scene.playing
            )
        )
        return ((say("cli-series", list=listed),),)

    def after(self, item: n.AnyNews) -> tuple[Line, ...]:
        """What the close of a round or a match shows behind its sentence."""
        match item:
            case n.RoundOver():
                return self._round_end()
            case n.MatchOver():
                return self._match_end()
            case _:
                return ()

    def _round_end(self) -> tuple[Line, ...]:
        """What the others were left with, and the scores while the match goes on."""
        result = self._view.result
        hands = self._left_hands(result) if isinstance(result, ResultView) else ()
        return (*hands, *(self._standings() if self._end() is None else ()))

    def _match_end(self) -> tuple[Line, ...]:
        """The final order."""
        end = self._end()
        if end is None:
            return ()
        say, scene = self._say, self._scene
        places = sorted(end.places.items(), key=lambda item: item[1])
        listed = say.all_of(
            tuple(
                say(
                    "cli-place-of",
                    place=place,
                    who=scene.name(int(seat), say),
                    points=scene.seat(int(seat)).points,
                )
                for seat, place in places
            )
        )
        lines: tuple[Line, ...] = ((say("cli-places", list=listed),),) if places else ()
        return (*lines, *self._series())

    def hints(self) -> tuple[Line, ...]:
        """What can be done outside a turn, as the actions in the view say."""
        own = self._scene.own
        if own is None:
            return ()
        actions = own.actions
        end = self._end()
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

    def _end(self) -> EndView | None:
        end = self._view.end
        return end if isinstance(end, EndView) else None

    def _head(self) -> Line:
        rules = self._view.rules
        key = f"preset-{rules.preset}"
        preset = self._say(key) if self._say.has(key) else rules.preset
        return (
            self._say(
                "cli-table-head",
                titled=flag(bool(self._scene.title)),
                title=self._scene.title,
                preset=preset,
                target=rules.target,
                packs=rules.packs,
            ),
        )

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
        end = self._end()
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
        in_turn = scene.turn is not None and scene.turn.seat == seat
        started = self._view.match > 0
        away = state.holder == "person" and not scene.online.get(str(seat), False)
        noted = (
            ("you", seat == scene.me),
            ("host", seat == self._view.host),
            ("robot", state.holder == "robot"),
            ("turn", in_turn and self._view.phase == "round"),
            ("gone", state.gone),
            ("away", away and not state.gone and seat != scene.me),
            ("accepted", state.accepted and self._view.phase == "over"),
            ("watches", started and not state.playing),
        )
        return tuple(say(f"cli-note-{key}") for key, holds in noted if holds)

    def _what(self, state: SeatView) -> str:
        if not state.playing:
            return "none"
        points = self._say("points", points=state.points)
        if self._view.phase != "round":
            return points
        return f"{self._say('cards', cards=state.cards)}, {points}"

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
        return self._say("serves", serves=self._say.serving(pile.suit, pile.ranks))

    def _owes(self) -> str:
        """What answers the penalty, as the view's reasons say."""
        own = self._scene.own
        ranks = own.why.ranks if own is not None else ()
        return self._say(
            "cli-turn-owes",
            pending=self._view.pending,
            choices=len(ranks),
            serves=self._say.serving("", ranks),
        )

    def _left_hands(self, result: ResultView) -> tuple[Line, ...]:
        lines: list[Line] = []
        for seat, left in sorted(result.hands.items(), key=lambda item: int(item[0])):
            if left.cards:
                cards = " ".join(map(self._say.short_card, left.cards))
                who = self._scene.name(int(seat), self._say)
                lines.append(
                    (self._say("cli-left-hand", who=who, cards=cards, points=left.points),)
                )
        return tuple(lines)
