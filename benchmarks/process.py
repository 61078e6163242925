"""A server process under measurement: started, watched through /proc, ended."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

START_SECONDS = 30.0
STOP_SECONDS = 15.0
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Server(msgspec.Struct, frozen=True):
    """A running server."""

    pid: int
    host: str
    port: int

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    def cpu_seconds(self) -> float:
        """CPU time that the server itself has used, without its store."""
        return _cpu_seconds(self.pid)

    def store_cpu_seconds(self) -> float:
        """CPU time of the processes that the server has started."""
        return sum(_cpu_seconds(child) for child in _children(self.pid))

    def memory_bytes(self) -> int:
        """Resident memory of the server itself."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * _PAGE_BYTES

    def collect_garbage(self) -> None:
        """Asks the server for a full collection and waits until it is idle again."""
        os.kill(self.pid, signal.SIGUSR1)
        wait_idle(self)


def busy_cpu_seconds() -> float:
    """CPU time that the whole machine has spent on anything since it started."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _, _, irq, softirq = (int(field) for field in fields[:7])
    return (user + nice + system + irq + softirq) / _TICKS


def wait_idle(server: Server, seconds: float = 20.0) -> None:
    """Waits until the server has used next to no CPU for half a second."""
    deadline = time.monotonic() + seconds
    before = server.cpu_seconds()
    while time.monotonic() < deadline:
        time.sleep(0.5)
        now = server.cpu_seconds()
        if now - before <= 0.02:
            return
        before = now
    raise TimeoutError(f"the server was not idle after {seconds} s")


@contextlib.contextmanager
def running(command: tuple[str, ...], settings: Mapping[str, str]) -> Iterator[Server]:
    """A server started by `python -m …` on a free port with data of its own; ended at the end."""
    host, port = "127.0.0.1", _free_port()
    with tempfile.TemporaryDirectory(prefix="ochos-bench-", dir="/tmp") as folder:
        log = Path(folder, "server.log")
        own = {"OCHOS_HOST": host, "OCHOS_PORT": str(port), "OCHOS_DATA": f"{folder}/data"}
        with log.open("wb") as out:
            process = subprocess.Popen(
                (sys.executable, "-m", *command),
                env={**os.environ, **own, **settings},
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            server = Server(process.pid, host, port)
            _wait_ready(server, process, log)
            yield server
        finally:
            _end(process)


def _wait_ready(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{server.origin}/ready"):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the server did not come up:\n{log.read_text()[-2_000:]}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _cpu_seconds(pid: int) -> float:
    # The name in brackets may hold blanks; user and system time are the 12th and 13th after it.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _children(pid: int) -> tuple[int, ...]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return tuple(int(child) for child in found)
