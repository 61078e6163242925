"""The log: JSON lines in a file of the data directory, without a hand, seed or token.

An exception is told by its type and place; its message only where it surely holds no secret.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

from server.events.store import LogCorrupt, StoreUnavailable

FILE = "server.log"
FILE_BYTES_MAX = 16 * 1024 * 1024  # then it is put aside, in place of the one before
BUFFER_BYTES = 64 * 1024
PLACES_MAX = 12  # of a traceback, innermost last
_TELLING: tuple[type[BaseException], ...] = (OSError, StoreUnavailable, LogCorrupt)

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


class LogFile:
    """Takes finished lines; flushed once a second by its owner, at once from warnings on.

    On a full disk lines are lost: whoever logs has better to do than to fail for it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._open()

    def info(self, line: bytes) -> None:
        # ValueError: the new file could not be opened yet.
        with contextlib.suppress(OSError, ValueError):
            self._file.write(line + b"\n")

    def warning(self, line: bytes) -> None:
        self.info(line)
        with contextlib.suppress(OSError, ValueError):
            self._file.flush()

    debug = msg = info
    error = critical = exception = failure = warning

    def flush(self) -> None:
        """Writes what is waiting, and begins a new file when this one is long."""
        with contextlib.suppress(OSError):
            if self._file.closed:
                self._open()
            self._file.flush()
            if self._file.tell() > FILE_BYTES_MAX:
                self._file.close()
                self._path.replace(self._path.with_suffix(".old"))
                self._open()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()

    def _open(self) -> None:
        self._file = self._path.open("ab", buffering=BUFFER_BYTES)
        self._path.chmod(0o600)


def open_log(data: Path) -> tuple[FilteringBoundLogger, LogFile]:
    """Sets up logging for the whole process; the file is the caller's to flush and close."""
    file = LogFile(data / FILE)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_secrets,
            structlog.processors.JSONRenderer(serializer=_encoded),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: file,
        cache_logger_on_first_use=True,
    )
    log: FilteringBoundLogger = structlog.get_logger()
    _forward_standard_logging(log)
    return log, file


def _encoded(event: EventDict, **_: object) -> bytes:
    return msgspec.json.encode(event)


def _without_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replaces an exception by its type and the places it came through."""
    told = event.pop("exc_info", None)
    if told:
        found = told if isinstance(told, tuple) else sys.exc_info()
        if found[1] is not None:
            event.update(explained(found[1]))
    return event


def explained(error: BaseException) -> dict[str, Any]:
    """What may be written of an exception."""
    frames = traceback.extract_tb(error.__traceback__)[-PLACES_MAX:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    facts: dict[str, Any] = {"error": type(error).__name__, "places": places}
    if isinstance(error, _TELLING):
        facts["message"] = str(error)
    return facts


class _Forwarder(logging.Handler):
    """Brings warnings of libraries into our log, exceptions again without their words."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        facts: dict[str, Any] = {"logger": record.name}
        if record.exc_info and record.exc_info[1]:
            facts.update(explained(record.exc_info[1]))
        else:
            facts["text"] = record.getMessage()
        self._log.warning("library_warned", **facts)


def _forward_standard_logging(log: FilteringBoundLogger) -> None:
    root = logging.getLogger()
    root.handlers = [_Forwarder(log)]
    root.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
