"""`ochos-server`: serves, keeps and restores what is kept, plays matches by itself."""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path

import msgspec
import uvloop
from redis.exceptions import RedisError

from server import __version__
from server.api.keeping import (
    be_quiet,
    keep_archived,
    keep_backup,
    keep_check,
    keep_reindexed,
    keep_restored,
)
from server.api.listening import LAN, NoPort, link_of, listen_on
from server.api.serving import serve
from server.events.archive import ArchiveBroken
from server.events.archive_directory import ArchiveBusy
from server.events.backup import BackupFailed
from server.events.data_directory import DataUnfit
from server.events.embedded import EmbeddedFailed
from server.events.finding import NotFound
from server.events.program import NoProgram
from server.events.promise import StoreUnfit
from server.events.store import StoreUnavailable
from server.robots import simulate
from server.settings import ARCHIVE_DAYS_MAX, PORT_MAX, Settings, SettingsError, settings_from

_TOLD = (
    SettingsError, NoPort, NoProgram, EmbeddedFailed, DataUnfit, StoreUnfit, StoreUnavailable,
    BackupFailed, ArchiveBroken, ArchiveBusy, NotFound, OSError, RedisError,
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; 0 if all went well. What went wrong is said in one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["simulate"]:
        return simulate.main(words[1:])
    arguments = _parser().parse_args(words)
    try:
        settings = settings_from(os.environ)
        if arguments.command in (None, "serve"):
            return _serve(_with_arguments(settings, arguments))
        be_quiet()
        with asyncio.Runner() as runner:
            return runner.run(_keep(settings, arguments))
    except _TOLD as error:
        print(f"ochos-server: {_words(error)}", file=sys.stderr)
        return 1


def _words(error: Exception) -> str:
    """What went wrong, for people: of a file its name and why, without a number."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ochos-server", description="The game server of Ochos Locos."
    )
    parser.add_argument("--version", action="version", version=f"ochos-server {__version__}")
    _add_listening(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    serving = commands.add_parser("serve", help="serve tables (also without a command)")
    _add_listening(serving)
    for name, told in (
        ("backup", "write all tables to FILE, also while a server runs"),
        ("restore", "fill an empty data directory from FILE"),
    ):
        commands.add_parser(name, help=told).add_argument("file", type=Path, metavar="FILE")
    commands.add_parser("check", help="look whether all that is stored is sound and fits together")
    commands.add_parser("reindex", help="rebuild the indexes of open tables and deadlines")
    archiving = commands.add_parser("archive", help="move tables that are long finished to files")
    archiving.add_argument(
        "--days", type=_days, metavar="N",
        help="finished so long ago (otherwise OCHOS_ARCHIVE_DAYS or 7)",
    )  # fmt: skip
    commands.add_parser("simulate", help="play whole matches by robots and check the laws")
    return parser


def _add_listening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", metavar=f"{LAN}|ADDRESS", default=argparse.SUPPRESS,
        help=f"where to listen; {LAN}: the whole network (otherwise OCHOS_HOST or 127.0.0.1)",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=_port, metavar="N", default=argparse.SUPPRESS,
        help="the next free one is taken if it is in use (otherwise OCHOS_PORT or 8000)",
    )  # fmt: skip


def _days(text: str) -> int:
    if text.isdecimal() and int(text) <= ARCHIVE_DAYS_MAX:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected 0 to {ARCHIVE_DAYS_MAX}, found {text!r}")


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= PORT_MAX:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected 0 to {PORT_MAX}, found {text!r}")


def _with_arguments(settings: Settings, arguments: argparse.Namespace) -> Settings:
    return msgspec.structs.replace(
        settings,
        host=getattr(arguments, "host", settings.host),
        port=getattr(arguments, "port", settings.port),
    )


def _serve(settings: Settings) -> int:
    listener = listen_on(settings.host, settings.port)
    port = listener.getsockname()[1]
    if settings.port not in (0, port):
        print(f"Port {settings.port} is taken, so this is port {port}.", file=sys.stderr)
    link = link_of(settings.host, port)

    def say(promise: tuple[str, ...]) -> None:
        for line in promise:
            print(line, file=sys.stderr)
        print(link, flush=True)
        if settings.host == LAN:
            print(_qr(link), flush=True)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(serve(settings, listener, say))


def _keep(settings: Settings, arguments: argparse.Namespace) -> Coroutine[None, None, int]:
    """The work on a site as a whole; 0 if all is well."""
    match arguments.command:
        case "backup":
            return keep_backup(settings, arguments.file)
        case "restore":
            return keep_restored(settings, arguments.file)
        case "check":
            return keep_check(settings)
        case "reindex":
            return keep_reindexed(settings)
        case "archive":
            days = settings.archive_days if arguments.days is None else arguments.days
            return keep_archived(settings, days)
        case unknown:
            raise AssertionError(f"no command {unknown}")


def _qr(link: str) -> str:
    import segno  # only here, as it takes as long to load as half of the rest

    drawn = io.StringIO()
    segno.make(link).terminal(drawn, compact=True)
    return drawn.getvalue()


if __name__ == "__main__":
    sys.exit(main())
