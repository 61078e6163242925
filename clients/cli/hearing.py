"""What comes from the table, in the order in which it comes, told line by line."""

from __future__ import annotations

from typing import assert_never

import msgspec

from clients.cli.attendance import Attendance
from clients.cli.harmless import harmless
from clients.cli.messages import Messages, flag
from clients.cli.narrator import Narrator
from clients.cli.refusing import refusal
from clients.cli.scene import WATCHER, Scene, empty_scene
from server.protocol import frames as f
from server.protocol.reasons import Reason

OLD_LINES_SHOWN = 8  # of the chat, on coming in


class Hearing:
    """Keeps the scene as it stands. After a welcome come what was missed, names, and presence."""

    def __init__(
        self,
        table: str,
        narrator: Narrator,
        messages: Messages,
    ) -> None:
        self.scene: Scene = empty_scene(table)
        self.may_sit = False
        self.is_in = False  # view, names and presence are here
        self.leave_id = ""  # of a wish to leave the seat that has not shown yet
        self._narrator = narrator
        self._say = messages
        self._attendance = Attendance()
        self._is_coming = False  # between a welcome and the presence that ends its answer
        self._wants_picture = True
        self._was_lost = False
        self._restarts = False  # the table said so itself
        self._untold: tuple[f.Step, Scene, Scene] | None = None  # waits for a name
        self._chat_seen = 0

    def hear(self, frame: f.ServerFrame) -> bool:
        """Takes a frame in; True if with it one has come in, for the first time or again."""
        match frame:
            case f.Welcome():
                self._welcome(frame)
            case f.Reset():
                self._wants_picture = True
                self._chat_seen = 0
            case f.Snapshot():
                self._snapshot(frame)
            case f.Step():
                self._step(frame)
            case f.People():
                self._people(frame)
            case f.Presence():
                return self._presence(frame)
            case f.ChatLines():
                self._chat(frame)
            case f.Refused():
                self._refused(frame)
            case f.Notice():
                self._notice(frame)
            case f.Beat():
                self._narrator.clock.set(frame.now_ms)
                self.tell_late()
            case f.Ack():
                pass
            case _:
                assert_never(frame)
        return False

    def lose(self, *, keeps_command: bool) -> None:
        """The line is cut: said once, and not where the table has said it."""
        if not self._was_lost and not self._restarts:
            key = "connection-lost" if keeps_command else "connection-retrying"
            self._narrator.line(self._say(key))
        self._restarts = False
        self._was_lost = True

    def tell_late(self) -> None:
        """Tells what waited for a name that has not come."""
        if self._wants_picture and self.is_in and not self._is_coming:
            self.show()
        if self._untold is not None:
            waiting, self._untold = self._untold, None
            self._narrator.step(*waiting)

    def show(self, *, watching: bool = True) -> None:
        """The whole table; `watching` says so to those who have no seat."""
        self._wants_picture = False
        self._narrator.picture(self.scene)
        if watching and self.scene.me == WATCHER:
            self._narrator.line(self._say("watching"))
            if self.may_sit and self.scene.view.phase == "lobby":
                self._narrator.line(self._say("cli-sit-hint"))

    def arrive(self, *, silently: bool, watching: bool) -> None:
        """After coming in: shows the table, unless it was only steps that were missed."""
        if self._wants_picture and not silently:
            self.show(watching=watching)
        self._wants_picture = False

    def _welcome(self, frame: f.Welcome) -> None:
        self.may_sit = frame.may_sit
        self._narrator.clock.set(frame.now_ms)
        self._is_coming = True
        if self._was_lost:
            self._was_lost = False
            self._narrator.line(self._say("connection-back"))

    def _snapshot(self, frame: f.Snapshot) -> None:
        self.tell_late()
        before, self.scene = self.scene, self.scene.with_snapshot(frame)
        if (self._is_coming and not _looks_alike(before, self.scene)) or before.me != self.scene.me:
            self._wants_picture = True
        if self._is_coming:
            return
        if WATCHER == self.scene.me != before.me:
            self._tell_left()
        if not self._wants_picture:
            self._narrator.turn(self.scene)
        elif not self.scene.lacks_names(before):
            self.show()

    def _tell_left(self) -> None:
        """A snapshot has come in place of the step that would have told it."""
        removed, self.leave_id = flag(not self.leave_id), ""
        self._narrator.line(self._say("news-left", who="", you="yes", removed=removed))

    def _step(self, frame: f.Step) -> None:
        self.tell_late()
        before, self.scene = self.scene, self.scene.with_step(frame)
        if self.scene.lacks_names(before):
            self._untold = (frame, before, self.scene)
        else:
            self._narrator.step(frame, before, self.scene)

    def _people(self, frame: f.People) -> None:
        before, self.scene = self.scene, self.scene.with_people(frame)
        if self._untold is not None:
            step, was, now = self._untold
            self._untold = None
            named = msgspec.structs.replace(now, names=self.scene.names, title=self.scene.title)
            self._narrator.step(step, was, named)
        self._tell_names(before)
        self._tell_moderation(before)
        if self._wants_picture and not self._is_coming:
            self.show()

    def _tell_names(self, before: Scene) -> None:
        """Who is called otherwise now, and whose name was erased; nothing of an erased table, of
        which it is told whole."""
        now = self.scene
        for person, known in before.names.items():
            name = now.names.get(person)
            if name and known and known != name:
                self._narrator.line(self._say("renamed", before=known, who=name))
            elif not name and not now.view.erased:
                seat = now.seat_of(int(person)) if person.isdecimal() else WATCHER
                you, seated = flag(seat == now.me != WATCHER), flag(seat != WATCHER)
                said = self._say("cli-name-erased", you=you, seated=seated, seat=seat + 1)
                self._narrator.line(said)

    def _tell_moderation(self, before: Scene) -> None:
        """Who may write or watch from now on; to one that comes in, only what concerns it."""
        now = self.scene
        if now.view.erased:
            return
        state = now.view.seats.get(str(now.me))
        mine = state.person if state else 0
        for person in sorted(now.muted ^ before.muted):
            if not self._is_coming or person == mine:
                you, muted = flag(person == mine), flag(person in now.muted)
                who = now.person(person, self._say)
                self._narrator.line(self._say("talk-muted", who=who, you=you, muted=muted))
        if now.watching_off != before.watching_off and not self._is_coming:
            self._narrator.line(self._say("talk-watching", off=flag(now.watching_off)))

    def _presence(self, frame: f.Presence) -> bool:
        self.scene = self.scene.with_presence(frame)
        back, gone = self._attendance.changes(self.scene)
        if self._is_coming:
            self._is_coming, self.is_in = False, True
            return True
        for key, persons in (("presence-online", back), ("presence-offline", gone)):
            for person in persons:
                self._narrator.line(self._say(key, who=self.scene.person(person, self._say)))
        return False

    def _chat(self, frame: f.ChatLines) -> None:
        fresh = [line for line in frame.lines if line.n > self._chat_seen]
        for line in fresh if self._chat_seen else fresh[-OLD_LINES_SHOWN:]:
            who = self.scene.person(line.person, self._say)
            self._narrator.line(self._say("chat-line", who=who, text=harmless(line.text)))
        self._chat_seen = max([self._chat_seen, *(line.n for line in fresh)])
        if frame.gone and not self.scene.view.erased:
            self._narrator.line(self._say("cli-lines-erased", lines=len(frame.gone)))

    def _notice(self, frame: f.Notice) -> None:
        """Of the other kinds it is told with the end of the line, which follows."""
        self._restarts = frame.kind == "restart"
        if self._restarts:
            self._narrator.line(self._say("notice-restart"))

    def _refused(self, frame: f.Refused) -> None:
        self._narrator.line(refusal(frame, self.scene, self._say))
        if frame.id == self.leave_id:
            self.leave_id = ""
        if frame.code == Reason.STALE:
            self._narrator.turn_again(self.scene)


def _looks_alike(before: Scene, now: Scene) -> bool:
    """True if nothing that is shown differs: then it need not be shown again."""
    unshown = {"expires_at_ms": 0, "next_seal": None}
    return {**before.tree, **unshown} == {**now.tree, **unshown}
