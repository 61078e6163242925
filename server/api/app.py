"""The composition root: picks the store, puts the parts together, serves and stops."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import Receive, Scope, Send
from structlog.typing import FilteringBoundLogger

from server.api.door import Door
from server.api.http import Api, Promised
from server.api.limits import Gatekeeper
from server.api.pages import SafeHeaders
from server.api.patience import PatientProtocol
from server.api.socket import SocketApp
from server.api.wire import WireProtocol
from server.events.embedded import EmbeddedStore
from server.events.profiles import PROFILES
from server.events.program import find_program
from server.events.raw_logs import Reach
from server.events.redis_store import RedisStore
from server.events.scripts import DEADLINE_SECONDS
from server.events.store import EventStore
from server.live.house import BringBack
from server.live.hub import Hub
from server.protocol.frames import FRAME_BYTES_MAX
from server.settings import Settings
from server.site.archiving import archive_of, bring_back

PING_SECONDS = 20.0
QUEUE_MESSAGES_MAX = 8
BACKLOG = 4096
GRACE_SECONDS = 2  # for connections to end after they were told to
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
UNKNOWN_NAME = (
    "Este servidor no se conoce por ese nombre: ábralo por su dirección IP, o póngalo en "
    "OCHOS_PUBLIC_ORIGIN.\n"
    "This server is not known by that name: open it by its IP address, or set "
    "OCHOS_PUBLIC_ORIGIN.\n"
)
MISDIRECTED = 421  # RFC 9110 §15.5.20: not a name of this server


class Application:
    """The whole site as one ASGI application."""

    def __init__(self, hub: Hub, settings: Settings, promised: Promised) -> None:
        self.hub = hub
        self._door = Door(settings)
        gate = Gatekeeper(settings.limits, hub.clock.seconds)
        self._http = SafeHeaders(Api(hub, self._door, gate, promised).app(), self._door)
        self._socket = SocketApp(hub, self._door, gate)
        self._misdirected = SafeHeaders(_misdirected, self._door)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif self._door.knows(self._door.visitor(scope)):
            await self._http(scope, receive, send)
        else:
            await self._misdirected(scope, receive, send)


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": MISDIRECTED, "headers": headers})
    await send({"type": "http.response.body", "body": UNKNOWN_NAME.encode()})


@asynccontextmanager
async def opened_store(
    settings: Settings, *, restoring: bool = False
) -> AsyncIterator[tuple[RedisStore, Promised, str]]:
    """The store of the settings, what it promises and its address; ours is started, and ended.

    One that is being restored is opened only by whoever is `restoring`.

    Raises: NoProgram, EmbeddedFailed, DataUnfit, StoreUnfit.
    """
    embedded = None
    profile = PROFILES[settings.store_profile]
    if not settings.redis_url:
        everysec = profile.name == "everysec"
        embedded = EmbeddedStore(settings.data, find_program(), everysec=everysec)
        await embedded.start()
    url = embedded.url if embedded else settings.redis_url
    store = RedisStore(url, profile=profile, clock_offset_ms=settings.clock_offset_ms)
    try:
        promise = await store.promise(restoring=restoring, say=_say)
        yield store, Promised(promise.lines, promise.profile), url
    finally:
        await store.close()
        if embedded:
            await embedded.stop()


def _say(told: str) -> None:
    print(told, file=sys.stderr, flush=True)


@asynccontextmanager
async def opened_hub(
    store: EventStore, settings: Settings, log: FilteringBoundLogger
) -> AsyncIterator[Hub]:
    """The tables in play on a store; on leaving, everybody is told and nothing is cut off.

    Raises: StoreUnavailable.
    """
    if isinstance(store, RedisStore):
        forget = archive_of(settings).forget
        hub = Hub(store, settings, log, _bring_back(store, settings, log), forget)
        await hub.start(store.listen(hub.interest))
    else:
        hub = Hub(store, settings, log)
        await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


def _bring_back(store: RedisStore, settings: Settings, log: FilteringBoundLogger) -> BringBack:
    """What opens the archive for those who have the link of a table in it."""
    directory = archive_of(settings)
    reach = Reach(store.topology, patience_seconds=DEADLINE_SECONDS)

    async def look(table: str) -> bool:
        found = await bring_back(reach, directory, table)
        if found:
            log.info("table_brought_back", table=table)
        return found

    return look


class Ending:
    """Whether the end was asked for: once to finish properly, twice to hurry."""

    def __init__(self) -> None:
        self.asked = 0

    @contextmanager
    def by_signals(self) -> Iterator[None]:
        """Takes the signals that end a process, for as long as there is something to finish."""
        loop = asyncio.get_running_loop()
        for number in ENDING_SIGNALS:
            loop.add_signal_handler(number, self.ask)
        try:
            yield
        finally:
            for number in ENDING_SIGNALS:
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_IGN)  # all is done; the process is on its way out

    def ask(self) -> None:
        self.asked += 1


class Server(uvicorn.Server):
    """uvicorn, which lets the hub end its conversations before it closes anything.

    Signals are not its own: its way would kill the process before the store has ended.
    """

    def __init__(self, application: Application, ending: Ending, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                ws=WireProtocol,
                loop="uvloop",
                http=PatientProtocol,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                backlog=BACKLOG,
                ws_max_size=FRAME_BYTES_MAX,
                ws_max_queue=QUEUE_MESSAGES_MAX,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._hub = application.hub
        self._ending = ending
        self._ready = ready  # called once connections are taken

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._ending.asked > 0

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Whoever comes now is taken by another server, if there is one.
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()
        await self._hub.stop()
        self.force_exit = self._ending.asked > 1
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
