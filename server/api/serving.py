"""One serving process from start to end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager

from server import __version__
from server.api.app import Application, Ending, Server, opened_hub, opened_store
from server.api.http import Promised
from server.api.keeping import archive_daily
from server.api.logs import LogFile, open_log
from server.api.metrics import (
    metrics_socket,
    of_game,
    of_process,
    serve_metrics,
    text_of,
    watch_lag,
)
from server.events.data_directory import DataDirectory
from server.live.garbage import Collector
from server.live.hub import Hub
from server.settings import Settings

FLUSH_SECONDS = 1.0


async def serve(
    settings: Settings, listener: socket.socket, say: Callable[[tuple[str, ...]], None]
) -> int:
    """Serves until a signal asks for the end; `say` is told the promise once all is ready."""
    DataDirectory(settings.data).prepare()
    log, file = open_log(settings.data)
    ending, collector = Ending(), Collector()
    try:
        with ending.by_signals():
            async with (
                opened_store(settings) as (store, promised, url),
                opened_hub(store, settings, log) as hub,
                _chores(
                    *_measuring(settings, hub, promised),  # may raise: nothing is begun before it
                    collector.run(),
                    _flushing(file),
                    archive_daily(settings, url, log),
                ),
            ):

                def ready() -> None:
                    collector.start()
                    _collect_when_asked(collector)
                    log.info("started", version=__version__, port=listener.getsockname()[1])
                    say(promised.lines)

                server = Server(Application(hub, settings, promised), ending, ready)
                await server.serve(sockets=[listener])
            log.info("stopped")
    finally:
        file.close()
    return 0


def _measuring(
    settings: Settings, hub: Hub, promised: Promised
) -> Iterator[Coroutine[None, None, None]]:
    """What goes on only if somebody wants to hear of it.

    Raises: NoPort.
    """
    if settings.metrics_port:
        listener = metrics_socket(settings.metrics_host, settings.metrics_port)
        yield watch_lag(hub.tally.lag_seconds)
        yield serve_metrics(
            listener, lambda: text_of((*of_game(hub, promised.profile), *of_process()))
        )


@asynccontextmanager
async def _chores(*works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Work that goes on beside the serving and ends with it."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _collect_when_asked(collector: Collector) -> None:
    """SIGUSR1 asks for a full collection, so that memory can be measured from outside."""
    # Only the main thread takes signals; a server in another is none that anybody measures.
    with contextlib.suppress(ValueError, RuntimeError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, collector.collect_all)


async def _flushing(file: LogFile) -> None:
    while True:
        await asyncio.sleep(FLUSH_SECONDS)
        file.flush()
