"""How it stands: points, sizes of deals or places, whichever the table counts by."""

from __future__ import annotations

from typing import Literal

from clients.cli.messages import Messages, flag
from clients.cli.output import Line
from clients.cli.scene import Scene
from server.protocol import news as n
from server.protocol.views import EndView, LeftHand, ResultView, RulesView, SeatView

Counted = Literal["points", "sizes", "places"]
COLLECTS = "winner_collects"


def counted_by(rules: RulesView) -> Counted:
    match rules.scoring:
        case "countdown":
            return "sizes"
        case "places":
            return "places"
        case _:
            return "points"


class Standing:
    """Scores of the match, what a round brought, and how it ended."""

    def __init__(self, messages: Messages, scene: Scene) -> None:
        self._say = messages
        self._scene = scene
        self._rules = scene.view.rules

    def points(self) -> tuple[Line, ...]:
        """Scores of the match, and matches won at this table."""
        return (*self.standings(), *self._series())

    def standings(self) -> tuple[Line, ...]:
        """Best first; those who are out of the match come last."""
        say, scene = self._say, self._scene
        counted = counted_by(self._rules)
        if counted == "places":
            return ()
        if counted == "sizes":
            sizes = tuple(self._size(seat) for seat in sorted(scene.playing, key=self._order))
            return ((say("cli-sizes", list=say.all_of(sizes)),),)
        listed = say.all_of(tuple(map(self._scored, sorted(scene.playing, key=self._order))))
        return ((say("cli-standings", list=listed),),)

    def what(self, state: SeatView) -> str:
        """What a seat has so far: «34 puntos», «reparto de 5»; "" where only places count."""
        match counted_by(self._rules):
            case "points":
                return self._say("points", points=state.points)
            case "sizes":
                return self._say("cli-deal-of", cards=state.size)
            case "places":
                return ""

    def after(self, item: n.AnyNews) -> tuple[Line, ...]:
        """What the close of a round or a match shows behind its sentence."""
        match item:
            case n.RoundOver():
                return self._round_end()
            case n.MatchOver():
                return self.match_end()
            case _:
                return ()

    def match_end(self) -> tuple[Line, ...]:
        """The final order."""
        end = self.end()
        if end is None:
            return ()
        places = sorted(end.places.items(), key=lambda item: item[1])
        listed = self._say.all_of(tuple(self._placed(int(seat), place) for seat, place in places))
        lines: tuple[Line, ...] = ((self._say("cli-places", list=listed),),) if places else ()
        return (*lines, *self._series())

    def end(self) -> EndView | None:
        end = self._scene.view.end
        return end if isinstance(end, EndView) else None

    def _order(self, seat: int) -> tuple[bool, int]:
        state = self._scene.seat(seat)
        if counted_by(self._rules) == "sizes":
            return False, state.size
        return state.eliminated, state.points if self._rules.lowest_wins else -state.points

    def _scored(self, seat: int) -> str:
        state = self._scene.seat(seat)
        return self._say(
            "cli-standing",
            who=self._scene.name(seat, self._say),
            points=state.points,
            out=flag(state.eliminated),
        )

    def _size(self, seat: int) -> str:
        cards = self._say("cards", cards=self._scene.seat(seat).size)
        return self._say("cli-size", who=self._scene.name(seat, self._say), cards=cards)

    def _placed(self, seat: int, place: int) -> str:
        return self._say(
            "cli-place-of",
            place=place,
            who=self._scene.name(seat, self._say),
            counts=flag(counted_by(self._rules) == "points"),
            points=self._scene.seat(seat).points,
        )

    def _series(self) -> tuple[Line, ...]:
        say, scene = self._say, self._scene
        if not any(state.wins for _, state in scene.seats):
            return ()
        listed = say.all_of(
            tuple(
                say(
                    "cli-standing",
                    who=scene.name(seat, say),
                    points=scene.seat(seat).wins,
                    out="no",
                )
                for seat in scene.playing
            )
        )
        return ((say("cli-series", list=listed),),)

    # Rounds

    def _round_end(self) -> tuple[Line, ...]:
        """What the others were left with, and the scores while the match goes on."""
        result = self._scene.view.result
        hands = self._left_hands(result) if isinstance(result, ResultView) else ()
        if self.end() is not None:
            return hands
        return (*hands, *self.standings(), *self._resting(result))

    def _resting(self, result: object) -> tuple[Line, ...]:
        """That the viewer is out of the match, or has to wait for those who play on."""
        me = self._scene.me
        if not isinstance(result, ResultView) or not self._scene.seat(me).playing:
            return ()
        if me in result.eliminated:
            return ((self._say("cli-rest-eliminated"),),)
        waits = bool(result.extra) and me not in result.extra
        return ((self._say("cli-rest-waiting"),),) if waits else ()

    def _left_hands(self, result: ResultView) -> tuple[Line, ...]:
        hands = sorted(result.hands.items(), key=lambda item: int(item[0]))
        lines = [self._left(int(seat), left) for seat, left in hands if left.cards]
        if result.gained < 0:
            lines.append((self._subtracts(result),))
        return tuple(lines)

    def _left(self, seat: int, left: LeftHand) -> Line:
        adds = self._rules.scoring != COLLECTS and left.gained not in (0, left.points)
        return (
            self._say(
                "cli-left-hand",
                you=flag(seat == self._scene.me),
                who=self._scene.name(seat, self._say),
                cards=" ".join(map(self._say.short_card, left.cards)),
                counts=flag(counted_by(self._rules) == "points"),
                points=left.points,
                adds=flag(adds),
                gained=left.gained,
            ),
        )

    def _subtracts(self, result: ResultView) -> str:
        return self._say(
            "cli-subtracts",
            you=flag(result.winner == self._scene.me and result.winner >= 0),
            who=self._scene.name(result.winner, self._say),
            points=-result.gained,
        )
