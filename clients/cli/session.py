"""A seat at a table, or a place beside it: what comes is told, what is typed is done."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import assert_never

import msgspec

from clients.cli.asking import (
    Asker,
    Confirm,
    Deed,
    Quit,
    Say,
    Send,
    Show,
    SitDown,
    WhichSuit,
    new_id,
    turn_of,
)
from clients.cli.attendance import Attendance
from clients.cli.connection import (
    Connection,
    Ended,
    Event,
    FrameCame,
    Inbox,
    InputOver,
    Lost,
    Typed,
)
from clients.cli.exits import Exit
from clients.cli.harmless import harmless
from clients.cli.links import Link
from clients.cli.messages import Messages
from clients.cli.narrator import Narrator
from clients.cli.picture import Picture
from clients.cli.reading import Verb, VerbRead, plain, read
from clients.cli.refusing import refusal
from clients.cli.scene import WATCHER, Scene, empty_scene
from server.protocol import frames as f
from server.protocol.reasons import Reason

FAREWELL_SECONDS = 15.0  # for answers that are still due when nobody types any more
OLD_LINES_SHOWN = 8  # of the chat, on coming in
TYPED_WAITING_MAX = 10_000


class Guest(msgspec.Struct, frozen=True, gc=False):
    """Who comes to the table, and how."""

    link: Link
    name: str
    sits: bool  # wants to play, if there is a seat
    attended: bool  # somebody types at a terminal
    asks_name: bool = False
    robots: int = 0  # to be seated on coming in


class Session:
    """One visit, from the first welcome to the goodbye."""

    def __init__(
        self, guest: Guest, connection: Connection, narrator: Narrator, messages: Messages
    ) -> None:
        self._guest = guest
        self._connection = connection
        self._narrator = narrator
        self._say = messages
        self._scene: Scene = empty_scene(guest.link.table)
        self._name = guest.name
        self._welcome: f.Welcome | None = None
        self._is_in = False  # view and names are here
        self._is_coming = False  # between a welcome and what follows it
        self._attendance = Attendance()
        self._wants_picture = True
        self._was_lost = False
        self._restarts = False  # the table said so itself
        self._sit_id = ""
        self._tried_to_sit = False
        self._asks_name = False
        self._question: Confirm | WhichSuit | None = None
        self._untold: tuple[f.Step, Scene, Scene] | None = None  # waits for a name
        self._chat_seen = 0
        self._typed: deque[str] = deque()
        self._input_over = False
        self._exit: Exit | None = None

    async def run(self, inbox: Inbox) -> Exit:
        """Follows the table until the person leaves or the line ends for good."""
        deadline: float | None = None
        loop = asyncio.get_running_loop()
        while self._exit is None:
            if self._input_over and deadline is None:
                deadline = loop.time() + FAREWELL_SECONDS
            try:
                async with asyncio.timeout_at(deadline):
                    self._happen(await inbox.get())
            except TimeoutError:
                return Exit.DONE if self._is_in else Exit.NO_CONNECTION
            self._take_typed()
            self._maybe_leave(inbox)
        return self._exit

    def _maybe_leave(self, inbox: Inbox) -> None:
        """After the end of input: goes once everything typed is done and answered."""
        done = self._is_ready and not self._typed and self._connection.is_settled
        if self._input_over and done and inbox.empty() and self._exit is None:
            self._tell_late()
            self._exit = Exit.DONE

    @property
    def _is_ready(self) -> bool:
        return self._is_in and not self._sit_id

    def _happen(self, event: Event) -> None:
        match event:
            case FrameCame():
                self._hear(event.frame)
            case Typed():
                if len(self._typed) < TYPED_WAITING_MAX:
                    self._typed.append(event.line)
            case InputOver():
                self._input_over = True
            case Lost():
                self._lose()
            case Ended():
                self._line(self._say(event.stop.key, **event.stop.variables))
                self._exit = event.stop.code
            case _:
                assert_never(event)

    # What comes from the table

    def _hear(self, frame: f.ServerFrame) -> None:
        match frame:
            case f.Welcome():
                self._hear_welcome(frame)
            case f.Reset():
                self._wants_picture = True
            case f.Snapshot():
                self._hear_snapshot(frame)
            case f.Step():
                self._hear_step(frame)
            case f.People():
                self._hear_people(frame)
            case f.Presence():
                self._hear_presence(frame)
            case f.ChatLines():
                self._hear_chat(frame)
            case f.Refused():
                self._hear_refusal(frame)
            case f.Notice():
                self._restarts = frame.kind == "restart"
                self._line(self._say(f"notice-{frame.kind}"))
            case f.Ack():
                pass
            case f.Beat():
                self._tell_late()
            case _:
                assert_never(frame)

    def _hear_welcome(self, frame: f.Welcome) -> None:
        """A line opens: what was missed follows, then names and who is here."""
        self._welcome = frame
        self._is_coming = True
        if self._was_lost:
            self._was_lost = False
            self._line(self._say("connection-back"))

    def _hear_snapshot(self, frame: f.Snapshot) -> None:
        self._tell_late()
        before, self._scene = self._scene, self._scene.with_snapshot(frame)
        if self._is_coming:
            self._wants_picture = True
        elif self._wants_picture or before.me != self._scene.me:
            self._sit_id = "" if self._scene.me != WATCHER else self._sit_id
            self._wants_picture = True
            if not self._scene.lacks_names():
                self._show_picture()
        else:
            self._narrator.turn(self._scene)

    def _hear_step(self, frame: f.Step) -> None:
        self._tell_late()
        before, self._scene = self._scene, self._scene.with_step(frame)
        if self._scene.lacks_names() and not before.lacks_names():
            self._untold = (frame, before, self._scene)
        else:
            self._tell(frame, before, self._scene)

    def _hear_people(self, frame: f.People) -> None:
        before, self._scene = self._scene, self._scene.with_people(frame)
        if self._untold is not None:
            step, was, now = self._untold
            named = msgspec.structs.replace(now, names=self._scene.names, title=self._scene.title)
            self._untold = None
            self._tell(step, was, named)
        for person, name in self._scene.names.items():
            known = before.names.get(person)
            if known and known != name:
                self._line(self._say("renamed", before=known, who=name))
        if self._wants_picture and not self._is_coming:
            self._show_picture()

    def _hear_presence(self, frame: f.Presence) -> None:
        self._scene = self._scene.with_presence(frame)
        back, gone = self._attendance.changes(self._scene)
        if self._is_coming:
            self._come_in()
            return
        for key, persons in (("presence-online", back), ("presence-offline", gone)):
            for person in persons:
                self._line(self._say(key, who=self._scene.person(person, self._say)))

    def _hear_chat(self, frame: f.ChatLines) -> None:
        fresh = [line for line in frame.lines if line.n > self._chat_seen]
        for line in fresh if self._chat_seen else fresh[-OLD_LINES_SHOWN:]:
            who = self._scene.person(line.person, self._say)
            self._line(self._say("chat-line", who=who, text=harmless(line.text)))
        self._chat_seen = max([self._chat_seen, *(line.n for line in fresh)])

    def _hear_refusal(self, frame: f.Refused) -> None:
        self._line(refusal(frame, self._scene, self._say))
        if frame.id and frame.id == self._sit_id:
            self._sit_id = ""
            self._show_picture()
        if frame.code == Reason.STALE:
            self._narrator.turn_again(self._scene)

    def _lose(self) -> None:
        if not self._was_lost and not self._restarts:
            self._line(self._say("connection-lost"))
        self._restarts = False
        self._was_lost = True

    # Coming in

    def _come_in(self) -> None:
        """The first picture, and the wish to sit; after a gap, a picture if too much was missed."""
        first, self._is_in, self._is_coming = not self._is_in, True, False
        sits = first and self._guest.sits and self._scene.me == WATCHER
        will_sit = sits and self._may_sit
        if self._wants_picture and not (will_sit and not self._guest.asks_name):
            self._show_picture(watching=not will_sit)
        self._wants_picture = False
        if self._scene.me != WATCHER:
            self._sit_id = ""
        elif sits:
            self._sit()
        for _ in range(self._guest.robots if first else 0):
            self._connection.send(f.AddRobot(id=new_id()))

    @property
    def _may_sit(self) -> bool:
        return self._welcome is not None and self._welcome.may_sit

    def _show_picture(self, *, watching: bool = True) -> None:
        self._wants_picture = False
        self._narrator.picture(self._scene)
        if watching and self._scene.me == WATCHER:
            self._line(self._say("watching"))

    def _sit(self) -> None:
        """Asks for a seat, if the table lets us."""
        if not self._may_sit:
            self._line(self._say(self._why_not_sit()))
        elif self._guest.asks_name and not self._tried_to_sit:
            self._tried_to_sit = True
            self._asks_name = True
            self._line(self._say("cli-your-name", name=self._name))
        else:
            self._sit_id = new_id()
            sit = f.Sit(id=self._sit_id, invite=self._guest.link.invite, name=self._name)
            self._connection.send(sit)

    def _why_not_sit(self) -> str:
        view = self._scene.view
        if self._scene.me != WATCHER:
            return "reason-already_seated"
        if view.phase == "closed":
            return "reason-table_closed"
        if view.phase != "lobby":
            return "reason-already_started"
        free = any(not state.holder for _, state in self._scene.seats)
        return "cli-no-invite" if free else "reason-table_full"

    # Telling

    def _tell_late(self) -> None:
        """Tells what waited for a name that has not come."""
        if self._wants_picture and self._is_in and not self._is_coming:
            self._show_picture()
        if self._untold is not None:
            waiting, self._untold = self._untold, None
            self._tell(*waiting)

    def _tell(self, step: f.Step, before: Scene, after: Scene) -> None:
        turn = after.turn.number if after.turn is not None else 0
        if self._question is not None and turn_of(self._question) not in (0, turn):
            self._question = None
        self._narrator.step(step, before, after)

    def _line(self, text: str) -> None:
        self._narrator.line(text)

    # What is typed

    def _take_typed(self) -> None:
        """Does what was typed, in order; a pipe waits for the answer to one before the next."""
        while self._typed and self._is_ready and self._exit is None:
            if not self._guest.attended and not self._connection.is_settled:
                return
            self._take(self._typed.popleft())

    def _take(self, line: str) -> None:
        if self._asks_name:
            self._asks_name = False
            self._name = line.strip() or self._name
            self._sit()
            return
        question, self._question = self._question, None
        if isinstance(question, Confirm):
            self._answer(question, line)
            return
        waits = isinstance(question, WhichSuit) or self._owes_suit
        if not line.strip():
            self._nothing_typed(question)
            return
        heard = read(line, self._say.language, naming=waits)
        card = question.card if isinstance(question, WhichSuit) else ""
        self._do(Asker(self._say, self._scene, self._narrator.shown).deed(heard, card))

    @property
    def _owes_suit(self) -> bool:
        own = self._scene.own
        return own is not None and own.actions.name

    def _answer(self, question: Confirm, line: str) -> None:
        """A yes sends, a no drops; anything else drops it and is read for itself."""
        heard = read(line, self._say.language)
        said_yes = isinstance(heard, VerbRead) and heard.verb is Verb.YES
        if said_yes or (question.enter and not plain(line)):
            self._connection.send(question.command)
            return
        self._line(self._say("cli-dropped"))
        if plain(line) and not (isinstance(heard, VerbRead) and heard.verb is Verb.NO):
            self._take(line)

    def _nothing_typed(self, question: WhichSuit | None) -> None:
        """Enter alone: says again how it stands."""
        if question is not None:
            self._line(self._say("cli-dropped"))
        turn = self._scene.turn
        if turn is not None and turn.seat != self._scene.me:
            who = self._scene.name(turn.seat, self._say)
            self._line(self._say("turn-of", you="no", who=who) + ".")
        else:
            self._narrator.turn_again(self._scene)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Send():
                self._connection.send(deed.command)
            case Say():
                self._line(deed.line)
            case Confirm() | WhichSuit():
                self._question = deed
                self._line(deed.question)
            case Show():
                self._show(deed)
            case SitDown():
                self._sit()
            case Quit():
                self._line(self._say("cli-bye"))
                self._exit = Exit.DONE
            case _:
                assert_never(deed)

    def _show(self, deed: Show) -> None:
        picture = Picture(self._say, self._scene)
        match deed.what:
            case "hand":
                self._narrator.hand(self._scene)
            case "table":
                self._narrator.lines(picture.table())
            case "points":
                self._narrator.lines(picture.points())
            case "help":
                for line in self._say("cli-help").splitlines():
                    self._line(line)
