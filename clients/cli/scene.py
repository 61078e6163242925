"""What this client knows of the table: the view as it stands, the names, and who looks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from clients.cli.harmless import harmless
from clients.cli.messages import Messages
from clients.cli.patch import patched
from server.protocol.frames import People, Presence, Snapshot, Step, Tree
from server.protocol.views import Own, PileView, SeatView, TurnView, View

WATCHER = -1
SEAT_DIGITS_MAX = 2


class Scene(msgspec.Struct, frozen=True, gc=False):
    """One moment of the table."""

    tree: Tree
    view: View
    names: dict[str, str] = {}
    title: str = ""
    online: dict[str, bool] = {}
    watchers: int = 0
    muted: frozenset[int] = frozenset()  # persons
    watching_off: bool = False

    @property
    def me(self) -> int:
        """The seat that looks, −1 for those who watch."""
        own = self.view.own
        return own.seat if isinstance(own, Own) else WATCHER

    @property
    def own(self) -> Own | None:
        own = self.view.own
        return own if isinstance(own, Own) else None

    @property
    def turn(self) -> TurnView | None:
        turn = self.view.turn
        return turn if isinstance(turn, TurnView) else None

    @property
    def actor(self) -> int:
        """The seat that is waited for: the one in turn, or one that first has to name a suit."""
        turn = self.turn
        if turn is None:
            return WATCHER
        return turn.namer if turn.naming and turn.namer >= 0 else turn.seat

    @property
    def pile(self) -> PileView | None:
        pile = self.view.pile
        return pile if isinstance(pile, PileView) else None

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats of the match, ascending."""
        return tuple(seat for seat, state in self.seats if state.playing)

    @property
    def seats(self) -> tuple[tuple[int, SeatView], ...]:
        """All seats by number."""
        return tuple(sorted((int(seat), state) for seat, state in self.view.seats.items()))

    def seat(self, seat: int) -> SeatView:
        return self.view.seats.get(str(seat), SeatView())

    def name(self, seat: int, messages: Messages) -> str:
        holder = self.seat(seat)
        if holder.holder == "robot":
            key = f"robot-{holder.robot}"
            return messages(key) if messages.has(key) else holder.robot
        return self.person(holder.person, messages)

    def seat_of(self, person: int) -> int:
        """Where a person sits, or −1."""
        found = (s for s, state in self.seats if (state.holder, state.person) == ("person", person))
        return next(found, WATCHER)

    def person(self, person: int, messages: Messages) -> str:
        """Their name, or the number of their seat, where it was erased."""
        if name := self.names.get(str(person)):
            return name
        seat = self.seat_of(person)
        return messages("somebody") if seat == WATCHER else messages("unnamed-seat", seat=seat + 1)

    @property
    def is_host(self) -> bool:
        """True for the seat that leads the table."""
        return self.me != WATCHER and self.me == self.view.host

    def lacks_names(self, before: Scene) -> bool:
        """True while somebody sits here whose name has not come yet; one that was here without a
        name had it erased."""
        return bool(self._nameless() - before._nameless())

    def _nameless(self) -> set[int]:
        return {
            state.person
            for _, state in self.seats
            if state.holder == "person" and str(state.person) not in self.names
        }

    def with_snapshot(self, frame: Snapshot) -> Scene:
        return msgspec.structs.replace(self, tree=frame.view, view=view_of(frame.view))

    def with_step(self, frame: Step) -> Scene:
        if not frame.patch:
            return self
        tree = patched(self.tree, frame.patch)
        return msgspec.structs.replace(self, tree=tree, view=view_of(tree))

    def with_people(self, frame: People) -> Scene:
        names = {number: harmless(name) for number, name in frame.names.items()}
        return msgspec.structs.replace(
            self,
            names=names,
            title=harmless(frame.title),
            muted=frozenset(frame.muted),
            watching_off=frame.watching_off,
        )

    def with_presence(self, frame: Presence) -> Scene:
        return msgspec.structs.replace(self, online=frame.online, watchers=frame.watchers)


def view_of(tree: Tree) -> View:
    """The typed view of a tree.

    Raises: msgspec.ValidationError.
    """
    view = msgspec.convert(tree, View)
    for seat in _seats_named(view):
        if not (seat.isascii() and seat.isdecimal() and len(seat) <= SEAT_DIGITS_MAX):
            raise msgspec.ValidationError(f"no number of a seat: {seat[:SEAT_DIGITS_MAX]!r}")
    return view


def _seats_named(view: View) -> Iterator[str]:
    yield from view.seats
    if view.result is not msgspec.UNSET:
        yield from view.result.hands
    if view.end is not msgspec.UNSET:
        yield from view.end.places


def empty_scene(table: str) -> Scene:
    """Nothing seen yet."""
    rules = {"preset": ""}
    tree: Tree = {"table": table, "phase": "lobby", "rules": rules, "host": WATCHER, "seats": {}}
    return Scene(tree=tree, view=view_of(tree))
