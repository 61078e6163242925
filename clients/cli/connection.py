"""Keeps a line to a table open: resumes, resends what has no answer yet, notices a gap."""

from __future__ import annotations

import asyncio
import random
import ssl
from typing import Literal, assert_never

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
from websockets.typing import Subprotocol

from clients.cli.codec import SUBPROTOCOL, BadFrame, pack, unpack
from clients.cli.exits import Exit, Stop
from clients.cli.links import Link, is_nearby
from server import __version__
from server.protocol import frames as f
from server.protocol.reasons import Reason

AT_SECONDS = 15.0
SILENCE_SECONDS = 30.0  # without any frame the line counts as dead
OPEN_SECONDS = 10.0
CLOSE_SECONDS = 2.0
FIRST_TRIES_MAX = 4  # until the first welcome; later there is no limit
BACK_OFF_SECONDS = (0.5, 10.0)
RETRY_SECONDS = 1.0
PACE_SECONDS = 0.11  # between two commands: a pipe is not to be refused as too fast (10 a second)
RETRIES_MAX = 10
BAD_FRAMES_MAX = 3
EVENTS_WAITING_MAX = 256
FRAME_FROM_SERVER_BYTES_MAX = 4 * 1024 * 1024

# Close codes after which coming back would not help, with what is said.
FINAL_CLOSES = {
    f.CLOSE_NO_SUCH_TABLE: "close-no_such_table",
    f.CLOSE_WATCHING_OFF: "reason-watching_off",
    f.CLOSE_BAD_FRAME: "close-bad_frame",
    f.CLOSE_ABUSE: "close-abuse",
    f.CLOSE_SIZE: "close-size",
}


class FrameCame(msgspec.Struct, frozen=True, gc=False):
    frame: f.ServerFrame
    token: str = ""  # that this line has said


class Lost(msgspec.Struct, frozen=True, gc=False):
    """The line is cut; it is tried again."""

    keeps_command: bool  # one that has no answer yet will be sent again


class Replaced(msgspec.Struct, frozen=True, gc=False):
    """Another token holds the seat; the line waits until it is told by which it shall go on."""

    token: str  # the old one


class Ended(msgspec.Struct, frozen=True, gc=False):
    """The line is closed for good."""

    stop: Stop


class Typed(msgspec.Struct, frozen=True, gc=False):
    line: str


class InputOver(msgspec.Struct, frozen=True, gc=False):
    """Nobody will type any more."""


Event = FrameCame | Lost | Replaced | Ended | Typed | InputOver
Inbox = asyncio.Queue[Event]


class _Gap(Exception):
    """A version is missing, or another token is to be said: the line has to begin anew."""


