"""Runs a private Valkey or Redis on the data directory, for whichever processes use that directory.

Whoever holds the lock file `store.lock` keeps the server: starts it as its own child and ends it.
All others use the same server by its socket and wait for the lock; so when the keeper dies, and
its server with it, one of them is the next keeper within a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import os
import resource
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import structlog

from server.events.data_directory import DataDirectory
from server.events.scripts import BACK_OFF_SECONDS_MAX

START_SECONDS = 10.0  # until a new server answers at all
LOAD_SECONDS = 600.0  # until it has read its log
STOP_SECONDS = 10.0
ORPHAN_SECONDS = 3.0  # until the server of a dead keeper has ended
LOOK_SECONDS = 0.1  # between two looks whether the server is alive
STEP_SECONDS = 0.02
_ORPHAN_SIGNALS = {25: signal.SIGTERM, 100: signal.SIGKILL}  # after so many steps
PR_SET_PDEATHSIG = 1  # Linux, <sys/prctl.h>

# No command that could shorten, overwrite or drop a log; what is barred last is barred for good.
RIGHTS = (
    "reset on nopass ~ol:* &ol:* +@read +@connection +xadd +zadd +zrem +hset +hdel +eval +evalsha "
    "+spublish +ssubscribe +sunsubscribe +wait +time -@dangerous +info +config|get "
    "+cluster|slots +cluster|info +cluster|nodes"
)

# Whoever archives may also take a log away that lies in a file; nobody else needs it.
ARCHIVER = "archiver"
ARCHIVER_RIGHTS = f"{RIGHTS} +del"

_log = structlog.get_logger()


def archiver_url(url: str) -> str:
    """The address of an embedded store for its archiver."""
    return url.replace("unix://", f"unix://{ARCHIVER}@", 1)


class EmbeddedFailed(Exception):
    """The server could not be started; the text says why, with the end of its own log."""


class EmbeddedStore:
    """The server of one data directory, kept by this process or by another."""

    def __init__(self, data: Path, program: Path, *, everysec: bool = False) -> None:
        self._directory = DataDirectory(data)
        self._program = program
        self._fsync = "everysec" if everysec else "always"
        self._lock: int | None = None  # file descriptor, while we are the keeper
        self._child: subprocess.Popen[bytes] | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self.socket = self._directory.socket()

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def keeps(self) -> bool:
        """Whether the server is this process's own."""
        return self._lock is not None

    @property
    def pid(self) -> int | None:
        """Of the server, if it is ours."""
        return self._child.pid if self._child else None

    async def start(self) -> None:
        """Makes sure that there is a server that answers, and that this stays so until `stop`.

        From the main thread only: the server ends with the thread that started it.

        Raises: EmbeddedFailed; DataUnfit if the directory is of another layout.
        """
        self._directory.prepare()
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise
        self._watcher = asyncio.create_task(self._watch(), name="embedded store")

    async def _start(self) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + START_SECONDS
        await self.ensure_running()
        while not self.keeps and not await self._answers():
            if loop.time() > deadline:
                raise EmbeddedFailed(
                    f"another process keeps {self._directory.path}, but no store answers there"
                )
            await asyncio.sleep(STEP_SECONDS)
            await self.ensure_running()

    async def ensure_running(self) -> None:
        """Starts the server if nobody keeps one, or ours is dead.

        Raises: EmbeddedFailed.
        """
        async with self._one_at_a_time:
            if self._lock is None:
                self._lock = _locked(self._directory.lock)
                if self._lock is None:
                    self.socket = self._directory.socket()
                    return
            if self._child is None or self._child.poll() is not None or not self.socket.exists():
                await self._launch()

    async def stop(self) -> None:
        """Ends the server if it is ours, and leaves it to the next keeper."""
        if self._watcher is not None:
            self._watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watcher
            self._watcher = None
        if self._lock is not None:
            await self._end_child()
            self._directory.release_socket(self.socket)
            os.close(self._lock)
            self._lock = None

    async def _watch(self) -> None:
        while True:
            try:
                await self.ensure_running()
                await asyncio.sleep(LOOK_SECONDS)
            except (EmbeddedFailed, OSError) as error:
                _log.error("store_not_started", error=str(error))
                await asyncio.sleep(BACK_OFF_SECONDS_MAX)

    async def _launch(self) -> None:
        if self._child is not None:
            _log.error("store_died", code=self._child.poll())
            await self._end_child()
        assert threading.current_thread() is threading.main_thread(), "the store ends with a thread"
        writing = await self._only_writer()
        try:
            self.socket = self._directory.claim_socket()
            self._child = self._spawned(writing)
        finally:
            os.close(writing)  # the child has its own
        await self._until_ready(self._child)
        _log.info("store_started", pid=self._child.pid, socket=str(self.socket))

    async def _only_writer(self) -> int:
        """The lock that a server holds as long as it lives, so that two never write one log.

        The server of a dead keeper ends by itself, but not where there is no PR_SET_PDEATHSIG,
        nor while it is stopped; then it is asked to, and at last made to.
        """
        for step in range(int(ORPHAN_SECONDS / STEP_SECONDS)):
            descriptor = _locked(self._directory.writer)
            if descriptor is not None:
                return descriptor
            if step in _ORPHAN_SIGNALS:
                self._directory.signal_writer(_ORPHAN_SIGNALS[step])
            await asyncio.sleep(STEP_SECONDS)
        raise EmbeddedFailed(
            f"a store that nobody keeps still writes to {self._directory.store}: "
            f"end the process that holds {self._directory.writer}"
        )

    def _spawned(self, writing: int) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(
            self._command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing,),
            start_new_session=True,  # Ctrl-C is for us: the store ends after the last append
            preexec_fn=_prepared_for(os.getpid()),
        )
        os.pwrite(writing, b"%-10d" % child.pid, 0)
        return child

    def _command(self) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self._directory.store),
            "logfile": str(self._directory.log),
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "aof-use-rdb-preamble": "yes",
            "aof-load-truncated": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",
            "slowlog-max-len": "0",  # it would show hands
            "daemonize": "no",
        }
        command = [str(self._program)]
        for name, value in settings.items():
            command += [f"--{name}", value]
        for user, rights in (("default", RIGHTS), (ARCHIVER, ARCHIVER_RIGHTS)):
            command += ["--user", user, *rights.split()]
        return command

    async def _until_ready(self, child: subprocess.Popen[bytes]) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        while not await self._answers():
            waited = loop.time() - began
            is_loading = waited < LOAD_SECONDS and self.socket.exists()
            if child.poll() is not None or (waited > START_SECONDS and not is_loading):
                await self._end_child()
                raise EmbeddedFailed(
                    f"{self._program.name} does not start: {self._directory.end_of_log()}"
                )
            await asyncio.sleep(STEP_SECONDS)

    async def _answers(self) -> bool:
        """Whether the server takes commands; while it still reads its log it does not."""
        try:
            reader, writer = await asyncio.open_unix_connection(str(self.socket))
        except OSError:
            return False
        try:
            writer.write(b"PING\r\n")
            answer = await asyncio.wait_for(reader.readline(), timeout=1)
        except (OSError, TimeoutError):
            return False
        finally:
            writer.close()
        return answer == b"+PONG\r\n"

    async def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.terminate()
        for _ in range(int(STOP_SECONDS / STEP_SECONDS)):
            if child.poll() is not None:
                return
            await asyncio.sleep(STEP_SECONDS)
        child.kill()
        child.wait()


def _locked(path: Path) -> int | None:
    """An open file that holds the lock `path`, or None if another process has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _prepared_for(parent: int) -> Callable[[], None]:
    """What the child does before it becomes the server: private files, and an end with us."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)

    def prepare() -> None:
        os.umask(0o077)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core dump would hold every hand
        if prctl is not None:
            prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

    return prepare
