"""A match as moments one can look at, by one seat's hand or with open hands."""

from __future__ import annotations

import msgspec

from clients.cli.harmless import harmless
from clients.cli.matchfile import BadFile, MatchFile
from clients.cli.messages import Messages
from clients.cli.output import Line
from clients.cli.picture import Picture
from clients.cli.scene import Scene, empty_scene
from clients.cli.telling import Teller
from server.protocol import news as n

OPEN = -1  # all hands


class Moment(msgspec.Struct, frozen=True, gc=False):
    """One step of a match: what was told, and the table after it."""

    before: Scene
    after: Scene
    news: tuple[n.AnyNews, ...]
    at_ms: int


class Tape:
    """All moments of a match; the first is the deal of its first round."""

    def __init__(self, file: MatchFile, messages: Messages) -> None:
        self._file = file
        self._say = messages
        self.head = file.head
        self.moments = _moments(file)

    def __len__(self) -> int:
        return len(self.moments)

    def intro(self) -> tuple[str, ...]:
        """Which match this is, and how long."""
        scene, say = self.moments[0].after, self._say
        key = f"preset-{self.head.preset}"
        players = say.all_of(tuple(scene.name(seat, say) for seat in self.head.players))
        preset = say(key) if say.has(key) else self.head.preset
        head = say("cli-replay-head", match=self.head.match, preset=preset, players=players)
        lines = (head + " " + say("cli-replay-steps", steps=len(self)),)
        return lines if self.head.finished else (*lines, say("cli-replay-unfinished"))

    def told(self, index: int, seat: int) -> tuple[Line, ...]:
        """What happened in moment `index`, with the hands that changed."""
        moment = self.moments[index]
        teller = Teller(self._say, moment.before, moment.after)
        news = tuple(item for item in moment.news if not _is_plain_turn(item))
        picture = Picture(self._say, moment.after)
        lines: list[Line] = [(text,) for text in self._chat(index)]
        for item in news:
            lines += [(text,) for text in teller.lines((item,))]
            lines += picture.after(item)
        return (*lines, *self._hands(moment, seat, only_changed=True))

    def picture(self, index: int, seat: int) -> tuple[Line, ...]:
        """The whole table at moment `index`."""
        moment = self.moments[index]
        head = self._say("cli-replay-step", step=index + 1, steps=len(self))
        state = Picture(self._say, moment.after).state()
        return ((head,), *state, *self._hands(moment, seat, only_changed=False))

    def round_starts(self) -> tuple[int, ...]:
        """Moments in which a round is dealt."""
        return tuple(
            index
            for index, moment in enumerate(self.moments)
            if any(isinstance(item, n.Dealt) for item in moment.news)
        )

    def _hands(self, moment: Moment, seat: int, *, only_changed: bool) -> list[Line]:
        after, before = moment.after, moment.before
        hands = after.view.hands
        shown = self.head.players if seat == OPEN else (seat,)
        lines: list[Line] = []
        for place in shown:
            hand = hands.get(str(place))
            if not hand or (only_changed and hand == before.view.hands.get(str(place))):
                continue
            who = after.name(place, self._say)
            cards = Picture(self._say, after).cards(hand)
            lines.append((self._say("cli-hand-of", who=who), " ", *cards))
        return lines

    def _chat(self, index: int) -> tuple[str, ...]:
        """Lines that were written between the moment before and this one."""
        since = self.moments[index - 1].at_ms if index else 0
        scene = self.moments[index].after
        return tuple(
            self._say(
                "chat-line", who=scene.person(line.person, self._say), text=harmless(line.text)
            )
            for line in self._file.chat
            if since < line.at_ms <= self.moments[index].at_ms and index
        )


def _is_plain_turn(item: n.AnyNews) -> bool:
    """True for a turn of which the next moment tells anyhow."""
    return isinstance(item, n.Turn) and not (
        item.pending or item.reversed or item.skipped or item.again
    )


def _moments(file: MatchFile) -> tuple[Moment, ...]:
    """The frames laid one upon the other.

    Raises: BadFile, if one does not fit.
    """
    # Nobody was away from a match that is told again.
    here = {str(seat): True for seat in file.first.view.get("seats", {})}
    empty = empty_scene(file.head.table)
    blank = msgspec.structs.replace(empty, names=file.names, online=here)
    try:
        scene = blank.with_snapshot(file.first)
        moments = [Moment(blank, scene, _opening(scene), file.first.at_ms)]
        for step in file.steps:
            before, scene = scene, scene.with_step(step)
            moments.append(Moment(before, scene, step.news, step.at_ms))
    except msgspec.ValidationError:
        raise BadFile(0, "frame") from None
    return tuple(moments)


def _opening(scene: Scene) -> tuple[n.AnyNews, ...]:
    """The news of the first deal, which the file's first frame shows but does not tell."""
    view, turn, pile = scene.view, scene.turn, scene.pile
    if turn is None or pile is None or not view.direction:
        return ()
    dealt = n.Dealt(
        round=view.round,
        dealer=view.dealer,
        first=turn.seat,
        direction=view.direction,
        top=pile.top,
    )
    return (n.DealerCut(cards=view.cut, dealer=view.dealer), dealt) if view.cut else (dealt,)