class Connection:
    """One viewer's line. Frames and changes of the line go to `inbox`, in order."""

    def __init__(self, link: Link, token: str, language: str, inbox: Inbox) -> None:
        self._link = link
        self._token = token
        self._said = token  # on this socket
        self._held = asyncio.Event()  # another token came
        self._language = language
        self._inbox = inbox
        self._version = 0
        self._tag = ""
        self._was_in = False
        self._closing = False
        self._greeted = False  # on this socket
        self._bad_frames = 0
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, f.Command] = {}
        self._sent: set[str] = set()  # on this socket
        self._retries: dict[str, int] = {}
        self._acked = 0  # highest version in which a command of ours stands
        self._wake = asyncio.Event()

    @property
    def is_settled(self) -> bool:
        """True if every command is answered and what it caused has come."""
        return not self._unanswered and self._version >= self._acked

    def send(self, command: f.Command) -> None:
        """Sends a command now, or when the line is back, until it is answered."""
        self._unanswered[command.id] = command
        self._wake.set()

    def hold(self, token: str) -> None:
        """Goes on by this token, on another socket if the open one has said another."""
        self._token = token
        self._wake.set()
        if token != self._said:
            self._held.set()

    def invite(self, invite: str) -> None:
        """The link has another secret now."""
        self._link = msgspec.structs.replace(self._link, invite=invite)

    async def run(self) -> None:
        """Keeps the line until it is closed, by us or for good."""
        failures = 0
        while not self._closing:
            stop = await self._one_socket()
            failures = 0 if self._greeted else failures + 1
            if stop is None and not self._was_in and failures >= FIRST_TRIES_MAX:
                stop = Stop(Exit.NO_CONNECTION, "cli-no-server", server=self._link.server)
            if stop is not None:
                await self._inbox.put(Ended(stop))
                return
            if self._said == self._token and not self._closing:
                await asyncio.sleep(_back_off_seconds(failures))

    async def close(self) -> None:
        """Says goodbye and closes, if the line is open; it is not opened again."""
        self._closing = True
        socket = self._socket
        if socket is None:
            return
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await socket.send(pack(f.Bye()))
                await socket.close()
        except (ConnectionClosed, TimeoutError):
            pass

    async def _one_socket(self) -> Stop | None:
        """One connection from hello to its end; a Stop if there shall be no other."""
        self._greeted = False
        self._take_token()
        try:
            proxy: Literal[True] | None = None if is_nearby(self._link.server) else True
            async with connect(
                self._link.socket,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                open_timeout=OPEN_SECONDS,
                max_size=FRAME_FROM_SERVER_BYTES_MAX,
                proxy=proxy,
                user_agent_header=f"ochos/{__version__}",
            ) as socket:
                if socket.subprotocol != SUBPROTOCOL:
                    return Stop(Exit.NO_CONNECTION, "cli-not-a-server", server=self._link.server)
                code = await self._converse(socket)
        except (OSError, TimeoutError, InvalidHandshake, ssl.SSLError, WebSocketException):
            code = None
        return await self._after(code)

    async def _after(self, code: int | None) -> Stop | None:
        """What follows from how a socket ended."""
        if self._said == self._token and code == f.CLOSE_TOKEN_REPLACED:
            self._held.clear()
            await self._inbox.put(Replaced(self._said))
            await self._held.wait()
        if self._said != self._token:
            return None  # it begins anew by the other token, without a word
        if code in FINAL_CLOSES:
            return Stop(Exit.REFUSED, FINAL_CLOSES[code])
        if self._bad_frames >= BAD_FRAMES_MAX:
            return Stop(Exit.NO_CONNECTION, "close-bad_frame")
        if self._greeted and not self._closing:
            await self._inbox.put(Lost(keeps_command=bool(self._unanswered)))
        return None

    async def _converse(self, socket: ClientConnection) -> int | None:
        """Speaks until the line ends; gives the close code."""
        self._socket = socket
        self._sent.clear()
        try:
            await socket.send(pack(self._hello()))
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._write(socket))
                tasks.create_task(self._tell_version(socket))
                tasks.create_task(self._read(socket))
        except* (ConnectionClosed, TimeoutError, _Gap):
            pass
        except* BadFrame:
            self._bad_frames += 1
        finally:
            self._socket = None
        return socket.close_code

    def _take_token(self) -> None:
        """By another token the same version looks otherwise: nothing of it has been seen."""
        if self._said != self._token:
            self._said, self._version, self._tag = self._token, 0, ""

    def _hello(self) -> f.Hello:
        self._take_token()
        return f.Hello(
            table=self._link.table,
            token=self._token,
            invite=self._link.invite,
            version=self._version,
            tag=self._tag,
            lang=self._language,
        )

    async def _read(self, socket: ClientConnection) -> None:
        while True:
            # Before Python 3.12 `wait_for` may swallow a cancellation that comes with a frame.
            async with asyncio.timeout(SILENCE_SECONDS):
                body = await socket.recv()
            if isinstance(body, str):
                raise BadFrame("text where a binary frame was agreed")
            frame = unpack(body)
            if frame is not None:
                self._note(frame)
                await self._inbox.put(FrameCame(frame, self._said))

    async def _write(self, socket: ClientConnection) -> None:
        while True:
            self._wake.clear()
            if self._said != self._token:
                raise _Gap
            for command in tuple(self._unanswered.values()):
                if command.id not in self._sent:
                    self._sent.add(command.id)
                    await socket.send(pack(command))
                    await asyncio.sleep(PACE_SECONDS)
            await self._wake.wait()

    async def _tell_version(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(AT_SECONDS)
            await socket.send(pack(f.At(version=self._version)))

    def _note(self, frame: f.ServerFrame) -> None:
        """Keeps the place in the table's history and what is answered.

        Raises: _Gap.
        """
        match frame:
            case f.Welcome():
                self._was_in = self._greeted = True
            case f.Snapshot():
                self._version, self._tag = frame.version, frame.tag
            case f.Step():
                if frame.version != self._version + 1:
                    raise _Gap
                self._version, self._tag = frame.version, frame.tag
            case f.Beat():
                if frame.version > self._version:
                    raise _Gap
            case f.Ack():
                self._unanswered.pop(frame.id, None)
                self._acked = max(self._acked, frame.version)
            case f.Refused():
                self._note_refusal(frame)
            case f.Reset():
                self._version, self._tag, self._acked = 0, "", 0
            case f.People() | f.Presence() | f.ChatLines() | f.Notice():
                pass
            case _:
                assert_never(frame)

    def _note_refusal(self, frame: f.Refused) -> None:
        """A refusal answers its command, unless the table asks to hear it again."""
        again = frame.code in (Reason.RETRY, Reason.RESTARTING) and frame.id in self._unanswered
        tries = self._retries[frame.id] = self._retries.get(frame.id, 0) + 1
        if again and tries < RETRIES_MAX:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._say_again, frame.id)
        else:
            self._unanswered.pop(frame.id, None)

    def _say_again(self, command_id: str) -> None:
        self._sent.discard(command_id)
        self._wake.set()


def _back_off_seconds(failures: int) -> float:
    """Seconds before the next try: 0.5 at first, doubled up to 10, with jitter."""
    least, most = BACK_OFF_SECONDS
    wait = min(least * 2.0 ** min(failures, 10), most)
    return wait * random.uniform(0.75, 1.25)  # noqa: S311 - jitter, no secret
