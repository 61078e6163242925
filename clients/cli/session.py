"""A seat at a table, or a place beside it: what comes is told, what is typed is done."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import assert_never

import msgspec

from clients.cli.asking import Asker
from clients.cli.connection import (
    Connection,
    Ended,
    Event,
    FrameCame,
    Inbox,
    InputOver,
    Lost,
    Replaced,
    Typed,
)
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
    is_outdated,
    new_id,
)
from clients.cli.errands import Errands
from clients.cli.exits import Exit
from clients.cli.fair.guard import Guard
from clients.cli.fair.histories import Histories
from clients.cli.hearing import Hearing
from clients.cli.holding import Holding
from clients.cli.links import Link
from clients.cli.messages import Messages
from clients.cli.narrator import Narrator
from clients.cli.picture import Picture
from clients.cli.reading import VerbRead, plain, read
from clients.cli.receipts_kept import Receipts
from clients.cli.scene import WATCHER, Scene
from clients.cli.verbs import Verb
from server.protocol import frames as f

FAREWELL_SECONDS = 10.0  # for answers that are still due when nobody types any more
TYPED_WAITING_MAX = 10_000


class Guest(msgspec.Struct, frozen=True, gc=False):
    """Who comes to the table, and how."""

    link: Link
    name: str
    sits: bool  # wants to play, if there is a seat
    attended: bool  # somebody types at a terminal
    asks_name: bool = False
    robots: int = 0  # to be seated on coming in
    sent_on: str = ""  # origin of links that are sent on, where it is not the link's own


class _Gone(msgspec.Struct, frozen=True, gc=False):
    """A token that holds no seat any more; `closed` says that the line was closed for it."""

    token: str
    closed: bool


class Session:
    """One visit, from the first welcome to the goodbye."""

    def __init__(
        self,
        guest: Guest,
        connection: Connection,
        narrator: Narrator,
        messages: Messages,
        holding: Holding,
        receipts: Receipts,
    ) -> None:
        self._guest = guest
        self._connection = connection
        self._narrator = narrator
        self._say = messages
        self._hearing = Hearing(guest.link.table, narrator, messages)
        self._guard = Guard(messages, connection.send)
        self._histories = Histories(guest.link.table, messages, receipts)
        self._name = guest.name
        self._has_come = False
        self._sit_id = ""  # of a wish to sit that has no answer yet
        self._asks_name = False
        self._question: Confirm | WhichSuit | None = None
        self._typed: deque[str] = deque()
        sent_on = guest.sent_on or guest.link.server
        self._errands = Errands(sent_on, holding, connection, messages)
        self._due: deque[Errand] = deque()
        self._gone: list[_Gone] = []
        self._invite = guest.link.invite
        self._told_done: dict[str, f.RenewInvite | f.EraseWords] = {}  # of their end it is told
        self._input_over = False
        self._exit: Exit | None = None

    @property
    def _scene(self) -> Scene:
        return self._hearing.scene

    async def run(self, inbox: Inbox) -> Exit:
        """Follows the table until the person leaves or the line ends for good."""
        farewell: float | None = None
        loop = asyncio.get_running_loop()
        while self._exit is None:
            if self._input_over and farewell is None:
                farewell = loop.time() + FAREWELL_SECONDS
            hurry_in = self._narrator.hurry_in(self._scene)
            hurry = None if hurry_in is None else loop.time() + hurry_in
            deadline = min((at for at in (farewell, hurry) if at is not None), default=None)
            try:
                async with asyncio.timeout_at(deadline):
                    self._happen(await inbox.get())
            except TimeoutError:
                if deadline == farewell:
                    # What was typed has no answer: no script must take it for done.
                    return Exit.NO_CONNECTION
                self._narrator.hurry(self._scene)
            self._take_typed(inbox)
            while self._is_away:
                await self._go()
                self._take_typed(inbox)
            self._maybe_leave(inbox)
        return self._exit

    def _maybe_leave(self, inbox: Inbox) -> None:
        """After the end of input: goes once everything typed is done and answered."""
        done = self._is_ready and not self._typed and self._connection.is_settled
        if self._input_over and done and inbox.empty() and self._exit is None:
            self._hearing.tell_late()
            self._exit = Exit.DONE

    @property
    def _is_ready(self) -> bool:
        return self._hearing.is_in and not self._sit_id

    def _happen(self, event: Event) -> None:
        match event:
            case FrameCame():
                self._note_seat(event)
                self._hear_or_stop(event.frame)
            case Typed():
                if len(self._typed) < TYPED_WAITING_MAX:
                    self._typed.append(event.line)
            case InputOver():
                self._input_over = True
                if self._guest.attended:
                    self._exit = Exit.DONE
            case Lost():
                self._hearing.lose(keeps_command=event.keeps_command)
            case Replaced():
                self._gone.append(_Gone(event.token, closed=True))
            case Ended():
                self._narrator.last_line(self._say(event.stop.key, **event.stop.variables))
                self._exit = event.stop.code
            case _:
                assert_never(event)

    # What comes

    def _note_seat(self, event: FrameCame) -> None:
        """Whoever comes back without the seat that they had will be told why."""
        frame = event.frame
        back = isinstance(frame, f.Welcome) and frame.seat == WATCHER
        if back and self._scene.me != WATCHER:
            self._gone.append(_Gone(event.token, closed=False))

    def _hear_or_stop(self, frame: f.ServerFrame) -> None:
        try:
            self._hear(frame)
        except msgspec.ValidationError:
            # A table that this program cannot read must not be shown wrong.
            self._line(self._say("close-bad_frame"))
            self._exit = Exit.NO_CONNECTION

    def _hear(self, frame: f.ServerFrame) -> None:
        if self._guard.answers(frame):
            return
        if self._hearing.hear(frame):
            self._come_in()
        is_in = self._hearing.is_in
        alarms = (
            *self._guard.hear(frame, self._scene),
            *self._histories.hear(frame, self._scene, is_in=is_in),
        )
        for alarm in alarms:
            self._line(alarm)
        if alarms and not isinstance(frame, f.Reset):
            link = f"{self._guest.link.server}/t/{self._guest.link.table}"
            self._line(self._say("cli-alarm-acta", link=link))
        if self._scene.me != WATCHER:
            self._sit_id = ""
        if isinstance(frame, f.Refused) and frame.id and frame.id == self._sit_id:
            self._sit_id = ""
            self._hearing.show()
        if isinstance(frame, f.Ack | f.Refused):
            self._answered(frame)
        if self._question is not None and is_outdated(self._question, self._scene):
            self._question = None
            self._line(self._say("cli-outdated"))

    def _answered(self, frame: f.Ack | f.Refused) -> None:
        """Tells of the end of what no news tells, or not all."""
        command = self._told_done.pop(frame.id, None)
        if command is None or isinstance(frame, f.Refused):
            return
        match command:
            case f.RenewInvite():
                self._invite = command.invite
                self._connection.invite(self._invite)
                self._narrator.lines(self._errands.link_lines("cli-link-new", self._invite))
            case f.EraseWords():
                self._line(self._say("cli-done"))
            case _:
                assert_never(command)

    def _come_in(self) -> None:
        """Shows the table and takes a seat, if that is wanted; later comings only show."""
        first, self._has_come = not self._has_come, True
        sits = first and self._guest.sits and self._scene.me == WATCHER
        will_sit = sits and self._hearing.may_sit
        silently = will_sit and not self._guest.asks_name
        self._hearing.arrive(silently=silently, watching=not will_sit)
        if will_sit and self._guest.asks_name:
            self._asks_name = True
            self._line(self._say("cli-your-name", name=self._name))
        elif will_sit:
            self._sit()
        elif sits:
            self._line(self._say(self._why_not_sit()))
        for _ in range(self._guest.robots if first else 0):
            self._connection.send(f.AddRobot(id=new_id()))

    def _sit(self) -> None:
        """Asks for a seat; the table says whether there is one."""
        if not self._invite or self._scene.me != WATCHER:
            self._line(self._say(self._why_not_sit()))
            return
        self._sit_id = new_id()
        sit = f.Sit(id=self._sit_id, invite=self._invite, name=self._name)
        self._connection.send(sit)

    def _why_not_sit(self) -> str:
        if self._scene.me != WATCHER:
            return "reason-already_seated"
        phase = self._scene.view.phase
        if phase == "closed":
            return "reason-table_closed"
        if phase != "lobby":
            return "reason-already_started"
        free = any(not state.holder for _, state in self._scene.seats)
        return "cli-no-invite" if free else "reason-table_full"

    def _line(self, text: str) -> None:
        self._narrator.line(text)

    # What is typed

    def _take_typed(self, inbox: Inbox) -> None:
        """Does what was typed, in order; a pipe waits for the answer to one before the next."""
        while self._typed and self._is_ready and self._exit is None and not self._due:
            settled = self._connection.is_settled and inbox.empty()
            if not self._guest.attended and not settled:
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
        heard = read(line, self._say.language, pack=self._pack, naming=waits)
        asker = Asker(self._say, self._scene, self._narrator.shown)
        self._do(asker.deed(heard, question))

    @property
    def _pack(self) -> str:
        return self._scene.view.rules.pack

    @property
    def _owes_suit(self) -> bool:
        """True where nothing else can be done first; then a suit alone is understood."""
        own, turn = self._scene.own, self._scene.turn
        return own is not None and own.actions.name and turn is not None and turn.naming

    def _answer(self, question: Confirm, line: str) -> None:
        """A yes sends, a no drops; anything else drops it and is read for itself."""
        heard = read(line, self._say.language, pack=self._pack)
        said_yes = isinstance(heard, VerbRead) and heard.verb is Verb.YES
        if said_yes or (question.enter and not plain(line)):
            command = question.command
            self._do(command if isinstance(command, Errand) else Send(command))
            return
        self._line(self._say("cli-dropped"))
        if plain(line) and not (isinstance(heard, VerbRead) and heard.verb is Verb.NO):
            self._take(line)

    def _nothing_typed(self, question: WhichSuit | None) -> None:
        """Enter alone: says again how it stands."""
        if question is not None:
            self._line(self._say("cli-dropped"))
        actor = self._scene.actor
        if actor in (WATCHER, self._scene.me):
            self._narrator.turn_again(self._scene)
        else:
            who = self._scene.name(actor, self._say)
            self._line(self._say("turn-of", you="no", who=who) + ".")

    def _do(self, deed: Deed) -> None:
        match deed:
            case Send():
                if isinstance(deed.command, f.RenewInvite | f.EraseWords):
                    self._told_done[deed.command.id] = deed.command
                if isinstance(deed.command, f.Leave):
                    self._hearing.leave_id = deed.command.id
                self._connection.send(deed.command)
            case Errand():
                self._due.append(deed)
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
            case "seal":
                for line in (*self._guard.lines(self._scene), *self._histories.lines()):
                    self._line(line)
            case "help":
                self._narrator.lines(picture.help())

    # What is asked of the server beside the line

    @property
    def _is_away(self) -> bool:
        """True while something is to be asked there before anything else."""
        return self._exit is None and bool(self._due or self._gone)

    async def _go(self) -> None:
        """One errand; a seat that is gone comes first."""
        if self._gone:
            await self._ask_seat(self._gone.pop(0))
        else:
            self._narrator.lines(await self._errands.lines(self._due.popleft(), self._scene))

    async def _ask_seat(self, gone: _Gone) -> None:
        """A token is nobody's any more: goes on by another, or says that the seat is gone."""
        held = await self._errands.held(gone.token)
        if held == "anew":
            return
        is_known = held == "as before"
        key = (
            ("cli-seat-moved" if gone.closed else "cli-seat-lost")
            if is_known
            else "cli-seat-unsure"
        )
        self._narrator.last_line(self._say(key))
        if gone.closed:
            self._exit = Exit.REFUSED if is_known else Exit.NO_CONNECTION
