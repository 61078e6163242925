"""The command line of `ochos`."""

from __future__ import annotations

import argparse
from typing import NoReturn

from clients.cli.exits import Exit, Stop
from clients.cli.links import DEFAULT_SERVER
from clients.cli.messages import Messages
from clients.cli.surroundings import LANGUAGES
from clients.cli.verify.receipts import Receipt, typed_receipt
from server import __version__

SEATS_MIN, SEATS_MAX = 2, 10


class _Parser(argparse.ArgumentParser):
    """A parser that speaks the person's language, and raises its complaints to be said in it."""

    def translate(self, say: Messages) -> None:
        """Puts the headings of the help in words."""
        self._positionals.title = say("cli-usage-arguments")
        self._optionals.title = say("cli-usage-options")
        for action in self._actions:
            if isinstance(action, argparse._HelpAction | argparse._VersionAction):
                is_help = isinstance(action, argparse._HelpAction)
                action.help = say("cli-usage-help" if is_help else "cli-usage-version")
            if isinstance(action, argparse._SubParsersAction):
                for command in set(action.choices.values()):
                    command.translate(say)

    def error(self, message: str) -> NoReturn:
        raise Stop(Exit.WRONG_USE, "cli-wrong-use", usage=self.format_usage().strip(), why=message)


def parser_in(say: Messages) -> argparse.ArgumentParser:
    """The parser, with its help in the language of `say`."""
    general = _general(say)
    parser = _Parser(
        prog="ochos",
        description=say("cli-usage"),
        epilog=say("cli-usage-exits"),
        parents=[general],
    )
    parser.add_argument("--version", action="version", version=f"ochos {__version__}")
    commands = parser.add_subparsers(
        dest="command", metavar="…", required=True, parser_class=_Parser
    )
    _add_new(commands, general, say)
    for name, alias in (("play", "jugar"), ("watch", "mirar")):
        one = commands.add_parser(
            name, aliases=[alias], parents=[general], help=say(f"cli-usage-{name}")
        )
        one.set_defaults(command=name)
        one.add_argument("link", metavar="LINK")
        one.add_argument("--plain", action="store_true", help=say("cli-usage-plain"))
        if name == "play":
            one.add_argument("--name", default="", help=say("cli-usage-your-name"))
    _add_moving(commands, general, say)
    _add_rules(commands, general, say)
    _add_replay(commands, general, say)
    _add_export(commands, general, say)
    _add_verify(commands, general, say)
    parser.translate(say)
    return parser


def _general(say: Messages) -> _Parser:
    general = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    general.add_argument("--lang", choices=LANGUAGES, help=say("cli-usage-lang"))
    general.add_argument("--ascii", action="store_true", help=say("cli-usage-ascii"))
    general.add_argument(
        "--color", "--colour", choices=("auto", "always", "never"), help=say("cli-usage-color")
    )
    return general


def _add_new(
    commands: argparse._SubParsersAction[_Parser], general: _Parser, say: Messages
) -> None:
    new = commands.add_parser(
        "new", aliases=["nueva"], parents=[general], help=say("cli-usage-new")
    )
    new.set_defaults(command="new")
    new.add_argument("--preset", default="", help=say("cli-usage-preset"))
    _add_choice(new, say)
    new.add_argument("--code", default="", help=say("cli-usage-code"))
    new.add_argument(
        "--seats",
        type=int,
        choices=range(SEATS_MIN, SEATS_MAX + 1),
        default=4,
        metavar="N",
        help=say("cli-usage-seats"),
    )
    new.add_argument("--name", default="", help=say("cli-usage-your-name"))
    new.add_argument("--title", default="", help=say("cli-usage-title"))
    new.add_argument("--server", default="", help=f"{say('cli-usage-server')} {DEFAULT_SERVER}")
    new.add_argument(
        "--robots",
        type=int,
        choices=range(SEATS_MAX),
        default=0,
        metavar="N",
        help=say("cli-usage-robots"),
    )
    new.add_argument("--plain", action="store_true", help=say("cli-usage-plain"))


