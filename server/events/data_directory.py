"""What lies where in the data directory, and the short path of its store's socket."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
from pathlib import Path

from server.events.keys import LAYOUT

SOCKET_PATH_BYTES_MAX = 100  # the system allows 107 on Linux, 103 on macOS
LOG_LINES_TOLD = 5


class DataUnfit(Exception):
    """The data directory is of another layout, or cannot be used; the text says which."""


class DataDirectory:
    """The directory of one site; everything secret lies in `store/`, which only its owner reads."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.store = self.path / "store"  # the server's own files
        self.log = self.path / "store.log"
        self.lock = self.path / "store.lock"  # held by whoever keeps the server
        self.writer = self.path / "store.writer"  # held by the server itself
        self._layout = self.path / "LAYOUT"
        self._told_socket = self.path / "store.socket"  # the socket's path, for everybody else

    def prepare(self) -> None:
        """Makes what is missing.

        Raises: DataUnfit.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        ours = f"{LAYOUT}\n"
        if not self._layout.exists() and not self.store.exists():
            _write_whole(self._layout, ours)
        found = self._layout.read_text() if self._layout.exists() else "none"
        if found != ours:
            raise DataUnfit(
                f"{self.path} has layout {found.strip()}, this server expects {LAYOUT}: "
                "use the server that made it, or take its backup and restore that elsewhere"
            )
        self.store.mkdir(mode=0o700, exist_ok=True)
        self.store.chmod(0o700)

    def socket(self) -> Path:
        """The socket that the last keeper told of, or the one that the next will most likely use.

        It stays the same from keeper to keeper as long as its directory can be used.
        """
        told = Path(self._told_socket.read_text()) if self._told_socket.exists() else None
        # A copied data directory must not lead to the store of the one it was copied from.
        if told is not None and told.parent.name.startswith(self._runtime_name()):
            return told
        return _runtime_base() / self._runtime_name() / "s"

    def claim_socket(self) -> Path:
        """A free path in a directory that is nobody else's, told to all others.

        Raises: DataUnfit.
        """
        socket = self.socket()
        if not _is_private(socket.parent):
            socket = Path(tempfile.mkdtemp(prefix=f"{self._runtime_name()}-")) / "s"
        if len(os.fsencode(socket)) > SOCKET_PATH_BYTES_MAX:
            raise DataUnfit(f"{socket} is too long for a socket: set TMPDIR to a shorter path")
        socket.unlink(missing_ok=True)
        _write_whole(self._told_socket, str(socket))
        return socket

    def release_socket(self, socket: Path) -> None:
        socket.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            socket.parent.rmdir()

    def signal_writer(self, number: int) -> None:
        """Sends a signal to the server that holds `writer`, if it surely is that."""
        try:
            pid = int(self.writer.read_text())
            working_directory = Path(f"/proc/{pid}/cwd")
            if not Path("/proc").exists() or working_directory.samefile(self.store):
                os.kill(pid, number)
        except (OSError, ValueError):
            return

    def end_of_log(self) -> str:
        if not self.log.exists():
            return "it wrote no log"
        lines = self.log.read_text(errors="replace").splitlines()[-LOG_LINES_TOLD:]
        return f"{self.log} ends with\n" + "\n".join(lines)

    def _runtime_name(self) -> str:
        return "ochos-" + hashlib.sha256(os.fsencode(self.path.resolve())).hexdigest()[:12]


def _runtime_base() -> Path:
    told = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(told) if told and os.access(told, os.W_OK) else Path(tempfile.gettempdir())


def _is_private(directory: Path) -> bool:
    """Makes the directory if it is missing; false if others might get at what lies there."""
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        found = directory.lstat()
    except OSError:
        return False
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    return is_ours and not found.st_mode & 0o077


def _write_whole(path: Path, text: str) -> None:
    """All of it or, if we are killed, what was there before."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with fresh.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.rename(path)
