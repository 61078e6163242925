"""What this process tells a Prometheus server: counts, ages and sizes, on a port of its own.

The text has the exposition format 0.0.4. Law L2 holds here as everywhere, see `live/tally.py`.
What tells of the process as a whole (memory, times, collections) has the prefix `process_` or
`python_`, by the custom of Prometheus.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from server import __version__
from server.api.listening import NoPort, bound
from server.live.garbage import resident_bytes
from server.live.hub import Hub
from server.live.tally import CLOSES, OTHER_CLOSE, Histogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
HEAD_BYTES_MAX = 8_192
HEAD_SECONDS = 5.0  # for a request to come in whole
LAG_SECONDS = 0.5  # between two looks at how late the loop is
_STARTED_S = time.time()
_DESCRIPTORS = Path("/proc/self/fd")

Labels = tuple[tuple[str, str], ...]


class Sample(msgspec.Struct, frozen=True):
    """One line: what follows the family's name, labels, and the value."""

    value: float
    labels: Labels = ()
    suffix: str = ""


class Family(msgspec.Struct, frozen=True):
    """What is measured, in one word and one sentence."""

    name: str
    kind: str  # counter, gauge or histogram
    told: str
    samples: tuple[Sample, ...]


def text_of(families: Iterable[Family]) -> str:
    """The exposition of the families."""
    return "".join(line + "\n" for family in families for line in _lines(family))


def _lines(family: Family) -> Iterator[str]:
    yield f"# HELP {family.name} {family.told}"
    yield f"# TYPE {family.name} {family.kind}"
    for sample in family.samples:
        yield f"{family.name}{sample.suffix}{_braced(sample.labels)} {_number(sample.value)}"


def _braced(labels: Labels) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return repr(value) if value != int(value) else str(int(value))


def of_game(hub: Hub, profile: str) -> tuple[Family, ...]:
    """What the tables of this process are doing; `profile` names what the store promises."""
    tally = hub.tally
    age_s = max(0.0, hub.clock.seconds() - hub.answered_s)
    return (
        _gauge(
            "ochos_info", "Version of the server and profile of its store.", 1,
            (("version", __version__), ("profile", profile)),
        ),
        _gauge("ochos_tables", "Tables in play in this process.", len(hub.rooms())),
        _gauge("ochos_connections", "Open connections at a table.", hub.connections()),
        _gauge("ochos_stopping", "1 once the end was asked for.", int(hub.stopping)),
        _gauge("ochos_store_answered_age_seconds", "Since the store last answered.", age_s),
        Family(
            "ochos_commits_total", "counter", "Appends to logs by what came of them.",
            tuple(Sample(n, (("outcome", what),)) for what, n in sorted(tally.commits.items())),
        ),
        _histogram("ochos_append_seconds", "How long an append took.", tally.append_seconds),
        _counter("ochos_connects_total", "Connections that were let in.", tally.connects),
        _counter(
            "ochos_handshakes_refused_total", "Connections that were not.", tally.handshakes_refused
        ),
        Family(
            "ochos_closes_total", "counter", "Ends of connections by code and who said goodbye.",
            tuple(
                Sample(
                    tally.closes[(code, by)],
                    (("code", str(code) if code else "other"), ("by", by)),
                )
                for code in (*CLOSES, OTHER_CLOSE)
                for by in ("client", "server")
                if tally.closes[(code, by)]
            ),
        ),
        _counter(
            "ochos_refused_frames_total",
            "Frames that changed nothing by their sender's fault.",
            tally.refused,
        ),
        _counter("ochos_outbox_overruns_total", "Connections that were too slow.", tally.overruns),
        _counter(
            "ochos_resets_total", "Tables whose log went back behind what was shown.", tally.resets
        ),
        _histogram("ochos_loop_lag_seconds", "How late the event loop was.", tally.lag_seconds),
    )  # fmt: skip


def of_process() -> tuple[Family, ...]:
    """What the process uses."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return (
        _gauge("process_resident_memory_bytes", "Resident memory.", resident_bytes()),
        _counter("process_cpu_seconds_total", "CPU time.", spent.ru_utime + spent.ru_stime),
        _gauge("process_start_time_seconds", "When it started.", _STARTED_S),
        _gauge("process_open_fds", "Open descriptors.", _open_descriptors()),
        _gauge(
            "process_max_fds", "Most of them.", resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        ),
        Family(
            "python_gc_collections_total", "counter", "Runs of the garbage collector.",
            tuple(
                Sample(stats["collections"], (("generation", str(number)),))
                for number, stats in enumerate(gc.get_stats())
            ),
        ),
    )  # fmt: skip


def _open_descriptors() -> int:
    return len(os.listdir(_DESCRIPTORS)) if _DESCRIPTORS.exists() else 0


def _gauge(name: str, told: str, value: float, labels: Labels = ()) -> Family:
    return Family(name, "gauge", told, (Sample(value, labels),))


def _counter(name: str, told: str, value: float) -> Family:
    return Family(name, "counter", told, (Sample(value),))


def _histogram(name: str, told: str, histogram: Histogram) -> Family:
    samples, below = [], 0
    for bound_, count in zip((*histogram.bounds, None), histogram.counts, strict=True):
        below += count
        name_of_bound = "+Inf" if bound_ is None else str(bound_)
        samples.append(Sample(below, (("le", name_of_bound),), "_bucket"))
    samples += [Sample(histogram.sum, (), "_sum"), Sample(below, (), "_count")]
    return Family(name, "histogram", told, tuple(samples))


# The port


def metrics_socket(host: str, port: int) -> socket.socket:
    """Where the metrics are asked for. Whoever asks knows the port, so no other will do.

    Raises: NoPort.
    """
    try:
        return bound(host, port)
    except OSError as error:
        raise NoPort(f"metrics at {host}:{port}: {error.strerror}") from None


async def serve_metrics(listener: socket.socket, text: Callable[[], str]) -> None:
    """Answers `GET /metrics`, one request a connection, until cancelled."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            writer.write(_answer_to(head, text))
            async with asyncio.timeout(HEAD_SECONDS):
                await writer.drain()
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            writer.transport.abort()
        finally:
            writer.close()

    server = await asyncio.start_server(answer, sock=listener, limit=HEAD_BYTES_MAX)
    async with server:
        await server.serve_forever()


def _answer_to(head: bytes, text: Callable[[], str]) -> bytes:
    words = head.split(b"\r\n", 1)[0].split()
    if len(words) != 3 or words[0] != b"GET" or words[1].partition(b"?")[0] != b"/metrics":
        return b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    body = text().encode()
    return (
        f"HTTP/1.1 200 OK\r\ncontent-type: {CONTENT_TYPE}\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    ).encode() + body


async def watch_lag(histogram: Histogram) -> None:
    """Notes again and again how much later than asked the loop wakes us, until cancelled."""
    clock = asyncio.get_running_loop().time
    while True:
        asked_s = clock() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        histogram.note(max(0.0, clock() - asked_s))