def _add_moving(
    commands: argparse._SubParsersAction[_Parser], general: _Parser, say: Messages
) -> None:
    """Taking one's seat from one device to another."""
    join = commands.add_parser(
        "join", aliases=["traer"], parents=[general], help=say("cli-usage-join")
    )
    join.set_defaults(command="join")
    join.add_argument("code", nargs="+", metavar="CODE", help=say("cli-usage-join-code"))
    join.add_argument("--server", default="", help=f"{say('cli-usage-server')} {DEFAULT_SERVER}")
    join.add_argument("--name", default="", help=say("cli-usage-your-name"))
    join.add_argument("--plain", action="store_true", help=say("cli-usage-plain"))
    code = commands.add_parser(
        "code", aliases=["codigo"], parents=[general], help=say("cli-usage-seat-code")
    )
    code.set_defaults(command="code")
    code.add_argument("link", metavar="LINK")


def _add_rules(
    commands: argparse._SubParsersAction[_Parser], general: _Parser, say: Messages
) -> None:
    rules = commands.add_parser(
        "rules", aliases=["reglas"], parents=[general], help=say("cli-usage-rules")
    )
    rules.set_defaults(command="rules")
    what = say("cli-usage-rules-what")
    rules.add_argument("what", nargs="?", default="", metavar="PRESET|CODE|LINK", help=what)
    _add_choice(rules, say)
    rules.add_argument("--server", default="", help=f"{say('cli-usage-server')} {DEFAULT_SERVER}")


def _add_choice(parser: _Parser, say: Messages) -> None:
    """What may be changed of a preset."""
    parser.add_argument(
        "--variant",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY",
        help=say("cli-usage-variant"),
    )
    parser.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="SWITCH=VALUE",
        help=say("cli-usage-set"),
    )


def _add_replay(
    commands: argparse._SubParsersAction[_Parser], general: _Parser, say: Messages
) -> None:
    replay = commands.add_parser(
        "replay", aliases=["repetir"], parents=[general], help=say("cli-usage-replay")
    )
    replay.set_defaults(command="replay")
    replay.add_argument("source", metavar="FILE|LINK")
    which = replay.add_mutually_exclusive_group()
    which.add_argument("--seat", type=_positive, default=0, metavar="N", help=say("cli-usage-seat"))
    which.add_argument("--open", action="store_true", help=say("cli-usage-open"))
    _add_number(replay, "--step", say("cli-usage-step"))
    _add_number(replay, "--match", say("cli-usage-match"))
    replay.add_argument("--plain", action="store_true", help=say("cli-usage-straight"))


def _add_export(
    commands: argparse._SubParsersAction[_Parser], general: _Parser, say: Messages
) -> None:
    export = commands.add_parser(
        "export", aliases=["exportar"], parents=[general], help=say("cli-usage-export")
    )
    export.set_defaults(command="export")
    export.add_argument("link", metavar="LINK")
    to = say("cli-usage-output")
    export.add_argument("-o", "--output", default="", metavar="FILE", help=to)
    _add_number(export, "--match", say("cli-usage-match"))
    export.add_argument("--acta", action="store_true", help=say("cli-usage-acta"))
    export.add_argument("--names", action="store_true", help=say("cli-usage-names"))


def _add_verify(
    commands: argparse._SubParsersAction[_Parser], general: _Parser, say: Messages
) -> None:
    verify = commands.add_parser(
        "verify", aliases=["verificar"], parents=[general], help=say("cli-usage-verify")
    )
    verify.set_defaults(command="verify")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--json", action="store_true", help=say("cli-usage-json"))
    verify.add_argument(
        "--receipt",
        action="append",
        type=_receipt,
        default=[],
        metavar="VERSION:DIGEST",
        help=say("cli-usage-receipt"),
    )


def _add_number(parser: _Parser, name: str, help_: str) -> None:
    parser.add_argument(name, type=_positive, default=0, metavar="N", help=help_)


def _positive(text: str) -> int:
    # A Stop goes through the parser, whose own words are English and name this function.
    if not text.isdecimal() or not int(text):
        raise Stop(Exit.WRONG_USE, "cli-bad-number", text=text)
    return int(text)


def _receipt(text: str) -> Receipt:
    try:
        return typed_receipt(text)
    except ValueError:
        raise Stop(Exit.WRONG_USE, "cli-bad-receipt", text=text) from None
